#!/usr/bin/env python3
"""What a product makes of a direction, worked out in fractions, is verified by `mixcert check`; what it does not is not.

usage: forged_directions.py MIXCERT_BINARY
"""
import sys
import tempfile
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from edits import drop, edited, put
from forged_products import problems_of_a_forgery, problems_of_a_truth
from product_certificates import ends, outward, product_of, reference, root, static_certificate, tensors_of, upper_bound
from product_specimens import SHEAR, STRETCH, TURN, ProductSpecimen
from program import Tally
from safetensors_file import Tensor, safetensors_bytes

CLAIM = "C6 direction"
PLACES = 64
WIDEN = Fraction(1, 10**15)
DIRECTION_FILE = "z.safetensors"
ROTATED = ((3, -2, 5), (1, 4, -7))
MATRICES = (STRETCH, TURN, SHEAR)


def transposed(matrix):
    return [list(row) for row in zip(*matrix)]


def whole_product(matrices):
    product = matrices[0]
    for matrix in matrices[1:]:
        product = product_of(matrix, product)
    return product


def times(matrix, Z):
    return [[sum(matrix[i][k] * Z[k][c] for k in range(2)) for c in range(len(Z[0]))] for i in range(2)]


def length(Z):
    return root(sum(x * x for row in Z for x in row))


def logarithm(x):
    with localcontext(prec=80):
        return Fraction((Decimal(x.numerator) / Decimal(x.denominator)).ln())


def dyadic(Z, places=PLACES):
    """To the nearest multiples of 2^-64."""
    entries = [f"{round(x * 2**places):x}" for row in Z for x in row]
    return {"rows": len(Z), "cols": len(Z[0]), "exp2": -places, "entries": entries}


def values_of(matrix):
    entries = [int(x, 16) * Fraction(2) ** matrix["exp2"] for x in matrix["entries"]]
    return [entries[: matrix["cols"]], entries[matrix["cols"] :]]


def around(x):
    """Of either sign."""
    lo, hi = x - abs(x) * WIDEN, x + abs(x) * WIDEN
    if x >= 0:
        return outward(lo, hi)
    flipped = outward(-hi, -lo)
    minus = lambda text: text[1:] if text.startswith("-") else "-" + text
    return {f"{to}{form}": minus(flipped[f"{of}{form}"]) for to, of in (("lo", "hi"), ("hi", "lo")) for form in ("", "_hex")}


def described(P, Z, norm, sine=None):
    """The image of Z under P, and what is stated of it."""
    image = times(P, Z)
    there, gain = length(image), length(image) / length(Z)
    unit = [[x / there for x in row] for row in image]
    short = dyadic(unit)
    off = length([[x - y for x, y in zip(*rows)] for rows in zip(unit, values_of(short))])
    share = outward(ends(around(gain))[0] / norm[1], min(Fraction(1), ends(around(gain))[1] / norm[0]))
    if float.fromhex(share["hi_hex"]) > 1:
        share.update(hi="1", hi_hex="0x1p+0")
    stated = {
        "log_norm": around(logarithm(there)),
        "gain": around(gain),
        "gain_over_norm": share,
        "image": short,
        "distance": upper_bound(off + Fraction(1, 2**100)),
    }
    return {**stated, "sine": upper_bound(sine)} if sine else stated


def with_direction(document, direction):
    claim = {**document["claims"][0], "id": "C6", "type": "direction", "witness": {}, "bound": {}}
    return {**document, "direction": direction, "claims": [*document["claims"], claim]}


def given(folder, is_transposed):
    """Of a tensor of three features."""
    folder.mkdir()
    document = static_certificate(folder, MATRICES, 3)
    flat = tuple(float(x) for row in ROTATED for x in row)
    path = folder / DIRECTION_FILE
    path.write_bytes(safetensors_bytes({"z": Tensor("F64", (2, 3), flat), "other": Tensor("F64", (2, 3), flat[::-1])}))
    P = whole_product(MATRICES)
    Z = [[Fraction(x) for x in row] for row in ROTATED]
    stated = described(transposed(P) if is_transposed else P, Z, ends(document["spectrum"][0]))
    tensor = {**reference("z", path, tensors_of(path)[0]), "index": []}
    return ProductSpecimen(with_direction(document, {"transposed": is_transposed, "tensor": tensor, **stated}), folder)


def first_vector(P):
    """The right one of a matrix 2 x 2, to 70 digits: of P^T P, with the larger value."""
    G = product_of(transposed(P), P)
    value = (G[0][0] + G[1][1] + root((G[0][0] - G[1][1]) ** 2 + 4 * G[0][1] ** 2)) / 2
    vector = [[G[0][1]], [value - G[0][0]]]
    size = length(vector)
    return [[row[0] / size] for row in vector]


def found(folder, is_transposed, width=1):
    """Of the first singular vector; of one feature, so that the norm is met once."""
    folder.mkdir()
    document = static_certificate(folder, MATRICES, width)
    P = whole_product(MATRICES)
    map_of = transposed(P) if is_transposed else P
    vector = dyadic([[*row, *[Fraction(0)] * (width - 1)] for row in first_vector(map_of)])
    sine = Fraction(1, 10**15) if width == 1 else None
    stated = described(map_of, values_of(vector), ends(document["spectrum"][0]), sine)
    return ProductSpecimen(with_direction(document, {"transposed": is_transposed, "vector": vector, **stated}), folder)


def moved(name, by):
    """Both ends, by so much of their size."""

    def edit(document):
        lo, hi = ends(document["direction"][name])
        document["direction"][name] = outward(lo * (1 + by), hi * (1 + by))

    return edit


def bound_lowered(name, factor):
    def edit(document):
        bound = Fraction(float.fromhex(document["direction"][name]["hi_hex"]))
        document["direction"][name] = upper_bound(bound * factor)

    return edit


def entry_changed(name, by):
    def edit(document):
        entries = document["direction"][name]["entries"]
        entries[0] = f"{int(entries[0], 16) + by:x}"

    return edit


def forgeries_of_any():
    shift = 4 * WIDEN
    yield "a logarithm moved up", moved("log_norm", shift), CLAIM
    yield "a logarithm moved down", moved("log_norm", -shift), CLAIM
    yield "a gain moved up", moved("gain", shift), CLAIM
    yield "a gain moved down", moved("gain", -shift), CLAIM
    yield "a gain of another exponent", put(1, "direction", "gain", "exp2"), CLAIM
    yield "a gain of an exponent of 2^30", put(1 << 30, "direction", "gain", "exp2"), CLAIM
    yield "a share of the norm moved down", moved("gain_over_norm", -shift), CLAIM
    yield "a negative share of the norm", put("-0x1p-1", "direction", "gain_over_norm", "lo_hex"), "document"
    yield "ends beside a null share", put(None, "direction", "gain_over_norm", "value"), "document"
    yield "a null share without a reason", put({"value": None}, "direction", "gain_over_norm"), "document"
    yield "an entry of the image", entry_changed("image", 1 << 12), CLAIM
    yield "a distance that is too small", bound_lowered("distance", Fraction(1, 2)), CLAIM
    yield "no distance", drop("direction", "distance"), "document"
    yield "an image of another shape", put({"rows": 1, "cols": 1, "exp2": 0, "entries": ["1"]}, "direction", "image"), CLAIM
    yield "the other product", lambda d: put(not d["direction"]["transposed"], "direction", "transposed")(d), CLAIM
    yield "no direction", drop("direction"), "claims"
    yield "no claim", drop("claims", 5), "direction"
    yield "a witness", put({"rows": 1, "cols": 1, "exp2": 0, "entries": ["1"]}, "claims", 5, "witness", "U"), CLAIM
    yield "neither a tensor nor a vector", lambda d: [d["direction"].pop(key, None) for key in ("tensor", "vector")], "document"


def forgeries_of_given(document):
    image = document["direction"]["image"]
    yield "a vector beside the tensor", put(image, "direction", "vector"), "document"
    yield "the hash of another tensor", put("0" * 64, "direction", "tensor", "sha256"), CLAIM
    yield "another tensor", put("other", "direction", "tensor", "name"), CLAIM
    yield "a tensor of another shape", put([3, 2], "direction", "tensor", "shape"), CLAIM
    yield "a sine", put(upper_bound(Fraction(1, 2)), "direction", "sine"), "document"


def forgeries_of_found(document):
    vector = document["direction"]["vector"]
    second = [f"{x:x}" for x in (int(vector["entries"][1], 16), -int(vector["entries"][0], 16))]
    P = whole_product(MATRICES)
    map_of = transposed(P) if document["direction"]["transposed"] else P
    exchanged = {**vector, "entries": second}
    of_second = described(map_of, values_of(exchanged), ends(document["spectrum"][0]), Fraction(1, 10**15))
    yield "the second singular vector", lambda d: d["direction"].update(vector=exchanged, **of_second), CLAIM
    yield "an entry of the vector", entry_changed("vector", 1 << 24), CLAIM
    yield "a sine that is too small", bound_lowered("sine", Fraction(1, 10**8)), CLAIM
    yield "a sine of 1", put(upper_bound(Fraction(1)), "direction", "sine"), CLAIM
    yield "a vector that is zero", put({**vector, "entries": ["0", "0"]}, "direction", "vector"), CLAIM


def problems_of_an_angle_among_many(binary, specimen):
    """Of two features every value is met twice: there is no line."""
    forged = edited(specimen.document, put(upper_bound(Fraction(1, 2)), "direction", "sine"))
    yield from problems_of_a_forgery(binary, forged, specimen.folder, CLAIM)


def main(binary):
    tally, binary = Tally(), str(Path(binary).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        specimens = [(make, way, make(folder / f"{make.__name__}{way}", way)) for make in (given, found) for way in (False, True)]
        for make, way, specimen in specimens:
            name = f"{make.__name__}{', transposed' if way else ''}"
            tally.record(name, problems_of_a_truth(binary, specimen.document, specimen.folder))
            of_kind = forgeries_of_given if make is given else forgeries_of_found
            for what, edit, claim in [*forgeries_of_any(), *of_kind(specimen.document)]:
                forged = edited(specimen.document, edit)
                tally.record(f"{name}: {what}", problems_of_a_forgery(binary, forged, specimen.folder, claim))
        many = found(folder / "many", False, 2)
        tally.record("two features", problems_of_a_truth(binary, many.document, many.folder))
        tally.record("two features: a sine", problems_of_an_angle_among_many(binary, many))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
