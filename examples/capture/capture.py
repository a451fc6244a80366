"""The states that enter hyper-connection sites of a running PyTorch model, as a safetensors file for `mixcert certify --state`.

    with capture(model, "transformer.h.3.hc_attn", "states.safetensors", streams=4, layout="(b n) t d"):
        model(batch)

docs/how-to/capture.md says what layouts and names there are. Nothing but the standard library is imported.
"""
import ctypes
import json
import re
import struct
from collections import Counter
from contextlib import ExitStack, contextmanager
from operator import attrgetter
from pathlib import Path

DTYPES = {"torch.float64": "F64", "torch.float32": "F32", "torch.bfloat16": "BF16", "torch.float16": "F16"}


@contextmanager
def capture(model, sites, file, *, streams, layout, branches=()):
    """Writes what enters `sites`, streams and features last, and what leaves `branches`, as it is.

    Names are those of modules or of methods. A tensor has the name of its module; those of later calls NAME#1, NAME#2, ...
    """
    sites, branches = ([names] if isinstance(names, str) else list(names) for names in (sites, branches))
    if set(sites) & set(branches):
        raise ValueError(f"both a site and a branch: {', '.join(sorted(set(sites) & set(branches)))}")
    axes_of(layout)
    tensors, calls = {}, Counter()

    def record(name, value):
        value = floats(name, value)
        try:
            value = streams_last(value, layout, streams) if name in sites else value
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        tensors[f"{name}#{calls[name]}" if calls[name] else name] = stored(value)
        calls[name] += 1

    with ExitStack() as watches:
        for name in sites:
            watches.enter_context(watched(model, name, before=record))
        for name in branches:
            watches.enter_context(watched(model, name, after=record))
        yield
    unseen = [name for name in sites + branches if name not in calls]
    if unseen:
        raise RuntimeError(f"not called while capturing, so {file} is not written: {', '.join(unseen)}")
    Path(file).write_bytes(safetensors_bytes(tensors))


@contextmanager
def watched(model, name, before=None, after=None):
    """While it lasts, `before` gets the first argument of the module or method of this name, `after` what it returns first."""
    try:
        target = attrgetter(name)(model)
        owner, method = (target, "forward") if hasattr(target, "forward") else (target.__self__, target.__name__)
    except AttributeError as error:
        raise LookupError(f"the model has no module or method {name} ({error})") from None
    original, replaced = getattr(owner, method), vars(owner).get(method)

    def wrapper(*args, **kwargs):
        if before:
            before(name, next(iter((*args, *kwargs.values())), None))
        result = original(*args, **kwargs)
        if after:
            after(name, result[0] if isinstance(result, (tuple, list)) and result else result)
        return result

    setattr(owner, method, wrapper)
    try:
        yield
    finally:
        if replaced is None:
            delattr(owner, method)
        else:
            setattr(owner, method, replaced)


def axes_of(layout):
    """[["b", "n"], ["t"], ["d"]] of "(b n) t d"."""
    groups = [group.strip("()").split() for group in re.findall(r"\([^()]*\)|[^\s()]+", layout)]
    axes = sum(groups, [])
    closed = re.fullmatch(r"(\([^()]*\)|[^()])*", layout)
    pairs = all(len(group) == 1 or (len(group) == 2 and "n" in group) for group in groups)
    if not closed or not pairs or not {"n", "d"} <= set(axes) or len(set(axes)) < len(axes):
        raise ValueError(f'layout "{layout}": axes once each, n for streams and d for features, as in "(b n) t d" or "b t n d"')
    return groups


def streams_last(x, layout, streams):
    """The same numbers, streams x features behind the other axes, which keep their order."""
    groups, shape = axes_of(layout), []
    if len(groups) != len(x.shape):
        raise ValueError(f'a tensor of shape {list(x.shape)} has not the axes of layout "{layout}"')
    for group, length in zip(groups, x.shape):
        others, rest = divmod(length, streams)
        if "n" in group and (rest or (len(group) == 1 and others != 1)):
            raise ValueError(f'a tensor of shape {list(x.shape)} has not {streams} streams in layout "{layout}"')
        shape += [length] if "n" not in group else [streams if axis == "n" else others for axis in group]
    axes = sum(groups, [])
    order = [axis for axis in axes if axis not in ("n", "d")] + ["n", "d"]
    return x.reshape(shape).permute([axes.index(axis) for axis in order])


def stored(x):
    """(type, shape, bytes) of a tensor; a copy, so that what the model does in place later is not seen."""
    x = x.cpu().contiguous()
    return DTYPES[str(x.dtype)], list(x.shape), ctypes.string_at(x.data_ptr(), x.numel() * x.element_size())


def safetensors_bytes(tensors, metadata=None):
    header, end = {"__metadata__": metadata} if metadata else {}, 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [end, end + len(data)]}
        end += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data for _, _, data in tensors.values())


def floats(name, value):
    """The tensor without its gradients' history, if it can be stored."""
    kind = str(getattr(value, "dtype", None) or type(value).__name__)
    if kind not in DTYPES:
        raise TypeError(f"{name}: a tensor of float64, float32, bfloat16 or float16 is expected, not {kind}")
    return value.detach()
