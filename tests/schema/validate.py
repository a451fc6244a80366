#!/usr/bin/env python3
"""Holds the program's certificates against their JSON Schema, and the schema against damaged certificates.

usage: validate.py MIXCERT_BINARY
"""
import json
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import CHECKS, certificate_problems
from edits import drop, edited, put
from hc_site import at_site, collapsed, gaussian, hc_parameters, hc_state, never_mixed
from mhc_site import mhc_parameters
from program import Program, Tally
from safetensors_file import Tensor, safetensors_bytes

SITE = "layers.0.hc"
STATE = "X"


class Sample:
    """A site and a state, certified."""

    def __init__(self, name, parameters, state, mixer="hc", separator=".", options=(), branch_output=None, radii=None):
        self.name, self.state, self.mixer, self.options, self.branch_output = name, state, mixer, options, branch_output
        self.radii = radii
        self.parameters = at_site(SITE, parameters, separator)

    def certify(self, program, folder):
        params_file, state_file = folder / "params.safetensors", folder / "states.safetensors"
        params_file.write_bytes(safetensors_bytes(self.parameters))
        tensors = {STATE: self.state} | ({} if self.branch_output is None else {"y": self.branch_output})
        tensors |= {} if self.radii is None else {"radii": self.radii}
        state_file.write_bytes(safetensors_bytes(tensors))
        arguments = ["--mixer", self.mixer, "--params", params_file, "--site", SITE, "--state", f"{state_file}:{STATE}"]
        if self.branch_output is not None:
            arguments += ["--with", "write", "--branch-output", f"{state_file}:y"]
        if self.radii is not None:
            arguments += ["--state-radius", f"{state_file}:radii"]
        return program.run("certify", *arguments, *self.options, "--json")


def with_zero_streams(state, count):
    n, d = state.shape
    zeros = min(count, n) * d
    return replace(state, values=(0.0,) * zeros + state.values[zeros:])


def samples():
    source = random.Random(1729)
    for n in (1, 2, 4):
        for d in (3, 4, 7, 12, 40):
            yield Sample(f"{n} x {d}", hc_parameters(source, n, d), hc_state(source, n, d))
        d = 14
        parameters, state = hc_parameters(source, n, d), hc_state(source, n, d)
        yield Sample(f"{n} x {d}, collapsed streams", parameters, collapsed(state))
        yield Sample(f"{n} x {d}, one zero stream", parameters, with_zero_streams(state, 1))
        yield Sample(f"{n} x {d}, zero state", parameters, with_zero_streams(state, n))
        yield Sample(f"{n} x {d}, scale 0", hc_parameters(source, n, d, scale=0.0), state)
        yield Sample(f"{n} x {d}, never mixed", never_mixed(parameters), state)
        yield Sample(f"{n} x {d}, zero mixer", zero_site(parameters), state)
        yield Sample(f"{n} x {d}, F64", hc_parameters(source, n, d, "F64"), hc_state(source, n, d, "F64"))


    for n, d in ((1, 9), (2, 3), (2, 9), (4, 20), (4, 60)):
        parameters, state, y = mhc_parameters(source, n, d), hc_state(source, n, d), gaussian(source, (d,))
        for options in ((), ("--core", "common"), ("--digits", "25")) if d < 60 else ((),):
            name = " ".join([f"mhc {n} x {d}", *options])
            yield Sample(name, parameters, state, "mhc-v4", "_", options)
            yield Sample(f"{name}, write gate", parameters, state, "mhc-v4", "_", options, y)
    yield Sample("2 x 7, write gate", hc_parameters(source, 2, 7), hc_state(source, 2, 7), branch_output=gaussian(source, (7,)))
    for tau in ("0.5", "1e-3", "1e-12", "0.9999"):
        truncated = ("--core", "common", "--tau", tau)
        yield Sample(f"2 x 7, tau {tau}", hc_parameters(source, 2, 7), hc_state(source, 2, 7), options=truncated)
        yield Sample(f"mhc 2 x 20, tau {tau}", mhc_parameters(source, 2, 20), hc_state(source, 2, 20), "mhc-v4", "_", truncated)
    for radius in ("0", "1e-9", "0x1p-20"):
        options = ("--state-radius", radius)
        yield Sample(f"2 x 9, radius {radius}", hc_parameters(source, 2, 9), hc_state(source, 2, 9), options=options)
        yield Sample(f"mhc 2 x 9, radius {radius}", mhc_parameters(source, 2, 9), hc_state(source, 2, 9), "mhc-v4", "_", options,
                     gaussian(source, (9,)))
    both = ("--state-radius", "1e-9", "--core", "common", "--tau", "1e-3")
    yield Sample("mhc 2 x 20, radius and tau", mhc_parameters(source, 2, 20), hc_state(source, 2, 20), "mhc-v4", "_", both)
    radii = Tensor("F32", (3, 12), tuple(1e-7 * (k % 3) for k in range(36))).representable()
    yield Sample("3 x 12, radii", hc_parameters(source, 3, 12), collapsed(hc_state(source, 3, 12)), radii=radii)
    yield Sample("2 x 7, 30 digits", hc_parameters(source, 2, 7), hc_state(source, 2, 7), options=("--digits", "30"))


def zero_site(parameters):
    """H = 0, so that no ratio to it exists."""
    return {name: replace(tensor, values=(0.0,) * len(tensor.values)) for name, tensor in parameters.items()}


def names_exactly(reference, name, tensor):
    stored = (reference["name"], reference["dtype"], tuple(reference["shape"]), reference["sha256"])
    return stored == (name, tensor.dtype, tensor.shape, tensor.sha256())


def provenance_problems(document, sample):
    subject = document["subject"]
    tensors = sample.parameters
    if sorted(reference["name"] for reference in subject["parameters"]) != sorted(tensors):
        yield "the parameters named are not those of the site"
    for reference in subject["parameters"]:
        if not names_exactly(reference, reference["name"], tensors[reference["name"]]):
            yield f"{reference['name']} is not the tensor in the file"
    if not names_exactly(subject["state"], STATE, sample.state):
        yield "the state is not the tensor in the file"
    if ("branch_output" in subject) != (sample.branch_output is not None):
        yield "a branch output is named where there is none, or none where there is one"
    elif sample.branch_output is not None and not names_exactly(subject["branch_output"], "y", sample.branch_output):
        yield "the branch output is not the tensor in the file"


def check_sample(tally, document, sample, schema_problems):
    if schema_problems:
        tally.record(f"{sample.name}: schema", schema_problems(document))
    for check in CHECKS:
        tally.record(f"{sample.name}: {check.__name__}", check(document))
    tally.record(f"{sample.name}: provenance", provenance_problems(document, sample))


def certify_samples(program, tally):
    """The certificates by the name of their sample."""
    schema_problems = schema.schema_checker("certificate") if schema.available() else None
    documents = {}
    with tempfile.TemporaryDirectory() as folder:
        for sample in samples():
            outcome = sample.certify(program, Path(folder))
            if outcome.status != 0 or not outcome.stdout:
                tally.record(sample.name, [f"no certificate; status {outcome.status}: {outcome.stderr}"])
                continue
            documents[sample.name] = json.loads(outcome.stdout)
            check_sample(tally, documents[sample.name], sample, schema_problems)
    if not schema_problems:
        tally.skip("JSON Schema", schema.MISSING)
    return documents


def without_claim(kind):
    def edit(document):
        document["claims"] = [claim for claim in document["claims"] if claim["type"] != kind]

    return edit


def in_claim(kind, edit):
    return lambda document: edit(next(claim for claim in document["claims"] if claim["type"] == kind))


MANDATORY = ["format", "version", "scope", "subject", "forward", "core", "spectrum", "frozen_spectrum", "quantities"]
MANDATORY += ["claims", "witness_file", "producer"]
SUBJECT = ["kind", "mixer", "with", "convention", "streams", "width", "site", "parameters", "state"]
CORE = ["method", "dimension", "stream_dimensions", "generators", "tau", "truncation_bound", "radius", "radius_hex"]
CORE += ["values", "tails"]
QUANTITIES = ["norm", "frozen_norm", "norm_ratio", "mean_square", "frozen_mean_square", "mean_square_ratio", "smallest"]
CLAIM_TYPES = ["data", "router", "rotation", "generators", "basis", "core", "svd", "merge", "derived"]
CLAIM_KEYS = ["id", "type", "theorem", "says", "uses", "witness", "bound"]
FIRST_PARAMETER = ("subject", "parameters", 0)
FIRST_VALUE = ("spectrum", 0)
CLAMP = ("subject", "convention", "norm_clamp")
SHA = "0123456789abcdef" * 4

BREAKS_SCHEMA = (
    [(f"no {key}", drop(key)) for key in MANDATORY]
    + [(f"no subject.{key}", drop("subject", key)) for key in SUBJECT]
    + [(f"no core.{key}", drop("core", key)) for key in CORE]
    + [(f"no quantities.{key}", drop("quantities", key)) for key in QUANTITIES + ["feedback_rank"]]
    + [(f"no claim of type {kind}", without_claim(kind)) for kind in CLAIM_TYPES]
    + [(f"claim without {key}", drop("claims", 1, key)) for key in CLAIM_KEYS]
    + [
        ("another format", put("mixcert-estimate", "format")),
        ("version 2", put(2, "version")),
        ("version as a string", put("1", "version")),
        ("another scope", put("a Lipschitz constant", "scope")),
        ("a kind that does not exist", put("layer", "subject", "kind")),
        ("a product without sites", put("product", "subject", "kind")),
        ("an unknown map", put("branch", "subject", "with")),
        ("no streams", put(0, "subject", "streams")),
        ("width as a string", put("256", "subject", "width")),
        ("a constant as a number", put(1e-12, *CLAMP)),
        ("a constant in both forms", put({"hex": "0x1p+0", "decimal": "1"}, *CLAMP)),
        ("a constant in neither form", put({}, *CLAMP)),
        ("a constant that is a number and a word", put({"hex": "0x1p+0", "text": "one"}, *CLAMP)),
        ("a word with a blank", put({"text": "columns rows"}, *CLAMP)),
        ("a decimal constant in hexadecimal", put({"decimal": "0x1p+0"}, *CLAMP)),
        ("a hash in capitals", put(SHA.upper(), *FIRST_PARAMETER, "sha256")),
        ("a short hash", put(SHA[1:], *FIRST_PARAMETER, "sha256")),
        ("a hash with another letter", put("g" + SHA[1:], "subject", "state", "sha256")),
        ("a type that holds no real numbers", put("I64", *FIRST_PARAMETER, "dtype")),
        ("a negative length", put([-1], *FIRST_PARAMETER, "shape")),
        ("a state with one axis", put([12], "subject", "state", "shape")),
        ("a negative index", put([-1], "subject", "state", "index")),
        ("no index", drop("subject", "state", "index")),
        ("no mixing matrix", drop("forward", "H")),
        ("an empty mixing matrix", put([], "forward", "H")),
        ("an entry of H as a number", put(1.0, "forward", "H", 0, 0)),
        ("a negative error", put("-1.0e+00", "forward", "row_sum_error", "lo")),
        ("an unknown method", put("fast", "core", "method")),
        ("a fractional dimension", put(1.5, "core", "dimension")),
        ("a negative dimension", put(-1, "core", "dimension")),
        ("tau as a number", put(1e-12, "core", "tau")),
        ("a truncation bound without terms", put({"total": "0", "certified": False}, "core", "truncation_bound")),
        ("radius as a number", put(0.0, "core", "radius")),
        ("a tail of multiplicity zero", put(0, "core", "tails", 0, "multiplicity")),
        ("a tail that may coincide", put("yes", "core", "tails", 0, "coincident")),
        ("an end as a number", put(1.0, *FIRST_VALUE, "lo")),
        ("an infinite end", put("inf", *FIRST_VALUE, "hi")),
        ("an end that is no number", put("nan", *FIRST_VALUE, "hi")),
        ("a decimal end in hexadecimal", put("0x1p+0", *FIRST_VALUE, "hi")),
        ("a decimal end without exponent", put("1.5", *FIRST_VALUE, "hi")),
        ("a decimal end with a comma", put("1,5e+00", *FIRST_VALUE, "hi")),
        ("a hexadecimal end in decimal", put("1.5e+00", *FIRST_VALUE, "hi_hex")),
        ("a hexadecimal end in capitals", put("0X1.8P+0", *FIRST_VALUE, "hi_hex")),
        ("a hexadecimal end without exponent", put("0x1.8", *FIRST_VALUE, "hi_hex")),
        ("a hexadecimal end of 56 bits", put("0x1.00000000000001p+0", *FIRST_VALUE, "hi_hex")),
        ("one hexadecimal end", drop(*FIRST_VALUE, "hi_hex")),
        ("a negative singular value", put("-0x1p+0", *FIRST_VALUE, "lo_hex")),
        ("a negative multiplicity", put(-1, *FIRST_VALUE, "multiplicity")),
        ("a multiplicity as a string", put("1", *FIRST_VALUE, "multiplicity")),
        ("a value from nowhere", put("somewhere", *FIRST_VALUE, "from")),
        ("no spectrum", put([], "spectrum")),
        ("a frozen value without multiplicity", drop("frozen_spectrum", 0, "multiplicity")),
        ("a quantity as a number", put(1.0, "quantities", "norm")),
        ("a quantity withheld", put(None, "quantities", "smallest")),
        ("a ratio withheld without reason", put({"value": None}, "quantities", "norm_ratio")),
        ("a ratio as a number with a reason", put({"value": 1, "reason": "x"}, "quantities", "norm_ratio")),
        ("a rank as a string", put("3", "quantities", "feedback_rank", "at_most")),
        ("a rank by no theorem", put("", "quantities", "feedback_rank", "theorem")),
        ("a claim of unknown type", put("oracle", "claims", 0, "type")),
        ("a claim with another id", put("claim 1", "claims", 0, "id")),
        ("a claim that uses a number", put([1], "claims", 1, "uses")),
        ("a claim that uses another twice", put(["C1", "C1"], "claims", 1, "uses")),
        ("a rotation without Q", in_claim("rotation", drop("witness", "Q"))),
        ("a rotation without nu", in_claim("rotation", drop("bound", "nu"))),
        ("a bound as a number", in_claim("rotation", put(0.0, "bound", "alpha"))),
        ("a negative bound", in_claim("rotation", put("-0x1p-100", "bound", "beta", "hi_hex"))),
        ("a bound without its decimal", in_claim("svd", drop("bound", "e", "hi"))),
        ("a router without logits", in_claim("router", drop("bound", "logits"))),
        ("generators without exponents", in_claim("generators", drop("witness", "exponents"))),
        ("a generator without a name", in_claim("generators", put([""], "witness", "generators"))),
        ("a basis without a bound", in_claim("basis", put({}, "bound"))),
        ("a core without its matrix", in_claim("core", drop("witness", "C"))),
        ("a witness without columns", in_claim("svd", drop("witness", "U", "cols"))),
        ("a witness of negative size", in_claim("svd", put(-1, "witness", "U", "rows"))),
        ("a witness entry as a number", in_claim("svd", put(1, "witness", "V", "entries", 0))),
        ("a witness entry in decimal", in_claim("svd", put("1.5", "witness", "V", "entries", 0))),
        ("a witness entry in capitals", in_claim("svd", put("-1F", "witness", "sigma", "entries", 0))),
        ("a fractional exponent", in_claim("svd", put(0.5, "witness", "V", "exp2"))),
        ("a witness file without hash", put({"name": "witness.bin"}, "witness_file")),
        ("a note that is no text", put([1], "notes")),
        ("no compiler", drop("producer", "compiler")),
    ]
)

BREAKS_SCHEMA_OF_A_TRUNCATED_CORE = [
    ("tau in hexadecimal", put("0x1p-40", "core", "tau")),
    ("a truncation bound of three terms", drop("core", "truncation_bound", "terms", 0)),
    ("a negative truncation bound", put("-1.0e+00", "core", "truncation_bound", "total")),
    ("a truncation without its directions", in_claim("truncation", drop("witness", "V"))),
    ("a truncation without its core", in_claim("truncation", drop("witness", "C"))),
    ("a truncation without kappa", in_claim("truncation", drop("bound", "kappa"))),
    ("a truncation without epsilon", in_claim("truncation", drop("bound", "epsilon"))),
]

EXTRA = {"anything": [1, None]}
KEEPS_SCHEMA = [
    ("unknown keys everywhere", lambda document: add_everywhere(document, "x-extra", EXTRA)),
    ("decimal ends alone", lambda document: [drop(*FIRST_VALUE, key)(document) for key in ("lo_hex", "hi_hex")]),
    ("a power of two", put(-4000, *FIRST_VALUE, "exp2")),
    ("a decimal constant", put({"decimal": "1e-12"}, *CLAMP)),
    ("a word", put({"text": "columns-rows"}, "subject", "convention", "order")),
    ("a ratio withheld with its reason", put({"value": None, "reason": "x"}, "quantities", "norm_ratio")),
    ("a further claim", lambda document: document["claims"].append({**document["claims"][0], "id": "C10"})),
    ("an index", put([0, 3], "subject", "state", "index")),
    ("a witness file", put({"name": "witness.bin", "sha256": SHA}, "witness_file")),
]


def add_everywhere(value, key, extra):
    if isinstance(value, dict):
        for name, inner in list(value.items()):
            if name != "convention":
                add_everywhere(inner, key, extra)
        value[key] = extra
    elif isinstance(value, list):
        for inner in value:
            add_everywhere(inner, key, extra)


def swapped_ends(document):
    entry = document["spectrum"][0]
    entry["lo"], entry["hi"], entry["lo_hex"], entry["hi_hex"] = (
        entry[key] for key in ("hi", "lo", "hi_hex", "lo_hex")
    )


def reversed_list(*path):
    def edit(document):
        for key in path:
            document = document[key]
        document.reverse()

    return edit


BREAKS_MEANING = [
    ("swapped ends", swapped_ends),
    ("a decimal end inside the hexadecimal", put("0", *FIRST_VALUE, "hi")),
    ("another multiplicity", put(1000, *FIRST_VALUE, "multiplicity")),
    ("an ascending spectrum", reversed_list("spectrum")),
    ("an ascending core", reversed_list("core", "values")),
    ("a core value less", drop("core", "values", 0)),
    ("a tail less", drop("core", "tails", 0)),
    ("another tail", put(1, "core", "tails", 0, "multiplicity")),
    ("a column less", drop("forward", "H", 0, 0)),
    ("a frozen value less", drop("frozen_spectrum", 0)),
    ("another norm", lambda document: put(document["quantities"]["smallest"], "quantities", "norm")(document)),
    ("a ratio withheld", put({"value": None, "reason": "x"}, "quantities", "norm_ratio")),
    ("a rank beyond its bound", put(1000, "quantities", "feedback_rank", "at_least")),
    ("a claim that uses itself", put(["C1"], "claims", 0, "uses")),
    ("an id twice", put("C1", "claims", 1, "id")),
    ("a witness entry less", in_claim("svd", drop("witness", "U", "entries", 0))),
    ("no basis", in_claim("basis", put({}, "witness"))),
]


def check_schema_rejects_and_accepts(tally, document, truncated):
    problems = schema.schema_checker("certificate")
    broken = [(name, edited(document, edit)) for name, edit in BREAKS_SCHEMA]
    broken += [(name, edited(truncated, edit)) for name, edit in BREAKS_SCHEMA_OF_A_TRUNCATED_CORE]
    for name, damaged in broken:
        tally.record(f"schema rejects {name}", [] if problems(damaged) else ["it is accepted"])
    for name, edit in KEEPS_SCHEMA:
        tally.record(f"schema accepts {name}", problems(edited(document, edit)))


def check_meaning_is_checked(tally, document):
    for name, edit in BREAKS_MEANING:
        found = next(certificate_problems(edited(document, edit)), None)
        tally.record(f"checks find {name}", [] if found else ["they find nothing"])


def check_schemas_share_definitions(tally):
    certificate, refusal = (schema.load_schema(name)["$defs"] for name in ("certificate", "refusal"))
    differing = [f"{name} differs" for name, definition in refusal.items() if definition != certificate[name]]
    tally.record("both schemas define a subject alike", differing)


def main(binary):
    tally = Tally()
    documents = certify_samples(Program(binary), tally)
    document, truncated = documents.get("2 x 12"), documents.get("mhc 2 x 20, tau 0.5")
    if document is None or truncated is None:
        tally.record("mutations", ["there is no valid certificate to start from"])
    else:
        if schema.available():
            check_schema_rejects_and_accepts(tally, document, truncated)
        check_meaning_is_checked(tally, document)
    check_schemas_share_definitions(tally)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
