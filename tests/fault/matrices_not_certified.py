"""Matrices with which nothing is wrong and whose values cannot be certified: status 3, and the reason everywhere."""
import json
from pathlib import Path

import schema
from not_certified import plain_problems, Undecidable
from wrong_matrices import npy

HUGE = ((1e308,) * 3,) * 3


def market(bench):
    lines = ["%%MatrixMarket matrix array real general", "2 2", "0.1", "1.7e308", "1.7e308", "1.7e308"]
    return bench.file("matrix.mtx", "\n".join(lines) + "\n")


def cases(bench):
    huge, one = npy(bench, *HUGE), npy(bench, (1, 0, 0), (0, 1, 0), (0, 0, 1))
    beyond, radii = ("beyond the range of binary64", "--digits 16"), ("radii are too large",)
    yield Undecidable("values beyond binary64", ["spectrum", huge], beyond), None
    yield Undecidable("values beyond binary64, 15 digits", ["spectrum", huge, "--digits", "15"], beyond), None
    yield Undecidable("decimals beyond binary64", ["spectrum", market(bench)], beyond), "distance of the decimal"
    yield Undecidable("radii beyond binary64", ["spectrum", one, "--radius", huge], radii), ""
    tiny = npy(bench, *((1e-300,) * 3,) * 3)
    large = npy(bench, *((1e300,) * 3,) * 3)
    yield Undecidable("radii beyond all measure", ["spectrum", tiny, "--radius", large], radii), ""


def document_problems(text, case, radius, bench):
    document = json.loads(text)
    if (document["format"], document["status"]) != ("mixcert-refusal", 3):
        yield "the document is no refusal"
    subject = document["subject"]
    if (subject["kind"], subject["file"]) != ("matrix", Path(case.arguments[1]).name):
        yield "the subject is not the matrix asked for"
    if (subject["radius"] is None) != (radius is None):
        yield f"the radius is {subject['radius']}"
    if radius is not None and not subject["radius"]["name"].startswith(radius):
        yield f"the radius is called {subject['radius']['name']}"
    for piece in case.says:
        if piece not in document["reason"]:
            yield f"the reason does not say '{piece}': {document['reason']}"
    if schema.available():
        yield from schema.schema_checker("refusal")(document)


def problems(bench, case, radius):
    output = Path(bench.file("refusal.json", "what stood there before"))
    plain, printed = bench.run(*case.arguments), bench.run(*case.arguments, "--json")
    written, both = (bench.run(*case.arguments, *flags, "-o", str(output)) for flags in ((), ("--json",)))
    for outcome in (plain, printed, written, both):
        yield from plain_problems(outcome, case)
    if plain.stdout or written.stdout:
        yield "there is text on standard output"
    if not output.read_bytes() == printed.stdout == both.stdout:
        yield "the file written is not the document on standard output"
    yield from document_problems(printed.stdout, case, radius, bench)
    if bench.run("show", str(output)).status != 2:
        yield "show takes the refusal for a certificate"


def old_file_is_replaced(bench):
    output = Path(bench.file("refusal.json", "what stood there before"))
    bench.run("spectrum", npy(bench, *HUGE), "-o", str(output))
    if json.loads(output.read_text())["format"] != "mixcert-refusal":
        yield "the old file still stands"


def more_digits_help(bench):
    outcome = bench.run("spectrum", npy(bench, *HUGE), "--digits", "16", "--json")
    if outcome.status != 0:
        yield f"status {outcome.status}: {outcome.stderr}"
    elif "e+308" not in json.loads(outcome.stdout)["spectrum"][0]["lo"]:
        yield "the largest value is not there"


def check_matrices_not_certified(bench, tally):
    for case, radius in cases(bench):
        tally.record(case.name, problems(bench, case, radius))
    for check in (old_file_is_replaced, more_digits_help):
        tally.record(check.__name__, check(bench))
