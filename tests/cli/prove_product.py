#!/usr/bin/env python3
"""`mixcert prove` of products: what their documents say, long lists of sites, what is refused, and hostile names.

usage: prove_product.py MIXCERT_BINARY
"""
import copy
import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "prove"))

from edits import drop, edited, put
from instances import PRODUCT
from program import Program, Tally
from prove import escape_problems, plain, prove, refusal_problems, without
from sample_certificates import HOSTILE, LONG_PRODUCT, PRODUCTS, VERY_LONG_PRODUCT, write_inputs

THEOREMS = ["T1 (a)", "T3 (b)", "T3 (d)", "T5 (a)", "T6 (a), (b)"]
OF_VALUES = {"T22": ["T15 (a)", "T22 (c)", "T22 (d)"], "T2": ["T2 (e)"], "T25": ["T25 (a)", "T25 (b)", "T25 (e)", "T3 (c)"],
             "T30": ["T15 (a)", "T22 (c)", "T25 (e)", "T30 (a)", "T30 (b)", "T3 (c)"]}
OF_NORMS = {"T3": [], "T25": ["T25 (b)"]}
SECTIONS = ["The maps and their data", "The theorems", "The hypotheses", "Result", "The spectrum", "The product of the mixers",
            "Bounds of the norms of the factors", "The sites, their states and tensors"]
OF_A_DIRECTION = ["T1 (h)", "The direction"]
BESIDES = {"product, direction": [*OF_A_DIRECTION, "T1 (e)", "T23 (b)", "vector", "a first right singular vector"], "product, given direction": [*OF_A_DIRECTION, "site001.X"],
           "product, write": ["T1 (e)", "mixers and write gates"], "product": ["products of the"], "product, factored, write": ["T1 (e)"]}


def digits_of(text):
    return re.sub(r"\\allowbreak |\\allowbreak\{\}|[.\s]", "", text)


def document_problems(program, folder, name, document):
    for form in ("md", "tex"):
        run, text = prove(program, folder, document, form)
        yield from run.problems()
        if run.status != 0:
            yield f"{form}: status {run.status}: {run.stderr}"
            continue
        whole, digits = text.replace("\\allowbreak{}", ""), digits_of(text)
        if hashlib.sha256((folder / "certificate.json").read_bytes()).hexdigest() not in whole:
            yield f"{form}: the certificate's SHA-256 is missing"
        theorem = {claim["type"]: claim["theorem"] for claim in document["claims"]}
        used = OF_VALUES[theorem["product"]] + OF_NORMS[theorem["local"]]
        others = {words for list in OF_VALUES.values() for words in list} - {*used, "T25 (a)", "T25 (e)"}
        yield from (f"{form}: {words} has no place here" for words in others if words in whole)
        wanted = [*THEOREMS, *used, *SECTIONS, *BESIDES.get(name, []), "mixcert check", "no more than a bound", "None of these matrices is stored"]
        yield from (f"{form}: {words} is missing" for words in wanted if words not in whole)
        numbers = [document["quantities"][q][end] for q in ("norm", "smallest", "frozen_norm", "mean_square") for end in ("lo", "hi")]
        numbers += [document["product"]["radius"]] if document["product"]["method"] != "factored" else []
        numbers += [document["local"]["product_at_most"], *document["local"]["norms_at_most"]]
        yield from (f"{form}: {number} is missing" for number in numbers if plain(number).lstrip("0") not in digits)
        if direction := document.get("direction"):
            ends = [direction[key][end] for key in ("log_norm", "gain") for end in ("lo", "hi")]
            yield from (f"{form}: {number} is missing" for number in ends if plain(number.lstrip("-")).lstrip("0") not in digits)
        elif any(words in whole for words in OF_A_DIRECTION):
            yield f"{form}: a direction has no place here"
        yield from (f"{form}: the claim {claim['id']} is missing" for claim in document["claims"] if claim["id"] not in whole)


def hash_problems(program, folder, document, shown_sites):
    """The states of all sites are named by hash, the parameters of `shown_sites` of them."""
    _, text = prove(program, folder, document, "md")
    sites = document["subject"]["sites"]
    yield from (f"no state of site {l}" for l, site in enumerate(sites, 1) if text.count(f"$`X_{{{l}}}`$ | `{site['site']}`") != 1)
    if [f"Site {l}, `" in text for l in range(1, len(sites) + 1)] != [l in shown_sites for l in range(1, len(sites) + 1)]:
        yield f"tensors of other sites than {list(shown_sites)}"
    for l in shown_sites:
        yield from (f"{t['name']} is missing" for t in sites[l - 1]["parameters"] if t["sha256"] not in text)
    left_out = len(sites) - len(shown_sites)
    if (f"{left_out} further sites, in the certificate." in text) != (left_out > 0):
        yield "the sites left out are not counted, or none is and they are"


def cut_problems(program, folder, document):
    """Of more than 128 sites the first and the last 30 are shown."""
    _, text = prove(program, folder, document, "md")
    rows, sites = re.findall(r"^\| \$`X_\{(\d+)\}`\$ \|", text, flags=re.M), len(document["subject"]["sites"])
    if [int(l) for l in rows] != [*range(1, 31), *range(sites - 29, sites + 1)]:
        yield f"rows {rows}"
    if text.count(f"{sites - 60} further sites, in the certificate") != 2:
        yield "the sites left out are not counted in both tables"


def exponent_problems(program, folder, document):
    changed = edited(document, lambda d: [put(k, *place, "exp2")(d) for place, k in
                                          ((("spectrum", 0), 4000), (("quantities", "norm"), 4000), (("frozen_spectrum", 3), -1500))])
    for form in ("md", "tex"):
        run, text = prove(program, folder, changed, form)
        if run.status != 0 or text.count("\\cdot2^{4000}") != 2 or text.count("\\cdot2^{-1500}") != 1:
            yield f"{form}: the powers of two are missing: {run.stderr}"
    _, text = prove(program, folder, document, "md")
    if "\\cdot2^" in text:
        yield "a power of two where there is none"


def coq_problems(program, folder, document):
    run, text = prove(program, folder, document, "coq")
    if run.status != 2 or text is not None or "Coq has nothing to start from" not in run.stderr or "--to md" not in run.stderr:
        yield f"status {run.status}: {run.stderr}"


def hostile_everywhere(document):
    changed = copy.deepcopy(document)
    for site in changed["subject"]["sites"]:
        site["site"] = HOSTILE
        for reference in (*site["parameters"], site["state"], site["branch_output"]):
            reference["name"] = HOSTILE + reference["name"]
            reference["file"] = reference["dtype"] = reference["sha256"] = HOSTILE + "\n# x\n"
    changed["notes"] = [HOSTILE + "\n\n<script>"]
    changed["producer"] = {"version": HOSTILE, "compiler": HOSTILE, "arithmetic": HOSTILE}
    changed["product"]["arithmetic"] = HOSTILE
    for claim in changed["claims"]:
        claim["id"] = claim["theorem"] = claim["says"] = HOSTILE
    for entry in changed["spectrum"]:
        entry["from"] = HOSTILE
    return changed


REFUSED = [
    ("a method that is not known", put("sampled", "product", "method"), "product.method: 'sampled'"),
    ("norms of suffixes that are not known", put("guessed", "product", "norms_of_suffixes"), "product.norms_of_suffixes: 'guessed'"),
    ("an unknown mixer", put("layer-cake", "subject", "mixer"), "layer-cake"),
    ("a constant missing", drop("subject", "convention", "norm_clamp"), "norm_clamp"),
    ("no sites", put([], "subject", "sites"), "sites"),
    ("an exponent as text", put("1", "spectrum", 0, "exp2"), "exp2"),
] + [(f"no claim {kind}", without(kind), kind) for kind in ("data", "frozen", "local", "product", "derived")]


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        made = {sample.name: sample.certify(program, folder) for sample in PRODUCTS}
        for sample, document in made.items():
            tally.record(sample, document_problems(program, folder, sample, document))
        tally.record(PRODUCT.name, document_problems(program, folder, PRODUCT.name, json.loads(PRODUCT.certificate.read_text())))
        document = made["product"]
        tally.record("hashes", hash_problems(program, folder, document, range(1, 4)))
        long = LONG_PRODUCT.certify(program, folder)
        tally.record("96 sites", document_problems(program, folder, "96 sites", long))
        tally.record("hashes of 96 sites", hash_problems(program, folder, long, [*range(1, 5), *range(93, 97)]))
        tally.record("more sites than are shown", cut_problems(program, folder, VERY_LONG_PRODUCT.certify(program, folder)))
        tally.record("exponents", exponent_problems(program, folder, document))
        tally.record("no Coq", coq_problems(program, folder, document))
        tally.record("hostile texts everywhere", escape_problems(program, folder, hostile_everywhere(made["product, write"])))
        for case, edit, reason in REFUSED:
            tally.record(case, refusal_problems(program, folder, edited(document, edit), reason))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
