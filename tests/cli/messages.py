#!/usr/bin/env python3
"""What the program says of files of another kind, of arguments that it does not expect, and of sites that nothing matches.

usage: messages.py MIXCERT_BINARY
"""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from example_chain import chain_bytes
from program import Program, Tally


def check_problems(program, folder):
    """1 is for certificates that fail: what is no JSON is none."""
    def checked(content, *options):
        (folder / "given.json").write_bytes(content)
        return program.run("check", folder / "given.json", *options)
    for content in (b"", b"x", b"{", b'{"format": "mixcert-certificate"', b"{}{}", b"\x93NUMPY\0", (folder / "chain.safetensors").read_bytes()):
        for options in ((), ("--json",), ("--quiet",)):
            done = checked(content, *options)
            if done.status != 2 or done.stdout or "given.json: is no JSON" not in done.stderr or len(done.stderr.splitlines()) != 1:
                yield f"{content[:40]} {options}: status {done.status}: {done.stdout}{done.stderr}"
    for content in (b"{}", b"[]", b'{"format": "mixcert-certificate", "format": "mixcert-certificate"}', b'{"format": "mixcert-certificate"}'):
        done = checked(content)
        if done.status != 1 or not done.stdout.startswith(b"NOT ESTABLISHED: claim document: "):
            yield f"{content}: status {done.status}: {done.stdout}{done.stderr}"


def trajectory_problems(program, folder):
    params = folder / "chain.safetensors"
    (folder / "trajectory.json").write_text(json.dumps({"sites": ["a", "b"], "metadata": {}}))
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": "chain.safetensors"}}))
    (folder / "trajectory.index").write_text("a\nb\n")
    (folder / "broken.safetensors").write_bytes(params.read_bytes()[:100])
    (folder / "trajectory").write_bytes(params.read_bytes())
    says = "a trajectory is one, with a token's states at all sites"
    for command in ("product", "diagnose"):
        for name in ("trajectory.json", "model.safetensors.index.json", "trajectory.index"):
            for index in ("", ":[0]"):
                done = program.run(command, "--params", params, "--trajectory", f"{folder / name}{index}")
                if done.status != 2 or f"{name}: is no safetensors file; {says}" not in done.stderr:
                    yield f"{command} {name}{index}: status {done.status}: {done.stderr}"
        for name, reason in (("broken.safetensors", "broken.safetensors"), ("none.json", "no such file")):
            done = program.run(command, "--params", params, "--trajectory", folder / name)
            if done.status != 2 or reason not in done.stderr or says in done.stderr:
                yield f"{command} {name}: status {done.status}: {done.stderr}"
        if program.run(command, "--params", params, "--trajectory", folder / "trajectory", "--quiet").status != 0:
            yield f"{command}: a safetensors file of another name is refused"


def order_problems(program, folder):
    for arguments, extras in ((["show", "a.json", "x", "y", "z"], "arguments were not expected: x y z"), (["mixers", "hc", "--b", "c", "--a"], "arguments were not expected: --b c --a"),
                              (["check", "a.json", "x"], "argument was not expected: x"), (["show", "a.json", "x\x1b[2J", "y"], "expected: x\\x1b[2J y")):
        done = program.run(*arguments)
        if done.status != 2 or not done.stderr.startswith("mixcert: The following") or extras + "\n" not in done.stderr:
            yield f"{arguments}: status {done.status}: {done.stderr}"


def glob_problems(program, folder):
    """The chain has one site once and another twice."""
    chain = folder / "chain.safetensors"
    for glob, says in (("site04", "near names: site01, site05 ("), ("layers.*", "of the 2 prefixes the first are: site01, site05 (")):
        done = program.run("product", "--params", chain, "--trajectory", chain, "--sites", glob)
        if done.status != 2 or says not in done.stderr:
            yield f"--sites {glob}: status {done.status}: {done.stderr}"


def other_mixer_problems(program, folder):
    """The site is there, and has another mixer's tensors."""
    chain = folder / "chain.safetensors"
    done = program.run("certify", "--mixer", "mhc-v4", "--params", chain, "--site", "site01", "--state", f"{chain}:site000.X")
    if done.status != 2 or "site 'site01' has tensors here (site01." not in done.stderr or "Sites with" in done.stderr or "not those of mixer 'mhc-v4'" not in done.stderr:
        yield f"status {done.status}: {done.stderr}"


def near_name_problems(program, folder):
    """One name that was meant, for everything that has names."""
    chain = folder / "chain.safetensors"
    state = ["--params", chain, "--site", "site01", "--state", f"{chain}:site000.X"]
    for arguments, says in ((["certfy"], "did you mean 'certify'?"), (["mixers", "hcc"], "did you mean 'hc'?"),
                            (["reproduce", "cayly"], "did you mean 'cayley'?"),
                            (["certify", "--mixr", "hc", *state], "There is no option --mixr; did you mean --mixer?"),
                            (["check", "a.json", "--dta=x"], "There is no option --dta=x; did you mean --data?"),
                            (["certify", "--mixer", "hc", *state, "--convention", "norm_clmp=1"], "did you mean 'norm_clamp'?"),
                            (["certify", "--mixer", "static", *state, "--convention", "kind=matrx"], "did you mean 'matrix'?")):
        done = program.run(*arguments)
        if done.status != 2 or says not in done.stderr:
            yield f"{arguments}: status {done.status}: {done.stderr}"
    for arguments in (["qqqqqq"], ["mixers", "qqqqqq"], ["check", "a.json", "--qqqqqq"]):
        done = program.run(*arguments)
        if done.status != 2 or "did you mean" in done.stderr:
            yield f"{arguments}: status {done.status}: {done.stderr}"


def index_problems(program, folder):
    chain = folder / "chain.safetensors"
    for command in ("product", "diagnose"):
        for index in ("[-1]", "[]", "[x]"):
            done = program.run(command, "--params", chain, "--trajectory", f"{chain}:{index}")
            if done.status != 2 or "FILE:[i] or FILE:[i,j]" not in done.stderr or "TENSOR" in done.stderr:
                yield f"{command} {index}: status {done.status}: {done.stderr}"
    done = program.run("certify", "--mixer", "hc", "--params", chain, "--site", "site01", "--state", f"{chain}:site000.X[-1]")
    if done.status != 2 or "TENSOR[i] or TENSOR[i,j]" not in done.stderr:
        yield f"a state: status {done.status}: {done.stderr}"


def commands_problems(program, folder):
    """What writes certificates is named in full."""
    (folder / "no.json").write_text("hello")
    for command, *options in (("show",), ("prove", "-o", folder / "no.md")):
        done = program.run(command, folder / "no.json", *options)
        if done.status != 2 or "certify, spectrum, product, diagnose or reproduce wrote with -o" not in done.stderr:
            yield f"{command}: status {done.status}: {done.stderr}"


def column_problems(program, folder):
    """Of twelve sites: the numbers of sites stand one under the other."""
    data = chain_bytes(6, 12)
    (folder / "long.safetensors").write_bytes(data)
    page = program.run("diagnose", "--params", folder / "long.safetensors", "--trajectory", folder / "long.safetensors").stdout.decode()
    if "\n   9 site" not in page or "\n  10 site" not in page:
        yield f"labels: {page}"


def page_problems(program, folder):
    chain = folder / "chain.safetensors"
    page = program.run("product", "--params", chain, "--trajectory", chain).stdout.decode()
    if "  sites                   site01 at site000.X ... site05 at site002.X (3, forward order)" not in page:
        yield f"sites of one prefix: {page}"
    if "e+" in page or "e-01" in page:
        yield f"numbers of everyday size: {page}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "chain.safetensors").write_bytes(chain_bytes(6, 3))
        for problems in (check_problems, trajectory_problems, order_problems, glob_problems, other_mixer_problems, near_name_problems, index_problems,
                         commands_problems, column_problems, page_problems):
            tally.record(problems.__name__, problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
