#!/usr/bin/env python3
"""`mixcert diagnose`: values worked out by hand, every quantity computed again from the maps it stands on, and requests
that are refused. With reference data: the maps, gates and singular values of other people's code.

usage: diagnose.py MIXCERT_BINARY PROJECT_SOURCE_DIR [shared]
"""
import json
import random
import re
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import ends
from hc_site import at_site, hc_parameters, hc_state
from measured import Measured
from npy_file import npy_bytes
from program import Program, Tally
from safetensors_file import DECODERS, Tensor, assemble, data_of, layout, safetensors_bytes
from shared_folder import shared_folder

WIDTH = Fraction(1, 2**48)
SIZES = {"F64": 8, "F32": 4, "BF16": 2, "F16": 2}


def f64(shape, values):
    return Tensor("F64", shape, tuple(float(x) for x in values))


def npy(tensor):
    return npy_bytes(tensor, shape=tensor.shape)


def tensors_of(file):
    """Rows of numbers by name."""
    data = Path(file).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])

    def values(name):
        entry = header[name]
        size, (begin, end) = SIZES[entry["dtype"]], entry["data_offsets"]
        decode = DECODERS[entry["dtype"]]
        return [decode(data[start + k : start + k + size]) for k in range(begin, end, size)], entry["shape"]

    return values


def rows(values, d):
    return [values[k : k + d] for k in range(0, len(values), d)]


def run(program, *arguments):
    """The document."""
    done = program.run("diagnose", *map(str, arguments), "--json")
    if done.status != 0 or done.stderr:
        raise ValueError(f"status {done.status}: {done.stderr}")
    return json.loads(done.stdout)


def select(document, name, **where):
    found = [
        q for q in document["quantities"]
        if q["name"] == name and {k: v for k, v in q.items() if k not in ("name", "value", "change", "definition")} == where
    ]
    if len(found) != 1:
        raise ValueError(f"{len(found)} of {name} at {where}")
    return found[0]


def exactly(document, name, wanted, key="value", **where):
    found = select(document, name, **where)[key]
    if isinstance(wanted, (str, dict)):
        if found != wanted:
            yield f"{name} {where}: {found}, not {wanted}"
        return
    lo, hi = ends(found)
    if not lo <= wanted <= hi:
        yield f"{name} {where}: {wanted} is not in [{float(lo)}, {float(hi)}]"
    if hi - lo > WIDTH * max(abs(hi), abs(lo)) and hi - lo > Fraction(1, 10**90):
        yield f"{name} {where}: is wide"
    if lo <= wanted + Fraction(1, 10**9) <= hi:
        yield f"{name} {where}: anything is in it"


# Two streams, H = [[3/4, 1/2], [-1/4, 5/4]], read gates (3, 1), write gates (1, 1), which no stream wins.
BY_HAND = {
    "agm_forward": Fraction(3, 2), "agm_backward": Fraction(7, 4), "row_sum_error": Fraction(1, 4),
    "column_sum_error": Fraction(3, 4), "least_entry": Fraction(-1, 4), "identity_deviation": Fraction(5, 16),
    "hull_defect": Fraction(1, 4), "range_excess": Fraction(3, 4), "read_effective_streams": Fraction(8, 5),
    "write_effective_streams": Fraction(2), "read_winner": {"index": 0}, "write_winner": "undecided",
}
SITE = {
    "s.H": f64((2, 2), [0.75, 0.5, -0.25, 1.25]), "s.pre": f64((2,), [3, 1]), "s.post": f64((2,), [1, 1]),
    "t.H": f64((2, 2), [1, 0, 2, 1]), "t.pre": f64((2,), [1, 3]), "t.post": f64((2,), [0, -2]),
}
STATES = f64((2, 2, 2, 2), [1, 2, 3, -1] + [3, 4, 4, 3] + [1, 2, 3, -1] + [0, 0, 1, 0])
STATIC = ["--mixer", "static", "--convention", "kind=matrix"]


def hand_problems(program, folder):
    (folder / "site.safetensors").write_bytes(safetensors_bytes(SITE))
    (folder / "X.npy").write_bytes(npy(STATES))
    document = run(program, *STATIC, "--params", folder / "site.safetensors", "--site", "s", "--states", folder / "X.npy")
    if document["subject"]["sequences"] != [2, 2] or [s["index"] for s in document["subject"]["sites"][0]["states"]] != [
        [0, 0], [0, 1], [1, 0], [1, 1]
    ]:
        yield "the states are not those of the leading axes"
    for name, wanted in BY_HAND.items():
        yield from exactly(document, name, wanted, site=0, state=0)
    yield from exactly(document, "cosine", Fraction(24, 25), site=0, state=1, streams=[0, 1])
    yield from exactly(document, "mean_cosine", {"value": None, "reason": "a stream may be zero"}, site=0, state=3)
    yield from exactly(document, "read_load", Fraction(3, 4), site=0, state=0, stream=0)
    for s in (0, 1):
        yield from exactly(document, "read_winner_consistency", Fraction(1), site=0, sequence=s)
        yield from exactly(document, "read_most_frequent_winner", {"index": 0}, site=0, sequence=s)
        yield from exactly(document, "read_lowest_load_stream", {"index": 1}, site=0, sequence=s)
        yield from exactly(document, "write_most_frequent_winner", "undecided", site=0, sequence=s)
        lo, hi = ends(select(document, "write_winner_consistency", site=0, sequence=s)["value"])
        if lo > 0 or hi != 1:
            yield f"the consistency of undecided winners is in [{float(lo)}, {float(hi)}]"
    top = {"site": 0, "intervention": "top-k", "kept": 1}
    yield from exactly(document, "read_top_k_scale", Fraction(4, 3), mean_over="states", **top)
    yield from exactly(document, "read_top_k_removed_load", Fraction(1, 4), mean_over="states", **top)
    yield from exactly(document, "read_load_effective_streams", Fraction(1), mean_over="sequences", **top)
    yield from exactly(document, "read_load_effective_streams", Fraction(-3, 5), "change", mean_over="sequences", **top)
    yield from exactly(document, "write_top_k_scale", "undecided", mean_over="states", **top)
    yield from exactly(document, "agm_forward", Fraction(-1, 2), "change", site=0, mean_over="states", intervention="identity")
    # det H = 17/16, ||H||_F^2 = 39/16: sigma_1 sigma_2 and sigma_1^2 + sigma_2^2
    largest, second = (ends(select(document, f"{x}_singular_value", site=0, state=0)["value"]) for x in ("largest", "second"))
    if not largest[0] * second[0] <= Fraction(17, 16) <= largest[1] * second[1]:
        yield "the product of the singular values is not det H"
    if not largest[0] ** 2 + second[0] ** 2 <= Fraction(39, 16) <= largest[1] ** 2 + second[1] ** 2:
        yield "the squares of the singular values do not sum to those of the entries"


def trajectory_bytes(tensors, mixer, sites):
    metadata = {"mixcert.trajectory": "1", "mixer": mixer, "sites": json.dumps(sites)}
    return assemble({"__metadata__": metadata, **layout(tensors)}, data_of(tensors))


def hand_trajectory_problems(program, folder):
    """Products of [[3/4, 1/2], [-1/4, 5/4]] and then [[1, 0], [2, 1]]: [[3/4, 1/2], [5/4, 9/4]]."""
    state = f64((2, 2), [1, 2, 3, -1])
    file = folder / "way.safetensors"
    file.write_bytes(trajectory_bytes({"site000.X": state, "site001.X": state}, "static", ["s", "t"]))
    arguments = ["--convention", "kind=matrix", "--params", folder / "site.safetensors", "--trajectory", file]
    document = run(program, *arguments, "--range", "1-1")
    product = {"sites": [0, 1], "composite": True}
    yield from exactly(document, "agm_forward", Fraction(7, 2), state=0, **product)
    yield from exactly(document, "agm_backward", Fraction(11, 4), state=0, **product)
    yield from exactly(document, "identity_deviation", Fraction(13, 16), state=0, **product)
    yield from exactly(document, "agm_forward", Fraction(9, 4), sites=[0, 1], mean_over="sites and states")
    yield from exactly(document, "agm_forward", Fraction(3), state=0, sites=[1, 1], composite=True)
    without = {"mean_over": "states", "intervention": "identity", "replaced": [1, 1], **product}
    yield from exactly(document, "agm_forward", Fraction(3, 2), **without)
    yield from exactly(document, "agm_forward", Fraction(-2), "change", **without)
    yield from exactly(document, "write_load", Fraction(1), site=1, state=0, stream=1)
    one = run(program, *arguments, "--sites", "t")
    if [site["site"] for site in one["subject"]["sites"]] != ["t"]:
        yield "--sites does not choose"


def again(document, states, tally, name):
    """Every quantity, and that the comparison would find it moved."""
    known = Measured(document, states)
    tally.record(f"{name}: every quantity", (p for q in document["quantities"] for p in known.problems(q)))
    unnoticed = []
    for q in document["quantities"]:
        for key in ("value", "change"):
            if "lo" in q.get(key, {}):
                lo, hi = ends(q[key])
                moved = {**q, key: {"lo": str(float(hi) + 1e-6 * (1 + abs(float(hi)))), "hi": str(float(hi) + 1)}}
                if not list(known.problems(moved)):
                    unnoticed.append(f"{q['name']} {key} can be moved unnoticed")
    tally.record(f"{name}: moved quantities are noticed", unnoticed)


def check_schema(tally, name, document):
    if schema.available():
        tally.record(f"{name}: schema", schema.schema_checker("certificate")(document))
    else:
        tally.skip(f"{name}: schema", schema.MISSING)


def made_cases(program, folder, tally):
    """Three sites of three streams, two sequences of two tokens."""
    source = random.Random(5)
    sites = {f"layers.{l}": hc_parameters(source, 3, 6) for l in range(3)}
    parameters = folder / "model.safetensors"
    parameters.write_bytes(safetensors_bytes({k: x for l, p in sites.items() for k, x in at_site(l, p).items()}))
    tokens = {f"site00{l}.X": [hc_state(source, 3, 6) for _ in range(4)] for l in range(3)}
    stacked = {name: Tensor("F32", (2, 2, 3, 6), sum((t.values for t in list_), ())) for name, list_ in tokens.items()}
    way = folder / "tokens.safetensors"
    way.write_bytes(trajectory_bytes(stacked, "hc", list(sites)))
    document = run(program, "--params", parameters, "--trajectory", way, "--range", "0-1", "--range", "2-2")
    again(document, lambda l, t: rows(tokens[f"site00{l}.X"][t].values, 6), tally, "trajectory of tokens")
    check_schema(tally, "trajectory of tokens", document)
    one = run(program, "--params", parameters, "--trajectory", f"{way}:[1]")
    indices = [state["index"] for state in one["subject"]["sites"][2]["states"]]
    tally.record("one sequence of a trajectory", [] if indices == [[1, 0], [1, 1]] else [f"has {indices}"])


def example_cases(program, source, tally):
    data = source / "examples" / "data"
    file = data / "hc_states.safetensors"
    names = [f"site05_{x}.X" for x in ("p0_t0", "p1_t127", "p3_t127")]
    states = [x for name in names for x in ("--state", f"{file}:{name}")]
    document = run(program, "--mixer", "hc", "--params", data / "hc_params.safetensors", "--site", "site05", *states)
    read = tensors_of(file)
    again(document, lambda _, t: rows(read(names[t])[0], 256), tally, "example data")
    check_schema(tally, "example data", document)
    return document


def close(found, wanted, tolerance, what):
    lo, hi = ends(found)
    if not lo - tolerance <= Fraction(wanted) <= hi + tolerance:
        yield f"{what}: {wanted} is not in [{float(lo)}, {float(hi)}]"


def oracle_problems(document, case, gates, errors):
    maps = document["forward"][0]
    for i, row in enumerate(case["H"]):
        for j, x in enumerate(row):
            yield from close(maps["H"][i][j], x, Fraction(1, 10**13), f"H[{i}][{j}]")
    for which, key in gates.items():
        for j, x in enumerate(case[key]):
            yield from close(maps[which][j], x, Fraction(1, 10**13), f"{which} gate {j}")
    here = {"site": 0, "state": 0}
    for name, k in (("largest", 0), ("second", 1), ("smallest", -1)):
        found = select(document, f"{name}_singular_value", **here)["value"]
        yield from close(found, case["sigma_H"][k], Fraction(1, 10**13) * max(1, Fraction(case["sigma_H"][0])), name)
    for name, key in errors.items():
        yield from close(select(document, name, **here)["value"], case[key], Fraction(1, 10**13), name)


def product_problems(document, sigma, tolerance):
    """The singular values of the product of all H, and that they would be missed if moved."""
    last = len(document["subject"]["sites"]) - 1
    for name, k in (("largest", 0), ("second", 1), ("smallest", -1)):
        wanted = Fraction(sigma[k])
        found = select(document, f"{name}_singular_value", state=0, sites=[0, last], composite=True)["value"]
        yield from close(found, wanted, tolerance * Fraction(sigma[0]), name)
        if not list(close(found, wanted * (1 + Fraction(1, 10**12)), tolerance * Fraction(sigma[0]), name)) and k == 0:
            yield f"{name}: another value is in its enclosure"


def product_cases(program, folder, scratch, tally):
    for chain in "PHDES":
        files = folder / "deep"
        expected = json.loads((files / f"{chain}_expected.json").read_text())
        arguments = ["--params", files / f"{chain}_params.safetensors", "--trajectory", files / f"{chain}_trajectory.safetensors"]
        tally.record(f"chain {chain}", product_problems(run(program, *arguments), expected["frozen"]["sigma"], Fraction(1, 10**40)))
    for model in ("A", "B"):
        states = folder / "hc" / f"hc{model}_states.safetensors"
        read = tensors_of(states)
        cases = {c["id"]: c for c in json.loads((folder / "hc" / f"hc{model}_expected.json").read_text())["cases"]}
        for case in json.loads((folder / "hc" / f"hc{model}_products.json").read_text())["cases"]:
            sites = [cases[state]["params"].rstrip(".") for state in case["states"]]
            tensors = {}
            for l, state in enumerate(case["states"]):
                values, shape = read(cases[state]["X"])
                tensors[f"site{l:03}.X"] = Tensor("F32", tuple(shape), tuple(values))
            way = scratch / "way.safetensors"
            way.write_bytes(trajectory_bytes(tensors, "hc", sites))
            arguments = ["--params", folder / "hc" / f"hc{model}_params.safetensors", "--trajectory", way]
            name = f"product {model} {case['trajectory']}"
            tally.record(name, product_problems(run(program, *arguments), case["frozen_sigma"], Fraction(1, 10**13)))


def checked_problems(program, scratch, document, folder):
    file = scratch / "checked.json"
    file.write_text(json.dumps(document))
    done = program.run("check", file, "--data", folder)
    if done.status != 0:
        yield f"check: status {done.status}, {done.stdout.decode()}{done.stderr}"


def oracle_cases(program, tally):
    with tempfile.TemporaryDirectory() as scratch:
        folder, scratch = shared_folder() / "oracles", Path(scratch)
        product_cases(program, folder, scratch, tally)
        state_cases(program, folder, scratch, tally)


def state_cases(program, folder, scratch, tally):
    for model in ("A", "B"):
        expected = json.loads((folder / "hc" / f"hc{model}_expected.json").read_text())
        states = folder / "hc" / f"hc{model}_states.safetensors"
        read = tensors_of(states)
        for case in expected["cases"]:
            arguments = ["--mixer", "hc", "--params", folder / "hc" / f"hc{model}_params.safetensors"]
            arguments += ["--site", case["params"].rstrip("."), "--state", f"{states}:{case['X']}"]
            document = run(program, *arguments)
            tally.record(case["id"], oracle_problems(document, case, {"read": "read", "write": "beta"}, {}))
            values, (_, d) = read(case["X"])
            known = Measured(document, lambda l, t: rows(values, d))
            tally.record(f"{case['id']}: every quantity", (p for q in document["quantities"] for p in known.problems(q)))
            if case["position"] == 0:
                tally.record(f"{case['id']}: checked", checked_problems(program, scratch, document, folder / "hc"))
    for width in (64, 512, 4096):
        inputs = folder / "mhc" / f"mhc_d{width}_inputs.safetensors"
        for case in json.loads((folder / "mhc" / f"mhc_d{width}_expected.json").read_text())["cases"]:
            arguments = ["--mixer", "mhc-v4", "--params", inputs, "--site", f"{case['weights']}.hc_attn"]
            document = run(program, *arguments, "--state", f"{inputs}:{case['state_tensor']}")
            # comb is H transposed
            errors = {"row_sum_error": "col_sum_err_comb", "column_sum_error": "row_sum_err_comb"}
            gates = {"read": "pre", "write": "post"}
            tally.record(case["id"], oracle_problems(document, case, gates, {k: v for k, v in errors.items() if v in case}))
            tally.record(f"{case['id']}: checked", checked_problems(program, scratch, document, folder / "mhc"))


def iteration_problems(program, folder):
    """The last count of iterations is the convention's own, and columns come nearer with each."""
    source = random.Random(8)
    n, d = 2, 4
    site = {
        "fn": Tensor("F64", ((2 + n) * n, n * d), tuple(source.gauss(0, 1) for _ in range((2 + n) * n * n * d))),
        "scale": f64((3,), [1, 1, 1]), "base": f64(((2 + n) * n,), [source.gauss(0, 1) for _ in range((2 + n) * n)]),
    }
    file = folder / "v4.safetensors"
    file.write_bytes(safetensors_bytes({**at_site("s", site, "_"), "X": f64((n, d), [source.gauss(0, 1) for _ in range(n * d)])}))
    arguments = ["--mixer", "mhc-v4", "--params", file, "--site", "s", "--state", f"{file}:X", "--convention", "iterations=4"]
    document = run(program, *arguments, "--iterations", "4")
    here = {"site": 0, "state": 0}
    for name in ("row_sum_error", "column_sum_error"):
        own = select(document, name, **here)["value"]
        if select(document, f"{name}_after_iterations", iterations=4, **here)["value"] != own:
            yield f"{name} after all iterations is not that of H"
    columns = [ends(select(document, "column_sum_error_after_iterations", iterations=k, **here)["value"]) for k in range(1, 5)]
    if not all(later[1] < earlier[0] for earlier, later in zip(columns, columns[1:])):
        yield f"columns do not come nearer: {columns}"


def kind_problems(program, folder, source, document):
    """What other commands make of a diagnosis."""
    file = folder / "diagnosis.json"
    file.write_text(json.dumps(document))
    checked = program.run("check", file, "--data", source / "examples" / "data")
    if checked.status != 0 or checked.stdout.decode().splitlines()[-1] != "VERIFIED":
        yield f"check: status {checked.status}, {checked.stdout.decode()}"
    for command in (["show", file], ["prove", file, "-o", folder / "x.md"]):
        done = program.run(*command)
        if done.status != 0 or done.stderr:
            yield f"{command[0]}: status {done.status}, {done.stderr}"


def text_problems(program, source):
    data = source / "examples" / "data"
    done = program.run(
        "diagnose", "--mixer", "hc", "--params", data / "hc_params.safetensors", "--site", "site01",
        "--state", f"{data}/hc_states.safetensors:site01_p3_t127.X",
    )
    text = done.stdout.decode()
    if done.status != 0 or done.stderr:
        yield f"status {done.status}: {done.stderr}"
    for piece in ("AGM fwd", "n_eff", "site01", "top-k gates", "docs/reference/diagnose.md"):
        if piece not in text:
            yield f"the text does not say {piece}"


def page_problems(source, document):
    """docs/reference/diagnose.md has every name, and the code's definition of each is its own."""
    page = (source / "docs" / "reference" / "diagnose.md").read_text()
    definitions = {}
    for q in document["quantities"]:
        name = q["name"]
        base = re.sub("^(read|write)_", "", name)
        words = [f"`{base}`", f"`{base}_`", f"`{base.split('_', 1)[0]}_`"]
        if not any(word in page for word in words):
            yield f"{name} is not in the page"
        if definitions.setdefault(name, q["definition"]) != q["definition"]:
            yield f"{name} has two definitions"
    if len(set(definitions.values())) != len(definitions):
        yield "two names have one definition"


def refused_problems(program, folder):
    site, states = folder / "site.safetensors", folder / "X.npy"
    other, way = folder / "other.npy", folder / "way.safetensors"
    other.write_bytes(npy(f64((2, 3), range(6))))
    matrix = folder / "two.npy"
    matrix.write_bytes(npy(f64((2, 2), range(4))))
    (folder / "none.npy").write_bytes(npy(f64((0, 2, 2), [])))
    (folder / "row.npy").write_bytes(npy(f64((2,), [1, 2])))
    at = [*STATIC, "--params", site, "--site", "s"]
    along = ["--convention", "kind=matrix", "--params", site, "--trajectory", way]
    for arguments, reason in (
        (at, "--state, --states or --trajectory"),
        ([*at, "--state", matrix, "--states", states], "one of the three"),
        ([*at, "--state", matrix, "--state", other], "same streams and features"),
        ([*at, "--state", states], "leading indices"),
        ([*at, "--states", folder / "none.npy"], "holds no state"),
        ([*at, "--states", folder / "row.npy"], "streams x features"),
        ([*at, "--states", f"{states}:[2]"], "no slice"),
        ([*at[:-2], "--state", matrix], "--site"),
        (["--params", site, "--site", "s", "--state", matrix], "--mixer"),
        ([*at, "--state", matrix, "--range", "0-0"], "--trajectory"),
        ([*at, "--state", matrix, "--sites", "s*"], "--trajectory"),
        ([*at, "--state", matrix, "-o", matrix], "would overwrite an input"),
        ([*at, "--state", matrix, "-o", site], "would overwrite an input"),
        ([*along, "--site", "s"], "--sites"),
        ([*along, "--mixer", "hc"], "of mixer static"),
        ([*along, "--range", "1-2"], "from 0 to 1"),
        ([*along, "--range", "1-0"], "FIRST-LAST"),
        ([*along, "--range", "x"], "FIRST-LAST"),
        ([*along, "--sites", "nothing"], "no site matches"),
        ([*along, "-o", way], "would overwrite an input"),
    ):
        done = program.run("diagnose", *map(str, arguments))
        if done.status != 2 or reason not in done.stderr or done.stdout:
            yield f"{[str(x) for x in arguments]}: status {done.status}: {done.stderr}"
    hc = folder / "hc.safetensors"
    hc.write_bytes(safetensors_bytes({**at_site("s", hc_parameters(random.Random(1), 2, 2)), "X": f64((2, 2), [1e-12, 0, 1, 2])}))
    at_clamp = ["--mixer", "hc", "--params", hc, "--site", "s", "--state", f"{hc}:X"]
    done = program.run("diagnose", *map(str, [*at_clamp, "--iterations", "3"]))
    if done.status != 2 or "iterates nothing" not in done.stderr:
        yield f"--iterations: status {done.status}: {done.stderr}"
    done = program.run("diagnose", *map(str, at_clamp), "--json")
    refusal = json.loads(done.stdout)
    if done.status != 3 or refusal["format"] != "mixcert-refusal" or "site s, state 0: " not in refusal["reason"]:
        yield f"a stream at the clamp: status {done.status}: {refusal}"
    if schema.available():
        yield from schema.schema_checker("refusal")(refusal)


def main(binary, source, *kind):
    program, tally, source = Program(binary), Tally(), Path(source)
    if kind:
        oracle_cases(program, tally)
        return tally.finish()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tally.record("values worked out by hand", hand_problems(program, folder))
        tally.record("products worked out by hand", hand_trajectory_problems(program, folder))
        made_cases(program, folder, tally)
        document = example_cases(program, source, tally)
        tally.record("iterations", iteration_problems(program, folder))
        tally.record("other commands", kind_problems(program, folder, source, document))
        tally.record("page", page_problems(source, document))
        tally.record("text", text_problems(program, source))
        tally.record("requests that are refused", refused_problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
