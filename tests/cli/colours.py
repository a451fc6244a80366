#!/usr/bin/env python3
"""Verdicts have colours on a terminal, and nowhere else; NO_COLOR takes them away.

usage: colours.py MIXCERT_BINARY
"""
import json
import os
import pty
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import TIMEOUT_SECONDS, Tally

RED, GREEN, YELLOW = b"\x1b[31m", b"\x1b[32m", b"\x1b[33m"


def on_a_terminal(command, folder, **variables):
    """What the terminal on standard output gets."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")} | {"TERM": "xterm"} | variables
    terminal, end = pty.openpty()
    try:
        running = subprocess.Popen(command, stdout=end, stderr=subprocess.DEVNULL, cwd=folder, env=environment)
        os.close(end)
        pieces = []
        try:
            while piece := os.read(terminal, 4096):
                pieces.append(piece)
        except OSError:  # all has been read
            pass
        running.wait(timeout=TIMEOUT_SECONDS)
        return b"".join(pieces).replace(b"\r\n", b"\n")
    finally:
        os.close(terminal)


def problems(command, folder, coloured):
    shown = on_a_terminal(command, folder)
    if coloured not in shown:
        yield f"on a terminal: {shown}"
    plain = subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False, cwd=folder).stdout
    if b"\x1b" in plain:
        yield f"without a terminal: {plain}"
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        if on_a_terminal(command, folder, **variables) != plain:
            yield f"colours in spite of {variables}"
    if coloured not in on_a_terminal(command, folder, NO_COLOR=""):
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
