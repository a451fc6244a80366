"""Products and diagnoses along trajectories, of files and of arrays; constructions."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import mixcert
import numpy as np
from support import EXAMPLES, PARAMS, STATES, TRAJECTORY, TensorStandIn, arrays_of, example_params, example_state

SITES = ["site01", "site05"]


def example_trajectory(**more):
    arrays = arrays_of(TRAJECTORY)
    return mixcert.Trajectory("hc", SITES, [arrays["site000.X"], arrays["site001.X"]], **more)


def narrow_params(width):
    by_feature = ("norm.gamma", "dynamic_alpha_fn", "dynamic_beta_fn")
    return {name: x[:width] if name.partition(".")[2] in by_feature else x for name, x in example_params().items()}


def narrow(width, states=("site01_p3_t127.X", "site05_p1_t127.X")):
    return [example_state(name)[:, :width] for name in states]


class Program(unittest.TestCase):
    def run_program(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "out.json"
            subprocess.run([sys.argv[1], *map(str, arguments), "-o", str(output), "--quiet"], check=True)
            return output.read_text()


class Products(Program):
    def test_of_files_are_the_programs(self):
        at = ["product", "--params", PARAMS, "--trajectory", TRAJECTORY]
        self.assertEqual(mixcert.product(PARAMS, TRAJECTORY).text, self.run_program(*at))
        self.assertEqual(
            mixcert.product(PARAMS, str(TRAJECTORY), sites="site05").text, self.run_program(*at, "--sites", "site05")
        )
        self.assertEqual(
            mixcert.product(PARAMS, TRAJECTORY, method="largest").text, self.run_program(*at, "--method", "largest")
        )

    def test_of_arrays_have_the_same_numbers(self):
        theirs = json.loads(mixcert.product(PARAMS, TRAJECTORY).text)
        stacked = mixcert.Trajectory("hc", SITES, np.stack(example_trajectory().X))
        tensors = mixcert.Trajectory("hc", tuple(SITES), [TensorStandIn(x) for x in example_trajectory().X])
        for params, trajectory in (
            (example_params(), example_trajectory()),
            (PARAMS, stacked),
            (example_params(), tensors),
            (example_params(), TRAJECTORY),
        ):
            ours = mixcert.product(params, trajectory).document
            for member in ("spectrum", "frozen_spectrum", "quantities", "claims", "local"):
                self.assertEqual(ours[member], theirs[member], member)

    def test_are_checked(self):
        y = [x[0] for x in narrow(5)]
        for p in (
            mixcert.product(narrow_params(5), mixcert.Trajectory("hc", SITES, narrow(5))),
            mixcert.product(narrow_params(5), mixcert.Trajectory("hc", SITES, narrow(5), y), with_="write"),
            mixcert.product(narrow_params(5), mixcert.Trajectory("hc", SITES, narrow(5)), sites="site001", digits=30),
        ):
            self.assertEqual(mixcert.check(p).says, "VERIFIED")

    def test_enclose_numpys_product(self):
        X = narrow(4)
        params = narrow_params(4)
        p = mixcert.product(params, mixcert.Trajectory("hc", SITES, X))
        single = [mixcert.certify("hc", params, x, site=site) for site, x in zip(SITES, X)]
        self.assertIs(p.norm.greater(single[0].norm.upper * single[1].norm.upper * (1 + 1e-12)), False)

    def test_far_beyond_floats(self):
        """Ends with a power of two: 400 sites that stretch by 1000."""
        site = {"s.H": np.eye(2) * 1000, "s.pre": np.zeros(2), "s.post": np.zeros(2)}
        p = mixcert.product(site, mixcert.Trajectory("static", ["s"] * 400, [np.ones((2, 3))] * 400), kind="matrix")
        self.assertTrue(p.norm.contains(1000**400))
        self.assertLess(float(p.norm.width / p.norm.hi), 1e-12)
        self.assertEqual((p.norm.upper, p.spectrum.hi[0]), (np.inf, np.inf))
        self.assertTrue(np.isfinite(p.spectrum.lo).all())
        self.assertTrue(str(p.norm).endswith("e+1200"))
        p._repr_html_()


class Trajectories(unittest.TestCase):
    def test_that_are_none(self):
        X = narrow(4)
        for make, message in (
            (lambda: mixcert.Trajectory("hc", SITES, X[:1]), "1 arrays for 2 sites"),
            (lambda: mixcert.Trajectory("hc", [], []), "one site at least"),
            (lambda: mixcert.Trajectory("hc", SITES, X, X[:1]), "y: has 1 arrays"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                make()
        params = narrow_params(4)
        for trajectory, options, message in (
            (mixcert.Trajectory("hc", SITES, [X[0], X[1][:, :3]]), {}, r"trajectory.X\[1\]: has shape \[4,3\]"),
            (mixcert.Trajectory("hc", SITES, [X[0], X[1][0]]), {}, r"trajectory.X\[1\]: has shape \[4\]"),
            (mixcert.Trajectory("hc", SITES, [np.stack([x, x]) for x in X]), {}, "one token's states"),
            (mixcert.Trajectory("hc", SITES, X), {"with_": "write"}, "no branch outputs"),
            (mixcert.Trajectory("hc", SITES, X, X), {"with_": "write"}, r"branch outputs have \[4\]"),
            (mixcert.Trajectory("hc", SITES, X), {"sites": "x*"}, "no site matches 'x\\*'"),
            (mixcert.Trajectory("hc", ["site01", "site06"], X), {}, "has no site 'site06'.*site01"),
            (mixcert.Trajectory("hd", SITES, X), {}, "'hd'"),
            (mixcert.Trajectory("hc", SITES, [X[0], X[1] * np.nan]), {}, r"'site001.X' holds NaN at \[0,0\]"),
            (mixcert.Trajectory("hc", SITES, X), {"method": "fast"}, "method=fast: must be auto"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                mixcert.product(params, trajectory, **options)


class Diagnoses(Program):
    def test_of_files_are_the_programs(self):
        at = ["diagnose", "--params", PARAMS, "--trajectory", TRAJECTORY]
        self.assertEqual(mixcert.diagnose(PARAMS, TRAJECTORY).text, self.run_program(*at))
        more = mixcert.diagnose(
            PARAMS, TRAJECTORY, ranges=[(0, 0)], jacobian=True, at_least=[1, "1.01"], sites="site01"
        )
        theirs = self.run_program(
            *at, "--range", "0-0", "--jacobian", "--at-least", "1", "--at-least", "1.01", "--sites", "site01"
        )
        self.assertEqual(more.text, theirs)

    def test_of_tokens_in_memory(self):
        states = [
            example_state(name)
            for name in ("site05_p0_t0.X", "site05_p1_t127.X", "site05_p3_t127.X", "site05_p1_t127.X")
        ]
        X = np.stack(states).reshape(2, 2, *states[0].shape)
        d = mixcert.diagnose(example_params(), mixcert.Trajectory("hc", ["site05"], [X]))
        self.assertEqual(d.subject["sequences"], [2, 2])
        one = mixcert.diagnose(example_params(), mixcert.Trajectory("hc", ["site05"], [states[2]]))
        self.assertEqual(
            d.find("agm_forward", site=0, state=2)[0].value, one.find("agm_forward", site=0, state=0)[0].value
        )
        self.assertEqual([t["index"] for t in d.subject["sites"][0]["states"]], [[0, 0], [0, 1], [1, 0], [1, 1]])
        self.assertEqual(mixcert.check(d).says, "VERIFIED")

    def test_values(self):
        d = mixcert.diagnose(PARAMS, TRAJECTORY, jacobian=True, at_least=[1.0])
        kinds = {type(q.value) for q in d.quantities}
        self.assertLessEqual({mixcert.Enclosure, int, mixcert.Count, dict}, kinds)
        (count,) = d.find("count_at_least", site=0, state=0)
        self.assertLessEqual(count.value.at_least, count.value.at_most)
        c = mixcert.certify("hc", PARAMS, f"{STATES}:site01_p3_t127.X", site="site01")
        self.assertTrue(d.find("jacobian_norm", site=0, state=0)[0].value.contains(c.norm.mid()))
        self.assertIn("||H||_inf", d.find("agm_forward")[0].definition)

    def test_are_saved_and_read(self):
        d = mixcert.diagnose(narrow_params(4), mixcert.Trajectory("hc", SITES, narrow(4)))
        with tempfile.TemporaryDirectory() as folder:
            path = d.save(Path(folder) / "d.json")
            self.assertEqual(mixcert.load(path), d)
            self.assertEqual(mixcert.Diagnosis.load(path), d)
            with self.assertRaisesRegex(ValueError, "is of kind diagnosis"):
                mixcert.Certificate.load(path)
            self.assertTrue(mixcert.check(path))
        self.assertIn("realised maps of hc", str(d))
        self.assertTrue(d._repr_html_().startswith("<pre>realised maps of hc"))

    def test_wrong_requests(self):
        for options, message in (
            ({"ranges": [(0, 5)]}, "ranges: 0-5: must be FIRST-LAST"),
            ({"at_least": [1]}, "at_least: .*jacobian=True"),
            ({"at_least": [0], "jacobian": True}, "at_least: 0: must be a positive number"),
            ({"at_least": [float("nan")], "jacobian": True}, "at_least: nan"),
            ({"iteration_errors": 3}, "iterates nothing"),
            ({"iteration_errors": 0}, "must be from 1"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                mixcert.diagnose(PARAMS, TRAJECTORY, **options)


class Reproductions(Program):
    def test_agree(self):
        rows = mixcert.reproduce()
        self.assertTrue(all(rows))
        self.assertGreaterEqual(len({row.construction for row in rows}), 5)
        for row in rows:
            for value in row.values:
                self.assertIsInstance(value.enclosure, mixcert.Enclosure)

    def test_notice_a_perturbation(self):
        rows = mixcert.reproduce("cayley", perturb="1e-9")
        self.assertIn("disagrees", {row.outcome for row in rows})
        self.assertFalse(all(rows))
        self.assertEqual(
            mixcert.reproduce("cayley", perturb=2.0**-40)[0].outcome,
            mixcert.reproduce("cayley", perturb="0x1p-40")[0].outcome,
        )

    def test_wrong_requests(self):
        for arguments, message in (
            ({"name": "cayly"}, "no construction 'cayly'"),
            ({"arith": "mp:1"}, "arith: "),
            ({"perturb": "x"}, "perturb: "),
        ):
            with self.assertRaisesRegex(ValueError, message):
                mixcert.reproduce(**arguments)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
