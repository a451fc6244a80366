"""The few names of PyTorch that examples/capture needs, for machines without it: opaque elements, views that share memory."""
import ctypes
from itertools import product
from math import prod

SIZES = {"torch.float32": 4, "torch.bfloat16": 2, "torch.float16": 2, "torch.int64": 8}


class Tensor:
    def __init__(self, dtype, shape, buffer):
        self.dtype, self.shape, self.buffer = dtype, tuple(shape), buffer

    def detach(self):
        return self

    cpu = contiguous = detach

    def reshape(self, shape):
        assert prod(shape) == self.numel(), (shape, self.shape)
        return Tensor(self.dtype, shape, self.buffer)

    def permute(self, axes):
        """A view if nothing moves, and otherwise a copy."""
        if list(axes) == sorted(axes):
            return self
        size, shape = self.element_size(), [self.shape[axis] for axis in axes]
        strides = [prod(self.shape[axis + 1 :]) for axis in axes]
        places = (sum(i * s for i, s in zip(index, strides)) for index in product(*map(range, shape)))
        return tensor(self.dtype, shape, b"".join(self.buffer[p * size : (p + 1) * size] for p in places))

    def zero_(self):
        ctypes.memset(self.buffer, 0, len(self.buffer))

    def data_ptr(self):
        return ctypes.addressof(self.buffer)

    def numel(self):
        return prod(self.shape)

    def element_size(self):
        return SIZES[self.dtype]


class Module:
    def __call__(self, *arguments, **keywords):
        return self.forward(*arguments, **keywords)


def tensor(dtype, shape, data):
    return Tensor(dtype, shape, ctypes.create_string_buffer(data, len(data)))
