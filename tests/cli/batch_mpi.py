#!/usr/bin/env python3
"""`mpirun mixcert batch`: any number of processes, killed or not, give the bytes of one.

usage: batch_mpi.py MIXCERT_BINARY ON|OFF     (whether it was built with MPI)
"""
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, NOT_IN_LANES, contents, cut, job_files, lines_of, merged
from program import Program, Tally

LONG_SECONDS = 120
LAUNCHER = ("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none")


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder, self.made = program, Path(folder), 0
        self.fast = job_files(folder, IN_LANES, (700,))
        self.slow = job_files(folder, NOT_IN_LANES, (30,))

    def place(self):
        self.made += 1
        return self.folder / f"out{self.made}"

    def arguments(self, files, output, *options):
        return ["batch", "--mixer", "hc", "--params", files[0], "--sites", "*", "--states", f"{files[1]}:X", "-o", str(output), *options]

    def launch(self, processes, arguments, **keywords):
        command = [*LAUNCHER, "-n", str(processes), self.program.binary, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **keywords)

    def run(self, processes, arguments):
        """Exit status, standard output, and the lines that are ours of standard error."""
        with self.launch(processes, arguments) as run:
            try:
                out, errors = run.communicate(timeout=LONG_SECONDS)
            except subprocess.TimeoutExpired:
                run.terminate()
                run.communicate()
                return -1, "", [f"still running after {LONG_SECONDS} s"]
        return run.returncode, out, [line for line in errors.splitlines() if line.startswith("mixcert: ")]

    def whole(self, files, *options):
        output = self.place()
        run = self.program.run(*self.arguments(files, output, "--quiet", *options), timeout=LONG_SECONDS)
        if run.status not in (0, 3):
            raise ValueError(f"one process: status {run.status}: {run.stderr}")
        return self.merged(output)

    def merged(self, *folders):
        return merged(self.program, folders, self.place())


def processes_of(output):
    """Process identifiers by the rank folder that each has locked."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                for descriptor in (process / "fd").iterdir():
                    target = Path(os.readlink(descriptor))
                    if target.name == "journal.jsonl" and target.parent.parent == output:
                        found[target.parent.name] = int(process.name)
            except OSError:
                pass  # it has ended meanwhile
    return found


def same_bytes_problems(bench):
    for files, block in ((bench.fast, "16"), (bench.slow, "2")):
        whole = bench.whole(files)
        for count in (1, 2, 4):
            output = bench.place()
            status, text, errors = bench.run(count, bench.arguments(files, output, "--block", block, "--json"))
            if status != 0 or errors:
                yield f"{count} processes: status {status}: {errors}"
                continue
            if [site["failed"] for site in json.loads(text)["sites"]] != [0, 0]:
                yield f"{count} processes: the summary is {text}"
            if bench.merged(output) != whole:
                yield f"{count} processes: the result is another"
            parts = sorted(output.glob("rank-*"))
            if len(parts) != (count if count > 1 else 0):
                yield f"{count} processes: folders {parts}"
            if not all((part / "segment-0000.jsonl").stat().st_size > 0 for part in parts):
                yield f"{count} processes: one has done nothing"
            if parts and bench.merged(*parts) != whole:
                yield f"{count} processes: the parts by name are another result"


def killed_problems(bench):
    """One process of several gets SIGKILL; what is left is done by as many, more, fewer, and one without mpirun."""
    source, files = random.Random(3), job_files(bench.folder, NOT_IN_LANES, (80,), seed=1)
    whole = bench.whole(files)
    for count, victim, then in ((2, "rank-0001", 2), (2, "rank-0000", 4), (4, "rank-0002", 2), (4, "rank-0003", None)):
        output = bench.place()
        arguments = bench.arguments(files, output, "--block", "2", "--quiet")
        with bench.launch(count, arguments) as run:
            journals = [output / f"rank-{rank:04}" / "journal.jsonl" for rank in range(count)]
            end = time.monotonic() + LONG_SECONDS
            while run.poll() is None and time.monotonic() < end and not all(j.exists() and j.stat().st_size > 0 for j in journals):
                time.sleep(0.01)
            time.sleep(source.uniform(0, 0.2))
            there = processes_of(output)
            if victim not in there:
                yield f"{count} processes: {victim} is not at work: this tests nothing"
            else:
                os.kill(there[victim], signal.SIGKILL)
            run.communicate(timeout=LONG_SECONDS)
        if run.returncode == 0:
            yield f"{count} processes: mpirun says that all is well"
        kept = sum(len(lines_of(part / "segment-0000.jsonl")) for part in output.glob("rank-*") if cut_tail(part))
        if not 0 < kept < 160:
            yield f"{count} processes: {kept} of 160 states are kept"
        if bench.program.run("merge", str(output), "-o", str(bench.place())).status != 2:
            yield f"{count} processes: what a killed batch has left is merged"
        if then is None:
            done = bench.program.run(*arguments, "--resume", timeout=LONG_SECONDS)
            status, errors = done.status, done.stderr
        else:
            status, _, errors = bench.run(then, [*arguments, "--resume"])
        if status != 0:
            yield f"{count}, then {then}: status {status}: {errors}"
        if bench.merged(output) != whole:
            yield f"{count}, then {then}: the result is another"
        records = [line["state"] + 1000 * line["site"] for part in output.glob("rank-*") for line in lines_of(part / "segment-0000.jsonl")]
        if len(records) != 160 or len(set(records)) != 160:
            yield f"{count}, then {then}: what was finished is done again: {len(records)} records of 160 states"


def cut_tail(part):
    """Cuts off what the journal does not name, as --resume does."""
    ends = [sum(json.loads(line)["records"][:2]) for line in (part / "journal.jsonl").read_text().splitlines()]
    os.truncate(part / "segment-0000.jsonl", max(ends, default=0))
    return True


def damage_problems(bench):
    """A folder that no process of the second run has, with a torn tail; and one process that goes on alone."""
    whole = bench.whole(bench.fast)
    output = bench.place()
    arguments = bench.arguments(bench.fast, output, "--block", "16", "--quiet")
    status, _, errors = bench.run(4, arguments)
    for name in ("rank-0003/segment-0000.jsonl", "rank-0002/journal.jsonl", "rank-0000/spectra-0000.npy"):
        cut(output / name, 5)
    if bench.program.run("merge", str(output), "-o", str(bench.place())).status != 2:
        yield "torn parts are merged"
    again, _, errors = bench.run(2, [*arguments, "--resume"])
    if (status, again) != (0, 0) or bench.merged(output) != whole:
        yield f"status {status} and {again}: {errors}, or the result is another"


def failure_problems(bench):
    """A process that fails or is stopped: all end, and one says why."""
    output = bench.place()
    output.mkdir()
    (output / "rank-0001").write_text("no folder")
    arguments = bench.arguments(bench.fast, output, "--quiet")
    status, _, errors = bench.run(3, [*arguments, "--resume"])
    if status != 2 or len(errors) != 1 or "rank-0001" not in errors[0]:
        yield f"a rank without a folder: status {status}: {errors}"
    data = Path(bench.fast[1]).read_bytes()
    bad = bench.folder / "bad.safetensors"
    bad.write_bytes(data[:-4] + b"\x00\x00\xc0\x7f")  # NaN
    files = (bench.fast[0], str(bad))
    output = bench.place()
    status, text, errors = bench.run(2, bench.arguments(files, output, "--json"))
    if status != 3 or errors or [site["failed"] for site in json.loads(text)["sites"]] != [1, 1] or bench.merged(output) != bench.whole(files):
        yield f"a state that failed: status {status}: {errors} {text}"
    output = bench.place()
    long = job_files(bench.folder, NOT_IN_LANES, (400,), seed=2)
    with bench.launch(3, bench.arguments(long, output, "--block", "2")) as run:
        journals = [output / f"rank-{rank:04}" / "journal.jsonl" for rank in range(3)]
        while run.poll() is None and not all(j.exists() and j.stat().st_size > 0 for j in journals):
            time.sleep(0.01)
        os.kill(processes_of(output)["rank-0001"], signal.SIGTERM)
        _, errors = run.communicate(timeout=LONG_SECONDS)
    if run.returncode != 130 or errors.count("--resume goes on") != 1:
        yield f"SIGTERM to one: status {run.returncode}: {errors}"


def certificate_problems(bench):
    for choice, block in (("worst:3", "4"), ("all", "2")):
        files = bench.fast if choice != "all" else job_files(bench.folder, IN_LANES, (6,), seed=4)
        output = bench.place()
        status, _, errors = bench.run(2, bench.arguments(files, output, "--certificates", choice, "--block", block, "--quiet"))
        if status != 0 or bench.merged(output) != bench.whole(files, "--certificates", choice):
            yield f"{choice}: status {status}: {errors}, or the result is another"


def refusal_problems(bench):
    one = bench.place()
    bench.program.run(*bench.arguments(bench.slow, one, "--quiet"), timeout=LONG_SECONDS)
    several = bench.place()
    bench.run(2, bench.arguments(bench.slow, several, "--quiet"))
    kept = contents(several)
    for name, files, output, options in (("the batch of one process", bench.slow, one, ("--resume",)), ("a batch", bench.slow, several, ()),
                                         ("another job", bench.fast, several, ("--resume",)),
                                         ("no states", (bench.slow[0], "none.safetensors"), bench.place(), ())):
        status, _, errors = bench.run(2, bench.arguments(files, output, *options))
        if status != 2 or len(errors) != 1:
            yield f"{name}: status {status}: {errors}"
    if bench.program.run(*bench.arguments(bench.slow, several)).status != 2:
        yield "one process begins where several have been"
    if contents(several) != kept:
        yield "a refused run changes the folder"
    other = bench.folder / "other.sh"
    other.write_text(f'#!/bin/sh\nexec {bench.program.binary} "$@" --convention norm_clamp=1e-$((9 + OMPI_COMM_WORLD_RANK))\n')
    other.chmod(0o755)
    output = bench.place()
    done = subprocess.run([*LAUNCHER, "-n", "2", str(other), *bench.arguments(bench.slow, output)], capture_output=True, text=True, timeout=LONG_SECONDS, check=False)
    if done.returncode != 2 or "do not have the same job" not in done.stderr or output.exists():
        yield f"two jobs: status {done.returncode}: {done.stderr}"


def shard_problems(bench):
    """Processes with --shard are on their own, with MPI or without."""
    script = bench.folder / "shard.sh"
    output = bench.place()
    script.write_text(f'#!/bin/sh\nexec {shlex.join([bench.program.binary, *bench.arguments(bench.slow, output)])}-$OMPI_COMM_WORLD_RANK'
                      ' --quiet --block 2 --shard "$((OMPI_COMM_WORLD_RANK + 1))/2"\n')
    script.chmod(0o755)
    done = subprocess.run([*LAUNCHER, "-n", "2", str(script)], capture_output=True, text=True, timeout=LONG_SECONDS, check=False)
    if done.returncode != 0 or bench.merged(f"{output}-0", f"{output}-1") != bench.whole(bench.slow):
        yield f"status {done.returncode}: {done.stderr}"


def without_mpi_problems(bench):
    output = bench.place()
    run = bench.program.run(*bench.arguments(bench.slow, output), env={**os.environ, "OMPI_COMM_WORLD_SIZE": "2"})
    if run.status != 2 or "-DMIXCERT_MPI=ON" not in run.stderr or run.stderr.count("\n") != 1 or output.exists():
        yield f"status {run.status}: {run.stderr}"


def main():
    tally, has_mpi, has_launcher = Tally(), sys.argv[2] == "ON", shutil.which(LAUNCHER[0])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Program(os.path.abspath(sys.argv[1])), Path(folder).resolve())
        no_mpi, no_launcher = not has_mpi and "built without MPI; configure with -DMIXCERT_MPI=ON", not has_launcher and "no mpirun here"
        shared = (same_bytes_problems, killed_problems, damage_problems, failure_problems, certificate_problems, refusal_problems)
        checks = [(check, no_mpi or no_launcher) for check in shared]
        for check, reason in [*checks, (shard_problems, no_launcher), (without_mpi_problems, has_mpi and "built with MPI")]:
            name = check.__name__.removesuffix("_problems")
            if reason:
                tally.skip(name, reason)
            else:
                tally.record(name, check(bench))
    return tally.finish() or (0 if has_mpi and has_launcher else 77)


if __name__ == "__main__":
    sys.exit(main())
