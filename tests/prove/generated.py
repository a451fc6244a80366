#!/usr/bin/env python3
"""The documents of proofs/generated are what the program makes of the certificates there, letter by letter, and the
certificates are what it certifies: the same subject, spectra that have a common member index by index.

usage: generated.py MIXCERT_BINARY [--write]
"""
import json
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from certificate_checks import ends
from example_chain import chain_bytes
from instances import ALL, FOLDER
from program import Program, Tally

CHAIN, WIDTH_AND_SITES = FOLDER / "product.safetensors", (8, 3)


def document_problems(program, instance, folder):
    for form, stored in instance.documents():
        made = folder / stored.name
        run = program.run("prove", instance.certificate, "--to", form, "-o", made, "--quiet")
        if run.status != 0:
            yield f"{form}: {run.stderr}"
        elif made.read_bytes() != stored.read_bytes():
            yield f"{stored.name} is not what the program writes; look at the difference, then run this script with --write"


def expanded(document):
    return [ends(entry) for entry in document["spectrum"] for _ in range(entry["multiplicity"])]


def certificate_problems(program, instance, folder):
    stored = json.loads(instance.certificate.read_text())
    fresh = json.loads(instance.make(program, folder).read_text())
    if stored["subject"] != fresh["subject"]:
        yield "the subject is another"
    for i, ((low, high), (lo, hi)) in enumerate(zip(expanded(stored), expanded(fresh), strict=True)):
        if max(low, lo) > min(high, hi):
            yield f"value {i + 1}: [{lo}, {hi}] and the stored [{low}, {high}] have nothing in common"
        if max(high - low, hi - lo) > high * Fraction(1, 2**50):
            yield f"value {i + 1} is wider than a part in 2^50"


def write(program, folder):
    CHAIN.write_bytes(chain_bytes(*WIDTH_AND_SITES))
    for instance in ALL:
        instance.certificate.write_bytes(instance.make(program, folder).read_bytes())
        for form, file in instance.documents():
            run = program.run("prove", instance.certificate, "--to", form, "-o", file, "--quiet")
            if run.status != 0:
                raise RuntimeError(run.stderr)


def main(binary, *options):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as folder:
        if options == ("--write",):
            write(program, Path(folder))
        same = CHAIN.read_bytes() == chain_bytes(*WIDTH_AND_SITES)
        tally.record("the chain is cut out of the examples", [] if same else [f"{CHAIN} is another"])
        for instance in ALL:
            tally.record(f"{instance.name}: documents", document_problems(program, instance, Path(folder)))
            tally.record(f"{instance.name}: certificate", certificate_problems(program, instance, Path(folder)))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
