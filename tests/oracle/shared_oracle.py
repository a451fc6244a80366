"""Every certificate of a kind against reference numbers that other people's code produced."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program, kind = sys.argv[1:]
checker = shared_folder() / "oracles" / "check_certify.py"


def check(*options):
    return subprocess.run([sys.executable, checker, "--bin", program, "--kind", kind, *options]).returncode


sys.exit(check("--max-width", "2e-13") + check("--digits", "40", "--max-width", "1e-40") != 0)
