#!/usr/bin/env python3
"""Holds the rows of `mixcert reproduce` against their JSON Schema, and the schema against damaged rows.

usage: reproductions.py MIXCERT_BINARY
"""
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from edits import drop, edited, put
from program import Program, Tally

RUNS = [[], ["--arith", "mp:200"], ["--arith", "interval"], ["--arith", "quad"], ["--arith", "float64"], ["--arith", "rational"],
        ["--perturb", "1e-9"], ["--perturb", "-0x1p-30"], ["--arith", "rational", "--perturb", "1e-9"]]
REQUIRED = ["format", "version", "construction", "theorem", "parameters", "perturbation", "arithmetic", "places", "values", "outcome"]
REFUSED = [(f"without {key}", drop(key)) for key in REQUIRED] + [
    ("without values and a reason", put([], "values")),
    ("of an unknown outcome", put("equal", "outcome")),
    ("of an unknown arithmetic", put("mp", "arithmetic")),
    ("with a number for a parameter", put(0.1, "parameters", "K")),
    ("with a perturbation of nothing", put({"by": "1e-9"}, "perturbation")),
    ("with a value that is a number", put(1.5, "values", 0, "value")),
    ("without a count", drop("values", 0, "count")),
    ("without an upper end", drop("values", 0, "enclosure", "hi")),
    ("without an enclosure", drop("values", 0, "enclosure")),
    ("with an infinite end", put("inf", "values", 0, "enclosure", "hi")),
    ("with the exponent as text", put("1772", "values", 0, "enclosure", "exp2")),
    ("with the outcome of a guess", put("agrees (uncertified)", "values", 0, "outcome")),
    ("with a negative width", put("-1", "values", 0, "width_ulps")),
]


def run_problems(program, check, arguments):
    document = json.loads(program.run("reproduce", *arguments, "--json").stdout)
    if document["format"] != "mixcert-reproductions" or document["version"] != 1 or not document["rows"]:
        yield "not a list of rows"
    worst = [row["outcome"] for row in document["rows"]]
    if document["outcome"] not in worst:
        yield f"the outcome {document['outcome']} is that of no row"
    for row in document["rows"]:
        yield from check(row)


def main(binary):
    if not schema.available():
        print("SKIPPED:", schema.MISSING)
        return 77
    tally, program, check = Tally(), Program(binary), schema.schema_checker("reproduction")
    for arguments in RUNS:
        tally.record(" ".join(["reproduce", *arguments]), run_problems(program, check, arguments))
    row = json.loads(program.run("reproduce", "cayley", "--json").stdout)["rows"][0]
    tally.record("a row with an unknown key", check(edited(row, put(1, "x-extra"))))
    for name, edit in REFUSED:
        tally.record(f"a row {name}", [] if check(edited(row, edit)) else ["the schema allows it"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
