#!/usr/bin/env python3
"""The trajectory of examples/data is what its script writes, byte by byte out of the states there, and the commands of
README, guides and reference that use it print what stands beside them; README and certificate.md name every mixer and method.

usage: example_trajectory.py MIXCERT_BINARY PROJECT_SOURCE_DIR
"""
import importlib.util
import json
import re
import shlex
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally
from safetensors_file import tensors_of

MOST_BYTES = 100_000
METHODS = ("dense", "factored", "largest")
PAGES = ("README.md", "docs/guide/products.md", "docs/reference/diagnose.md", "docs/reference/trajectory.md")


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


def blocks(page):
    """(command, what it prints) of each example with the trajectory; None where no output is shown."""
    for block in re.findall(r"```\w*\n(.*?)```", page, flags=re.S):
        text = block.replace("\\\n", " ")
        for match in re.finditer(r"^(\$ )?(build/bin/mixcert [^\n]*hc_trajectory\.safetensors[^\n]*)\n((?:(?!\$ |build/bin).*\n)*)", text, flags=re.M):
            yield match[2], match[3] if match[1] else None


def is_shown(output, printed):
    """Whether it is what was printed, or its beginning or end beside an ellipsis."""
    if output.startswith("…\n"):
        return printed.endswith(output[2:])
    return output == printed or (output.endswith("…\n") and printed.startswith(output[:-2]))


def page_problems(program, source, page):
    found = list(blocks((source / page).read_text()))
    if not found:
        yield "it has no example with the trajectory"
    with tempfile.TemporaryDirectory() as folder:
        for command, output in found:
            arguments = [re.sub(r"^examples/", f"{source}/examples/", word) for word in shlex.split(command, comments=True)[1:]]
            done = program.run(*arguments, cwd=folder)
            if done.status != 0 or done.stderr:
                yield f"{command}: status {done.status}: {done.stderr}"
            printed = done.stdout.decode()
            if output is not None and not is_shown(output, printed):
                yield f"{command} prints\n{printed}"


def name_problems(program, source):
    mixers = [m["name"] for m in json.loads(program.run("mixers", "--json").stdout)["mixers"]]
    for page, section in (("README.md", ""), ("docs/reference/certificate.md", "## Kind `product`")):
        text = (source / page).read_text().partition(section)[2] if section else (source / page).read_text()
        yield from (f"{page} does not name {name}" for name in (*mixers, *METHODS) if f"`{name}`" not in text)


def main(binary, source):
    program, tally, source = Program(str(Path(binary).resolve())), Tally(), Path(source).resolve()
    tally.record("file", file_problems(source / "examples/data"))
    for page in PAGES:
        tally.record(page, page_problems(program, source, page))
    tally.record("mixers and methods", name_problems(program, source))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
