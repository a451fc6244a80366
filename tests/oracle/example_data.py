"""The example states' spectra against 42-digit references: each value inside its enclosure, each enclosure narrow."""
import json
import subprocess
import sys
from fractions import Fraction

program, data = sys.argv[1:]
cases = json.load(open(f"{data}/hc_reference.json"))["cases"]
passed = failed = 0
for case in cases:
    sigma = [Fraction(s) for s in case["sigma_core"]]
    sigma += [Fraction(s) for s in case["sigma_H"] for _ in range(case["width"] - case["q"])]
    sigma.sort(reverse=True)
    run = subprocess.run(
        [program, "certify", "--mixer", "hc", "--params", f"{data}/hc_params.safetensors", "--site", case["site"],
         "--state", f"{data}/hc_states.safetensors:{case['state']}", "--json"],
        capture_output=True, text=True)
    entries = json.loads(run.stdout)["spectrum"] if run.returncode == 0 else []
    ends = [(Fraction(float.fromhex(e["lo_hex"])), Fraction(float.fromhex(e["hi_hex"])))
            for e in entries for _ in range(e["multiplicity"])]
    digits = sigma[0] / 10**40  # the references themselves are rounded
    good = len(ends) == len(sigma) and all(
        lo - digits <= s <= hi + digits and hi - lo <= Fraction(2, 10**13) * sigma[0]
        for (lo, hi), s in zip(ends, sigma))
    print("ok  " if good else "FAIL", case["state"], run.stderr.strip())
    passed, failed = passed + good, failed + (not good)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
