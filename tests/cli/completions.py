#!/usr/bin/env python3
"""The shells complete subcommands, options, words, files and folders; the words are those that the program takes.

usage: completions.py MIXCERT_BINARY SOURCE_FOLDER
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import TIMEOUT_SECONDS, Program, Tally

DATA = Path(sys.argv[2]).resolve() / "examples" / "data"
SITE = ["--params", DATA / "hc_params.safetensors", "--site", "site01"]
CERTIFY = ["certify", *SITE, "--state", f"{DATA}/hc_states.safetensors:site01_p3_t127.X"]
PRODUCT = ["product", "--params", DATA / "hc_params.safetensors", "--trajectory", DATA / "hc_trajectory.safetensors"]
BATCH = ["batch", "--mixer", "hc", *SITE, "--states", f"{DATA}/hc_states.safetensors:site01_p3_t127.X", "-o", "batch"]
# A command line before the value that is wrong, and the words of the answer that are no values.
REFUSALS = (
    ([*CERTIFY, "--mixer"], "knows:"),
    ([*CERTIFY, "--mixer", "hc", "--with"], "must be"),
    ([*CERTIFY, "--mixer", "hc", "--core"], "must be"),
    ([*CERTIFY, "--mixer", "hc", "--arith"], "must be"),
    ([*PRODUCT, "--with"], "must be"),
    ([*PRODUCT, "--method"], "must be"),
    ([*BATCH, "--certificates"], "must be"),
    (["prove", "empty.json", "-o", "proof", "--to"], "must be"),
    (["reproduce", "--arith"], "must be"),
    (["mixers"], "knows:"),
    (["completions"], "must be"),
)
NO_VALUES = {"or", "with", "from", "to"}
FILES, FOLDERS = {"matrix.npy", "a b.json", "empty.json"}, {"folder"}


class Bash:
    def __init__(self, program, folder):
        self.folder, self.script = folder, folder.parent / "completion.bash"
        self.script.write_bytes(program.run("completions", "bash").stdout)

    def candidates(self, *words):
        """What the function that the script registers offers for the last of these words."""
        code = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mixcert mixcert; printf "%s\\n" "${COMPREPLY[@]}"'
        # compopt complains where no line is being edited
        done = subprocess.run(["bash", "--norc", "-c", code, "bash", self.script, "mixcert", *map(str, words)], cwd=self.folder,
                              capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True)
        return set(done.stdout.splitlines()) - {""}


class Fish:
    def __init__(self, program, folder):
        self.folder, self.script = folder, folder.parent / "completion.fish"
        self.script.write_bytes(program.run("completions", "fish").stdout)

    def candidates(self, *words):
        code = f"source {self.script}; complete -C 'mixcert {' '.join(map(str, words))}'"
        done = subprocess.run(["fish", "--no-config", "-c", code], cwd=self.folder, capture_output=True, text=True,
                              timeout=TIMEOUT_SECONDS, check=True)
        return {line.split("\t")[0].rstrip("/") for line in done.stdout.splitlines()}


def options_in_help(program, command):
    text = program.run(command, "--help").stdout.decode()
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE))


def commands_in_help(program):
    return re.findall(r"^  ([a-z]+) ", program.run("--help").stdout.decode().split("Subcommands:")[1], re.MULTILINE)


def unnamed_problems(program):
    """Completions are made of the names of values, which type_name() gives."""
    for command in commands_in_help(program):
        text = program.run(command, "--help").stdout.decode()
        for line in re.findall(r"^  \S+ (?:TEXT|U?INT|FLOAT)\b.*$", text, re.MULTILINE):
            yield f"{command}: the value has no name of its own: {line}"


def offered_problems(program, shell):
    commands = commands_in_help(program)
    if shell.candidates("") != set(commands):
        yield f"subcommands: {shell.candidates('')}"
    for command in commands:
        if shell.candidates(command, "--") != options_in_help(program, command):
            yield f"options of {command}: {sorted(shell.candidates(command, '--'))}"
    expected = (
        (["spectrum", ""], FILES | FOLDERS),
        (["spectrum", "matrix.npy", "--radius", "m"], {"matrix.npy"}),
        (["check", "empty.json", "--data", ""], FOLDERS),
        (["product", "--direction", ""], FILES | FOLDERS | {"top"}),
        (["certify", "--with", "w"], {"write"}),
        (["certify", "--tau", ""], set()),
        (["reproduce", "two-stream", "three-"], {"three-stream", "three-cycle"}),
    )
    for words, right in expected:
        if shell.candidates(*words) != right:
            yield f"{words}: {sorted(shell.candidates(*words))}"


def equals_problems(shell):
    """Bash parts words at '='."""
    for words, right in ((["prove", "--to", "="], {"md", "tex", "pdf", "coq"}), (["prove", "--to", "=", "p"], {"pdf"})):
        if shell.candidates(*words) != right:
            yield f"{words}: {shell.candidates(*words)}"


def word_problems(program, shell, folder):
    """A value that the program refuses is answered with the list of those it takes."""
    for words, before_the_list in REFUSALS:
        done = program.run(*map(str, words), "no-such-value", cwd=folder)
        taken = set(re.findall(r"(?<![\w:-])[a-z][a-z0-9-]*:?", done.stderr.split(before_the_list)[-1])) - NO_VALUES
        offered = shell.candidates(*words, "")
        if done.status != 2 or offered != taken:
            yield f"{words}: status {done.status}; offered and not taken, or the reverse: {sorted(offered ^ taken)}: {done.stderr}"


def syntax_problems(program, shell, folder):
    script = folder.parent / f"completion.{shell}"
    script.write_bytes(program.run("completions", shell).stdout)
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    if done.returncode != 0 or done.stderr or not script.stat().st_size:
        yield f"{shell} -n: {done.stderr}"


def main():
    program, tally = Program(str(Path(sys.argv[1]).resolve())), Tally()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "work"
        for name in FOLDERS:
            (folder / name).mkdir(parents=True)
        for name in FILES:
            (folder / name).write_text("{}")
        tally.record("names of values", unnamed_problems(program))
        bash = Bash(program, folder)
        tally.record("bash", offered_problems(program, bash))
        tally.record("bash with =", equals_problems(bash))
        tally.record("words", word_problems(program, bash, folder))
        for shell in ("bash", "zsh", "fish"):
            if shutil.which(shell):
                tally.record(f"syntax of {shell}", syntax_problems(program, shell, folder))
            else:
                tally.skip(f"syntax of {shell}", "the shell is not installed")
        if shutil.which("fish"):
            tally.record("fish", offered_problems(program, Fish(program, folder)))
    return tally.finish()


sys.exit(main())
