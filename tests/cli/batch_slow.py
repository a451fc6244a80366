#!/usr/bin/env python3
"""`mixcert batch` killed at many moments, and on a disk that is full.

usage: batch_slow.py MIXCERT_BINARY
"""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, NOT_IN_LANES, job_files, killed, merged
from program import Program, Tally

LONG_SECONDS = 600


def arguments(files, output, *options):
    return ["batch", "--mixer", "hc", "--params", files[0], "--sites", "*", "--states", f"{files[1]}:X", "-o", str(output), "--quiet", *options]


def done(program, files, output, *options):
    run = program.run(*arguments(files, output, *options), timeout=LONG_SECONDS)
    if run.status != 0:
        raise ValueError(f"status {run.status}: {run.stderr}")
    return output


def killed_problems(program, folder):
    source = random.Random(11)
    for width, states, block, longest, most in ((IN_LANES, 40000, "16", 1.0, 100), (NOT_IN_LANES, 400, "1", 1.5, 60)):
        files = job_files(folder, width, (states,), seed=states)
        whole = merged(program, [done(program, files, folder / f"whole{width}")], folder / f"merged{width}")
        output, moments = folder / f"killed{width}", 0
        for moments in range(1, most + 1):
            if killed(program, arguments(files, output, "--resume", "--block", block, "--threads", "2"), source.uniform(0, longest)) == 0:
                break
        if moments < 4:
            yield f"width {width}: killed {moments - 1} times only: this tests nothing"
        done(program, files, output, "--resume", "--block", block)
        if merged(program, [output], folder / f"again{width}") != whole:
            yield f"width {width}: the result after SIGKILL is another"


class SmallDisk:
    def __init__(self, place, kilobytes):
        self.place, self.kilobytes = place, kilobytes

    def __enter__(self):
        self.place.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.kilobytes}k", "tmpfs", str(self.place)], check=True, capture_output=True)
        return self

    def grow(self, kilobytes):
        subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", str(self.place)], check=True, capture_output=True)

    def __exit__(self, *_):
        subprocess.run(["umount", str(self.place)], check=True)


def full_disk_problems(program, folder):
    """At every size some file is the one that does not fit."""
    files = job_files(folder, IN_LANES, (300,), seed=4)
    whole = merged(program, [done(program, files, folder / "whole")], folder / "merged")
    for kilobytes in (4, 12, 16, 20, 100, 300, 500):
        with SmallDisk(folder / f"disk{kilobytes}", kilobytes) as disk:
            output = disk.place / "batch"
            run = program.run(*arguments(files, output, "--block", "8"), timeout=LONG_SECONDS)
            if run.status != 2 or "cannot be written" not in run.stderr and "cannot be made" not in run.stderr:
                yield f"{kilobytes} kB: status {run.status}: {run.stderr}"
            disk.grow(10000)
            done(program, files, output, "--block", "8", "--resume")
            if merged(program, [output], folder / f"merged{kilobytes}") != whole:
                yield f"{kilobytes} kB: the result after a full disk is another"


def main():
    program, tally = Program(os.path.abspath(sys.argv[1])), Tally()
    with tempfile.TemporaryDirectory() as folder:
        tally.record("killed", killed_problems(program, Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        try:
            with SmallDisk(Path(folder) / "try", 64):
                pass
        except (OSError, subprocess.CalledProcessError) as error:
            tally.skip("full_disk", f"a small file system cannot be mounted here: {error}")
        else:
            tally.record("full_disk", full_disk_problems(program, Path(folder)))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
