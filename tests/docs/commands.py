#!/usr/bin/env python3
"""Runs what README and docs tell a reader to run, and compares what it prints with what stands there.

Each page is a session: its blocks run one after another in one folder, in which build/, examples/ and proofs/ are
those of the project. In a `console` block every `$ ` line is run and what follows it compared, exactly; `…` in a line
stands for anything in that line, a line `…` for any lines. `sh` blocks have to succeed. `python` blocks run in one
namespace; what a statement prints is compared with the comment in its last line. A block whose first line is
`# not run by the tests: REASON` is counted, and not run.

usage: commands.py MIXCERT_BINARY PROJECT_SOURCE_DIR [--update] [PAGE...]

--update writes what the commands print into the pages, where it differs.
"""
import argparse
import ast
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE)]

from pages import FENCE, blocks_of
from program import Tally

LEAST_COMMANDS = 60
SECONDS = 300
LANGUAGES = ("console", "sh", "python")
ELSEWHERE = re.compile(r"^(?:    )?(?:\$ |(?:build/bin/)?mixcert [a-z]+ (?!\[)|\./)", re.M)


def session_pages(root):
    return [root / "README.md", *(p for p in sorted((root / "docs").rglob("*.md")) if "decisions" not in p.parts)]


def is_shown(output, printed):
    """Whether the page's text is what was printed, but for what `…` stands for."""
    patterns = (
        "(?:.*\n)*" if line == "…\n" else ".*".join(map(re.escape, line.split("…")))
        for line in output.splitlines(keepends=True)
    )
    return re.fullmatch("".join(patterns), printed) is not None


class Session:
    """A page's folder, shell and names."""

    def __init__(self, root, binary, folder):
        self.root, self.folder = root, Path(folder)
        build = binary.parents[1]
        (self.folder / "build" / "bin").mkdir(parents=True)
        links = {"build/bin/mixcert": binary, "examples": root / "examples", "proofs": root / "proofs"}
        links |= {f"build/{name}": build / name for name in ("python", "tests")}
        for link, target in links.items():
            (self.folder / link).symlink_to(target)
        self.environment = {
            **os.environ,
            "PATH": f"{self.folder / 'build/bin'}:{os.environ['PATH']}",
            "PYTHONPATH": f"{build / 'python'}:{root / 'examples/capture'}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "MPLBACKEND": "Agg",
        }
        self.names = None

    def shell(self, command, *options):
        try:
            done = subprocess.run(
                ["bash", *options, "-c", command], cwd=self.folder, env=self.environment, timeout=SECONDS,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return -1, f"still running after {SECONDS} s\n"
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def python(self, code):
        """(line of the code, what a statement prints, the comment beside it) for each that prints or has failed."""
        if self.names is None:
            sys.path[:0] = self.environment["PYTHONPATH"].split(":")
            os.environ["MPLBACKEND"] = "Agg"
            import stand_in_model

            self.names = stand_in_model.names()
        with contextlib.chdir(self.folder):
            for statement in ast.parse(code).body:
                printed = io.StringIO()
                try:
                    with contextlib.redirect_stdout(printed):
                        exec(compile(ast.Module([statement], []), "page", "exec"), self.names)
                except Exception:
                    yield statement.lineno, traceback.format_exc(limit=0), None
                    return
                if printed.getvalue():
                    last = code.splitlines()[statement.end_lineno - 1]
                    comment = re.search(r"  # (.*)$", last)
                    yield statement.lineno, printed.getvalue(), comment and comment[1]


def console_problems(session, block, update):
    for command in block.commands:
        status, printed = session.shell(command.text)
        if status != 0:
            yield f"$ {command.text}\nends with status {status}\n{printed}"
        elif not is_shown(command.output, printed):
            update.append((command.place, printed))
            yield f"$ {command.text}\nprints\n{printed}"


def sh_problems(session, block):
    status, printed = session.shell(block.text, "-e")
    if status != 0:
        yield f"{block.text}ends with status {status}\n{printed}"


def python_problems(session, block):
    for line, printed, comment in session.python(block.text):
        if comment is None or not is_shown(comment + "\n", printed):
            yield f"line {block.line + line}: prints\n{printed}"


def block_problems(session, block, update):
    if block.language == "console":
        if not block.commands:
            yield "no command begins with '$ '"
        yield from console_problems(session, block, update)
    elif block.language == "sh":
        yield from sh_problems(session, block)
    else:
        yield from python_problems(session, block)


def unseen_problems(page):
    """Commands in blocks that are not run, as their language is another or none."""
    for block in blocks_of(page):
        if block.language not in LANGUAGES and ELSEWHERE.search(block.text):
            yield f"line {block.line}: a command in a block of language '{block.language}'"
    for line in FENCE.sub("", page).splitlines():
        if line.startswith("    ") and ELSEWHERE.match(line):
            yield f"an indented command: {line}"


def reference_problems(root, session):
    """The reference has every command that the program has."""
    listed = re.findall(r"^  (\w+) ", session.shell("mixcert --help")[1].partition("Subcommands:")[2], re.M)
    text = (root / "docs/reference/cli.md").read_text()
    yield from (f"no {name}" for name in listed if f"$ mixcert {name} --help\n" not in text)
    if len(listed) < 10:
        yield f"the program lists {listed}"


class Count:
    def __init__(self):
        self.run, self.not_run = 0, []


def run_page(page, root, binary, tally, count, update):
    text = page.read_text()
    blocks = [b for b in blocks_of(text) if b.language in LANGUAGES]
    changes, begin = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(root, binary, folder)
        for block in blocks:
            where = f"{page.relative_to(root)}:{block.line}"
            if block.not_run:
                count.not_run.append(f"{where}: {block.not_run}")
            else:
                tally.record(where, block_problems(session, block, changes))
                count.run += len(block.commands) or 1
    print(f"{time.monotonic() - begin:6.1f} s  {page.relative_to(root)}")
    if update:
        for (start, end), printed in reversed(changes):
            text = text[:start] + printed + text[end:]
        page.write_text(text)


def comparison_problems():
    """Every deviation is noticed that `…` does not stand for."""
    for output, printed, same in (
        ("a 1\n", "a 1\n", True),
        ("a 1\n", "a 2\n", False),
        ("a 1\n", "a 1\nb\n", False),
        ("a …\n", "a 12 s\n", True),
        ("a …\n", "a 12\ns\n", False),
        ("…\nb\n", "x\ny\nb\n", True),
        ("…\nb\n", "x\ny\n", False),
        ("a\n…\n", "a\n", True),
    ):
        if is_shown(output, printed) != same:
            yield f"{printed!r} for {output!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=lambda text: Path(text).resolve())
    parser.add_argument("root", type=lambda text: Path(text).resolve())
    parser.add_argument("--update", action="store_true")
    parser.add_argument("pages", nargs="*", type=lambda text: Path(text).resolve())
    given = parser.parse_intermixed_args()
    tally, count = Tally(), Count()
    tally.record("comparison", comparison_problems())
    with tempfile.TemporaryDirectory() as folder:
        session = Session(given.root, given.binary, folder)
        tally.record("all commands in the reference", reference_problems(given.root, session))
    for page in given.pages or session_pages(given.root):
        tally.record(f"{page.relative_to(given.root)}: blocks", unseen_problems(page.read_text()))
        run_page(page, given.root, given.binary, tally, count, given.update)
    for place in count.not_run:
        print(f"NOT RUN {place}")
    print(f"{count.run} commands and blocks run, {len(count.not_run)} not run")
    if not given.pages:
        tally.record("number of commands", [] if count.run >= LEAST_COMMANDS else [f"only {count.run}"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
