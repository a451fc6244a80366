#!/usr/bin/env python3
"""Verdicts have colours on a terminal, and nowhere else; NO_COLOR takes them away.

usage: colours.py MIXCERT_BINARY
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import TIMEOUT_SECONDS, Tally
from terminal import on_a_terminal

RED, GREEN, YELLOW = b"\x1b[31m", b"\x1b[32m", b"\x1b[33m"


def shown(command, folder, **variables):
    """What the terminal on standard output gets."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")} | {"TERM": "xterm"} | variables
    return on_a_terminal(command, "stdout", cwd=folder, env=environment)[1].replace(b"\r\n", b"\n")


def problems(command, folder, coloured):
    if coloured not in (text := shown(command, folder)):
        yield f"on a terminal: {text}"
    plain = subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False, cwd=folder).stdout
    if b"\x1b" in plain:
        yield f"without a terminal: {plain}"
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        if shown(command, folder, **variables) != plain:
            yield f"colours in spite of {variables}"
    if coloured not in shown(command, folder, NO_COLOR=""):
        yield "an empty NO_COLOR counts"


def main(binary):
    tally, binary = Tally(), str(Path(binary).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([binary, "reproduce", "cayley", "-o", folder, "--quiet"], timeout=TIMEOUT_SECONDS, check=True)
        certificate = min(folder.glob("*.certificate.json"))
        (folder / "none.json").write_text("{}")
        other = json.loads(certificate.read_text())
        other["spectrum"][0] |= {"lo": "5", "hi": "6", "lo_hex": "0x1.4p+2", "hi_hex": "0x1.8p+2"}
        (folder / "other.json").write_text(json.dumps(other))
        tally.record("verified", problems([binary, "check", certificate], folder, GREEN + b"VERIFIED\x1b[0m"))
        tally.record("refuted", problems([binary, "check", "other.json"], folder, RED + b"REFUTED: claim"))
        tally.record("not established", problems([binary, "check", "none.json"], folder, YELLOW + b"NOT ESTABLISHED: claim document"))
        tally.record("disagrees", problems([binary, "reproduce", "cayley", "--perturb", "1e-3"], folder, RED))
        tally.record("undecided", problems([binary, "reproduce", "cayley", "--arith", "interval"], folder, YELLOW))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
