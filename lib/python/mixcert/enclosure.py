"""An enclosure: a number that is known to lie between two others."""
from __future__ import annotations

import math
import numbers
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any, NoReturn, Optional, Union

Number = Union[int, float, Fraction, Decimal, str]


def exact(x: Any) -> Fraction:
    """The real number that `x` is: of a float the binary number, of a text the decimal (or, with 0x, the binary) one.

    >>> exact(0.5), exact("0.1"), exact("0x1.8p+1")
    (Fraction(1, 2), Fraction(1, 10), Fraction(3, 1))

    Raises ValueError for NaN, infinities and other texts, TypeError for what is no number.
    """
    try:
        if isinstance(x, str):
            return Fraction(float.fromhex(x)) if "x" in x.lower() else Fraction(Decimal(x.strip()))
        if isinstance(x, (numbers.Rational, float, Decimal)):
            return Fraction(x)
        if isinstance(x, numbers.Real) and float(x) == x:  # NumPy's shorter ones
            return Fraction(float(x))
    except (ArithmeticError, ValueError):
        raise ValueError(f"{x!r} is no finite number") from None
    raise TypeError(f"{x!r} is no number that is exact: give an int, float, Fraction, Decimal or str")


def float_below(x: Fraction) -> float:
    """The largest float that is at most x; minus infinity below all floats."""
    try:
        nearest = float(x)
    except OverflowError:
        return math.nextafter(math.inf, 0) if x > 0 else -math.inf
    return nearest if Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)


def float_above(x: Fraction) -> float:
    """The smallest float that is at least x; infinity above all floats."""
    return -float_below(-x)


class Enclosure:
    """A real number that lies between `lo` and `hi`, which are exact; nothing more is known of it.

    >>> x = Enclosure("1.91", 1.9375)
    >>> x.lo, x.hi
    (Fraction(191, 100), Fraction(31, 16))
    >>> x.less(2), x.less(1), x.less(1.92)
    (True, False, None)
    >>> x.lower < x.mid() < x.upper
    True

    An enclosure is no float, and is never rounded to one unasked: `.lower` and `.upper` are floats that lie outside,
    `.mid()` is a float near the middle and certifies nothing. Comparisons are methods that return True, False, or None
    where the enclosure leaves it open. `==` between enclosures compares their ends, not the numbers in them.

    `str` shows the digits that are certain: in 1.9172077423949793(2) the number is within 2 units of the last digit.
    Where hardly any is, it shows both ends, rounded outward.

    >>> print(Enclosure("1.91720774", "1.91720776"), Enclosure(0, "0.25"), Enclosure(3))
    1.91720775(1) [0, 0.25] 3
    """

    __slots__ = ("_hi", "_lo")
    __array_ufunc__ = None  # NumPy leaves comparisons with its numbers to this class
    _lo: Fraction
    _hi: Fraction

    def __init__(self, lo: Number, hi: Optional[Number] = None) -> None:
        """Between `lo` and `hi`, or `lo` itself. Raises ValueError where lo > hi, and as `exact`."""
        low = exact(lo)
        high = low if hi is None else exact(hi)
        if low > high:
            raise ValueError(f"the lower end {lo!r} is above the upper end {hi!r}")
        object.__setattr__(self, "_lo", low)
        object.__setattr__(self, "_hi", high)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an enclosure does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("an enclosure does not change")

    def __reduce__(self) -> tuple:
        return Enclosure, (self._lo, self._hi)

    @property
    def lo(self) -> Fraction:
        """The lower end, exactly."""
        return self._lo

    @property
    def hi(self) -> Fraction:
        """The upper end, exactly."""
        return self._hi

    @property
    def lower(self) -> float:
        """The largest float at or below the lower end."""
        return float_below(self._lo)

    @property
    def upper(self) -> float:
        """The smallest float at or above the upper end."""
        return float_above(self._hi)

    @property
    def width(self) -> Fraction:
        """hi - lo, exactly."""
        return self._hi - self._lo

    def mid(self) -> float:
        """A float near the middle. It certifies nothing: the number need not be it, nor round to it."""
        middle = (self._lo + self._hi) / 2
        return max(float_below(middle), -math.nextafter(math.inf, 0))

    def contains(self, x: Union[Number, Enclosure]) -> bool:
        """Whether all of x, a number or an enclosure, lies between the ends."""
        other = _enclosure(x)
        return self._lo <= other._lo and other._hi <= self._hi

    def less(self, x: Union[Number, Enclosure]) -> Optional[bool]:
        """Whether the number is below x; None where that is open."""
        other = _enclosure(x)
        return True if self._hi < other._lo else False if self._lo >= other._hi else None

    def less_equal(self, x: Union[Number, Enclosure]) -> Optional[bool]:
        """Whether the number is at most x; None where that is open."""
        other = _enclosure(x)
        return True if self._hi <= other._lo else False if self._lo > other._hi else None

    def greater(self, x: Union[Number, Enclosure]) -> Optional[bool]:
        """Whether the number is above x; None where that is open."""
        return _enclosure(x).less(self)

    def greater_equal(self, x: Union[Number, Enclosure]) -> Optional[bool]:
        """Whether the number is at least x; None where that is open."""
        return _enclosure(x).less_equal(self)

    def equal(self, x: Union[Number, Enclosure]) -> Optional[bool]:
        """Whether the number is x; None where that is open, True only where both are points."""
        other = _enclosure(x)
        if self._hi < other._lo or self._lo > other._hi:
            return False
        return True if self._lo == self._hi == other._lo == other._hi else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Enclosure):
            return self._lo == other._lo and self._hi == other._hi
        if isinstance(other, (numbers.Number, Decimal)):
            raise TypeError("whether an enclosed number is another may be open: ask .equal(x) or .contains(x)")
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._lo, self._hi))

    def _refuse_order(self, other: object) -> NoReturn:
        raise TypeError(
            "whether an enclosed number is less may be open: ask .less(x), .less_equal(x), .greater(x), .greater_equal(x)"
        )

    __lt__ = __le__ = __gt__ = __ge__ = _refuse_order

    def __float__(self) -> NoReturn:
        raise TypeError(
            "an enclosure is no float: take .lower or .upper, rounded outward, or .mid(), which certifies nothing"
        )

    def __bool__(self) -> NoReturn:
        raise TypeError("an enclosure is neither true nor false: compare it, or ask whether it is None")

    def __repr__(self) -> str:
        return f"Enclosure('{_decimal(self._lo, 17, ROUND_FLOOR)}', '{_decimal(self._hi, 17, ROUND_CEILING)}')"

    def __str__(self) -> str:
        return _certain_digits(self._lo, self._hi) or (
            f"[{_decimal(self._lo, 6, ROUND_FLOOR)}, {_decimal(self._hi, 6, ROUND_CEILING)}]"
        )


def _enclosure(x: Union[Number, Enclosure]) -> Enclosure:
    return x if isinstance(x, Enclosure) else Enclosure(x)


def _decimal(x: Fraction, digits: int, rounding: str) -> str:
    """So many digits at most, rounded in that direction."""
    context = Context(prec=digits, rounding=rounding, Emin=-(10**9), Emax=10**9)
    rounded = context.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize(context)
    return f"{rounded:f}" if -6 <= rounded.adjusted() < 17 or not rounded else str(rounded).replace("E", "e")


def _power_of_ten(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


def _magnitude(x: Fraction) -> int:
    """The exponent of the first digit of x > 0."""
    guess = len(str(x.numerator)) - len(str(x.denominator))
    return guess if _power_of_ten(guess) <= x else guess - 1


def _certain_digits(lo: Fraction, hi: Fraction) -> Optional[str]:
    """DIGITS(k): everything between lo and hi is within k units of the last digit, k from 0 to 9; (0) is left out. None
    with less than two digits."""
    middle, radius = (lo + hi) / 2, (hi - lo) / 2
    if middle == 0:
        return "0" if radius == 0 else None
    first = _magnitude(abs(middle))
    last = first - 16 if radius == 0 else _magnitude(radius)
    while True:
        unit = _power_of_ten(last)
        digits = round(middle / unit)
        off = math.ceil(max(hi - digits * unit, digits * unit - lo) / unit)
        if off <= 9:
            break
        last += 1
    if first - last < 1:
        return None
    places = str(abs(digits))
    if -5 <= first < 17 and last <= 0:
        whole = places.rjust(1 - last, "0")
        text, exponent = whole if last == 0 else f"{whole[:last]}.{whole[last:]}", ""
    else:
        text, exponent = f"{places[0]}.{places[1:]}", f"e{first:+03d}"
    if off == 0:
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{'-' if middle < 0 else ''}{text}{f'({off})' if off else ''}{exponent}"
