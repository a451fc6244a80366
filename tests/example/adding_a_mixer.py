#!/usr/bin/env python3
"""The mixer of docs/how-to/adding-a-mixer.md: the guide shows the file that is compiled, and the program with it lists
the mixer, knows its bounds and certifies its states.

usage: adding_a_mixer.py MIXCERT_BINARY_WITH_THE_MIXER PROJECT_SOURCE_DIR
"""
import json
import math
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from guide import blocks
from program import Program, Tally
from safetensors_file import Tensor, safetensors_bytes

N, D, EPSILON = 3, 5, 1e-6


def guide_quotes_the_file(root):
    code = "".join(blocks((root / "docs/how-to/adding-a-mixer.md").read_text(), "cpp"))
    if code != (root / "examples/adding_a_mixer/blend.cpp").read_text():
        yield "the C++ blocks of the guide, one after another, are not the file"


def guide_shows_the_output(program, root):
    (example,) = blocks((root / "docs/how-to/adding-a-mixer.md").read_text(), "console")
    _, command, shown = example.split("\n", 2)
    if not command.startswith("$ mixcert mixers"):
        yield f"the example begins with {command!r}"
        return
    run = program.run(*command.split()[2:])
    if run.stdout.decode() != shown:
        yield f"{command} prints\n{run.stdout.decode()}"


def listed(program):
    names = [line.split()[0] for line in program.run("mixers").stdout.decode().splitlines()]
    if names[-1] != "blend" or "hc" not in names:
        yield f"mixers lists {names}"


def declared(program):
    document = json.loads(program.run("mixers", "blend", "--json").stdout)
    expected = {"rows_sum_to_one": True, "columns_sum_to_one": True, "nonnegative": True, "orthogonal": False}
    if not expected.items() <= document["invariants"].items():
        yield f"invariants {document['invariants']}"
    if document["feedback_rank"] != {"at_most": 1, "theorem": "T8"}:
        yield f"rank {document['feedback_rank']}"
    if document["core"]["at_most"] != 4 * (4 + 1):
        yield f"core {document['core']}"


def squares_of_the_jacobian(x, w, scale, bias):
    """||J||_F^2 in plain arithmetic, by the product rule."""
    size = N * D
    r = 1 / math.sqrt(sum(v * v for v in x) / size + EPSILON)
    m = r * sum(a * b for a, b in zip(w, x))
    g = 1 / (1 + math.exp(-(scale * m + bias)))
    dg = [g * (1 - g) * scale * (r * w[c] - r * r * m * x[c] / size) for c in range(size)]
    total = 0
    for i in range(N):
        for f in range(D):
            moved = sum(x[j * D + f] for j in range(N)) / N - x[i * D + f]
            for c in range(size):
                s, e = divmod(c, D)
                total += (moved * dg[c] + (e == f) * ((1 - g) * (s == i) + g / N)) ** 2
    return total


def certified(program, folder):
    random.seed(5)
    number = lambda: random.randint(-128, 128) / 64
    x, w, scale, bias = [number() for _ in range(N * D)], [number() for _ in range(N * D)], 0.75, -0.5
    file = folder / "site.safetensors"
    file.write_bytes(
        safetensors_bytes(
            {
                "X": Tensor("F64", (N, D), x),
                "site.weight": Tensor("F64", (N * D,), w),
                "site.scale": Tensor("F64", (), [scale]),
                "site.bias": Tensor("F64", (), [bias]),
            }
        )
    )
    request = ["certify", "--mixer", "blend", "--params", str(file), "--site", "site", "--state", f"{file}:X", "--json"]
    for options in ([], ["--digits", "30"], ["--arith", "interval"], ["--state-radius", "1e-9"], ["--core", "common"]):
        run = program.run(*request, *options)
        if run.status != 0:
            yield f"{options}: status {run.status}: {run.stderr}"
            continue
        document = json.loads(run.stdout)
        square = document["quantities"]["mean_square"]
        expected = squares_of_the_jacobian(x, w, scale, bias) / (N * D)
        slack = 1e-8 if "--state-radius" in options else 1e-12
        if not float(square["lo"]) - slack <= expected <= float(square["hi"]) + slack:
            yield f"{options}: mean square {square}, not {expected}"
    for arithmetic in ("quad", "float64"):
        run = program.run(*request, "--arith", arithmetic)
        if run.status != 0:
            yield f"{arithmetic}: status {run.status}: {run.stderr}"


def main(binary, root):
    tally, program = Tally(), Program(binary)
    tally.record("the guide quotes the file", guide_quotes_the_file(root))
    tally.record("the guide shows the output", guide_shows_the_output(program, root))
    tally.record("the program lists the mixer", listed(program))
    tally.record("the program knows what it declares", declared(program))
    with tempfile.TemporaryDirectory() as folder:
        tally.record("the program certifies its states", certified(program, Path(folder)))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
