#!/usr/bin/env python3
"""What `mixcert batch` says of job files that are wrong: file, line and key, and the key that was meant.

usage: job_files.py MIXCERT_BINARY
"""
import os
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import IN_LANES, job_files
from program import Program, Tally

GOOD = 'mixer = "hc"\nparams = "{0}"\nsites = "*"\nstates = "{1}:X"\n'

# A job file, and what the message says: the line at which it is wrong, then words.
WRONG = (
    ("", None, "params: name the checkpoint"),
    ("{}", 1, "no job file in TOML"),
    ("[,", None, "is no job file in TOML"),
    ("[ç]\n", None, "is no job file in TOML"),
    ('mixer = "hc"\nmixer = "hc"\n', 2, "redefine existing string 'mixer'"),
    ('mixer = "hc\n', 1, "no job file in TOML"),
    ("mixer = 3\n", 1, "'mixer' is no text"),
    ('\n\nmixers = "hc"\n', 3, "no key 'mixers'; did you mean 'mixer'?"),
    ('trajectroy = "t"\n', 1, "did you mean 'trajectory'?"),
    ('zzzzzzzz = "t"\n', 1, "there are: mixer, params, sites, site, states, trajectory, convention"),
    ("site = []\n", 1, "'site' is empty"),
    ('site = [\n"a",\n3]\n', 3, "'site' is no text"),
    ("convention = []\n", 1, "'convention' is no table"),
    ("[convention]\nnorm_clamp = 1e-9\n", 2, "'convention.norm_clamp' is a number that TOML rounds"),
    ("[convention]\n\nnorm_clamp = true\n", 3, "'convention.norm_clamp' is no text"),
    ("entries = []\n", 1, "'entries' is no list of tables"),
    ("entries = 1\n", 1, "'entries' is no list of tables"),
    ('entries = [{mixer = "hc"},\n3]\n', 2, "'entries[1]' is no table"),
    ('mixer = "hc"\n[[entries]]\nmixer = "hc"\n', 1, "'mixer' stands beside [[entries]]"),
    ('[[entries]]\nmixer = "hc"\n[[entries]]\nstate = "x"\n', 4, "no key 'entries[1].state'; did you mean 'states'?"),
    ("[[entries]]\n" + GOOD + "[[entries]]\n" + GOOD.replace("*", "z*"), 6, "entries[1]: "),
    (GOOD + 'convention.norm_clmp = "1"\n', None, "no constant 'norm_clmp'; did you mean 'norm_clamp'? it has: norm_clamp"),
    (GOOD.replace("*", "z*"), None, "no site matches 'z*'"),
)


def message_problems(program, folder, files):
    job = folder / "job.toml"
    for text, line, words in WRONG:
        job.write_text(text.replace("{0}", files[0]).replace("{1}", files[1]))
        run = program.run("batch", str(job), "-o", str(folder / "out"))
        place = f"mixcert: {job}" + (f":{line}: " if line else ": ")
        if run.status != 2 or not run.stderr.startswith(place) or words not in run.stderr or run.stderr.count("\n") != 1:
            yield f"{text!r}: status {run.status}: {run.stderr}"
        if (folder / "out").exists():
            yield f"{text!r}: a folder was made"


def hostile_problems(program, folder):
    """Bytes of any kind end in a message."""
    source, job = random.Random(1), folder / "hostile.toml"
    good = GOOD.encode() + b'[convention]\nnorm_clamp = "1"\n'
    texts = [b"\xff\xfe", b"\0", b"\xef\xbb\xbf", b"a = " + b"[" * 10000, b"a" * 100000, b"a." * 5000 + b"b = 1", source.randbytes(5000)]
    texts += [bytes(source.choices(b"[]{}\"'=.\n#\\a1 ,-_:TZ+", k=source.randrange(1, 10))) for _ in range(100)]
    for _ in range(150):
        bad = bytearray(good)
        for _ in range(source.randrange(1, 4)):
            bad[source.randrange(len(bad))] = source.choice(b'[]{}"=.\n#\\\0\xffa1')
        texts.append(bytes(bad))
    for text in texts:
        job.write_bytes(text)
        run = program.run("batch", str(job), "-o", str(folder / "out"))
        if run.status != 2 or not run.stderr.startswith("mixcert: ") or run.stderr.count("\n") != 1 or not run.stderr.isascii():
            yield f"{text[:80]!r}: status {run.status}: {run.stderr[:300]}"


def main():
    program, tally = Program(os.path.abspath(sys.argv[1])), Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tally.record("messages", message_problems(program, folder, job_files(folder, IN_LANES, (2,))))
        tally.record("hostile", hostile_problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
