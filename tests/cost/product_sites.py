#!/usr/bin/python3
"""Time and memory of `mixcert product` for more and more sites of width 4096, of made-up parameters and states.

usage: product_sites.py PROGRAM [--width 4096] [--sites 1,2,4,8,16,32,64,86] [--method auto]

Prints, for each number of sites, seconds, the largest memory of the process, and how many digits of the largest singular
value are certified. Files are written to a temporary folder: about 2 MB a site.
"""
import argparse
import array
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

STREAMS = 4
POOL = 1 << 20


def write_safetensors(path, tensors, metadata):
    header, offset = {"__metadata__": metadata}, 0
    for name, (shape, data) in tensors.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, offset + 4 * len(data)]}
        offset += 4 * len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for _, data in tensors.values():
            data.tofile(file)


class Numbers:
    """Normal random numbers: any so many in a row of a large pool."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pool = array.array("f", (self.random.gauss(0, 1) for _ in range(POOL)))

    def take(self, count, scale):
        start = self.random.randrange(POOL - count)
        return array.array("f", (scale * x for x in self.pool[start : start + count]))


def write_chain(folder, width, sites):
    numbers = Numbers(7)
    rows = (2 + STREAMS) * STREAMS
    parameters, states = {}, {}
    state = numbers.take(STREAMS * width, 1.0)
    for site in range(sites):
        prefix = f"layers.{site}.hc"
        parameters[f"{prefix}_fn"] = ([rows, STREAMS * width], numbers.take(rows * STREAMS * width, 0.03 / (STREAMS * width) ** 0.5))
        parameters[f"{prefix}_scale"] = ([3], array.array("f", [1.0, 1.0, 1.0]))
        parameters[f"{prefix}_base"] = ([rows], numbers.take(rows, 0.5))
        states[f"site{site:03d}.X"] = ([STREAMS, width], state)
        state = array.array("f", (x + y for x, y in zip(state, numbers.take(STREAMS * width, 0.3))))
    write_safetensors(folder / "parameters.safetensors", parameters, {})
    names = json.dumps([f"layers.{site}.hc" for site in range(sites)])
    write_safetensors(
        folder / "trajectory.safetensors", states, {"mixcert.trajectory": "1", "mixer": "mhc-v4", "sites": names}
    )


def digits(certificate):
    """Of the largest singular value."""
    first = certificate["spectrum"][0]
    low, high = Fraction(first["lo"]), Fraction(first["hi"])
    r = 0
    while high > low and (high - low) * 10 ** (r + 1) <= high:
        r += 1
    return r


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--width", type=int, default=4096)
    arguments.add_argument("--sites", default="1,2,4,8,16,32,64,86")
    arguments.add_argument("--method", default="auto")
    given = arguments.parse_args()
    print("sites  seconds  memory/MB  digits  largest value        local norms multiplied")
    for sites in map(int, given.sites.split(",")):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_chain(folder, given.width, sites)
            command = [given.program, "product", "--params", folder / "parameters.safetensors"]
            command += ["--trajectory", folder / "trajectory.safetensors", "--method", given.method, "--json"]
            begin = time.monotonic()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - begin
            if status:
                sys.exit(f"{sites} sites: exit status {os.waitstatus_to_exitcode(status)}")
            certificate = json.loads(output)
            value = certificate["spectrum"][0]["lo"]
            bound = certificate["local"]["product_at_most"]
            print(f"{sites:5} {seconds:8.1f} {usage.ru_maxrss / 1024:10.0f} {digits(certificate):7}  {value:20} {bound}", flush=True)


if __name__ == "__main__":
    main()
