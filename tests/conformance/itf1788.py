"""All test cases of ITF1788 in the shared folder hold, and what has to run is run.

usage: itf1788.py RUNNER
"""
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import shared_folder

# Of these only statements with an [empty] or [nai] operand may be skipped.
ALWAYS_RUN = set("add sub mul div sqr sqrt fma pown exp log tanh min max abs".split())


def operations(source):
    """How often each operation is stated: by a reading of the file that shares nothing with the runner's."""
    bare = re.sub(r'"(?:\\.|[^"\\])*"', "text", re.sub(r"/\*.*?\*/|//[^\n]*", " ", source, flags=re.DOTALL))
    return Counter(re.findall(r"(?:^|[;{])\s*([\w-]+)\s(?=[^;{}]*;)", bare)), bare.count(";")


def problems(files, status, lines):
    stated, statements = Counter(), 0
    for path in files:
        names, count = operations(path.read_text())
        stated, statements = stated + names, statements + count
    if sum(stated.values()) != statements:
        yield f"{statements} statements with {sum(stated.values())} operations"
    totals = [re.fullmatch(r"total: (\d+) passed, (\d+) failed, (\d+) skipped", line) for line in lines]
    counts = [tuple(map(int, total.groups())) for total in totals if total]
    if len(counts) != 1:
        yield "no total line, or several"
        return
    passed, failed, skipped = counts[0]
    if status != 0 or failed != 0 or passed == 0:
        yield f"status {status}, {passed} passed, {failed} failed"
    if passed + failed + skipped != statements:
        yield f"{passed + failed + skipped} statements counted, {statements} in the files"
    for name in sorted(ALWAYS_RUN - set(stated)):
        yield f"{name} is never stated"
    skips = [match.groups() for match in (re.search(r": skipped: (\S+) (.*?) = ", line) for line in lines) if match]
    if len(skips) != skipped:
        yield f"{skipped} skipped, {len(skips)} of them printed"
    for name, operands in skips:
        if name in ALWAYS_RUN and not re.search(r"\[(empty|nai)\]", operands):
            yield f"skipped: {name} {operands}"


def main(runner):
    folder = shared_folder() / "conformance" / "itf1788"
    files = sorted(folder.glob("*.itl"))
    if not files:
        print(f"no test cases in {folder}")
        return 1
    done = subprocess.run([runner, "--complete", "--skips", *files], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    print(*[line for line in lines if ": skipped: " not in line], done.stderr, sep="\n")
    found = list(problems(files, done.returncode, lines))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
