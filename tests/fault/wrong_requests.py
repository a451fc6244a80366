"""Requests that name what is not there, or are not understood."""
import os
import random
from dataclasses import replace

from bench import D, N, SITE, STATE
from hc_site import gaussian
from refusal import NO_FLAGS, Refusal
from safetensors_file import Tensor


def sites(bench):
    deep = bench.tensors("params", bench.site_tensors("layers.0.hc_attn") | bench.site_tensors("layers.0.hc_ffn"))
    empty = bench.tensors("params", {})
    asked = [
        (bench.params_file, "site3", SITE),
        (bench.params_file, "SITE03", SITE),
        (bench.params_file, SITE + ".", SITE),
        (bench.params_file, SITE + ".static", SITE),
        (bench.params_file, "", SITE),
        (bench.params_file, "decoder", SITE),
        (deep, "layers.0.hc_atn", "layers.0.hc_attn"),
        (deep, "layers.1.hc_attn", "layers.0.hc_attn"),
        (deep, "layers.0.hc_mlp", "layers.0.hc_ffn"),
    ]
    for params, site, suggested in asked:
        arguments = bench.certify(params=params, site=site)
        yield Refusal(f"site '{site}' suggests {suggested}", arguments, (params, f"'{site}'", suggested))
    yield Refusal("site in a file without tensors", bench.certify(params=empty), (empty, SITE))
    yield Refusal("site in a file of states", bench.certify(params=bench.state_file), (bench.state_file, SITE))


def state_names(bench):
    file = bench.tensors("states", {"layer3.state": bench.state, "layer4.state": bench.state})
    yield Refusal("state with a near name", bench.certify(state=f"{file}:layer3.stat"), (file, "layer3.state"))
    yield Refusal("state of another name", bench.certify(state=f"{file}:zzz"), (file, "zzz", "layer3.state"))
    yield Refusal("state without a name", bench.certify(state=file), (file, "layer3.state", "FILE:TENSOR"))
    yield Refusal("state in an empty file", bench.certify(state=bench.tensors("states", {})), ("FILE:TENSOR",))


def state_axes(bench):
    source = random.Random(3)
    stack = gaussian(source, (2, 4, N, D))
    with_axes = [
        ("a scalar", Tensor("F32", (), (1.0,)), "", ("[]",)),
        ("one axis", gaussian(source, (D,)), "", (f"[{D}]",)),
        ("three axes and no index", gaussian(source, (2, N, D)), "", (f"[2,{N},{D}]", "1 leading")),
        ("four axes and no index", stack, "", (f"[2,4,{N},{D}]", "2 leading")),
        ("four axes and one index", stack, "[0]", (f"[2,4,{N},{D}]", "2 leading")),
        ("four axes and three indices", stack, "[0,0,0]", (f"[2,4,{N},{D}]", "2 leading")),
        ("two axes and an index", bench.state, "[0]", (f"[{N},{D}]",)),
        ("the first index too large", stack, "[2,0]", (f"[2,4,{N},{D}]", "[2,0]", "axis 0", "0 to 1")),
        ("the second index too large", stack, "[1,4]", (f"[2,4,{N},{D}]", "[1,4]", "axis 1", "0 to 3")),
        ("an index near 2^64", stack, f"[{2**64 - 1},0]", (f"[2,4,{N},{D}]", "axis 0")),
        ("an axis of length zero", Tensor("F32", (0, N, D), ()), "[0]", (f"[0,{N},{D}]", "empty")),
    ]
    for name, tensor, index, says in with_axes:
        yield Refusal(f"state with {name}", bench.of_state(tensor, index), (f"'{STATE}'", *says))


def malformed_indices(bench):
    stack = gaussian(random.Random(4), (2, N, D))
    for index in "[a] [-1] [+1] [] [0,] [,0] [0;0] [1.0] [0x1] [0][0] 0]".split() + ["[ 0]", "[0 ]", "[0, 1]"]:
        yield Refusal(f"state with index {index}", bench.of_state(stack, index), (STATE,))
    yield Refusal("state with index [2^64]", bench.of_state(stack, f"[{2**64}]"), (STATE,))
    yield Refusal("state with index [0", bench.of_state(stack, "[0"), ("'X[0'", "X"))


def mixers(bench):
    for name in ("hcc", "HC", "", "mixer", "hc "):
        yield Refusal(f"mixer '{name}'", bench.certify(mixer=name), (f"'{name}'", "hc"))


def conventions(bench):
    wrong = {
        "norm_clmp=1": ("norm_clmp", "norm_clamp", "gamma_offset"),
        "=1": ("''", "norm_clamp"),
        "NORM_CLAMP=1": ("NORM_CLAMP", "norm_clamp"),
        "norm_clamp": ("norm_clamp", "KEY=VALUE"),
        "": ("KEY=VALUE",),
        "norm_clamp=": ("norm_clamp", "number"),
        "norm_clamp=abc": ("norm_clamp", "abc", "number"),
        "norm_clamp=nan": ("norm_clamp", "nan", "number"),
        "norm_clamp=inf": ("norm_clamp", "inf", "number"),
        "norm_clamp=1e-12 ": ("norm_clamp", "1e-12", "number"),
        "norm_clamp= 1e-12": ("norm_clamp", "1e-12", "number"),
        "norm_clamp=1,5": ("norm_clamp", "1,5", "number"),
        "norm_clamp=.5": ("norm_clamp", ".5", "number"),
        "norm_clamp=1.": ("norm_clamp", "1.", "number"),
        "norm_clamp=1e": ("norm_clamp", "1e", "number"),
        "norm_clamp=1/3": ("norm_clamp", "1/3", "number"),
        "norm_clamp=0x1": ("norm_clamp", "0x1", "number"),
        "norm_clamp=0x1.00000000000001p0": ("norm_clamp", "0x1.00000000000001p0"),
        "norm_clamp=0x1p1024": ("norm_clamp", "0x1p1024"),
        "norm_clamp=1=2": ("norm_clamp", "1=2", "number"),
        "norm_clamp=0": ("norm_clamp", "positive"),
        "norm_clamp=-0": ("norm_clamp", "positive"),
        "norm_clamp=0x0p+0": ("norm_clamp", "positive"),
        "norm_clamp=-1e-12": ("norm_clamp", "-1e-12", "positive"),
        "gamma_offset=one": ("gamma_offset", "one", "number"),
        "gamma_offset=" + "9" * 50_000 + "x": ("gamma_offset", "number"),
    }
    for text, says in wrong.items():
        yield Refusal(f"convention '{text[:40]}'", bench.certify("--convention", text), says)
    twice = bench.certify("--convention", "norm_clamp=1", "--convention", "norm_clamp=2")
    yield Refusal("a constant given twice", twice, ("norm_clamp", "twice"))


def command_lines(bench):
    good = bench.certify()
    for option in ("--mixer", "--params", "--site", "--state"):
        place = good.index(option)
        yield Refusal(f"no {option}", good[:place] + good[place + 2 :], ("mixcert: ", option, "required"))
        yield Refusal(f"{option} twice", [*good, option, "x"], (option,))
    yield Refusal("unknown option", [*good, "--frobnicate"], ("--frobnicate",))
    yield Refusal("unexpected argument", [*good, "surplus"], ("surplus",))
    yield Refusal("option without its value", [*good, "--convention"], ("--convention",), NO_FLAGS)
    yield Refusal("no subcommand", [], ("mixcert: ", "subcommand"), NO_FLAGS)
    yield Refusal("unknown subcommand", ["certificate"], ("mixcert: ", "subcommand"), NO_FLAGS)
    yield Refusal("show without a file", ["show"], ("mixcert: ", "certificate"), NO_FLAGS)


def branch_outputs(bench):
    y = gaussian(random.Random(9), (D,))
    good = bench.tensors("branch", {"y": y})
    short = bench.tensors("branch", {"y": Tensor("F32", (D - 1,), y.values[1:])})
    square = bench.tensors("branch", {"y": Tensor("F32", (1, D), y.values)})
    broken = bench.tensors("branch", {"y": Tensor("F32", (D,), (float("nan"), *y.values[1:]))})
    yield Refusal("write gate without a branch output", bench.certify("--with", "write"), ("--branch-output",))
    yield Refusal("branch output without write gate", bench.certify("--branch-output", good), ("--with write",))
    yield Refusal("quote and JSON", bench.certify("--quote", "--json"), ("--quote", "--json"), NO_FLAGS)
    yield Refusal("a map that is not known", bench.certify("--with", "reed"), ("reed", "residual", "write"))
    for name, file, says in [("too short", short, (str(D - 1), str(D))), ("of two axes", square, ("TENSOR[i,...]",)),
                             ("with NaN", broken, ("y",)), ("that is missing", bench.path("none.safetensors"), ("none",))]:
        yield Refusal(f"branch output {name}", bench.certify("--with", "write", "--branch-output", f"{file}:y"), says)


def tolerances(bench):
    good = bench.certify("--core", "common", "--tau", "1e-12")
    for tau in ("0", "1", "-1e-12", "2", "1e400", "nan", "inf", "0x1p-40", "1e-12x", " ", "1e", ".5", "1,5"):
        asked = bench.certify("--core", "common", f"--tau={tau}")
        yield Refusal(f"tau '{tau}'", asked, ("--tau", f"'{tau}'", "above 0 and below 1"))
    yield Refusal("tau without a core", bench.certify("--tau", "1e-12"), ("--tau", "--core common"))
    other = bench.certify("--core", "stream-adapted", "--tau", "1e-12")
    yield Refusal("tau with the other core", other, ("--tau", "--core common"))
    yield Refusal("tau of an estimate", [*good, "--arith", "float64"], ("--arith float64", "--tau"))
    yield Refusal("tau twice", [*good, "--tau", "1e-3"], ("--tau",))


def arithmetics(bench):
    for text in ("", "mp", "mp:", "mp:23", "mp:1000001", "mp:64x", "mp:-64", "Quad", "double"):
        yield Refusal(f"arithmetic '{text}'", bench.certify("--arith", text), ("--arith", "mp:BITS"))


def state_radii(bench):
    wrong = {
        "-1e-6": ("-1e-6", "negative"),
        "-0x1p-3": ("-0x1p-3", "negative"),
        "1e999": ("1e999", "binary64"),
        "nan": ("nan", "number", "FILE:TENSOR"),
        "inf": ("inf", "number", "FILE:TENSOR"),
        "1e-6 ": ("1e-6", "number"),
        "1,5": ("1,5", "number"),
        "": ("--state-radius",),
        "-1e-400": ("--state-radius", "negative"),
        "radii.npy": ("radii.npy", "number", "FILE:TENSOR"),
    }
    for text, says in wrong.items():
        yield Refusal(f"state radius '{text}'", bench.certify(f"--state-radius={text}"), says)
    good = Tensor("F32", (N, D), (0.125,) * (N * D))
    transposed = replace(good, shape=(D, N))
    with_tensors = [("transposed", transposed, (f"[{D},{N}]", f"[{N},{D}]")),
                    ("of one axis", Tensor("F32", (N * D,), good.values), (f"[{N * D}]", "streams x features")),
                    ("with a negative entry", good.with_value(D + 1, -0.125), ("[1,1]", "negative")),
                    ("with NaN", good.with_value(3, float("nan")), ("r",)),
                    ("with an infinity", good.with_value(3, float("inf")), ("r",))]
    for name, tensor, says in with_tensors:
        file = bench.tensors("radii", {"r": tensor})
        yield Refusal(f"state radius {name}", bench.certify("--state-radius", f"{file}:r"), says)
    yield Refusal("state radius and estimate", bench.certify("--state-radius", "1e-6", "--arith", "quad"), ("--state-radius",))
    file = bench.tensors("radii", {"r": good})
    yield Refusal("state radius of another name", bench.certify("--state-radius", f"{file}:q"), ("q", "r"))
    yield Refusal("output over the radii", bench.certify("--state-radius", f"{file}:r", "-o", file), (file,), NO_FLAGS)


def outputs(bench):
    folder = bench.path("occupied")
    os.makedirs(folder + "/inside")
    places = {
        "a missing folder": bench.path("nowhere/certificate.json"),
        "a directory": folder,
        "a path below a file": bench.params_file + "/certificate.json",
        "a name of 300 letters": bench.path("n" * 300),
    }
    for name, path in places.items():
        yield Refusal(f"output into {name}", bench.certify("-o", path), (path,), NO_FLAGS)
        yield Refusal(f"output into {name}, with --json", bench.certify("--json", "-o", path), (path,), NO_FLAGS)


def cases(bench):
    yield from sites(bench)
    yield from state_names(bench)
    yield from state_axes(bench)
    yield from malformed_indices(bench)
    yield from mixers(bench)
    yield from conventions(bench)
    yield from command_lines(bench)
    yield from branch_outputs(bench)
    yield from tolerances(bench)
    yield from arithmetics(bench)
    yield from state_radii(bench)
    yield from outputs(bench)
