"""Diagnoses in which a quantity of a Jacobian says more than is true."""
from fractions import Fraction

from certificate_checks import ends
from certificate_numbers import bound_value, matrix_entries, put_bound, put_ends, put_entries

LITTLE = Fraction(1, 10**12)
NAMES = (
    "jacobian_norm", "frozen_norm", "norm_ratio", "mean_square", "frozen_mean_square", "mean_square_ratio", "log_abs_determinant",
    "stable_rank", "conserved_channel_gain", "sinkhorn_jacobian_norm", "sinkhorn_off_diagonal_norm", "sinkhorn_bound",
    "feedback_rank", "count_at_least", "top_direction",
)


def moved(part):
    def change(value):
        lo, hi = ends(value)
        size = max(abs(lo), abs(hi))
        put_ends(value, lo + part * size, hi + part * size)

    return change


def inward(which, part):
    """One end alone: it crosses the other."""

    def change(value):
        other = dict(value)
        moved(part if which == "lo" else -part)(other)
        value.update({key: text for key, text in other.items() if key.startswith(which)})

    return change


def exchanged(*pairs):
    def change(value):
        for a, b in pairs:
            value[a], value[b] = value[b], value[a]

    return change


def without(*keys):
    def change(value):
        for key in keys:
            del value[key]

    return change


ENCLOSURE = {
    "moved up": moved(LITTLE), "moved down": moved(-LITTLE), "lower end inward": inward("lo", LITTLE),
    "upper end inward": inward("hi", LITTLE), "ends exchanged": exchanged(("lo", "hi"), ("lo_hex", "hi_hex")),
    "no lower end": without("lo", "lo_hex"), "no upper end": without("hi", "hi_hex"), "a count": lambda v: v.update(at_least=0, at_most=1),
}


def counts(least, most):
    return lambda value: value.update(at_least=value["at_least"] + least, at_most=value["at_most"] + most)


COUNT = {
    "one more": counts(1, 1), "one less": counts(-1, -1), "no less": lambda v: v.update(at_least=v["at_most"] + 1),
    "no more": lambda v: v.update(at_most=v["at_least"] - 1), "no lower count": without("at_least"), "no upper count": without("at_most"),
    "an index": lambda v: v.update(index=0),
}


def sine_times(side, factor):
    return lambda value: put_bound(value[side]["sine"], bound_value(value[side]["sine"]) * factor)


def entries_of(side, change):
    def edit(value):
        matrix = value[side]["direction"]
        entries = matrix_entries(matrix)
        change(entries)
        put_entries(matrix, entries)

    return edit


def negate_first(entries):
    entries[0] = -entries[0]


def double_first(entries):
    entries[0] *= 2


def move_largest(entries):
    largest = max(range(len(entries)), key=lambda k: abs(entries[k]))
    entries[largest] += abs(entries[largest]) >> 30


def clear(entries):
    entries[:] = [0] * len(entries)


DIRECTIONS = {"sides exchanged": exchanged(("right", "left")), "no left": without("left"), "no right": without("right")}
for SIDE in ("right", "left"):
    DIRECTIONS |= {f"{SIDE}, a sine {what}": sine_times(SIDE, x) for what, x in (("a tenth less", Fraction(9, 10)), ("half", Fraction(1, 2)), ("zero", 0))}
    DIRECTIONS |= {f"{SIDE}, {c.__name__}": entries_of(SIDE, c) for c in (negate_first, double_first, move_largest, clear, list.reverse)}
    DIRECTIONS[f"{SIDE}, no sine"] = lambda v, s=SIDE: v[s].pop("sine")
    DIRECTIONS[f"{SIDE}, on its side"] = lambda v, s=SIDE: exchanged(("rows", "cols"))(v[s]["direction"])


def changes_of(value):
    if not isinstance(value, dict) or "reason" in value:
        return {}
    return ENCLOSURE if "lo" in value else COUNT if "at_least" in value else DIRECTIONS


def place_changes(q, others):
    """What a quantity is of, changed: the value is another there."""
    for key in ("site", "state", "sites", "mean_over", "threshold", "intervention", "definition"):
        if key in q:
            yield f"no {key}", without(key)
    for key, values in (("state", (0, 1, 7)), ("site", (1,)), ("sites", ([0, 1], [1, 1])), ("mean_over", ("states", "sequences", "sites and states", "sites and sequences"))):
        for value in values:
            # A rank may be that of another state too.
            if q.get(key) != value and not (key == "state" and isinstance(q["value"], dict) and "at_least" in q["value"]):
                yield f"{key} {value}", lambda q, key=key, value=value: q.update({key: value})
    for intervention in ("stopped-router", "identity", "token-mean", "top-k", "frozen"):
        if q.get("intervention") != intervention:
            yield f"intervention {intervention}", lambda q, x=intervention: q.update(intervention=x)
    for key, value in (("threshold", {"decimal": "0.7500001"}), ("iterations", 2), ("kept", 1), ("sequence", 0), ("stream", 0), ("streams", [0, 1]), ("composite", True)):
        if key not in q:
            yield f"with {key}", lambda q, key=key, value=value: q.update({key: value})
    for name, value in others.items():
        yield f"the value of {name}", lambda q, value=value: q.update(value=value)
    if "change" in q:
        yield "value and change exchanged", exchanged(("value", "change"))
        yield "no value changed", lambda q: q.update(change=q["value"])
    else:
        yield "with a change", lambda q: q.update(change=q["value"])


def jacobian_forgeries(document):
    """(what, edit), of each quantity at each kind of place one."""
    here = [q for q in document["quantities"] if q["name"] in NAMES and q.get("state") == 0 and "intervention" not in q]
    seen = set()
    for k, q in enumerate(document["quantities"]):
        kind = (q["name"], "state" in q, "sites" in q, q.get("intervention"), str(q.get("threshold")))
        if q["name"] not in NAMES or kind in seen:
            continue
        seen.add(kind)
        what = f"{q['name']} of quantity {k}"
        for part in ("value", "change"):
            for changed, change in changes_of(q.get(part)).items():
                yield f"{what}: {part} {changed}", lambda d, k=k, part=part, change=change: change(d["quantities"][k][part])
        others = {x["name"]: x["value"] for x in here if x["name"] != q["name"] and x["value"] != q["value"]}
        for changed, change in place_changes(q, others):
            yield f"{what}: {changed}", lambda d, k=k, change=change: change(d["quantities"][k])
