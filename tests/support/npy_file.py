"""Two-dimensional .npy files, read with nothing but the standard library."""
import ast
import struct
from math import prod


def read_npy(file):
    """(shape, values): every value exact, in C order."""
    data = file.read_bytes()
    assert data[:6] == b"\x93NUMPY", file
    length = struct.unpack_from("<H" if data[6] == 1 else "<I", data, 8)[0]
    begin = (10 if data[6] == 1 else 12) + length
    header = ast.literal_eval(data[begin - length : begin].decode())
    order, kind = header["descr"][0], {"f8": "d", "f4": "f", "f2": "e", "i4": "i"}[header["descr"][1:]]
    rows, columns = shape = header["shape"]
    values = [float(x) for x in struct.unpack_from(f"{order}{prod(shape)}{kind}", data, begin)]
    if header["fortran_order"]:
        values = [values[j * rows + i] for i in range(rows) for j in range(columns)]
    return shape, tuple(values)


def in_order(values, shape, order):
    """C-order values of two axes, in C or Fortran order."""
    rows, columns = shape
    return values if order == "C" else tuple(values[i * columns + j] for j in range(columns) for i in range(rows))


def npy_bytes(tensor, endian="<", order="C", shape=None):
    """A .npy file of a two-dimensional F64, F32 or F16 tensor; or its C-order values in another shape."""
    kind, letter = {"F64": ("f8", "d"), "F32": ("f4", "f"), "F16": ("f2", "e")}[tensor.dtype]
    values = tensor.values if shape else in_order(tensor.values, tensor.shape, order)
    described = {"descr": endian + kind, "fortran_order": order == "F", "shape": tuple(shape or tensor.shape)}
    header = (str(described).ljust(117) + "\n").encode()
    data = struct.pack(f"{endian}{len(values)}{letter}", *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data
