"""Files that `show` must refuse."""
import json
import os

from edits import drop, edited, put
from refusal import SHOW_FLAGS, Refusal

DEEP = 100_000
LONG = "x" * 20_000_000


def swapped(document):
    entry = document["spectrum"][0]
    for low, high in (("lo", "hi"), ("lo_hex", "hi_hex")):
        entry[low], entry[high] = entry[high], entry[low]


END = ("spectrum", 0)
CLAMP = ("subject", "convention", "norm_clamp")
READ_BY_SHOW = ["format", "version", "subject", "forward", "core", "spectrum", "frozen_spectrum", "quantities"]
READ_BY_SHOW += ["claims", "producer"]

EDITS = [(f"no {key}", drop(key), (f'"{key}"',)) for key in READ_BY_SHOW] + [
    ("swapped ends", swapped, ("spectrum[0]", "lo is above hi")),
    ("an end that is NaN", put("nan", *END, "hi_hex"), ("spectrum[0]", "nan")),
    ("a decimal end that is NaN", put("nan", *END, "lo"), ("spectrum[0]", "nan")),
    ("an infinite end", put("inf", *END, "hi_hex"), ("spectrum[0]", "inf")),
    ("an infinite decimal end", put("inf", *END, "hi"), ("spectrum[0]", "inf")),
    ("a lower end of 1e400", put("1e400", *END, "lo"), ("spectrum[0]",)),
    ("an upper end of -1e400", put("-1e400", *END, "hi"), ("spectrum[0]",)),
    ("an end beyond binary64", put("0x1p+1400", *END, "hi_hex"), ("spectrum[0]", "0x1p+1400")),
    ("an end between two binary64 numbers", put("0x1.00000000000001p+0", *END, "hi_hex"), ("spectrum[0]",)),
    ("an end without text", put("", *END, "hi_hex"), ("spectrum[0]",)),
    ("an end as a number", put(1.5, *END, "hi_hex"), ("spectrum[0].hi_hex", "string")),
    ("an end that is null", put(None, *END, "lo"), ("spectrum[0].lo", "string")),
    ("no end", drop(*END, "hi_hex"), ("spectrum[0]", "hi_hex")),
    ("a decimal end inside the hexadecimal", put("0", *END, "hi"), ("spectrum[0]", "contain")),
    ("another format", put("mixcert-estimate", "format"), ("mixcert-estimate",)),
    ("a format that is no text", put({}, "format"), ("format",)),
    ("version 2", put(2, "version"), ("version", "1")),
    ("version 0", put(0, "version"), ("version", "1")),
    ("version as text", put("1", "version"), ("version",)),
    ("another kind", put("network", "subject", "kind"), ("kind", "mixer")),
    ("of a product, which it is not", put("product", "subject", "kind"), ("subject", "sites")),
    ("negative multiplicity", put(-1, *END, "multiplicity"), ("spectrum[0].multiplicity",)),
    ("fractional multiplicity", put(1.5, *END, "multiplicity"), ("spectrum[0].multiplicity",)),
    ("multiplicity of 2^70", put(2**70, *END, "multiplicity"), ("spectrum[0].multiplicity",)),
    ("negative bound", put({"hi": "-1e+00", "hi_hex": "-0x1p+0"}, "claims", 2, "bound", "nu"), ("claims[2].bound.nu",)),
    ("ragged mixing matrix", drop("forward", "H", 1, 0), ("forward.H[1]",)),
    ("spectrum as an object", put({}, "spectrum"), ("spectrum", "array")),
    ("subject as a list", put([], "subject"), ("subject", "object")),
    ("a constant that is no number", put({"decimal": "x"}, *CLAMP), ("norm_clamp", "x")),
    ("a constant in the other form", put({"decimal": "0x1p+0"}, *CLAMP), ("norm_clamp",)),
    ("a format of 20 MB", put(LONG, "format"), ("format",)),
    ("an end of 20 MB", put(LONG, *END, "hi_hex"), ("spectrum[0]",)),
    ("a decimal end of 20 MB", put(LONG, *END, "hi"), ("spectrum[0]",)),
]


def texts(whole, refusal):
    yield "no bytes", "", ()
    yield "a word", "hello", ("is not a certificate (JSON)",)
    yield "a number", "1", ()
    yield "a list", "[]", ()
    yield "an empty object", "{}", ("format",)
    yield "a refusal", refusal, ("mixcert-refusal",)
    yield "a duplicate key", whole.replace('"version": 1,', '"version": 1,\n "version": 1,', 1), ("version", "twice")
    yield "a duplicate key deep inside", whole.replace('"k": 0,', '"k": 0, "k": 0,', 1), ('"k"', "twice")
    yield "a duplicate key of 20 MB", f'{{"{LONG}": 1, "{LONG}": 1}}', ("twice",)
    yield "NaN", whole.replace('"version": 1', '"version": NaN', 1), ()
    yield "the number 1e400", whole.replace('"version": 1', '"version": 1e400', 1), ()
    yield "a comma too many", whole.replace('"version": 1,', '"version": 1,,', 1), ()
    yield "text after the end", whole + "x", ()
    yield "a second document", whole + whole, ()
    yield f"{DEEP} brackets", "[" * DEEP, ("nested",)
    yield f"{DEEP} closed brackets", '{"format": ' + "[" * DEEP + "]" * DEEP + "}", ("nested",)
    yield f"{DEEP} braces", '{"a":' * DEEP, ("nested",)
    yield "20 MB of text", f'"{LONG}"', ()
    yield "20 MB that are no JSON", LONG, ()
    yield "bytes that are not UTF-8", whole.encode().replace(b"site03", b"\xff\xfe", 1), ()
    yield "half a surrogate pair", whole.replace("site03", "\\ud800", 1), ()
    for part in range(1, 20):
        yield f"the first {part}/20 of a certificate", whole[: len(whole) * part // 20], ()


def places(bench):
    folder, loop, pipe = (bench.path(f"certificate_{name}") for name in ("folder", "loop", "pipe"))
    os.mkdir(folder)
    os.symlink(loop, loop)
    os.mkfifo(pipe)
    yield "a missing file", bench.path("absent.json"), ("no such file",)
    yield "a directory", folder, ("is a directory",)
    yield "a loop of symbolic links", loop, ()
    yield "a named pipe", pipe, ("not a regular file",)
    yield "a safetensors file", bench.params_file, ("is not a certificate (JSON)",)


def cases(bench, whole, refusal):
    document = json.loads(whole)
    for name, path, says in places(bench):
        yield Refusal(f"show {name}", ["show", path], (path, *says), SHOW_FLAGS)
    for name, text, says in texts(whole, refusal):
        path = bench.file("certificate", text)
        yield Refusal(f"show {name}", ["show", path], (path, *says), SHOW_FLAGS)
    for name, edit, says in EDITS:
        path = bench.file("certificate", json.dumps(edited(document, edit)))
        yield Refusal(f"show {name}", ["show", path], (path, *says), SHOW_FLAGS)
