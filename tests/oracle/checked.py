"""Certificates and diagnoses of states and matrices that other people's code produced are verified by `mixcert check`.

usage: checked.py MIXCERT_BINARY few|all
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program, which = sys.argv[1:]
oracles = shared_folder() / "oracles"
# Options, and every how many-th state they are tried at when only few are.
VARIANTS = [([], 12), (["--digits", "40"], 50), (["--core", "common"], 60), (["--with", "read"], 25)]
DIAGNOSED = [(["--jacobian", "--at-least", "1"], 40)]
MATRICES = [([], 10), (["--digits", "40"], 30)]


def states(command):
    """The arguments of the command for every state, as the shared script has them."""
    script = (oracles / "check_certify.py").read_text()
    end = script.index("J = jobs(); J =")
    arguments, sys.argv = sys.argv, ["check_certify.py", "--dir", str(oracles), "--kind", "all"]
    names = {"__file__": str(oracles / "check_certify.py"), "argparse": argparse}
    exec(script[:end], names)  # noqa: S102: the folder is the user's own
    sys.argv = arguments
    return [(name, [command, *options]) for name, options, _, _ in names["jobs"]()]


def matrices():
    for file in sorted((oracles / "matrices").glob("*.npy")):
        if file.name.startswith("bad") or file.suffixes[:-1]:
            continue
        radius = file.with_suffix(".radius.npy")
        yield file.name, ["spectrum", str(file), *(["--radius", str(radius)] if radius.exists() else [])]


folders = [f"--data={folder}" for folder in sorted(oracles.iterdir()) if folder.is_dir()]
verified = failed = refused = 0
with tempfile.TemporaryDirectory() as scratch:
    certificate = Path(scratch) / "certificate.json"
    for cases, variants in ((states("certify"), VARIANTS), (states("diagnose"), DIAGNOSED), (list(matrices()), MATRICES)):
        for options, step in variants:
            for name, arguments in cases[:: 1 if which == "all" else step]:
                made = subprocess.run([program, *arguments, *options, "-o", certificate], capture_output=True, text=True)
                if made.returncode != 0:
                    refused += 1
                    print(f"not certified: {name} {options}: {made.stderr.strip()[:200]}")
                    continue
                run = subprocess.run([program, "check", certificate, *folders], capture_output=True, text=True)
                if run.returncode == 0 and run.stdout.endswith("VERIFIED\n"):
                    verified += 1
                else:
                    failed += 1
                    print(f"FAIL {name} {options}: {(run.stdout + run.stderr).strip()[-300:]}")
print(f"{verified} verified, {failed} failed, {refused} were not certified")
# Two matrices have values beyond binary64, which --digits 40 can write and the default form cannot.
sys.exit(failed > 0 or refused > 2 or verified == 0)
