"""The example states' spectra against 42-digit references: each value inside its enclosure, each enclosure narrow."""
import json
import subprocess
import sys
from fractions import Fraction



def end(e):
    if "lo_hex" in e:
        return Fraction(float.fromhex(e["lo_hex"])), Fraction(float.fromhex(e["hi_hex"]))
    return Fraction(e["lo"]), Fraction(e["hi"])


program, data = sys.argv[1:]
cases = json.load(open(f"{data}/hc_reference.json"))["cases"]
passed = failed = 0
for case in cases:
    sigma = [Fraction(s) for s in case["sigma_core"]]
    sigma += [Fraction(s) for s in case["sigma_H"] for _ in range(case["width"] - case["q"])]
    sigma.sort(reverse=True)
    rounded = sigma[0] / 10**40  # the references themselves are
    for options, width in [([], Fraction(2, 10**13)), (["--digits", "40"], Fraction(1, 10**40))]:
        run = subprocess.run(
            [program, "certify", "--mixer", "hc", "--params", f"{data}/hc_params.safetensors", "--site", case["site"],
             "--state", f"{data}/hc_states.safetensors:{case['state']}", "--json", *options],
            capture_output=True, text=True)
        entries = json.loads(run.stdout)["spectrum"] if run.returncode == 0 else []
        ends = [end(e) for e in entries for _ in range(e["multiplicity"])]
        good = len(ends) == len(sigma) and all(
            lo - rounded <= s <= hi + rounded and hi - lo <= width * sigma[0] for (lo, hi), s in zip(ends, sigma))
        print("ok  " if good else "FAIL", case["state"], *options, run.stderr.strip())
        passed, failed = passed + good, failed + (not good)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
