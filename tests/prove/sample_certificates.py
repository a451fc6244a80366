"""Small certificates of every kind and option, for documents made of them."""
import json
import random
from dataclasses import dataclass
from decimal import Decimal, getcontext

from example_chain import chain_bytes
from hc_site import at_site, collapsed, gaussian, hc_parameters, hc_state
from mhc_site import mhc_parameters
from safetensors_file import safetensors_bytes

N, D = 2, 9
SIZES = ((2, 9), (2, 1), (3, 9), (4, 9))
HOSTILE = r"a_$\input{x}%<b>|`c`" + "*#&~^\"'"
getcontext().prec = 200  # for exact decimals
TINY = Decimal(2) ** -100
MATRIX_MARKET = "%%MatrixMarket matrix array real general\n"
MATRICES = {
    "exact.mtx": MATRIX_MARKET + "3 2\n1\n2\n3\n4\n5\n6\n",
    "ball.mtx": MATRIX_MARKET + "2 2\n0.1\n0.7\n3\n4\n",
    "graded.mtx": MATRIX_MARKET + f"2 2\n3\n4\n{-4 * TINY:f}\n{3 * TINY:f}\n",
}
CHAINS = {"chain.safetensors": (7, 3), "long.safetensors": (2, 96), "longer.safetensors": (1, 140),
          "wide.safetensors": (40, 1)}  # width, sites


def write_inputs(folder):
    """Sites, states and matrices that the samples name."""
    source = random.Random(20)
    (folder / "hc.safetensors").write_bytes(safetensors_bytes(at_site("layer", hc_parameters(source, N, D))))
    (folder / "mhc.safetensors").write_bytes(safetensors_bytes(at_site("layer", mhc_parameters(source, N, D), "_")))
    state = hc_state(source, N, D)
    tensors = {"X": state, "equal": collapsed(state), HOSTILE: state, "y": gaussian(source, (D,))}
    (folder / "states.safetensors").write_bytes(safetensors_bytes(tensors))
    for n, d in SIZES:
        (folder / f"hc_{n}x{d}.safetensors").write_bytes(
            safetensors_bytes({**at_site("layer", hc_parameters(source, n, d)), "X": hc_state(source, n, d)}))
    for name, (width, sites) in CHAINS.items():
        (folder / name).write_bytes(chain_bytes(width, sites, True))
    for name, text in MATRICES.items():
        (folder / name).write_text(text)


@dataclass(frozen=True)
class Sample:
    name: str
    command: tuple

    def certify(self, program, folder):
        """The certificate as a document."""
        run = program.run(*self.command, "--json", cwd=folder)
        if run.status != 0:
            raise RuntimeError(f"{self.name}: {run.stderr}")
        return json.loads(run.stdout)


def mixer(name, mixer_name, *options, state="X"):
    params = "hc" if mixer_name == "hc" else "mhc"
    return Sample(name, ("certify", "--mixer", mixer_name, "--params", f"{params}.safetensors", "--site", "layer", "--state",
                         f"states.safetensors:{state}", *options))


WRITE = ("--with", "write", "--branch-output", "states.safetensors:y")
SAMPLES = (
    mixer("hc", "hc"),
    mixer("hc, equal streams", "hc", state="equal"),
    mixer("hc, 40 digits", "hc", "--digits", "40"),
    mixer("hc, 90 digits", "hc", "--digits", "90"),
    mixer("mhc-v4", "mhc-v4"),
    mixer("mhc-v4, write", "mhc-v4", *WRITE),
    mixer("mhc-v4, read", "mhc-v4", "--with", "read"),
    mixer("mhc-v4, common core", "mhc-v4", "--core", "common"),
    mixer("mhc-v4, truncated core", "mhc-v4", "--core", "common", "--tau", "0.1"),
    mixer("mhc-v4, box", "mhc-v4", "--state-radius", "1e-9"),
    mixer("hc, box and write", "hc", "--state-radius", "0x1p-30", *WRITE),
    Sample("matrix", ("spectrum", "exact.mtx")),
    Sample("matrix, 50 digits", ("spectrum", "exact.mtx", "--digits", "50")),
    Sample("ball", ("spectrum", "ball.mtx")),
)


def product(name, *options, file="chain.safetensors"):
    return Sample(name, ("product", "--params", file, "--trajectory", file, *options))


PRODUCTS = (
    product("product", "--method", "dense"),
    product("product, write", "--with", "write", "--method", "dense"),
    product("product, 20 digits", "--digits", "20", "--method", "dense"),
    product("product, one site", "--sites", "site000", "--method", "dense"),
    product("product, factored", "--method", "factored"),
    product("product, factored, write", "--with", "write", "--method", "factored"),
    product("product, factored, 70 digits", "--digits", "70"),
    product("product, largest", "--method", "largest"),
    product("product, direction", "--method", "dense", "--direction", "top", "--with", "write"),
    product("product, given direction", "--direction", "chain.safetensors:site001.X", "--transposed"),
    product("product, largest, wide", "--method", "largest", file="wide.safetensors"),
)
LONG_PRODUCT = product("product of 96 sites", "--method", "dense", file="long.safetensors")
VERY_LONG_PRODUCT = product("product of 140 sites", file="longer.safetensors")


def diagnosis(name, *options, file="chain.safetensors"):
    return Sample(name, ("diagnose", "--params", file, "--trajectory", file, *options))


DIAGNOSES = (
    diagnosis("diagnosis of a trajectory", "--range", "0-1"),
    Sample("diagnosis of a site", ("diagnose", "--mixer", "hc", "--params", "hc.safetensors", "--site", "layer",
                                   "--state", "states.safetensors:X", "--state", "states.safetensors:equal")),
    Sample("diagnosis with iterations", ("diagnose", "--mixer", "mhc-v4", "--params", "mhc.safetensors", "--site", "layer",
                                         "--state", "states.safetensors:X", "--iterations", "3")),
    Sample("diagnosis of Jacobians", ("diagnose", "--mixer", "mhc-v4", "--params", "mhc.safetensors", "--site", "layer",
                                      "--state", "states.safetensors:X", "--jacobian", "--at-least", "1")),
    diagnosis("diagnosis of Jacobians along a trajectory", "--jacobian"),
)
LONG_DIAGNOSIS = diagnosis("diagnosis of 96 sites", file="long.safetensors")
GRADED = Sample("matrix with groups", ("spectrum", "graded.mtx"))


def of_size(n, d):
    """A certificate of `hc` with so many streams and features."""
    file = f"hc_{n}x{d}.safetensors"
    return Sample(f"hc {n} x {d}", ("certify", "--mixer", "hc", "--params", file, "--site", "layer", "--state", f"{file}:X"))
