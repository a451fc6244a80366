#!/usr/bin/env python3
"""The trajectory of examples/data is what its script writes, byte by byte out of the states there; README and certificate.md
name every mixer and method.

usage: example_trajectory.py MIXCERT_BINARY PROJECT_SOURCE_DIR
"""
import importlib.util
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally
from safetensors_file import tensors_of

MOST_BYTES = 100_000
METHODS = ("dense", "factored", "largest")


def file_problems(data):
    spec = importlib.util.spec_from_file_location("make_trajectory", data / "make_trajectory.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    file = data / "hc_trajectory.safetensors"
    if file.read_bytes() != script.trajectory():
        yield "the file is not what make_trajectory.py writes"
    if file.stat().st_size > MOST_BYTES:
        yield f"it has {file.stat().st_size} bytes"
    states, tensors = tensors_of(data / "hc_states.safetensors"), tensors_of(file)
    if tensors["site000.X"] != states["site01_p3_t127.X"] or tensors["site001.X"] != states["site05_p3_t127.X"] or len(tensors) != 2:
        yield "the states are not those of token p3_t127"


def name_problems(program, source):
    mixers = [m["name"] for m in json.loads(program.run("mixers", "--json").stdout)["mixers"]]
    for page, section in (("README.md", ""), ("docs/reference/certificate.md", "## Kind `product`")):
        text = (source / page).read_text().partition(section)[2] if section else (source / page).read_text()
        yield from (f"{page} does not name {name}" for name in (*mixers, *METHODS) if f"`{name}`" not in text)


def main(binary, source):
    program, tally, source = Program(str(Path(binary).resolve())), Tally(), Path(source).resolve()
    tally.record("file", file_problems(source / "examples/data"))
    tally.record("mixers and methods", name_problems(program, source))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
