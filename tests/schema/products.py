#!/usr/bin/env python3
"""Certificates and refusals of products, of a small trajectory, against the JSON Schemas; and the schemas against damaged ones.

usage: products.py MIXCERT_BINARY
"""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import ends
from edits import drop, edited, put
from example_chain import STREAMS, chain_bytes
from program import Program, Tally

WIDTH = 5
SAMPLES = {  # sites, whether with branch outputs, options
    "1 site": (1, False, ()),
    "3 sites": (3, False, ("--method", "dense")),
    "3 sites, factored": (3, False, ("--method", "factored")),
    "2 sites with branch outputs": (2, True, ("--with", "write", "--method", "dense")),
    "2 sites with branch outputs, factored": (2, True, ("--with", "write", "--method", "factored")),
    "3 sites, the largest value": (3, False, ("--method", "largest")),
    "20 digits": (2, False, ("--digits", "20", "--method", "dense")),
    "70 digits": (2, False, ("--digits", "70")),
    "40 sites": (40, False, ()),
    "a direction": (3, False, ("--direction", "top")),
    "a given direction": (2, True, ("--with", "write", "--direction", "DIRECTION", "--transposed", "--digits", "30", "--method", "factored")),
}
VALUE = ("spectrum", 0)
SITE = ("subject", "sites", 0)

BREAKS_SCHEMA = (
    [(f"without {key}", drop(key)) for key in ("product", "local", "spectrum", "frozen_spectrum", "quantities", "claims", "subject")]
    + [(f"without subject.{key}", drop("subject", key)) for key in ("mixer", "with", "convention", "streams", "width", "sites")]
    + [(f"without a site's {key}", drop(*SITE, key)) for key in ("site", "parameters", "state")]
    + [(f"without product.{key}", drop("product", key)) for key in ("method", "arithmetic", "norms_of_suffixes", "radius")]
    + [(f"without local.{key}", drop("local", key)) for key in ("norms_at_most", "product_at_most")]
    + [(f"without quantities.{key}", drop("quantities", key)) for key in
       ("norm", "frozen_norm", "norm_ratio", "mean_square", "frozen_mean_square", "mean_square_ratio", "smallest")]
    + [(f"without the claim of place {k}", drop("claims", k)) for k in range(5)]
    + [
        ("without sites", put([], "subject", "sites")),
        ("of the branch input", put("read", "subject", "with")),
        ("with the write gate and no branch output", put("write", "subject", "with")),
        ("with a branch output and no write gate", lambda d: put(d["subject"]["sites"][0]["state"], *SITE, "branch_output")(d)),
        ("with a state of three axes", put([1, 4, 5], *SITE, "state", "shape")),
        ("with a state without index", drop(*SITE, "state", "index")),
        ("with a parameter without hash", drop(*SITE, "parameters", 0, "sha256")),
        ("with a fractional exponent", put(0.5, *VALUE, "exp2")),
        ("with an exponent as text", put("1", *VALUE, "exp2")),
        ("with an exponent beyond 2^30", put(2**30 + 1, *VALUE, "exp2")),
        ("with an exponent beyond -2^30", put(-(2**30) - 1, "frozen_spectrum", 0, "exp2")),
        ("with an exponent of a quantity that is none", put(None, "quantities", "norm", "exp2")),
        ("with an exponent of a ratio that is none", put("0", "quantities", "norm_ratio", "exp2")),
        ("with a negative value", put("-0x1p+0", *VALUE, "lo_hex")),
        ("with a value from a core", put("core", *VALUE, "from")),
        ("with a multiplicity of 0", put(0, *VALUE, "multiplicity")),
        ("without values", put([], "spectrum")),
        ("with a bound as a number", put(1.5, "local", "norms_at_most", 0)),
        ("with a negative bound", put("-1.0e+00", "local", "product_at_most")),
        ("with a negative radius", put("-1.0e-20", "product", "radius")),
        ("of another method", put("sampled", "product", "method")),
        ("in another arithmetic", put("float64", "product", "arithmetic")),
        ("with other norms of suffixes", put("guesses", "product", "norms_of_suffixes")),
        ("with a quantity withheld", put(None, "quantities", "smallest")),
        ("with a ratio withheld without reason", put({"value": None}, "quantities", "norm_ratio")),
    ]
)
OF_A_DIRECTION = (
    [(f"without direction.{key}", drop("direction", key)) for key in ("transposed", "vector", "log_norm", "gain", "gain_over_norm", "image", "distance")]
    + [
        ("with a direction and no claim", drop("claims", 5)),
        ("with the claim and no direction", drop("direction")),
        ("with a tensor beside a vector", lambda d: put({**d["subject"]["sites"][0]["state"]}, "direction", "tensor")(d)),
        ("with a negative share", put("-0x1p+0", "direction", "gain_over_norm", "lo_hex")),
        ("with a share withheld without reason", put({"value": None}, "direction", "gain_over_norm")),
        ("with a sine as a number", put(0.5, "direction", "sine")),
    ]
)
KEEPS_SCHEMA = [
    ("as it is", lambda document: None),
    ("with exponents", lambda d: [put(k, *place, "exp2")(d) for place, k in
                                  ((VALUE, 2**30), (("frozen_spectrum", 0), -5000), (("quantities", "norm_ratio"), 0))]),
    ("with a ratio withheld", put({"value": None, "reason": "x"}, "quantities", "mean_square_ratio")),
    ("with unknown keys", lambda d: [put(1, *place, "x-extra")(d) for place in ((), ("product",), SITE, VALUE)]),
    ("of places", put("160 places", "product", "arithmetic")),
    ("without norms of suffixes", put("none", "product", "norms_of_suffixes")),
]
# What the schema cannot say, and the program refuses to show.
BREAKS_MEANING = [
    ("a value less", drop(*VALUE), "sum to streams x width"),
    ("a frozen value less", drop("frozen_spectrum", 0), "one value a stream"),
    ("a bound less", drop("local", "norms_at_most", 0), "one bound a site"),
    ("a site less", drop(*SITE), "one bound a site"),
    ("swapped ends", lambda d: d["spectrum"][0].update(lo_hex=d["spectrum"][0]["hi_hex"], hi_hex=d["spectrum"][0]["lo_hex"]), "lo is above hi"),
    ("an exponent as text", put("1", *VALUE, "exp2"), "spectrum[0].exp2"),
    ("an exponent beyond 2^30", put(2**30 + 1, *VALUE, "exp2"), "spectrum[0].exp2"),
    ("ends beside a null", lambda d: d["quantities"]["norm_ratio"].update(value=None, reason="x"), "norm_ratio"),
]
REFUSALS = (
    [(f"without subject.{key}", drop("subject", key)) for key in ("kind", "mixer", "with", "convention", "streams", "width", "sites")]
    + [(f"without a site's {key}", drop(*SITE, key)) for key in ("site", "parameters", "state")]
    + [("without sites", put([], "subject", "sites")), ("without a reason", put("", "reason")), ("with the write gate", put("write", "subject", "with"))]
)


def product(program, folder, sites, has_branch_outputs, options):
    file = Path(folder) / "chain.safetensors"
    file.write_bytes(chain_bytes(WIDTH, sites, has_branch_outputs))
    given = [f"{file}:site001.X" if option == "DIRECTION" else option for option in options]
    return program.run("product", "--params", file, "--trajectory", file, "--json", *given)


def value_problems(document, sites):
    subject, spectrum, quantities = document["subject"], document["spectrum"], document["quantities"]
    if len(subject["sites"]) != sites or len(document["local"]["norms_at_most"]) != sites:
        yield f"{len(subject['sites'])} sites, {len(document['local']['norms_at_most'])} bounds"
    if sum(e["multiplicity"] for e in spectrum) != STREAMS * WIDTH or len(document["frozen_spectrum"]) != STREAMS:
        yield "the values are of another number"
    lows, highs = zip(*map(ends, spectrum))
    if list(lows) != sorted(lows, reverse=True) or list(highs) != sorted(highs, reverse=True):
        yield "the values do not descend"
    if (quantities["norm"], quantities["smallest"]) != tuple({k: v for k, v in spectrum[i].items() if k not in ("multiplicity", "from")} for i in (0, -1)):
        yield "norm and smallest are not the ends of the spectrum"
    if lows[0] > float(document["local"]["product_at_most"]):
        yield "the norm is above the product of the local norms"


def shown_problems(program, folder, text):
    file = Path(folder) / "product.json"
    file.write_bytes(text)
    shown = program.run("show", file, "--json")
    if shown.stdout != text:
        yield f"show does not give it back: {shown.stderr}"
    if b"largest gain through" not in program.run("show", file).stdout or program.run("show", file, "--quiet").stdout:
        yield "show has no text, or --quiet has"


def refused_problems(program, folder, document, reason):
    file = Path(folder) / "product.json"
    file.write_text(json.dumps(document))
    run = program.run("show", file, "--json")
    if run.status != 2 or run.stdout or str(file) not in run.stderr or reason not in run.stderr:
        yield f"status {run.status}: {run.stderr}"


def main(binary):
    if not schema.available():
        print("SKIPPED:", schema.MISSING)
        return 77
    tally, program = Tally(), Program(binary)
    problems, problems_of_refusal = schema.schema_checker("certificate"), schema.schema_checker("refusal")
    with tempfile.TemporaryDirectory() as folder:
        texts = {name: product(program, folder, *sample).stdout for name, sample in SAMPLES.items()}
        for name, text in texts.items():
            tally.record(f"{name}: schema", problems(json.loads(text)))
            tally.record(f"{name}: values", value_problems(json.loads(text), SAMPLES[name][0]))
            tally.record(f"{name}: shown", shown_problems(program, folder, text))
        document = json.loads(texts["3 sites"])
        for name, edit in KEEPS_SCHEMA:
            tally.record(f"schema accepts a product {name}", problems(edited(document, edit)))
        for name, edit in BREAKS_SCHEMA:
            tally.record(f"schema rejects a product {name}", [] if problems(edited(document, edit)) else ["it is accepted"])
        directed = json.loads(texts["a direction"])
        for name, edit in OF_A_DIRECTION:
            tally.record(f"schema rejects a product {name}", [] if problems(edited(directed, edit)) else ["it is accepted"])
        tally.record("schema accepts a direction without a sine", problems(edited(directed, drop("direction", "sine"))))
        for name, edit, reason in BREAKS_MEANING:
            tally.record(f"show refuses {name}", refused_problems(program, folder, edited(document, edit), reason))
        refusal = json.loads(product(program, folder, 2, False, ("--digits", "99", "--method", "dense")).stdout)
        tally.record("a refused product", problems_of_refusal(refusal))
        for name, edit in REFUSALS:
            tally.record(f"a refused product {name}", [] if problems_of_refusal(edited(refusal, edit)) else ["the schema allows it"])
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
