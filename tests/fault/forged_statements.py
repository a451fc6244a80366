"""Certificates that state other counts, quantities, data or equations than those that are so."""
import copy
import re

from certificate_checks import ends
from edits import drop, put

ENDS = ("lo", "hi", "lo_hex", "hi_hex")


def exchanged(*path):
    """The items i and j, whose numbers are not the same."""
    *place, i, j = path

    def edit(document):
        for key in place:
            document = document[key]
        for end in ENDS:
            if end in document[i]:
                document[i][end], document[j][end] = document[j][end], document[i][end]

    return edit


def plus(amount, *path):
    def edit(document):
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] += amount

    return edit


def doubled_item(*path):
    def edit(document):
        for key in path[:-1]:
            document = document[key]
        document.insert(path[-1], copy.deepcopy(document[path[-1]]))

    return edit


def has_common_ends(core):
    """Where a value of the core and a tail have an end in common, that end comes from either."""
    values = {end for value in core["values"] for end in ends(value)}
    return any(end in values for tail in core["tails"] for end in ends(tail["value"]))


def of_spectra(document):
    spectrum = document["spectrum"]
    if not spectrum:
        value = {"lo": "0e+00", "hi": "1e+00", "multiplicity": 1, "from": "core"}
        yield "a value from nowhere", put([value], "spectrum")
        return
    last = len(spectrum) - 1
    yield "no spectrum", put([], "spectrum")
    for i in {0, last // 2, last}:
        yield f"value {i} twice", doubled_item("spectrum", i)
        yield f"no value {i}", drop("spectrum", i)
        for amount in (1, -1, 1 << 31, 1 << 32):
            yield f"multiplicity of value {i} plus {amount}", plus(amount, "spectrum", i, "multiplicity")
        yield f"value {i} from elsewhere", put("elsewhere", "spectrum", i, "from")
    if "core" in document and not has_common_ends(document["core"]):
        for origin in {"core", "tail", "merged"} - {spectrum[0]["from"]}:
            yield f"the largest value from {origin}", put(origin, "spectrum", 0, "from")
    if last and ends(spectrum[0]) != ends(spectrum[last]):
        yield "the first value last", exchanged("spectrum", 0, last)

    def of_no_value(changed):
        changed["spectrum"].append({**spectrum[last], "multiplicity": 0})

    yield "an entry for no value", of_no_value
    yield "another kind", put("product", "subject", "kind")
    yield "kind exchanged", put("matrix" if document["subject"]["kind"] == "mixer" else "mixer", "subject", "kind")


def of_quantities(document):
    wide = {"lo": "0e+00", "hi": "1e+300", "lo_hex": "0x0p+0", "hi_hex": "0x1p+990"}
    for name, value in document["quantities"].items():
        yield f"no {name}", drop("quantities", name)
        if value is None:
            stated = {"at_least": 1, "at_most": 1, "theorem": "T8"} if name == "feedback_rank" else wide
            yield f"{name} stated", put(stated, "quantities", name)
    for name in ("norm", "smallest"):
        if document["quantities"][name] is not None:
            yield f"{name} null", put(None, "quantities", name)
    if document["subject"]["kind"] == "mixer":
        null = {"value": None, "reason": "it may be zero"}
        for name in ("norm_ratio", "mean_square_ratio"):
            yield f"{name} null", put(None, "quantities", name)
            yield f"{name} null without a reason", put({"value": None}, "quantities", name)
            yield f"ends beside a null {name}", put({**null, **wide}, "quantities", name)
    rank = document["quantities"]["feedback_rank"]
    if rank:
        yield "at_least raised", plus(1, "quantities", "feedback_rank", "at_least")
        if rank["at_most"]:
            yield "at_most lowered", plus(-1, "quantities", "feedback_rank", "at_most")


def transposed_H(document):
    document["forward"]["H"] = [list(row) for row in zip(*document["forward"]["H"])]


def is_of_two_kinds(document):
    """Whether a common core differs from another one: it has its own generators."""
    generators = next(claim for claim in document["claims"] if claim["type"] == "generators")["witness"]["generators"]
    return bool(generators) and generators[0] != "e0"


def of_core(document):
    core, streams = document["core"], document["subject"]["streams"]
    for name in ("stream_dimensions", "generators"):
        yield f"{name} larger", plus(1, "core", name, 0)
        yield f"{name} shorter", drop("core", name, 0)
        yield f"{name} of one stream more", doubled_item("core", name, 0)
    yield "dimension larger", plus(1, "core", "dimension")
    yield "another method", put("dense", "core", "method")
    if document["subject"]["mixer"] != "hc" and is_of_two_kinds(document):
        yield "the other method", put({"common": "stream-adapted"}.get(core["method"], "common"), "core", "method")
    if core["tau"] is not None:
        yield "no tau", put(None, "core", "tau")
        yield "tau of 0", put("0", "core", "tau")
        yield "a certified truncation bound", put(True, "core", "truncation_bound", "certified")
    for i, value in enumerate(core["values"][:2]):
        yield f"core value {i} twice", doubled_item("core", "values", i)
        yield f"no core value {i}", drop("core", "values", i)
    if core["values"]:
        yield "core values exchanged", exchanged("core", "values", 0, len(core["values"]) - 1)
    for i, tail in enumerate(core["tails"]):
        yield f"no tail {i}", drop("core", "tails", i)
        yield f"tail {i} twice", doubled_item("core", "tails", i)
        yield f"tail {i} of another value", put((tail["k"] + 1) % max(2, streams), "core", "tails", i, "k")
        yield f"tail {i} of a value that is not there", put(streams, "core", "tails", i, "k")
        yield f"tail {i} once more", plus(1, "core", "tails", i, "multiplicity")
        yield f"tail {i} once less", plus(-1, "core", "tails", i, "multiplicity")
        yield f"tail {i} coincident or not", put(not tail["coincident"], "core", "tails", i, "coincident")

        def of_nothing(changed, tail=tail):
            changed["core"]["tails"].append({**tail, "multiplicity": 0})

        yield f"tail {i} again, for no value", of_nothing
    frozen = document["frozen_spectrum"]
    yield "frozen value of multiplicity 2", put(2, "frozen_spectrum", 0, "multiplicity")
    yield "no frozen value", drop("frozen_spectrum", 0)
    if len(frozen) > 1 and ends(frozen[0])[0] > ends(frozen[-1])[1]:  # an orthogonal H has one value
        yield "frozen values exchanged", exchanged("frozen_spectrum", 0, len(frozen) - 1)
    yield "H transposed", transposed_H
    yield "a row of H less", drop("forward", "H", 0)
    yield "an entry of H less", drop("forward", "H", 0, 0)


def of_generators(document):
    place = next(i for i, c in enumerate(document["claims"]) if c["type"] == "generators")
    witness = document["claims"][place]["witness"]
    labels = witness["generators"]
    path = ("claims", place, "witness")
    for i, label in enumerate(labels):
        yield f"generator {label} renamed", put("x9", *path, "generators", i)
        if label != f"e{i}":
            yield f"generator {label} as a standard one", put(f"e{i}", *path, "generators", i)

        def without(document, i=i):
            own = document["claims"][place]["witness"]
            for name in own:
                del own[name][i]

        yield f"no generator {label}", without
        if i:
            yield f"generator {labels[0]} for {label}", put(labels[0], *path, "generators", i)
    if labels:
        yield "generators exchanged", lambda d: d["claims"][place]["witness"]["generators"].reverse()
        yield "an empty label", put("", *path, "generators", 0)
    for name, values in witness.items():
        if name == "generators":
            continue
        for amount in (1, -1, 1 << 20, 1 << 31, 1 << 40):
            if values:
                yield f"{name} plus {amount}", plus(amount, *path, name, 0)
        if values:
            yield f"{name} shorter", drop(*path, name, 0)
    other = {name: [] for name in witness} if labels else {**witness, "generators": ["x0"]}
    yield "no generators, or one", put(other, *path)


def of_subject(document):
    subject = document["subject"]
    # At the state zero the map of `hc` is the same for these constants, and so is that of `hc-paper` for single features.
    same_map = {
        "norm_clamp": ("a million", "a thousand", "1e400"),
        "gamma_offset": ("zero", "negative", "a million", "a thousand", "1e400"),
        "norm_eps": ("a million", "a thousand", "1e400"),
    }
    is_still = subject["state"]["name"] == "zero" or (subject["mixer"], subject["width"]) == ("hc-paper", 1)
    for name in ("mixer", "with", "site", "convention", "streams", "width", "parameters", "state"):
        yield f"no {name}", drop("subject", name)
    yield "a mixer that is none", put("dense", "subject", "mixer")
    for other in ("hc", "hc-paper", "mhc-v4", "mhc-flat", "lucid-mhc", "mhc-lite", "static", "circulant", "jpmhc"):
        if other != subject["mixer"]:
            yield f"mixer {other}", put(other, "subject", "mixer")
    for other in {"residual", "write", "read", "both"} - {subject["with"]}:
        yield f"with {other}", put(other, "subject", "with")
    for other in ("c", "", "a.norm", "../a"):
        yield f"site '{other}'", put(other, "subject", "site")
    for name in ("streams", "width"):
        for amount in (1, -1, 1 << 31):
            yield f"{name} plus {amount}", plus(amount, "subject", name)
    for i in (0, len(subject["parameters"]) - 1):
        yield f"parameter {i} twice", doubled_item("subject", "parameters", i)
        yield f"no parameter {i}", drop("subject", "parameters", i)
    yield "no parameters", put([], "subject", "parameters")
    for name, constant in subject["convention"].items():
        yield f"no {name}", drop("subject", "convention", name)
        for what, other in (
            ("zero", {"decimal": "0"}),
            ("negative", {"decimal": "-5"}),
            ("a million", {"decimal": "1e6"}),
            ("a thousand", {"decimal": "1000"}),
            ("1e400", {"decimal": "1e400"}),
            ("NaN", {"decimal": "nan"}),
            ("a word", {"text": "transposed"}),
            ("an empty word", {"text": ""}),
            ("nothing", {}),
            ("two numbers", {**constant, "decimal": "0.5"}),
            ("a number and a word", {**constant, "text": "usual"}),
        ):
            if not is_still or what not in same_map.get(name, ()):
                yield f"{name}: {what}", put(other, "subject", "convention", name)
    yield "a constant that the mixer has not", put({"decimal": "2"}, "subject", "convention", "temperature")


def of_names_of_data(document):
    """Yields with True where the file, or what is named in it, need not be found."""
    subject = document["subject"]
    mixer = subject["kind"] == "mixer"
    places = [("subject", "state"), ("subject", "parameters", 0)] if mixer else [("subject",)]
    for key in ("branch_output",) if "branch_output" in subject else ():
        places.append(("subject", key))
    if not mixer and subject["radius"] is not None:
        places.append(("subject", "radius"))
    for path in places:
        what = path[-1] if isinstance(path[-1], str) else "a parameter"
        record = subject
        for key in path[1:]:
            record = record[key]
        flipped = ("0" if record["sha256"][0] != "0" else "1") + record["sha256"][1:]
        yield f"{what}: another hash", put(flipped, *path, "sha256"), False
        yield f"{what}: a hash in capitals", put("A" + record["sha256"][1:], *path, "sha256"), False
        yield f"{what}: no hash", drop(*path, "sha256"), False
        yield f"{what}: another type", put("F16", *path, "dtype"), False
        yield f"{what}: shape of one axis more", put([1, *record["shape"]], *path, "shape"), True
        yield f"{what}: shape reversed and longer", put([7, *record["shape"][1:]], *path, "shape"), True
        yield f"{what}: shape of 2^31", put([1 << 31] * len(record["shape"]), *path, "shape"), True
        yield f"{what}: no file", put("absent.safetensors", *path, "file"), True
        yield f"{what}: a folder", put("..", *path, "file"), True
        yield f"{what}: an empty name of a file", put("", *path, "file"), True
        if record["name"]:
            yield f"{what}: another name", put("nobody", *path, "name"), True
        yield f"{what}: an index", put([0], *path, "index"), True
        yield f"{what}: an index of 2^31", put([1 << 31], *path, "index"), True
    if mixer:
        for name in ("batch", "equal", "zero"):
            if subject["state"]["name"] != name:
                yield f"the state {name}", put(name, "subject", "state", "name"), True
        if subject["state"]["index"]:
            yield "another index", put([0], "subject", "state", "index"), False
            yield "no index", put([], "subject", "state", "index"), True
        if "branch_output" in subject:
            yield "another branch output", put("y2", "subject", "branch_output", "name"), False
        if subject["state"]["radius"] is None:
            yield "a radius", put({"decimal": "1e-9"}, "subject", "state", "radius"), False
        else:
            yield "another radius", put({"decimal": "1e-8"}, "subject", "state", "radius"), False
            yield "no radius", put(None, "subject", "state", "radius"), False
    elif subject["radius"] is not None:
        yield "no radius", put(None, "subject", "radius"), False
        if re.match("radius$", subject["radius"]["name"]):
            yield "other radii", put("wider", "subject", "radius", "name"), False


def of_document(document):
    yield "another format", put("certificate", "format")
    yield "version 2", put(2, "version")
    yield "another scope", put("Lipschitz constant of the whole network", "scope")
    yield "no scope", drop("scope")
    yield "witnesses in a file", put({"file": "witness.bin"}, "witness_file")
    for key in ("subject", "spectrum", "quantities", "claims", "witness_file"):
        yield f"no {key}", drop(key)
        if key != "witness_file":
            yield f"{key} null", put(None, key)
    if document["subject"]["kind"] == "matrix":
        for key in ("forward", "core", "frozen_spectrum"):
            yield f"{key} of a matrix", put([], key)
        return
    for key in ("forward", "core", "frozen_spectrum"):
        yield f"no {key}", drop(key)


def forgeries(document):
    yield from of_document(document)
    yield from of_spectra(document)
    yield from of_quantities(document)
    if document["subject"]["kind"] == "mixer":
        yield from of_core(document)
        yield from of_generators(document)
        yield from of_subject(document)
