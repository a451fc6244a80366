"""What is wrong is said as the program says it; stubs describe the module that there is."""
import ast
import ctypes
import inspect
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import mixcert
import numpy as np
from mixcert import _core
from support import PARAMS, STATES, TensorStandIn, example_state, narrow_site

ADDRESS = f"{STATES}:site01_p3_t127.X"


class AsTheProgramSays(unittest.TestCase):
    def said(self, *arguments):
        done = subprocess.run([sys.argv[1], *map(str, arguments)], capture_output=True, text=True)
        return done.returncode, done.stderr.removeprefix("mixcert: ").removeprefix("not certified: ").strip()

    def same(self, call, *arguments):
        status, message = self.said(*arguments)
        with self.assertRaises(ValueError if status == 2 else mixcert.NotCertified) as raised:
            call()
        self.assertEqual(str(raised.exception), message)
        self.assertTrue(message)

    def certify(self, mixer="hc", params=PARAMS, state=ADDRESS, site="site01", **constants):
        arguments = ["certify", "--mixer", mixer, "--params", params, "--site", site, "--state", state]
        for key, x in constants.items():
            arguments += ["--convention", f"{key}={x}"]
        self.same(lambda: mixcert.certify(mixer, params, state, site=site, **constants), *arguments)

    def test_of_wrong_requests(self):
        self.certify(mixer="hd")
        self.certify(site="site02")
        self.certify(params="nowhere.safetensors")
        self.certify(state=f"{STATES}:site01_p3_t128.X")
        self.certify(norm_clump="1")
        self.certify(norm_clamp="one")
        self.certify(mixer="mhc-v4")

    def test_of_numbers_that_are_none(self):
        with tempfile.TemporaryDirectory() as folder:
            X = example_state().copy()
            X[1, 2] = np.nan
            np.save(f"{folder}/X.npy", X)
            self.certify(state=f"{folder}/X.npy")
            np.save(f"{folder}/T.npy", example_state().T)
            self.certify(state=f"{folder}/T.npy")
            np.save(f"{folder}/M.npy", X)
            self.same(lambda: mixcert.spectrum(f"{folder}/M.npy"), "spectrum", f"{folder}/M.npy")

    def test_of_what_cannot_be_certified(self):
        with tempfile.TemporaryDirectory() as folder:
            X = np.zeros((4, 256))
            X[:, :2] = 3, 4
            np.save(f"{folder}/X.npy", X)
            self.certify(state=f"{folder}/X.npy", norm_clamp="5")

    def test_of_documents(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/c.json"
            Path(path).write_text('{"format": "mixcert-certificate", "version": 7}')
            self.same(lambda: mixcert.load(path), "show", path)
            self.same(lambda: mixcert.prove(path), "prove", path, "-o", f"{folder}/out.md")
            Path(path).write_text("{")
            self.same(lambda: mixcert.check(path), "check", path)


class Arguments(unittest.TestCase):
    def test_are_named(self):
        site, X = narrow_site(6), example_state()[:, :6].copy()
        certify = lambda *given, **options: mixcert.certify("hc", *(given or (site, X)), **options)  # noqa: E731
        for call, message in (
            (lambda: certify(core="thin"), "core=thin: must be stream-adapted or common"),
            (lambda: certify(with_="both"), "with_=both: must be residual, write or read"),
            (lambda: certify(with_="write"), "with_=write: give the branch output"),
            (lambda: certify(branch_output=X[0]), "branch_output: belongs to with_='write'"),
            (lambda: certify(with_="write", branch_output=X[0, :5]), "'y' has 5 features"),
            (lambda: certify(with_="write", branch_output=X), r"y: has shape \[4,6\]"),
            (lambda: certify(tau=1e-12), "tau: .*core='common'"),
            (lambda: certify(core="common", tau=2), "tau: "),
            (lambda: certify(arith="float64"), "arith=float64: must be interval"),
            (lambda: certify(digits=0), "digits 0: must be between 1 and 100"),
            (lambda: certify(state_radius=-1.0), "state_radius: is negative"),
            (lambda: certify(state_radius=float("inf")), "state_radius"),
            (lambda: certify(state_radius=X), "has a negative radius"),
            (lambda: certify(state_radius=np.ones((4, 5))), r"shape \[4,5\], and the state has \[4,6\]"),
            (lambda: certify(PARAMS, X), "site: name the site"),
            (lambda: certify({}, X), "params: has no site 'site'"),
            (
                lambda: certify({**site, "static_alpha": np.ones((4, 4))}, X),
                r"static_alpha' has shape \[4,4\].*\[4,5\]",
            ),
            (
                lambda: certify({**site, "norm.gamma": np.full(6, np.nan)}, X),
                r"params: tensor 'site.norm.gamma' holds NaN at \[0\]",
            ),
            (lambda: certify(site, X.T.copy()), "is the state transposed"),
            (lambda: certify(site, np.ones(6)), r"X: has shape \[6\]; a state is streams x features"),
            (lambda: certify(site, np.empty((4, 0))), "is empty"),
            (lambda: mixcert.spectrum(np.ones(3)), r"M: has shape \[3\]; a matrix is rows x columns"),
            (lambda: mixcert.spectrum(np.ones((2, 2)), radius=np.ones((2, 3))), "the radii have shape"),
            (lambda: mixcert.spectrum(np.ones((2, 2)), radius=-np.ones((2, 2))), r"radius at \[0,0\] is negative"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                call()

    def test_of_other_types(self):
        X = example_state()[:, :6].copy()
        for call in (
            lambda: mixcert.certify("hc", 3, X),
            lambda: mixcert.certify("hc", [X], X),
            lambda: mixcert.certify("hc", {1: X}, X),
            lambda: mixcert.certify("hc", narrow_site(6), X, norm_clamp=True),
            lambda: mixcert.certify("hc", narrow_site(6), X, norm_clamp=None),
            lambda: mixcert.certify(None, narrow_site(6), X),
        ):
            self.assertRaises(TypeError, call)

    def test_only_what_is_named_is_looked_at(self):
        site = {f"layer.{name}": x for name, x in narrow_site(6).items()}
        site["other.norm.gamma"] = TensorStandIn(np.ones(6, dtype=np.float32), requires_grad=True)
        site["step"] = object()
        self.assertEqual(mixcert.certify("hc", site, example_state()[:, :6].copy(), site="layer").spectrum.count, 24)

    def test_a_mixer_without_parameters(self):
        c = mixcert.certify("balanced", None, np.array([[1.0], [-1.0]]))
        self.assertEqual(c.subject["parameters"], [])


class Constants(unittest.TestCase):
    def test_do_not_share_names_with_arguments(self):
        for name in mixcert.mixers():
            listed = subprocess.run([sys.argv[1], "mixers", name, "--json"], capture_output=True, text=True, check=True)
            for constant in json.loads(listed.stdout)["constants"]:
                for function in (mixcert.certify, mixcert.product, mixcert.diagnose):
                    self.assertNotIn(constant["key"], inspect.signature(function).parameters, name)
                    self.assertTrue(constant["key"].isidentifier())

    def test_of_numpy(self):
        site, X = narrow_site(6), example_state()[:, :6].copy()
        self.assertEqual(
            mixcert.certify("hc", site, X, norm_clamp=np.float32(0.5)), mixcert.certify("hc", site, X, norm_clamp=0.5)
        )
        self.assertEqual(
            mixcert.certify("hc", site, X, state_radius=np.float32(0.5**20)),
            mixcert.certify("hc", site, X, state_radius=0.5**20),
        )
        self.assertNotEqual(
            mixcert.certify("hc", site, X, norm_clamp=0.1), mixcert.certify("hc", site, X, norm_clamp="0.1")
        )


class Environment(unittest.TestCase):
    def test_flushed_subnormals_are_refused(self):
        """What another library may have done to this thread."""
        libm = ctypes.CDLL("libm.so.6")
        upward, nearest = 0x800, 0  # of x86
        if sys.platform != "linux" or libm.fesetround(upward) != 0:
            self.skipTest("no such rounding mode here")
        try:
            with self.assertRaisesRegex(mixcert.NotCertified, "round"):
                mixcert.spectrum(np.eye(2))
        finally:
            libm.fesetround(nearest)
        self.assertTrue(mixcert.spectrum(np.eye(2)).norm.contains(1))


class Stubs(unittest.TestCase):
    def test_name_what_there_is(self):
        tree = ast.parse((Path(mixcert.__file__).parent / "_core.pyi").read_text())
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        public = {name for name in vars(_core) if not name.startswith("_")}
        self.assertEqual(set(stubs), public)
        methods = {node.name for node in stubs["States"].body}
        self.assertEqual(methods, {name for name in vars(_core.States) if not name.startswith("_")})
        for name, node in stubs.items():
            if isinstance(node, ast.FunctionDef):
                written = _core.__dict__[name].__doc__.split("->")[0]
                self.assertEqual(written.count("arg") or written.count(": "), len(node.args.args), name)

    def test_everything_public_is_described(self):
        for name in mixcert.__all__:
            found = getattr(mixcert, name)
            if not name.startswith("__"):
                self.assertTrue(inspect.getdoc(found), name)
        self.assertTrue((Path(mixcert.__file__).parent / "py.typed").exists())

    def test_types_are_consistent(self):
        try:
            from mypy import api
        except ImportError:
            self.skipTest("mypy is not installed")
        out, err, status = api.run(
            ["--ignore-missing-imports", "--cache-dir", os.devnull, str(Path(mixcert.__file__).parent)]
        )
        self.assertEqual(status, 0, out + err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
