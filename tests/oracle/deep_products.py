"""Products of the Jacobians of deep chains against reference numbers that other people's code produced.

usage: deep_products.py PROGRAM few|all
"""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program, which = sys.argv[1:]
script = shared_folder() / "oracles" / "deep" / "check_product.py"


def check(*options):
    return subprocess.run([sys.executable, script, "--bin", program, *options]).returncode


if which == "few":
    sys.exit(check("--chains", "S"))
sys.exit(check() + check("--digits-sigma1", "12", "--extra=--digits 12") != 0)
