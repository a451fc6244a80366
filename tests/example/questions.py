#!/usr/bin/env python3
"""examples/questions: each file asks one question in its first line, is short, and prints what its last comment says.

usage: questions.py PROGRAMS_FOLDER PROJECT_SOURCE_DIR [--update]     (PROGRAMS_FOLDER/question_NAME for each NAME.cpp)

--update writes what they print into the files.
"""
import os
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally

MOST_LINES, LEAST_FILES, SECONDS = 60, 10, 120
MARKS = {".py": "#", ".cpp": "//"}
PRINTS = "{} prints:\n"


def command_of(file, programs):
    return (sys.executable, "-B", str(file)) if file.suffix == ".py" else (str(programs / f"question_{file.stem}"),)


def problems(file, programs, root, update):
    text, mark = file.read_text(), MARKS[file.suffix]
    lines = text.splitlines()
    if len(lines) >= MOST_LINES:
        yield f"it has {len(lines)} lines"
    if not re.match(rf"{mark} [^\n]*\?", text):
        yield "its first line asks nothing"
    binary, *arguments = command_of(file, programs)
    done = Program(binary).run(*arguments, cwd=root, env={**os.environ, "MPLBACKEND": "Agg"}, timeout=SECONDS)
    if done.status != 0 or done.stderr:
        yield f"status {done.status}: {done.stderr}"
        return
    shown = "".join(f"{mark} {line}".rstrip() + "\n" for line in done.stdout.decode().splitlines())
    code, prints, expected = text.partition(PRINTS.format(mark))
    if not prints or not shown:
        yield "it prints nothing, or does not say what"
    if update:
        file.write_text(code + prints + shown)
    elif expected != shown:
        yield f"it prints\n{shown}"


def main(programs, root, *options):
    programs, root, tally = Path(programs), Path(root).resolve(), Tally()
    files = sorted(f for f in (root / "examples/questions").iterdir() if f.suffix in MARKS)
    for file in files:
        tally.record(file.name, problems(file, programs, root, options == ("--update",)))
    tally.record("number of files", [] if len(files) >= LEAST_FILES else [f"only {len(files)}"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
