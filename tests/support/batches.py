"""Small jobs for `mixcert batch`, and what it writes, read with nothing but the standard library."""
import ast
import json
import os
import random
import signal
import struct
import subprocess
import time
import zlib
from math import isnan
from pathlib import Path

from hc_site import at_site, gaussian, hc_parameters
from safetensors_file import safetensors_bytes

STREAMS = 4
IN_LANES, NOT_IN_LANES = 16, 6  # widths: 2n generators fit in the first only
HEADER = 512


def job_files(folder, width, shape, sites=("a", "b"), seed=0):
    """A checkpoint of hc sites, and states X of this shape before streams and features."""
    source = random.Random(seed)
    tensors = {}
    for site in sites:
        tensors.update(at_site(site, hc_parameters(source, STREAMS, width)))
    params, states = (Path(folder) / f"{what}{width}-{seed}.safetensors" for what in ("params", "states"))
    params.write_bytes(safetensors_bytes(tensors))
    states.write_bytes(safetensors_bytes({"X": gaussian(source, (*shape, STREAMS, width))}))
    return str(params), str(states)


def lines_of(file):
    """Records of a .jsonl file; every line must be whole."""
    records = []
    for line in file.read_bytes().splitlines():
        body, found, ending = line.rpartition(b',"crc32":')
        if not found or ending != b'"%08x"}' % zlib.crc32(body):
            raise ValueError(f"{file.name}: a line without its checksum: {line[:80]!r}")
        records.append(json.loads(line))
    return records


def rows_of(file):
    """Dictionaries with the fields that the header of the .npy file names."""
    data = file.read_bytes()
    length = struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:10 + length].decode())
    if 10 + length != HEADER or header["fortran_order"]:
        raise ValueError(f"{file.name}: {header}")
    letters = {"<u8": "Q", "<u4": "I", "<f8": "d"}
    fields = [(name, letters[kind], shape[0][0] if shape else 1) for name, kind, *shape in header["descr"]]
    layout = struct.Struct("<" + "".join(f"{count}{letter}" for _, letter, count in fields))
    if len(data) - HEADER != header["shape"][0] * layout.size:
        raise ValueError(f"{file.name}: {len(data) - HEADER} bytes of rows, and the shape is {header['shape']}")
    rows = []
    for values in layout.iter_unpack(data[HEADER:]):
        row, at = {}, 0
        for name, letter, count in fields:
            row[name] = values[at] if count == 1 else values[at:at + count]
            at += count
        rows.append(row)
    return rows


def spectrum(row):
    """[(lower, upper, multiplicity)]; what is behind the last one must be empty."""
    used = row["count"]
    if not all(isnan(x) for x in row["lower"][used:] + row["upper"][used:]) or any(row["multiplicity"][used:]):
        raise ValueError("unused places are not empty")
    return list(zip(row["lower"][:used], row["upper"][:used], row["multiplicity"][:used]))


def contents(folder):
    """{name: bytes} of all files below."""
    folder = Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def merged(program, folders, output):
    """What merge makes of the folders, and its exit status."""
    run = program.run("merge", *map(str, folders), "-o", str(output), "--quiet")
    if run.status not in (0, 3):
        raise ValueError(f"merge: status {run.status}: {run.stderr}")
    return contents(output)


def started(program, arguments):
    return subprocess.Popen([program.binary, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed(program, arguments, seconds):
    """The exit status of a run that gets SIGKILL after so long: negative where that ended it."""
    with started(program, arguments) as run:
        try:
            return run.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.kill(run.pid, signal.SIGKILL)
            return run.wait()


def interrupted(program, arguments, output, number):
    """The exit status of a run that gets the signal once its journal has a line."""
    with started(program, arguments) as run:
        journal = Path(output) / "journal.jsonl"
        while run.poll() is None and not (journal.exists() and journal.stat().st_size > 0):
            time.sleep(0.005)
        os.kill(run.pid, number)
        return run.wait()


def cut(file, count):
    """The last bytes are lost, as when a machine stops."""
    os.truncate(file, max(0, file.stat().st_size - count))


def flip(file, at):
    """One byte is another."""
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(bytes(data))
