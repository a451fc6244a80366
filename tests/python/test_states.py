"""Many states at once: the same numbers as one by one, outward, in order."""
import random
import sys
import unittest

import mixcert
import numpy as np
from support import PARAMS, TensorStandIn, example_site, narrow_site

NAMES = ("norm", "frozen_norm", "ratio", "smallest", "mean_square")


def random_states(count, n, d, seed=1):
    return np.random.default_rng(seed).normal(size=(count, n, d)).astype(np.float32)


class Lanes(unittest.TestCase):
    """The mixer `hc` has a fast path."""

    def setUp(self):
        self.site = example_site()
        self.X = random_states(9, 4, 256)
        self.many = mixcert.certify("hc", self.site, self.X)

    def test_are_used(self):
        self.assertTrue(self.many.in_lanes.all())
        self.assertEqual((self.many.shape, len(self.many), dict(self.many.failures)), ((9,), 9, {}))

    def test_enclose_what_certificates_enclose(self):
        for k in (0, 3, 8):
            c = self.many.certificate(k)
            for name in NAMES:
                many, one = getattr(self.many, name)[k], getattr(c, name)
                self.assertIsNot(many.equal(one), False, (k, name))
                self.assertLess(float(many.width), 1e-13)
            lo, hi = self.many.spectrum(k).expanded()
            single_lo, single_hi = c.spectrum.expanded()
            self.assertTrue(((lo <= single_hi) & (single_lo <= hi)).all())
            self.assertEqual(self.many.spectrum(k).count, 1024)

    def test_do_not_depend_on_other_states(self):
        for part in (self.X[4:5], self.X[2:7], self.X[::-1]):
            again = mixcert.certify("hc", self.site, part)
            at = {bytes(x.tobytes()): k for k, x in enumerate(self.X)}
            for k, x in enumerate(part):
                for name in NAMES:
                    self.assertEqual(getattr(again, name)[k], getattr(self.many, name)[at[x.tobytes()]], name)

    def test_shapes_and_strides(self):
        grid = mixcert.certify("hc", self.site, self.X.reshape(3, 3, 4, 256))
        self.assertEqual(grid.shape, (3, 3))
        self.assertEqual(grid.norm.lower.ravel().tolist(), self.many.norm.lower.tolist())
        self.assertEqual(grid.spectrum((2, 1)).lo.tolist(), self.many.spectrum(7).lo.tolist())
        self.assertEqual(grid.spectrum((-1, -2)).lo.tolist(), self.many.spectrum(7).lo.tolist())
        streams_last = np.moveaxis(np.moveaxis(self.X, 0, -1).copy(), -1, 0)
        for X in (streams_last, np.asfortranarray(self.X), self.X.astype(">f4"), TensorStandIn(self.X)):
            self.assertEqual(mixcert.certify("hc", self.site, X).norm.upper.tolist(), self.many.norm.upper.tolist())
        for index in ((0,), 0, (0, 0, 0)):
            if index != (0, 0):
                self.assertRaises((IndexError, ValueError), grid.spectrum, index)

    def test_arrays_are_read_only(self):
        for array in (self.many.norm.lower, self.many.norm.upper, self.many.feedback_rank, self.many.in_lanes):
            self.assertRaises(ValueError, array.__setitem__, 0, 0)
        self.assertRaises(AttributeError, setattr, self.many, "shape", ())
        with self.assertRaisesRegex(TypeError, r"\.lower or \.upper"):
            np.asarray(self.many.norm)

    def test_with_checkpoint_and_site(self):
        again = mixcert.certify("hc", PARAMS, self.X[:2], site="site01")
        self.assertEqual(again.norm.lower.tolist(), self.many.norm.lower[:2].tolist())
        self.assertEqual(again.certificate(1).subject["parameters"][0]["file"], "hc_params.safetensors")

    def test_many_blocks(self):
        site, X = narrow_site(16), random_states(1500, 4, 16)
        many = mixcert.certify("hc", site, X)
        for k in random.Random(1).sample(range(1500), 12):
            one = mixcert.certify("hc", site, X[k])
            self.assertIsNot(many.norm[k].equal(one.norm), False)
            self.assertIsNot(many.smallest[k].equal(one.smallest), False)
        self.assertTrue((many.norm.lower <= many.norm.upper).all())


class OneByOne(unittest.TestCase):
    def test_without_a_fast_path(self):
        site = {"H": np.array([[0.75, 0.25], [0.5, 0.5]]), "pre": np.zeros(2), "post": np.zeros(2)}
        many = mixcert.certify("static", site, random_states(5, 2, 3), kind="matrix")
        self.assertFalse(many.in_lanes.any())
        one = mixcert.certify("static", site, random_states(5, 2, 3)[3], kind="matrix")
        self.assertEqual(many.norm[3], one.norm)
        self.assertEqual(many.feedback_rank[3].tolist(), list(one.feedback_rank))

    def test_a_state_that_fails_has_its_reason(self):
        site, X = narrow_site(6), random_states(4, 4, 6)
        X[2, 1] = [3, 4, 0, 0, 0, 0]  # of norm 5, where the clamp has no derivative
        many = mixcert.certify("hc", site, X, norm_clamp="5")
        self.assertEqual(list(many.failures), [(2,)])
        self.assertTrue(np.isnan([many.norm.lower[2], many.norm.upper[2], many.ratio.lower[2]]).all())
        self.assertEqual(many.feedback_rank[2].tolist(), [-1, -1])
        self.assertFalse(np.isnan(np.delete(many.norm.lower, 2)).any())
        with self.assertRaises(mixcert.NotCertified) as single:
            mixcert.certify("hc", site, X[2], norm_clamp="5")
        self.assertEqual(str(single.exception), many.failures[2,])
        with self.assertRaises(mixcert.NotCertified):
            many.spectrum(2)
        self.assertRaises(ValueError, many.norm.__getitem__, 2)

    def test_no_state(self):
        many = mixcert.certify("hc", narrow_site(6), np.empty((0, 4, 6)))
        self.assertEqual((many.shape, len(many), many.norm.lower.shape), ((0,), 0, (0,)))


class Refused(unittest.TestCase):
    def test_numbers_that_are_none(self):
        X = random_states(6, 4, 6).reshape(2, 3, 4, 6)
        X[1, 2, 3, 4] = np.inf
        with self.assertRaisesRegex(ValueError, r"X: holds Inf at \[1,2,3,4\]"):
            mixcert.certify("hc", narrow_site(6), X)

    def test_options_for_one_state(self):
        for options in (
            {"digits": 20},
            {"with_": "read"},
            {"state_radius": 1e-6},
            {"branch_output": np.ones(6)},
            {"arith": "interval"},
        ):
            with self.assertRaisesRegex(ValueError, f"{next(iter(options))}: is for one state"):
                mixcert.certify("hc", narrow_site(6), random_states(2, 4, 6), **options)

    def test_shapes(self):
        for X, message in (
            (np.ones(6), "a state is streams x features"),
            (np.ones((2, 4, 5)), r"norm.gamma.*has shape \[6\]"),
            (np.ones((2, 0, 6)), "at least one stream"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                mixcert.certify("hc", narrow_site(6), X)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
