#!/usr/bin/env python3
"""`prove --to pdf` of every kind of certificate and the equations of every mixer; LaTeX has nothing to warn of.

usage: prove_pdf.py MIXCERT_BINARY
"""
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "prove"))

from instances import ALL
from program import Program, Tally
from prove import hostile_everywhere
from prove_diagnosis import hostile_everywhere as hostile_diagnosis
from prove_product import hostile_everywhere as hostile_product
from sample_certificates import DIAGNOSES, GRADED, LONG_DIAGNOSIS, LONG_PRODUCT, PRODUCTS, SAMPLES, mixer, of_size, write_inputs

RUNS = 3  # as the program does
SIZES = {"ohc": (4, 9), "cayley": (3, 9), "balanced": (2, 1)}  # streams and features, 2 and 9 for the others


def pdf_problems(program, folder, document):
    certificate, pdf, tex = folder / "certificate.json", folder / "proof.pdf", folder / "proof.tex"
    certificate.write_text(json.dumps(document))
    pdf.unlink(missing_ok=True)
    run = program.run("prove", certificate, "--to", "pdf", "-o", pdf, "--quiet")
    if run.status != 0 or not pdf.read_bytes().startswith(b"%PDF"):
        yield f"status {run.status}: {run.stderr}"
    program.run("prove", certificate, "--to", "tex", "-o", tex, "--quiet")
    yield from latex_problems(folder, tex)


def latex_problems(folder, tex):
    for _ in range(RUNS):
        subprocess.run(["pdflatex", "-interaction=nonstopmode", tex.name], cwd=folder, capture_output=True)
    for line in (folder / "proof.log").read_text(errors="replace").splitlines():
        if line.startswith("!") or "Warning" in line or "Overfull" in line or "Underfull" in line:
            yield line


def with_mixer(program, document, name):
    """The certificate as if it were of another mixer: its equations are what is looked at."""
    described = json.loads(program.run("mixers", name, "--json").stdout)
    changed = json.loads(json.dumps(document))
    changed["subject"]["mixer"] = name
    changed["subject"]["convention"] = {c["key"]: c["value"] for c in described["constants"]}
    changed["subject"]["parameters"] = [
        {"name": f"layer.{t['name']}", "file": "model.safetensors", "dtype": "F32", "shape": [1], "sha256": "0" * 64}
        for t in described["tensors"]
    ]
    return changed


def main(binary):
    if shutil.which("pdflatex") is None:
        print("SKIPPED: pdflatex is not installed (apt-get install texlive-latex-recommended)", file=sys.stderr)
        return 77
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        for instance in ALL:
            tally.record(instance.name, pdf_problems(program, folder, json.loads(instance.certificate.read_text())))
        for sample in (*SAMPLES, GRADED, *PRODUCTS, LONG_PRODUCT, *DIAGNOSES, LONG_DIAGNOSIS):
            tally.record(sample.name, pdf_problems(program, folder, sample.certify(program, folder)))
        document = mixer("hc", "hc").certify(program, folder)
        tally.record("hostile texts everywhere", pdf_problems(program, folder, hostile_everywhere(document)))
        document = PRODUCTS[1].certify(program, folder)
        tally.record("hostile texts everywhere in a product", pdf_problems(program, folder, hostile_product(document)))
        document = DIAGNOSES[0].certify(program, folder)
        tally.record("hostile texts everywhere in a diagnosis", pdf_problems(program, folder, hostile_diagnosis(document)))
        for described in json.loads(program.run("mixers", "--json").stdout)["mixers"]:
            name = described["name"]
            size = SIZES.get(name, (2, 9))
            tally.record(f"equations of {name}", pdf_problems(program, folder, with_mixer(program, of_size(*size).certify(program, folder), name)))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
