#!/usr/bin/env python3
"""`mixcert product`: which sites and which map, where results go, what is refused and how, and exit statuses.

usage: product.py MIXCERT_BINARY
"""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction
from math import exp
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import schema
from certificate_checks import ends
from example_chain import EXAMPLES, STREAMS, chain_bytes, parameters, states
from hc_site import at_site, hc_parameters, hc_state
from npy_file import read_npy
from product_certificates import ends as scaled_ends
from program import Program, Tally
from safetensors_file import Tensor, assemble, data_of, layout, safetensors_bytes

WIDTH = 6
DESCRIBED = {"mixcert.trajectory": "1", "mixer": "hc"}


def trajectory_bytes(tensors, prefixes):
    metadata = {**DESCRIBED, "sites": json.dumps(prefixes)}
    return assemble(json.dumps({"__metadata__": metadata, **layout(tensors)}), data_of(tensors))


class Bench:
    """Files of a chain of three sites with branch outputs, and variants of its trajectory."""

    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.states = states(WIDTH, 3, True)
        self.params = self.file("params.safetensors", safetensors_bytes(parameters(WIDTH)))
        self.chain = self.file("chain.safetensors", chain_bytes(WIDTH, 3, True))

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def run(self, *options, params=None, trajectory=None):
        return self.program.run("product", "--params", params or self.params, "--trajectory", trajectory or self.chain, *options)

    def document(self, *options, **files):
        run = self.run(*options, "--json", **files)
        if run.status != 0:
            raise ValueError(f"{options}: status {run.status}: {run.stderr}")
        return json.loads(run.stdout)


def named(document):
    return [(site["site"], site["state"]["name"]) for site in document["subject"]["sites"]]


def expanded(document, key="spectrum"):
    return [ends(e) for e in document[key] for _ in range(e["multiplicity"])]


def same_values(one, other):
    """Whether all enclosures of two lists have a common member, index by index."""
    return len(one) == len(other) and all(max(a[0], b[0]) <= min(a[1], b[1]) for a, b in zip(one, other))


def differ(one, other):
    return any(max(a[0], b[0]) > min(a[1], b[1]) for a, b in zip(one, other))


def choice_problems(bench):
    whole = [("site01", "site000.X"), ("site05", "site001.X"), ("site05", "site002.X")]
    for glob, kept in (("*", whole), ("site01", whole[:1]), ("site05", whole[1:]), ("site0?", whole), ("site00?", whole),
                       ("site000", whole[:1]), ("*2", whole[2:]), ("si*5", whole[1:])):
        document = bench.document("--sites", glob)
        if named(document) != kept or len(document["local"]["norms_at_most"]) != len(kept):
            yield f"--sites {glob}: {named(document)}"
    chosen = bench.document("--sites", "site05")
    tensors = {f"site{l - 1:03}.{letter}": bench.states[f"site{l:03}.{letter}"] for l in (1, 2) for letter in "Xy"}
    only = bench.file("only.safetensors", trajectory_bytes(tensors, ["site05", "site05"]))
    if not same_values(expanded(chosen), expanded(bench.document(trajectory=only))):
        yield "the product of chosen sites is not that of a trajectory of these sites"


def order_problems(bench):
    """The last site stands on the left: the other order is another product, of the same factors."""
    swapped = {f"site{l:03}.X": bench.states[f"site{k:03}.X"] for l, k in enumerate((2, 1, 0))}
    file = bench.file("swapped.safetensors", trajectory_bytes(swapped, ["site05", "site05", "site01"]))
    one, other = bench.document(), bench.document(trajectory=file)
    if not differ(expanded(one), expanded(other)):
        yield "the order of the sites does not matter"
    if one["local"]["norms_at_most"] != other["local"]["norms_at_most"][::-1]:
        yield "the factors are others"


def single_problems(bench, *options):
    """Of one site it is what `certify` says of it."""
    of_state = ["--site", "site05", "--state", f"{bench.chain}:site001.X", "--json"]
    write = ["--with", "write", "--branch-output", f"{bench.chain}:site001.y"] if options else []
    run = bench.program.run("certify", "--mixer", "hc", "--params", bench.params, *of_state, *write)
    certified, product = json.loads(run.stdout), bench.document("--sites", "site001", *options)
    for key in ("spectrum", "frozen_spectrum"):
        if not same_values(expanded(certified, key), expanded(product, key)):
            yield f"{key} is another"
    for quantity in ("norm", "frozen_norm", "norm_ratio", "mean_square", "frozen_mean_square", "mean_square_ratio", "smallest"):
        if not same_values([ends(certified["quantities"][quantity])], [ends(product["quantities"][quantity])]):
            yield f"{quantity} is another"


def method_problems(bench):
    for options in ((), ("--with", "write")):
        dense, factored = (bench.document("--method", method, *options) for method in ("dense", "factored"))
        if [d["product"]["method"] for d in (dense, factored)] != ["dense", "factored"]:
            yield "the method is not recorded"
        for key in ("spectrum", "frozen_spectrum"):
            if not same_values(expanded(dense, key), expanded(factored, key)):
                yield f"{key} depends on the method"
        if dense["subject"] != factored["subject"]:
            yield "the subject depends on the method"
        if not all(abs(Fraction(x) / Fraction(y) - 1) <= Fraction(1, 10**8) for x, y in zip(*(d["local"]["norms_at_most"] for d in (dense, factored)))):
            yield "local norms depend on the method"
        largest = bench.document("--method", "largest", *options)
        if largest["product"]["method"] != "largest" or not same_values([ends(largest["quantities"]["norm"])], [ends(dense["quantities"]["norm"])]):
            yield "the largest value depends on the method"
        if not same_values(expanded(largest), expanded(dense)):
            yield "the bounds of the other values do not hold them"


def with_state(bench, name, factors, width=WIDTH):
    """The chain with the rows of one state multiplied."""
    tensors = {**parameters(width), **states(width, 3)}
    X = tensors[name]
    tensors[name] = Tensor("F64", X.shape, tuple(v * factors[i // width] for i, v in enumerate(X.values)))
    return bench.file("rows.safetensors", trajectory_bytes(tensors, ["site01", "site05", "site05"]))


def static_chain(bench, mixing):
    tensors = {"s.H": Tensor("F64", (2, 2), mixing), **{f"s.{name}": Tensor("F64", (2,), (0.5, 0.5)) for name in ("pre", "post")}}
    tensors |= {f"site{l:03}.X": Tensor("F64", (2, 3), (1.0,) * 6) for l in range(2)}
    metadata = {"mixcert.trajectory": "1", "mixer": "static", "sites": json.dumps(["s"] * 2)}
    return bench.file("static.safetensors", assemble(json.dumps({"__metadata__": metadata, **layout(tensors)}), data_of(tensors)))


def short_row_problems(bench):
    """Rows that are zero, or shorter than the least norm that the mixer divides by: as many digits as ever."""
    for name in ("site000.X", "site002.X"):
        for factors in ((0, 1, 1, 1), (1, 1, 1, 0), (0, 0, 0, 0), (1e-300, 1, 0, 1e-14)):
            for sites in ("*", name[:7]):
                options = {"params": (file := with_state(bench, name, factors)), "trajectory": file}
                largest, dense = (bench.document("--sites", sites, "--method", method, **options) for method in ("largest", "dense"))
                if not same_values(expanded(largest), expanded(dense)):
                    yield f"{name} times {factors}, sites {sites}: the enclosures do not hold the values"
                low, high = ends(largest["quantities"]["norm"])
                if high - low > high / 10**9 or len(largest["notes"]) != 1:
                    yield f"{name} times {factors}, sites {sites}: only [{float(low)}, {float(high)}]"


def negligible_problems(bench):
    """Derivatives at a row of 1e-300 count among the features, four beside four sources: some of its values are not the frozen ones."""
    file = with_state(bench, "site001.X", (0, 0, 0, 1e-300), 12)
    notes = bench.document("--method", "largest", "--sites", "site001", params=file, trajectory=file)["notes"]
    if f"of {STREAMS * 8 - 1} others" not in notes[0]:
        yield f"{notes}"


def zero_product_problems(bench):
    """A factor of zero, and factors that are not zero."""
    for mixing in ((0.0,) * 4, (0.0, 1.0, 0.0, 0.0)):
        file = static_chain(bench, mixing)
        document = bench.document("--method", "largest", "--convention", "kind=matrix", params=file, trajectory=file)
        if any(end != 0 for value in expanded(document) for end in value):
            yield f"{mixing}: {document['spectrum']}"
        for transposed in ((), ("--transposed",)):
            run = bench.run("--method", "largest", "--convention", "kind=matrix", "--direction", "top", *transposed, params=file, trajectory=file)
            if run.status != 3 or "zero" not in run.stderr:
                yield f"{mixing}, --direction top {transposed}: status {run.status}: {run.stderr}"


def smaller_than_frozen_problems(bench):
    """With one feature the product may be smaller than the frozen one."""
    file = with_state(bench, "site001.X", (-1e-14,) * STREAMS, 1)
    document = bench.document("--method", "largest", "--digits", "12", params=file, trajectory=file)
    low, high = ends(document["quantities"]["norm"])
    if not high - low <= high / 10**12 or not high < ends(document["quantities"]["frozen_norm"])[0]:
        yield f"[{float(low)}, {float(high)}] beside {document['quantities']['frozen_norm']}"


def underflow_problems(bench):
    """Entries below the range of binary64 leave the dense method with the product of the local norms."""
    tiny = 2.0**-1060
    tensors = {"s.H": Tensor("F64", (2, 2), (tiny, tiny / 2, 0.0, tiny))}
    tensors |= {f"s.{name}": Tensor("F64", (2,), (0.5, 0.5)) for name in ("pre", "post")}
    tensors |= {f"site{l:03}.X": Tensor("F64", (2, 3), (1.0,) * 6) for l in range(3)}
    metadata = {"mixcert.trajectory": "1", "mixer": "static", "sites": json.dumps(["s"] * 3)}
    file = bench.file("tiny.safetensors", assemble(json.dumps({"__metadata__": metadata, **layout(tensors)}), data_of(tensors)))
    options = ("--convention", "kind=matrix")
    dense, factored = (bench.document("--method", method, *options, params=file, trajectory=file) for method in ("dense", "factored"))
    values = [[scaled_ends(e) for e in d["spectrum"] for _ in range(e["multiplicity"])] for d in (dense, factored)]
    if not same_values(*values):
        yield "the enclosures do not hold the values"
    norms = Fraction(dense["local"]["product_at_most"])
    if any(hi > norms * (1 + Fraction(1, 2**50)) for _, hi in values[0]):
        yield f"above the product of the local norms: {dense['spectrum'][0]}"


def map_problems(bench):
    residual, write = bench.document("--with", "residual"), bench.document("--with", "write")
    if bench.document() != residual:
        yield "residual is not the default"
    if [d["subject"]["with"] for d in (residual, write)] != ["residual", "write"] or not differ(expanded(residual), expanded(write)):
        yield "the write gate changes nothing"
    if ["branch_output" in site for d in (residual, write) for site in d["subject"]["sites"]] != [False] * 3 + [True] * 3:
        yield "branch outputs are not named with the write gate, or without it"
    convention = bench.document("--convention", "norm_clamp=1000")
    if convention["subject"]["convention"]["norm_clamp"] != {"decimal": "1000"} or not differ(expanded(convention), expanded(residual)):
        yield "--convention changes nothing"


def leading_axes_problems(bench):
    def doubled(tensor):
        return Tensor(tensor.dtype, (2, *tensor.shape), tuple(2 * v for v in tensor.values) + tensor.values)
    stacked = {name: doubled(tensor) for name, tensor in bench.states.items()}
    file = bench.file("stacked.safetensors", trajectory_bytes(stacked, ["site01", "site05", "site05"]))
    picked = bench.document("--with", "write", trajectory=f"{file}:[1]")
    if picked["spectrum"] != bench.document("--with", "write")["spectrum"]:
        yield "the slice is another"
    if [site[key]["index"] for site in picked["subject"]["sites"] for key in ("state", "branch_output")] != [[1]] * 6:
        yield "the index is not recorded"
    run = bench.run(trajectory=file)
    if run.status != 2 or "FILE:[i" not in run.stderr:
        yield f"without an index: {run.status} {run.stderr}"


def output_problems(bench):
    file = bench.folder / "out.json"
    plain, quiet, both = bench.run("-o", file), bench.run("--quiet"), bench.run("--json", "-o", bench.folder / "both.json")
    if (plain.status, quiet.status, both.status) != (0, 0, 0) or plain.stderr or quiet.stderr or both.stderr:
        yield f"{plain.status} {quiet.status} {both.status}: {plain.stderr}{quiet.stderr}{both.stderr}"
    if not plain.stdout.startswith(b"largest gain through 3 sites: ") or b"out.json" not in plain.stdout or b"only a bound" not in plain.stdout:
        yield f"says {plain.stdout}"
    if quiet.stdout or bench.run("--quiet", "-o", file).stdout:
        yield "--quiet is not"
    if not both.stdout == (bench.folder / "both.json").read_bytes() == file.read_bytes():
        yield "the document on standard output is not the one written"
    if json.loads(both.stdout)["subject"]["kind"] != "product" or bench.run("--json", "--quiet").stdout != both.stdout:
        yield "--json writes something else"
    two = bench.run("--sites", "site05").stdout
    if b"through 2 sites" not in two or b"through 1 site:" not in bench.run("--sites", "site01").stdout:
        yield f"the sites are not counted: {two}"


def digits_problems(bench):
    for digits, method in (("1", "dense"), ("15", "dense"), ("16", "dense"), ("20", "dense"), ("15", "factored"), ("100", "auto")):
        document = bench.document("--digits", digits, "--method", method)
        if any(hi - lo > hi / 10 ** int(digits) for lo, hi in expanded(document)):
            yield f"--digits {digits}: not kept"
        if ("lo_hex" in document["spectrum"][0]) != (int(digits) <= 15):
            yield f"--digits {digits}: other ends"


def not_certified_problems(bench):
    check = schema.schema_checker("refusal") if schema.available() else lambda document: []
    file = bench.folder / "refused.json"
    for options in (("--method", "dense"), ("--method", "dense", "--with", "write")):
        file.write_text("what stood there before")
        run = bench.run("--digits", "99", "-o", file, "--json", *options)
        if run.status != 3 or "not certified: --digits 99" not in run.stderr or run.stdout != file.read_bytes():
            yield f"status {run.status}: {run.stderr}"
        document = json.loads(run.stdout)
        yield from check(document)
        if document["subject"] != bench.document(*options)["subject"] or document["reason"] not in run.stderr:
            yield "the refusal has another subject or reason"
    quiet = bench.run("--digits", "99", "--quiet", "--method", "dense")
    if (quiet.status, quiet.stdout) != (3, b"") or "ask for fewer" not in quiet.stderr:
        yield f"--quiet: {quiet}"
    shown = bench.program.run("show", file)
    if shown.status != 2 or "not a certificate" not in shown.stderr:
        yield f"show: {shown}"


def overwriting_problems(bench):
    link = bench.folder / "link.safetensors"
    os.symlink(bench.chain, link)
    before = {name: Path(name).read_bytes() for name in (bench.params, bench.chain)}
    for output, trajectory in ((bench.params, bench.chain), (bench.chain, bench.chain), (str(link), bench.chain), (bench.chain, f"{bench.chain}:[0]")):
        for more in ((), ("--digits", "99", "--method", "dense")):
            run = bench.run("-o", output, *more, trajectory=trajectory)
            if run.status != 2 or output not in run.stderr or "overwrite an input" not in run.stderr:
                yield f"-o {output}: status {run.status}: {run.stderr}"
    if any(Path(name).read_bytes() != content for name, content in before.items()):
        yield "an input was written to"


def length_of(ends):
    """e^x for the middle of an enclosure of x."""
    return exp((float(ends[0]) + float(ends[1])) / 2)


def direction_problems(bench):
    """<u, P z> is <P^T u, z>, whatever u and z are, and the image in the file is that of the certificate."""
    vectors = [bench.states[f"site00{l}.X"].values for l in (1, 2)]
    for options in ((), ("--with", "write")):
        images = []
        for l, way in ((1, ()), (2, ("--transposed",))):
            file = bench.folder / "image.npy"
            direction = bench.document("--direction", f"{bench.chain}:site00{l}.X", *way, "--image", file, *options)["direction"]
            shape, values = read_npy(file)
            stored = [int(x, 16) * 2.0 ** direction["image"]["exp2"] for x in direction["image"]["entries"]]
            if shape != (STREAMS, WIDTH) or list(values) != stored or abs(sum(x * x for x in values) - 1) > 1e-14:
                yield f"{shape}: the image in the file is another, or not of length 1"
            own, there = sum(x * x for x in vectors[l - 1]) ** 0.5, length_of(ends(direction["log_norm"]))
            if abs(there / own - float(ends(direction["gain"])[0])) > 1e-13:
                yield "the gain is not the quotient of the lengths"
            images.append([there * x for x in values])
        forward, backward = (sum(x * y for x, y in zip(a, b)) for a, b in ((images[0], vectors[1]), (images[1], vectors[0])))
        if abs(forward - backward) > 1e-12 * abs(forward):
            yield f"{options}: {forward} and {backward}"


def top_direction_problems(bench):
    """It is stretched by the norm, both ways, and its image is that of the other way."""
    of = [bench.document("--direction", "top", *way)["direction"] for way in ((), ("--transposed",))]
    for direction in of:
        low, high = ends(direction["gain_over_norm"])
        if not (1 - 1e-15 < low <= high <= 1 and 0 < float.fromhex(direction["sine"]["hi_hex"]) < 1e-13):
            yield f"{float(low)} ... {float(high)} of the norm, sine {direction['sine']}"
    vectors = [[int(x, 16) * 2.0 ** direction[key]["exp2"] for x in direction[key]["entries"]]
               for direction, key in ((of[0], "image"), (of[1], "vector"))]
    if abs(abs(sum(x * y for x, y in zip(*vectors))) - 1) > 1e-14:
        yield "the image of the right vector is not the left one"
    largest = bench.document("--direction", "top", "--method", "largest")
    if "sine" in largest["direction"] or "direction" in bench.document():
        yield "a sine where the next value is not known, or a direction that was not asked for"


def directions_checked_problems(bench):
    """As check sees them, and of a map whose norm many directions have."""
    still = static_chain(bench, (0.5, 0.25, 0.0, 1.0))
    kind = ("--convention", "kind=matrix")
    for options, files in ((("--direction", "top"), {}), (("--direction", "top", "--transposed", "--with", "write"), {}),
                           (("--direction", f"{bench.chain}:site002.X", "--digits", "40"), {}),
                           (("--direction", "top", "--method", "largest"), {}),
                           (("--direction", "top", *kind), {"params": still, "trajectory": still}),
                           (("--direction", f"{still}:site000.X", *kind), {"params": still, "trajectory": still})):
        file = bench.folder / "directed.json"
        run = bench.run(*options, "-o", file, **files)
        checked = bench.program.run("check", file, "--data", bench.folder)
        if run.status != 0 or checked.stdout.splitlines()[-1:] != [b"VERIFIED"]:
            yield f"{options}: {run.stderr}{checked}"
        shown = bench.program.run("show", file).stdout
        if b"direction z" not in run.stdout or b"direction z" not in shown:
            yield f"{options}: the page does not say it"


def no_image_problems(bench):
    """A direction of which nothing is left."""
    zero = static_chain(bench, (0.0, 1.0, 0.0, 0.0))
    file, image = bench.folder / "none.json", bench.folder / "none.npy"
    options = ("--direction", f"{zero}:site000.X", "--convention", "kind=matrix", "-o", file, "--image", image)
    run = bench.run(*options, params=zero, trajectory=zero)
    if run.status != 3 or "image of the direction is zero" not in run.stderr or image.exists():
        yield f"status {run.status}: {run.stderr}"
    if json.loads(file.read_text())["format"] != "mixcert-refusal":
        yield "no refusal stands in the certificate's place"


def refused(bench):
    """(name, arguments, files, what the message says)"""
    X = bench.states["site000.X"]
    no_y = bench.file("no_y.safetensors", chain_bytes(WIDTH, 3))
    wide = {**at_site("a", hc_parameters(random.Random(1), 2, 1025)), "site000.X": hc_state(random.Random(2), 2, 1025)}
    large = bench.file("large.safetensors", trajectory_bytes(wide, ["a"]))
    prefixes = [f"a{l}" for l in range(18)]
    distinct = {f"site{l:03}.X": hc_state(random.Random(l), 4, 66) for l in range(18)}
    for prefix in prefixes:
        distinct.update(at_site(prefix, hc_parameters(random.Random(prefix), 4, 66)))
    many = bench.file("many.safetensors", trajectory_bytes(distinct, prefixes))
    nan = bench.file("nan.safetensors", trajectory_bytes({**bench.states, "site001.X": X.with_value(7, float("nan"))}, ["site01", "site05", "site05"]))
    other = bench.file("other.safetensors", trajectory_bytes({"site000.X": X, "site001.X": Tensor("F32", (STREAMS, 3), X.values[:12])}, ["site01", "site05"]))
    absent = bench.file("absent.safetensors", trajectory_bytes({"site000.X": X}, ["site02"]))
    for words in ("read", "", "Write", "residual "):
        yield f"--with '{words}'", ["--with", words], {}, ("--with", "residual or write")
    yield "--with twice", ["--with", "write", "--with", "write"], {}, ("--with",)
    yield "write without branch outputs", ["--with", "write"], {"trajectory": no_y}, ("site000.y", no_y)
    yield "no such trajectory", [], {"trajectory": str(bench.folder / "none.safetensors")}, ("none.safetensors",)
    yield "no such checkpoint", [], {"params": str(bench.folder / "none.safetensors")}, ("none.safetensors",)
    yield "states that are no trajectory", [], {"trajectory": str(EXAMPLES / "hc_states.safetensors")}, ("mixcert.trajectory", "hc_states.safetensors")
    yield "a mixer that is not known", [], {"trajectory": bench.file("hcc.safetensors", chain_bytes(WIDTH, 2, mixer="hcc"))}, ("hcc", "hc")
    yield "no mixer", [], {"trajectory": bench.file("nomixer.safetensors", chain_bytes(WIDTH, 2, mixer=None))}, ("'mixer'",)
    yield "a site that the checkpoint has not", [], {"trajectory": absent}, ("site02", bench.params)
    yield "no site of that glob", ["--sites", "site7*"], {}, ("site7*", "no site matches")
    yield "an empty glob", ["--sites", ""], {}, ("no site matches",)
    yield "a state with NaN", [], {"trajectory": nan}, ("site001.X", "NaN")
    yield "states of two sizes", [], {"trajectory": other}, ("site001.X", f"[{STREAMS},3]")
    yield "an index without leading axes", [], {"trajectory": f"{bench.chain}:[0]"}, ("site000.X",)
    yield "a product that is too large", ["--method", "dense"], {"params": large, "trajectory": large}, ("--method dense", "order 2050", "2048")
    yield "a core that is too large", ["--method", "factored"], {"params": many, "trajectory": many}, ("--method factored", "above 256")
    for words in ("", "Dense", "automatic"):
        yield f"--method '{words}'", ["--method", words], {}, ("--method", "auto, dense, factored or largest")
    for digits in ("0", "101", "-1", "x", "1.5"):
        yield f"--digits {digits}", [f"--digits={digits}"], {}, ("digits",)
    zero = bench.file("zero.safetensors", safetensors_bytes({"z": Tensor("F64", (STREAMS, WIDTH), (0.0,) * STREAMS * WIDTH)}))
    yield "--transposed without a direction", ["--transposed"], {}, ("--transposed", "--direction")
    yield "--image without a direction", ["--image", str(bench.folder / "image.npy")], {}, ("--image", "--direction")
    yield "a direction of zero", ["--direction", f"{zero}:z"], {}, ("zero.safetensors", "is zero")
    yield "a direction of another shape", ["--direction", f"{bench.chain}:site000.y"], {}, ("site000.y", "streams x features")
    yield "a direction that is not there", ["--direction", "topp"], {}, ("topp", "no such file")
    yield "an image in an input's place", ["--direction", "top", "--image", bench.chain], {}, ("--image", "overwrite an input")
    yield "an image in the certificate's place", ["--direction", "top", "--image", f"{bench.folder}/./x", "-o", f"{bench.folder}/x"], {}, ("--image", "-o")
    yield "an image in a folder that is missing", ["--direction", "top", "--image", str(bench.folder / "no" / "x.npy")], {}, ("x.npy", "cannot be written")
    yield "a constant that is not known", ["--convention", "norm_clmp=1"], {}, ("norm_clmp", "norm_clamp")
    yield "an option that is not known", ["--state", "x"], {}, ("--state",)
    yield "an argument more", ["x"], {}, ("x",)
    yield "a folder that is missing", ["-o", str(bench.folder / "no" / "x.json")], {}, ("x.json", "cannot be written")


def refusal_problems(bench, arguments, files, says):
    listing = sorted(bench.folder.rglob("*"))
    for more in ((), ("--json",), ("--quiet",)):
        run = bench.run(*arguments, *more, **files)
        yield from run.problems()
        if run.status != 2 or run.stdout or not run.stderr.startswith("mixcert: "):
            yield f"{more}: status {run.status}, {len(run.stdout)} bytes on standard output: {run.stderr}"
        yield from (f"the message does not say {piece}: {run.stderr}" for piece in says if piece not in run.stderr)
    if sorted(bench.folder.rglob("*")) != listing:
        yield "files were left behind"


def required_problems(bench):
    for given in (["--params", bench.params], ["--trajectory", bench.chain], []):
        run = bench.program.run("product", *given)
        if run.status != 2 or "required" not in run.stderr:
            yield f"{given}: status {run.status}: {run.stderr}"


CHECKS = (choice_problems, order_problems, method_problems, short_row_problems, negligible_problems, zero_product_problems, smaller_than_frozen_problems, underflow_problems, single_problems, map_problems, leading_axes_problems, output_problems, digits_problems,
          direction_problems, top_direction_problems, directions_checked_problems, no_image_problems, not_certified_problems, overwriting_problems, required_problems)


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(program, folder)
        for check in CHECKS:
            tally.record(check.__name__, check(bench))
        tally.record("one site with the write gate", single_problems(bench, "--with", "write"))
        for name, arguments, files, says in list(refused(bench)):
            tally.record(name, refusal_problems(bench, arguments, files, says))
    if not schema.available():
        tally.skip("refusals against their JSON Schema", schema.MISSING)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
