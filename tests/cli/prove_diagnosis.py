#!/usr/bin/env python3
"""`mixcert show` and `mixcert prove` of diagnoses: the page that the command itself printed, the same document again, what
the documents say, what is refused, and hostile names.

usage: prove_diagnosis.py MIXCERT_BINARY
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
from program import Program, Tally
from prove import escape_problems, plain, prove, refusal_problems, without
from sample_certificates import DIAGNOSES, HOSTILE, LONG_DIAGNOSIS, write_inputs

SECTIONS = ["The maps and their data", "The quantities", "The theorems", "The hypotheses", "Result", "How to check it",
            "Single states and sequences", "Interventions", "The maps", "The sites, their states and tensors"]
MOST, KEPT = 24, 8  # of one quantity
REFERENCES = {"md": ["T5 (a)", "proofs/theorems/T5-approximate-orthogonality.md", "docs/reference/diagnose.md", "mixcert check"],
              "tex": ["T5 (a)", "docs/reference/diagnose.md", "mixcert check"]}


def page_problems(program, folder, sample):
    """`show` prints what `diagnose` printed, and --json the document, byte by byte."""
    file = folder / "diagnosis.json"
    page = program.run(*sample.command, "-o", file, cwd=folder).stdout.decode()
    shown = program.run("show", file)
    ending = "  (as the certificate says; showing it checks its form, not its claims)\n"
    if shown.status != 0 or shown.stderr or shown.stdout.decode() != page.rsplit("  certificate  ", 1)[0] + ending:
        yield f"status {shown.status}: {shown.stderr}{shown.stdout.decode()}"
    if program.run("show", file, "--json").stdout != file.read_bytes():
        yield "--json is another document"
    quiet = program.run("show", file, "--quiet")
    if quiet.status != 0 or quiet.stdout:
        yield "--quiet is not"


def digits_of(text):
    return re.sub(r"\\allowbreak |\\allowbreak\{\}|[.\s]", "", text)


def shown_of(document):
    """The quantities that tables show: of one name and table many are left out."""
    kinds = {}
    for q in document["quantities"]:
        kind = "intervention" if "intervention" in q else "mean" if "mean_over" in q else "single"
        kinds.setdefault((q["name"], kind), []).append(q)
    for list in kinds.values():
        yield from list if len(list) <= MOST else (*list[:KEPT], *list[-KEPT:])


def left_out(document):
    return sum(1 for _ in document["quantities"]) - sum(1 for _ in shown_of(document))


def document_problems(program, folder, document):
    for form in ("md", "tex"):
        run, text = prove(program, folder, document, form)
        yield from run.problems()
        if run.status != 0:
            yield f"{form}: status {run.status}: {run.stderr}"
            continue
        whole, digits = text.replace("\\allowbreak{}", "").replace("\\_", "_"), digits_of(text)
        if whole.count(hashlib.sha256((folder / "certificate.json").read_bytes()).hexdigest()) != 2:
            yield f"{form}: the certificate's SHA-256 is missing"
        yield from (f"{form}: {words} is missing" for words in (*SECTIONS, *REFERENCES[form]) if words not in whole)
        yield from (f"{form}: the claim {claim['id']} is missing" for claim in document["claims"] if claim["id"] not in whole)
        yield from (f"{form}: {q['name']} is missing" for q in document["quantities"] if q["name"] not in whole)
        for q in shown_of(document):
            for measured in (q["value"], q.get("change")):
                if isinstance(measured, dict) and "lo" in measured:
                    yield from (f"{form}: the {end} of {q['name']} is missing" for end in ("lo", "hi")
                                if plain(measured[end]).lstrip("-0") not in digits)
        for site in document["subject"]["sites"]:
            yield from (f"{form}: {t['name']} is missing" for t in (*site["parameters"], *site["states"]) if t["sha256"] not in whole)


def definition_problems(program, folder, document):
    """Each name is defined once, as the certificate defines it."""
    _, text = prove(program, folder, document, "md")
    section = text.split("## 2. The quantities")[1].split("## 3.")[0]
    rows = [(name, re.sub(r"\\(.)", r"\1", words)) for name, words in re.findall(r"^\| `(\w+)` \| (.*) \|$", section, flags=re.M)]
    wanted = {q["name"]: q["definition"] for q in document["quantities"]}
    if dict(rows) != wanted or len(rows) != len(wanted):
        yield f"{rows}"


def open_problems(program, folder, document):
    """What claims nothing is said to."""
    def edit(d):
        d["quantities"][0]["value"] = "undecided"
        d["quantities"][1]["value"] = {"value": None, "reason": "it is too far away"}
    _, text = prove(program, folder, edited(document, edit), "md")
    undecided = sum(q["value"] == "undecided" for q in document["quantities"]) + 1
    for words in (f"says undecided (of {undecided})", "the reason (of 1)", "| undecided |", "| nothing: `it is too far away` |"):
        if words not in text:
            yield f"it does not say {words}"


def place_problems(program, folder, document):
    _, text = prove(program, folder, document, "md")
    for words in ("site 1, mean over states", "product of sites 0 to 2, state 0", "sites 0 to 2, mean over sites and states",
                  "site 0, state 0, streams 0 and 1", "product of sites 0 to 2, mean over states, `identity` at sites 0 to 1",
                  "site 2, mean over sequences, stream 3, `top-k`, k = 2", "stream "):
        if f"| {words}" not in text:
            yield f"no quantity is of {words}"


def cut_problems(program, folder, document):
    if left_out(document) == 0:
        yield "the sample is too short"
    _, text = prove(program, folder, document, "md")
    counts = [int(n) for n in re.findall(r"^\|  \| (\d+) further, in the certificate \|", text, flags=re.M)]
    if sum(counts) != left_out(document):
        yield f"{sum(counts)} are said to be left out, not {left_out(document)}"
    for words in ("further maps, in the certificate", "further sites, in the certificate"):
        if text.count(words) != 1:
            yield f"{words}: {text.count(words)}"


OF_JACOBIANS = {  # what says how a quantity of Jacobians follows
    "jacobian_norm": "`jacobian_norm` is $\\sigma_1(J)$ (T3 (d))", "log_abs_determinant": "$\\sum_i\\ln\\sigma_i(J)$",
    "count_at_least": "wholly at or above the threshold", "feedback_rank": "what the mixer's equations allow (T8)",
    "top_direction": "By T23 (b)", "conserved_channel_gain": "By T9", "sinkhorn_bound": "the bound of T13 (b)",
}


def jacobian_problems(program, folder, document):
    """The proof and the claims speak of quantities of Jacobians where there are any, and only there."""
    _, text = prove(program, folder, document, "md")
    text = text.replace("$`", "$").replace("`$", "$")
    names = {q["name"] for q in document["quantities"]}
    hypotheses, result = text.split("## 4. ")[1].split("## 5. ")
    steps = result.split("## 6. ")[0]
    for name, words in OF_JACOBIANS.items():
        if (words in steps) != (name in names):
            yield f"the proof and {name}: {words}"
    has = "jacobian_norm" in names
    for words in ("sines are at most those given", "a count lies between its two integers", "determinants"):
        if (words in hypotheses) != has:
            yield f"the claims and Jacobians: {words}"
    for words in ("T1 (a)", "T3 (b), (d)", "differentiated in interval arithmetic", "`stopped-router` $J$"):
        if (words in steps) != has:
            yield f"the proof and Jacobians: {words}"
    for theorem in ("T1 (a), feedback", "T3 (d), from the core", "T23 (b), angle", "T9 (b), (c)"):
        if (theorem in text.split("## 4. ")[0]) != has:
            yield f"the theorems and Jacobians: {theorem}"


def coq_problems(program, folder, document):
    run, text = prove(program, folder, document, "coq")
    if run.status != 2 or text is not None or "--to md" not in run.stderr:
        yield f"status {run.status}: {run.stderr}"


def hostile_everywhere(document):
    changed = copy.deepcopy(document)
    for site in changed["subject"]["sites"]:
        site["site"] = HOSTILE
        for reference in (*site["parameters"], *site["states"]):
            reference["name"] = HOSTILE + reference["name"]
            reference["file"] = reference["dtype"] = reference["sha256"] = HOSTILE + "\n# x\n"
    changed["notes"] = [HOSTILE + "\n\n<script>"]
    changed["producer"] = {"version": HOSTILE, "compiler": HOSTILE, "arithmetic": HOSTILE}
    for claim in changed["claims"]:
        claim["id"] = claim["theorem"] = claim["says"] = HOSTILE
    for q in changed["quantities"]:
        if q.get("intervention") == "identity":
            q["intervention"] = HOSTILE
    changed["quantities"][0]["value"] = {"value": None, "reason": HOSTILE}
    return changed


def first(condition, edit):
    """Done to the first quantity of that condition."""
    return lambda document: edit(next(q for q in document["quantities"] if condition(q)))


def named(name):
    return lambda q: q["name"] == name


ANY = lambda q: True
MALFORMED = [
    ("an unknown quantity", first(ANY, put("agm_sideways", "name")), "no quantity 'agm_sideways'"),
    ("another definition", first(ANY, put("max", "definition")), "quantities[0].definition"),
    ("no definition", first(ANY, drop("definition")), "definition"),
    ("a site that is not there", first(ANY, put(9, "site")), "quantities[0].site"),
    ("a state that is not there", first(lambda q: "state" in q, put(9, "state")), "no such state"),
    ("a stream that is not there", first(lambda q: "stream" in q, put(9, "stream")), "no such stream"),
    ("streams that are not there", first(lambda q: "streams" in q, put([0, 9], "streams")), "two streams"),
    ("stream and streams", first(lambda q: "streams" in q, put(0, "stream")), "exclude each other"),
    ("no place", first(ANY, drop("site")), "of a site, or of a range"),
    ("two places", first(ANY, put([0, 0], "sites")), "of a site, or of a range"),
    ("a range the other way", first(lambda q: "sites" in q, put([1, 0], "sites")), "first and the last"),
    ("a state and a mean", first(lambda q: "state" in q, put("states", "mean_over")), "of a state, of a sequence, or a mean"),
    ("another mean", first(lambda q: q.get("mean_over") == "states", put("tokens", "mean_over")), "mean_over"),
    ("a product of one site", first(ANY, put(True, "composite")), "range of sites"),
    ("a mean over sites of a site", first(lambda q: q.get("mean_over") == "states" and "site" in q, put("sites and states", "mean_over")), "range of sites"),
    ("top-k of no number", first(lambda q: "kept" in q, drop("kept")), "top-k"),
    ("kept without top-k", first(lambda q: q.get("intervention") == "identity", put(1, "kept")), "top-k"),
    ("nothing replaced", first(lambda q: "replaced" in q, drop("replaced")), "replaced"),
    ("iterations of another quantity", first(ANY, put(1, "iterations")), "iterations"),
    ("a change of nothing", first(ANY, put("undecided", "change")), "without an intervention"),
    ("a word for a value", first(ANY, put("large", "value")), "undecided"),
    ("lo above hi", first(named("agm_forward"), lambda q: q["value"].update(lo_hex="0x1p+9")), "quantities[0].value"),
    ("no value", first(ANY, drop("value")), "value"),
    ("maps in another order", lambda d: d["forward"].reverse(), "site by site"),
    ("maps missing", lambda d: d["forward"].pop(), "every site and state"),
    ("H of another size", lambda d: d["forward"][0]["H"].pop(), "streams x streams"),
    ("gates missing", lambda d: d["forward"][0]["read"].pop(), "one gate a stream"),
    ("no sites", put([], "subject", "sites"), "sites"),
    ("states missing at a site", lambda d: d["subject"]["sites"][1].update(states=[]), "states"),
    ("sequences of other lengths", put([2], "subject", "sequences"), "sequences"),
    ("an empty sequence", put([1, 0], "subject", "sequences"), "sequences"),
    ("streams of none", put(0, "subject", "streams"), "positive"),
    ("no quantities", put([], "quantities"), "quantities"),
    ("no claims", put([], "claims"), "claims"),
]
REFUSED = [
    ("an unknown mixer", put("layer-cake", "subject", "mixer"), "layer-cake"),
    ("a constant missing", drop("subject", "convention", "norm_clamp"), "norm_clamp"),
] + [(f"no claim {kind}", without(kind), kind) for kind in ("data", "router", "derived")]


def show_refusal_problems(program, folder, document, reason):
    file = folder / "malformed.json"
    file.write_text(json.dumps(document))
    run = program.run("show", file)
    yield from run.problems()
    if run.status != 2 or run.stdout or reason not in run.stderr or "malformed.json" not in run.stderr:
        yield f"status {run.status}, not {reason}: {run.stderr}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        made = {sample.name: sample.certify(program, folder) for sample in (*DIAGNOSES, LONG_DIAGNOSIS)}
        for sample in (*DIAGNOSES, LONG_DIAGNOSIS):
            tally.record(f"{sample.name}: page", page_problems(program, folder, sample))
        for sample in DIAGNOSES:
            tally.record(sample.name, document_problems(program, folder, made[sample.name]))
            tally.record(f"{sample.name}: Jacobians", jacobian_problems(program, folder, made[sample.name]))
            tally.record(f"{sample.name}: definitions", definition_problems(program, folder, made[sample.name]))
        document = made["diagnosis of a trajectory"]
        tally.record("what claims nothing", open_problems(program, folder, document))
        tally.record("places", place_problems(program, folder, document))
        tally.record("long lists", cut_problems(program, folder, made[LONG_DIAGNOSIS.name]))
        tally.record("no Coq", coq_problems(program, folder, document))
        tally.record("hostile texts everywhere", escape_problems(program, folder, hostile_everywhere(document)))
        for case, edit, reason in MALFORMED:
            tally.record(f"show: {case}", show_refusal_problems(program, folder, edited(document, edit), reason))
        for case, edit, reason in (*REFUSED, *MALFORMED[:1]):
            tally.record(f"prove: {case}", refusal_problems(program, folder, edited(document, edit), reason))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
