"""Safetensors files made by hand, right or wrong, with nothing but the standard library."""
import hashlib
import json
import struct
from dataclasses import dataclass, replace
from math import prod


def bfloat16_bytes(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return struct.pack("<H", bits >> 16)


ENCODERS = {
    "F64": lambda value: struct.pack("<d", value),
    "F32": lambda value: struct.pack("<f", value),
    "F16": lambda value: struct.pack("<e", value),
    "BF16": bfloat16_bytes,
    "I64": lambda value: struct.pack("<q", int(value)),
    "F8_E4M3": lambda value: bytes([int(value) & 0x7F]),
    "BOOL": lambda value: bytes([1 if value else 0]),
}

DECODERS = {
    "F64": lambda data: struct.unpack("<d", data)[0],
    "F32": lambda data: struct.unpack("<f", data)[0],
    "F16": lambda data: struct.unpack("<e", data)[0],
    "BF16": lambda data: struct.unpack("<f", b"\0\0" + data)[0],
}


@dataclass(frozen=True)
class Tensor:
    """Values in C order; an empty shape is a scalar."""

    dtype: str
    shape: tuple
    values: tuple

    def __post_init__(self):
        assert len(self.values) == prod(self.shape), (self.shape, len(self.values))

    def bytes(self):
        return b"".join(map(ENCODERS[self.dtype], self.values))

    def sha256(self):
        return hashlib.sha256(self.bytes()).hexdigest()

    def as_type(self, dtype):
        return replace(self, dtype=dtype)

    def with_value(self, position, value):
        values = list(self.values)
        values[position] = value
        return replace(self, values=tuple(values))

    def representable(self):
        """The same tensor with every value rounded to one that its type holds."""
        decode, encode = DECODERS[self.dtype], ENCODERS[self.dtype]
        return replace(self, values=tuple(decode(encode(value)) for value in self.values))


def index_of(shape, position):
    """The multi-index of the element at this place in C order."""
    index = []
    for length in reversed(shape):
        index.append(position % length)
        position //= length
    return tuple(reversed(index))


def layout(tensors):
    """The header's entries, one tensor after another."""
    entries, begin = {}, 0
    for name, tensor in tensors.items():
        end = begin + len(tensor.bytes())
        entries[name] = {"dtype": tensor.dtype, "shape": list(tensor.shape), "data_offsets": [begin, end]}
        begin = end
    return entries


def data_of(tensors):
    return b"".join(tensor.bytes() for tensor in tensors.values())


def assemble(header, data=b""):
    """The file whose header is this text or object, of the right length, followed by these data."""
    text = header if isinstance(header, str) else json.dumps(header)
    encoded = text.encode()
    return struct.pack("<Q", len(encoded)) + encoded + data


def safetensors_bytes(tensors):
    return assemble(layout(tensors), data_of(tensors))


def tensors_of(file):
    """{name: (type, shape, bytes)}"""
    data = file.read_bytes()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    entries = json.loads(data[8:begin])
    entries.pop("__metadata__", None)
    ends = {name: [begin + end for end in entry["data_offsets"]] for name, entry in entries.items()}
    return {name: (e["dtype"], e["shape"], data[slice(*ends[name])]) for name, e in entries.items()}
