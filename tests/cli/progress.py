#!/usr/bin/env python3
"""`product` and `check` say on a terminal what they are at, take it back when they are done, and say nothing elsewhere.

usage: progress.py MIXCERT_BINARY
"""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from example_chain import chain_bytes
from program import TIMEOUT_SECONDS, Tally
from terminal import on_a_terminal

CLEARED = b"\r\x1b[K"
WIDTH = 5


def problems(command, folder, steps):
    status, shown, out = on_a_terminal(command, "stderr", cwd=folder)
    if status != 0:
        yield f"status {status}: {shown}"
    yield from (f"{step} is not shown: {shown}" for step in steps if step not in shown)
    if not shown.endswith(CLEARED):
        yield f"the line is left behind: {shown}"
    if b"0:00:0" in out:
        yield "the line is on standard output"
    status, shown, _ = on_a_terminal([*command, "--quiet"], "stderr", cwd=folder)
    if status != 0 or shown:
        yield f"--quiet: status {status}: {shown}"
    elsewhere = subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False, cwd=folder)
    if elsewhere.stderr or elsewhere.stdout != out:
        yield f"without a terminal: {elsewhere.stderr}"


def refusal_problems(command, folder):
    """The reason stands in a line of its own."""
    status, shown, _ = on_a_terminal(command, "stderr", cwd=folder)
    if status != 3 or CLEARED + b"mixcert: not certified" not in shown:
        yield f"status {status}: {shown}"


def main(binary):
    tally, binary = Tally(), str(Path(binary).resolve())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "chain.safetensors").write_bytes(chain_bytes(WIDTH, 3))
        product = [binary, "product", "--params", "chain.safetensors", "--trajectory", "chain.safetensors"]
        steps = (b"evaluating 3 sites", b"enclosing the singular values", b"applying the product to the direction")
        tally.record("product", problems([*product, "--direction", "top", "-o", "product.json"], folder, steps))
        claims = (b"checking C3 local", b"checking C4 product", b"checking C6 direction")
        tally.record("check", problems([binary, "check", "product.json"], folder, claims))
        tally.record("a refusal", refusal_problems([*product, "--method", "dense", "--digits", "99"], folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
