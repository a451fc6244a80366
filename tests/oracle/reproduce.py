#!/usr/bin/env python3
"""`mixcert reproduce` in every arithmetic: what it prints, its documents and exit status; its values against closed forms
evaluated here, and with `shared` against reference data of 42 digits.

usage: reproduce.py MIXCERT_BINARY [shared]
"""
import json
import sys
import tempfile
from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally
from shared_folder import shared_folder

getcontext().prec = 60
ROWS = {"two-stream": 32, "cayley": 54, "three-stream": 1, "three-cycle": 3, "binary-kronecker": 5}
COUNT = sum(ROWS.values())
# Of each arithmetic: the exit status, and how many rows have which outcome.
EXPECTED = [
    ([], 0, {"agrees": COUNT}),
    (["--arith", "mp:200"], 0, {"agrees": COUNT}),
    (["--arith", "interval"], 3, {"agrees": COUNT - 6, "undecided": 6}),
    (["--arith", "quad"], 0, {"agrees (uncertified)": COUNT - 3, "not resolved (uncertified)": 3}),
    (["--arith", "float64"], 0, {"agrees (uncertified)": COUNT - 6, "not resolved (uncertified)": 6}),
    (["--arith", "rational"], 0, {"agrees": 9, "not rational": 86}),
]
WRONG = [["caley"], ["--arith", "float32"], ["--arith", "mp:12"], ["--perturb", "little"], ["--perturb", "inf"], ["--perturb", "1e1001"], ["--perturb", "1e-1001"], ["--perturb", "1e-200000"],
         ["cayley", "-o", __file__]]


def documents(program, *arguments):
    run = program.run("reproduce", *arguments, "--json")
    return run, json.loads(run.stdout)


def outcome_problems(program, arguments, status, outcomes):
    run, document = documents(program, *arguments)
    yield from run.problems()
    if run.status != status:
        yield f"exit {run.status}, not {status}: {run.stderr}"
    rows = document["rows"]
    found = Counter(row["outcome"] for row in rows)
    if found != outcomes:
        yield f"{dict(found)}, not {outcomes}"
    if Counter(row["construction"] for row in rows) != ROWS:
        yield "not all rows"
    text = program.run("reproduce", "all", *arguments)
    if text.status != status:
        yield f"exit {text.status} with text"
    if f"{COUNT} rows" not in text.stdout.decode().splitlines()[-1]:
        yield "no total"
    for row in rows:
        words = "  ".join([row["construction"], *(f"{k} = {v}" for k, v in row["parameters"].items())])
        if words not in text.stdout.decode():
            yield f"the text has no row {words}"


def closed_values(row):
    """Descending, with counts."""
    K = Decimal(row["parameters"]["K"])
    if row["construction"] == "two-stream":
        epsilon = Decimal(row["parameters"]["epsilon"])
        return [((1 + K * K / (1 + epsilon)).sqrt(), 1), (Decimal(0), 1)]
    L, d = int(row["parameters"]["L"]), int(row["parameters"]["d"])
    return [(abs(1 + K) ** L, 1), (Decimal(1), 3 * d - 1)]


def holds(enclosure, value, slack=Fraction(0)):
    scale = Fraction(2) ** enclosure.get("exp2", 0)
    return Fraction(enclosure["lo"]) * scale - slack <= value <= Fraction(enclosure["hi"]) * scale + slack


def value_problems(program, arithmetic, most_ulps):
    _, document = documents(program, "two-stream", "cayley", *arithmetic)
    for row in document["rows"]:
        for found, (value, count) in zip(row["values"], closed_values(row), strict=True):
            # 60 digits of a root
            if not holds(found["enclosure"], Fraction(value), abs(Fraction(value)) * Fraction(1, 10**58)):
                yield f"{row['parameters']}: {found['enclosure']} does not hold {value}"
            if found["count"] != count or Fraction(found["width_ulps"]) > most_ulps:
                yield f"{row['parameters']}: {found}"


def literature_problems(program):
    """K = 0.1, L = 64: 445.7916... within 4 ulp."""
    _, document = documents(program, "cayley")
    rows = [r for r in document["rows"] if r["parameters"]["K"] == "0.1" and r["parameters"]["L"] == "64"]
    if len(rows) != 3:
        yield f"{len(rows)} rows"
    for row in rows:
        exceptional = row["values"][0]
        lo, hi = Fraction(exceptional["enclosure"]["lo"]), Fraction(exceptional["enclosure"]["hi"])
        if not lo <= Fraction(11, 10) ** 64 <= hi or hi - lo > 4 * Fraction(2) ** (9 - 53):
            yield f"{exceptional}"
    if "445.791568" not in program.run("reproduce", "cayley").stdout.decode():
        yield "the text does not have the number"


def perturbed_problems(program):
    """K of the mixer alone: every row whose values move by more than the enclosures are wide."""
    for arithmetic in ([], ["--arith", "mp:200"], ["--arith", "interval"]):
        run = program.run("reproduce", "cayley", "--perturb", "1e-9", *arithmetic)
        if run.status != 1 or "disagrees" not in run.stdout.decode():
            yield f"exit {run.status} with {arithmetic}"
    run, document = documents(program, "cayley", "--perturb", "1e-9")
    agree = [row["parameters"] for row in document["rows"] if row["outcome"] != "disagrees"]
    if agree != [{"K": "-1", "L": "64", "d": d} for d in ("8", "64", "512")]:
        yield f"these agree: {agree}"
    if document["rows"][0]["perturbation"] != {"of": "K", "by": "1e-9"}:
        yield "the perturbation is not told"
    for name in ROWS:
        if program.run("reproduce", name, "--perturb", "1e-9", "--quiet").status != 1:
            yield f"{name} does not disagree"


def folder_problems(program):
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "new" / "rows"
        run, document = documents(program, "-o", str(folder))
        certificates = ".certificate.json"  # those of whole spectra, which schema/constructions.py looks at
        files = {path.name: json.loads(path.read_text()) for path in folder.iterdir() if not path.name.endswith(certificates)}
        if run.status != 0 or len(files) != COUNT:
            yield f"exit {run.status}, {len(files)} files"
        if sorted(map(json.dumps, files.values())) != sorted(map(json.dumps, document["rows"])):
            yield "the files are not the rows"
        if "cayley-K=0.1-L=64-d=512.json" not in files:
            yield f"names such as {next(iter(files))}"


def quiet_problems(program):
    run = program.run("reproduce", "three-stream", "--quiet")
    if run.status != 0 or run.stdout:
        yield f"exit {run.status}, {run.stdout}"


def reference_problems(program, case):
    """The row of these L and d, with the mixer's K moved to that of the case, a binary64 number: its largest and least values."""
    by = Decimal(float(case["K"])) - Decimal("0.1")
    _, document = documents(program, "cayley", "--arith", "mp:200", "--perturb", str(by))
    row = next(r for r in document["rows"] if r["parameters"] == {"K": "0.1", "L": str(case["L"]), "d": str(case["d"])})
    ends = [v["enclosure"] for v in row["values"]]
    values = [Fraction(case["exceptional"]), Fraction(case["other_singular_values"])]
    for name, found, value in [("largest", max(Fraction(e["hi"]) for e in ends), max(values)),
                               ("least", min(Fraction(e["lo"]) for e in ends), min(values))]:
        if abs(found - value) > Fraction(1, 10**40) * max(1, value):
            yield f"the {name} is {float(found)}, not {float(value)}"
    if row["values"][1]["count"] != case["other_count"]:
        yield f"{row['values'][1]['count']} other values"


def against_closed_forms(binary):
    tally, program = Tally(), Program(binary)
    for arguments, status, outcomes in EXPECTED:
        tally.record(f"reproduce all {' '.join(arguments)}", outcome_problems(program, arguments, status, outcomes))
    tally.record("values", value_problems(program, [], Fraction(1, 100)))
    tally.record("values with 200 places", value_problems(program, ["--arith", "mp:200"], Fraction(1, 10**20)))
    tally.record("the value of the literature", literature_problems(program))
    tally.record("a perturbed parameter", perturbed_problems(program))
    tally.record("a folder", folder_problems(program))
    tally.record("quiet", quiet_problems(program))
    for arguments in WRONG:
        run = program.run("reproduce", *arguments)
        wrong = run.status != 2 or not run.stderr or run.stdout
        tally.record(" ".join(arguments), [f"exit {run.status}: {run.stderr}"] if wrong else [])
    return tally.finish()


def against_reference_data(binary):
    tally, program = Tally(), Program(binary)
    for case in json.loads((shared_folder() / "oracles" / "constructions" / "cayley.json").read_text())["cases"]:
        if case["L"] == 64:
            tally.record(case["id"], reference_problems(program, case))
        else:
            tally.skip(case["id"], "the table has no such chain; a unit test compares it")
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) == 2:
        sys.exit(against_closed_forms(sys.argv[1]))
    if len(sys.argv) == 3 and sys.argv[2] == "shared":
        sys.exit(against_reference_data(sys.argv[1]))
    sys.exit(__doc__)
