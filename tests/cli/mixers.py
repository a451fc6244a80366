#!/usr/bin/env python3
"""`mixcert mixers`: lists, declarations, costs and refusals; and the table of docs/reference/mixers.md against them.

usage: mixers.py MIXCERT_BINARY PROJECT_SOURCE_DIR
"""
import json
import re
import sys
from fractions import Fraction
from math import prod
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally

NAMES = """hc hc-paper lucid-mhc mhc-flat mhc-v4 mhc-lite kromhc go-mhc krom-go ohc shc jpmhc circulant static balanced
cayley""".split()
STAGES = ("route", "mix", "apply")
LARGEST = ("--streams", "4096", "--features", "16777216")


def document(program, *arguments):
    run = program.run("mixers", *arguments, "--json")
    if run.status != 0 or run.stderr:
        raise ValueError(f"{arguments}: status {run.status}, {run.stderr}")
    return json.loads(run.stdout)


def text(program, *arguments):
    return program.run("mixers", *arguments).stdout.decode()


def value_of(formula, variables):
    """What a polynomial's text says."""
    total = Fraction(0)
    for sign, term in re.findall(r"(^-|[+-] |^)([^+-]+)", formula):
        product = Fraction(1)
        for factor in term.split():
            name, _, power = factor.partition("^")
            base = Fraction(variables[name]) if name in variables else Fraction(name)
            product *= base ** int(power or 1)
        total += -product if "-" in sign else product
    return total


def counts(costs):
    yield costs["parameters"]
    for stage in STAGES:
        yield from costs[stage].values()
    for kind in costs["memory"].values():
        yield from kind.values()


def listing(program):
    lines = text(program).splitlines()
    if [line.split()[0] for line in lines] != NAMES:
        yield f"lists {lines}"
    if any(len(line.split()) < 3 or len(line) > 100 for line in lines):
        yield "a line without a summary, or too long a one"
    listed = document(program)
    if [entry["name"] for entry in listed["mixers"]] != NAMES or listed["format"] != "mixcert-mixers":
        yield f"JSON lists {listed}"
    named = program.run("certify", "--help").stdout.decode()
    if ", ".join(NAMES) not in " ".join(named.split()):
        yield "certify --help names others"


def one_mixer(program, name):
    d, shown = document(program, name, "--costs"), text(program, name, "--costs")
    if (d["format"], d["version"], d["name"]) != ("mixcert-mixer", 1, name):
        yield f"header {d['format']} {d['version']} {d['name']}"
    for needed in [d["summary"], *d["invariants"]["words"]]:
        if needed not in shown:
            yield f"the text does not say: {needed}"
    for tensor in d["tensors"]:
        if tensor["name"] not in shown or len(tensor["axes"]) != len(tensor["shape"]):
            yield f"tensor {tensor}"
    for constant in d["constants"]:
        if constant["key"] not in shown or constant["default"] != constant["value"] or not constant["meaning"]:
            yield f"constant {constant}"
    core, n = d["core"], d["streams"]
    if not core["at_most"] == n * core["per_stream"] <= core["common_at_most"] <= n * d["width"]:
        yield f"core {core}"
    for said in (f"at most {d['feedback_rank']['at_most']} ", f"at most {core['at_most']} ", "not grouped"):
        if said not in shown:
            yield f"the text does not say: {said}"
    costs = d["costs"]
    if costs["parameters"]["value"] != sum(prod(tensor["shape"]) for tensor in d["tensors"]):
        yield f"parameters {costs['parameters']}"
    for count in counts(costs):
        if value_of(count["formula"], costs["variables"]) != count["value"]:
            yield f"{count['formula']} is not {count['value']}"
        if count["formula"] not in shown and count["value"] != 0 and count not in [costs[s]["all"] for s in STAGES]:
            yield f"the text does not show {count['formula']}"
    for stage in STAGES:
        *kinds, together = costs[stage].values()
        if sum(kind["value"] for kind in kinds) != together["value"]:
            yield f"the operations of {stage} do not add up"


def conventions(program):
    """What is declared depends on the convention."""
    sums = lambda *arguments: tuple(
        document(program, *arguments)["invariants"][f"{lines}_sum_to_one"] for lines in ("rows", "columns")
    )
    for expected, arguments in [
        ((False, True), ["mhc-flat"]),
        ((True, False), ["mhc-flat", "--convention", "order=columns-rows"]),
        ((True, False), ["mhc-flat", "--convention", "orientation=transposed"]),
        ((False, False), ["lucid-mhc"]),
        ((False, True), ["lucid-mhc", "--convention", "sinkhorn_clamp=0"]),
        ((False, False), ["mhc-v4"]),
        ((True, False), ["mhc-v4", "--convention", "hc_eps=0"]),
        ((True, False), ["static"]),
        ((False, False), ["static", "--convention", "kind=matrix"]),
        ((True, True), ["static", "--convention", "kind=identity"]),
    ]:
        if sums(*arguments) != expected:
            yield f"{arguments}: rows, columns {sums(*arguments)}"
    smaller = document(program, "--convention", "s=1", "go-mhc")  # the name may come last
    if smaller["feedback_rank"]["at_most"] != 6 or smaller["constants"][-1]["value"] != {"decimal": "1"}:
        yield f"go-mhc with s = 1: {smaller['feedback_rank']}, {smaller['constants'][-1]}"
    factors = document(program, "kromhc", "--streams", "6", "--convention", "factors=2x3", "--costs")
    if factors["costs"]["variables"] != {"d": 64, "m": 8, "n": 6}:
        yield f"kromhc: {factors['costs']['variables']}"


def reference(program, root):
    """The first table: what is at most the feedback's rank, and cores of four streams."""
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]*) \|$", (root / "docs/reference/mixers.md").read_text(), re.MULTILINE)
    table = {name: cores for name, cores in rows if re.search(r"\d+ \(\d+\)|^0$", cores)}
    for name in NAMES[:14]:
        for options, cores in {
            "go-mhc": [(["--convention", "s=1"], table["go-mhc"][7:15]), ([], table["go-mhc"][-8:])],
        }.get(name, [([], table[name])]):
            core = document(program, name, "--features", "4096", *options)["core"]
            found = f"{core['at_most']} ({core['common_at_most']})" if core["at_most"] else "0"
            if found != cores:
                yield f"{name} {options}: {found}, and the table says {cores}"


def all_costs(program):
    for options, size in (([], None), (["--streams", "2", "--features", "8"], (2, 8))):
        run = program.run("mixers", "--costs", *options, "--json")
        mixers = json.loads(run.stdout)["mixers"]
        for entry in mixers:
            left_out = "costs" not in entry
            if left_out != (f"'{entry['name']}'" in run.stderr):
                yield f"{options}: {entry['name']} is left out without a word"
            if not left_out and size and (entry["streams"], entry["width"]) != size:
                yield f"{options}: {entry['name']} has {entry['streams']} x {entry['width']}"
        shown = text(program, "--costs", *options)
        for entry in mixers:
            if "costs" in entry and not re.search(rf"^{entry['name']} .* {entry['costs']['parameters']['value']} ", shown, re.M):
                yield f"{options}: the table does not show {entry['name']}"


def largest_sizes(program):
    run = program.run("mixers", "--costs", *LARGEST, "--json")
    entries = [entry for entry in json.loads(run.stdout)["mixers"] if "costs" in entry]
    if run.status != 0 or len(entries) < 8:
        yield f"status {run.status}, {len(entries)} mixers"
    for entry in entries:
        for count in counts(entry["costs"]):
            if value_of(count["formula"], entry["costs"]["variables"]) != count["value"]:
                yield f"{entry['name']}: {count['formula']} is not {count['value']}"


def silence(program):
    for arguments in (["--quiet"], ["hc", "--quiet"], ["--costs", "--quiet"]):
        run = program.run("mixers", *arguments)
        if (run.status, run.stdout, run.stderr) != (0, b"", ""):
            yield f"{arguments}: status {run.status}, {run.stdout!r}, {run.stderr!r}"


REFUSED = [
    (["nope"], NAMES),
    (["HC"], ["'HC'", "hc-paper"]),
    (["hc", "--streams", "0"], ["--streams 0", "from 1 to 4096"]),
    (["hc", "--streams", "-1"], ["--streams -1", "from 1"]),
    (["hc", "--streams", "4097"], ["--streams 4097"]),
    (["hc", "--streams", "1e3"], ["1e3"]),
    (["hc", "--streams", "99999999999999999999"], ["99999999999999999999"]),
    (["hc", "--features", "0"], ["--features 0"]),
    (["hc", "--features", "16777217"], ["--features 16777217"]),
    (["ohc", "--streams", "3"], ["'ohc'", "four", "3"]),
    (["kromhc", "--streams", "6"], ["'kromhc'", "power of two"]),
    (["mhc-lite", "--streams", "7"], ["'mhc-lite'", "7"]),
    (["go-mhc", "--convention", "s=0"], ["s is 0"]),
    (["mhc-flat", "--convention", "iterations=0", "--costs"], ["iterations", "0"]),
    (["mhc-flat", "--convention", "iterations=0"], ["iterations", "0"]),
    (["circulant", "--convention", "gamma=2"], ["gamma", "from 0 to 1"]),
    (["mhc-v4", "--convention", "hc_eps=-1"], ["hc_eps", "zero or a positive"]),
    (["lucid-mhc", "--convention", "sinkhorn_clamp=-1"], ["sinkhorn_clamp", "zero or a positive"]),
    (["hc", "--convention", "eps=1"], ["'eps'", "norm_clamp"]),
    (["hc", "--convention", "norm_clamp"], ["KEY=VALUE"]),
    (["--convention", "s=1"], ["--convention", "name it"]),
    (["--streams", "4"], ["--streams", "--costs"]),
    (["--costs", "--streams", "0"], ["--streams 0"]),
    (["hc", "go-mhc"], ["go-mhc"]),
]


def refused(program, arguments, pieces):
    for flags in ([], ["--json"]):
        run = program.run("mixers", *arguments, *flags)
        yield from run.problems()
        if run.status != 2 or run.stdout:
            yield f"status {run.status}, {run.stdout!r}"
        yield from (f"the message does not name {piece}: {run.stderr}" for piece in pieces if piece not in run.stderr)


def main(binary, root):
    tally, program = Tally(), Program(binary)
    tally.record("the list", listing(program))
    for name in NAMES:
        tally.record(name, one_mixer(program, name))
    tally.record("conventions", conventions(program))
    tally.record("the table of the reference", reference(program, root))
    tally.record("costs of all", all_costs(program))
    tally.record("the largest sizes", largest_sizes(program))
    tally.record("nothing where it is to be quiet", silence(program))
    for arguments, pieces in REFUSED:
        tally.record(" ".join(arguments), refused(program, arguments, pieces))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
