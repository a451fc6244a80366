"""Safetensors files that are well-formed, with tensors that cannot be certified."""
import math
import random
from math import prod

from bench import D, N, SITE, STATE
from hc_site import SHAPES, gaussian
from refusal import Refusal
from safetensors_file import Tensor, index_of

NOT_FINITE = {"NaN": math.nan, "Inf": math.inf, "-Inf": -math.inf}
NOT_REAL = ("I64", "F8_E4M3", "BOOL")


def numbers(values):
    return "[" + ",".join(map(str, values)) + "]"


def key(name):
    """As Bench.site_tensors takes it."""
    return name.replace(".", "_")


def params_in(arguments):
    return arguments[arguments.index("--params") + 1]


def state_in(arguments):
    return arguments[arguments.index("--state") + 1].rpartition(":")[0]


def ones(shape, dtype="F32"):
    return Tensor(dtype, tuple(shape), (1.0,) * prod(shape))


def missing(bench):
    for name in SHAPES:
        arguments = bench.of_parameters(**{key(name): None})
        yield Refusal(f"no tensor {name}", arguments, (params_in(arguments), SITE, name, "hc"))


def wrong_shapes(shape):
    yield (*shape, 1) if shape else (1, 1)  # a number may have shape [1]
    yield (*shape[:-1], shape[-1] + 1) if shape else (2,)
    if len(shape) == 2:
        yield shape[::-1]
        yield (prod(shape),)
    if shape:
        yield ()


def misshapen(bench):
    for name, shape_for in SHAPES.items():
        shape = shape_for(N, D)
        for wrong in wrong_shapes(shape):
            arguments = bench.of_parameters(**{key(name): ones(wrong)})
            shapes = (numbers(wrong), numbers(shape), f"{N} streams", f"{D} features")
            says = (params_in(arguments), f"{SITE}.{name}", *shapes)
            yield Refusal(f"{name} of shape {numbers(wrong)}", arguments, says)


def of_wrong_type(bench):
    for dtype in NOT_REAL:
        for name, shape_for in SHAPES.items():
            arguments = bench.of_parameters(**{key(name): ones(shape_for(N, D), dtype)})
            yield Refusal(f"{name} of type {dtype}", arguments, (params_in(arguments), f"{SITE}.{name}", dtype))
        arguments = bench.of_state(ones((N, D), dtype))
        yield Refusal(f"state of type {dtype}", arguments, (state_in(arguments), f"'{STATE}'", dtype))


def not_finite(bench):
    for word, value in NOT_FINITE.items():
        for name, tensor in bench.parameters.items():
            last = len(tensor.values) - 1
            arguments = bench.of_parameters(**{key(name): tensor.with_value(last, value)})
            place = numbers(index_of(tensor.shape, last))
            says = (params_in(arguments), f"'{SITE}.{name}'", f"holds {word} at {place}")
            yield Refusal(f"{word} in {name}", arguments, says)
        for dtype in ("F64", "F32", "BF16", "F16"):
            arguments = bench.of_state(bench.state.as_type(dtype).with_value(D, value))
            says = (state_in(arguments), f"'{STATE}'", f"holds {word} at [1,0]")
            yield Refusal(f"{word} in a state of type {dtype}", arguments, says)
        stack = gaussian(random.Random(7), (2, 2, N, D)).with_value(2 * N * D + D + 1, value)
        says = (f"'{STATE}'", f"holds {word} at [1,0,1,1]")
        yield Refusal(f"{word} in the picked state", bench.of_state(stack, "[1,0]"), says)


def empty_states(bench):
    for shape in ((0, D), (N, 0), (0, 0)):
        arguments = bench.of_state(Tensor("F32", shape, ()))
        yield Refusal(f"state of shape {numbers(shape)}", arguments, (state_in(arguments), f"'{STATE}'", "empty"))


def states_that_do_not_fit(bench):
    says = (bench.params_file, f"{SITE}.norm.gamma", f"[{D}]", f"{N} streams", "5 features", "[5]")
    yield Refusal("state of another width", bench.of_state(ones((N, 5))), says)
    says = (bench.params_file, f"{SITE}.static_alpha", f"[{N},{N + 1}]", "3 streams", "[3,4]")
    yield Refusal("state of other streams", bench.of_state(ones((3, D))), says)


def cases(bench):
    yield from missing(bench)
    yield from misshapen(bench)
    yield from of_wrong_type(bench)
    yield from not_finite(bench)
    yield from empty_states(bench)
    yield from states_that_do_not_fit(bench)
