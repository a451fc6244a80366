"""Certificates in which one number says more than is true."""
from fractions import Fraction

from certificate_checks import enclosures_in, ends
from certificate_numbers import bound_value, is_wide, matrix_entries, put_bound, put_ends, put_entries

INWARD = Fraction(1, 1 << 20)


def at(document, place):
    """What stands at a place such as $.spectrum[0]."""
    for part in place.replace("[", ".[").split(".")[1:]:
        document = document[int(part[1:-1]) if part.startswith("[") else part]
    return document


def with_ends(place, choose):
    def edit(document):
        enclosure = at(document, place)
        put_ends(enclosure, *choose(*ends(enclosure)))

    return edit


def shrunk_enclosures(document):
    for place, enclosure in enclosures_in(document):
        if not is_wide(enclosure):
            continue
        yield f"{place} ends where it begins", with_ends(place, lambda lo, hi: (lo, lo))
        yield f"{place} begins where it ends", with_ends(place, lambda lo, hi: (hi, hi))
        if ends(enclosure)[0] > 0:
            yield f"{place} moved", with_ends(place, lambda lo, hi: (lo * (1 + INWARD), hi * (1 + INWARD)))


def bounds_in(document):
    for i, claim in enumerate(document["claims"]):
        for name, bound in claim["bound"].items():
            if isinstance(bound, dict):
                yield f"claims[{i}].bound.{name}", bound


def with_bound(place, value):
    return lambda document: put_bound(at(document, "$." + place), value)


def shrunk_bounds(document):
    for place, bound in bounds_in(document):
        value = bound_value(bound)
        if value > 0:
            # The norm of radii is bounded with less care than what is computed.
            inward = Fraction(1, 2) if place.endswith("distance") else INWARD
            yield f"{place} shrunk", with_bound(place, value * (1 - inward))
            yield f"{place} zero", with_bound(place, Fraction(0))

        def negative(changed, place=place):
            at(changed, "$." + place).update(hi="-1e+00", hi_hex="-0x1p+0")

        yield f"{place} negative", negative
    if "core" not in document:
        return
    radius = Fraction(float.fromhex(document["core"]["radius_hex"]))

    def small_radius(changed):
        value = {}
        put_bound(value, radius * (1 - INWARD))
        changed["core"].update(radius=value["hi"], radius_hex=value["hi_hex"])

    yield "core.radius shrunk", small_radius


def matrices_in(document):
    for i, claim in enumerate(document["claims"]):
        for name, matrix in claim["witness"].items():
            if isinstance(matrix, dict):
                yield i, name, matrix


def with_matrix(i, name, change):
    def edit(document):
        matrix = document["claims"][i]["witness"][name]
        entries = matrix_entries(matrix)
        change(entries, matrix)
        put_entries(matrix, entries)

    return edit


def doubled_first(entries, _):
    entries[0] *= 2


def all_negative(entries, _):
    entries[:] = [-x for x in entries]


def first_row_zero(entries, matrix):
    entries[: matrix["cols"]] = [0] * matrix["cols"]


def slightly_larger(entries, matrix):
    entries[:] = [x * ((1 << 40) + 1) for x in entries]
    matrix["exp2"] -= 40


def last_first(entries, _):
    entries.reverse()


def half(_, matrix):
    matrix["exp2"] -= 1


def changed_witnesses(document):
    for i, name, matrix in matrices_in(document):
        entries = matrix_entries(matrix)
        if not any(entries):
            continue
        for change in (doubled_first, all_negative, first_row_zero, slightly_larger, last_first, half):
            changed, header = list(entries), dict(matrix)
            change(changed, header)
            same = (changed, header["exp2"]) == (entries, matrix["exp2"])
            if same or is_true(document["claims"][i], name, change):
                continue
            yield f"claims[{i}] {name} {change.__name__}", with_matrix(i, name, change)


def is_true(claim, name, change):
    """A factor and kept directions are such with every sign changed; bounds of groups may be larger, and within the
    groups of these specimens nothing is coupled."""
    if name in ("R", "R0", "R1", "R2") or (claim["type"], name) == ("truncation", "V"):
        return change is all_negative
    if name == "o":
        return change is not all_negative
    return name == "r" and change in (doubled_first, slightly_larger, last_first)


def larger_core(document):
    """C and sigma larger by the same factor: the decomposition still fits, the core does not."""
    for claim in document["claims"]:
        for name in ("C", "sigma"):
            if name in claim["witness"]:
                matrix = claim["witness"][name]
                entries = matrix_entries(matrix)
                slightly_larger(entries, matrix)
                put_entries(matrix, entries)
        if "e" in claim["bound"]:
            put_bound(claim["bound"]["e"], 2 * bound_value(claim["bound"]["e"]))


def forgeries(document):
    yield from shrunk_enclosures(document)
    yield from shrunk_bounds(document)
    yield from changed_witnesses(document)
    if document.get("core", {}).get("dimension"):
        yield "C and sigma larger", larger_core
