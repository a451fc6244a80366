"""Exact numbers in a certificate, read and written."""
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import ceil, floor

from certificate_checks import ends

PLACES = 200


def decimal_text(value, upward):
    """A decimal of many digits on the asked side of the fraction."""
    context = Context(prec=PLACES, rounding=ROUND_CEILING if upward else ROUND_FLOOR, Emax=10**6, Emin=-(10**6))
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def hexadecimal_text(value):
    """Exactly, for a fraction whose denominator is a power of two."""
    places = value.denominator.bit_length() - 1
    assert value.denominator == 1 << places
    return f"{'-' if value < 0 else ''}0x{abs(value.numerator):x}p-{places}"


def rounded(value, upward, bits=160):
    """The binary fraction of so many places next to it on the asked side."""
    if value == 0:
        return value
    shift = bits - (abs(value.numerator).bit_length() - value.denominator.bit_length())
    unit = Fraction(2) ** -shift
    return (ceil if upward else floor)(value / unit) * unit


def put_ends(enclosure, lo, hi):
    """In the form that the enclosure has; the ends move outwards to 160 places, or 200 digits."""
    if "lo_hex" in enclosure:
        lo, hi = rounded(lo, False), rounded(hi, True)
        enclosure["lo_hex"], enclosure["hi_hex"] = hexadecimal_text(lo), hexadecimal_text(hi)
    enclosure["lo"], enclosure["hi"] = decimal_text(lo, False), decimal_text(hi, True)


def bound_value(bound):
    return Fraction(float.fromhex(bound["hi_hex"]))


def put_bound(bound, value):
    value = rounded(value, True)
    bound["hi_hex"], bound["hi"] = hexadecimal_text(value), decimal_text(value, True)


def matrix_entries(matrix):
    """Integers, row by row."""
    return [int(x, 16) for x in matrix["entries"]]


def put_entries(matrix, entries):
    matrix["entries"] = [f"{x:x}" for x in entries]


def rows_of(matrix):
    """Of fractions."""
    unit, entries, columns = Fraction(2) ** matrix["exp2"], matrix_entries(matrix), matrix["cols"]
    return [[x * unit for x in entries[i * columns : (i + 1) * columns]] for i in range(matrix["rows"])]


def is_wide(enclosure):
    lo, hi = ends(enclosure)
    return lo < hi
