"""Whatever holds the numbers, they are taken as the exact numbers they are."""
import gc
import threading
import time
import sys
import unittest
from fractions import Fraction

import mixcert
import numpy as np
from support import (
    BFLOAT,
    COMPLEX,
    CUDA,
    INTEGER,
    TensorStandIn,
    bfloat16_bits,
    example_site,
    example_state,
    narrow_site,
)

STATE = example_state()[:, :8].copy()
SITE = narrow_site(8)


def stored(certificate):
    """dtype, shape and SHA-256 of the state, as the certificate names it."""
    state = certificate.subject["state"]
    return state["dtype"], state["shape"], state["sha256"]


def spectrum(certificate):
    return (
        certificate.spectrum.lo.tolist(),
        certificate.spectrum.hi.tolist(),
        certificate.spectrum.multiplicity.tolist(),
    )


def certify(X, params=SITE):
    return mixcert.certify("hc", params, X)


class Lists(unittest.TestCase):
    def test_of_numbers_that_binary64_holds(self):
        expected = mixcert.spectrum(np.array([[3.0, 1.0], [0.5, -2.0]]))
        for M in ([[3, 1], [0.5, -2]], ((3.0, True), (0.5, -2)), [np.array([3, 1]), np.array([0.5, -2])], [[np.int64(3), np.float32(1)], [0.5, -2]]):
            self.assertEqual(spectrum(mixcert.spectrum(M)), spectrum(expected))

    def test_of_others_are_refused(self):
        large = 2**53
        for M in ([[large + 1, large], [large, large - 1.0]], [[2**63 + 1, -1.0]], [[2**63 + 1, 2**63], [0, -1]], [[10**30, 1]],
                  [np.array([large + 3, 0]), np.array([0.0, 1.0])], [[Fraction(1, 3), 1.0]], [["1", "2"]], [[1j, 1]]):
            with self.assertRaises(ValueError):
                mixcert.spectrum(M)

    def test_masked_arrays_are_refused(self):
        with self.assertRaisesRegex(ValueError, "masked"):
            mixcert.spectrum(np.ma.masked_array(np.eye(2), [[0, 1], [0, 0]]))

    def test_spectra_cannot_be_written_to(self):
        with self.assertRaises(ValueError):
            certify(STATE).spectrum.lo.setflags(write=True)


class Layouts(unittest.TestCase):
    def setUp(self):
        self.expected = certify(STATE)

    def same(self, X):
        found = certify(X)
        self.assertEqual(stored(found), stored(self.expected))
        self.assertEqual(found.document["spectrum"], self.expected.document["spectrum"])

    def test_fortran_order(self):
        self.same(np.asfortranarray(STATE))

    def test_other_byte_order(self):
        self.same(STATE.astype(">f4"))

    def test_steps_and_reversed_axes(self):
        wide = np.full((8, 24), np.nan, dtype=np.float32)
        wide[::2, ::3] = STATE
        self.same(wide[::2, ::3])
        self.same(STATE[::-1, ::-1].copy()[::-1, ::-1])

    def test_broadcast(self):
        row = np.broadcast_to(STATE[0], (4, 8))
        self.assertEqual(stored(certify(row)), stored(certify(row.copy())))

    def test_read_only(self):
        X = STATE.copy()
        X.setflags(write=False)
        self.same(X)

    def test_memoryview(self):
        self.same(memoryview(STATE))

    def test_unaligned(self):
        raw = b"x" + STATE.tobytes()
        self.same(np.frombuffer(raw, dtype=np.float32, offset=1).reshape(4, 8))

    def test_parameters_too(self):
        strided = {name: x.T.copy().T.astype(">f4") for name, x in SITE.items()}
        self.assertEqual(certify(STATE, strided).text, self.expected.text)


class Types(unittest.TestCase):
    def test_shorter_numbers_are_exact(self):
        for dtype, name in ((np.float32, "F32"), (np.float16, "F16"), (np.float64, "F64")):
            X = STATE.astype(dtype)
            found, same_numbers = certify(X), certify(X.astype(np.float64))
            self.assertEqual(stored(found)[0], name)
            self.assertEqual(spectrum(found), spectrum(same_numbers))

    def test_subnormal_half(self):
        tiny = np.float16(6e-8)
        M = mixcert.spectrum(np.array([[tiny]], dtype=np.float16))
        self.assertTrue(M.norm.contains(Fraction(1, 2**24)))
        self.assertIs(M.norm.less(Fraction(1, 2**24) + Fraction(1, 2**60)), True)

    def test_whole_numbers_up_to_two_to_the_53(self):
        for dtype in (np.int8, np.uint16, np.int64, np.uint64):
            self.assertTrue(mixcert.spectrum(np.array([[3, 0], [0, 4]], dtype=dtype)).norm.contains(4))
        self.assertTrue(mixcert.spectrum(np.array([[-128]], dtype=np.int8)).norm.contains(128))
        self.assertTrue(mixcert.spectrum([[2**53]]).norm.contains(2**53))
        with self.assertRaisesRegex(ValueError, "beyond 2\\^53"):
            mixcert.spectrum([[-(2**53) - 1]])

    def test_other_types_are_refused_by_name(self):
        for x, name in (
            (np.ones((2, 2), dtype=complex), "complex128"),
            (np.ones((2, 2), dtype=np.longdouble), "float128|longdouble"),
            (np.array([["a"]]), "U1"),
            (np.array([[None]]), "object"),
            (np.ones((2, 2), dtype=bool), "bool"),
            (np.ones((2, 2), dtype="datetime64[s]"), "datetime64"),
            ("text", "text"),
        ):
            with self.assertRaisesRegex(ValueError, name):
                mixcert.spectrum(x)

    def test_lists(self):
        self.assertTrue(mixcert.spectrum([[1.5, 0], [0, 1]]).norm.contains(1.5))
        with self.assertRaises(ValueError):
            mixcert.spectrum([[1.0, 2.0], [3.0]])


class Dlpack(unittest.TestCase):
    def test_is_read_with_any_strides(self):
        expected = certify(STATE)
        for X in (STATE, np.asfortranarray(STATE), np.repeat(STATE, 2, axis=1)[:, ::2]):
            self.assertEqual(certify(TensorStandIn(X)).text, expected.text)
        self.assertEqual(certify(TensorStandIn(STATE, c_order=True)).text, expected.text)
        self.assertEqual(certify(TensorStandIn(STATE, byte_offset=64)).text, expected.text)

    def test_bfloat16(self):
        bits, values = bfloat16_bits(STATE)
        found = certify(TensorStandIn(bits, BFLOAT))
        self.assertEqual(stored(found)[0], "BF16")
        self.assertEqual(spectrum(found), spectrum(certify(values)))
        self.assertTrue(mixcert.check(found))

    def test_bfloat16_parameters_and_batch(self):
        bits, values = bfloat16_bits(SITE["dynamic_alpha_fn"])
        found = certify(STATE, {**SITE, "dynamic_alpha_fn": TensorStandIn(bits, BFLOAT)})
        self.assertEqual(spectrum(found), spectrum(certify(STATE, {**SITE, "dynamic_alpha_fn": values})))
        bits, values = bfloat16_bits(np.stack([STATE, STATE[::-1]]))
        many, same = certify(TensorStandIn(bits, BFLOAT)), certify(values)
        self.assertEqual(many.norm.lower.tolist(), same.norm.lower.tolist())
        self.assertEqual(many.certificate(1).text, certify(TensorStandIn(bits[1], BFLOAT)).text)

    def test_whole_numbers_and_scalars(self):
        self.assertTrue(mixcert.spectrum(TensorStandIn(np.array([[3]], dtype=np.int32), INTEGER)).norm.contains(3))
        scale = TensorStandIn(np.array(SITE["dynamic_alpha_scale"]))
        self.assertEqual(certify(STATE, {**SITE, "dynamic_alpha_scale": scale}).text, certify(STATE).text)

    def test_gradient_is_named_with_its_remedy(self):
        with self.assertRaisesRegex(ValueError, r"X: requires a gradient.* X\.detach\(\)"):
            certify(TensorStandIn(STATE, requires_grad=True))
        weight = TensorStandIn(SITE["norm.gamma"], requires_grad=True)
        with self.assertRaisesRegex(ValueError, r"params\['site.norm.gamma'\]\.detach\(\)"):
            certify(STATE, {**SITE, "norm.gamma": weight})
        self.assertEqual(certify(STATE, {**SITE, "norm.gamma": weight.detach()}).text, certify(STATE).text)

    def test_other_devices_and_types_are_refused(self):
        with self.assertRaisesRegex(ValueError, r"X\.cpu\(\)"):
            certify(TensorStandIn(STATE, device=CUDA))
        with self.assertRaisesRegex(ValueError, "complex64"):
            certify(TensorStandIn(STATE.astype(np.complex64), COMPLEX))

    def test_what_the_tensor_says_is_passed_on(self):
        class Sparse(TensorStandIn):
            def __dlpack__(self, stream=None):
                raise RuntimeError("Can't export tensors with layout other than torch.strided")

        with self.assertRaisesRegex(ValueError, "^X: cannot be read as it is: Can't export.*dense tensor"):
            certify(Sparse(STATE))

        class Interrupted(TensorStandIn):
            def __dlpack__(self, stream=None):
                raise KeyboardInterrupt

        self.assertRaises(KeyboardInterrupt, certify, Interrupted(STATE))

    def test_is_let_go(self):
        X = TensorStandIn(STATE)
        certify(X)
        gc.collect()
        self.assertEqual(X.deaths, 2)  # one for the shape, one for the numbers


class Threads(unittest.TestCase):
    def test_others_run_meanwhile(self):
        """A thread that needs the GIL makes progress during one long call."""
        site, X = example_site(), example_state()
        ticks, running = [], threading.Event()
        running.set()

        def tick():
            while running.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.001)

        other = threading.Thread(target=tick)
        other.start()
        begin = time.perf_counter()
        mixcert.certify("hc", site, X, digits=60)
        end = time.perf_counter()
        running.clear()
        other.join()
        during = [t for t in ticks if begin < t < end]
        self.assertGreater(len(during), 5, f"{end - begin} s")

    def test_calls_at_the_same_time_agree(self):
        expected, found = certify(STATE).text, []
        threads = [threading.Thread(target=lambda: found.append(certify(STATE).text)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
