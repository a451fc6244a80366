#!/usr/bin/env python3
"""A process whose floating-point environment, mathematical library or threads are not what the bounds assume is refused
with the reason; functions that no claim may rest on can be wrong without a claim becoming wrong.

usage: environment.py MIXCERT_BINARY SOURCE_DIR PRELOADED_OBJECT...
"""
import json
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, job_files
from example_chain import chain_bytes
from program import Program, Tally

REASONS = {"flush_at_load": "reads subnormal numbers as zeros (DAZ)", "round_up_at_load": "rounding mode of this thread is not to nearest",
           "traps_at_load": "floating-point exceptions are trapped", "wrong_fma": "std::fma rounds twice"}
WORKERS = {"upward": "rounding mode of this thread is not to nearest", "flush": "reads subnormal numbers as zeros (DAZ)"}


def commands(data, folder):
    params = ["--params", data / "hc_params.safetensors"]
    chain = ["--params", folder / "chain.safetensors", "--trajectory", folder / "chain.safetensors"]
    state = f"{data / 'hc_states.safetensors'}:site01_p3_t127.X"
    return {"certify": ["certify", "--mixer", "hc", *params, "--site", "site01", "--state", state],
            "spectrum": ["spectrum", folder / "matrix.mtx"], "product": ["product", *chain], "diagnose": ["diagnose", *chain],
            "check": ["check", folder / "certificate.json", "--data", data], "show": ["show", folder / "certificate.json"],
            "prove": ["prove", folder / "certificate.json", "--to", "md", "-o", folder / "proof.md"],
            "reproduce": ["reproduce", "cayley"], "mixers": ["mixers"],
            "batch": ["batch", "--mixer", "hc", "--params", folder / "params16-0.safetensors", "--site", "a",
                      "--states", f"{folder / 'states16-0.safetensors'}:X", "-o", folder / "batch"]}


def process_problems(program, data, folder, objects):
    """Status 3 and the reason, from every command."""
    for name, reason in REASONS.items():
        for command, arguments in commands(data, folder).items():
            done = program.run(*arguments, env=os.environ | {"LD_PRELOAD": objects[name]})
            if done.status != 3 or reason not in done.stderr or done.stdout:
                yield f"{command} with {name}: status {done.status}: {done.stderr}"


def worker_problems(program, data, folder, objects):
    """The first thread is as it should be: what is shared between threads is refused, and records say why they failed."""
    for what, reason in WORKERS.items():
        environment = os.environ | {"LD_PRELOAD": objects["workers"], "MIXCERT_TEST_WORKERS": what}
        done = program.run(*commands(data, folder)["product"], env=environment)
        if os.cpu_count() > 1 and (done.status != 3 or reason not in done.stderr):
            yield f"product, workers {what}: status {done.status}: {done.stderr}"
        batch = folder / f"batch-{what}"
        done = program.run(*commands(data, folder)["batch"][:-1], batch, "--threads", "2", "--block", "8", env=environment)
        records = [json.loads(line) for file in sorted(batch.rglob("*.jsonl")) for line in file.read_text().splitlines()]
        failed = [record for record in records if reason in json.dumps(record)]
        if done.status != 3 or not failed:
            yield f"batch, workers {what}: status {done.status}: {done.stderr} {records}"


def function_problems(program, data, folder, objects):
    """Guesses may change, and with them the last bits of ends: what is certified is true."""
    environment = os.environ | {"LD_PRELOAD": objects["wrong_functions"]}
    for command in ("certify", "product", "diagnose", "spectrum"):
        for env in (os.environ, environment):
            done = program.run(*commands(data, folder)[command], "-o", folder / "made.json", env=env)
            checked = program.run("check", folder / "made.json", "--data", data, "--data", folder, timeout=120)
            if done.status != 0 or checked.status != 0:
                yield f"{command}: status {done.status}: {done.stderr}; check: {checked.stdout}"
    done = program.run("reproduce", "all", env=environment)
    if done.status != 0:
        yield f"reproduce: {done.stdout[-400:]}"


def main(binary, source, *built):
    program, tally, data = Program(str(Path(binary).resolve())), Tally(), Path(source) / "examples" / "data"
    objects = {Path(path).stem: str(Path(path).resolve()) for path in built}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "chain.safetensors").write_bytes(chain_bytes(6, 3))
        job_files(folder, IN_LANES, (2000,))  # the first thread cannot end it before another begins
        (folder / "matrix.mtx").write_text("%%MatrixMarket matrix array real general\n2 2\n3\n1e-300\n1\n2\n")
        made = program.run(*commands(data, folder)["certify"], "-o", folder / "certificate.json")
        assert made.status == 0, made.stderr
        for problems in (process_problems, worker_problems, function_problems):
            tally.record(problems.__name__, problems(program, data, folder, objects))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
