#!/usr/bin/env python3
"""Every test and case that docs/explanation/known-pitfalls.md names exists, and every pitfall names one.

usage: pitfalls.py SOURCE_FOLDER BUILD_FOLDER CTEST
"""
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Tally

NAME = re.compile(r"`([a-z_]+\.\w+)((?:/[\w-]+)*)`")
NUMBERED = {"Bugs of other projects": 46, "Traps of prototypes": 17}


def commands(build, ctest):
    """The command of each test that this build has."""
    listing = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    return {test["name"]: test["command"] for test in json.loads(listing)["tests"] if "command" in test}


@cache
def cases(program):
    """suite/case, without the types of templates."""
    listing = subprocess.run([program, "--list_content"], capture_output=True, text=True, check=True).stderr
    found, suite = set(), ""
    for line in listing.splitlines():
        name = re.match(r"\w+", line.strip())[0]
        suite = suite if line.startswith(" ") else name
        found.add(f"{suite}/{name}")
    return found


@cache
def functions(folder):
    return {name for file in folder.glob("*.py") for name in re.findall(r"^def (\w+)\(", file.read_text(), re.MULTILINE)}


def problems_of_name(test, case, known, source):
    if test not in known:
        # Some are there on some platforms only.
        if f"add_script_test({test} " not in (source / "tests/CMakeLists.txt").read_text():
            yield f"there is no test {test}"
    elif case and test == "mutation.all":
        if not (source / f"tests/mutation/patches/{case}.patch").exists():
            yield f"there is no patch {case}"
    elif case and test.startswith("unit."):
        if case not in cases(known[test][0]):
            yield f"{test} has no case {case}"
    elif case:
        script = next(Path(part) for part in known[test] if part.endswith(".py"))
        if case not in functions(script.parent):
            yield f"{test} has no function {case}"


def sections(page):
    for text in page.split("\n## ")[1:]:
        yield text.partition("\n")[0], [line for line in text.splitlines() if re.match(r"\| (?!#|pitfall)", line)]


def main(source, build, ctest):
    page, known, tally = (source / "docs/explanation/known-pitfalls.md").read_text(), commands(build, ctest), Tally()
    named = set(NAME.findall(page))
    if len(cases(known["unit.scalar"][0])) < 50:
        tally.record("cases", ["the cases of unit.scalar were not read"])
    for test, case in sorted(named):
        tally.record(test + case, problems_of_name(test, case.removeprefix("/"), known, source))
    for title, rows in sections(page):
        tally.record(title, (f"no test is named: {row}" for row in rows if not NAME.search(row)))
        numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", "\n".join(rows), re.MULTILINE)]
        if numbers != list(range(1, NUMBERED.get(title, 0) + 1)):
            tally.record(title, [f"the numbers are {numbers}"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
