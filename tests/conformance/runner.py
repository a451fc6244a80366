"""The runner of the interval test language can fail: wrong statements, files that are no test cases, stale waivers.

usage: runner.py RUNNER
"""
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from program import Program, Tally

HERE = Path(__file__).resolve().parent
GOOD = "testcase t {\n    add [1.0,1.0] [1.0,1.0] = [2.0,2.0];\n}\n"

# Files that are not understood, and the line where that shows.
NOT_UNDERSTOOD = {
    "empty file": ("", 1),
    "only a comment": ("// add [1.0,1.0] [1.0,1.0] = [2.0,2.0];\n", 2),
    "no statement": ("testcase t {\n}\n", 3),
    "statement outside of a test case": ("add [1.0,1.0] [1.0,1.0] = [2.0,2.0];\n", 1),
    "test case without a name": ("testcase {\n    exp [0.0,0.0] = [1.0,1.0];\n}\n", 1),
    "test case that does not end": (GOOD + "testcase u {\n    exp [0.0,0.0] = [1.0,1.0];\n", 6),
    "comment that does not end": (GOOD + "/* testcase", 4),
    "test case in a test case": ("testcase t {\n    testcase u { exp [0.0,0.0] = [1.0,1.0]; }\n}\n", 2),
}

# Statements that are not understood.
NO_STATEMENTS = {
    "no semicolon": "exp [0.0,0.0] = [1.0,1.0]",
    "no result": "exp [0.0,0.0] = ;",
    "no operand": "exp = [1.0,1.0];",
    "no equals sign": "exp [0.0,0.0] [1.0,1.0];",
    "another relation": "exp [0.0,0.0] <= [1.0,1.0];",
    "nothing": ";",
    "signal without a name": "exp [0.0,0.0] = [1.0,1.0] signal;",
    "two signals": "exp [0.0,0.0] = [1.0,1.0] signal A B;",
    "bracket left open": "exp [0.0,0.0 = [1.0,1.0];",
    "one end": "exp [0.0] = [1.0,1.0];",
    "no end": "exp [,] = [1.0,1.0];",
    "three ends": "exp [0.0,0.0,0.0] = [1.0,1.0];",
    "no comma": "exp [0.0 0.0] = [1.0,1.0];",
    "ends in the wrong order": "exp [1.0,0.0] = [1.0,1.0];",
    "infinity as a member": "exp [infinity,infinity] = [1.0,1.0];",
    "NaN as an end": "exp [NaN,1.0] = [1.0,1.0];",
    "unknown set": "exp [Entire] = [0.0,infinity];",
    "unknown decoration": "exp [0.0,0.0]_con = [1.0,1.0];",
    "decoration after a blank": "exp [0.0,0.0] _com = [1.0,1.0];",
    "unknown word": "exp [0.0,0.0] = one;",
    "two points in a number": "exp [0.0,0.0] = [1.0.0,1.0];",
    "two signs": "exp [--0.0,0.0] = [1.0,1.0];",
    "sign after the prefix": "exp [0x-1p0,0.0] = [0.0,1.0];",
    "digits missing": "exp [0x,0.0] = [0.0,1.0];",
    "letter in a number": "exp [0.0,0.0] = [1.0f,1.0];",
    "number out of range": "exp [0.0,0.0] = [1.0,1.0e400];",
    "hexadecimal number out of range": "exp [0.0,0.0] = [1.0,0x1p1024];",
    "text left open": 'b-textToInterval "[1.0,1.0] = [1.0,1.0];',
    "unknown escape": 'b-textToInterval "\\q" = [1.0,1.0];',
    "foreign character": "exp [0.0,0.0] = [1.0,1.0]!;",
}


def statement_lines(path):
    return {n for n, line in enumerate(path.read_text().splitlines(), 1) if re.match(r"\s+[\w-]+ .*;$", line)}


def reported(outcome, path, what):
    """The lines of the file that the runner names with what was wrong."""
    found = re.findall(rf"^{re.escape(str(path))}:(\d+): {what}: \S", outcome.stdout.decode(), re.MULTILINE)
    return [int(line) for line in found]


def expect(outcome, status, *texts):
    yield from outcome.problems()
    if outcome.status != status:
        yield f"status {outcome.status}, expected {status}: {outcome.stdout.decode()}{outcome.stderr}"
    for text in texts:
        if text not in outcome.stdout.decode().splitlines():
            yield f"no line {text!r} in: {outcome.stdout.decode()}"


def wrong_statements(runner):
    path = HERE / "wrong.itl"
    lines = statement_lines(path)
    outcome = runner.run(path)
    counts = f"0 passed, {len(lines)} failed, 0 skipped"
    yield from expect(outcome, 1, f"wrong.itl: {counts}", f"total: {counts}")
    for line in lines ^ set(reported(outcome, path, "FAILED")):
        yield f"{path}:{line}: not reported, or no statement"


def right_statements(runner):
    yield from expect(runner.run(HERE / "right.itl"), 0, "right.itl: 22 passed, 0 failed, 7 skipped")


def several_files(runner, folder):
    good, bad = folder / "good.itl", folder / "bad.itl"
    good.write_text(GOOD)
    bad.write_text("testcase")
    outcome = runner.run(bad, good, HERE / "right.itl")
    yield from expect(outcome, 1, "good.itl: 1 passed, 0 failed, 0 skipped", "total: 23 passed, 0 failed, 7 skipped")


def not_understood(runner, folder, source, line):
    path = folder / "file.itl"
    path.write_text(source)
    outcome = runner.run(path)
    yield from expect(outcome, 1, "total: 0 passed, 0 failed, 0 skipped")
    if reported(outcome, path, "ERROR") != [line]:
        yield f"expected an error in line {line}: {outcome.stdout.decode()}"


def stale_waivers(runner, folder):
    good = folder / "good.itl"
    good.write_text(GOOD)
    yield from expect(runner.run(good), 0)
    yield from expect(runner.run("--complete", good), 1, "stale waiver: sin occurs in none of the files")


def wrong_arguments(runner, *arguments):
    outcome = runner.run(*arguments)
    yield from expect(outcome, 2)
    if outcome.stdout or "usage: itl_runner" not in outcome.stderr:
        yield "no usage on the error stream, or something on the other"


def main(binary):
    runner, tally = Program(binary), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tally.record("wrong statements", wrong_statements(runner))
        tally.record("right statements", right_statements(runner))
        tally.record("several files", several_files(runner, folder))
        tally.record("stale waivers", stale_waivers(runner, folder))
        for what, (source, line) in NOT_UNDERSTOOD.items():
            tally.record(what, not_understood(runner, folder, source, line))
        for what, statement in NO_STATEMENTS.items():
            source = f"testcase t {{\n    exp [0.0,0.0] = [1.0,1.0];\n    {statement} }}\n"
            tally.record(what, not_understood(runner, folder, source, 3))
        for missing in (folder, folder / "absent.itl"):
            tally.record(f"unreadable {missing.name}", expect(runner.run(missing), 1))
        tally.record("no arguments", wrong_arguments(runner))
        tally.record("no files", wrong_arguments(runner, "--skips"))
        tally.record("unknown option", wrong_arguments(runner, "--quiet", HERE / "right.itl"))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
