"""Residual and write gate with a fixed branch output, against complete Jacobians by automatic differentiation in binary64."""
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

program = sys.argv[1]
data = shared_folder() / "oracles" / "hc"
TOLERANCE = 1e-13  # that of the references


def spectrum(model, case):
    states = f"{data}/hc{model}_states.safetensors:{case['X']}"
    run = subprocess.run(
        [program, "certify", "--mixer", "hc", "--params", f"{data}/hc{model}_params.safetensors", "--site",
         case["params"].rstrip("."), "--state", states, "--with", "write", "--branch-output",
         states.removesuffix("X") + "f", "--json"],
        capture_output=True, text=True)
    if run.returncode != 0:
        return [], run.stderr.strip()
    entries = json.loads(run.stdout)["spectrum"]
    return [(float.fromhex(e["lo_hex"]), float.fromhex(e["hi_hex"])) for e in entries for _ in range(e["multiplicity"])], ""


def references(case, count):
    """(index, value): all of them, or the largest eight and the smallest."""
    if "sigma_J_residual_plus_write" in case:
        return list(enumerate(map(float, case["sigma_J_residual_plus_write"])))
    top = enumerate(map(float, case["sigma_J_residual_plus_write_top8"]))
    return [*top, (count - 1, float(case["sigma_J_residual_plus_write_min"]))]


passed = failed = 0
for model in "AB":
    for case in json.loads((data / f"hc{model}_expected.json").read_text())["cases"]:
        ends, message = spectrum(model, case)
        good = len(ends) == len(case["sigma_J"]) and all(
            ends[i][0] - TOLERANCE <= s <= ends[i][1] + TOLERANCE for i, s in references(case, len(ends)))
        narrow = good and max(hi - lo for lo, hi in ends) <= 2e-13 * ends[0][1]
        differs = good and any(abs(s - float(r)) > 1e-6 for (_, s), r in zip(references(case, len(ends)), case["sigma_J"]))
        if not narrow or not differs:
            print("FAIL", case["id"], message)
        passed, failed = passed + (narrow and differs), failed + (not narrow or not differs)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
