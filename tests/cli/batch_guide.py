#!/usr/bin/env python3
"""The recipes of docs/how-to/batches.md for many machines: a Slurm array, a task of which is killed, and MPI.

usage: batch_guide.py MIXCERT_BINARY ON|OFF     (whether it was built with MPI)
"""
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, contents, job_files, killed, merged
from guide import blocks
from program import Program, Tally

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "batches.md"
LONG_SECONDS = 300


def recipe(words):
    found = [text for text in blocks(GUIDE.read_text(), "sh") if words in text]
    if len(found) != 1:
        raise ValueError(f"{len(found)} recipes with {words}")
    return found[0]


class Cluster:
    def __init__(self, mixcert, folder):
        self.mixcert, self.folder, self.shell = Program(mixcert), folder, Program("/bin/sh")
        self.params, self.states = job_files(folder, IN_LANES, (5120,))
        (folder / "job.toml").write_text(f'mixer = "hc"\nparams = "{self.params}"\nsites = "*"\nstates = "{self.states}:X"\n')
        (folder / "bin").mkdir()
        (folder / "bin" / "mixcert").symlink_to(mixcert)
        self.environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        run = self.mixcert.run("batch", str(folder / "job.toml"), "-o", str(folder / "one"), "--quiet", timeout=LONG_SECONDS)
        if run.status != 0:
            raise ValueError(run.stderr)
        self.whole = merged(self.mixcert, [folder / "one"], folder / "whole")

    def run(self, script, **variables):
        return self.shell.run("-c", script, cwd=self.folder, env={**self.environment, **variables}, timeout=LONG_SECONDS)


def slurm_problems(cluster):
    script = recipe("#SBATCH --array")
    first, last = map(int, re.search(r"--array=(\d+)-(\d+)", script).groups())
    killed(cluster.mixcert, ["batch", str(cluster.folder / "job.toml"), "--shard", f"3/{last}", "-o", str(cluster.folder / "part-3")], 0.05)
    for _ in ("at first", "submitted again"):
        with ThreadPoolExecutor(2) as machines:
            tasks = list(machines.map(lambda task: cluster.run(script, SLURM_ARRAY_TASK_ID=str(task)), range(first, last + 1)))
        for task in tasks:
            if task.status != 0 or task.stderr:
                yield f"status {task.status}: {task.stderr}"
    run = cluster.run(re.search(r"`(mixcert merge part-\*[^`]*)`", GUIDE.read_text())[1])
    if run.status != 0 or contents(cluster.folder / "merged") != cluster.whole:
        yield f"merge: status {run.status}: {run.stderr}, or the result is another"


def mpi_problems(cluster):
    shutil.rmtree(cluster.folder / "merged", ignore_errors=True)
    script, count = re.subn(r"(?<=mpirun -n )\d+", "3", recipe("mpirun -n"))
    run = cluster.run(f"set -e\n{script}")
    if count != 1 or run.status != 0 or contents(cluster.folder / "merged") != cluster.whole:
        yield f"status {run.status}: {run.stderr}, or the result is another"


def main():
    tally, has_mpi = Tally(), sys.argv[2] == "ON" and shutil.which("mpirun")
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(os.path.abspath(sys.argv[1]), Path(folder).resolve())
        tally.record("slurm", slurm_problems(cluster))
        if has_mpi:
            tally.record("mpi", mpi_problems(cluster))
        else:
            tally.skip("mpi", "built without MPI, or no mpirun here; configure with -DMIXCERT_MPI=ON")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
