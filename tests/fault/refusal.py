"""Wrong requests: what must happen to every one of them."""
from dataclasses import dataclass

from program import shortened

WRONG_REQUEST = 2
LONGEST_MESSAGE = 2000
CERTIFY_FLAGS = ("--json", "-o", "refused.json")
SHOW_FLAGS = ("--json",)
NO_FLAGS = ()


@dataclass(frozen=True)
class Refusal:
    name: str
    arguments: list
    says: tuple
    flags: tuple = CERTIFY_FLAGS


def squeezed(text):
    return text.replace(" ", "")


def message_problems(message, says):
    for piece in says:
        if squeezed(piece) not in squeezed(message):
            yield f"the message does not say '{piece}': {shortened(message)}"
    if len(message) > LONGEST_MESSAGE:
        yield f"the message is {len(message)} characters long"
    if not message.replace("\n", "").isprintable():
        yield f"the message holds control characters: {ascii(shortened(message))}"


def run_problems(bench, case, flags):
    before = bench.listing()
    outcome = bench.run(*case.arguments, *flags)
    yield from outcome.problems()
    if outcome.status != WRONG_REQUEST:
        yield f"status {outcome.status} instead of {WRONG_REQUEST}"
    if outcome.stdout:
        yield f"{len(outcome.stdout)} bytes on standard output"
    left = set(bench.listing()) ^ set(before)
    if left:
        yield f"left behind or removed: {sorted(map(str, left))}"
    yield from message_problems(outcome.stderr, case.says)


def refusal_problems(bench, case):
    """Of the plain request, and of the one with further flags."""
    yield from run_problems(bench, case, ())
    if case.flags:
        yield from run_problems(bench, case, case.flags)


def check_refusals(bench, tally, cases):
    for case in cases:
        tally.record(case.name, refusal_problems(bench, case))
