#!/usr/bin/env python3
"""Manual pages: one for the program and one for each subcommand, with every option of its help.

usage: man.py MIXCERT_BINARY
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import TIMEOUT_SECONDS, Program, Tally

SECTIONS = ["NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO"]


def commands_in_help(program):
    return re.findall(r"^  ([a-z]+) ", program.run("--help").stdout.decode().split("Subcommands:")[1], re.MULTILINE)


def plain(page):
    """The text without roff's requests and escapes."""
    text = re.sub(r"\\f[A-Z]", "", page)
    for escape, character in ((r"\-", "-"), (r"\(ha", "^"), (r"\(ti", "~"), (r"\(ga", "`"), (r"\&", ""), (r"\e", "\\")):
        text = text.replace(escape, character)
    return text


def options_in(help_text):
    """Names, value and description of each; the description begins in column 30, or on the next line."""
    lines = help_text.splitlines()
    for line, following in zip(lines, lines[1:] + [""]):
        if line.startswith("  -"):
            beside = line[29:30] == " " and line[30:].strip()
            names, *value = (line[:30] if beside else line).replace("REQUIRED", "").split()
            yield names, value[0] if value else "", line[30:] if beside else following.strip()


def page_problems(program, arguments, page):
    help_text = program.run(*arguments, "--help").stdout.decode()
    text = plain(page)
    headings = re.findall(r"^\.SH (.*)$", page, re.MULTILINE)
    if [h for h in headings if h in SECTIONS] != SECTIONS:
        yield f"sections {headings}"
    for names, value, description in options_in(help_text):
        if f"\n{names.replace(',', ', ')}{' ' + value if value else ''}" not in text or f"\n{description}\n" not in text:
            yield f"{names} {value} is missing, or what it is for"
    for line in help_text.partition("Example:\n")[2].splitlines():
        if line not in text:
            yield f"the example lacks: {line}"


def reader_problems(path):
    """man-db's groff or mandoc, where they are, warn of nothing but that the page has no date."""
    readers = {"man": ["--warnings", "-E", "UTF-8", "-l", path], "mandoc": ["-T", "lint", "-W", "warning", path]}
    for reader, arguments in readers.items():
        if shutil.which(reader):
            done = subprocess.run([reader, *arguments], capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
            complaints = [line for line in (done.stderr + (done.stdout if reader == "mandoc" else "")).splitlines()
                          if "missing date" not in line]
            if complaints:
                yield f"{reader}: {complaints}"


def main():
    program, tally = Program(str(Path(sys.argv[1]).resolve())), Tally()
    commands = commands_in_help(program)
    with tempfile.TemporaryDirectory() as folder:
        program.run("man", "-o", folder)
        pages = {p.name for p in Path(folder).iterdir()}
        expected = {"mixcert.1", *(f"mixcert-{command}.1" for command in commands)}
        tally.record("pages", [f"too many or too few: {pages ^ expected}"] if pages != expected else [])
        for command in (None, *commands):
            arguments = [command] if command else []
            page = program.run("man", *arguments).stdout.decode()
            path = Path(folder) / (f"mixcert-{command}.1" if command else "mixcert.1")
            tally.record(path.name, [*page_problems(program, arguments, page), *reader_problems(path),
                                     *(["-o writes another"] if path.read_text() != page else [])])
    for arguments in (["man", "no-such-command"], ["man", "certify", "-o", "/"], ["man", "-o", "/no/such/folder"]):
        done = program.run(*arguments)
        tally.record(str(arguments), [f"status {done.status}"] if done.status != 2 or done.stdout else [])
    for reader in ("man", "mandoc"):
        if not shutil.which(reader):
            tally.skip(reader, "not installed")
    return tally.finish()


sys.exit(main())
