#!/usr/bin/env python3
"""Certificates of products of order above 1024, and of products that are zero: what `mixcert check` verifies of them, and
that forged ones are refused.

usage: forged_large_products.py MIXCERT_BINARY
"""
import copy
import json
import random
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from certificate_numbers import decimal_text
from edits import edited, put
from product_certificates import derived, ends, outward
from program import Program, Tally
from safetensors_file import Tensor
from trajectories import random_chain, trajectory_bytes

SECONDS = 600
NEAR = Fraction(1, 10**9)
CHAINS = {  # mixer, width, sites, options of `product`
    "hc": ("hc", 260, 2, ("--method", "largest")),
    "hc with the write gate": ("hc", 260, 2, ("--method", "largest", "--with", "write")),
    "mhc-v4": ("mhc-v4", 260, 1, ("--method", "largest")),
}
ONE, NILPOTENT, CANCELLING, STRETCH, NOTHING = (
    ((1, 0), (0, 1)), ((0, 1), (0, 0)), ((1, -1), (1, -1)), ((1, 0.5), (0, 2)), ((0, 0), (0, 0))
)
STATIC = {
    "a site that is zero": (STRETCH, NOTHING, STRETCH),
    "a nilpotent site": (NILPOTENT,),
    "a nilpotent site twice": (NILPOTENT, NILPOTENT),
    "terms that cancel": (STRETCH, CANCELLING, CANCELLING, STRETCH),
    "a singular product": (STRETCH, NILPOTENT, STRETCH),
    "no site that does anything": (ONE, ONE),
}
WIDTHS = 3, 40, 600


def static_chain(matrices, width):
    tensors = {}
    for k, matrix in enumerate(matrices):
        tensors[f"s{k}.H"] = Tensor("F64", (2, 2), tuple(float(x) for row in matrix for x in row))
        tensors[f"s{k}.pre"] = tensors[f"s{k}.post"] = Tensor("F64", (2,), (0.5, 0.5))
    states = [Tensor("F64", (2, width), tuple(float(k + c) for c in range(2 * width))) for k in range(len(matrices))]
    return trajectory_bytes("static", [f"s{k}" for k in range(len(matrices))], states, tensors)


class Bench:
    def __init__(self, binary, folder):
        self.program, self.folder = Program(binary), Path(folder)

    def certificate(self, name, content, *options):
        file = self.folder / f"{name.replace(' ', '_')}.safetensors"
        file.write_bytes(content)
        run = self.program.run("product", "--params", file, "--trajectory", file, "--json", *options, timeout=SECONDS)
        if run.status != 0:
            raise ValueError(f"{name}: status {run.status}: {run.stderr}")
        return json.loads(run.stdout)

    def said(self, document):
        """The lines of `check`."""
        path = self.folder / "certificate.json"
        path.write_text(json.dumps(document))
        run = self.program.run("check", path, "--data", self.folder, timeout=SECONDS)
        return run.stdout.decode().splitlines() or [f"status {run.status}: {run.stderr}"]

    def problems_of_a_truth(self, document):
        lines = self.said(document)
        if lines[-1] != "VERIFIED":
            yield f"not verified: {lines[-1][:300]}"

    def problems_of_a_forgery(self, document, claim, *says):
        last = self.said(document)[-1]
        if not last.startswith((f"REFUTED: claim {claim}: ", f"NOT ESTABLISHED: claim {claim}: ")):
            yield f"expected claim {claim} to fail, said was: {last[:300]}"
        yield from (f"'{piece}' is not in: {last[:300]}" for piece in says if piece not in last)


def first_moved(factor_lo, factor_hi):
    """The largest value, and with it the bound of those that are only known not to be larger."""

    def edit(document):
        lo, hi = ends(document["spectrum"][0])
        for entry in document["spectrum"]:
            if ends(entry)[1] == hi:
                low = lo * factor_lo if entry is document["spectrum"][0] else ends(entry)[0]
                entry.update(outward(low, hi * factor_hi, entry.get("exp2", 0)))
        norms = Fraction(document["local"]["product_at_most"])
        document["quantities"] = derived(document["spectrum"], document["frozen_spectrum"], norms)

    return edit


def last_moved_up(document):
    """A lower end of 0 becomes one that nothing says."""
    lo, hi = ends(document["spectrum"][-1])
    document["spectrum"][-1].update(outward((lo + hi) / 2, hi))


def norm_lowered(site, by):
    def edit(document):
        norms = document["local"]["norms_at_most"]
        norms[site] = decimal_text(Fraction(norms[site]) * (1 - by), True)

    return edit


def site_dropped(document):
    document["subject"]["sites"].pop()
    document["local"]["norms_at_most"].pop()


def as_of(other):
    """The sites, local norms and frozen values of another product, and the values of this one."""

    def edit(document):
        document["subject"], document["local"] = copy.deepcopy(other["subject"]), copy.deepcopy(other["local"])
        document["frozen_spectrum"] = copy.deepcopy(other["frozen_spectrum"])

    return edit


def forgeries(document):
    yield "the upper end too low by 1e-9", first_moved(1 - NEAR, 1 - NEAR), "C4 product"
    yield "the lower end too high by 1e-9", first_moved(1 + NEAR, 1 + NEAR), "C4 product"
    yield "half of the largest value", first_moved(Fraction(1, 2), Fraction(1, 2)), "C4 product"
    yield "the smallest value moved up", last_moved_up, "C4 product"
    yield "a local norm too low by 1e-8", norm_lowered(0, 10 * NEAR), "C3 local"
    yield "half a local norm", norm_lowered(-1, Fraction(1, 2)), "C3 local"
    if len(document["subject"]["sites"]) > 1:
        yield "a site dropped", site_dropped, "C2 frozen"


def large(bench, tally):
    for name, (mixer, width, count, options) in CHAINS.items():
        document = bench.certificate(name, random_chain(random.Random(name), mixer, width, count), *options)
        tally.record(name, bench.problems_of_a_truth(document))
        for what, edit, claim in forgeries(document):
            tally.record(f"{name}: {what}", bench.problems_of_a_forgery(edited(document, edit), claim))
        if count > 1:
            one = bench.certificate(name, random_chain(random.Random(name), mixer, width, count), *options, "--sites", "h.0")
            tally.record(f"{name}: a site dropped everywhere but in the values",
                         bench.problems_of_a_forgery(edited(document, as_of(one)), "C4 product"))


def named_problems(bench):
    """Of a certificate of all values the largest one is verified, and the others are named."""
    document = bench.certificate("all", random_chain(random.Random(3), "hc", 260, 2), "--method", "factored")
    yield from bench.problems_of_a_forgery(
        document, "C4 product", "value 0, the largest: lower end verified; upper end verified; of the 1039 others ",
        "are not established: 1 to ", "(counted from 0)",
    )
    lines = bench.said(document)
    for claim in ("C1 data", "C2 frozen", "C3 local", "C5 derived"):
        if f"  verified  {claim}" not in lines:
            yield f"{claim} is not said to be verified: {lines}"
    low = bench.said(edited(document, first_moved(1 + NEAR, 1 + NEAR)))[-1]
    if "lower end not established" not in low or "upper end verified" not in low:
        yield f"the end that is wrong is not named: {low}"


def zeros(bench, tally):
    for name, matrices in STATIC.items():
        for width in WIDTHS:
            document = bench.certificate(name, static_chain(matrices, width), "--convention", "kind=matrix")
            tally.record(f"{name}, width {width}", bench.problems_of_a_truth(document))
            if name == "no site that does anything":
                continue
            up = put({**outward(Fraction(1, 10**9), Fraction(1, 10**8)), "multiplicity": 1, "from": "product"}, "spectrum", 0)
            last = document["spectrum"][-1]
            if ends(last) != (0, 0):
                tally.record(f"{name}, width {width}: its last value", [f"is not 0 but {ends(last)}"])
            if ends(document["spectrum"][0]) == (0, 0):
                tally.record(f"{name}, width {width}: not zero", bench.problems_of_a_forgery(edited(document, up), "C4 product"))
            else:
                zero = edited(document, put([{**last, "multiplicity": 2 * width}], "spectrum"))
                tally.record(f"{name}, width {width}: zero", bench.problems_of_a_forgery(zero, "C4 product"))
                norm = edited(document, put("0", "local", "norms_at_most", 0))
                tally.record(f"{name}, width {width}: a norm of 0", bench.problems_of_a_forgery(norm, "C3 local"))


def main(binary):
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(Path(binary).resolve()), folder)
        large(bench, tally)
        tally.record("the values that are not established are named", named_problems(bench))
        zeros(bench, tally)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
