#!/usr/bin/env python3
"""What --arith gives: estimates against their JSON Schema, certificates against those of the ordinary arithmetic.

usage: estimates.py MIXCERT_BINARY
"""
import json
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import schema
from edits import drop, edited, put
from program import Program, Tally

DATA = ROOT / "examples" / "data"
SITE = ["--mixer", "hc", "--params", str(DATA / "hc_params.safetensors"), "--site", "site01", "--state",
        f"{DATA / 'hc_states.safetensors'}:site01_p3_t127.X"]
MAPS = [[], ["--with", "read"], ["--core", "common"]]
REFUSED = [
    ("without values", drop("spectrum", 0, "value")),
    ("with an end", put("1e+00", "spectrum", 0, "lo")),
    ("with a number for a value", put(1.5, "quantities", "norm", "value")),
    ("of another arithmetic", put("float32", "arithmetic")),
    ("without the distance", drop("distance_from_enclosures")),
]
WRONG = [["--arith", "float32"], ["--arith", "mp:"], ["--arith", "mp:12"], ["--arith", "mp:1e3"], ["--arith", "mp:99999999999"],
         ["--arith", "quad", "--digits", "20"], ["--arith", "float64", "--quote"]]


def expanded(document):
    return [e for e in document["spectrum"] for _ in range(e["multiplicity"])]


def estimate_problems(program, check, options, arithmetic, digits):
    certificate = json.loads(program.run("certify", *SITE, *options, "--json").stdout)
    run = program.run("certify", *SITE, *options, "--arith", arithmetic, "--json")
    if run.status != 0:
        return [f"exit {run.status}: {run.stderr}"]
    document = json.loads(run.stdout)
    problems = check(document)
    values, ends = expanded(document), expanded(certificate)
    if len(values) != len(ends):
        problems.append(f"{len(values)} values, {len(ends)} enclosures")
    outside, farthest = 0, Fraction(0)
    for value, enclosure in zip(values, ends):
        x = Fraction(float(value["value"]) if arithmetic == "float64" else value["value"])
        distance = max(Fraction.from_float(float.fromhex(enclosure["lo_hex"])) - x, x - Fraction.from_float(float.fromhex(enclosure["hi_hex"])), 0)
        outside, farthest = outside + (distance > 0), max(farthest, distance)
    told = document["distance_from_enclosures"]
    if told["outside"] != outside or not farthest * (1 - Fraction(1, 1000)) <= Fraction(told["largest"]) <= farthest * Fraction(102, 100):
        problems.append(f"the distance is {outside}, {float(farthest)}; told: {told}")
    if farthest > Fraction(10) ** -digits:
        problems.append(f"farther from the enclosures than 1e-{digits}: {float(farthest)}")
    for name, edit in REFUSED:
        if not check(edited(document, edit)):
            problems.append(f"the schema allows an estimate {name}")
    return problems


def shown_problems(program):
    with tempfile.TemporaryDirectory() as folder:
        stored = Path(folder) / "estimate.json"
        text = program.run("certify", *SITE, "--arith", "quad", "-o", stored).stdout.decode()
        run = program.run("show", stored)
    if "  estimate  " not in text or "  certificate  " in text:
        return [f"the page does not end with the estimate: {text}"]
    return [] if run.status == 2 and "estimate" in run.stderr else [f"exit {run.status}: {run.stderr}"]


def certified_problems(program, check, options, arithmetic, width):
    ordinary = json.loads(program.run("certify", *SITE, *options, "--json").stdout)
    run = program.run("certify", *SITE, *options, "--arith", arithmetic, "--json")
    if run.status != 0:
        return [f"exit {run.status}: {run.stderr}"]
    document = json.loads(run.stdout)
    problems = check(document)
    for x, y in zip(expanded(document), expanded(ordinary), strict=True):
        if Fraction(x["hi"]) < Fraction(y["lo"]) or Fraction(y["hi"]) < Fraction(x["lo"]):
            return [*problems, "an enclosure is disjoint from the ordinary one"]
        if Fraction(x["hi"]) - Fraction(x["lo"]) > width:
            return [*problems, f"an enclosure is wider than {width}: {x}"]
    if document["producer"]["arithmetic"] == ordinary["producer"]["arithmetic"]:
        problems.append("the arithmetic is not told")
    return problems


def main(binary):
    if not schema.available():
        print("SKIPPED:", schema.MISSING)
        return 77
    tally, program = Tally(), Program(binary)
    estimate, certificate = schema.schema_checker("estimate"), schema.schema_checker("certificate")
    for options in MAPS:
        name = " ".join(options) or "the residual"
        for arithmetic, digits in (("float64", 11), ("quad", 25)):
            tally.record(f"{arithmetic}, {name}", estimate_problems(program, estimate, options, arithmetic, digits))
        for arithmetic, width in (("interval", 1e-7), ("mp:53", 1e-7), ("mp:200", 1e-15), ("mp:800", 1e-15)):
            tally.record(f"{arithmetic}, {name}", certified_problems(program, certificate, options, arithmetic, width))
    tally.record("an estimate is no certificate to show", shown_problems(program))
    for options in WRONG:
        run = program.run("certify", *SITE, *options)
        tally.record(" ".join(options), [] if run.status == 2 and run.stderr else [f"exit {run.status}: {run.stderr}"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
