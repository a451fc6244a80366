"""Certificates: the program's own documents, saved, read, checked, proved, shown."""
import copy
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from fractions import Fraction
from pathlib import Path

import mixcert
import numpy as np
from support import EXAMPLES, PARAMS, STATES, example_params, example_site, example_state, narrow_site

STATE_NAME = "site01_p3_t127.X"
ADDRESS = f"{STATES}:{STATE_NAME}"
SMALL = example_state()[:, :6].copy()


def small(**options):
    return mixcert.certify("hc", narrow_site(6), SMALL, **options)


class AgainstTheProgram(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, *arguments):
        output = Path(self.folder.name) / "out.json"
        subprocess.run([sys.argv[1], *map(str, arguments), "-o", str(output), "--quiet"], check=True)
        return output

    def test_files_give_the_same_document(self):
        output = self.program("certify", "--mixer", "hc", "--params", PARAMS, "--site", "site01", "--state", ADDRESS)
        self.assertEqual(mixcert.certify("hc", PARAMS, ADDRESS, site="site01").text, output.read_text())

    def test_arrays_give_the_same_numbers(self):
        ours = mixcert.certify("hc", PARAMS, ADDRESS, site="site01").document
        for found in (
            mixcert.certify("hc", example_site(), example_state()),
            mixcert.certify("hc", example_params(), example_state(), site="site01"),
            mixcert.certify("hc", PARAMS, example_state(), site="site01"),
        ):
            for member in ("forward", "core", "spectrum", "frozen_spectrum", "quantities", "claims"):
                self.assertEqual(found.document[member], ours[member], member)
            sha256 = [t["sha256"] for t in ours["subject"]["parameters"]]
            self.assertEqual([t["sha256"] for t in found.subject["parameters"]], sha256)

    def test_options_mean_the_same(self):
        y = example_state()[0]
        np.save(Path(self.folder.name) / "y.npy", y)
        common = ["certify", "--mixer", "hc", "--params", PARAMS, "--site", "site01", "--state", ADDRESS]
        for options, keywords in (
            (["--digits", "20"], {"digits": 20}),
            (["--with", "read"], {"with_": "read"}),
            (
                ["--with", "write", "--branch-output", f"{self.folder.name}/y.npy"],
                {"with_": "write", "branch_output": y},
            ),
            (["--core", "common"], {"core": "common"}),
            (["--core", "common", "--tau", "1e-12"], {"core": "common", "tau": "1e-12"}),
            (["--arith", "mp:200"], {"arith": "mp:200"}),
            (["--state-radius", "1e-6"], {"state_radius": "1e-6"}),
            (["--state-radius", "0x1p-20"], {"state_radius": 2.0**-20}),
            (["--convention", "norm_clamp=1e-6"], {"norm_clamp": "1e-6"}),
            (["--convention", "norm_clamp=0x1p-20"], {"norm_clamp": 2.0**-20}),
        ):
            theirs = json.loads(self.program(*common, *options).read_text())
            ours = mixcert.certify("hc", PARAMS, ADDRESS, site="site01", **keywords).document
            for member in ("core", "spectrum", "quantities", "claims"):
                self.assertEqual(ours[member], theirs[member], (options, member))
            self.assertEqual(ours["subject"]["convention"], theirs["subject"]["convention"])
            self.assertEqual(ours["subject"]["state"]["radius"], theirs["subject"]["state"]["radius"], options)

    def test_spectrum_gives_the_same_document(self):
        matrix = np.random.default_rng(1).normal(size=(5, 3))
        file = Path(self.folder.name) / "matrix.npy"
        np.save(file, matrix)
        self.assertEqual(mixcert.spectrum(file).text, self.program("spectrum", file).read_text())
        radius = np.full((5, 3), 1e-9)
        np.save(Path(self.folder.name) / "radius.npy", radius)
        output = self.program("spectrum", file, "--radius", f"{self.folder.name}/radius.npy").read_text()
        found = mixcert.spectrum(matrix, radius=radius)
        self.assertEqual(found.document["spectrum"], json.loads(output)["spectrum"])
        self.assertGreater(found.spectrum.hi[0] - found.spectrum.lo[0], 1e-9)
        self.assertTrue(mixcert.check(found))


class Numbers(unittest.TestCase):
    def test_are_those_of_the_document(self):
        c = small(digits=40)
        for entry, x in zip(c.document["spectrum"], c.spectrum, strict=True):
            self.assertEqual((x.lo, x.hi), (Fraction(entry["lo"]), Fraction(entry["hi"])))
        self.assertTrue((c.spectrum.lo.astype(object) <= [x.lo for x in c.spectrum]).all())
        self.assertTrue((c.spectrum.hi.astype(object) >= [x.hi for x in c.spectrum]).all())
        binary = small()
        for entry, x in zip(binary.document["spectrum"], binary.spectrum, strict=True):
            self.assertEqual((x.lower, x.upper), (float.fromhex(entry["lo_hex"]), float.fromhex(entry["hi_hex"])))
        self.assertTrue(all(wide.contains(narrow) for wide, narrow in zip(binary.spectrum, c.spectrum)))

    def test_enclose_what_numpy_finds_nearly(self):
        """Finite differences of the map, evaluated in float64 by NumPy alone."""
        site, X = {k: v.astype(float) for k, v in narrow_site(6).items()}, SMALL.astype(float)
        n, d = X.shape

        def residual(X):
            norm = np.maximum(np.sqrt((X**2).sum(axis=1, keepdims=True)), 1e-12)
            normed = X / norm * np.sqrt(d) * (site["norm.gamma"] + 1)
            alpha = np.tanh(normed @ site["dynamic_alpha_fn"]) * site["dynamic_alpha_scale"] + site["static_alpha"]
            return alpha[:, 1:].T @ X

        J, step = np.empty((n * d, n * d)), 1e-5
        for k in range(n * d):
            e = np.zeros(n * d)
            e[k] = step
            J[:, k] = ((residual(X + e.reshape(n, d)) - residual(X - e.reshape(n, d))) / (2 * step)).ravel()
        lo, hi = small().spectrum.expanded()
        values = np.linalg.svd(J, compute_uv=False)
        self.assertTrue((values >= lo - 1e-7).all() and (values <= hi + 1e-7).all(), (values - lo).min())
        self.assertLess((hi - lo).max(), 1e-14)

    def test_quantities(self):
        c = small()
        self.assertEqual(c.norm, c.spectrum[0])
        self.assertEqual(c.smallest, c.spectrum[-1])
        self.assertEqual(c.frozen_norm, c.frozen_spectrum[0])
        self.assertTrue(c.ratio.contains(c.norm.lo / c.frozen_norm.hi) or c.ratio.lo >= c.norm.lo / c.frozen_norm.hi)
        self.assertEqual(c.spectrum.count, 24)
        self.assertLessEqual(c.feedback_rank.at_least, c.feedback_rank.at_most)
        m = mixcert.spectrum([[1, 0]])
        self.assertEqual((m.frozen_norm, m.ratio, m.mean_square, m.feedback_rank, m.frozen_spectrum), (None,) * 5)
        empty = mixcert.spectrum(np.zeros((0, 3)))
        self.assertEqual((empty.spectrum.count, empty.smallest, empty.norm.hi), (0, None, 0))

    def test_of_a_ratio_that_may_not_exist(self):
        c = mixcert.certify(
            "static", {"H": np.zeros((2, 2)), "pre": np.zeros(2), "post": np.zeros(2)}, np.ones((2, 3)), kind="matrix"
        )
        self.assertIsNone(c.ratio)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_saved_with_its_arrays_is_checked_by_the_program(self):
        for name, c in {
            "state": small(),
            "write": small(with_="write", branch_output=SMALL[1]),
            "radius": small(state_radius=np.full(SMALL.shape, 1e-9)),
            "matrix": mixcert.spectrum(np.arange(6.0).reshape(2, 3)),
        }.items():
            folder = self.folder / name
            folder.mkdir()
            path = c.save(folder / "c.json")
            self.assertEqual(len(list(folder.iterdir())), 2)
            done = subprocess.run([sys.argv[1], "check", str(path)], capture_output=True, text=True, cwd="/")
            last = done.stdout.splitlines()[-1]
            if name == "radius":
                self.assertRegex(last, "NOT ESTABLISHED: claim C11 state_box")
            else:
                self.assertEqual((done.returncode, last), (0, "VERIFIED"), done.stdout + done.stderr)
            self.assertEqual(mixcert.check(path).says, last)

    def test_different_arrays_have_different_files(self):
        names = {
            small()._data[0],
            mixcert.certify("hc", narrow_site(6), SMALL + np.float32(1))._data[0],
            small(digits=20)._data[0],
        }
        self.assertEqual(len(names), 2)

    def test_without_arrays(self):
        small().save(self.folder / "c.json", data=False)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["c.json"])
        with self.assertRaisesRegex(ValueError, "arrays-"):
            mixcert.check(self.folder / "c.json")

    def test_read_is_what_was_saved(self):
        for c in (small(), mixcert.spectrum([[1, 2]]), small(digits=30)):
            path = c.save(self.folder / "c.json")
            for read in (mixcert.load(path), mixcert.Certificate.load(str(path))):
                self.assertEqual((read, read.text, type(read)), (c, c.text, type(c)))
                self.assertEqual(read.spectrum[0], c.spectrum[0])

    def test_others_are_refused(self):
        (self.folder / "c.json").write_text(small().text.replace('"lo": "', '"lo": "9', 1))
        with self.assertRaisesRegex(ValueError, "c.json"):
            mixcert.load(self.folder / "c.json")
        (self.folder / "d.json").write_text("{")
        self.assertRaises(ValueError, mixcert.load, self.folder / "d.json")
        self.assertRaises(ValueError, mixcert.load, self.folder / "missing.json")
        self.assertRaises(ValueError, small().save, self.folder / "missing" / "c.json")

    def test_a_forged_number_is_refuted(self):
        path = small().save(self.folder / "c.json")
        document = json.loads(path.read_text())
        ends = document["quantities"]["norm"]
        path.write_text(
            json.dumps(
                {
                    **document,
                    "quantities": {
                        **document["quantities"],
                        "norm": {**ends, "lo_hex": ends["hi_hex"], "lo": ends["hi"]},
                    },
                }
            )
        )
        verification = mixcert.check(path)
        self.assertFalse(verification)
        self.assertRegex(str(verification), "^(REFUTED|NOT ESTABLISHED): claim ")
        self.assertEqual(verification.claims[-1].finding, verification.verdict)

    def test_data_elsewhere(self):
        path = mixcert.certify("hc", PARAMS, ADDRESS, site="site01").save(self.folder / "c.json")
        self.assertEqual(len(list(self.folder.iterdir())), 1)
        self.assertTrue(mixcert.check(path, data=EXAMPLES))
        self.assertTrue(mixcert.check(mixcert.load(path), data=[self.folder, EXAMPLES]))
        with self.assertRaisesRegex(ValueError, "no folder"):
            mixcert.check(path, data="nowhere")

    def test_where_the_files_were_is_remembered(self):
        for c in (
            mixcert.certify("hc", PARAMS, ADDRESS, site="site01"),
            mixcert.certify("hc", PARAMS, example_state(), site="site01"),
            mixcert.certify("hc", example_site(), f"{STATES}:{STATE_NAME}"),
        ):
            self.assertEqual(c._folders, (str(EXAMPLES),))
            self.assertTrue(mixcert.check(c))

    def test_names_that_are_no_text(self):
        folder = os.fsencode(self.folder) + b"/\xff"
        os.mkdir(folder)
        path = os.fsdecode(folder + b"/c\xfe.json")
        c = small()
        c.save(path)
        self.assertEqual(mixcert.load(path), c)
        self.assertTrue(mixcert.check(path))
        self.assertTrue(mixcert.check(mixcert.load(Path(path))))
        with self.assertRaisesRegex(ValueError, r"\\xff"):
            mixcert.load(path + "x")


class Objects(unittest.TestCase):
    def test_do_not_change(self):
        c = small()
        for name in ("text", "norm", "_data", "other"):
            with self.assertRaises(AttributeError):
                setattr(c, name, None)

    def test_what_is_read_is_a_copy(self):
        c = small()
        norm = c.norm
        c.document["quantities"]["norm"].clear()
        c.subject["parameters"].clear()
        self.assertEqual(c.norm, norm)
        self.assertEqual(len(c.subject["parameters"]), 7)

    def test_copies(self):
        c = small()
        for copied in (copy.deepcopy(c), pickle.loads(pickle.dumps(c))):
            self.assertEqual((copied, copied._data, hash(copied)), (c, c._data, hash(c)))
        self.assertTrue(mixcert.check(pickle.loads(pickle.dumps(c))))

    def test_text(self):
        c = small()
        self.assertIn("largest singular value", str(c))
        self.assertRegex(repr(c), r"<mixcert.Certificate mixer hc site: 24 values, norm [\d.]+\(\d\)>")
        self.assertIn(r"singular values of the Jacobian of the map $X\mapsto H(X)X$", c.quote())

    def test_proofs(self):
        c = small()
        self.assertTrue(mixcert.prove(c).startswith("#"))
        self.assertIn(r"\documentclass", mixcert.prove(c, to="tex"))
        self.assertIn("Theorem", mixcert.prove(c, to="coq"))
        with self.assertRaisesRegex(ValueError, "to=docx: must be md, tex, pdf or coq"):
            mixcert.prove(c, to="docx")


class Pictures(unittest.TestCase):
    def test_html_is_well_formed_and_needs_nothing(self):
        for c in (
            small(),
            mixcert.spectrum([[3, 0], [4, 5]]),
            mixcert.spectrum([[2]]),
            mixcert.spectrum(np.zeros((2, 2))),
        ):
            html = c._repr_html_()
            root = xml.etree.ElementTree.fromstring(html)
            self.assertEqual(root.tag, "div")
            pictures = [e for e in root.iter() if e.tag.endswith("svg")]
            self.assertEqual(len(pictures), 1)
            self.assertIn("singular values", pictures[0][0].text)
            self.assertNotRegex(html.replace("http://www.w3.org/2000/svg", ""), "https?:|<script|url\\(")
            self.assertLess(len(html), 20_000)
            self.assertIn(str(c.norm), html)

    def test_svg_has_one_step_an_entry(self):
        c = small()
        html = c._repr_html_()
        steps = [len(path.split(" L")) for path in re.findall(r'd="(M[^"]+)" fill="none" stroke="#2563c9"', html)]
        self.assertEqual(steps, [2 * len(c.spectrum)] * 2)

    def test_names_are_escaped(self):
        site = {f"<b>.{name}": x for name, x in narrow_site(6).items()}
        self.assertNotIn("<b>", mixcert.certify("hc", site, SMALL, site="<b>")._repr_html_())

    def test_of_nothing(self):
        xml.etree.ElementTree.fromstring(mixcert.spectrum(np.zeros((0, 3)))._repr_html_())

    def test_plot(self):
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            self.skipTest("matplotlib is not installed")
        ax = small().plot()
        self.assertEqual([t.get_text() for t in ax.get_legend().get_texts()], ["realised mixer H", "Jacobian"])
        own = plt.figure().add_subplot()
        self.assertIs(mixcert.spectrum([[3, 0], [4, 5]]).plot(own), own)
        self.assertEqual(own.get_xlim()[0] < 0 < 2 < own.get_xlim()[1], True)

    def test_matplotlib_and_torch_are_imported_by_nobody(self):
        code = "import sys, mixcert; mixcert.spectrum([[1]])._repr_html_(); print([m for m in ('matplotlib', 'torch') if m in sys.modules])"
        self.assertEqual(
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout, "[]\n"
        )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
