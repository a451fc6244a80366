#!/usr/bin/env python3
"""`mixcert prove`: every kind of certificate in every format but PDF, what it refuses, and names that are hostile to the
formats.

usage: prove.py MIXCERT_BINARY
"""
import copy
import hashlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "prove"))

from edits import drop, edited, put
from instances import INSTANCES
from program import Program, Tally
from sample_certificates import GRADED, HOSTILE, SAMPLES, mixer, write_inputs

FORMATS = ("md", "tex", "coq")
THEOREMS = {  # of some samples, what their documents must quote beside T6 (a)
    "hc": ["T1 (a)", "T3 (b)", "T3 (d)", "T5 (a)"],
    "mhc-v4, write": ["T1 (e)"],
    "mhc-v4, read": ["T1 (f)", "T3 (f)"],
    "mhc-v4, truncated core": ["T4 (c)"],
    "mhc-v4, box": ["T18 (e)"],
}


def prove(program, folder, document, form):
    certificate, file = folder / "certificate.json", folder / f"document.{form}"
    certificate.write_text(document if isinstance(document, str) else json.dumps(document))
    file.unlink(missing_ok=True)
    run = program.run("prove", certificate, "--to", form, "-o", file, "--quiet")
    return run, file.read_text() if file.exists() else None


def plain(decimal):
    """The digits of an end as documents write them."""
    return decimal.split("e")[0].replace(".", "").rstrip("0")


def document_problems(program, folder, name, document):
    for form in FORMATS:
        run, text = prove(program, folder, document, form)
        yield from run.problems()
        if run.status != 0:
            yield f"{form}: status {run.status}: {run.stderr}"
            continue
        if hashlib.sha256((folder / "certificate.json").read_bytes()).hexdigest() not in re.sub(r"\\allowbreak\{\}", "", text):
            yield f"{form}: the certificate's SHA-256 is missing"
        if form == "coq":
            continue
        if "mixcert check" not in text.replace("\\allowbreak{}", ""):
            yield f"{form}: it does not say what establishes the claims"
        for theorem in THEOREMS.get(name, []):
            if theorem not in text:
                yield f"{form}: {theorem} is missing"
        digits = re.sub(r"\\allowbreak |[.\s]", "", text)
        for quantity in ("norm", "smallest"):
            for end in ("lo", "hi"):
                if plain(document["quantities"][quantity][end]).lstrip("0") not in digits:
                    yield f"{form}: the {end} of {quantity} is missing"


def inside_code_removed(markdown):
    return re.sub(r"`[^`\n]*`|<code>[A-Za-z0-9&#;]*</code>", "", markdown)


def escape_problems(program, folder, document):
    """Nothing of the name survives where it could be read as markup, and no table has a cell too many."""
    _, markdown = prove(program, folder, document, "md")
    rest = re.sub(r"```math\n.*?```", "", markdown, flags=re.S)
    rest = inside_code_removed(rest)
    for sign in ("<b>", "%<", "\\input", "input{", "</", "<s"):
        if sign in rest:
            yield f"md: {sign} stands outside code"
    for block in re.findall(r"(?:^\|.*\n)+", markdown, flags=re.M):
        if len({re.sub(r"\\.", "", line).count("|") for line in block.splitlines()}) != 1:
            yield f"md: a table's rows differ in length: {block[:80]}"
    _, tex = prove(program, folder, document, "tex")
    for sign in ("\\input", "%<", "$\\symbol", "<b>", "~^", "`c`"):
        if sign in tex:
            yield f"tex: {sign} stands there as it is"
    body = tex.split("\\begin{document}")[1]
    if re.search(r"(?<!\\)%", body) or re.search(r"(?<!\\)#", body):
        yield "tex: a comment or parameter sign stands there as it is"


def hostile_everywhere(document):
    """Every text that a document quotes, but those that the reader checks."""
    changed = copy.deepcopy(document)
    subject = changed["subject"]
    subject["site"] = HOSTILE
    for reference in (*subject["parameters"], subject["state"]):
        reference["name"] = HOSTILE + reference["name"]
        reference["file"] = reference["dtype"] = reference["sha256"] = HOSTILE + "\n# x\n"
    changed["notes"] = [HOSTILE + "\n\n<script>"]
    changed["producer"] = {"version": HOSTILE, "compiler": HOSTILE, "arithmetic": HOSTILE}
    changed["quantities"]["feedback_rank"]["theorem"] = HOSTILE
    changed["core"]["method"] = HOSTILE
    for claim in changed["claims"]:
        claim["id"] = claim["theorem"] = claim["says"] = HOSTILE
    for entry in changed["spectrum"]:
        entry["from"] = HOSTILE
    return changed


def claim(kind, edit):
    return lambda document: edit(next(c for c in document["claims"] if c["type"] == kind))


def without(kind):
    return lambda document: document.update(claims=[c for c in document["claims"] if c["type"] != kind])


BIG = {"hi": "1e+00", "hi_hex": "0x1p+0"}
REFUSED = [
    ("an estimate", put("mixcert-estimate", "format"), "certifies nothing"),
    ("a refusal", put("mixcert-refusal", "format"), "not a certificate"),
    ("a reproduction", put("mixcert-reproduction", "format"), "not a certificate"),
    ("another kind", put("network", "subject", "kind"), "kind"),
    ("alpha of 1", claim("rotation", put(BIG, "bound", "alpha")), "alpha"),
    ("beta of 1", claim("rotation", put(BIG, "bound", "beta")), "beta"),
    ("f of 1", claim("svd", put(BIG, "bound", "f")), "below 1"),
    ("g of 1", claim("svd", put(BIG, "bound", "g")), "below 1"),
    ("phi of 1", claim("basis", put({"phi": BIG}, "bound")), "below 1"),
    ("no bound of the basis", claim("basis", put({}, "bound")), "phi or t"),
    ("no nu", claim("rotation", drop("bound", "nu")), "nu"),
    ("no sigma", claim("svd", drop("witness", "sigma")), "sigma"),
    ("ascending sigma", claim("svd", lambda c: c["witness"]["sigma"]["entries"].reverse()), "descend"),
    ("a negative s", claim("rotation", lambda c: c["witness"]["s"]["entries"].__setitem__(-1, "-1")), "negative"),
    ("an unknown mixer", put("layer-cake", "subject", "mixer"), "layer-cake"),
    ("a constant missing", drop("subject", "convention", "norm_clamp"), "norm_clamp"),
] + [(f"no claim {kind}", without(kind), kind)
     for kind in ("data", "router", "rotation", "generators", "basis", "core", "svd", "merge", "derived")]


def refusal_problems(program, folder, document, reason):
    for form in ("md", "tex"):
        run, text = prove(program, folder, document, form)
        if run.status != 2 or text is not None:
            yield f"{form}: status {run.status}, {'a' if text else 'no'} document"
        if reason not in run.stderr:
            yield f"{form}: the message does not say {reason}: {run.stderr}"
        if len(run.stderr.strip().splitlines()) != 1:
            yield f"{form}: the message is not one line: {run.stderr}"


def request_problems(program, folder, document):
    certificate = folder / "certificate.json"
    certificate.write_text(json.dumps(document))
    for arguments, reason in (
        (["--to", "html", "-o", folder / "x"], "md, tex, pdf or coq"),
        (["-o", certificate], "the certificate itself"),
        (["-o", folder / "no" / "x"], "cannot be written"),
        ([], "required"),
    ):
        run = program.run("prove", certificate, *arguments)
        if run.status != 2 or reason not in run.stderr:
            yield f"{arguments}: status {run.status}: {run.stderr}"
    if json.loads(certificate.read_text()) != document:
        yield "the certificate was written to"
    run = program.run("prove", folder / "none.json", "-o", folder / "x")
    if run.status != 2 or "none.json" not in run.stderr:
        yield f"no certificate: status {run.status}: {run.stderr}"


def no_latex_problems(program, folder, document):
    (folder / "certificate.json").write_text(json.dumps(document))
    run = program.run("prove", folder / "certificate.json", "--to", "pdf", "-o", folder / "x.pdf", env={**os.environ, "PATH": str(folder)})
    if run.status != 2 or "apt-get install texlive-latex-recommended" not in run.stderr or (folder / "x.pdf").exists():
        yield f"status {run.status}: {run.stderr}"


def group_problems(program, folder, document):
    """A value of T6 (c) has a document, and no inequality that Coq could start from."""
    _, markdown = prove(program, folder, document, "md")
    if "T6 (c)" not in markdown:
        yield "T6 (c) is missing"
    run, coq = prove(program, folder, document, "coq")
    if run.status != 0 or "smallest_is_at" in coq or "largest_is_at_most" not in coq:
        yield f"status {run.status}: {run.stderr}{coq}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        for instance in INSTANCES:
            tally.record(instance.name, document_problems(program, folder, instance.name, json.loads(instance.certificate.read_text())))
        for sample in SAMPLES:
            tally.record(sample.name, document_problems(program, folder, sample.name, sample.certify(program, folder)))
        tally.record("matrix with groups", group_problems(program, folder, GRADED.certify(program, folder)))
        document = mixer("hc", "hc").certify(program, folder)
        hostile = mixer("a hostile tensor", "hc", state=HOSTILE)
        tally.record(hostile.name, escape_problems(program, folder, hostile.certify(program, folder)))
        tally.record("hostile texts everywhere", escape_problems(program, folder, hostile_everywhere(document)))
        for name, edit, reason in REFUSED:
            tally.record(name, refusal_problems(program, folder, edited(document, edit), reason))
        tally.record("requests", request_problems(program, folder, document))
        tally.record("pdf without LaTeX", no_latex_problems(program, folder, document))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
