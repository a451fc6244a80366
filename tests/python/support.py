"""What several tests of the module use: shipped data as NumPy arrays, and stand-ins for tensors of other libraries."""
import ctypes
import json
import struct
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/data"
PARAMS, STATES, TRAJECTORY = (EXAMPLES / f"hc_{name}.safetensors" for name in ("params", "states", "trajectory"))
DTYPES = {"F32": "<f4", "F64": "<f8", "F16": "<f2"}


def arrays_of(file):
    """{name: array} of a safetensors file."""
    contents = Path(file).read_bytes()
    (length,) = struct.unpack("<Q", contents[:8])
    header, data = json.loads(contents[8 : 8 + length]), contents[8 + length :]
    header.pop("__metadata__", None)
    return {
        name: np.frombuffer(data[slice(*at["data_offsets"])], DTYPES[at["dtype"]]).reshape(at["shape"])
        for name, at in header.items()
    }


def example_params():
    return arrays_of(PARAMS)


def example_site(site="site01"):
    """The tensors of a site under their published names."""
    return {name.partition(".")[2]: x for name, x in example_params().items() if name.startswith(f"{site}.")}


def example_state(name="site01_p3_t127.X"):
    return arrays_of(STATES)[name]


def narrow_site(width):
    """The first features of the site; small and quick."""
    site = dict(example_site())
    for name in ("norm.gamma", "dynamic_alpha_fn", "dynamic_beta_fn"):
        site[name] = site[name][:width]
    return site


class _Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class _Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("axes", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("release", _RELEASE)]
_DESTROY = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _DESTROY]

FLOAT, BFLOAT, INTEGER, NATURAL, COMPLEX = 2, 4, 0, 1, 5
CPU, CUDA = 1, 2


class TensorStandIn:
    """What a PyTorch tensor is to the module: DLPack, `requires_grad`, `detach`; no buffer protocol.

    `array` holds the numbers, or with `code=BFLOAT` their bits as uint16. `deaths` counts capsules that were let go.
    """

    def __init__(self, array, code=FLOAT, *, device=CPU, requires_grad=False, byte_offset=0, c_order=False):
        self._array, self._code, self._device, self._offset, self._c_order = array, code, device, byte_offset, c_order
        self.requires_grad = requires_grad
        self.dtype = f"torch.{array.dtype}" if code != BFLOAT else "torch.bfloat16"
        self.deaths = 0

    def detach(self):
        return TensorStandIn(self._array, self._code, device=self._device)

    def __len__(self):
        return len(self._array)

    def __getitem__(self, index):
        return TensorStandIn(self._array[index], self._code, device=self._device)

    def __dlpack_device__(self):
        return (self._device, 0)

    def __dlpack__(self, stream=None):
        if self.requires_grad:
            raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
        a = self._array
        axes = a.ndim
        shape = (ctypes.c_int64 * max(axes, 1))(*a.shape)
        strides = None if self._c_order else (ctypes.c_int64 * max(axes, 1))(*(s // a.itemsize for s in a.strides))
        managed = _Managed()
        managed.tensor = _Tensor(
            a.ctypes.data - self._offset,
            _Device(self._device, 0),
            axes,
            _Type(self._code, 8 * a.itemsize, 1),
            shape,
            strides,
            self._offset,
        )

        def destroy(_):
            self.deaths += 1

        destructor = _DESTROY(destroy)
        self._kept = (managed, shape, strides, destructor)
        return _new_capsule(ctypes.addressof(managed), b"dltensor", destructor)


def bfloat16_bits(array):
    """The upper halves of float32 numbers, and the numbers that these are."""
    bits = np.asarray(array, dtype=np.float32).view(np.uint32) >> 16
    return bits.astype(np.uint16), (bits << 16).astype(np.uint32).view(np.float32)
