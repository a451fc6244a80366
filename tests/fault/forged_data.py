"""Data changed under a certificate, with the hash that it states changed to match."""
import json

from specimens import matrices, model, states, write_data

# A place in each tensor on which the map depends; of `hc` also what only its write and read gates depend on.
PARAMETERS = {
    "hc": {"a.norm.gamma": 0, "a.static_alpha": 1, "a.dynamic_alpha_fn": 1, "a.dynamic_alpha_scale": 0},
    "hc write": {"a.static_beta": 0, "a.dynamic_beta_fn": 0, "a.dynamic_beta_scale": 0},
    "hc read": {"a.static_alpha": 0, "a.dynamic_alpha_fn": 0},
    "mhc-v4": {"b_fn": 6 * 36, "b_scale": 2, "b_base": 6},
    "mhc-v4 write": {"b_fn": 3 * 36, "b_scale": 1, "b_base": 3},
    "mhc-v4 read": {"b_fn": 0, "b_scale": 0, "b_base": 0},
}
STATES = {"hc": "X", "mhc-v4": "X", "hc write": "y", "mhc-v4 write": "y"}
STATES |= {"hc of nothing": "zero", "hc of equal streams": "equal"}
MATRICES = {"matrix": "A", "matrix, separated": "graded", "matrix, a ball": "radius"}


def changed(tensor, place):
    """One number by its last place or so."""
    value = tensor.values[place]
    return tensor.with_value(place, value * (1 + 2**-20) if value else 2**-20).representable()


def records(subject):
    yield from subject.get("parameters", [])
    for key in ("state", "branch_output", "radius"):
        if isinstance(subject.get(key), dict):
            yield subject[key]
    if subject["kind"] == "matrix":
        yield subject


def with_hash(specimen, name, tensor):
    document = specimen.document
    for record in records(document["subject"]):
        if record["name"] == name:
            record["sha256"] = tensor.sha256()
    return json.dumps(document).encode()


def cases():
    for kind, places in PARAMETERS.items():
        for name, place in places.items():
            yield kind, "parameters", model(), name, place
    for kind, name in STATES.items():
        yield kind, "state", states(), name, 0
    for kind, name in MATRICES.items():
        yield kind, "matrix", matrices(), name, 0


def forgeries(specimens, folder):
    for kind, part, tensors, name, place in cases():
        other = changed(tensors[name], place)
        data = folder / f"{kind} {name}".replace(" ", "_")
        data.mkdir()
        if name == "radius":
            other = tensors["wider"]
        write_data(data, **{part: {**tensors, name: other}})
        mended = with_hash(specimens[kind], name, other)
        same = specimens[kind].text.encode()
        yield f"{kind}: {name} changed in the file and its hash mended", lambda mended=mended: mended, data, False
        yield f"{kind}: {name} changed in the file", lambda same=same: same, data, False
        yield f"{kind}: the hash of {name} changed", lambda mended=mended: mended, folder, False
