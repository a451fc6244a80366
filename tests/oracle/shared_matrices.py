"""`mixcert spectrum` on matrices of known spectrum, bad files and balls of matrices, and with 40 digits on some of them."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program = sys.argv[1]
matrices = shared_folder() / "oracles" / "matrices"
checker = [sys.executable, matrices / "check_spectrum.py", matrices]


def check(arguments, *options):
    return subprocess.run([*checker, f"{program} spectrum {{file}} {arguments}", "-q", *options]).returncode


failed = check("--json", "--max-rel-width", "1e-12")
failed += check("--json --digits 40", "--max-rel-width", "1e-40", "--only", "h*")
sys.exit(failed != 0)
