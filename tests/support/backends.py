"""PyTorch, or what stands in for it on machines without it."""
import sys

import torch_stand_in


class StandIn:
    Module, tensor = torch_stand_in.Module, staticmethod(torch_stand_in.tensor)


class PyTorch:
    def __init__(self, torch):
        self.torch, self.Module = torch, torch.nn.Module

    def tensor(self, dtype, shape, data):
        return self.torch.frombuffer(bytearray(data), dtype=getattr(self.torch, dtype.removeprefix("torch."))).reshape(shape)


def backend_named(name):
    """Of `torch` or `stand-in`; none, and a line on standard error, where PyTorch is wanted and absent."""
    if name == "stand-in":
        return StandIn()
    try:
        import torch
    except ImportError as error:
        print(f"SKIPPED: PyTorch cannot be imported ({error})", file=sys.stderr)
        return None
    print(f"PyTorch {torch.__version__}")
    return PyTorch(torch)
