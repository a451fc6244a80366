"""Changes to a JSON document, as functions of it."""
import copy


def put(value, *path):
    def edit(document):
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return edit


def drop(*path):
    def edit(document):
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return edit


def edited(document, edit):
    changed = copy.deepcopy(document)
    edit(changed)
    return changed
