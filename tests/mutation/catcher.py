"""Builds catch*.cpp with a copy of the few library sources it needs, and runs its cases."""
import json
import os
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).absolute().parents[2]  # as the build spells it
LIBRARY = ROOT / "lib" / "mixcert"
ROOMS = ["ball", "scalar"]  # whole, and of the rest only what the cases need and what compiles in a second or so
SOURCES = ["certificate/enclosure", "certificate/outward", "diagnostic/singular_vectors", "jacobian/factored_product",
           "jacobian/feedback", "jacobian/power", "printable", "spectrum/eigenvalues", "spectrum/enclosure", "spectrum/order_statistics",
           "spectrum/schur", "spectrum/separated"]
JACOBIAN_SOURCES = ["diagnostic/conserved_channel", "diagnostic/singular_vectors", "diagnostic/top_direction",
                    "jacobian/basis", "jacobian/core", "jacobian/enclosed_spectrum", "jacobian/feedback",
                    "jacobian/rotation", "jacobian/span", "jacobian/state_box",
                    "jacobian/truncation", "mixer/convention", "mixer/costs", "mixer/mixer", "mixer/polynomial",
                    "printable", "spectrum/bidiagonal_svd", "spectrum/complete", "spectrum/decomposition",
                    "spectrum/enclosure", "spectrum/golub_kahan", "spectrum/guess", "spectrum/order_statistics",
                    "spectrum/refine"]
DENSE_SOURCES = ["jacobian/dense_product", "jacobian/factor_chain", "jacobian/site_factors", "mixer/polynomial", "printable",
                 "spectrum/bidiagonal_svd", "spectrum/cluster_rotation", "spectrum/complete", "spectrum/dense_spectrum",
                 "spectrum/enclosure", "spectrum/guess", "spectrum/refine", "spectrum/sliced_svd"]
NORM_SOURCES = ["jacobian/dense_norm", "jacobian/dense_product", "jacobian/site_factors", "mixer/polynomial", "printable",
                "spectrum/lanczos", "spectrum/norm_bound"]
MEASURE_SOURCES = ["diagnostic/gain", "diagnostic/load", "diagnostic/map_intervention", "diagnostic/preservation",
                   "printable"]
BATCH_SOURCES = ["batch/frozen_values", "batch/hc_spectra", "batch/independent_rows", "batch/kernels", "batch/long_rows", "mixer/convention",
                 "mixer/polynomial", "printable", "spectrum/bidiagonal_svd", "spectrum/close_values",
                 "spectrum/complete", "spectrum/enclosure", "spectrum/guess", "spectrum/near_diagonal",
                 "spectrum/refine", "spectrum/second_order"]
LIKE_TESTS = "support/main.cpp"  # the tests are compiled as this source of the build is
COMPILE_SECONDS, RUN_SECONDS = 300, 60


class Program:
    """A program of cases: sources of the library, sources of the tests."""

    def __init__(self, name, sources, tests):
        self.name, self.sources = name, sources
        self.tests = [f"mutation/{t}.cpp" for t in tests] + ["support/rational_matrix.cpp"]

    def has(self, case):
        return any(f"BOOST_AUTO_TEST_CASE({case})" in (ROOT / "tests" / test).read_text() for test in self.tests)


PROGRAMS = [Program("catch_batch", BATCH_SOURCES, ["catch_batch"]),
            Program("catch", SOURCES,
                    ["catch", "catch_angles", "catch_dd_ball", "catch_eigenvalues", "catch_product",
                     "catch_spectrum"]),
            Program("catch_dense", DENSE_SOURCES, ["catch_dense"]),
            Program("catch_jacobian", JACOBIAN_SOURCES, ["catch_jacobian"]),
            Program("catch_measures", MEASURE_SOURCES, ["catch_measures"]),
            Program("catch_norm", NORM_SOURCES, ["catch_norm"])]


class Unusable(Exception):
    """Neither caught nor survived."""


class Outcome:
    def __init__(self, status, log):
        self.status = status
        self.cases, self.failures, self.exceptions = [], [], 0
        if status < 0:  # by a signal
            return
        try:
            tree = ElementTree.fromstring(log)
        except ElementTree.ParseError:  # no such case
            return
        for case in tree.iter("TestCase"):
            if case.get("skipped") is not None:
                continue
            self.cases.append(case.get("name"))
            self.failures += [f"{self.cases[-1]}: {e.text}" for e in case.findall("Error")]
            self.exceptions += len(case.findall("Exception")) + len(case.findall("FatalError"))

    def only_failed_assertions(self):
        test_failure = 201  # boost::exit_test_failure
        return self.status == test_failure and self.failures != [] and self.exceptions == 0


class Catcher:
    def __init__(self, build, libraries, program):
        self.libraries, self.program = libraries, program
        self.commands = {Path(c["file"]): c for c in json.loads((build / "compile_commands.json").read_text())}

    def copy_library(self, folder):
        copy = folder / "lib"
        shutil.copytree(LIBRARY, copy / "mixcert")
        return copy

    def build(self, copy, folder, control=None):
        """The program; what the change does not reach is taken from the control."""
        objects = []
        rooms = [source for room in ROOMS for source in sorted((LIBRARY / room).rglob("*.cpp"))]
        for source in rooms + [LIBRARY / (name + ".cpp") for name in self.program.sources]:
            objects.append(self._object(self.commands[source], source, source, copy, folder, control))
        for name in self.program.tests:
            like = ROOT / "tests" / LIKE_TESTS
            objects.append(self._object(self.commands[like], like, ROOT / "tests" / name, copy, folder, control))
        program = folder / self.program.name
        options = [w for w in shlex.split(self.commands[like]["command"]) if w.startswith(("-f", "-O", "-g", "-m"))]
        compiler = shlex.split(self.commands[like]["command"])[0]
        self._call([compiler, *options, *map(str, objects), *self.libraries, "-o", str(program)], "does not link")
        return program

    def run(self, program, case):
        command = [str(program), f"--run_test=*/{case}", "--log_format=XML", "--log_level=test_suite",
                   "--report_level=no", "--catch_system_errors=no", "--color_output=no"]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=RUN_SECONDS)
        except subprocess.TimeoutExpired:
            raise Unusable("does not end") from None
        return Outcome(run.returncode, run.stdout)

    def _object(self, entry, like, source, copy, folder, control):
        name = source.relative_to(ROOT).as_posix().replace("/", "-") + ".o"
        if control is not None and not self._reached(control / name, copy):
            return control / name
        target = folder / name
        words = shlex.split(entry["command"])
        output = words.index("-o")
        del words[output:output + 2]
        words = [str(source) if word == str(like) else word for word in words]
        words = [word.replace(str(ROOT / "lib"), str(copy)) for word in words]
        self._call([*words, "-w", "-MMD", "-o", str(target)], "does not compile", entry["directory"])
        if any(path.is_relative_to(ROOT / "lib") for path in prerequisites(target)):
            raise Unusable(f"{name} was compiled with the library itself, not with its copy")
        return target

    def _reached(self, control_object, copy):
        """Whether a file that the control's object was made of differs in the copy."""
        original = control_object.parent / "lib"
        used = [path for path in prerequisites(control_object) if path.is_relative_to(original)]
        return any((copy / path.relative_to(original)).read_bytes() != path.read_bytes() for path in used)

    def _call(self, command, trouble, directory=None):
        try:
            run = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=COMPILE_SECONDS)
        except subprocess.TimeoutExpired:
            raise Unusable(trouble + " in time") from None
        if run.returncode != 0:
            raise Unusable(f"{trouble}:\n{run.stderr}")


def prerequisites(target):
    """From the rule that the compiler wrote."""
    rule = target.with_suffix(".d").read_text().replace("\\\n", " ")
    return [Path(os.path.abspath(word)) for word in rule.split(":", 1)[1].split()]
