"""Trajectories of sites made here, with the parameters of their sites in one file."""
import json

from safetensors_file import Tensor, assemble, data_of, layout

from hc_site import at_site, gaussian, hc_parameters, hc_state, plus_identity
from mhc_site import mhc_parameters

STREAMS = 4


def trajectory_bytes(mixer, prefixes, states, others):
    """Of states in forward order, with any other tensors in the same file."""
    tensors = {**{f"site{l:03}.X": state for l, state in enumerate(states)}, **others}
    metadata = {"mixcert.trajectory": "1", "mixer": mixer, "sites": json.dumps(prefixes)}
    return assemble({"__metadata__": metadata, **layout(tensors)}, data_of(tensors))


def times(tensor, factor):
    return Tensor(tensor.dtype, tensor.shape, tuple(factor * x for x in tensor.values)).representable()


def site_parameters(source, mixer, width, factor):
    """What depends on the state is so much smaller, with `hc` what differs from the identity too."""
    if mixer != "hc":
        parameters = mhc_parameters(source, STREAMS, width)
        return {**parameters, "scale": times(parameters["scale"], factor)}
    parameters = hc_parameters(source, STREAMS, width, scale=0.5 * factor)
    static = gaussian(source, (STREAMS, 1 + STREAMS), 0.3 * factor)
    return {**parameters, "static_alpha": plus_identity(static)}


def random_chain(source, mixer, width, count):
    """A site of its own for each state, of `hc` or `mhc-v4`, with branch outputs; sites of long chains do less each."""
    others, states = {}, []
    for l in range(count):
        parameters = site_parameters(source, mixer, width, min(1.0, 4 / count))
        others |= at_site(f"h.{l}", parameters, "." if mixer == "hc" else "_")
        states.append(hc_state(source, STREAMS, width))
        others[f"site{l:03}.y"] = gaussian(source, (width,))
    return trajectory_bytes(mixer, [f"h.{l}" for l in range(count)], states, others)


def cayley_chain(width, count):
    """Equal sites at (v, -v, 0) for one v of small whole numbers, where theorem T11 (b) holds exactly."""
    v = tuple(float(3 + c % 5) for c in range(width))
    state = Tensor("F64", (3, width), (*v, *(-x for x in v), *(0.0,) * width))
    return trajectory_bytes("cayley", ["layer"] * count, [state] * count, {"layer.v": Tensor("F64", (width,), v)})
