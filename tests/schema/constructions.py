#!/usr/bin/env python3
"""Certificates of constructions, beside the rows of `mixcert reproduce -o`: their schema, their values counted exactly, and
what `mixcert check` says of them and of forged ones.

usage: constructions.py MIXCERT_BINARY
"""
import json
import math
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import ends
from edits import drop, edited, put
from program import Program, Tally

ROWS = 32 + 54
EXACT = ("claims", 1)
REFUSED = [
    ("without a formula", drop("subject", "formula")),
    ("of another theorem", put("T12", "subject", "formula")),
    ("without parameters", drop("subject", "parameters")),
    ("without K", drop("subject", "parameters", "K")),
    ("with a parameter that is a number", put(0.1, "subject", "parameters", "K")),
    ("with a parameter that is a word", put({"text": "one"}, "subject", "parameters", "K")),
    ("without streams", drop("subject", "streams")),
    ("without width", drop("subject", "width")),
    ("without values", put([], "spectrum")),
    ("without the claim exact", drop(*EXACT)),
    ("without names", drop(*EXACT, "witness", "names")),
    ("without multiplicities", drop(*EXACT, "witness", "multiplicity")),
    ("with a multiplicity of 0", put(0, *EXACT, "witness", "multiplicity", 0)),
    ("with an empty name", put("", *EXACT, "witness", "names", 0)),
]
NEXT = {"lo": "1.1000000000000002e+00", "hi": "1.1000000000000002e+00"}
FORGED = [  # of the chain with K = 0.1 and one layer, whose largest value is 1.1
    ("another K", put({"decimal": "0.1000001"}, "subject", "parameters", "K"), "exact"),
    ("another L", put({"decimal": "2"}, "subject", "parameters", "L"), "exact"),
    ("another width", put({"decimal": "9"}, "subject", "parameters", "d"), "data"),
    ("streams of another number", put(4, "subject", "streams"), "data"),
    ("L below 0", put({"decimal": "-1"}, "subject", "parameters", "L"), "data"),
    ("L that is no whole number", put({"decimal": "1.5"}, "subject", "parameters", "L"), "data"),
    ("a parameter more", put({"decimal": "1"}, "subject", "parameters", "epsilon"), "data"),
    ("another theorem", put("T10", "subject", "formula"), "data"),
    ("a moved end", put({**NEXT, "multiplicity": 1, "from": "exact"}, "spectrum", 0), "exact"),
    ("one copy more", put(24, "spectrum", 1, "multiplicity"), "exact"),
    ("one copy less", put(22, *EXACT, "witness", "multiplicity", 1), "exact"),
    ("a value twice", put(["|1 + K|^L", "|1 + K|^L"], *EXACT, "witness", "names"), "exact"),
    ("values exchanged", put(["1", "|1 + K|^L"], *EXACT, "witness", "names"), "exact"),
    ("another form", put("|1 - K|^L", *EXACT, "witness", "names", 0), "exact"),
    ("an entry less", put([], "spectrum"), "exact"),
    ("another norm", put(NEXT, "quantities", "norm"), "derived"),
    ("a mean square", put(NEXT, "quantities", "mean_square"), "derived"),
    ("no claim exact", put("merge", *EXACT, "type"), "exact"),
    ("no claim derived", drop("claims", 2), "derived"),
]


def is_between(row, name, low, high):
    """Whether the value of the closed form is between them; of a root its square is compared."""
    K = Fraction(row["K"]["decimal"])
    if name == "sqrt(1 + K^2 / (1 + epsilon))":
        square = 1 + K * K / (1 + Fraction(row["epsilon"]["decimal"]))
        return low >= 0 and low**2 <= square <= high**2
    value = {"0": Fraction(0), "1": Fraction(1)}.get(name)
    if value is None:
        assert name == "|1 + K|^L", name
        value = abs(1 + K) ** int(row["L"]["decimal"])
    return low <= value <= high and (low == high) == (Fraction(float(value)) == value)


def value_problems(document):
    subject, claim = document["subject"], document["claims"][1]
    names, counts = claim["witness"]["names"], claim["witness"]["multiplicity"]
    if [entry["multiplicity"] for entry in document["spectrum"]] != counts or sum(counts) != subject["streams"] * subject["width"]:
        yield f"multiplicities {counts}"
    for name, entry in zip(names, document["spectrum"], strict=True):
        low, high = ends(entry)
        if not is_between(subject["parameters"], name, low, high):
            yield f"{name} is not in [{low}, {high}], or a point is not where it should be"
        if float(high) not in (float(low), math.nextafter(float(low), math.inf)):
            yield f"{name}: [{low}, {high}] is wider than two neighbours"
        if not Fraction(entry["lo"]) <= low <= high <= Fraction(entry["hi"]):
            yield f"{name}: the decimals do not contain the ends"
    lows, highs = zip(*(ends(entry) for entry in document["spectrum"]))
    if list(lows) != sorted(lows, reverse=True) or list(highs) != sorted(highs, reverse=True):
        yield "the values do not descend"
    for quantity, place in (("norm", 0), ("smallest", -1)):
        if ends(document["quantities"][quantity]) != ends(document["spectrum"][place]):
            yield f"{quantity} is not an end of the spectrum"


def certificates(program, folder, *options):
    program.run("reproduce", "all", "-o", folder, "--quiet", *options)
    return sorted(Path(folder).glob("*.certificate.json"))


def none_problems(program, *options):
    with tempfile.TemporaryDirectory() as folder:
        if found := certificates(program, folder, *options):
            yield f"{len(found)} certificates"


def shown_problems(program, file):
    shown = program.run("show", file, "--json")
    if shown.stdout != file.read_bytes():
        yield f"show does not give it back: {shown.stderr}"


def verdict(program, file):
    run = program.run("check", file)
    return run.status, run.stdout.decode().strip().rsplit("\n", 1)[-1]


def verified_problems(program, file):
    if (said := verdict(program, file)) != (0, "VERIFIED"):
        yield f"{said}"


def forged_problems(program, original, folder, edit, claim):
    file = Path(folder) / "forged.json"
    file.write_text(json.dumps(edited(original, edit)))
    status, last = verdict(program, file)
    if status != 1 or f" {claim}:" not in last:
        yield f"{status}: {last}"


def main(binary):
    if not schema.available():
        print("SKIPPED:", schema.MISSING)
        return 77
    tally, program, check = Tally(), Program(binary), schema.schema_checker("certificate")
    with tempfile.TemporaryDirectory() as folder:
        files = certificates(program, folder)
        tally.record("a certificate for each row of a whole spectrum", [] if len(files) == ROWS else [f"{len(files)}"])
        for file in files:
            document = json.loads(file.read_text())
            tally.record(f"{file.name}: schema", check(document))
            tally.record(f"{file.name}: values", value_problems(document))
        for file in files[:: len(files) // 8]:
            tally.record(f"{file.name}: shown", shown_problems(program, file))
            tally.record(f"{file.name}: verified", verified_problems(program, file))
        chain = json.loads((Path(folder) / "cayley-K=0.1-L=1-d=8.certificate.json").read_text())
        for name, edit, claim in FORGED:
            tally.record(f"forged: {name}", forged_problems(program, chain, folder, edit, claim))
        for name, edit in REFUSED:
            tally.record(f"a certificate {name}", [] if check(edited(document, edit)) else ["the schema allows it"])
        with tempfile.TemporaryDirectory() as other:
            same = [file.read_bytes() for file in certificates(program, other, "--arith", "mp:300")]
            tally.record("the same with more places", [] if same == [file.read_bytes() for file in files] else ["not the same"])
    for options in (("--perturb", "1e-9"), ("--arith", "interval"), ("--arith", "quad"), ("--arith", "rational")):
        tally.record(f"none with {' '.join(options)}", none_problems(program, *options))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
