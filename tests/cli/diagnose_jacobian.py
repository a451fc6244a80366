#!/usr/bin/env python3
"""`mixcert diagnose --jacobian`: values worked out by hand, means and changes computed again from their members, the
documents' shape, and requests that are refused. With reference data: singular values of Jacobians by other people's code.

usage: diagnose_jacobian.py MIXCERT_BINARY PROJECT_SOURCE_DIR [shared]
"""
import copy
import json
import sys
import tempfile
from fractions import Fraction
from math import fsum, log
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import ends
from diagnose import SITE, STATES, check_schema, close, exactly, f64, npy, page_problems, run, select, tensors_of, trajectory_bytes
from program import Program, Tally
from safetensors_file import safetensors_bytes
from shared_folder import shared_folder

MEANS = """jacobian_norm frozen_norm norm_ratio mean_square frozen_mean_square mean_square_ratio log_abs_determinant
stable_rank conserved_channel_gain""".split()
SINKHORN = ["sinkhorn_jacobian_norm", "sinkhorn_off_diagonal_norm", "sinkhorn_bound"]
STOPPED = ["jacobian_norm", "mean_square", "log_abs_determinant", "stable_rank"]
HERE = {"site": 0, "state": 0}
STOP = {"intervention": "stopped-router"}
NO_GAP = {"value": None, "reason": "the largest singular value was not told from the next"}
SINGULAR = {"value": None, "reason": "a singular value may be zero"}


def threshold(text):
    return {"threshold": {"hex" if "x" in text else "decimal": text}}


def of_jacobians(document):
    names = {*MEANS, *SINKHORN, "feedback_rank", "count_at_least", "top_direction"}
    return [q for q in document["quantities"] if q["name"] in names]


def count(lo, hi):
    return {"at_least": lo, "at_most": hi}


def direction(found):
    """The numbers of a direction, and the square of the bound."""
    matrix = found["direction"]
    scale = Fraction(2) ** matrix["exp2"]
    return [int(x, 16) * scale for x in matrix["entries"]], Fraction(float.fromhex(found["sine"]["hi_hex"])) ** 2


def balanced_problems(program, folder):
    """X = (1, -1), K = 9/8, epsilon = 5/4: H = 1/2, and J = [1 0; 3/4 0] in the mean and half the difference."""
    (folder / "none.safetensors").write_bytes(safetensors_bytes({"s.unused": f64((1,), [0])}))
    (folder / "pair.npy").write_bytes(npy(f64((2, 1), [1, -1])))
    document = run(
        program, "--mixer", "balanced", "--convention", "K=1.125", "--convention", "epsilon=1.25", "--params", folder / "none.safetensors",
        "--site", "s", "--state", folder / "pair.npy", "--jacobian", "--at-least", "1.25", "--at-least", "1.2499", "--at-least", "0x1.8p+0",
    )
    for name, wanted in (
        ("jacobian_norm", Fraction(5, 4)), ("frozen_norm", Fraction(1)), ("norm_ratio", Fraction(5, 4)),
        ("mean_square", Fraction(25, 32)), ("frozen_mean_square", Fraction(1, 2)), ("mean_square_ratio", Fraction(25, 16)),
        ("log_abs_determinant", SINGULAR), ("stable_rank", Fraction(1)), ("conserved_channel_gain", Fraction(5, 4)),
        ("feedback_rank", count(1, 1)),
    ):
        yield from exactly(document, name, wanted, **HERE)
    for text, wanted in (("1.25", count(0, 1)), ("1.2499", count(1, 1)), ("0x1.8p+0", count(0, 0))):
        yield from exactly(document, "count_at_least", wanted, **threshold(text), **HERE)
    for name, wanted in (("jacobian_norm", Fraction(-1, 4)), ("mean_square", Fraction(-9, 32)), ("log_abs_determinant", SINGULAR)):
        yield from exactly(document, name, wanted, "change", **STOP, **HERE)
    yield from exactly(document, "jacobian_norm", Fraction(1), **STOP, **HERE)
    lo, hi = ends(select(document, "stable_rank", **STOP, **HERE)["change"])
    if not -Fraction(1, 10**25) < lo < 0 < hi < Fraction(1, 10**25):
        yield f"the stable rank, 1 as before, changes by [{float(lo)}, {float(hi)}]"
    found = select(document, "top_direction", **HERE)["value"]
    for side, (a, b) in (("right", (1, 1)), ("left", (7, 1))):  # J (1, 1) is (1 + 3/4, 1 - 3/4)
        (p, q), bound = direction(found[side])
        if not (p * b - q * a) ** 2 <= bound * (p * p + q * q) * (a * a + b * b) < Fraction(1, 10**28):
            yield f"the {side} direction is farther from {(a, b)} than its bound, or the bound is wide"


def constant_problems(program, folder):
    """H = [[1/2, 1/4], [1/4, 1/2]] has the values 3/4 and 1/4, each twice in J: two features, no feedback."""
    (folder / "even.safetensors").write_bytes(safetensors_bytes({"s.H": f64((2, 2), [0.5, 0.25, 0.25, 0.5]), "s.pre": f64((2,), [1, 1]), "s.post": f64((2,), [1, 1])}))
    (folder / "X.npy").write_bytes(npy(STATES))
    document = run(
        program, "--mixer", "static", "--convention", "kind=matrix", "--params", folder / "even.safetensors", "--site", "s",
        "--states", folder / "X.npy", "--jacobian", "--at-least", "0.75", "--at-least", "0.5",
    )
    for name, wanted in (
        ("jacobian_norm", Fraction(3, 4)), ("norm_ratio", Fraction(1)), ("mean_square", Fraction(5, 16)),
        ("stable_rank", Fraction(20, 9)), ("conserved_channel_gain", Fraction(3, 4)), ("feedback_rank", count(0, 0)),
        ("top_direction", NO_GAP),
    ):
        yield from exactly(document, name, wanted, **HERE)
    yield from close(select(document, "log_abs_determinant", **HERE)["value"], 2 * log(3 / 16), Fraction(1, 10**14), "the logarithm")
    yield from exactly(document, "count_at_least", count(0, 2), **threshold("0.75"), **HERE)
    yield from exactly(document, "count_at_least", count(2, 2), **threshold("0.5"), **HERE)
    yield from exactly(document, "stable_rank", Fraction(20, 9), **STOP, site=0, mean_over="states")
    for q in of_jacobians(document):
        if "lo" in q.get("change", {}):
            lo, hi = ends(q["change"])
            if not -Fraction(1, 10**25) < lo < 0 < hi < Fraction(1, 10**25):
                yield f"{q['name']} changes though nothing was fed back: [{float(lo)}, {float(hi)}]"


def extreme_problems(program, folder):
    """H = 0 has no ratios and no determinant; the square of 2^600 is no binary64 number, and what needs none is there."""
    def measured(entries):
        site = {"s.H": f64((2, 2), entries), "s.pre": f64((2,), [1, 1]), "s.post": f64((2,), [1, 1])}
        (folder / "extreme.safetensors").write_bytes(safetensors_bytes(site))
        return run(
            program, "--mixer", "static", "--convention", "kind=matrix", "--params", folder / "extreme.safetensors", "--site", "s",
            "--state", folder / "two.npy", "--jacobian",
        )

    document = measured([0] * 4)
    for name, wanted in (("norm_ratio", "the frozen map may be zero"), ("stable_rank", "the norm may be zero")):
        yield from exactly(document, name, {"value": None, "reason": wanted}, **HERE)
    yield from exactly(document, "log_abs_determinant", SINGULAR, **STOP, **HERE)
    yield from exactly(document, "log_abs_determinant", SINGULAR, site=0, mean_over="states")
    document = measured([2**600, 0, 0, 2**599])
    yield from exactly(document, "mean_square", {"value": None, "reason": "it lies beyond the range of binary64"}, **HERE)
    yield from exactly(document, "mean_square_ratio", Fraction(1), **HERE)
    yield from exactly(document, "stable_rank", Fraction(5, 2), **HERE)


def sinkhorn_problems(program, folder):
    """Equal logits: J_S = (1/2) Q kron Q, of norm 1/2, and sqrt(1/8) off the diagonal."""
    site = {"s.H_res_logits": f64((2, 2), [0.5] * 4), "s.H_pre_logits": f64((2,), [0, 0]), "s.H_post_logits": f64((2,), [0, 0])}
    (folder / "logits.safetensors").write_bytes(safetensors_bytes(site))
    (folder / "two.npy").write_bytes(npy(f64((2, 2), [1, 2, 3, -1])))
    document = run(
        program, "--mixer", "static", "--convention", "kind=sinkhorn", "--convention", "temperature=1", "--convention", "iterations=2",
        "--params", folder / "logits.safetensors", "--site", "s", "--state", folder / "two.npy", "--jacobian",
    )
    yield from exactly(document, "sinkhorn_jacobian_norm", Fraction(1, 2), **HERE)
    for name, square in (("sinkhorn_off_diagonal_norm", Fraction(1, 8)), ("sinkhorn_bound", Fraction(1, 32))):
        for place in (HERE, {"site": 0, "mean_over": "states"}):
            lo, hi = ends(select(document, name, **place)["value"])
            if not lo**2 <= square <= hi**2 or hi - lo > Fraction(1, 10**15):
                yield f"{name}: the root of {square} is not in [{float(lo)}, {float(hi)}]"


def within(found, members, what):
    """An enclosure of the mean of what lies in these enclosures, and of little more."""
    lo, hi = ends(found)
    low, high = (sum(m[end] for m in members) / len(members) for end in (0, 1))
    slack = Fraction(1, 10**14) * (1 + abs(high))
    if not (lo <= high and low <= hi and low - slack <= lo and hi <= high + slack):
        yield f"{what}: [{float(lo)}, {float(hi)}] beside [{float(low)}, {float(high)}]"


def mean_problems(document, sites, states):
    """Means of states at sites, and what stopping changes, from the values of the states."""
    def value(name, key="value", **where):
        return ends(select(document, name, **where)[key])

    for name in MEANS:
        for site in range(sites):
            members = [value(name, site=site, state=t) for t in range(states)]
            yield from within(select(document, name, site=site, mean_over="states")["value"], members, f"{name} at {site}")
        members = [value(name, site=l, state=t) for l in range(sites) for t in range(states)]
        over = {"sites": [0, sites - 1], "mean_over": "sites and states"}
        yield from within(select(document, name, **over)["value"], members, f"{name} over all")
    places = [{"site": l, "state": t} for l in range(sites) for t in range(states)]
    places += [{"site": l, "mean_over": "states"} for l in range(sites)]
    places += [{"sites": [0, sites - 1], "mean_over": "sites and states"}]
    for where in places:
        for name in STOPPED:
            after, before = value(name, **STOP, **where), value(name, **where)
            change = (after[0] - before[1], after[1] - before[0])
            yield from within(select(document, name, **STOP, **where)["change"], [change], f"change of {name} at {where}")
        for actual, frozen in (("jacobian_norm", "frozen_norm"), ("mean_square", "frozen_mean_square")):
            if value(actual, **STOP, **where) != value(frozen, **where):
                yield f"{actual} at {where}, stopped, is not {frozen}"


def trajectory_problems(program, source, folder, tally):
    """Two sites of the example data, each at two of its states, as a trajectory of two tokens."""
    data = source / "examples" / "data"
    read = tensors_of(data / "hc_states.safetensors")
    stacked = {}
    for l, names in enumerate((("site01_p3_t127", "site05_p0_t0"), ("site05_p1_t127", "site05_p3_t127"))):
        values = [read(f"{name}.X")[0] for name in names]
        stacked[f"site{l:03}.X"] = f64((2, 4, 256), sum(values, []))
    way = folder / "tokens.safetensors"
    way.write_bytes(trajectory_bytes(stacked, "hc", ["site01", "site05"]))
    document = run(program, "--params", data / "hc_params.safetensors", "--trajectory", way, "--jacobian", "--at-least", "1")
    tally.record("means and changes", mean_problems(document, 2, 2))
    check_schema(tally, "trajectory", document)
    tally.record("page", page_problems(source, document))
    tally.record("what there is", inventory_problems(program, data, document, way))
    return document


def inventory_problems(program, data, document, way):
    """Counts and directions have no mean; nothing of Jacobians is there unasked."""
    for q in of_jacobians(document):
        if q["name"] in ("feedback_rank", "count_at_least", "top_direction") and ("state" not in q or "change" in q):
            yield f"{q['name']} is of more than one state"
        if ("threshold" in q) != (q["name"] == "count_at_least"):
            yield f"{q['name']} has a threshold, or has none"
        if q["name"] in SINKHORN:
            yield f"{q['name']} of a mixer without Sinkhorn iteration"
    own = [q for q in of_jacobians(document) if q.get("site") == 0 and q.get("state") == 0]
    wanted = [*MEANS, "feedback_rank", "count_at_least", "top_direction", *STOPPED]
    if [q["name"] for q in own] != wanted:
        yield f"the quantities of a state are {[q['name'] for q in own]}"
    without = run(program, "--params", data / "hc_params.safetensors", "--trajectory", way)
    names = {json.dumps(q, sort_keys=True) for q in of_jacobians(document)}
    if [json.dumps(q, sort_keys=True) for q in without["quantities"]] != [
        text for q in document["quantities"] if (text := json.dumps(q, sort_keys=True)) not in names
    ]:
        yield "what is measured besides changes with --jacobian"


def shape_problems(document):
    """The schema refuses other shapes."""
    check = schema.schema_checker("certificate")
    at = {q["name"]: k for k, q in enumerate(document["quantities"]) if q.get("state") == 0}

    def edited(name, edit):
        other = copy.deepcopy(document)
        edit(other["quantities"][at[name]])
        return other

    for name, what, edit in (
        ("feedback_rank", "no upper count", lambda q: q["value"].pop("at_most")),
        ("count_at_least", "a negative count", lambda q: q["value"].update(at_least=-1)),
        ("count_at_least", "a threshold that is a word", lambda q: q.update(threshold={"text": "one"})),
        ("count_at_least", "a threshold that is a number", lambda q: q.update(threshold=1)),
        ("top_direction", "one direction", lambda q: q["value"].pop("left")),
        ("top_direction", "no bound", lambda q: q["value"]["right"].pop("sine")),
        ("top_direction", "a direction of numbers", lambda q: q["value"]["right"].update(direction=[1, 0])),
        ("jacobian_norm", "an unknown intervention", lambda q: q.update(intervention="frozen")),
    ):
        if not list(check(edited(name, edit))):
            yield f"{what} is no problem"


def refused_problems(program, folder):
    (folder / "site.safetensors").write_bytes(safetensors_bytes(SITE))
    at = ["--mixer", "static", "--convention", "kind=matrix", "--params", folder / "site.safetensors", "--site", "s"]
    at += ["--state", folder / "two.npy"]
    for arguments, reason in (
        (["--at-least", "1"], "add --jacobian"),
        (["--jacobian", "--at-least", "one"], "--at-least one: "),
        (["--jacobian", "--at-least", ""], "--at-least ''"),
        (["--jacobian", "--at-least", "0"], "positive"),
        (["--jacobian", "--at-least", "-1"], "positive"),
        (["--jacobian", "--at-least", "nan"], "--at-least nan"),
        (["--jacobian", "--at-least", "1", "--at-least", "1"], "twice"),
    ):
        done = program.run("diagnose", *map(str, at), *arguments)
        if done.status != 2 or reason not in done.stderr or done.stdout:
            yield f"{arguments}: status {done.status}: {done.stderr}"


def text_problems(program, source):
    data = source / "examples" / "data"
    done = program.run(
        "diagnose", "--mixer", "hc", "--params", data / "hc_params.safetensors", "--site", "site01",
        "--state", f"{data}/hc_states.safetensors:site01_p3_t127.X", "--jacobian", "--at-least", "0.9",
    )
    text = done.stdout.decode()
    if done.status != 0 or done.stderr:
        yield f"status {done.status}: {done.stderr}"
    for piece in ("Jacobians", "log |det|", "channel gain", "feedback rank", "values >= 0.9"):
        if piece not in text:
            yield f"the text does not say {piece}"


def expected_of(case, n, d):
    """From the singular values of other people's code, and their accuracy."""
    sigma, frozen = (list(map(float, case[key])) for key in ("sigma_J", "sigma_H"))
    square, frozen_square = fsum(x * x for x in sigma), d * fsum(x * x for x in frozen)
    values = {
        "jacobian_norm": sigma[0], "frozen_norm": frozen[0], "norm_ratio": sigma[0] / frozen[0], "mean_square": square / (n * d),
        "frozen_mean_square": frozen_square / (n * d), "mean_square_ratio": square / frozen_square,
        "stable_rank": square / sigma[0] ** 2,
    }
    relative = {name: abs(x) * 1e-11 for name, x in values.items()}
    # sigma_i is off by some 1e-14 sigma_1, and so is its logarithm, divided by sigma_i
    values["log_abs_determinant"] = fsum(map(log, sigma))
    relative["log_abs_determinant"] = 1e-12 + fsum(1e-14 * sigma[0] / x for x in sigma)
    return {name: (x, Fraction(relative[name])) for name, x in values.items()}


def oracle_problems(document, case, n, d):
    for name, (wanted, tolerance) in expected_of(case, n, d).items():
        found = select(document, name, **HERE)["value"]
        yield from close(found, wanted, tolerance, name)
        if not list(close(found, wanted + 3 * float(tolerance), tolerance, name)):
            yield f"{name}: another value is in its enclosure"
    for q in document["quantities"]:
        if q["name"] == "count_at_least":
            x, found = float(q["threshold"]["decimal"]), q["value"]
            sigma = list(map(float, case["sigma_J"]))
            least, most = (sum(s >= x + sign * 1e-12 * sigma[0] for s in sigma) for sign in (1, -1))
            if not (least <= found["at_most"] and found["at_least"] <= most) or least == most and found != count(least, most):
                yield f"{found} of the values are at least {x}, and not {least} to {most}"
    gain, norm = (ends(select(document, name, **HERE)["value"]) for name in ("conserved_channel_gain", "jacobian_norm"))
    if gain[0] > norm[1]:
        yield "the norm is below what the conserved channel says"


def oracle_cases(program, tally):
    folder = shared_folder() / "oracles"
    counts = [x for text in ("0.5", "1", "1.01") for x in ("--at-least", text)]
    for model in ("A", "B"):
        states = folder / "hc" / f"hc{model}_states.safetensors"
        for case in json.loads((folder / "hc" / f"hc{model}_expected.json").read_text())["cases"]:
            arguments = ["--mixer", "hc", "--params", folder / "hc" / f"hc{model}_params.safetensors"]
            arguments += ["--site", case["params"].rstrip("."), "--state", f"{states}:{case['X']}", "--jacobian", *counts]
            document = run(program, *arguments)
            n, d = document["subject"]["streams"], document["subject"]["width"]
            tally.record(case["id"], oracle_problems(document, case, n, d))
    for width in (64, 512, 4096):
        inputs = folder / "mhc" / f"mhc_d{width}_inputs.safetensors"
        for case in json.loads((folder / "mhc" / f"mhc_d{width}_expected.json").read_text())["cases"]:
            arguments = ["--mixer", "mhc-v4", "--params", inputs, "--site", f"{case['weights']}.hc_attn"]
            document = run(program, *arguments, "--state", f"{inputs}:{case['state_tensor']}", "--jacobian", *counts)
            if "sigma_J" in case:
                tally.record(case["id"], oracle_problems(document, case, case["n"], case["d"]))
            tally.record(f"{case['id']}: ratios", ratio_problems(document, case))


def ratio_problems(document, case):
    for name, key in (("norm_ratio", "ratio_largest_actual_over_frozen"), ("mean_square_ratio", "ratio_mean_square")):
        yield from close(select(document, name, **HERE)["value"], case[key], Fraction(1, 10**11) * Fraction(case[key]), name)


def main(binary, source, *kind):
    program, tally, source = Program(binary), Tally(), Path(source)
    if kind:
        oracle_cases(program, tally)
        return tally.finish()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tally.record("two streams by hand", balanced_problems(program, folder))
        tally.record("constant maps by hand", constant_problems(program, folder))
        tally.record("equal logits by hand", sinkhorn_problems(program, folder))
        tally.record("zero and far values", extreme_problems(program, folder))
        document = trajectory_problems(program, source, folder, tally)
        if schema.available():
            tally.record("other shapes", shape_problems(document))
        tally.record("text", text_problems(program, source))
        tally.record("requests that are refused", refused_problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
