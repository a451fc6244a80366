"""A small chain of sites cut out of examples/data: a checkpoint and a trajectory in one file.

The first features of learned sites and of captured states; what is cut is a chain of its own, with other spectra.
"""
import json
from math import prod
from pathlib import Path

from safetensors_file import DECODERS, Tensor, assemble, data_of, layout, tensors_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/data"
STREAMS = 4
SITES = (("site01", "site01_p3_t127.X"), ("site05", "site05_p1_t127.X"), ("site05", "site05_p3_t127.X"))
BY_FEATURE = {"norm.gamma": 0, "dynamic_alpha_fn": 0, "dynamic_beta_fn": 0}  # the axis that counts features


def stored(file):
    """{name: tensor}"""
    size = {"F32": 4}
    return {
        name: Tensor(dtype, tuple(shape), tuple(DECODERS[dtype](data[i:i + size[dtype]]) for i in range(0, len(data), size[dtype])))
        for name, (dtype, shape, data) in tensors_of(file).items()
    }


def first(tensor, axis, width):
    inner = prod(tensor.shape[axis + 1:])
    length = tensor.shape[axis] * inner
    kept = tuple(v for begin in range(0, len(tensor.values), length) for v in tensor.values[begin:begin + width * inner])
    return Tensor(tensor.dtype, (*tensor.shape[:axis], width, *tensor.shape[axis + 1:]), kept)


def parameters(width):
    """Of both sites that the examples have."""
    kept = {}
    for name, tensor in stored(EXAMPLES / "hc_params.safetensors").items():
        axis = BY_FEATURE.get(name.partition(".")[2])
        kept[name] = tensor if axis is None else first(tensor, axis, width)
    return kept


def states(width, count, branch_outputs=False):
    """Branch outputs are what another stream holds: the examples have none."""
    given = stored(EXAMPLES / "hc_states.safetensors")
    kept = {}
    for l, (_, name) in enumerate((SITES * (count // len(SITES) + 1))[:count]):
        kept[f"site{l:03}.X"] = first(given[name], 1, width)
        if branch_outputs:
            kept[f"site{l:03}.y"] = Tensor("F32", (width,), given[name].values[-width:])
    return kept


def chain_bytes(width, count, branch_outputs=False, **metadata):
    """`metadata` replaces what a trajectory has; None removes it."""
    prefixes = [site for site, _ in (SITES * (count // len(SITES) + 1))[:count]]
    tensors = {**parameters(width), **states(width, count, branch_outputs)}
    described = {"mixcert.trajectory": "1", "mixer": "hc", "sites": json.dumps(prefixes), **metadata}
    header = {"__metadata__": {key: text for key, text in described.items() if text is not None}, **layout(tensors)}
    return assemble(json.dumps(header), data_of(tensors))
