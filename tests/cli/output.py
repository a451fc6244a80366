#!/usr/bin/env python3
"""`-o` of every command: whether the file can be written is known before the work, nothing that stands there is harmed
by a request that is refused, no input is written to, and a refusal that takes a certificate's place is announced.

usage: output.py MIXCERT_BINARY
"""
import json
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from example_chain import chain_bytes
from hc_site import at_site, hc_parameters
from npy_file import npy_bytes
from program import Program, Tally
from safetensors_file import Tensor, safetensors_bytes

N, D = 2, 3
CLAMP = 1e-12  # a stream of this norm can not be certified


def write_inputs(folder):
    at_clamp = Tensor("F64", (N, D), (CLAMP, 0.0, 0.0, 1.0, 2.0, 3.0))
    ordinary = Tensor("F64", (N, D), (1.0, 2.0, 0.0, 1.0, 2.0, 3.0))
    site = at_site("s", hc_parameters(random.Random(1), N, D))
    radius = Tensor("F64", (N, D), (1e-9,) * (N * D))
    y = Tensor("F64", (D,), (1.0, 2.0, 3.0))
    (folder / "hc.safetensors").write_bytes(safetensors_bytes(site))
    states = {"clamp": at_clamp, "X": ordinary}
    (folder / "states.safetensors").write_bytes(safetensors_bytes(states))
    (folder / "y.safetensors").write_bytes(safetensors_bytes({"y": y}))
    (folder / "radius.safetensors").write_bytes(safetensors_bytes({"r": radius}))
    (folder / "chain.safetensors").write_bytes(chain_bytes(6, 2))
    for name, entries in (("matrix", (1.0, 2.0, 3.0, 4.0)), ("radii", (0.0, 0.0, 0.0, 1e-9)), ("huge", (1e308,) * 4)):
        (folder / f"{name}.npy").write_bytes(npy_bytes(Tensor("F64", (2, 2), entries), shape=(2, 2)))


CERTIFY = ["certify", "--mixer", "hc", "--params", "hc.safetensors", "--site", "s", "--state", "states.safetensors:X"]
DIAGNOSE = ["diagnose", "--mixer", "hc", "--params", "hc.safetensors", "--site", "s"]
PRODUCT = ["product", "--params", "chain.safetensors", "--trajectory", "chain.safetensors"]
SPECTRUM = ["spectrum", "matrix.npy"]
COMMANDS = {  # what is certified, and what is not: that ends with status 3 once the work was begun
    "certify": (CERTIFY, [*CERTIFY[:-1], "states.safetensors:clamp"]),
    "diagnose": ([*DIAGNOSE, "--state", "states.safetensors:X"], [*DIAGNOSE, "--state", "states.safetensors:clamp"]),
    "product": (PRODUCT, [*PRODUCT, "--digits", "99", "--method", "dense"]),
    "spectrum": (SPECTRUM, ["spectrum", "huge.npy"]),
}
INPUTS = {
    "certify": ([*CERTIFY, "--with", "write", "--branch-output", "y.safetensors:y", "--state-radius", "radius.safetensors:r"],
                ("hc.safetensors", "states.safetensors", "y.safetensors", "radius.safetensors")),
    "diagnose": ([*DIAGNOSE, "--state", "states.safetensors:X"], ("hc.safetensors", "states.safetensors")),
    "diagnose a trajectory": (["diagnose", *PRODUCT[1:]], ("chain.safetensors",)),
    "product": (PRODUCT, ("chain.safetensors",)),
    "spectrum": ([*SPECTRUM, "--radius", "radii.npy"], ("matrix.npy", "radii.npy")),
}


def run(program, folder, *arguments):
    return program.run(*map(str, arguments), cwd=folder)


def unchanged(folder, before):
    """Names, contents and times of what is in the folder."""
    return before == {p: (p.read_bytes(), p.stat().st_mtime_ns) if p.is_file() else None for p in folder.rglob("*")}


def contents(folder):
    return {p: (p.read_bytes(), p.stat().st_mtime_ns) if p.is_file() else None for p in folder.rglob("*")}


def unwritable(folder):
    (folder / "taken").mkdir()
    (folder / "file").write_text("")
    os.symlink(folder / "nowhere", folder / "dangling")
    return ("no/x.json", "taken", "file/x.json", "dangling", "")


def early_problems(program, folder, refusing, outputs):
    """Status 2 where the work would end with 3: it was not begun."""
    for output in outputs:
        before = contents(folder)
        done = run(program, folder, *refusing, "-o", output)
        if done.status != 2 or done.stdout or "not certified" in done.stderr or (output or "names no file") not in done.stderr:
            yield f"-o '{output}': status {done.status}: {done.stderr}"
        if not unchanged(folder, before):
            yield f"-o '{output}': the folder is another"


def kept_problems(program, folder, certified):
    """What is refused leaves what stands there, and what is certified takes its place."""
    out = folder / "out.json"
    out.write_text("what stood there before")
    before = contents(folder)
    for more in (["--convention", "norm_clmp=1"], ["--digits", "0"], ["--no-such-option"]):
        done = run(program, folder, *certified, *more, "-o", out)
        if done.status != 2 or not unchanged(folder, before):
            yield f"{more}: status {done.status}: {done.stderr}"
    done = run(program, folder, *certified, "-o", out)
    if done.status != 0 or done.stderr or json.loads(out.read_text())["format"] != "mixcert-certificate":
        yield f"status {done.status}: {done.stderr}"


def announced_problems(program, folder, certified, refusing):
    out = folder / "out.json"
    run(program, folder, *certified, "-o", out)
    done = run(program, folder, *refusing, "-o", out, "--quiet")
    if done.status != 3 or json.loads(out.read_text())["format"] != "mixcert-refusal":
        yield f"status {done.status}: {done.stderr}"
    if f"mixcert: {out}: what stood there is replaced by a refusal" not in done.stderr or done.stdout:
        yield f"it is not announced: {done.stderr}"
    out.unlink()
    done = run(program, folder, *refusing, "-o", out)
    if "replaced" in done.stderr or len(done.stderr.splitlines()) != 1:
        yield f"nothing was there, and it says {done.stderr}"


def overwriting_problems(program, folder, arguments, inputs):
    os.link(folder / inputs[0], folder / "hard")
    os.symlink(folder / inputs[0], folder / "soft")
    before = contents(folder)
    for output in (*inputs, "hard", "soft"):
        done = run(program, folder, *arguments, "-o", output)
        if done.status != 2 or output not in done.stderr or "overwrite an input" not in done.stderr:
            yield f"-o {output}: status {done.status}: {done.stderr}"
    if not unchanged(folder, before):
        yield "an input was written to"
    (folder / "hard").unlink()
    (folder / "soft").unlink()


def prove_problems(program, folder, certified, data):
    """Neither the certificate nor the data that it names, wherever they are, nor a file that cannot be written."""
    run(program, folder, *certified, "-o", "certificate.json")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(folder / data[0], elsewhere / data[0])
    os.symlink(elsewhere / data[0], folder / "soft")
    os.link(folder / data[0], folder / "hard")
    before = contents(folder)
    for output in (*data, f"elsewhere/{data[0]}", "soft", "hard"):
        for form in ("md", "tex", "coq"):
            done = run(program, folder, "prove", "certificate.json", "--to", form, "-o", output)
            if done.status != 2 or done.stdout or "data" not in done.stderr or output not in done.stderr:
                yield f"-o {output}: status {done.status}: {done.stderr}"
    for output, says in (("certificate.json", "the certificate itself"), ("no/x.md", "cannot be written"), ("elsewhere", "no regular file"), ("", "")):
        done = run(program, folder, "prove", "certificate.json", "-o", output)
        if done.status != 2 or done.stdout or says not in done.stderr:
            yield f"-o {output}: status {done.status}: {done.stderr}"
    if not unchanged(folder, before):
        yield "something was written to"
    done = run(program, folder, "prove", "certificate.json", "-o", "proof.md", "--quiet")
    if done.status != 0 or done.stderr:
        yield f"status {done.status}: {done.stderr}"


def reproduce_problems(program, folder):
    (folder / "taken").write_text("")
    for output in ("taken", "taken/rows"):
        done = run(program, folder, "reproduce", "two-stream", "-o", output)
        if done.status != 2 or done.stdout:
            yield f"-o {output}: status {done.status}: {done.stdout}{done.stderr}"
    done = run(program, folder, "reproduce", "two-stream", "-o", "rows", "--quiet")
    if done.status != 0 or not list((folder / "rows").glob("*.json")) or list((folder / "rows").glob("*.part*")):
        yield f"status {done.status}: {done.stderr}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()

    def in_folder(name, problems, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            write_inputs(Path(folder))
            tally.record(name, problems(program, Path(folder), *arguments))

    def early(program, folder, refusing):
        return list(early_problems(program, folder, refusing, unwritable(folder)))

    for name, (certified, refusing) in COMMANDS.items():
        in_folder(f"{name}: known before the work", early, refusing)
        in_folder(f"{name}: what stands there", kept_problems, certified)
        in_folder(f"{name}: a refusal is announced", announced_problems, certified, refusing)
    for name, (arguments, inputs) in INPUTS.items():
        in_folder(f"{name}: inputs", overwriting_problems, arguments, inputs)
    for name, certified, data in (("certify", CERTIFY, ("hc.safetensors", "states.safetensors")), ("spectrum", SPECTRUM, ("matrix.npy",)),
                                  ("product", PRODUCT, ("chain.safetensors",)),
                                  ("diagnose", INPUTS["diagnose"][0], ("hc.safetensors", "states.safetensors"))):
        in_folder(f"prove a certificate of {name}", prove_problems, certified, data)
    in_folder("reproduce", reproduce_problems)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
