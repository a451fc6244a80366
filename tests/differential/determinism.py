#!/usr/bin/env python3
"""The same input gives the same bytes: twice, on one processor or all, in another locale and another time zone; a batch
for 1, 2 and 7 threads.

usage: determinism.py MIXCERT_BINARY SOURCE_DIR
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, job_files
from example_chain import chain_bytes
from program import Program, Tally

CIRCUMSTANCES = {"again": {}, "German": {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}, "elsewhere": {"TZ": "Pacific/Chatham"}, "Turkish": {"LC_ALL": "tr_TR.UTF-8"}}


def commands(data):
    params, chain = ["--params", data / "hc_params.safetensors"], ["--params", "chain.safetensors", "--trajectory", "chain.safetensors"]
    state = ["--mixer", "hc", *params, "--site", "site01", "--state", f"{data / 'hc_states.safetensors'}:site01_p3_t127.X"]
    return {"certify": ["certify", *state, "--json"], "certify 30 digits": ["certify", *state, "--digits", "30", "--json"],
            "certify text": ["certify", *state], "common core": ["certify", *state, "--core", "common", "--json"],
            "float64": ["certify", *state, "--arith", "float64", "--json"], "spectrum": ["spectrum", "matrix.mtx", "--json"],
            "dense": ["product", *chain, "--method", "dense", "--direction", "top", "--json"],
            "factored": ["product", *chain, "--method", "factored", "--json"], "largest": ["product", *chain, "--method", "largest", "--json"],
            "diagnose": ["diagnose", *chain, "--jacobian", "--json"], "reproduce": ["reproduce", "all"]}


def problems(run, arguments):
    first = run(*arguments)
    if first.status != 0 or not first.stdout:
        yield f"status {first.status}: {first.stderr}"
    for name, variables in CIRCUMSTANCES.items():
        if run(*arguments, env=os.environ | variables).stdout != first.stdout:
            yield f"{name}: other bytes"
    if (taskset := shutil.which("taskset")) is None:
        yield "taskset is missing"
    elif run(*arguments, one_processor=taskset).stdout != first.stdout:
        yield "on one processor: other bytes"


def bytes_below(folder):
    return {file.relative_to(folder): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def batch_problems(run, folder):
    params, states = job_files(folder, IN_LANES, (40,))
    states = ["--mixer", "hc", "--params", params, "--site", "a", "--site", "b", "--states", f"{states}:X", "--block", "4"]
    merged = {}
    for threads in (1, 2, 7):
        done = run("batch", *states, "--threads", str(threads), "--certificates", "all", "-o", f"b{threads}", "--quiet")
        done = done if done.status else run("merge", f"b{threads}", "-o", f"m{threads}", "--quiet")
        if done.status != 0:
            yield f"{threads} threads: status {done.status}: {done.stderr}"
        merged[threads] = bytes_below(folder / f"m{threads}")
    if not merged[1]:
        yield "nothing was merged"
    yield from (f"{threads} threads: other bytes" for threads in (2, 7) if merged[threads] != merged[1])


def main(binary, source):
    tally, data, binary = Tally(), Path(source).resolve() / "examples" / "data", str(Path(binary).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "chain.safetensors").write_bytes(chain_bytes(6, 5))
        (folder / "matrix.mtx").write_text("%%MatrixMarket matrix array real general\n3 2\n3\n1e-30\n1\n2\n-0.1\n7\n")

        def run(*arguments, one_processor=None, **keywords):
            pinned = Program(one_processor) if one_processor else Program(binary)
            prefix = ["-c", "0", binary] if one_processor else []
            return pinned.run(*prefix, *arguments, cwd=folder, timeout=120, **keywords)

        for what, arguments in commands(data).items():
            tally.record(what, problems(run, arguments))
        tally.record("batch", batch_problems(run, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
