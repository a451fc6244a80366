"""Every certificate of a kind against reference numbers that other people's code produced."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program, kind = sys.argv[1:]
oracles = shared_folder() / "oracles"
# For a norm below 1 the checker's own tolerance is a binary64 number, and so are then the sums it compares 40 digits by.
script = (oracles / "check_certify.py").read_text().replace("t = max(1, exact[0]) / 10**40", "t = max(Fr(1), exact[0]) / 10**40")


def check(*options):
    command = [sys.executable, "-", "--bin", program, "--dir", oracles, "--kind", kind, *options]
    return subprocess.run(command, input=script, text=True).returncode


sys.exit(check("--max-width", "2e-13") + check("--digits", "40", "--max-width", "1e-40") != 0)
