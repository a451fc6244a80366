#!/usr/bin/env python3
"""Bounds and ends between the true value and the stored one are verified, those short of the true value are refused.

What is true is computed here, in fractions, from the witnesses and the data.

usage: tight_bounds.py MIXCERT_BINARY
"""
import json
import os
import sys
import tempfile
from fractions import Fraction
from math import isqrt
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from certificate_checks import claim_of, enclosures_in, ends
from certificate_numbers import bound_value, is_wide, matrix_entries, put_bound, put_ends, put_entries, rows_of
from checking import at_once, check, problems_of_a_refusal, problems_of_an_acceptance
from edits import edited
from forged_numbers import at
from program import Program, Tally
from specimens import matrices, model, specimens, states

BITS = 400
TINY = Fraction(1, 1 << 70)
ROOM = Fraction(1, 1 << 99)


def root(x):
    """The square root, rounded down by a relative 2^-BITS at most."""
    if x == 0:
        return Fraction(0)
    shift = max(0, 2 * BITS - x.numerator.bit_length() + x.denominator.bit_length())
    shift += shift % 2
    return Fraction(isqrt((x.numerator << shift) // x.denominator), 1 << (shift // 2))


def product(A, B):
    columns = list(zip(*B))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in A]


def transpose(A):
    return [list(column) for column in zip(*A)]


def difference(A, B):
    return [[a - b for a, b in zip(x, y)] for x, y in zip(A, B)]


def diagonal(values, rows=None, columns=None):
    rows, columns = rows or len(values), columns or len(values)
    return [[values[i] if i == j else Fraction(0) for j in range(columns)] for i in range(rows)]


def frobenius(A):
    return root(sum(x * x for row in A for x in row))


def defect(A):
    return frobenius(difference(product(transpose(A), A), diagonal([Fraction(1)] * len(A[0]))))


def column_of(matrix):
    return [row[0] for row in rows_of(matrix)]


def scaled(A, exponent):
    return [[x * Fraction(2) ** exponent for x in row] for row in A]


def tensor_rows(tensor, columns):
    values = [Fraction(x) for x in tensor.values]
    return [values[i : i + columns] for i in range(0, len(values), columns)]


def solved(R, A):
    """R^-T A for an upper triangular R."""
    X = []
    for i, row in enumerate(A):
        rest = [a - sum(R[k][i] * X[k][j] for k in range(i)) for j, a in enumerate(row)]
        X.append([x / R[i][i] for x in rest])
    return X


def relative_defect(R, K):
    whitened = solved(R, transpose(solved(R, K)))
    return frobenius(difference(whitened, diagonal([Fraction(1)] * len(R))))


def svd_bounds(claim, C):
    U, V = rows_of(claim["witness"]["U"]), rows_of(claim["witness"]["V"])
    sigma = column_of(claim["witness"]["sigma"])
    fit = product([[u * s for u, s in zip(row, sigma)] for row in U], transpose(V))
    return {"e": frobenius(difference(fit, C)), "f": defect(V), "g": defect(U)}


def norm_of(B):
    """Of a matrix with positive entries, by its powers, to a relative 1e-15."""
    x = [Fraction(1)] * len(B[0])
    for _ in range(60):
        y = product(transpose(B), product(B, [[v] for v in x]))
        largest = max(v for (v,) in y)
        quotients = [v / w for (v,), w in zip(y, x)]
        x = [Fraction(round(v / largest * (1 << 200)), 1 << 200) for (v,) in y]
    assert max(quotients) - min(quotients) < max(quotients) / 10**15
    return root(max(quotients))


def gram_of_hc(labels, exponents):
    """Of the generators of site a at X, each divided by its power of two."""
    tensors = model()
    X = tensor_rows(states()["X"], 12)
    gamma = [Fraction(x) + 1 for x in tensors["a.norm.gamma"].values]
    weights = transpose(tensor_rows(tensors["a.dynamic_alpha_fn"], 4))
    rows = []
    for label, exponent in zip(labels, exponents):
        first, *rest = label.split("-")
        row = X[int(first[1:])] if first[0] == "x" else [w * g for w, g in zip(weights[int(first[1:])], gamma)]
        for other in rest:
            row = [a - b for a, b in zip(row, X[int(other[1:])])]
        rows.append([x / Fraction(2) ** exponent for x in row])
    return product(rows, transpose(rows))


def true_bounds_of_mixer(name, document):
    rotation = claim_of(document, "rotation")
    P, Q, s = rows_of(rotation["witness"]["P"]), rows_of(rotation["witness"]["Q"]), column_of(rotation["witness"]["s"])
    yield "rotation", {"alpha": defect(P), "beta": defect(Q)}
    if name == "hc of nothing":  # H are the static weights
        static = tensor_rows(model()["a.static_alpha"], 4)
        H = transpose([row[1:] for row in static])
        yield "rotation", {"nu": frobenius(difference(product(product(transpose(P), H), Q), diagonal(s)))}
        return
    generators = claim_of(document, "generators")["witness"]
    if name.startswith("hc"):
        basis = claim_of(document, "basis")
        K = gram_of_hc(generators["generators"], generators["exponents"])
        yield "basis", {"phi": relative_defect(rows_of(basis["witness"]["R"]), K)}
    core = claim_of(document, "core")
    C = rows_of(core["witness"]["C"])
    truncated = [claim for claim in document["claims"] if claim["type"] == "truncation"]
    if truncated:
        V, kept = rows_of(truncated[0]["witness"]["V"]), rows_of(truncated[0]["witness"]["C"])
        p, q, n = len(V), len(V[0]), len(s)
        M = difference(C, diagonal([x for x in s for _ in range(p)]))
        wide = [[V[i % p][j % q] if i // p == j // q else Fraction(0) for j in range(n * q)] for i in range(n * p)]
        N = product(product(transpose(wide), M), wide)
        left_out = frobenius(difference(M, product(product(wide, N), transpose(wide))))
        rounding = frobenius(difference(difference(kept, diagonal([x for x in s for _ in range(q)])), N))
        epsilon = bound_value(core["bound"]["epsilon"]) + bound_value(truncated[0]["bound"]["kappa"]) + rounding
        yield "truncation", {"kappa": left_out, "epsilon": epsilon}
        C = kept
    yield "svd", svd_bounds(claim_of(document, "svd"), C)


def true_bounds_of_matrix(document, tensors):
    claim, subject = claim_of(document, "svd"), document["subject"]
    (exponent,) = claim["witness"]["exponent"]
    columns = subject["shape"][1]
    yield "svd", svd_bounds(claim, scaled(tensor_rows(tensors[subject["name"]], columns), -exponent))
    if subject["radius"] is not None:
        radii = scaled(tensor_rows(tensors[subject["radius"]["name"]], columns), -exponent)
        yield "svd", {"distance": norm_of(radii)}


def with_bound(kind, name, value):
    return lambda document: put_bound(claim_of(document, kind)["bound"][name], value)


def cases_of_bounds(name, document):
    """(what, edit, whether it is still true)"""
    kind = document["subject"]["kind"]
    truths = true_bounds_of_mixer(name, document) if kind == "mixer" else true_bounds_of_matrix(document, matrices())
    for claim, bounds in truths:
        for bound, true in bounds.items():
            stored = bound_value(claim_of(document, claim)["bound"][bound])
            assert stored >= true, (name, claim, bound, float(stored), float(true))
            yield f"{claim}.{bound} halfway", with_bound(claim, bound, (stored + true) / 2), True
            if true > 0:
                yield f"{claim}.{bound} short of what is true", with_bound(claim, bound, true * (1 - TINY)), False


def residuals(document, tensors):
    """The sums of squares of each separated group, and its bound's place."""
    svd, separated = claim_of(document, "svd")["witness"], claim_of(document, "separated")["witness"]
    A = scaled(tensor_rows(tensors[document["subject"]["name"]], document["subject"]["shape"][1]), -svd["exponent"][0])
    U, V, sigma = rows_of(svd["U"]), rows_of(svd["V"]), column_of(svd["sigma"])
    for first, count in zip(separated["first"], separated["count"]):
        part = lambda W: [row[first : first + count] for row in W]
        scale = lambda W: [[w * s for w, s in zip(row, sigma[first : first + count])] for row in part(W)]
        left = difference(product(A, part(V)), scale(U))
        right = difference(product(transpose(A), part(U)), scale(V))
        yield root((frobenius(left) ** 2 + frobenius(right) ** 2) / 2)


def with_residual(group, value):
    def edit(document):
        matrix = claim_of(document, "separated")["witness"]["r"]
        entries = [x << 200 for x in matrix_entries(matrix)]
        matrix["exp2"] -= 200
        entries[group] = -int(-value / Fraction(2) ** matrix["exp2"] // 1)
        put_entries(matrix, entries)

    return edit


def cases_of_residuals(document):
    stored = column_of(claim_of(document, "separated")["witness"]["r"])
    for group, (true, bound) in enumerate(zip(residuals(document, matrices()), stored)):
        assert bound >= true
        yield f"separated.r[{group}] halfway", with_residual(group, (true + bound) / 2), True
        yield f"separated.r[{group}] short of what is true", with_residual(group, true * (1 - TINY)), False


def everything_inward(document):
    """Every enclosure at once: each rests on the others."""
    for _, enclosure in enclosures_in(document):
        if is_wide(enclosure):
            lo, hi = ends(enclosure)
            put_ends(enclosure, lo + abs(lo) * ROOM, hi - abs(hi) * ROOM)


def proved_values(document):
    """Places, and the ends that T6 (a) and T5 (a) prove."""
    svd = claim_of(document, "svd")
    e, f, g = (bound_value(svd["bound"][name]) for name in "efg")
    sigma = column_of(svd["witness"]["sigma"])
    if document["subject"]["kind"] == "matrix":
        (exponent,), distance = svd["witness"]["exponent"], svd["bound"].get("distance")
        e += bound_value(distance) if distance else 0
        low = high = Fraction(1, 1) / Fraction(2) ** exponent
        place = "$.spectrum"
    else:
        rotation = claim_of(document, "rotation")["bound"]
        alpha, beta = bound_value(rotation["alpha"]), bound_value(rotation["beta"])
        low, high = root((1 + alpha) * (1 + beta)), root((1 - alpha) * (1 - beta))
        last = next(claim for claim in reversed(document["claims"]) if "epsilon" in claim["bound"])
        e += bound_value(last["bound"]["epsilon"])
        place = "$.core.values"
    for i, s in enumerate(sigma):
        yield f"{place}[{i}]", (s * root((1 - f) * (1 - g)) - e) / low, (s * root((1 + f) * (1 + g)) + e) / high


def moved(place, lo=None, hi=None):
    def edit(document):
        enclosure = at(document, place)
        own = ends(enclosure)
        put_ends(enclosure, lo if lo is not None else own[0], hi if hi is not None else own[1])
        if place == "$.spectrum[0]":  # the norm is it
            document["quantities"]["norm"] = {key: enclosure[key] for key in ("lo", "hi", "lo_hex", "hi_hex")}

    return edit


def cases_of_ends(document):
    within = Fraction(1, 1 << 150)
    for place, low, high in proved_values(document):
        if low <= 0:
            continue
        yield f"{place} begins just below what is proved", moved(place, lo=low * (1 - within)), True
        yield f"{place} begins just above what is proved", moved(place, lo=low * (1 + within)), False
        yield f"{place} ends just above what is proved", moved(place, hi=high * (1 + within)), True
        yield f"{place} ends just below what is proved", moved(place, hi=high * (1 - within)), False


def cases(name, document):
    if "digits" not in name:  # such ends leave no room beyond their own rounding
        yield "every enclosure inward by 2^-99", everything_inward, True
    yield from cases_of_bounds(name, document)
    if name == "matrix, separated":
        yield from cases_of_residuals(document)
    elif name in ENDS:
        yield from cases_of_ends(document)


# Here no value of the spectrum has one end from the core and one from a tail, which a nearer end would change.
ENDS = ("hc", "hc truncated", "mhc-v4", "matrix", "matrix, a ball")
NAMES = ["hc", "hc of nothing", "hc truncated", "hc 40 digits", "mhc-v4", "mhc-v4 truncated"]
NAMES += ["matrix", "matrix, a ball", "matrix, separated", "matrix, 40 digits"]


def main(binary):
    tally, binary = Tally(), os.path.abspath(binary)
    with tempfile.TemporaryDirectory() as folder:

        def judged(case):
            i, (what, edit, is_true) = case
            path = Path(folder) / f"changed{i}.json"
            path.write_text(json.dumps(edited(document, edit)))
            verdict = check(binary, path, folder)
            return what, list(problems_of_an_acceptance(verdict) if is_true else problems_of_a_refusal(verdict, False))

        for name, specimen in specimens(Program(binary), Path(folder), NAMES).items():
            document = specimen.document
            for what, found in at_once(judged, enumerate(cases(name, document))):
                tally.record(f"{name}: {what}", found)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
