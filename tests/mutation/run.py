#!/usr/bin/env python3
"""Bounds broken on purpose: each patch of patches/ is applied to a copy of lib/, and its case in catch*.cpp must fail.

usage: run.py BUILD_FOLDER LIBRARY... [--only NN...]

A patch says in its first lines what is broken, which theorem says why that is false, and which case catches it. The
copy is compiled with the commands of the build. Caught means: the patch applies without fuzz, the copy compiles, and
assertions of that case fail, with no exception, crash or endless run. The copy without a patch must pass them all.

To refresh a patch that no longer applies: make its change in lib/, put the output of `git diff lib` below the first
three lines in place of the old one, and `git checkout lib`. Every case is named by a patch.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from catcher import PROGRAMS, Catcher, Unusable

HERE = Path(__file__).absolute().parent


def headline(patch, key):
    for line in patch.read_text().splitlines():
        if line.startswith(key + ": "):
            return line.removeprefix(key + ": ")
    raise Unusable(f"{patch.name} has no line '{key}:'")


def apply(patch, copy):
    command = ["patch", "-p1", "--fuzz=0", "--batch", "--forward", "-i", str(patch)]
    run = subprocess.run(command, cwd=copy.parent, capture_output=True, text=True)
    if run.returncode != 0:
        raise Unusable("does not apply: refresh the patch\n" + run.stdout + run.stderr)


def verdict(catcher, control, patch, folder):
    """(word, explanation)"""
    try:
        case = headline(patch, "Caught by")
        headline(patch, "Broken"), headline(patch, "False by")
        copy = catcher.copy_library(folder)
        apply(patch, copy)
        outcome = catcher.run(catcher.build(copy, folder, control), case)
    except Unusable as error:
        return "BROKEN", str(error)
    if outcome.status == 0 and outcome.cases == [case]:
        return "SURVIVED", f"{case} passes"
    if not outcome.only_failed_assertions():
        return "BROKEN", f"{case} ends with status {outcome.status}, not with failed assertions alone"
    return "caught", f"{case}, {len(outcome.failures)} of its assertions"


def examine(catcher, patches, chosen, work):
    """How many of the chosen patches of a program are caught; Unusable if the program itself is of no use."""
    control = work / catcher.program.name
    outcome = catcher.run(catcher.build(catcher.copy_library(control), control), "*")
    if outcome.status != 0:
        raise Unusable("there are failures:\n" + "\n".join(outcome.failures))
    unused = set(outcome.cases) - {headline(p, "Caught by") for p in patches}
    if unused:
        raise Unusable("no patch names these cases: " + ", ".join(sorted(unused)))
    caught = 0
    for patch in chosen:
        word, explanation = verdict(catcher, control, patch, work / patch.stem)
        print(f"{word:8}  {patch.stem:32}  {explanation}", flush=True)
        caught += word == "caught"
    return caught


def main(build, libraries, numbers):
    patches = sorted((HERE / "patches").glob("*.patch"))
    chosen = [p for p in patches if not numbers or p.name.split("-")[0] in numbers]
    if len(chosen) < len(numbers):
        return "not every chosen patch is there"
    caught = 0
    try:
        cases = {p: headline(p, "Caught by") for p in chosen}
    except Unusable as error:
        return str(error)
    for patch, case in cases.items():
        if not any(program.has(case) for program in PROGRAMS):
            return f"{patch.name}: there is no case {case}"
    with tempfile.TemporaryDirectory() as work:
        for program in PROGRAMS:
            of_program = [p for p, case in cases.items() if program.has(case)]
            if not of_program:
                continue
            try:
                caught += examine(Catcher(Path(build), libraries, program), patches, of_program, Path(work))
            except Unusable as error:
                return f"{program.name}, without any patch: {error}"
    print(f"{caught} of {len(chosen)} caught")
    return caught != len(chosen)


if __name__ == "__main__":
    words = sys.argv[1:]
    if len(words) < 2:
        sys.exit(__doc__)
    if shutil.which("patch") is None or not (Path(words[0]) / "compile_commands.json").exists():
        print("SKIPPED: patch is not installed, or the build tool lists no compile commands", file=sys.stderr)
        sys.exit(77)
    split = words.index("--only") if "--only" in words else len(words)
    sys.exit(main(words[0], words[1:split], words[split + 1:]))
