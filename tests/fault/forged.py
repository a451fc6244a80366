#!/usr/bin/env python3
"""Forges certificates in every way that is listed here: `mixcert check` must verify none, and say which claim fails.

usage: forged.py MIXCERT_BINARY few|all
"""
import json
import os
import sys
import tempfile
from itertools import islice
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import forged_claims
import forged_data
import forged_numbers
import forged_statements
import forged_texts
from checking import at_once, check, problems_of_a_refusal, problems_of_an_acceptance, problems_of_no_json
from edits import edited
from program import Program, Tally
from specimens import specimens

FEW = 6  # one forgery in so many of each certificate, another one of the next certificate


def edits(document):
    for module in (forged_statements, forged_claims, forged_numbers):
        for what, edit in module.forgeries(document):
            yield what, edit, False
    yield from forged_statements.of_names_of_data(document)


def forgeries(specimen):
    """(what, how the certificate is made, folder, whether the data may be unreadable)"""
    document = specimen.document
    for what, edit, unreadable in edits(document):
        yield what, lambda edit=edit: json.dumps(edited(document, edit)).encode(), specimen.folder, unreadable
    for what, make in forged_texts.forgeries(specimen.text, document):
        yield what, make, specimen.folder, False


def main(binary, extent):
    tally, binary = Tally(), os.path.abspath(binary)
    step = {"few": FEW, "all": 1}[extent]
    with tempfile.TemporaryDirectory() as folder:
        true = specimens(Program(binary), Path(folder))

        def judged(case):
            i, (what, make, data, unreadable) = case
            path = Path(folder) / f"forged{i}.json"
            path.write_bytes(make())
            verdict = check(binary, path, data)
            path.unlink()
            no_json = what in forged_texts.NO_JSON
            return what, list(problems_of_no_json(verdict) if no_json else problems_of_a_refusal(verdict, unreadable))

        for number, (name, specimen) in enumerate(true.items()):
            path = Path(folder) / "true.json"
            path.write_text(specimen.text)
            if name != "hc of a box":  # other states are beyond what is checked
                tally.record(name, problems_of_an_acceptance(check(binary, path, folder)))
            for what, found in at_once(judged, islice(enumerate(forgeries(specimen)), number % step, None, step)):
                tally.record(f"{name}: {what}", found)
        for what, found in at_once(judged, enumerate(forged_data.forgeries(true, Path(folder)))):
            tally.record(what, found)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
