"""One matrix in several files has one spectrum: reference matrices as .npy, .npz, safetensors and Matrix Market."""
import json
import math
import sys
import tempfile
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from matrix_market_file import array_text, coordinate_text, is_symmetric
from npy_file import read_npy
from program import Program, Tally, shortened
from safetensors_file import Tensor, safetensors_bytes
from shared_folder import shared_folder

MATRICES = """permdiag_full_range_11 permdiag_12x7 rot16x4 hadamard_32 magic_12 diff_8x9 laplacian_star_13
ikbb_5_nearly_singular struct_gen3_n3_d5_r2 hilbert_8 graded_rect_18x9 gauss_9x50 rank4_9x25 cluster_rect_20x6
scaled_up900 underflowing_products subnormal_hadamard_4 subnormal_mixed one_by_one row_1x64 zero_2x7
negative_zeros_3x3 bigendian_f8 fortran_f8 float32 float16""".split()


def tensors(shape, values):
    """The matrix in every type that holds it exactly."""
    for dtype in ("F64", "F32", "F16", "BF16"):
        try:
            tensor = Tensor(dtype, shape, values).representable()
        except OverflowError:
            continue
        if tensor.values == values:
            yield dtype, tensor


def npz_of(folder, npy):
    file = folder / "m.npz"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("m.npy", npy.read_bytes())
    return file


def encodings(folder, shape, values):
    """(name, file) of each way to store these values."""
    contents = {f"{dtype}.safetensors": safetensors_bytes({"m": tensor}) for dtype, tensor in tensors(shape, values)}
    contents["array.mtx"] = array_text(shape, values).encode()
    contents["coordinate.mtx"] = coordinate_text(shape, values).encode()
    if is_symmetric(shape, values):
        contents["symmetric.mtx"] = coordinate_text(shape, values, symmetric=True).encode()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
        yield name, folder / name


def slightly_changed(values):
    """The entry of largest magnitude is 1000 units in its last place larger."""
    at = max(range(len(values)), key=lambda k: abs(values[k]))
    changed = list(values)
    changed[at] += 1000 * math.ulp(changed[at])
    return tuple(changed)


def spectrum(program, file):
    """((lo_hex, hi_hex), ...), descending, each value as often as it occurs; or what went wrong."""
    outcome = program.run("spectrum", str(file), "--json")
    if outcome.status != 0:
        return f"status {outcome.status}: {shortened(outcome.stderr)}"
    entries = json.loads(outcome.stdout)["spectrum"]
    return tuple((e["lo_hex"], e["hi_hex"]) for e in entries for _ in range(e["multiplicity"]))


def of_size(found, shape):
    if isinstance(found, str) or len(found) != min(shape):
        yield f"no {min(shape)} values: {shortened(str(found))}"


def same(found, expected):
    if found != expected:
        yield f"{shortened(str(found))} instead of {shortened(str(expected))}"


def another(found, expected, shape):
    yield from of_size(found, shape)
    if found == expected:
        yield "the change of an entry is not seen"


def check(program, npy, folder, tally):
    shape, values = read_npy(npy)
    expected = spectrum(program, npy)
    tally.record(npy.name, of_size(expected, shape))
    tally.record(f"{npy.name} as .npz", same(spectrum(program, npz_of(folder, npy)), expected))
    for name, file in encodings(folder, shape, values):
        tally.record(f"{npy.name} as {name}", same(spectrum(program, file), expected))
    # The comparison sees that another matrix is another one.
    for name, file in encodings(folder, shape, slightly_changed(values)):
        tally.record(f"{npy.name} changed, as {name}", another(spectrum(program, file), expected, shape))


def main():
    program, tally = Program(sys.argv[1]), Tally()
    for name in MATRICES:
        with tempfile.TemporaryDirectory() as folder:
            check(program, shared_folder() / "oracles" / "matrices" / f"{name}.npy", Path(folder), tally)
    return tally.finish()


sys.exit(main())
