"""`mixcert spectrum` on matrices of known spectrum, bad files and balls of matrices, in binary64 and with 40 digits."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

LEAST_DECIDED = 30

program = sys.argv[1]
matrices = shared_folder() / "oracles" / "matrices"
checker = [sys.executable, matrices / "check_spectrum.py", matrices]


def check(arguments, *options):
    return subprocess.run([*checker, f"{program} spectrum {{file}} {arguments}", "-q", *options]).returncode


def check_40_digits():
    """No enclosure is wider than 1e-40 sigma_1, none takes a minute, and each is known to hold its 45-digit reference:
    the checker does not fail an enclosure that ends too close to one to tell."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        limits = ["--max-rel-width", "1e-40", "--timeout", "60", "--report", report]
        failed = check("--json --digits 40", *limits)
        cases = json.loads(report.read_text()) if report.exists() else []
    certified = [case for case in cases if case.get("status") == "certified" and case["family"] != "ball"]
    undecided = [case["name"] for case in certified if "undecided" in case["text"]]
    print(f"40 digits: {len(certified)} matrices certified; undecided: {' '.join(undecided) or 'none'}")
    return failed != 0 or undecided != [] or len(certified) < LEAST_DECIDED


failed = check("--json", "--max-rel-width", "1e-12")
failed += check_40_digits()
sys.exit(failed != 0)
