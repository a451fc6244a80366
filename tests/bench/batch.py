#!/usr/bin/env python3
"""`mixcert batch` on made-up states: how much sooner two threads are done than one, and memory at many states.

usage: batch.py build/bin/mixcert [--states 10000,100000] [--sizes hc:256,mhc-v4:512] [--repeats R]

Times are the least of R runs, one and two threads in turn; memory is the largest resident set of a run with two threads.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

from table import np, synthetic, write_safetensors


def peak_mebibytes(process):
    """The largest resident set so far. What wait4 says would count this script's own, from before exec."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0  # it has ended


def run(program, arguments, threads):
    """Seconds of wall clock, seconds of processor time, and the largest resident set in MiB."""
    peak, ended = 0, 0
    with tempfile.TemporaryDirectory() as output:
        begin = time.perf_counter()
        process = subprocess.Popen([program, "batch", *arguments, "--threads", str(threads), "--quiet", "-o", output])
        while not ended:
            peak = max(peak, peak_mebibytes(process))
            time.sleep(0.005)
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
        seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"status {process.returncode}")
    return seconds, used.ru_utime + used.ru_stime, peak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--states", default="10000,100000")
    parser.add_argument("--sizes", default="hc:256,mhc-v4:512")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.1f}")
    print("size             states   1 thread   2 threads   1 : 2   processor time 1, 2   peak memory")
    for size in options.sizes.split(","):
        mixer, d = size.split(":")
        for count in map(int, options.states.split(",")):
            tensors, X = synthetic(mixer, int(d), min(count, 10000), np.random.default_rng(0))
            with tempfile.TemporaryDirectory() as folder:
                write_safetensors(f"{folder}/params.safetensors", {f"s{'.' if mixer == 'hc' else '_'}{k}": v for k, v in tensors.items()})
                states = np.lib.format.open_memmap(f"{folder}/states.npy", "w+", "<f4", (count, *X.shape[1:]))
                for begin in range(0, count, len(X)):
                    states[begin:begin + len(X)] = X[:count - begin]
                states.flush()
                del states
                arguments = ["--mixer", mixer, "--params", f"{folder}/params.safetensors", "--site", "s", "--states", f"{folder}/states.npy"]
                runs = {threads: [] for threads in (1, 2)}
                for _ in range(options.repeats):
                    for threads, all_runs in runs.items():
                        all_runs.append(run(options.program, arguments, threads))
            (one, used_one, _), (two, used_two, _) = (min(runs[threads]) for threads in (1, 2))
            memory = max(found[2] for found in runs[2])
            print(f"{size:14} {count:8} {one:8.2f} s {two:9.2f} s {one / two:7.2f} {used_one:11.2f} {used_two:7.2f} s {memory:10.0f} MiB", flush=True)


main()
