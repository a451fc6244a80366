#!/usr/bin/env python3
"""Holds a refused matrix against the JSON Schema of refusals, and the schema against damaged refusals.

usage: refusals.py MIXCERT_BINARY
"""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from edits import drop, edited, put
from npy_file import npy_bytes
from program import Program, Tally
from safetensors_file import Tensor

SHA = "0123456789abcdef" * 4
RADII = {"name": "", "file": "r.npy", "dtype": "F64", "shape": [3, 3], "sha256": SHA}

ACCEPTED = [
    ("as it is", lambda document: None),
    ("with radii", put(RADII, "subject", "radius")),
    ("with an index", put([1, 0], "subject", "index")),
    ("with an unknown key", put(1, "subject", "x-extra")),
]
SUBJECT = ["kind", "name", "file", "dtype", "shape", "sha256", "index", "radius"]
REFUSED = [(f"without subject.{key}", drop("subject", key)) for key in SUBJECT] + [
    ("without a subject", drop("subject")),
    ("without a reason", put("", "reason")),
    ("of another kind", put("product", "subject", "kind")),
    ("of a mixer without its members", put("mixer", "subject", "kind")),
    ("of three axes", put([1, 3, 3], "subject", "shape")),
    ("of a type that holds no real numbers", put("I64", "subject", "dtype")),
    ("with a short hash", put(SHA[1:], "subject", "sha256")),
    ("with a negative index", put([-1], "subject", "index")),
    ("with radii by name", put("r.npy", "subject", "radius")),
    ("with radii without a hash", put({key: RADII[key] for key in ("name", "file", "dtype", "shape")}, "subject", "radius")),
]


def refused_matrix(program):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "m.npy"
        file.write_bytes(npy_bytes(Tensor("F64", (3, 3), (1e308,) * 9)))
        return json.loads(program.run("spectrum", str(file), "--json").stdout)


def main(binary):
    if not schema.available():
        print("SKIPPED:", schema.MISSING)
        return 77
    tally, problems = Tally(), schema.schema_checker("refusal")
    document = refused_matrix(Program(binary))
    for name, edit in ACCEPTED:
        tally.record(f"a refused matrix {name}", problems(edited(document, edit)))
    for name, edit in REFUSED:
        accepted = [] if problems(edited(document, edit)) else ["the schema allows it"]
        tally.record(f"a refused matrix {name}", accepted)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
