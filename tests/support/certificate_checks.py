"""What a mixer certificate must satisfy beyond its JSON Schema, in exact rational arithmetic."""
from fractions import Fraction


def hex_value(text):
    return Fraction(float.fromhex(text))


def ends(enclosure):
    """The enclosure's tightest ends."""
    if "lo_hex" in enclosure:
        return hex_value(enclosure["lo_hex"]), hex_value(enclosure["hi_hex"])
    return Fraction(enclosure["lo"]), Fraction(enclosure["hi"])


def enclosures_in(value, place="$"):
    """Every enclosure of the document with its place."""
    if isinstance(value, dict):
        if "lo" in value and "hi" in value:
            yield place, value
        for key, inner in value.items():
            yield from enclosures_in(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from enclosures_in(inner, f"{place}[{i}]")


def upper_bounds_in(document):
    for claim in document["claims"]:
        for name, bound in claim["bound"].items():
            if isinstance(bound, dict):
                yield f"{claim['id']}.{name}", bound["hi"], bound["hi_hex"]
    yield "core.radius", document["core"]["radius"], document["core"]["radius_hex"]


def claim_of(document, kind):
    return next(claim for claim in document["claims"] if claim["type"] == kind)


def expanded(entries):
    """(lo, hi) of each singular value, entries repeated by their multiplicity."""
    return [pair for entry in entries for pair in [ends(entry)] * entry["multiplicity"]]


def is_descending(values):
    return all(a >= b for a, b in zip(values, values[1:]))


def descends(name, pairs):
    for which, values in zip(("lower", "upper"), zip(*pairs)):
        if not is_descending(values):
            yield f"the {which} ends of {name} do not descend"


def lower_ends_are_below_upper_ends(document):
    for place, enclosure in enclosures_in(document):
        lo, hi = ends(enclosure)
        if lo > hi:
            yield f"{place}: lo is above hi"


def decimals_contain_hexadecimals(document):
    for place, enclosure in enclosures_in(document):
        lo, hi = ends(enclosure)
        if Fraction(enclosure["lo"]) > lo or Fraction(enclosure["hi"]) < hi:
            yield f"{place}: the decimal ends do not contain the hexadecimal ends"
    for place, decimal, hexadecimal in upper_bounds_in(document):
        if Fraction(decimal) < hex_value(hexadecimal):
            yield f"{place}: the decimal bound is below the hexadecimal bound"


def multiplicities_sum_to_all_singular_values(document):
    subject = document["subject"]
    total = sum(entry["multiplicity"] for entry in document["spectrum"])
    if total != subject["streams"] * subject["width"]:
        yield f"the spectrum holds {total} values of {subject['streams']} x {subject['width']}"


def ends_descend(document):
    yield from descends("spectrum", expanded(document["spectrum"]))
    yield from descends("frozen_spectrum", expanded(document["frozen_spectrum"]))
    if document["core"]["values"]:
        yield from descends("core.values", [ends(value) for value in document["core"]["values"]])


def core_counts_agree(document):
    core, streams = document["core"], document["subject"]["streams"]
    if len(core["values"]) != core["dimension"]:
        yield f"{len(core['values'])} core values for a core of dimension {core['dimension']}"
    if sum(core["stream_dimensions"]) != core["dimension"]:
        yield "the dimensions of the streams do not sum to that of the core"
    if not len(core["stream_dimensions"]) == len(core["generators"]) == streams:
        yield f"the core does not speak of {streams} streams"


def tails_hold_what_the_core_leaves(document):
    core, width = document["core"], document["subject"]["width"]
    expected = {k: width - count for k, count in enumerate(core["stream_dimensions"]) if width > count}
    found = {}
    for tail in core["tails"]:
        found[tail["k"]] = found.get(tail["k"], 0) + tail["multiplicity"]
    if found != expected:
        yield f"the multiplicities of the tails are not width - stream_dimensions = {expected}"
    around_a_box = document["subject"]["state"]["radius"] is not None
    for tail in core["tails"]:
        value, frozen = ends(tail["value"]), ends(document["frozen_spectrum"][tail["k"]])
        same = value[0] <= frozen[0] and frozen[1] <= value[1] if around_a_box else value == frozen
        if tail["coincident"] and not same:
            yield f"tail {tail['k']} coincides with the mixer's singular value, but its enclosure differs"
        if tail["coincident"] and tail["multiplicity"] > width - core["generators"][tail["k"]]:
            yield f"tail {tail['k']} coincides more often than counting the generators shows"


def spectrum_merges_core_and_tails(document):
    core = document["core"]
    pairs = [ends(value) for value in core["values"]]
    for tail in core["tails"]:
        pairs += [ends(tail["value"])] * tail["multiplicity"]
    merged = list(zip(*(sorted(values, reverse=True) for values in zip(*pairs))))
    if merged != expanded(document["spectrum"]):
        yield "the spectrum is not the order statistics of core.values and core.tails"


def forward_is_square_with_its_singular_values(document):
    streams, H = document["subject"]["streams"], document["forward"]["H"]
    if [len(row) for row in H] != [streams] * streams:
        yield f"H is not {streams} x {streams}"
    if sum(entry["multiplicity"] for entry in document["frozen_spectrum"]) != streams:
        yield f"the frozen spectrum does not hold {streams} values"


def intersect(a, b):
    return max(a[0], b[0]) <= min(a[1], b[1])


def sum_error(row):
    lo, hi = (sum(values) - 1 for values in zip(*row))
    return (max(lo, -hi, Fraction(0)), max(abs(lo), abs(hi)))


def largest(pairs):
    return tuple(max(values) for values in zip(*pairs))


def forward_figures_agree_with_the_mixer(document):
    forward = document["forward"]
    H = [[ends(entry) for entry in row] for row in forward["H"]]
    if not intersect(ends(forward["row_sum_error"]), largest(map(sum_error, H))):
        yield "row_sum_error is not that of H"
    if not intersect(ends(forward["column_sum_error"]), largest(map(sum_error, zip(*H)))):
        yield "column_sum_error is not that of H"
    least = tuple(min(values) for values in zip(*(entry for row in H for entry in row)))
    if not intersect(ends(forward["min_entry"]), least):
        yield "min_entry is not that of H"


def mean_square(pairs):
    return tuple(sum(value * value for value in values) / len(values) for values in zip(*pairs))


def quantities_agree_with_the_spectrum(document):
    quantities, spectrum, frozen = document["quantities"], document["spectrum"], document["frozen_spectrum"]
    expected = {
        "norm": ends(spectrum[0]),
        "smallest": ends(spectrum[-1]),
        "frozen_norm": ends(frozen[0]),
        "mean_square": mean_square(expanded(spectrum)),
        "frozen_mean_square": mean_square(expanded(frozen)),
    }
    for name, pair in expected.items():
        if not intersect(ends(quantities[name]), pair):
            yield f"{name} is not that of the spectrum"


def ratios_are_quotients(document):
    quantities = document["quantities"]
    for name in ("norm", "mean_square"):
        ratio, actual, frozen = quantities[name + "_ratio"], ends(quantities[name]), ends(quantities["frozen_" + name])
        if "value" in ratio:
            if frozen[0] > 0:
                yield f"{name}_ratio is withheld though frozen_{name} is positive"
        elif frozen[0] <= 0 or not intersect(ends(ratio), (actual[0] / frozen[1], actual[1] / frozen[0])):
            yield f"{name}_ratio is not {name} / frozen_{name}"


def feedback_rank_is_a_range(document):
    rank = document["quantities"]["feedback_rank"]
    if not rank["at_least"] <= rank["at_most"] <= document["subject"]["streams"] * document["subject"]["width"]:
        yield f"the feedback rank {rank} is not a range"


def claims_use_earlier_claims(document):
    seen = set()
    for claim in document["claims"]:
        if claim["id"] in seen:
            yield f"the id {claim['id']} stands twice"
        if not set(claim["uses"]) <= seen:
            yield f"{claim['id']} uses {claim['uses']}, not all of which stand before it"
        seen.add(claim["id"])


def witness_matrices_have_their_entries(document):
    for claim in document["claims"]:
        for name, witness in claim["witness"].items():
            if isinstance(witness, dict) and len(witness["entries"]) != witness["rows"] * witness["cols"]:
                yield f"{claim['id']}.{name} holds {len(witness['entries'])} entries"


def witness_shapes_fit_the_core(document):
    streams, dimension = document["subject"]["streams"], document["core"]["dimension"]
    rotation, core, svd = (claim_of(document, kind)["witness"] for kind in ("rotation", "core", "svd"))
    whole = sum(document["core"]["generators"])
    squares = [(rotation["P"], streams), (rotation["Q"], streams), (core["C"], whole)]
    if whole != dimension:
        truncation = claim_of(document, "truncation")["witness"]
        squares.append((truncation["C"], dimension))
        shape = (document["core"]["generators"][0], document["core"]["stream_dimensions"][0])
        if (truncation["V"]["rows"], truncation["V"]["cols"]) != shape:
            yield f"the kept directions are not {shape[0]} x {shape[1]}"
    squares += [(svd["U"], dimension), (svd["V"], dimension)]
    columns = [(rotation["s"], streams), (svd["sigma"], dimension)]
    for matrix, size in squares:
        if (matrix["rows"], matrix["cols"]) != (size, size):
            yield f"a witness is {matrix['rows']} x {matrix['cols']} where {size} x {size} is needed"
    for matrix, size in columns:
        if matrix["rows"] != size or (size and matrix["cols"] != 1):
            yield f"a witness is {matrix['rows']} x {matrix['cols']} where {size} x 1 is needed"


def basis_has_a_factor_for_its_generators(document):
    counts, claim = document["core"]["generators"], claim_of(document, "basis")
    shared = "R0" not in claim["witness"]
    for k, count in enumerate(counts if any(counts) else []):
        suffix = "" if shared else str(k)
        factor = claim["witness"].get("R" + suffix, {"rows": None, "cols": None})
        if (factor["rows"], factor["cols"]) != (count, count):
            yield f"stream {k} has {count} generators, and a basis with a factor of {factor['rows']} x {factor['cols']}"
        if ("phi" + suffix in claim["bound"]) == ("t" + suffix in claim["bound"]):
            yield f"the basis of stream {k} has not one bound, phi or t"


def a_box_has_its_claim(document):
    types = [claim["type"] for claim in document["claims"]]
    if ("state_box" in types) != (document["subject"]["state"]["radius"] is not None):
        yield "a radius without the claim state_box, or the claim without a radius"


CHECKS = [
    lower_ends_are_below_upper_ends,
    decimals_contain_hexadecimals,
    multiplicities_sum_to_all_singular_values,
    ends_descend,
    core_counts_agree,
    tails_hold_what_the_core_leaves,
    spectrum_merges_core_and_tails,
    forward_is_square_with_its_singular_values,
    forward_figures_agree_with_the_mixer,
    quantities_agree_with_the_spectrum,
    ratios_are_quotients,
    feedback_rank_is_a_range,
    claims_use_earlier_claims,
    witness_matrices_have_their_entries,
    witness_shapes_fit_the_core,
    basis_has_a_factor_for_its_generators,
    a_box_has_its_claim,
]


def certificate_problems(document):
    for check in CHECKS:
        yield from check(document)
