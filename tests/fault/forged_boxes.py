#!/usr/bin/env python3
"""Certificates of boxes of states: `mixcert check` does not verify the bounds of `state_box`, says so, and verifies all that follows from
them; what does not follow, and bounds that a state within the radii contradicts, it refuses with the claim's name.

usage: forged_boxes.py MIXCERT_BINARY
"""
import json
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from certificate_numbers import bound_value, ends, put_bound, put_ends
from edits import edited
from program import Program, Tally
from specimens import PARAMETERS, STATES, WRITE, write_data

BOX, OPEN = "C11 state_box", "is not re-established by this version"
MAPS = {
    "hc": ("hc", "a", "X"),
    "hc, wide": ("hc", "a", "X", "--state-radius", "1e-3"),
    "hc of equal streams": ("hc", "a", "equal"),
    "hc write": ("hc", "a", "X", *WRITE),
    "hc read": ("hc", "a", "X", "--with", "read"),
    "hc truncated": ("hc", "a", "X", "--core", "common", "--tau", "0.4"),
    "mhc-v4": ("mhc-v4", "b", "X"),
}
SECONDS = 100


def certified(program, folder, mixer, site, state, *options):
    radius = () if "--state-radius" in options else ("--state-radius", "1e-9")
    arguments = ("--mixer", mixer, "--params", PARAMETERS, "--site", site, "--state", f"{STATES}:{state}")
    run = program.run("certify", *arguments, *radius, *options, "--json", cwd=folder, timeout=SECONDS)
    if run.status != 0:
        raise ValueError(f"no certificate: {run.stderr}")
    return json.loads(run.stdout)


def said(program, document, folder):
    path = folder / "certificate.json"
    path.write_text(json.dumps(document))
    run = program.run("check", path, "--data", folder, timeout=SECONDS)
    return run.status, run.stdout.decode().splitlines() or [run.stderr]


def problems_of_a_truth(program, document, folder):
    status, lines = said(program, document, folder)
    if status != 1 or not lines[-1].startswith(f"NOT ESTABLISHED: claim {BOX}: ") or OPEN not in lines[-1]:
        yield f"status {status}: {lines[-1]}"
    for claim in document["claims"]:
        if claim["type"] != "state_box" and f"  verified  {claim['id']} {claim['type']}" not in lines:
            yield f"{claim['type']} is not verified: {lines[-1]}"


def problems_of_a_forgery(program, document, folder, claim):
    status, lines = said(program, document, folder)
    if status != 1 or f": claim {claim}: " not in lines[-1] or OPEN in lines[-1]:
        yield f"expected claim {claim} to fail, said was: {lines[-1]}"


def box(document):
    return next(claim for claim in document["claims"] if claim["type"] == "state_box")


def smaller(name, factor):
    def edit(document):
        bound = box(document)["bound"][name]
        put_bound(bound, bound_value(bound) * factor)

    return edit


def larger(name):
    """Without widening anything."""
    return smaller(name, Fraction(3, 2))


def halved(path):
    """Both ends to the middle, halfway."""

    def edit(document):
        entry = document
        for key in path:
            entry = entry[key]
        lo, hi = ends(entry)
        put_ends(entry, lo + (hi - lo) / 4, hi - (hi - lo) / 4)

    return edit


def moved(path):
    """Above where it was."""

    def edit(document):
        entry = document
        for key in path:
            entry = entry[key]
        hi = ends(entry)[1]
        put_ends(entry, 2 * hi, 3 * hi)

    return edit


def no_change_of_H(document):
    for row in box(document)["bound"]["H_change"]:
        for entry in row:
            lo, hi = ends(entry)
            put_ends(entry, lo / 1000, hi / 1000)


def more_generators(document):
    box(document)["witness"]["generator_count"] = [document["subject"]["width"]]


def forgeries(document):
    yield "delta a hundredth", smaller("delta", Fraction(1, 100)), BOX
    yield "delta_F a hundredth", smaller("delta_F", Fraction(1, 100)), BOX
    yield "a larger delta", larger("delta"), BOX
    yield "a larger delta_F", larger("delta_F"), BOX
    yield "H_change a thousandth", no_change_of_H, BOX
    if document["core"]["tau"] is None:  # else it is wide by itself
        yield "a narrower core value", halved(("core", "values", 0)), BOX
    yield "a narrower frozen value", halved(("frozen_spectrum", 0)), BOX
    yield "a narrower entry of H", halved(("forward", "H", 0, 0)), BOX
    yield "a value moved", moved(("spectrum", 0)), "C8 merge"
    yield "a norm moved", moved(("quantities", "norm")), "C9 derived"
    if any(tail["coincident"] for tail in document["core"]["tails"]):
        yield "more generators", more_generators, BOX


def main(binary):
    tally, program = Tally(), Program(str(Path(binary).resolve()))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_data(folder)
        for what, arguments in MAPS.items():
            document = certified(program, folder, *arguments)
            tally.record(what, problems_of_a_truth(program, document, folder))
            for forgery, edit, claim in forgeries(document):
                if forgery == "delta a hundredth" and what == "hc read":
                    continue  # of a branch input the Jacobians are not compared
                tally.record(f"{what}: {forgery}", problems_of_a_forgery(program, edited(document, edit), folder, claim))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
