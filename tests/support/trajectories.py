"""Trajectories of sites made here, with the parameters of their sites in one file."""
import json

from safetensors_file import Tensor, assemble, data_of, layout

from hc_site import at_site, gaussian, hc_parameters, hc_state
from mhc_site import mhc_parameters

STREAMS = 4


def trajectory_bytes(mixer, prefixes, states, others):
    """Of states in forward order, with any other tensors in the same file."""
    tensors = {**{f"site{l:03}.X": state for l, state in enumerate(states)}, **others}
    metadata = {"mixcert.trajectory": "1", "mixer": mixer, "sites": json.dumps(prefixes)}
    return assemble({"__metadata__": metadata, **layout(tensors)}, data_of(tensors))


def random_chain(source, mixer, width, count):
    """A site of its own for each state, of `hc` or `mhc-v4`, with branch outputs."""
    others, states = {}, []
    for l in range(count):
        if mixer == "hc":
            others |= at_site(f"h.{l}", hc_parameters(source, STREAMS, width))
        else:
            others |= at_site(f"h.{l}", mhc_parameters(source, STREAMS, width), "_")
        states.append(hc_state(source, STREAMS, width))
        others[f"site{l:03}.y"] = gaussian(source, (width,))
    return trajectory_bytes(mixer, [f"h.{l}" for l in range(count)], states, others)


def cayley_chain(width, count):
    """Equal sites at (v, -v, 0) for one v of small whole numbers, where theorem T11 (b) holds exactly."""
    v = tuple(float(3 + c % 5) for c in range(width))
    state = Tensor("F64", (3, width), (*v, *(-x for x in v), *(0.0,) * width))
    return trajectory_bytes("cayley", ["layer"] * count, [state] * count, {"layer.v": Tensor("F64", (width,), v)})
