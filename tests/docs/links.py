#!/usr/bin/env python3
"""Every relative link and anchor in the project's Markdown files leads somewhere; every page of docs is in its map.

usage: links.py PROJECT_SOURCE_DIR
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from pages import anchors_of, links_of, pages_of
from program import Tally

MAP = "docs/README.md"
LEAST_LINKS = 250  # fewer would mean that they were not found
ABSOLUTE = re.compile(r"[a-z][a-z+.-]*:|//")


def link_problems(page, target):
    if ABSOLUTE.match(target):
        return
    path, _, anchor = target.partition("#")
    file = (page.parent / unquote(path)).resolve() if path else page
    if not file.exists():
        yield f"{target}: no such file"
    elif path.endswith("/") != file.is_dir():
        yield f"{target}: a link to a folder ends in /, and no other"
    elif anchor and anchor not in anchors_of(file.read_text()):
        yield f"{target}: {file.name} has no such heading"


def page_problems(page):
    for target in links_of(page.read_text()):
        yield from link_problems(page, target)


def map_problems(root):
    """A page that is not in the map is found by nobody. Decisions have a list of their own."""
    for list_, folder in ((root / MAP, root / "docs"), (root / "docs/decisions/README.md", root / "docs/decisions")):
        linked = {(list_.parent / target.partition("#")[0]).resolve() for target in links_of(list_.read_text())}
        for page in pages_of(root):
            inside = folder in page.parents and (folder.name == "decisions" or "decisions" not in page.parts)
            if inside and page != list_ and page not in linked:
                yield f"{list_.relative_to(root)} does not link {page.relative_to(root)}"


def broken_links_are_noticed(root):
    page = root / "README.md"
    for target in ("docs/none.md", "docs/README.md#none", "#none", "docs", MAP + "/"):
        if not list(link_problems(page, target)):
            yield f"nothing is said of {target}"


def main(root):
    root, tally = Path(root).resolve(), Tally()
    pages = pages_of(root)
    for page in pages:
        tally.record(page.relative_to(root), page_problems(page))
    tally.record("maps", map_problems(root))
    tally.record("broken links", broken_links_are_noticed(root))
    count = sum(len(links_of(page.read_text())) for page in pages)
    print(f"{count} links in {len(pages)} pages")
    tally.record("number of links", [] if count >= LEAST_LINKS else [f"only {count}"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
