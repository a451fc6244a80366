#!/usr/bin/env python3
"""Certifies one site of a sparse 1 GB checkpoint in two files, at one state of a sparse 1 GB file, and counts what is
read.

Reading is seen by the system's own counter of bytes, touching through a mapping by the memory that the process had, and
any mapping of the files by strace where it is installed. Two programs that do touch everything must be caught.

usage: bytes_read.py MIXCERT_BINARY
"""
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from footprint import footprint, is_available
from hc_site import at_site, hc_parameters, hc_state
from program import Tally
from safetensors_file import safetensors_bytes
from shared_folder import SKIP
from sharded import INDEX, dealt, index_text
from sparse import Hole, room_taken, write_sparse

N, D = 4, 256
SITE = "layers.0.hc_attn"
SHARDS = 2
MOST_READ = 5_000_000
MOST_MORE_RESIDENT = 50_000_000  # the memory of a process varies from run to run
HALF = 1 << 26  # numbers: 256 MB
STATES = 1 << 18  # of 4 KB each

READS_ALL = "import sys\nwith open(sys.argv[1], 'rb') as f:\n while f.read(1 << 20): pass"
MAPS_ALL = """import mmap, sys
with open(sys.argv[1], 'rb') as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as m:
    print(sum(m[i] for i in range(0, len(m), 4096)))"""


def write_checkpoint(folder, parameters):
    """Every real tensor stands between holes."""
    shards = dealt(at_site(SITE, parameters), SHARDS)
    for i, (name, held) in enumerate(shards.items()):
        shards[name] = {f"before{i}": Hole(HALF), **held, f"after{i}": Hole(HALF)}
        write_sparse(folder / name, shards[name])
    (folder / INDEX).write_text(index_text(shards))
    return [folder / name for name in shards]


def write_states(path, state):
    """Of shape [STATES,N,D] in Fortran order: the elements of one state lie a megabyte apart. One state is real."""
    header = (f"{{'descr': '<f4', 'fortran_order': True, 'shape': ({STATES}, {N}, {D}), }}".ljust(117) + "\n").encode()
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        begin = file.tell()
        bytes_of = state.bytes()
        for s in range(N):
            for c in range(D):
                file.seek(begin + 4 * (STATES - 1 + STATES * (s + N * c)))
                at = 4 * (s * D + c)
                file.write(bytes_of[at : at + 4])


def footprint_problems(found, plain):
    if found.status != 0:
        yield f"ended with status {found.status}"
    if found.read >= MOST_READ:
        yield f"read {found.read} bytes"
    if found.resident >= plain.resident + MOST_MORE_RESIDENT:
        yield f"had {found.resident} bytes of memory, {plain.resident} with small files"


def trace(command, log):
    """The system calls that read or map, by strace; None where it is missing or may not trace."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    traced = [strace, "-f", "-y", "-e", "trace=mmap,read,pread64", "-o", log, *command]
    done = subprocess.run(traced, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return log.read_text().splitlines() if done.returncode == 0 else None


def traced_problems(calls, folder):
    of_inputs = [line for line in calls if f"<{folder}/" in line]
    read = sum(int(line.rpartition("= ")[2].split()[0]) for line in of_inputs if "mmap(" not in line)
    if any("mmap(" in line for line in of_inputs):
        yield "maps an input"
    if not 0 < read < MOST_READ:
        yield f"reads {read} bytes of its inputs"
    print(f"strace: {read} bytes of the inputs are read in {len(of_inputs)} calls")


def without_places(document):
    """The certificate but for the names of files and tensors."""
    for reference in [*document["subject"]["parameters"], document["subject"]["state"]]:
        for key in ("file", "name", "index"):
            reference.pop(key, None)
    return document


def check(program, folder, tally):
    parameters, state = hc_parameters(random.Random(1), N, D), hc_state(random.Random(2), N, D)
    small, small_state = folder / "small.safetensors", folder / "state.safetensors"
    small.write_bytes(safetensors_bytes(at_site(SITE, parameters)))
    small_state.write_bytes(safetensors_bytes({"X": state}))
    shards, states = write_checkpoint(folder, parameters), folder / "states.npy"
    write_states(states, state)
    size, room = (sum(of(path) for path in shards) for of in (lambda path: path.stat().st_size, room_taken))
    if room > size / 10:
        print(f"SKIPPED: the temporary folder {folder} keeps no sparse files", file=sys.stderr)
        return SKIP

    def certify(params, where, output):
        return [program, "certify", "--mixer", "hc", "--params", params, "--site", SITE, "--state", where, "-o", output]

    plain = footprint(*certify(small, small_state, folder / "small.json"))
    tally.record("small files", footprint_problems(plain, plain))
    large = certify(folder / INDEX, small_state, folder / "large.json")
    found = footprint(*large)
    tally.record("one site of a large checkpoint", footprint_problems(found, plain))
    print(f"checkpoint of {size} bytes: {found.read} read, {plain.read} with small files; "
          f"memory {found.resident}, {plain.resident}")
    picked = footprint(*certify(folder / INDEX, f"{states}:[{STATES - 1}]", folder / "picked.json"))
    tally.record("one state of a large file", footprint_problems(picked, plain))
    print(f"states of {states.stat().st_size} bytes too: {picked.read} read; memory {picked.resident}")
    made = [without_places(json.loads((folder / f"{name}.json").read_text())) for name in ("small", "large", "picked")]
    tally.record("same certificates", [] if made[0] == made[1] == made[2] else ["they differ"])

    for name, code in {"reads everything": READS_ALL, "maps everything": MAPS_ALL}.items():
        wasteful = footprint(sys.executable, "-c", code, shards[0])
        noticed = wasteful.status == 0 and list(footprint_problems(wasteful, plain))
        tally.record(f"a program that {name} is caught", [] if noticed else [f"unnoticed: {wasteful}"])
    calls = trace(large, folder / "trace")
    if calls:
        tally.record("system calls", traced_problems(calls, folder))
    else:
        tally.skip("system calls", "strace is not installed, or may not trace here")
    return tally.finish()


def main(program):
    if not is_available():
        print("SKIPPED: this system does not count what a process reads (/proc/PID/io)", file=sys.stderr)
        return SKIP
    with tempfile.TemporaryDirectory() as folder:
        return check(program, Path(folder).resolve(), Tally())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
