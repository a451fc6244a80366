#!/usr/bin/env python3
"""Forges diagnoses in every way that is listed here: `mixcert check` must verify none, and say which claim fails. It
must verify the true ones, along a trajectory with sequences, of mixers that iterate, without gates, with ties, of Jacobians,
of many streams of one feature, with cosines whose mean is exactly zero.

usage: forged_diagnoses.py MIXCERT_BINARY few|all
"""
import json
import os
import random
import sys
import tempfile
from itertools import islice
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from checking import at_once, check, problems_of_a_refusal, problems_of_an_acceptance
from edits import drop, edited, put
from forged_jacobians import jacobian_forgeries
from forged_numbers import shrunk_enclosures
from hc_site import at_site, hc_parameters, hc_state
from program import Program, Tally
from safetensors_file import Tensor, assemble, data_of, layout, safetensors_bytes

FEW = 100  # one forgery in so many
N, D = 3, 4
POINT = {"lo": "1e+00", "hi": "1e+00", "lo_hex": "0x1p+0", "hi_hex": "0x1p+0"}
PLACES = {  # keys of a quantity with values that it cannot have instead
    "site": (0, 1, 7), "sites": ([0, 0], [1, 0], [0, 7]), "state": (0, 1, 3, 9), "sequence": (0, 1, 2), "stream": (0, 1, 5),
    "streams": ([0, 1], [1, 2], [1, 0]), "kept": (1, 2, 3), "replaced": ([0, 1], [1, 1], [0, 0], [1, 2]), "iterations": (1, 2),
    "mean_over": ("states", "sequences", "sites and states", "sites and sequences", "sites"),
    "intervention": ("identity", "token-mean", "top-k", "none"), "composite": (True,),
}
LEFT_OUT = "left out"
FORGED = ("trajectory", "iterations")
OF_JACOBIANS = "Jacobians"
OF_ONE_STREAM = "one stream with a gate of 0"
STREAMS_NAMED = ("read_winner", "read_most_frequent_winner", "read_lowest_load_stream")


def may_be_true(q, key, value):
    """Other states may have the same winner; and a mean of gains may be the gain of the mean."""
    return "index" in q["value"] and key in ("site", "state", "sequence") or (key, value) == ("intervention", "token-mean")


def quantity_forgeries(document):
    """Of each name at each kind of place one."""
    seen = set()
    for k, q in enumerate(document["quantities"]):
        kind = (q["name"], *(key for key in PLACES if key in q), str(q.get("mean_over")), str(q.get("intervention")))
        if kind in seen:
            continue
        seen.add(kind)
        what = f"{q['name']} of quantity {k}"
        here = ("quantities", k)
        yield f"{what}: another definition", put(q["definition"] + " ", *here, "definition")
        yield f"{what}: no definition", drop(*here, "definition")
        yield f"{what}: no such name", put("tightness", *here, "name")
        if not isinstance(q["value"], dict) or "reason" in q["value"]:
            yield f"{what}: a stream", put({"index": 0}, *here, "value")
            yield f"{what}: a number", put(POINT, *here, "value")
            if isinstance(q["value"], dict):
                yield f"{what}: a number beside the null", put({**q["value"], **POINT}, *here, "value")
                yield f"{what}: no reason", drop(*here, "value", "reason")
            continue
        for other in ("agm_forward", "mean_defect", "read_load", "write_effective_streams", "read_winner", "cosine"):
            if other != q["name"]:
                yield f"{what}: named {other}", put(other, *here, "name")
        for key, values in PLACES.items():
            for value in values:
                if q.get(key) != value and not may_be_true(q, key, value):
                    yield f"{what}: {key} {value}", put(value, *here, key)
            if key in q:
                yield f"{what}: {key} {LEFT_OUT}", drop(*here, key)
        if "index" in q["value"]:
            for stream in range(N + 1):
                if stream != q["value"]["index"]:
                    yield f"{what}: stream {stream}", put({"index": stream}, *here, "value")
            yield f"{what}: a number", put(POINT, *here, "value")
        else:
            yield f"{what}: a stream", put({"index": 0}, *here, "value")
        if "change" not in q:
            yield f"{what}: a change", put(POINT, *here, "change")


def in_order(*path):
    def edit(document):
        for key in path:
            document = document[key]
        document.reverse()

    return edit


def document_forgeries(document):
    """(what, edit, whether the data may be unreadable then)"""
    claims = document["claims"]
    yield "another scope", put("pointwise singular spectrum of the exact real map at the given data; not a Lipschitz constant", "scope"), False
    yield "a spectrum", put([], "spectrum"), False
    yield "a quantity without place", put({"name": "agm_forward", "value": POINT, "definition": claims[0]["says"]}, "quantities", 0), False
    for k, claim in enumerate(claims):
        yield f"no claim {claim['type']}", drop("claims", k), False
        yield f"{claim['type']} twice", lambda d, k=k: d["claims"].append(d["claims"][k]), False
        yield f"a witness of {claim['type']}", put({"exponent": [1]}, "claims", k, "witness"), False
        yield f"a bound of {claim['type']}", put({"e": {"hi": "1e+00", "hi_hex": "0x1p+0"}}, "claims", k, "bound"), False
    yield "claims in another order", in_order("claims"), False
    yield "maps of a site twice", lambda d: d["forward"].append(d["forward"][0]), False
    yield "maps of a site less", drop("forward", 0), False
    yield "maps of no site", put(9, "forward", 0, "site"), False
    yield "maps of another state", put(1, "forward", 0, "state"), False
    yield "a row of H less", drop("forward", 0, "H", 0), False
    yield "rows of H exchanged", in_order("forward", 0, "H"), False
    yield "a gate less", drop("forward", 0, "read", 0), False
    yield "no gates", put([], "forward", 0, "write"), False
    yield "gates exchanged", lambda d: d["forward"][0].update(read=d["forward"][0]["write"], write=d["forward"][0]["read"]), False
    for sequences in ([4], [1, 3], [2, 1], [2, 2, 1], [0, 2, 2], [2, -1, 3], []):
        yield f"sequences {sequences}", put(sequences, "subject", "sequences"), False
    first = ("subject", "sites", 0)
    yield "states in another order", in_order(*first, "states"), False
    yield "a state less", drop(*first, "states", 0), False
    yield "no states", put([], *first, "states"), False
    yield "no sites", put([], "subject", "sites"), False
    yield "sites in another order", in_order("subject", "sites"), False
    yield "another SHA-256 of a state", put("0" * 64, *first, "states", 1, "sha256"), False
    yield "another SHA-256 of a parameter", put("0" * 64, *first, "parameters", 1, "sha256"), False
    yield "another index", put([0, 0], *first, "states", 1, "index"), True
    yield "another site", put("layers.1", *first, "site"), False
    yield "a parameter less", drop(*first, "parameters", 0), False
    yield "another number of streams", put(2, "subject", "streams"), False
    yield "another width", put(6, "subject", "width"), False
    yield "another mixer", put("hc-paper", "subject", "mixer"), False
    yield "no mixer", put("layer-cake", "subject", "mixer"), False
    yield "another constant", put({"decimal": "2"}, "subject", "convention", "gamma_offset"), False
    yield "a constant more", put({"decimal": "2"}, "subject", "convention", "sharpness"), False
    yield "a constant less", drop("subject", "convention", "gamma_offset"), False


def gate_forgeries(document):
    """Of the read gates of one stream, which are zero: it is not said to have won."""
    for k, q in enumerate(document["quantities"]):
        stated = {"index": 0} if q["name"] in STREAMS_NAMED else POINT if q["name"] == "read_winner_consistency" else None
        if stated:
            yield f"{q['name']} of quantity {k} stated", put(stated, "quantities", k, "value"), False


def gate_problems(document):
    """Nothing is said of who has won."""
    nothing = {"read_winner": {"value": None, "reason": "all gates may be zero"}, "read_most_frequent_winner": "undecided"}
    nothing["read_lowest_load_stream"] = nothing["read_winner"]
    found = [q for q in document["quantities"] if q["name"] in nothing]
    if {q["name"] for q in found} != set(nothing):
        yield "quantities are missing"
    yield from (f"{q['name']}: {q['value']}" for q in found if q["value"] != nothing[q["name"]])


def forgeries(document):
    yield from document_forgeries(document)
    for what, edit in (*quantity_forgeries(document), *shrunk_enclosures(document)):
        yield what, edit, False


def trajectory_bytes(tensors, mixer, sites):
    metadata = {"mixcert.trajectory": "1", "mixer": mixer, "sites": json.dumps(sites)}
    return assemble({"__metadata__": metadata, **layout(tensors)}, data_of(tensors))


def f64(shape, values):
    return Tensor("F64", shape, tuple(map(float, values)))


def documents(program, folder):
    """The trajectory first; files of the others beside."""

    def made(name, *arguments):
        run = program.run("diagnose", *map(str, arguments), "-o", str(folder / "true.json"), "--quiet")
        if run.status != 0:
            raise ValueError(f"{name}: {run.stderr}")
        return name, json.loads((folder / "true.json").read_text())

    source = random.Random(6)
    sites = {f"layers.{l}": hc_parameters(source, N, D) for l in range(3)}
    (folder / "model.safetensors").write_bytes(safetensors_bytes({k: t for l, p in sites.items() for k, t in at_site(l, p).items()}))
    states = {}
    for l in range(3):
        values = sum((hc_state(source, N, D).values for _ in range(4)), ())
        if l == 2:
            values = (0.0,) * D + values[D:]  # a zero stream has no cosine
        states[f"site00{l}.X"] = Tensor("F32", (2, 2, N, D), values)
    (folder / "way.safetensors").write_bytes(trajectory_bytes(states, "hc", list(sites)))
    along = ["--params", folder / "model.safetensors", "--trajectory", folder / "way.safetensors"]
    yield made("trajectory", *along, "--range", "0-1", "--range", "2-2")
    yield made("Jacobians along it", *along, "--range", "0-1", "--jacobian", "--at-least", "1")

    static = {"s.H": f64((2, 2), [0.75, 0.5, -0.25, 1.25]), "s.pre": f64((2,), [3, 1]), "s.post": f64((2,), [1, 1])}
    static["X"] = f64((2, 2), [1, 2, 0, 0])
    (folder / "static.safetensors").write_bytes(safetensors_bytes(static))
    of_static = ["--mixer", "static", "--params", folder / "static.safetensors", "--site", "s", "--state", f"{folder}/static.safetensors:X"]
    yield made("ties and a zero stream", *of_static, "--convention", "kind=matrix")
    singular = {**static, "s.H": f64((2, 2), [1, 0, 0, 0])}
    (folder / "singular.safetensors").write_bytes(safetensors_bytes(singular))
    of_singular = [str(x).replace("static.safe", "singular.safe") for x in of_static]
    yield made("a singular map", *of_singular, "--convention", "kind=matrix")

    n, rows = 2, (2 + 2) * 2
    v4 = {"fn": f64((rows, n * D), [source.gauss(0, 1) for _ in range(rows * n * D)]), "scale": f64((3,), [1, 1, 1]),
          "base": f64((rows,), [source.gauss(0, 1) for _ in range(rows)])}
    tensors = {**at_site("s", v4, "_"), "X": f64((n, D), [source.gauss(0, 1) for _ in range(n * D)])}
    tensors["Y"] = f64((n, D), [source.gauss(0, 1) for _ in range(n * D)])
    (folder / "v4.safetensors").write_bytes(safetensors_bytes(tensors))
    of_v4 = ["--mixer", "mhc-v4", "--params", folder / "v4.safetensors", "--site", "s", "--state", f"{folder}/v4.safetensors:X"]
    yield made("iterations", *of_v4, "--convention", "iterations=3", "--iterations", "4")
    thresholds = ["--at-least", "0.75", "--at-least", "1.25"]
    yield made(OF_JACOBIANS, *of_v4, "--state", f"{folder}/v4.safetensors:Y", "--convention", "iterations=3", "--jacobian", *thresholds)
    (folder / "balanced.safetensors").write_bytes(safetensors_bytes({"X": f64((2, 1), [1, -2])}))
    balanced = ["--mixer", "balanced", "--params", folder / "balanced.safetensors", "--site", "s"]
    yield made("no gates", *balanced, "--state", f"{folder}/balanced.safetensors:X")

    single = {"s.H": f64((1, 1), [1]), "s.pre": f64((1,), [0]), "s.post": f64((1,), [1]), "X": f64((1, 2), [1, 2])}
    (folder / "single.safetensors").write_bytes(safetensors_bytes(single))
    of_single = [str(x).replace("static.safe", "single.safe") for x in of_static]
    yield made(OF_ONE_STREAM, *of_single, "--convention", "kind=matrix", "--jacobian")

    # Cosines are 1 or -1, as many of either.
    many = {"s.H": f64((49, 49), [source.gauss(0, 1) for _ in range(49 * 49)]), "s.pre": f64((49,), range(1, 50)), "s.post": f64((49,), [1] * 49)}
    many["X"] = f64((49, 1), [3] * 28 + [-0.1] * 21)
    (folder / "many.safetensors").write_bytes(safetensors_bytes(many))
    of_many = [str(x).replace("static.safe", "many.safe") for x in of_static]
    yield made("49 streams of one feature", *of_many, "--convention", "kind=matrix")


def main(binary, extent):
    tally, binary = Tally(), os.path.abspath(binary)
    step = {"few": FEW, "all": 1}[extent]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def judged(case):
            i, document, (what, edit, unreadable) = case
            path = folder / f"forged{i}.json"
            path.write_text(json.dumps(edited(document, edit)))
            verdict = check(binary, path, folder)
            path.unlink()
            return what, list(problems_of_a_refusal(verdict, unreadable))

        for number, (what, document) in enumerate(documents(Program(binary), folder)):
            path = folder / "true.json"
            tally.record(what, problems_of_an_acceptance(check(binary, path, folder)))
            every = list(document_forgeries(document)) if number == 0 else []
            if what in FORGED:  # of the others some forgeries would be true
                every += islice(forgeries(document), number, None, step)
            if what == OF_ONE_STREAM:
                tally.record("winners of one stream", gate_problems(document))
                every += gate_forgeries(document)
            if what == OF_JACOBIANS:
                every += ((forged, edit, False) for forged, edit in islice(jacobian_forgeries(document), 0, None, max(1, step // 10)))
            cases = ((i, document, case) for i, case in enumerate(every))
            for forged, found in at_once(judged, cases):
                tally.record(f"{what}: {forged}", found)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
