#!/usr/bin/env python3
"""Writes hc_trajectory.safetensors: the states of one token of hc_states.safetensors, byte by byte, as a trajectory
(docs/reference/trajectory.md).

usage: make_trajectory.py OUTPUT
"""
import json
import sys
from pathlib import Path

STATES = Path(__file__).resolve().parent / "hc_states.safetensors"
TOKEN = "p3_t127"  # token 127 of passage 3
SITES = ("site01", "site05")  # in forward order


def read(file):
    """{name: (dtype, shape, bytes)}"""
    content = file.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    return {
        name: (t["dtype"], t["shape"], content[start + t["data_offsets"][0]:start + t["data_offsets"][1]])
        for name, t in header.items()
    }


def written(tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def trajectory():
    states = read(STATES)
    tensors = {f"site{l:03}.X": states[f"{site}_{TOKEN}.X"] for l, site in enumerate(SITES)}
    return written(tensors, {"mixcert.trajectory": "1", "mixer": "hc", "sites": json.dumps(SITES)})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_bytes(trajectory())
