"""True certificates of products, with the folders of their data."""
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from product_certificates import chain_certificate, static_certificate


@dataclass(frozen=True)
class ProductSpecimen:
    document: dict
    folder: Path


def halves(*rows):
    return [[Fraction(x, 8) for x in row] for row in rows]


STRETCH, TURN, SHEAR = halves((16, 0), (0, 4)), halves((6, -8), (8, 6)), halves((8, 12), (0, 8))
SMALL = [[Fraction(1, 2**80) * x for x in row] for row in halves((8, 3), (-5, 8))]
MERGED = halves((4, 4), (4, 4))  # one value is 0


def static_specimens(folder):
    """Multiplicities, an exponent, a width that is one, a singular product, one of order above 1024."""
    cases = {
        "static": ([STRETCH, TURN, SHEAR], 6, 0),
        "static, small": ([SMALL] * 7 + [TURN], 3, -560),
        "static, one site of one feature": ([TURN], 1, 0),
        "static, singular": ([SHEAR, MERGED, STRETCH], 4, 0),
        "static, wider": ([STRETCH, TURN, SHEAR, TURN], 40, 0),
        "static, wider and singular": ([SHEAR, MERGED, STRETCH], 30, -3),
        "static, wide": ([STRETCH, SHEAR], 513, 0),
    }
    return {name: static_specimen(folder / f"static{k}", *case) for k, (name, case) in enumerate(cases.items())}


def static_specimen(folder, matrices, width, exp2=0):
    folder.mkdir()
    return ProductSpecimen(static_certificate(folder, matrices, width, exp2), folder)


def chain_specimen(folder, chain, arm, exp2=0):
    return ProductSpecimen(chain_certificate(folder, chain, arm, exp2), folder)
