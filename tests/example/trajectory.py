"""examples/capture/trajectory.py: the file has what entered the sites, in the order of the calls, and read_trajectory reads it so.

usage: trajectory.py TRAJECTORY_SITES torch|stand-in: with `stand-in` nothing but the standard library is needed.
"""
import hashlib
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "capture"))
from backends import backend_named
from program import Tally
from safetensors_file import tensors_of
from trajectory import capture_trajectory

B, T, N, D = 2, 3, 2, 4
PREFIXES = ["h.0.attn", "h.0.mlp", "h.1.attn"]


def model_of(backend, outputs):
    """Blocks of sites, each with a branch that returns its output of these and overwrites the state."""

    class Branch(backend.Module):
        def __init__(self, output):
            super().__init__()
            self.output = output

        def forward(self, x):
            x.zero_()
            return self.output

    class Site(backend.Module):
        def __init__(self, output):
            super().__init__()
            self.branch = Branch(output)

        def forward(self, residuals, times=1):
            for _ in range(times):
                self.branch(residuals)

    model = backend.Module()
    model.h = backend.Module()
    for prefix, output in zip(PREFIXES, outputs):
        _, block, part = prefix.split(".")
        if not hasattr(model.h, block):
            setattr(model.h, block, backend.Module())
        setattr(getattr(model.h, block), part, Site(output))
    return model


def site_of(model, prefix):
    _, block, part = prefix.split(".")
    return getattr(getattr(model.h, block), part)


def numbers(first, count):
    return struct.pack(f"<{count}f", *range(first, first + count))


def state(backend, first):
    """As "(b n) t d"."""
    return backend.tensor("torch.float32", (B * N, T, D), numbers(first, B * N * T * D))


def outputs(backend):
    return [backend.tensor("torch.float32", (B, T, D), numbers(1000 * k, B * T * D)) for k in range(len(PREFIXES))]


def state_of_token(first, b, t):
    return b"".join(numbers(first + ((b * N + s) * T + t) * D, D) for s in range(N))


def same(found, expected):
    if found != expected:
        yield f"{found} instead of {expected}"


def metadata_of(file):
    data = file.read_bytes()
    return json.loads(data[8 : 8 + struct.unpack("<Q", data[:8])[0]])["__metadata__"]


def read(program, address):
    run = subprocess.run([program, address], capture_output=True, text=True)
    return run.stdout.splitlines() if run.returncode == 0 else [run.stderr]


def digest(data):
    return hashlib.sha256(data).hexdigest()


def check_file(backend, program, folder, tally):
    """Sites are in the order of their calls, not of their names; every token has its trajectory."""
    file, model = folder / "trajectory.safetensors", model_of(backend, outputs(backend))
    branches = [f"{prefix}.branch" for prefix in PREFIXES]
    options = {"mixer": "hc", "streams": N, "layout": "(b n) t d", "branches": branches}
    with capture_trajectory(model, PREFIXES[::-1], file, **options):
        for k, prefix in enumerate(PREFIXES):
            site_of(model, prefix)(state(backend, 100 * k))
    tally.record("metadata", same(metadata_of(file), {"mixcert.trajectory": "1", "mixer": "hc", "sites": json.dumps(PREFIXES)}))
    shapes = {name: (dtype, shape) for name, (dtype, shape, _) in tensors_of(file).items()}
    expected = {f"site00{k}.X": ("F32", [B, T, N, D]) for k in range(3)} | {f"site00{k}.y": ("F32", [B, T, D]) for k in range(3)}
    tally.record("shapes", same(shapes, expected))
    for b in range(B):
        for t in range(T):
            lines = ["hc"]
            for k, prefix in enumerate(PREFIXES):
                y = numbers(1000 * k + (b * T + t) * D, D)
                lines.append(f"{prefix} {digest(state_of_token(100 * k, b, t))} {digest(y)}")
            tally.record(f"token {b},{t}", same(read(program, f"{file}:[{b},{t}]"), lines))


def check_prefixes(backend, folder, tally):
    """Two calls of one module, as two sites of the checkpoint; without branch outputs."""
    file, model = folder / "prefixes.safetensors", model_of(backend, outputs(backend))
    site = site_of(model, "h.0.attn")
    options = {"mixer": "mhc-v4", "streams": N, "layout": "(b n) t d", "prefixes": ["a", "b"]}
    with capture_trajectory(model, ["h.0.attn"], file, **options):
        site(state(backend, 0))
        site(state(backend, 7))
    tally.record("prefixes", same(metadata_of(file)["sites"], '["a", "b"]'))
    tally.record("no branches", same(sorted(tensors_of(file)), ["site000.X", "site001.X"]))
    tally.record("second call", same(tensors_of(file)["site001.X"][2][: 4 * N * D], state_of_token(7, 0, 0)))


def refusal(model, file, run, **options):
    try:
        with capture_trajectory(model, PREFIXES[:2], file, **{"mixer": "hc", "streams": N, "layout": "(b n) t d", **options}):
            run(site_of(model, "h.0.attn"))
    except (LookupError, RuntimeError, TypeError, ValueError) as error:
        return str(error)
    return "no error"


def check_refusals(backend, folder, tally):
    """Each says what is wrong, and leaves no file."""
    x, branch = state(backend, 0), ["h.0.attn.branch"]
    whole = backend.tensor("torch.int64", (B * N, T, D), bytes(8 * B * N * T * D))
    cases = [
        (lambda site: None, {}, "0 calls of sites"),
        (lambda site: site(x), {}, "not called while capturing"),
        (lambda site: site(x), {"prefixes": []}, "1 calls of sites, 0 of branches, 0 prefixes"),
        (lambda site: site(x, times=0), {"branches": branch}, "1 calls of sites, 0 of branches"),
        (lambda site: site(x, times=2), {"branches": branch}, "h.0.attn.branch: a second branch"),
        (lambda site: site.branch(x), {"branches": branch}, "h.0.attn.branch: a second branch of a site, or one before all"),
        (lambda site: site(whole), {}, "h.0.attn: a tensor of float64"),
        (lambda site: site(x), {"streams": 3}, "has not 3 streams"),
        (lambda site: site(x), {"branches": ["h.2.attn.branch"]}, "no module or method h.2.attn.branch"),
    ]
    for run, options, expected in cases:
        file = folder / "refused.safetensors"
        message = refusal(model_of(backend, outputs(backend)), file, run, **options)
        problems = [] if expected in message else [f"{message!r} does not say {expected!r}"]
        tally.record(f"refused: {expected}", problems + [f"{file} was written"] * file.exists())


def main():
    backend, tally = backend_named(sys.argv[2]), Tally()
    if backend is None:
        return 77
    with tempfile.TemporaryDirectory() as name:
        check_file(backend, sys.argv[1], Path(name), tally)
        check_prefixes(backend, Path(name), tally)
        check_refusals(backend, Path(name), tally)
    return tally.finish()


sys.exit(main())
