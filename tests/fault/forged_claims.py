"""Certificates whose claims, witnesses or bounds are missing, doubled, foreign or of another shape."""
import copy

from edits import drop, put

HUGE = 1 << 31
BOUND = {"hi": "1e+00", "hi_hex": "0x1p+0"}
MATRIX = {"rows": 1, "cols": 1, "exp2": 0, "entries": ["1"]}


def claim(kind):
    own = {"id": "C99", "type": kind, "theorem": "T1", "says": "It is so.", "uses": []}
    return {**own, "witness": {}, "bound": {}}


def inserted(place, what):
    return lambda document: document["claims"].insert(place, copy.deepcopy(what))


def swapped(i):
    def edit(document):
        claims = document["claims"]
        claims[i], claims[i + 1] = claims[i + 1], claims[i]

    return edit


def of_claims(document):
    claims = document["claims"]
    for i, own in enumerate(claims):
        yield f"no claim {own['type']}", drop("claims", i)
        yield f"the claim {own['type']} twice", inserted(i, own)
        yield f"the claim {own['type']} again at the end", inserted(len(claims), own)
        yield f"the claim {own['type']} of another type", put("lipschitz", "claims", i, "type")
        for key in ("id", "type", "witness", "bound"):
            yield f"the claim {own['type']} without {key}", drop("claims", i, key)
        for part in ("witness", "bound"):
            if own[part]:
                yield f"the claim {own['type']} with an empty {part}", put({}, "claims", i, part)
            for name in own[part]:
                yield f"the claim {own['type']} without {name}", drop("claims", i, part, name)
                yield f"the claim {own['type']} with {name} null", put(None, "claims", i, part, name)
        yield f"the claim {own['type']} with a further bound", put(BOUND, "claims", i, "bound", "lipschitz")
        yield f"the claim {own['type']} with a further witness", put(MATRIX, "claims", i, "witness", "Z")
        yield f"the claim {own['type']} with further integers", put([1], "claims", i, "witness", "rank")
        yield f"the claim {own['type']} with a further enclosure", put([], "claims", i, "bound", "gain")
        if i + 1 < len(claims):
            yield f"{own['type']} after the next claim", swapped(i)
    for kind in ("lipschitz", "state_box", "separated", "truncation", "svd"):
        for place in (0, len(claims)):
            yield f"a further claim {kind} at {place}", inserted(place, claim(kind))
    yield "no claims", put([], "claims")
    yield "claims as an object", put({}, "claims")
    yield "an id that ends the line", put("C1\nVERIFIED\n", "claims", 0, "id")


SHAPES = {
    "rows and columns exchanged": lambda m: m.update(rows=m["cols"], cols=m["rows"]),
    "0 x 0": lambda m: m.update(rows=0, cols=0, entries=[]),
    "0 x 0 with entries": lambda m: m.update(rows=0, cols=0),
    "2^31 x 2^31": lambda m: m.update(rows=HUGE, cols=HUGE),
    "2^63 rows": lambda m: m.update(rows=1 << 63),
    "2^64 rows": lambda m: m.update(rows=1 << 64),
    "-1 rows": lambda m: m.update(rows=-1),
    "one entry less": lambda m: m["entries"].pop(),
    "one entry more": lambda m: m["entries"].append("1"),
    "one row less": lambda m: m.update(rows=m["rows"] - 1, entries=m["entries"][: -m["cols"]]),
    "one row more": lambda m: m.update(rows=m["rows"] + 1, entries=m["entries"] + ["0"] * m["cols"]),
    "exponent 2^31": lambda m: m.update(exp2=HUGE),
    "exponent 2^20": lambda m: m.update(exp2=1 << 20),
    "exponent -2^20": lambda m: m.update(exp2=-(1 << 20)),
    "exponent 2^14": lambda m: m.update(exp2=1 << 14),
    "exponent -2^14": lambda m: m.update(exp2=-(1 << 14)),
    "exponent as text": lambda m: m.update(exp2="-128"),
    "an entry that is no number": lambda m: m["entries"].__setitem__(0, "nan"),
    "an entry with a prefix": lambda m: m["entries"].__setitem__(0, "0x1"),
    "an empty entry": lambda m: m["entries"].__setitem__(0, ""),
    "a sign alone": lambda m: m["entries"].__setitem__(0, "-"),
    "an entry of a million digits": lambda m: m["entries"].__setitem__(0, "f" * 1_000_000),
    "numbers as entries": lambda m: m["entries"].__setitem__(0, 1),
}


def with_shape(i, name, change):
    return lambda document: change(document["claims"][i]["witness"][name])


def of_shapes(document):
    for i, own in enumerate(document["claims"]):
        for name, matrix in own["witness"].items():
            if not isinstance(matrix, dict) or not matrix["entries"]:
                continue
            for how, change in SHAPES.items():
                if how.startswith("rows and columns") and matrix["rows"] == matrix["cols"]:
                    continue
                if name == "o" and how == "exponent -2^14":  # nothing is coupled within the groups of these specimens
                    continue
                yield f"{own['type']}.{name}: {how}", with_shape(i, name, change)


def negative_groups(name):
    def edit(document):
        matrix = document["claims"][2]["witness"][name]
        matrix["entries"] = ["-" + x for x in matrix["entries"]]

    return edit


def of_separated(document):
    index = next((i for i, c in enumerate(document["claims"]) if c["type"] == "separated"), None)
    if index is None:
        return
    for name in ("r", "o"):
        yield f"negative {name}", negative_groups(name)
    first, count = (document["claims"][index]["witness"][name] for name in ("first", "count"))
    for name, own, others in (("first", first, (-1, 0, 4, 5)), ("count", count, (0, 3, 1 << 31))):
        for value in others:
            yield f"{name} {value}", put([value, *own[1:]], "claims", index, "witness", name)
        yield f"one {name} less", put(own[1:], "claims", index, "witness", name)


def of_basis(document):
    """Two bounds for one basis; the claim is that both hold."""
    for i, own in enumerate(document["claims"]):
        if own["type"] != "basis":
            continue
        for name in own["bound"]:
            other = name.replace("phi", "t") if name.startswith("phi") else name.replace("t", "phi")
            yield f"{name} and {other}", put({"hi": "0", "hi_hex": "0x0p+0"}, "claims", i, "bound", other)
            if name.startswith("phi"):
                yield f"{name} of 1", put(BOUND, "claims", i, "bound", name)
        for name, matrix in own["witness"].items():
            zero = {**matrix, "entries": ["0"] * len(matrix["entries"])}
            yield f"{name} of zeros", put(zero, "claims", i, "witness", name)
            if matrix["rows"] > 1:
                first = {**matrix, "entries": ["0", *matrix["entries"][1:]]}
                yield f"{name} with a zero pivot", put(first, "claims", i, "witness", name)
                below = list(matrix["entries"])
                below[matrix["cols"]] = "1"
                lower = {**matrix, "entries": below}
                yield f"{name} with an entry below the diagonal", put(lower, "claims", i, "witness", name)


def of_defects(document):
    for i, own in enumerate(document["claims"]):
        for name in set(own["bound"]) & {"alpha", "beta", "f", "g"}:
            for value in ({"hi": "1e+00", "hi_hex": "0x1p+0"}, {"hi": "3e+00", "hi_hex": "0x1.8p+1"}):
                yield f"{own['type']}.{name} of {value['hi']}", put(value, "claims", i, "bound", name)


def forgeries(document):
    yield from of_claims(document)
    yield from of_shapes(document)
    yield from of_separated(document)
    yield from of_basis(document)
    yield from of_defects(document)
