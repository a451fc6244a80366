"""Files that are no safetensors file, or a damaged one."""
import io
import json
import os
import struct
import zipfile

from bench import SITE, STATE
from refusal import Refusal
from safetensors_file import assemble, data_of, layout, safetensors_bytes

TENSOR = f"{SITE}.static_beta"
SAMPLED_PREFIXES = 60


def sampled(count, most):
    return sorted({i * count // most for i in range(most)})


def of_params(bench, name, content, *says):
    path = bench.file("params", content)
    return Refusal(f"params: {name}", bench.certify(params=path), (path, *says))


def of_state(bench, name, content, *says):
    path = bench.file("states", content)
    return Refusal(f"state: {name}", bench.certify(state=f"{path}:{STATE}"), (path, *says))


def truncated(bench):
    params, state = safetensors_bytes(bench.site_tensors()), safetensors_bytes({STATE: bench.state})
    for length in sampled(len(params), SAMPLED_PREFIXES):
        yield of_params(bench, f"first {length} bytes of {len(params)}", params[:length])
    for length in sampled(len(state), SAMPLED_PREFIXES):
        yield of_state(bench, f"first {length} bytes of {len(state)}", state[:length])


def wrong_header_lengths(bench):
    whole = safetensors_bytes(bench.site_tensors())
    for length in (0, 1, len(whole) - 7, 100_000_001, 2**31, 2**32, 2**63, 2**64 - 1):
        content = struct.pack("<Q", length) + whole[8:]
        yield of_params(bench, f"header length {length} in a file of {len(whole)} bytes", content, "header")


def headers_that_are_no_json(bench):
    texts = {
        "empty header": "",
        "header of spaces": "        ",
        "array": "[]",
        "open object": "{",
        "trailing comma": '{"a":1,}',
        "text after the object": "{} x",
        "NUL after the object": "{}\0",
        "NaN": '{"a":NaN}',
        "deeply nested": '{"a":' + "[" * 100_000 + "]" * 100_000 + "}",
    }
    for name, text in texts.items():
        yield of_params(bench, name, assemble(text))
    yield of_params(bench, "header that is not UTF-8", struct.pack("<Q", 8) + b'{"\xff\xfe":{')


def edited_layout(bench, edit):
    tensors = bench.site_tensors()
    entries = layout(tensors)
    edit(entries)
    return assemble(entries, data_of(tensors))


def shifted(entries, begin, end):
    entry = entries[TENSOR]
    entry["data_offsets"] = [entry["data_offsets"][0] + begin, entry["data_offsets"][1] + end]


def without(entries, key):
    del entries[TENSOR][key]


WRONG_LAYOUTS = {
    "overlapping tensors": lambda entries: shifted(entries, -4, -4),
    "hole before a tensor": lambda entries: shifted(entries, 4, 4),
    "reversed offsets": lambda entries: entries[TENSOR]["data_offsets"].reverse(),
    "offsets beyond the file": lambda entries: shifted(entries, 1_000_000, 1_000_000),
    "offsets beyond 2^63": lambda entries: shifted(entries, 2**63, 2**63),
    "too few bytes": lambda entries: shifted(entries, 0, -4),
    "negative offset": lambda entries: entries[TENSOR].update(data_offsets=[-4, 4]),
    "three offsets": lambda entries: entries[TENSOR].update(data_offsets=[0, 4, 8]),
    "fractional offset": lambda entries: entries[TENSOR].update(data_offsets=[0.5, 8.5]),
    "offsets as text": lambda entries: entries[TENSOR].update(data_offsets="0,8"),
    "negative length": lambda entries: entries[TENSOR].update(shape=[-2]),
    "fractional length": lambda entries: entries[TENSOR].update(shape=[2.0]),
    "more than 2^64 elements": lambda entries: entries[TENSOR].update(shape=[2**33, 2**33]),
    "shape as a number": lambda entries: entries[TENSOR].update(shape=2),
    "type as a number": lambda entries: entries[TENSOR].update(dtype=32),
    "unknown type": lambda entries: entries[TENSOR].update(dtype="F31"),
    "no shape": lambda entries: without(entries, "shape"),
    "no type": lambda entries: without(entries, "dtype"),
    "no offsets": lambda entries: without(entries, "data_offsets"),
    "entry that is no object": lambda entries: entries.update({TENSOR: 3}),
}


def wrong_layouts(bench):
    for name, edit in WRONG_LAYOUTS.items():
        yield of_params(bench, name, edited_layout(bench, edit), TENSOR)


def listed_twice(bench):
    tensors = bench.site_tensors()
    text = json.dumps(layout(tensors))
    again = json.dumps({TENSOR: layout(tensors)[TENSOR]})
    return assemble(text[:-1] + "," + again[1:], data_of(tensors))


def other_damage(bench):
    whole = safetensors_bytes(bench.site_tensors())
    yield of_params(bench, "tensor listed twice", listed_twice(bench), TENSOR, "twice")
    yield of_params(bench, "bytes after the last tensor", whole + b"\0\0\0\0", "4 trailing bytes")
    yield of_params(bench, "metadata that is no object", with_metadata(bench, []), "__metadata__")
    yield of_params(bench, "metadata that is no text", with_metadata(bench, {"step": 3}), "__metadata__", "step")
    yield of_params(bench, "terminal codes in a wrong tensor's name", with_wrong_entry(bench, "\x1b[31m"), "\\x1b[31m")
    yield of_params(bench, "a megabyte of a wrong tensor's name", with_wrong_entry(bench, "n" * 1_000_000), "nnn")


def with_metadata(bench, value):
    return edited_layout(bench, lambda entries: entries.update(__metadata__=value))


def with_wrong_entry(bench, name):
    return edited_layout(bench, lambda entries: entries.update({name: entries.pop(TENSOR) | {"shape": [9]}}))


def npy_bytes():
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }".ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(48)


def zip_bytes():
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}q\x00.")
    return memory.getvalue()


def other_formats(bench):
    formats = {
        "empty file": (b"", "empty"),
        ".npy": (npy_bytes(), "safetensors"),
        "zip": (zip_bytes(), "ZIP", "safetensors"),
        "Git LFS pointer": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"),
        "text": (b"hello\n",),
        "zeros": (bytes(4096), "header"),
    }
    for name, (content, *says) in formats.items():
        yield of_params(bench, name, content, *says)
    others = {".npy": ("without a name", STATE), "zeros": ("safetensors", ".npy")}
    for name, (content, *says) in formats.items():
        yield of_state(bench, name, content, *others.get(name, says))
    market = b"%%MatrixMarket matrix array real general\n1 1\n1\n"
    yield of_state(bench, "Matrix Market", market, "Matrix Market", "safetensors", ".npy")


def no_regular_file(bench):
    folder, loop, pipe = (bench.path(name) for name in ("folder", "loop", "pipe"))
    os.mkdir(folder)
    os.symlink(loop, loop)
    os.mkfifo(pipe)
    absent = bench.path("absent.safetensors")
    inside_a_file = bench.state_file + "/states.safetensors"
    places = {
        "missing file": (absent, "no such file"),
        "path below a file": (inside_a_file, "no such file"),
        "directory": (folder, "directory"),
        "loop of symbolic links": (loop, "links"),
        "named pipe": (pipe, "regular file"),
    }
    for name, (path, says) in places.items():
        yield Refusal(f"params: {name}", bench.certify(params=path), (path, says))
        yield Refusal(f"state: {name}", bench.certify(state=f"{path}:{STATE}"), (path, says))


def cases(bench):
    yield from truncated(bench)
    yield from wrong_header_lengths(bench)
    yield from headers_that_are_no_json(bench)
    yield from wrong_layouts(bench)
    yield from other_damage(bench)
    yield from other_formats(bench)
    yield from no_regular_file(bench)
