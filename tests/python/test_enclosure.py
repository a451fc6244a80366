"""Enclosures: exact ends, outward conversions, three-valued comparisons."""
import copy
import math
import pickle
import random
import re
import sys
import unittest
from decimal import Decimal
from fractions import Fraction

import numpy as np
from mixcert import Enclosure, Spectrum


def shown(x):
    """The ends of the interval that str shows, exactly."""
    text = str(x)
    if text.startswith("["):
        lo, hi = text[1:-1].split(", ")
        return Fraction(lo), Fraction(hi)
    digits, units, exponent = re.fullmatch(r"(-?[0-9.]+)(?:\((\d)\))?(e[+-]\d+)?", text).groups()
    scale = Fraction(f"1{exponent}" if exponent else 1)
    last = Fraction(1, 10 ** len(digits.partition(".")[2]))
    off = int(units or 0) * last
    return (Fraction(digits) - off) * scale, (Fraction(digits) + off) * scale


def random_end(generator):
    kind = generator.randrange(5)
    if kind == 0:
        return Fraction(generator.uniform(-10, 10))
    if kind == 1:
        return Fraction(generator.getrandbits(200) - 2**199, generator.getrandbits(150) + 1)
    if kind == 2:
        return Fraction(math.ldexp(generator.uniform(-1, 1), generator.randrange(-1074, 1024)))
    if kind == 3:
        return Fraction(generator.randrange(-1000, 1000))
    return Fraction(generator.randrange(-(10**12), 10**12), 10 ** generator.randrange(40))


class Ends(unittest.TestCase):
    def test_are_exact(self):
        self.assertEqual(Enclosure(0.1).lo, Fraction(0.1))
        self.assertEqual(Enclosure("0.1").lo, Fraction(1, 10))
        self.assertEqual(Enclosure("0x1p-1074").lo, Fraction(1, 2**1074))
        self.assertEqual(Enclosure(Decimal("1e-400")).hi, Fraction(1, 10**400))
        self.assertEqual(Enclosure(np.float32(0.1)).lo, Fraction(float(np.float32(0.1))))
        self.assertEqual(Enclosure(np.int64(2**60 + 1)).lo, 2**60 + 1)

    def test_that_are_none_are_refused(self):
        for x in (math.nan, math.inf, -math.inf, "nan", "1,5", "", Decimal("inf")):
            self.assertRaises(ValueError, Enclosure, x)
        for x in (None, 1j, [1], b"1"):
            self.assertRaises(TypeError, Enclosure, x)
        self.assertRaises(ValueError, Enclosure, 1, 0)

    def test_as_floats_lie_outside_and_are_the_nearest_such(self):
        generator = random.Random(1)
        for _ in range(3000):
            x = Enclosure(*sorted((random_end(generator), random_end(generator))))
            self.assertTrue(x.lower == -math.inf or Fraction(x.lower) <= x.lo)
            self.assertTrue(x.upper == math.inf or Fraction(x.upper) >= x.hi)
            above, below = math.nextafter(x.lower, math.inf), math.nextafter(x.upper, -math.inf)
            self.assertTrue(above == math.inf or Fraction(above) > x.lo)
            self.assertTrue(below == -math.inf or Fraction(below) < x.hi)

    def test_beyond_all_floats(self):
        largest = math.nextafter(math.inf, 0)
        x = Enclosure("1e400", "1e500")
        self.assertEqual((x.lower, x.upper, x.mid()), (largest, math.inf, largest))
        tiny = Enclosure("-1e-400", "1e-400")
        self.assertEqual((tiny.lower, tiny.upper), (-5e-324, 5e-324))


class Text(unittest.TestCase):
    def test_contains_the_enclosure(self):
        generator = random.Random(2)
        for _ in range(5000):
            lo = random_end(generator)
            x = Enclosure(lo, lo + abs(lo) * Fraction(generator.random()) / 10 ** generator.randrange(30))
            low, high = shown(x)
            self.assertLessEqual(low, x.lo, str(x))
            self.assertGreaterEqual(high, x.hi, str(x))
            again = eval(repr(x))
            self.assertTrue(again.contains(x), repr(x))

    def test_is_not_much_wider(self):
        generator = random.Random(3)
        for _ in range(2000):
            lo = Fraction(generator.uniform(1, 10))
            width = Fraction(generator.random()) / 10 ** generator.randrange(2, 17) + Fraction(1, 2**52)
            low, high = shown(Enclosure(lo, lo + width))
            self.assertLessEqual(high - low, 20 * width)

    def test_of_known_numbers(self):
        for ends, text in {
            ("1.999", "2.001"): "2.000(1)",
            (3,): "3",
            (0,): "0",
            ("-0.25",): "-0.25",
            (-1, 1): "[-1, 1]",
            ("1e-7", "1.1e-7"): "1.05(5)e-07",
            ("0.999999", "1.000001"): "1.000000(1)",
            (1, 3): "[1, 3]",
        }.items():
            self.assertEqual(str(Enclosure(*ends)), text)


class Comparison(unittest.TestCase):
    def test_is_yes_no_or_open(self):
        x = Enclosure(1, 2)
        for y, less, less_equal, greater, greater_equal in (
            (0, False, False, True, True),
            (1, False, None, None, True),
            ("1.5", None, None, None, None),
            (2, None, True, False, None),
            (3, True, True, False, False),
        ):
            self.assertIs(x.less(y), less, y)
            self.assertIs(x.less_equal(y), less_equal, y)
            self.assertIs(x.greater(y), greater, y)
            self.assertIs(x.greater_equal(y), greater_equal, y)

    def test_is_true_of_all_members(self):
        generator = random.Random(4)
        for _ in range(2000):
            a, b, c, d = (Fraction(generator.randrange(6)) for _ in range(4))
            x, y = Enclosure(min(a, b), max(a, b)), Enclosure(min(c, d), max(c, d))
            members = [(p, q) for p in (x.lo, x.hi) for q in (y.lo, y.hi)]
            for method, holds in (
                (x.less, lambda p, q: p < q),
                (x.less_equal, lambda p, q: p <= q),
                (x.greater, lambda p, q: p > q),
                (x.greater_equal, lambda p, q: p >= q),
            ):
                found = {holds(p, q) for p, q in members}
                self.assertIs(method(y), found.pop() if len(found) == 1 else None)

    def test_of_equality(self):
        self.assertIs(Enclosure(1).equal(1), True)
        self.assertIs(Enclosure(1, 2).equal(1), None)
        self.assertIs(Enclosure(1, 2).equal(3), False)
        self.assertIs(Enclosure(1, 2).equal(Enclosure(1, 2)), None)
        self.assertTrue(Enclosure(1, 2).contains(Enclosure(1, "1.5")))
        self.assertFalse(Enclosure(1, 2).contains(Enclosure(1, 3)))

    def test_with_nan_is_refused(self):
        self.assertRaises(ValueError, Enclosure(1).less, math.nan)


class NoFloat(unittest.TestCase):
    def test_is_made_unasked(self):
        x = Enclosure(1, 2)
        for convert in (
            float,
            int,
            bool,
            math.sqrt,
            lambda x: x + 1,
            lambda x: x < 1,
            lambda x: 1 >= x,
            lambda x: x == 1,
            lambda x: np.float64(1) == x,
            lambda x: np.asarray([x], dtype=float),
        ):
            self.assertRaises(TypeError, convert, x)
        with self.assertRaisesRegex(TypeError, r"\.lower or \.upper"):
            float(x)

    def test_changes(self):
        x = Enclosure(1, 2)
        for name in ("lo", "_lo", "other"):
            with self.assertRaises(AttributeError):
                setattr(x, name, 3)
        self.assertRaises(AttributeError, delattr, x, "_lo")

    def test_copies_are_equal(self):
        x = Enclosure("0.1", "0.2")
        self.assertEqual((copy.deepcopy(x), pickle.loads(pickle.dumps(x))), (x, x))
        self.assertEqual(len({x, Enclosure("0.1", "0.2"), Enclosure("0.1")}), 2)


class Spectra(unittest.TestCase):
    def test_arrays_lie_outside_and_are_read_only(self):
        s = Spectrum([Enclosure("0.1", "0.3"), Enclosure(0)], [2, 1], ["core", "tail"])
        self.assertLess(Fraction(float(s.lo[0])), Fraction(1, 10) + Fraction(1, 10**30))
        self.assertLessEqual(Fraction(float(s.lo[0])), Fraction(1, 10))
        self.assertGreaterEqual(Fraction(float(s.hi[0])), Fraction(3, 10))
        self.assertEqual((s.lo.dtype, s.hi.dtype, s.multiplicity.dtype), (np.float64, np.float64, np.int64))
        for array in (s.lo, s.hi, s.multiplicity):
            self.assertRaises(ValueError, array.__setitem__, 0, 1)
        self.assertRaises(AttributeError, setattr, s, "lo", None)
        self.assertEqual([len(part) for part in s.expanded()], [3, 3])
        self.assertEqual((s.count, s.widest, list(s)[1]), (3, s[0], Enclosure(0)))
        self.assertEqual(pickle.loads(pickle.dumps(s)).origin, ("core", "tail"))

    def test_of_nothing(self):
        s = Spectrum([], [])
        self.assertEqual((len(s), s.count, s.widest), (0, 0, None))
        self.assertFalse(s)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
