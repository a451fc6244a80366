"""True certificates of every kind, with the files that they speak of."""
import json
import random
from dataclasses import dataclass
from pathlib import Path

from hc_site import at_site, collapsed, gaussian, hc_paper_parameters, hc_parameters, hc_state
from mhc_site import mhc_parameters
from safetensors_file import Tensor, safetensors_bytes

PARAMETERS, STATES = "model.safetensors", "states.safetensors"
MATRICES, DECIMALS = "matrices.safetensors", "decimal.mtx"
N, D = 3, 12


@dataclass(frozen=True)
class Specimen:
    name: str
    text: str
    folder: Path

    @property
    def document(self):
        return json.loads(self.text)


def graded(source, sizes):
    """Values of about these sizes, descending; small ones are wide for their size unless they are separated."""
    order = len(sizes)
    entry = lambda i, j: sizes[max(i, j)] * (1.0 if i == j else 1e-3 * source.gauss(0, 1))
    return Tensor("F64", (order, order), tuple(entry(i, j) for i in range(order) for j in range(order)))


def with_a_double_value(matrix, size):
    """A 4 x 4 matrix whose last two values are the same: of a rotation, multiplied."""
    (a, b, *_), (c, d) = matrix.values[:4], matrix.values[4:6]
    zero = (0.0, 0.0)
    return Tensor("F64", (4, 4), (a, b, *zero, c, d, *zero, *zero, size, size / 2, *zero, -size / 2, size))


def model():
    source = random.Random(41)
    site, tiny = hc_parameters(source, N, D), hc_parameters(source, N, D, scale=1e-6)
    mhc, narrow = mhc_parameters(source, N, D), hc_paper_parameters(source, N, 1)
    rotated, equal = jpmhc_parameters(source, D), jpmhc_parameters(source, 1)
    scale, row = equal["layer_norm.weight"].values, 9  # of res[0,1], which is to be as that of res[1,0]
    values = list(equal["fused_proj.weight"].values)
    values[2 * row : 2 * row + 2] = (x + 0.5 / s for x, s in zip(values[2 * row + 2 : 2 * row + 4], scale))
    equal["fused_proj.weight"] = Tensor("F64", (12, 2), tuple(values))
    return {
        **at_site("a", site), **at_site("tiny", tiny), **at_site("b", mhc, "_"), **at_site("narrow", narrow),
        **at_site("rotated", rotated), **at_site("equal", equal),
    }


def jpmhc_parameters(source, d):
    """Of two streams. Numbers of few places: sums and products of some are exact in binary64."""
    few = lambda count: tuple(source.randint(1, 7) * source.choice((-0.25, 0.25)) for _ in range(count))
    scale = tuple(source.choice((-2.0, -1.0, 0.5, 1.0)) for _ in range(2 * d))
    return {
        "layer_norm.weight": Tensor("F64", (2 * d,), scale),
        "layer_norm.bias": Tensor("F64", (2 * d,), few(2 * d)),
        "fused_proj.weight": Tensor("F64", (12, 2 * d), few(24 * d)),
        "fused_proj.bias": Tensor("F64", (12,), few(12)),
    }


def states():
    source = random.Random(42)
    state = hc_state(source, N, D)
    row = state.values[:D]
    return {
        "X": state,
        "batch": gaussian(source, (2, N, D)),
        "equal": collapsed(state),
        "zero": Tensor("F32", (N, D), (0.0,) * (N * D)),
        "one_zero": Tensor("F32", (N, D), row + (0.0,) * D + row),
        "y": gaussian(source, (D,)),
        "y2": gaussian(source, (D,)),
        "radius": Tensor("F64", (N, D), (1e-9,) * (N * D)),
        "narrow": gaussian(source, (N, 1)),
        "two": gaussian(source, (2, D)),
        "two_narrow": gaussian(source, (2, 1)),
    }


def matrices():
    source = random.Random(43)
    return {
        "A": gaussian(source, (6, 4), dtype="F64"),
        "graded": graded(source, (1.0, 1e-8, 1e-16, 1e-24, 1e-32)),
        "double": with_a_double_value(graded(source, (1.0, 1e-8, 1.0, 1.0)), 2.0**-80),
        "radius": Tensor("F64", (6, 4), tuple(abs(source.gauss(0, 1e-6)) for _ in range(24))),
        "wider": Tensor("F64", (6, 4), tuple(abs(source.gauss(0, 1e-5)) for _ in range(24))),
        "empty": Tensor("F64", (0, 3), ()),
    }


def write_data(folder, parameters=None, state=None, matrix=None):
    (folder / PARAMETERS).write_bytes(safetensors_bytes(parameters or model()))
    (folder / STATES).write_bytes(safetensors_bytes(state or states()))
    (folder / MATRICES).write_bytes(safetensors_bytes(matrix or matrices()))
    (folder / DECIMALS).write_text("%%MatrixMarket matrix array real general\n2 2\n0.1\n0.2\n0.7\n1e-3\n")


WRITE = ("--with", "write", "--branch-output", f"{STATES}:y")
MIXERS = {
    "hc": ("hc", "a", "X"),
    "hc write": ("hc", "a", "X", *WRITE),
    "hc read": ("hc", "a", "X", "--with", "read"),
    "hc of a batch": ("hc", "a", "batch[1]"),
    "hc of equal streams": ("hc", "a", "equal"),
    "hc of nothing": ("hc", "a", "zero"),
    "hc truncated": ("hc", "a", "X", "--core", "common", "--tau", "0.4"),
    "hc truncated to nothing": ("hc", "tiny", "X", "--core", "common", "--tau", "0.01"),
    "hc 40 digits": ("hc", "a", "X", "--digits", "40"),
    "hc of a box": ("hc", "a", "X", "--state-radius", "1e-9"),
    "hc-paper of one feature": ("hc-paper", "narrow", "narrow"),
    "hc-paper of one feature, common": ("hc-paper", "narrow", "narrow", "--core", "common"),
    "jpmhc, common": ("jpmhc", "rotated", "two", "--core", "common"),
    "jpmhc of equal weights": ("jpmhc", "equal", "two_narrow"),
    "jpmhc of equal weights, common": ("jpmhc", "equal", "two_narrow", "--core", "common"),
    "mhc-v4": ("mhc-v4", "b", "X"),
    "mhc-v4 write": ("mhc-v4", "b", "X", *WRITE),
    "mhc-v4 read": ("mhc-v4", "b", "X", "--with", "read"),
    "mhc-v4 of a zero stream": ("mhc-v4", "b", "one_zero"),
    "mhc-v4 common": ("mhc-v4", "b", "X", "--core", "common"),
    "mhc-v4 truncated": ("mhc-v4", "b", "X", "--core", "common", "--tau", "0.2"),
    "mhc-v4 100 digits": ("mhc-v4", "b", "X", "--digits", "100"),
}
SPECTRA = {
    "matrix": (f"{MATRICES}:A",),
    "matrix, a ball": (f"{MATRICES}:A", "--radius", f"{MATRICES}:radius"),
    "matrix, separated": (f"{MATRICES}:graded",),
    "matrix, two separated": (f"{MATRICES}:double",),
    "matrix, 40 digits": (f"{MATRICES}:A", "--digits", "40"),
    "matrix without values": (f"{MATRICES}:empty",),
    "matrix of decimals": (DECIMALS,),
}


def request(name):
    if name in SPECTRA:
        return ["spectrum", *SPECTRA[name]]
    mixer, site, state, *more = MIXERS[name]
    return ["certify", "--mixer", mixer, "--params", PARAMETERS, "--site", site, "--state", f"{STATES}:{state}", *more]


def specimens(program, folder, names=(*MIXERS, *SPECTRA)):
    """Name to certificate; all data stand in the folder."""
    write_data(folder)
    made = {}
    for name in names:
        outcome = program.run(*request(name), "--json", cwd=folder)
        if outcome.status != 0:
            raise ValueError(f"no certificate of {name}: {outcome.stderr}")
        made[name] = Specimen(name, outcome.stdout.decode(), folder)
    return made
