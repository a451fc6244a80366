"""One byte changed at random: the program may refuse or certify what it finds, but never crash or write nonsense."""
import json
import random
from pathlib import Path

from bench import STATE
from certificate_checks import certificate_problems
from program import shortened

RUNS = 200


def corrupted(source, content):
    """The content with one byte changed, and what was done."""
    place = source.randrange(len(content))
    byte = source.choice([value for value in range(256) if value != content[place]])
    return content[:place] + bytes([byte]) + content[place + 1 :], f"byte {place}: {content[place]} -> {byte}"


def certificate_of(text):
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if document.get("format") == "mixcert-certificate" else None


def outcome_problems(outcome):
    yield from outcome.problems()
    if outcome.status not in (0, 2, 3):
        yield f"status {outcome.status}: {shortened(outcome.stderr)}"
    document = certificate_of(outcome.stdout)
    if (outcome.status == 0) != (document is not None):
        yield f"status {outcome.status} with {'a' if document else 'no'} certificate"
    if outcome.status != 0 and not outcome.stderr.startswith("mixcert: "):
        yield "no message"
    if document:
        yield from certificate_problems(document)


def check_corruptions(bench, tally):
    source = random.Random(314159)
    files = {
        "params": (bench.params_file, lambda path: bench.certify("--json", params=path)),
        "state": (bench.state_file, lambda path: bench.certify("--json", state=f"{path}:{STATE}")),
    }
    for label, (path, arguments_for) in files.items():
        content = Path(path).read_bytes()
        for _ in range(RUNS):
            changed, what = corrupted(source, content)
            outcome = bench.run(*arguments_for(bench.file("corrupted", changed)))
            tally.record(f"{label} with {what}", outcome_problems(outcome))
