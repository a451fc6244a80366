"""What pages call `model` and `batch`: the trained model of examples/data, so far as its sites are concerned.

Called, it lets the states and branch outputs of trajectory.safetensors pass through modules of the model's names. As in
PyTorch the first axis of a state is (batch, stream); as in DeepSeek-V4 each of `layers` has a method hc_pre, called twice.
"""
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch_stand_in
from safetensors_file import tensors_of

DATA = Path(__file__).resolve().parents[2] / "examples" / "data"
BLOCKS, PARTS = 6, ("hc_attn", "hc_mlp")


def array(tensor):
    kind, shape, data = tensor
    return np.frombuffer(data, {"F32": "<f4"}[kind]).reshape(shape)


def tensor(values):
    return torch_stand_in.tensor("torch.float32", values.shape, values.astype("<f4").tobytes())


class Branch(torch_stand_in.Module):
    def forward(self, output):
        return output


class Site(torch_stand_in.Module):
    def __init__(self):
        self.branch = Branch()

    def forward(self, streams, output):
        return self.branch(output)


class Layer:
    def hc_pre(self, streams):
        return streams


def numbered(make):
    return SimpleNamespace(**{str(k): make() for k in range(BLOCKS)})


class Model:
    def __init__(self):
        self.transformer = SimpleNamespace(h=numbered(lambda: SimpleNamespace(**{part: Site() for part in PARTS})))
        self.layers = numbered(Layer)

    def eval(self):
        return self

    def state_dict(self):
        return {name: array(value) for name, value in tensors_of(DATA / "model.safetensors").items()}

    def __call__(self, batch):
        for k in range(BLOCKS):
            for p, part in enumerate(PARTS):
                X, y = (array(batch[f"site{2 * k + p:03}.{name}"]) for name in "Xy")  # tokens, streams, features
                getattr(getattr(self.transformer.h, str(k)), part)(tensor(X.transpose(1, 0, 2)), tensor(y[None]))
                getattr(self.layers, str(k)).hc_pre(tensor(X[None]))


def names():
    """What a page may use without saying where it comes from."""
    batch = tensors_of(DATA / "trajectory.safetensors")
    return {
        "model": Model(),
        "batch": batch,
        "tokens": batch,
        "X": array(batch["site006.X"])[7],
        "states": array(batch["site006.X"]),
        "torch": SimpleNamespace(no_grad=nullcontext),
    }
