#!/usr/bin/env python3
"""Coq accepts what `prove --to coq` writes, of each kind, and none of it once an end of the certificate is moved inward.

usage: coq.py MIXCERT_BINARY
"""
import copy
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from instances import INSTANCES
from program import Program, Tally
from sample_certificates import SAMPLES, write_inputs

def coqc(file):
    return subprocess.run(["coqc", file.name], cwd=file.parent, capture_output=True, text=True)


def is_installed(folder):
    probe = Path(folder) / "probe.v"
    probe.write_text("From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\n")
    return shutil.which("coqc") is not None and coqc(probe).returncode == 0


def moved(document, place, end):
    """The certificate with one end of an entry moved to the other, or a point moved to the next number."""
    changed = copy.deepcopy(document)
    entry = changed["spectrum"][place]
    if entry["lo_hex"] != entry["hi_hex"]:
        entry[f"{end}_hex"] = entry["hi_hex" if end == "lo" else "lo_hex"]
        return changed
    beyond = math.inf if end == "lo" else 0
    point = math.nextafter(float.fromhex(entry["lo_hex"]), beyond)
    entry["lo_hex"] = entry["hi_hex"] = point.hex()
    entry["lo"], entry["hi"] = f"{math.nextafter(point, 0):.16e}", f"{math.nextafter(point, math.inf):.16e}"
    return changed


def problems(program, document, folder, expected):
    certificate, file = folder / "certificate.json", folder / "document.v"
    certificate.write_text(json.dumps(document))
    run = program.run("prove", certificate, "--to", "coq", "-o", file, "--quiet")
    if run.status != 0:
        yield f"prove ends with {run.status}: {run.stderr}"
        return
    done = coqc(file)
    if (done.returncode == 0) != expected:
        yield f"coqc {'refuses' if expected else 'accepts'} it: {done.stderr[-300:]}"


def check(tally, program, name, document, folder):
    tally.record(name, problems(program, document, folder, True))
    if "lo_hex" not in document["spectrum"][0]:
        return
    for place in (0, len(document["spectrum"]) - 1):
        for end in ("lo", "hi"):
            if float.fromhex(document["spectrum"][place][f"{end}_hex"]) == 0:
                continue
            tally.record(f"{name}: {end} of entry {place} moved", problems(program, moved(document, place, end), folder, False))


def every_row(program, tally, folder):
    rows = folder / "rows"
    program.run("reproduce", "two-stream", "cayley", "-o", rows, "--quiet")
    chosen = sorted(rows.glob("*.certificate.json"))
    for row in random.Random(7).sample(chosen, 8):
        tally.record(row.name, problems(program, json.loads(row.read_text()), folder, True))


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not is_installed(folder):
            print("SKIPPED: coqc with Interval is not installed (apt-get install coq libcoq-interval)", file=sys.stderr)
            return 77
        for instance in INSTANCES:
            check(tally, program, instance.name, json.loads(instance.certificate.read_text()), folder)
        write_inputs(folder)
        for sample in SAMPLES:
            check(tally, program, sample.name, sample.certify(program, folder), folder)
        every_row(program, tally, folder)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
