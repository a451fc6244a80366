"""States at which nothing is wrong and nothing can be certified: status 3, and the reason everywhere."""
import json
from dataclasses import dataclass
from pathlib import Path

import schema
from bench import D, N, STATE
from program import shortened
from safetensors_file import Tensor

COULD_NOT_CERTIFY = 3
CLAMP = 1e-12  # the published constant is this binary64 number


@dataclass(frozen=True)
class Undecidable:
    name: str
    arguments: list
    says: tuple


def f64_state(*rows):
    return Tensor("F64", (N, D), tuple(value for row in rows for value in (*row, *(0.0,) * (D - len(row)))))


def cases(bench):
    at_clamp, elsewhere = (CLAMP,), (1.0, 2.0, 3.0)
    right_angle = f64_state((3.0, 4.0), elsewhere)
    yield Undecidable("first stream at the clamp", bench.of_state(f64_state(at_clamp, elsewhere)), ("stream 0",))
    yield Undecidable("second stream at the clamp", bench.of_state(f64_state(elsewhere, at_clamp)), ("stream 1",))
    yield Undecidable("negative feature at the clamp", bench.of_state(f64_state((0.0, -CLAMP), (1.0,))), ("stream 0",))
    for text in ("5", "5.0", "50e-1", "0x1.4p+2", "0x5p0"):
        arguments = bench.of_state(right_angle, "", "--convention", f"norm_clamp={text}")
        yield Undecidable(f"norm_clamp {text} for a stream of norm 5", arguments, ("stream 0", "norm_clamp"))

    yield Undecidable("a box that holds zero", bench.certify("--state-radius", "100"), ("stream 0", "smaller radii"))
    yield Undecidable("a box wider than the values", bench.certify("--state-radius", "0.3"), ("smaller radii",))
    yield Undecidable("a box beyond all measure", bench.certify("--state-radius", "1e300"), ("smaller radii",))
    few = bench.certify("--state-radius", "1e-6", "--digits", "12")
    yield Undecidable("more digits than a box has", few, ("12 digits", "fewer digits"))


def document_problems(text, case, bench):
    document = json.loads(text)
    if document.get("format") != "mixcert-refusal" or document.get("status") != COULD_NOT_CERTIFY:
        yield f"the document is no refusal: {shortened(text)}"
    for piece in case.says:
        if piece not in document["reason"]:
            yield f"the reason does not say '{piece}': {document['reason']}"
    subject = document["subject"]
    if (subject["mixer"], subject["streams"], subject["width"], subject["state"]["name"]) != ("hc", N, D, STATE):
        yield "the subject is not the one asked for"
    if bench.refusal_schema:
        yield from bench.refusal_schema(document)


def plain_problems(outcome, case):
    yield from outcome.problems()
    if outcome.status != COULD_NOT_CERTIFY:
        yield f"status {outcome.status} instead of {COULD_NOT_CERTIFY}: {shortened(outcome.stderr)}"
    for piece in case.says:
        if piece not in outcome.stderr:
            yield f"the message does not say '{piece}': {shortened(outcome.stderr)}"


def refusal_problems(bench, case):
    plain, quiet = bench.run(*case.arguments), bench.run(*case.arguments, "--quiet")
    output = Path(bench.path("refusal.json"))
    written = bench.run(*case.arguments, "--json", "-o", str(output))
    for outcome in (plain, quiet, written):
        yield from plain_problems(outcome, case)
    if plain.stdout or quiet.stdout:
        yield "there is text on standard output"
    if not output.exists() or output.read_bytes() != written.stdout:
        yield "the file written is not the document on standard output"
    output.unlink(missing_ok=True)
    yield from document_problems(written.stdout, case, bench)
    if json.loads(written.stdout)["reason"] not in written.stderr:
        yield "the reason in the document is not the one printed"


def check_not_certified(bench, tally):
    bench.refusal_schema = schema.schema_checker("refusal") if schema.available() else None
    for case in cases(bench):
        tally.record(case.name, refusal_problems(bench, case))
    if not bench.refusal_schema:
        tally.skip("refusals against their JSON Schema", schema.MISSING)


def example(bench):
    """One such run."""
    return bench.run(*next(cases(bench)).arguments, "--json")
