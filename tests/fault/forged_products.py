#!/usr/bin/env python3
"""True certificates of products are verified by `mixcert check`; forged ones are not, and the claim that fails is named.

usage: forged_products.py MIXCERT_BINARY static|few|all
"""
import copy
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from certificate_numbers import decimal_text
from edits import drop, edited, put
from product_certificates import derived, ends, outward, upper_decimal
from product_specimens import chain_specimen, static_specimens
from program import Tally
from shared_folder import shared_folder

SECONDS = 3000
SHIFT = 3 * Fraction(1, 10**15)
SPREAD = 5 * Fraction(1, 10**15)
BOUND = {"hi": "1e+00", "hi_hex": "0x1p+0"}
ENDS = {"lo": "7e+00", "hi": "8e+00", "lo_hex": "0x1.cp+2", "hi_hex": "0x1p+3"}
MATRIX = {"rows": 1, "cols": 1, "exp2": 0, "entries": ["1"]}


def last_line(binary, document, folder):
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "certificate.json"
        path.write_text(json.dumps(document))
        done = subprocess.run(
            [binary, "check", path, "--data", folder], capture_output=True, text=True, timeout=SECONDS, check=False
        )
    lines = done.stdout.splitlines() or [done.stderr.strip()]
    return done.returncode, lines[-1]


def with_ends(entry, lo, hi):
    kept = {key: value for key, value in entry.items() if key in ("multiplicity", "from")}
    return {**outward(lo, hi, entry.get("exp2", 0)), **kept}


def consistent(document):
    """With quantities that follow from what is stated."""
    norms = Fraction(document["local"]["product_at_most"])
    document["quantities"] = derived(document["spectrum"], document["frozen_spectrum"], norms)


def moved(name, i, factor):
    def edit(document):
        entry = document[name][i]
        lo, hi = ends(entry)
        document[name][i] = with_ends(entry, lo * factor, hi * factor)
        consistent(document)

    return edit


def exponent_changed(name, i, by):
    def edit(document):
        entry = document[name][i]
        entry["exp2"] = entry.get("exp2", 0) + by

    return edit


def multiplicities(document):
    """One value more of the first, one less of the last."""
    document["spectrum"][0]["multiplicity"] += 1
    last = document["spectrum"][-1]
    last["multiplicity"] -= 1
    if last["multiplicity"] == 0:
        document["spectrum"].pop()
    consistent(document)


def norm_lowered(site, by):
    def edit(document):
        norms = document["local"]["norms_at_most"]
        norms[site] = upper_decimal(Fraction(norms[site]) * (1 - by), slack=0)

    return edit


def norms_multiply_to_less(document):
    product = Fraction(document["local"]["product_at_most"])
    document["local"]["product_at_most"] = decimal_text(product * (1 - Fraction(1, 10**6)), True)


def quantity_moved(name):
    def edit(document):
        entry = document["quantities"][name]
        lo, hi = ends(entry)
        document["quantities"][name] = with_ends(entry, lo * (1 + SPREAD), hi * (1 + SPREAD))

    return edit


def lower_norms_product(document):
    bound = Fraction(document["local"]["product_at_most"]) * (1 - Fraction(1, 10**9))
    value = float(bound)
    document["quantities"]["local_norms_product"] = {"hi": decimal_text(Fraction(value), True), "hi_hex": value.hex()}


def sites_swapped(i, j):
    def edit(document):
        sites = document["subject"]["sites"]
        sites[i], sites[j] = sites[j], sites[i]
        norms = document["local"]["norms_at_most"]
        norms[i], norms[j] = norms[j], norms[i]

    return edit


def site_removed(i):
    def edit(document):
        document["subject"]["sites"].pop(i)
        norms = document["local"]["norms_at_most"]
        norms.pop(i)

    return edit


def state_of_another(document):
    """As it is stored, name and hash, or the hash alone."""
    sites = document["subject"]["sites"]
    sites[0]["state"] = copy.deepcopy(sites[1]["state"])


def hash_of_another(document):
    sites = document["subject"]["sites"]
    sites[0]["state"]["sha256"] = sites[1]["state"]["sha256"]


def without_branch_outputs(document):
    document["subject"]["with"] = "residual"
    for site in document["subject"]["sites"]:
        site.pop("branch_output", None)


def branch_outputs_exchanged(document):
    sites = document["subject"]["sites"]
    sites[1]["branch_output"], sites[2]["branch_output"] = sites[2]["branch_output"], sites[1]["branch_output"]


def of_the_form(document):
    """What is not of the format, or stands where nothing reads it."""
    yield "no sites", put([], "subject", "sites"), "C1 data"
    yield "a branch input", put("read", "subject", "with"), "document"
    yield "a branch output without a write gate", put(
        document["subject"]["sites"][0]["state"], "subject", "sites", 0, "branch_output"
    ), "document"
    yield "a radius of a state", put({"hex": "0x1p-30"}, "subject", "sites", 0, "state", "radius"), "document"
    yield "a value from the core", put("core", "spectrum", 0, "from"), "document"
    yield "an exponent that is text", put("3", "spectrum", 0, "exp2"), "document"
    yield "an exponent beyond 2^30", put((1 << 30) + 1, "spectrum", 0, "exp2"), "document"
    yield "an exponent of 2^30", put(1 << 30, "spectrum", 0, "exp2"), "C4 product"
    yield "a quantity with an exponent of 2^30", put(1 << 30, "quantities", "norm", "exp2"), "C5 derived"
    yield "a frozen value twice", put(2, "frozen_spectrum", 0, "multiplicity"), "document"
    yield "no frozen spectrum", put([], "frozen_spectrum"), "C2 frozen"
    yield "no spectrum", put([], "spectrum"), "C4 product"
    yield "an entry for no value", put(0, "spectrum", 0, "multiplicity"), "C4 product"
    yield "a value less", put(document["spectrum"][0]["multiplicity"] + 1, "spectrum", 0, "multiplicity"), "C4 product"
    yield "no local norms", put([], "local", "norms_at_most"), "C3 local"
    yield "a negative local norm", put("-1", "local", "norms_at_most", 0), "document"
    yield "a local norm of 0", put("0", "local", "norms_at_most", 0), "C3 local"
    yield "no product of the local norms", drop("local", "product_at_most"), "document"
    yield "another method", put("sampled", "product", "method"), "document"
    yield "a core", put({}, "core"), "document"
    yield "no quantity norm", drop("quantities", "norm"), "document"
    reason = {"value": None, "reason": "it may be zero"}
    for name in ("smallest", "norm_ratio", "mean_square_ratio"):
        yield f"the quantity {name} null", put(None, "quantities", name), "document"
        yield f"the quantity {name} null without a reason", put({"value": None}, "quantities", name), "document"
        yield f"ends beside a null {name}", put({**reason, **ENDS}, "quantities", name), "document"
        yield f"an exponent beside a null {name}", put({**reason, "exp2": 3}, "quantities", name), "document"
    yield "the quantity smallest null with a reason", put(reason, "quantities", "smallest"), "C5 derived"
    for key, value in (("lo", "5"), ("lo_hex", "0x1p3"), ("value", None), ("note", "exact")):
        stated = {"hi": "1e+300", "hi_hex": "0x1p+990", key: value}
        yield f"{key} of the product of the local norms", put(stated, "quantities", "local_norms_product"), "document"
    for k, kind in enumerate(("data", "frozen", "local", "product", "derived")):
        yield f"no claim {kind}", drop("claims", k), kind
        yield f"a witness of {kind}", put(MATRIX, "claims", k, "witness", "U"), f"C{k + 1} {kind}"
        yield f"a bound of {kind}", put(BOUND, "claims", k, "bound", "radius"), f"C{k + 1} {kind}"
    yield "another claim", put("svd", "claims", 3, "type"), "product"
    yield "claims exchanged", lambda d: d["claims"].insert(1, d["claims"].pop(2)), "claims"


def of_the_map(document):
    """Another product than that of which the values are."""
    yield "a site removed", site_removed(1), "C2 frozen"
    yield "sites swapped", sites_swapped(0, 1), "C2 frozen"
    yield "the hash of another state", hash_of_another, "C1 data"
    yield "a frozen value moved", moved("frozen_spectrum", 0, 1 + SHIFT), "C2 frozen"
    yield "a frozen value with another exponent", exponent_changed("frozen_spectrum", -1, 1), "C2 frozen"
    yield "a local norm too low by 1e-6", norm_lowered(1, Fraction(1, 10**6)), "C3 local"
    yield "a local norm too low by 3e-9", norm_lowered(0, Fraction(3, 10**9)), "C3 local"
    yield "local norms that multiply to less", norms_multiply_to_less, "C3 local"


def of_the_values(document):
    last = len(document["spectrum"]) - 1
    yield "the first value moved up", moved("spectrum", 0, 1 + SHIFT), "C4 product"
    yield "the last value moved down", moved("spectrum", last, 1 - SHIFT), "C4 product"
    yield "a value with another exponent", exponent_changed("spectrum", last, -1), "C4 product"
    yield "multiplicities changed", multiplicities, "C4 product"


def of_the_quantities(document):
    for name in ("norm", "frozen_norm", "mean_square", "frozen_mean_square", "norm_ratio", "mean_square_ratio"):
        yield f"the quantity {name} moved", quantity_moved(name), "C5 derived"
    yield "the quantity smallest moved", quantity_moved("smallest"), "C5 derived"
    yield "a lower product of the local norms", lower_norms_product, "C5 derived"


def forgeries_of(name, document):
    yield from of_the_form(document)
    if name != "static, one site of one feature":
        yield from of_the_map(document) if name in ("static", "static, wider") else ()
        yield from of_the_values(document) if "singular" not in name else ()
        yield from of_the_quantities(document) if "singular" not in name else ()


def problems_of_a_forgery(binary, document, folder, claim):
    status, said = last_line(binary, document, folder)
    if status != 1 or not said.startswith((f"REFUTED: claim {claim}: ", f"NOT ESTABLISHED: claim {claim}: ")):
        yield f"expected claim {claim} to fail, said was: {said[:300]}"


def problems_of_a_truth(binary, document, folder):
    status, said = last_line(binary, document, folder)
    if status != 0 or said != "VERIFIED":
        yield f"not verified: {said[:300]}"


def statics(binary, tally, scratch):
    for name, specimen in static_specimens(scratch).items():
        tally.record(name, problems_of_a_truth(binary, specimen.document, specimen.folder))
        for what, edit, claim in forgeries_of(name, specimen.document):
            forged = edited(specimen.document, edit)
            tally.record(f"{name}: {what}", problems_of_a_forgery(binary, forged, specimen.folder, claim))


def chain_forgeries(residual, write):
    """(what, certificate, the claim that fails)"""
    true = residual.document
    for what, edit, claim in of_the_map(true):
        yield what, edited(true, edit), claim
    yield "the state of another site", edited(true, state_of_another), "C2 frozen"
    yield "the write gate left out", edited(write.document, without_branch_outputs), "C3 local"
    yield "branch outputs exchanged", edited(write.document, branch_outputs_exchanged), "C3 local"
    middle = len(true["spectrum"]) // 2
    yield "a value moved", edited(true, moved("spectrum", middle, 1 + SHIFT)), "C4 product"
    with_values = lambda d: d.update(spectrum=write.document["spectrum"], quantities=write.document["quantities"])
    yield "values of the product with the write gate", edited(true, with_values), "C4 product"


def chains(binary, tally, names, forged):
    folder = shared_folder() / "oracles" / "deep"
    for name in names:
        exp2 = -40 if name == "D" else 0
        specimens = [chain_specimen(folder, name, arm, exp2) for arm in ("residual", "write")]
        for specimen in specimens:
            arm = specimen.document["subject"]["with"]
            tally.record(f"chain {name}, {arm}", problems_of_a_truth(binary, specimen.document, folder))
        for what, document, claim in chain_forgeries(*specimens) if forged else ():
            tally.record(f"chain {name}: {what}", problems_of_a_forgery(binary, document, folder, claim))


def main(binary, extent):
    tally, binary = Tally(), os.path.abspath(binary)
    if extent == "static":
        with tempfile.TemporaryDirectory() as scratch:
            statics(binary, tally, Path(scratch))
    else:
        chains(binary, tally, "S" if extent == "few" else "SPHDE", extent == "few")
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in ("static", "few", "all"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
