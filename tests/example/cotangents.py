"""A trained model's loss and gradients are enclosed, references by others agree, and a router that is not stopped is noticed.
usage: cotangents.py PROGRAM SEQUENCES"""
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from shared_folder import SKIP, shared_folder

program, sequences = sys.argv[1], int(sys.argv[2])
FILES = ["config.json", "model.safetensors", "expected.json", "gradients.safetensors"]
CHECKS = 14  # of a sequence: eight quantities, logits of two passes, four gradients
ROW = re.compile(r"^  (\w+) +(\S+) +\[(\S+), (\S+)\], width (\S+)$", re.M)


def run(*arguments, status=0):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def check_refusals(data):
    for wrong in [], [data, 0], [data, "x"], [data, 1, 52], [data, 1, 320, 1, 1]:
        assert "usage" in run(*wrong, status=2), wrong
    assert "from 1 to 12" in run(data, 1, 320, 13, status=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assert "config.json: cannot be read" in run(folder, status=2)
        for file in FILES:
            (folder / file).symlink_to(data / file)
        for file, key, value, message in [
            ("config.json", "n_head", 5, "n_head does not divide n_embd"),
            ("config.json", "mlp_hidden", 255, "c_fc.weight' has not the shape"),
            ("config.json", "vocab", "short", "not vocab_size long"),
            ("config.json", "streams", None, "not the configuration of a model"),
            ("expected.json", "independent_check", {}, "not the references of a model"),
            ("expected.json", "sequences", [], "no sequences"),
        ]:
            document = json.loads((data / file).read_text())
            document[key] = value
            (folder / file).unlink()
            (folder / file).write_text(json.dumps(document))
            assert message in run(folder, status=2), (file, key)
            (folder / file).unlink()
            (folder / file).symlink_to(data / file)


def tokens_in_file(data):
    contents = (data / "tokens.safetensors").read_bytes()
    begin = 8 + struct.unpack("<Q", contents[:8])[0]
    shape = json.loads(contents[8:begin])["tokens"]["shape"]
    numbers = struct.unpack(f"<{shape[0] * shape[1]}q", contents[begin:])
    return [list(numbers[k * shape[1] : (k + 1) * shape[1]]) for k in range(shape[0])]


def check_inputs(data, expected):
    """The texts are the tokens of the file, and decimal losses the binary ones: the program reads texts and hex."""
    vocabulary = json.loads((data / "config.json").read_text())["vocab"]
    assert [[vocabulary.index(c) for c in s["text"]] for s in expected] == tokens_in_file(data)
    assert all(float(s["loss"]) == float.fromhex(s["loss_hex"]) for s in expected)


def check_sequence(text, expected):
    rows = {name: list(map(float, row)) for name, *row in ROW.findall(text)}
    assert len(rows) == 8, text
    for name, (guess, lower, upper, width) in rows.items():
        reference = float(expected[name])
        assert lower <= upper and width < 1e-30, (name, lower, upper, width)
        assert abs(guess - lower) < 1e-14 and abs(reference - lower) < 1e-14, (name, guess, reference, lower)
    assert text.count("identical with routers stopped: yes") == 2, text
    assert text.count("reference agrees") == CHECKS, text
    print(text)


data = shared_folder() / "oracles" / "gpt_hc"
if not all((data / file).is_file() for file in FILES):
    print(f"SKIPPED: {data} has not the files {', '.join(FILES)}", file=sys.stderr)
    sys.exit(SKIP)
expected = json.loads((data / "expected.json").read_text())["sequences"]
check_refusals(data)
check_inputs(data, expected)
binary64, *found = re.split(r"^sequence \d+.*\n", run(data, sequences), flags=re.M)
assert re.search(r"^  1: logits \S+, gradient \S+\n.*^  \d: nothing", binary64, re.M | re.S), binary64
print(binary64)
assert len(found) == sequences, found
for text, of in zip(found, expected):
    check_sequence(text, of)

# A router that is not stopped: the forward pass and the whole gradient are as before, the stopped one is not.
for site in [12] if sequences == 1 else [1, 6, 12]:
    mistaken = run(data, 1, 320, site, status=1)
    for name in "grad_stopped", "grad_stopped_norm", "cosine", "relative_difference_over_true":
        assert re.search(rf"^  {name} +reference DISAGREES", mistaken, re.M), (site, name, mistaken)
    for name in "grad", "grad_expanded", "loss", "grad_norm", "logits, routers stopped":
        assert re.search(rf"^  {name} +reference agrees", mistaken, re.M), (site, name, mistaken)
# Too few places enclose nothing, or decide nothing, and say so.
assert "could not be certified" in run(data, 1, 53, status=3)
if sequences > 1:
    assert "UNDECIDED" in run(data, 1, 192, status=3)
