"""examples/capture: what is captured from a model is what entered its sites, and is certified as the same state in a file is.

With `torch` the model is one of PyTorch; with `stand-in` nothing but the standard library is needed.
"""
import json
import struct
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "capture"))
from backends import backend_named
from capture import capture
from program import Program, Tally, shortened
from safetensors_file import assemble, tensors_of

DATA = Path(__file__).resolve().parents[2] / "examples" / "data"
B, T, N, D = 2, 2, 4, 256
# The shape of each layout, and the place of feature j of stream s of token (b, t).
LAYOUTS = {
    "(b n) t d": ((B * N, T, D), lambda b, t, s, j: ((b * N + s) * T + t) * D + j),
    "(n b) t d": ((N * B, T, D), lambda b, t, s, j: ((s * B + b) * T + t) * D + j),
    "b t n d": ((B, T, N, D), lambda b, t, s, j: ((b * T + t) * N + s) * D + j),
    "b n t d": ((B, N, T, D), lambda b, t, s, j: ((b * N + s) * T + t) * D + j),
    "n b t d": ((N, B, T, D), lambda b, t, s, j: ((s * B + b) * T + t) * D + j),
    "b t (n d)": ((B, T, N * D), lambda b, t, s, j: ((b * T + t) * N + s) * D + j),
    "(b n) d t": ((B * N, D, T), lambda b, t, s, j: ((b * N + s) * D + j) * T + t),
}


def model_of(backend, y=None):
    """A block with a site whose branch returns y first, and a method `mix` that is called twice, as hc_pre in DeepSeek's blocks."""

    class Branch(backend.Module):
        def forward(self, x):
            return y, None

    class Site(backend.Module):
        def __init__(self):
            super().__init__()
            self.branch = Branch()

        def forward(self, residuals):
            """Overwrites everything in place, as models may."""
            output, _ = self.branch(residuals)
            for tensor in (residuals, output):
                if tensor is not None:
                    tensor.zero_()
            return residuals

    class Block(backend.Module):
        def __init__(self):
            super().__init__()
            self.hc_attn, self.unused = Site(), Site()

        def mix(self, x):
            return x

        def forward(self, x, other=None):
            self.mix(x)
            self.mix(x=x if other is None else other)
            return self.hc_attn(residuals=x)

    model = backend.Module()
    setattr(model, "0", Block())
    return model


def arranged(states, layout):
    """(shape, bytes) of these states, one for each token, in this layout."""
    (shape, place), size = LAYOUTS[layout], len(states[0]) // (N * D)
    data = bytearray(B * T * N * D * size)
    for b in range(B):
        for t in range(T):
            for s in range(N):
                for j in range(D):
                    to, at = place(b, t, s, j) * size, (s * D + j) * size
                    data[to : to + size] = states[b * T + t][at : at + size]
    return shape, bytes(data)


def same(found, expected):
    if found != expected:
        yield f"{shortened(str(found))} instead of {shortened(str(expected))}"


def result(program, site, state, *options):
    """All of a certificate that does not name the state's file; or what went wrong."""
    parameters = DATA / "hc_params.safetensors"
    command = ["certify", "--mixer", "hc", "--params", str(parameters), "--site", site, "--state", state, "--json", *options]
    outcome = program.run(*command)
    if outcome.status != 0:
        return f"status {outcome.status}: {shortened(outcome.stderr)}"
    document = json.loads(outcome.stdout)
    digest = document.pop("subject")["state"]["sha256"]
    return [digest, document]


def certified(program, site, captured, stored, *options):
    """`options` are the additional ones of (captured, stored)."""
    of_captured, of_stored = (result(program, site, s, *o) for s, o in zip((captured, stored), options or ((), ())))
    if isinstance(of_stored, str):
        yield f"the stored state: {of_stored}"
    yield from same(of_captured, of_stored)


def check_layouts(backend, program, folder, tally):
    """Every layout gives the bytes; two of them are certified."""
    stored = tensors_of(DATA / "hc_states.safetensors")
    states = [data for _, _, data in stored.values()]
    for number, layout in enumerate(LAYOUTS):
        file = folder / f"{number}.safetensors"
        x = backend.tensor("torch.float32", *arranged(states, layout))
        with capture(model := model_of(backend), "0.hc_attn", file, streams=N, layout=layout):
            getattr(model, "0")(x)
        tally.record(f'layout "{layout}"', same(tensors_of(file), {"0.hc_attn": ("F32", [B, T, N, D], b"".join(states))}))
        if layout not in ("(b n) t d", "b t n d"):
            continue
        for place, name in enumerate(stored):
            token = f"{file}:0.hc_attn[{place // T},{place % T}]"
            problems = certified(program, name[:6], token, f"{DATA / 'hc_states.safetensors'}:{name}")
            tally.record(f'certify {name} captured in layout "{layout}"', problems)


def check_types(backend, program, folder, tally):
    """Sixteen bits stay what they are: upper halves of the float32 numbers, which are their bfloat16 and some float16 or other."""
    (name, (_, _, data)), *_ = tensors_of(DATA / "hc_states.safetensors").items()
    halves = b"".join(data[at + 2 : at + 4] for at in range(0, len(data), 4))
    for dtype, code in (("torch.bfloat16", "BF16"), ("torch.float16", "F16")):
        file, by_hand = folder / f"{code}.safetensors", folder / f"{code}-by-hand.safetensors"
        with capture(model := model_of(backend), "0.hc_attn", file, streams=N, layout="t n d"):
            getattr(model, "0")(backend.tensor(dtype, (1, N, D), halves))
        tally.record(code, same(tensors_of(file), {"0.hc_attn": (code, [1, N, D], halves)}))
        by_hand.write_bytes(assemble({"X": {"dtype": code, "shape": [N, D], "data_offsets": [0, len(halves)]}}, halves))
        tally.record(f"certify {code}", certified(program, name[:6], f"{file}:0.hc_attn[0]", f"{by_hand}:X"))


def check_branch(backend, program, folder, tally):
    """The branch's output beside the state, each as it was before the model overwrote it."""
    file, by_hand = folder / "branch.safetensors", folder / "y.safetensors"
    (name, (_, _, state)), (_, (_, _, other)), *_ = tensors_of(DATA / "hc_states.safetensors").items()
    y = other[: 4 * D]
    model = model_of(backend, backend.tensor("torch.float32", (1, 1, D), y))
    with capture(model, ["0.hc_attn"], file, streams=N, layout="(b n) t d", branches=["0.hc_attn.branch"]):
        getattr(model, "0")(backend.tensor("torch.float32", (N, 1, D), state))
    expected = {"0.hc_attn": ("F32", [1, 1, N, D], state), "0.hc_attn.branch": ("F32", [1, 1, D], y)}
    tally.record("branch output", same(tensors_of(file), expected))
    by_hand.write_bytes(assemble({"y": {"dtype": "F32", "shape": [D], "data_offsets": [0, len(y)]}}, y))
    with_write = ["--with", "write", "--branch-output"]
    options = ([*with_write, f"{file}:0.hc_attn.branch[0,0]"], [*with_write, f"{by_hand}:y"])
    stored = f"{DATA / 'hc_states.safetensors'}:{name}"
    tally.record("certify --with write", certified(program, name[:6], f"{file}:0.hc_attn[0,0]", stored, *options))


def check_calls(backend, folder, tally):
    """Every call of a method has its tensor; afterwards the model is as it was."""
    file, model = folder / "calls.safetensors", model_of(backend)
    first, second = (bytes(range(k, k + 8)) for k in (0, 100))
    block = getattr(model, "0")
    with capture(model, ["0.mix", "0.hc_attn"], file, streams=2, layout="n d"):
        with capture(model, "0.hc_attn", folder / "inner.safetensors", streams=1, layout="(n d) b"):
            block(*(backend.tensor("torch.float16", (2, 2), data) for data in (first, second)))
    expected = {name: ("F16", [2, 2], data) for name, data in [("0.mix", first), ("0.mix#1", second), ("0.hc_attn", first)]}
    tally.record("two calls", same(tensors_of(file), expected))
    left = [name for module in (block, block.hc_attn) for name in ("forward", "mix") if name in vars(module)]
    tally.record("the model is as it was", same(left, []))


def refusal(backend, file, x, sites, **arguments):
    model = model_of(backend)
    try:
        with capture(model, sites, file, **{"streams": N, "layout": "(b n) t d", **arguments}):
            getattr(model, "0")(x)
    except (LookupError, RuntimeError, TypeError, ValueError) as error:
        return str(error)
    return "no error"


def check_refusals(backend, folder, tally):
    """Each says what is wrong, and leaves no file."""
    floats = backend.tensor("torch.float32", (6, 1, 2), bytes(48))
    numbers = backend.tensor("torch.int64", (4, 1, 2), bytes(64))
    layouts = ["t d", "n t", "b t n n d", "(b t) n d", "(b n t) d", "", "(b n t d", "b n) t d", "(b n) t e d n"]
    cases = [(floats, "0.hc_attn", {"layout": layout}, f'layout "{layout}": axes once each') for layout in layouts]
    cases += [
        (floats, "0.hc_attn", {}, 'shape [6, 1, 2] has not 4 streams in layout "(b n) t d"'),
        (floats, "0.hc_attn", {"layout": "b t n d"}, 'shape [6, 1, 2] has not the axes of layout "b t n d"'),
        (floats, "0.hc_attn", {"layout": "n t d", "streams": 3}, "has not 3 streams"),
        (numbers, "0.hc_attn", {}, "0.hc_attn: a tensor of float64, float32, bfloat16 or float16 is expected, not torch.int64"),
        (floats, "0.hc_mlp", {}, "no module or method 0.hc_mlp"),
        (floats, ["0.unused"], {}, "not called while capturing"),
        (floats, [], {"branches": "0.hc_attn.branch"}, "not NoneType"),
        (floats, "0.mix", {"branches": ["0.mix"]}, "both a site and a branch: 0.mix"),
    ]
    for x, sites, arguments, expected in cases:
        file = folder / "refused.safetensors"
        message = refusal(backend, file, x, sites, **arguments)
        problems = [] if expected in message else [f"{message!r} does not say {expected!r}"]
        tally.record(f"refused: {expected}", problems + [f"{file} was written"] * file.exists())


def check_gradients(torch, folder, tally):
    """A tensor that needs gradients and is not contiguous, in a module of PyTorch's own."""
    file, model = folder / "gradients.safetensors", torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Identity())
    with capture(model, "1", file, streams=2, layout="b n d"):
        x = torch.arange(12.0, requires_grad=True).reshape(2, 3, 2).transpose(1, 2)
        assert not x.is_contiguous() and x.requires_grad
        model[1](x)
    numbers = struct.pack("<12f", 0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11)
    tally.record("gradients, not contiguous", same(tensors_of(file), {"1": ("F32", [2, 2, 3], numbers)}))


def main():
    program, tally = Program(sys.argv[1]), Tally()
    backend = backend_named(sys.argv[2])
    if backend is None:
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_layouts(backend, program, folder, tally)
        check_types(backend, program, folder, tally)
        check_branch(backend, program, folder, tally)
        check_calls(backend, folder, tally)
        check_refusals(backend, folder, tally)
        if sys.argv[2] == "torch":
            check_gradients(backend.torch, folder, tally)
    return tally.finish()


sys.exit(main())
