#!/usr/bin/env python3
"""The commands of docs/how-to/report.md, one after the other, print what stands beside them, and the picture there is what one of
them draws. A program without its page says so.

usage: guide.py MIXCERT_BINARY PROJECT_SOURCE_DIR
"""
import re
import shlex
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally


def commands(page):
    """(words, what it prints)"""
    for _, block in re.findall(r"^```(\w*)\n(.*?)^```$", page, flags=re.S | re.M):
        for command, output in re.findall(r"^\$ build/bin/mixcert ([^\n]*)\n((?:(?!\$ ).*\n)*)", block.replace("\\\n", " "), flags=re.M):
            yield shlex.split(command), output


def problems(program, source, folder):
    found = list(commands((source / "docs/how-to/report.md").read_text()))
    if [words[0] for words, _ in found] != ["batch", "product", "product", "diagnose", "report", "certify"]:
        yield f"the commands are {found}"
    for words, output in found:
        done = program.run(*(re.sub(r"^examples/", f"{source}/examples/", word) for word in words), cwd=folder)
        if words[0] == "report" and done.status == 2 and "-DMIXCERT_REPORT=ON" in done.stderr:
            continue
        if done.status != 0 or done.stderr or done.stdout.decode() != output:
            yield f"{words}: status {done.status}, {done.stdout}, {done.stderr}"
    if (folder / "spectrum.svg").read_text() != (source / "docs/images/spectrum.svg").read_text():
        yield "docs/images/spectrum.svg is not what certify --plot draws"


def main(binary, source):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as folder:
        tally.record("guide", problems(program, Path(source).resolve(), Path(folder)))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
