"""Wrong requests of `spectrum`."""
from npy_file import npy_bytes
from refusal import NO_FLAGS, Refusal
from safetensors_file import Tensor


def npy(bench, *rows):
    values = tuple(float(x) for row in rows for x in row)
    return bench.file("matrix.npy", npy_bytes(Tensor("F64", (len(rows), len(rows[0])), values)))


def digits(bench):
    matrix = npy(bench, (3, 0), (0, 4))
    for number in ("0", "-1", "101"):
        says = (f"--digits {number}", "between 1 and 100")
        yield Refusal(f"spectrum with {number} digits", ["spectrum", matrix, "--digits", number], says)
        yield Refusal(f"certify with {number} digits", bench.certify("--digits", number), says)


def radii(bench):
    matrix, small = npy(bench, (3, 0), (0, 4)), npy(bench, (0, 0, 0))
    negative = npy(bench, (0, 0), (0, -1))
    for number in ("1e-6", "0", "2.5"):
        says = (f"--radius {number}", "no such file", "FILE", "each entry")
        yield Refusal(f"the radius {number}", ["spectrum", matrix, "--radius", number], says)
    yield Refusal("radii that are missing", ["spectrum", matrix, "--radius", bench.path("absent")], ("no such file",))
    shapes = (small, "[1,3]", "[2,2]")
    yield Refusal("radii of another shape", ["spectrum", matrix, "--radius", small], shapes)
    yield Refusal("a negative radius", ["spectrum", matrix, "--radius", negative], (negative, "[1,1]", "negative"))


def places(bench):
    matrix = npy(bench, (3, 0), (0, 4))
    hint = (f"{matrix}[0]", "no such file", f"{matrix}:[0]")
    yield Refusal("a matrix with an index and no colon", ["spectrum", matrix + "[0]"], hint)
    yield Refusal("a state with an index and no colon", bench.certify(state=matrix + "[0]"), hint)
    yield Refusal("an index of nothing", ["spectrum", bench.path("absent[0]")], ("absent[0]", "no such file"))
    yield Refusal("output onto the matrix", ["spectrum", matrix, "-o", matrix], (matrix, "overwrite"), NO_FLAGS)
    both = ["spectrum", matrix, "--radius", matrix, "-o", matrix]
    yield Refusal("output onto the radii", both, (matrix, "overwrite"), NO_FLAGS)


def cases(bench):
    yield from digits(bench)
    yield from radii(bench)
    yield from places(bench)
