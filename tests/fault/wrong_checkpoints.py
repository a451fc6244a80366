"""Sharded checkpoints whose index or files are wrong, and sites that are stored ambiguously or in parts."""
import json
import os

from bench import N, SITE, STATE
from hc_site import at_site
from refusal import Refusal
from safetensors_file import safetensors_bytes
from sharded import INDEX, shard_name, write_sharded

TENSOR = f"{SITE}.norm.gamma"
HOLDER = shard_name(0, 3)  # of TENSOR, which is dealt first


def checkpoint(bench):
    bench.made += 1
    return write_sharded(bench.folder / f"checkpoint{bench.made}", bench.site_tensors())


def refused(bench, name, index, *says):
    return Refusal(f"checkpoint: {name}", bench.certify(params=str(index)), says)


def edited(bench, edit):
    index = checkpoint(bench)
    document = json.loads(index.read_text())
    edit(document, document["weight_map"])
    index.write_text(json.dumps(document))
    return index


WRONG_INDICES = {
    "no weight_map": (lambda root, files: root.pop("weight_map"), "no weight_map"),
    "weight_map is a list": (lambda root, files: root.update(weight_map=[1]), "weight_map", "object"),
    "weight_map is null": (lambda root, files: root.update(weight_map=None), "weight_map", "object"),
    "file is a number": (lambda root, files: files.update({TENSOR: 3}), TENSOR, "file name"),
    "file is a list": (lambda root, files: files.update({TENSOR: [HOLDER]}), TENSOR, "file name"),
    "file without a name": (lambda root, files: files.update({TENSOR: ""}), TENSOR, "file name"),
    "file with NUL": (lambda root, files: files.update({TENSOR: HOLDER + "\0x"}), TENSOR, "\\x00"),
    "absolute file": (lambda root, files: files.update({TENSOR: "/etc/passwd"}), TENSOR, "/etc/passwd", "outside"),
    "file above": (lambda root, files: files.update({TENSOR: "../" + HOLDER}), TENSOR, "../" + HOLDER, "outside"),
    "file above, hidden": (lambda root, files: files.update({TENSOR: "a/../../f"}), TENSOR, "a/../../f", "outside"),
    "file is the folder": (lambda root, files: files.update({TENSOR: "."}), "directory"),
    "file is the index": (lambda root, files: files.update({TENSOR: INDEX}), INDEX),
    "missing file": (lambda root, files: files.update({TENSOR: "absent"}), "absent", TENSOR, "no such file"),
    "terminal codes": (lambda root, files: files.update({TENSOR: "\x1b[31m"}), "\\x1b[31m"),
    "terminal codes beyond ASCII": (lambda root, files: files.update({TENSOR: "\x9b31m"}), "\\xc2\\x9b31m"),
    "a megabyte of a file name": (lambda root, files: files.update({TENSOR: "n" * 1_000_000}), "nnn"),
    "tensor in another file": (lambda root, files: files.update({TENSOR: shard_name(1, 3)}), TENSOR, shard_name(1, 3)),
    "site is not there": (lambda root, files: [files.pop(name) for name in list(files)], SITE),
    "tensor is not there": (lambda root, files: files.pop(TENSOR), SITE, "norm.gamma", "hc"),
}


def wrong_indices(bench):
    for name, (edit, *says) in WRONG_INDICES.items():
        yield refused(bench, name, edited(bench, edit), *says)


def wrong_texts(bench):
    text = checkpoint(bench).read_text()
    texts = {
        "half of the index": (text[: len(text) // 2], "not valid JSON"),
        "NUL after the index": (text + "\0", "NUL"),
        "text after the index": (text + "x", "not valid JSON"),
        "index nested deeply": ('{"a":' + "[" * 1_000_000, "nested too deeply"),
        "tensor listed twice": (text.replace('"weight_map": {', f'"weight_map": {{"{TENSOR}": "x",'), TENSOR, "twice"),
        "weight_map given twice": (text[:-1] + ', "weight_map": {}}', "weight_map", "twice"),
        "another JSON file": ('{"hidden_size": 256}', "weight_map"),
        "array": ("[1]", "weight_map"),
        "empty index": ("", "empty"),
        "Git LFS pointer": ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"),
    }
    for name, (content, *says) in texts.items():
        index = checkpoint(bench)
        index.write_text(content)
        yield refused(bench, name, index, str(index), *says)
    index = checkpoint(bench)
    index.write_bytes(text.replace(TENSOR, "\xff").encode("latin-1"))
    yield refused(bench, "index that is not UTF-8", index, str(index), "UTF-8")
    index = checkpoint(bench)
    os.truncate(index, 100_000_001)
    yield refused(bench, "index above 100 MB", index, str(index), "100 MB")


def wrong_files(bench):
    contents = {
        "empty file": (b"", "empty"),
        "truncated file": (safetensors_bytes(bench.site_tensors())[:-4], "truncated"),
        "file of zeros": (bytes(4096), "header"),
        "PyTorch file": (b"PK\x03\x04" + bytes(range(1, 100)), "ZIP"),
        "file of another site": (safetensors_bytes(bench.site_tensors("other")), TENSOR, INDEX),
    }
    for name, (content, *says) in contents.items():
        index = checkpoint(bench)
        (index.parent / HOLDER).write_bytes(content)
        yield refused(bench, name, index, HOLDER, *says)
    index = checkpoint(bench)
    (index.parent / HOLDER).unlink()
    yield refused(bench, "file that was not downloaded", index, HOLDER, TENSOR, "no such file", str(index))
    (index.parent / HOLDER).symlink_to("nowhere")
    yield refused(bench, "file that is a link to nothing", index, HOLDER, TENSOR, "no such file")
    index = checkpoint(bench)
    (index.parent / HOLDER).unlink()
    os.mkfifo(index.parent / HOLDER)
    yield refused(bench, "file that is a pipe", index, HOLDER, "regular file")


def misshapen(bench):
    index = checkpoint(bench)
    tensors = at_site(SITE, {"norm.gamma": bench.parameters["static_beta"]})
    (index.parent / HOLDER).write_bytes(safetensors_bytes(tensors))
    yield refused(bench, "tensor of another shape", index, HOLDER, TENSOR, f"[{N}]")


def ambiguous_sites(bench):
    good = bench.parameters
    parts = list(good)

    def part(names, *begin):
        return at_site("".join(begin[:-1]), {name: good[name] for name in names}, begin[-1])

    mixed = {
        "both separators": (part(parts, SITE, ".") | part(parts, SITE, "_"), f"{SITE}.", f"{SITE}_"),
        "both wrappers": (
            part(parts, "module.", SITE, ".") | part(parts, "_orig_mod.", SITE, "."),
            f"--site 'module.{SITE}'",
            f"--site '_orig_mod.{SITE}'",
        ),
        "parts of two modules": (
            part(parts[:4], SITE, ".") | part(parts[4:], SITE, "_"),
            f"{SITE}.{parts[4]}",
            f"'{SITE}_{parts[4]}'",
        ),
        "a part in a wrapper": (
            part(parts[:6], "module.", SITE, ".") | part(parts[6:], SITE, "."),
            f"module.{SITE}.{parts[6]}",
            f"'{SITE}.{parts[6]}'",
        ),
    }
    for name, (tensors, *says) in mixed.items():
        params = bench.tensors("params", tensors)
        yield Refusal(f"site with {name}", bench.certify(params=params), (params, SITE, *says))


def outputs_over_inputs(bench):
    index = checkpoint(bench)
    for name in (INDEX, HOLDER, shard_name(2, 3)):
        arguments = bench.certify("-o", str(index.parent / name), params=str(index))
        yield Refusal(f"output over {name}", arguments, ("-o", "overwrite", name), ())


    bench.made += 1
    states = write_sharded(bench.folder / f"states{bench.made}", {STATE: bench.state}, 1)
    for name in (INDEX, shard_name(0, 1)):
        arguments = bench.certify("-o", str(states.parent / name), state=f"{states}:{STATE}")
        yield Refusal(f"output over {name} of a state", arguments, ("-o", "overwrite", name), ())


def cases(bench):
    yield from wrong_indices(bench)
    yield from wrong_texts(bench)
    yield from wrong_files(bench)
    yield from misshapen(bench)
    yield from ambiguous_sites(bench)
    yield from outputs_over_inputs(bench)
