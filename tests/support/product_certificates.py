"""Certificates of kind `product` from values that are known to many digits."""
import hashlib
import json
import struct
from decimal import Decimal, localcontext
from fractions import Fraction
from math import inf, nextafter

from certificate_numbers import decimal_text
from safetensors_file import Tensor, safetensors_bytes

FORMAT = "mixcert-certificate"
SCOPE = "pointwise singular spectrum of the exact real map at the given data; not a Lipschitz constant"
TYPES = ("data", "frozen", "local", "product", "derived")
PARAMETERS = (
    "norm.gamma",
    "static_alpha",
    "dynamic_alpha_fn",
    "dynamic_alpha_scale",
    "static_beta",
    "dynamic_beta_fn",
    "dynamic_beta_scale",
)
CONVENTION = {"gamma_offset": {"hex": "0x1p+0"}, "norm_clamp": {"hex": (1e-12).hex()}}
WIDEN = Fraction(1, 10**15)


def tensors_of(path):
    """The header's entries with the SHA-256 of the tensors' bytes, and the metadata."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    metadata = header.pop("__metadata__", {})
    for entry in header.values():
        begin, end = entry["data_offsets"]
        entry["sha256"] = hashlib.sha256(data[8 + size + begin : 8 + size + end]).hexdigest()
    return header, metadata


def reference(name, path, tensors):
    entry = tensors[name]
    return {
        "name": name,
        "file": path.name,
        "dtype": entry["dtype"],
        "shape": entry["shape"],
        "sha256": entry["sha256"],
    }


def outward(lo, hi, exp2=0):
    """The enclosure in binary64 times a power of two, a unit in the last place wider than needed."""
    unit = Fraction(2) ** exp2
    below, above = nextafter(float(lo / unit), -inf), nextafter(float(hi / unit), inf)
    below = max(below, 0.0)
    decimals = {"lo": decimal_text(Fraction(below), False), "hi": decimal_text(Fraction(above), True)}
    stated = {**decimals, "lo_hex": below.hex(), "hi_hex": above.hex()}
    return {**stated, "exp2": exp2} if exp2 else stated


def around(value, exp2=0, floor=Fraction(0)):
    """Relative to the value; of 0 up to the floor."""
    if value == 0:
        return outward(Fraction(0), floor, exp2)
    return outward(value * (1 - WIDEN / 4), value * (1 + WIDEN / 4), exp2)


def ends(enclosure):
    unit = Fraction(2) ** enclosure.get("exp2", 0)
    return Fraction(float.fromhex(enclosure["lo_hex"])) * unit, Fraction(float.fromhex(enclosure["hi_hex"])) * unit


def upper_decimal(value, slack=Fraction(2, 10**9), digits=15):
    """A decimal of so many digits that is above by about the slack."""
    value = value * (1 + slack)
    places = 0
    while value * Fraction(10) ** places < 10 ** (digits - 1):
        places += 1
    while value * Fraction(10) ** places >= 10**digits:
        places -= 1
    scaled = value * Fraction(10) ** places
    return f"{-(-scaled.numerator // scaled.denominator)}e{-places}"


def ratio(over, under):
    return outward(over[0] / under[1], over[1] / under[0])


def mean_square(entries):
    count = sum(entry["multiplicity"] for entry in entries)
    return tuple(sum(ends(entry)[k] ** 2 * entry["multiplicity"] for entry in entries) / count for k in (0, 1))


def upper_bound(value):
    above = nextafter(float(value), inf)
    return {"hi": decimal_text(Fraction(above), True), "hi_hex": above.hex()}


def derived(spectrum, frozen, norms_product):
    square, frozen_square = mean_square(spectrum), mean_square(frozen)
    plain = lambda entry: {key: value for key, value in entry.items() if key not in ("multiplicity", "from")}
    return {
        "norm": plain(spectrum[0]),
        "frozen_norm": plain(frozen[0]),
        "norm_ratio": ratio(ends(spectrum[0]), ends(frozen[0])),
        "mean_square": outward(*square, 2 * spectrum[0].get("exp2", 0)),
        "frozen_mean_square": outward(*frozen_square, 2 * frozen[0].get("exp2", 0)),
        "mean_square_ratio": ratio(square, frozen_square),
        "smallest": plain(spectrum[-1]),
        "local_norms_product": upper_bound(norms_product),
    }


def certificate(subject, values, frozen_values, norms, exp2=0):
    """Of a product with these values, (value, multiplicity) or one by one, and these norms of factors."""
    pairs = [value if isinstance(value, tuple) else (value, 1) for value in values]
    floor = pairs[0][0] / 2**90
    spectrum = [{**around(value, exp2, floor), "multiplicity": many, "from": "product"} for value, many in pairs]
    frozen = [{**around(value, exp2, floor), "multiplicity": 1} for value in frozen_values]
    stated = [upper_decimal(norm) for norm in norms]
    product = Fraction(1)
    for norm in stated:
        product *= Fraction(norm)
    at_most = upper_decimal(product)
    claim = lambda k, kind: {"id": f"C{k + 1}", "type": kind, "theorem": "", "says": "", "uses": []}
    return {
        "format": FORMAT,
        "version": 1,
        "scope": SCOPE,
        "subject": {"kind": "product", **subject},
        "product": {"method": "dense", "arithmetic": "256 places", "norms_of_suffixes": "chain", "radius": "1e-25"},
        "local": {"norms_at_most": stated, "product_at_most": at_most},
        "spectrum": spectrum,
        "frozen_spectrum": frozen,
        "quantities": derived(spectrum, frozen, Fraction(at_most)),
        "claims": [{**claim(k, kind), "witness": {}, "bound": {}} for k, kind in enumerate(TYPES)],
        "witness_file": None,
        "notes": [],
    }


def chain_certificate(folder, chain, arm, exp2=0):
    """Of a chain of the reference data, residual or write."""
    parameters, trajectory = folder / f"{chain}_params.safetensors", folder / f"{chain}_trajectory.safetensors"
    expected = json.loads((folder / f"{chain}_expected.json").read_text())
    tensors, (states, metadata) = tensors_of(parameters)[0], tensors_of(trajectory)
    sites = []
    for prefix in json.loads(metadata["sites"]):
        site = {
            "site": prefix,
            "parameters": [reference(f"{prefix}.{name}", parameters, tensors) for name in PARAMETERS],
            "state": {**reference(f"{prefix}.X", trajectory, states), "radius": None},
        }
        if arm == "write":
            site["branch_output"] = reference(f"{prefix}.y", trajectory, states)
        sites.append(site)
    known = expected["residual" if arm == "residual" else "residual_plus_write"]
    subject = {
        "mixer": "hc",
        "with": arm,
        "convention": CONVENTION,
        "streams": expected["n"],
        "width": expected["d"],
        "sites": sites,
    }
    values = [Fraction(text) for text in known["sigma_all"]]
    norms = [Fraction(text) for text in known["local"]["sigma_max"]]
    return certificate(subject, values, [Fraction(text) for text in expected["frozen"]["sigma"]], norms, exp2)


STATIC_CONVENTION = {"kind": {"text": "matrix"}, "temperature": {"hex": "0x1p+0"}, "iterations": {"hex": "0x1p+0"}}
STATIC_FILE = "static.safetensors"


def product_of(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]


def root(x):
    """To 80 digits."""
    with localcontext(prec=80):
        return Fraction((Decimal(x.numerator) / Decimal(x.denominator)).sqrt())


def values_of_two_by_two(matrix):
    """From the sum of the squares of both values, and their product."""
    (a, b), (c, d) = matrix
    squares, determinant = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    plus, minus = root(squares + 2 * determinant), root(squares - 2 * determinant)
    return (plus + minus) / 2, (plus - minus) / 2


def static_certificate(folder, matrices, width, exp2=0):
    """Of a product of matrices 2 x 2 of binary fractions, each of which is a site that does not look at the state."""
    tensors, product, norms = {}, [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]], []
    for k, matrix in enumerate(matrices):
        flat = tuple(float(x) for row in matrix for x in row)
        tensors[f"s{k}.H"] = Tensor("F64", (2, 2), flat)
        tensors[f"s{k}.pre"] = tensors[f"s{k}.post"] = Tensor("F64", (2,), (0.5, 0.5))
        tensors[f"X{k}"] = Tensor("F64", (2, width), tuple(float(k + c) for c in range(2 * width)))
        product = product_of(matrix, product)
        norms.append(values_of_two_by_two(matrix)[0])
    path = folder / STATIC_FILE
    path.write_bytes(safetensors_bytes(tensors))
    stored = tensors_of(path)[0]
    site = lambda k: {
        "site": f"s{k}",
        "parameters": [reference(f"s{k}.{name}", path, stored) for name in ("H", "pre", "post")],
        "state": {**reference(f"X{k}", path, stored), "radius": None},
    }
    subject = {
        "mixer": "static",
        "with": "residual",
        "convention": STATIC_CONVENTION,
        "streams": 2,
        "width": width,
        "sites": [site(k) for k in range(len(matrices))],
    }
    values = values_of_two_by_two(product)
    return certificate(subject, [(value, width) for value in values], values, norms, exp2)
