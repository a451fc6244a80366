"""Documents of `mixcert spectrum` against the schema and against values that are known exactly."""
import json
import subprocess
import sys
import tempfile
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path


try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed", file=sys.stderr)
    sys.exit(77)

getcontext().prec = 200  # for exact decimals
program = sys.argv[1]
root = Path(__file__).resolve().parents[2]
schema = jsonschema.Draft202012Validator(json.loads((root / "docs/schema/mixcert-certificate-1.schema.json").read_text()))

SMALL = Decimal(2) ** -100
MARKET = {
    "diagonal": ("%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 4\n2 2 -0.25\n3 3 1e3\n", [1000, 4, Fraction(1, 4)]),
    "graded": (f"%%MatrixMarket matrix array real general\n2 2\n3\n4\n{-4 * SMALL:f}\n{3 * SMALL:f}\n", [5, Fraction(5 * SMALL)]),
    "zero": ("%%MatrixMarket matrix coordinate real general\n2 4 0\n", [0, 0]),
    "tall": ("%%MatrixMarket matrix array integer general\n3 1\n2\n3\n6\n", [7]),
    "decimal entries": ("%%MatrixMarket matrix array real general\n2 2\n0.1\n0\n0\n0.3\n", [Fraction(3, 10), Fraction(1, 10)]),
    "no rows": ("%%MatrixMarket matrix coordinate real general\n0 5 0\n", []),
}


def ends(entry):
    return Fraction(entry["lo"]), Fraction(entry["hi"])


def check(text, sigma, *options):
    with tempfile.TemporaryDirectory() as folder:
        file, stored = Path(folder) / "m.mtx", Path(folder) / "c.json"
        file.write_text(text)
        run = subprocess.run([program, "spectrum", str(file), "-o", str(stored), *options], capture_output=True, text=True)
        if run.returncode != 0:
            return f"exit {run.returncode}: {run.stderr}"
        document = json.loads(stored.read_text())
        again = subprocess.run([program, "show", str(stored), "--json"], capture_output=True, text=True)
        if again.stdout != stored.read_text():
            return "show does not give the certificate back"
    errors = [e.message for e in schema.iter_errors(document)]
    if errors:
        return errors[0]
    spectrum = [ends(e) for e in document["spectrum"]]
    if len(spectrum) != len(sigma) or not all(lo <= s <= hi for (lo, hi), s in zip(spectrum, sigma)):
        return f"{sigma} not in {spectrum}"
    if any(hi - lo > hi / 2**51 for lo, hi in spectrum):
        return f"an enclosure is wider than a part in 2^51: {spectrum}"
    return None


passed = failed = 0
for name, (text, sigma) in MARKET.items():
    for options in ([], ["--digits", "15"], ["--digits", "40"], ["--digits", "100"]):
        problem = check(text, sigma, *options)
        passed, failed = passed + (problem is None), failed + (problem is not None)
        if problem:
            print("FAIL", name, *options, problem)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
