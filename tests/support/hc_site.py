"""Random sites and states of the mixer `hc`, reproducible from a seed."""
from dataclasses import replace
from math import prod

from safetensors_file import Tensor

SHAPES = {
    "norm.gamma": lambda n, d: (d,),
    "static_alpha": lambda n, d: (n, 1 + n),
    "dynamic_alpha_fn": lambda n, d: (d, 1 + n),
    "dynamic_alpha_scale": lambda n, d: (),
    "static_beta": lambda n, d: (n,),
    "dynamic_beta_fn": lambda n, d: (d,),
    "dynamic_beta_scale": lambda n, d: (),
}


def gaussian(source, shape, spread=1.0, dtype="F32"):
    values = tuple(source.gauss(0, spread) for _ in range(prod(shape)))
    return Tensor(dtype, shape, values).representable()


def plus_identity(static_alpha):
    columns = static_alpha.shape[1]
    values = tuple(
        value + (1.0 if i % columns == i // columns + 1 else 0.0) for i, value in enumerate(static_alpha.values)
    )
    return replace(static_alpha, values=values).representable()


def without_residual_columns(alpha):
    """Only the column of the read-out is left."""
    columns = alpha.shape[1]
    values = tuple(value if i % columns == 0 else 0.0 for i, value in enumerate(alpha.values))
    return replace(alpha, values=values)


def hc_parameters(source, n, d, dtype="F32", scale=0.5):
    """The tensors of one site under their published names, with a residual mixing around the identity."""
    parameters = {name: gaussian(source, shape(n, d), 0.3, dtype) for name, shape in SHAPES.items()}
    parameters["static_alpha"] = plus_identity(parameters["static_alpha"])
    for name in ("dynamic_alpha_scale", "dynamic_beta_scale"):
        parameters[name] = Tensor(dtype, (), (scale,)).representable()
    return parameters


def hc_paper_parameters(source, n, d):
    """Those of one site of the mixer `hc-paper`."""
    parameters = hc_parameters(source, n, d)
    weight = parameters.pop("norm.gamma")
    return {**parameters, "norm.weight": weight, "norm.bias": gaussian(source, (d,), 0.3)}


def never_mixed(parameters):
    """The same site with H = I for every state."""
    return {
        **parameters,
        "static_alpha": plus_identity(without_residual_columns(parameters["static_alpha"])),
        "dynamic_alpha_fn": without_residual_columns(parameters["dynamic_alpha_fn"]),
    }


def hc_state(source, n, d, dtype="F32", spread=1.0):
    return gaussian(source, (n, d), spread, dtype)


def collapsed(state):
    """Every stream equal to the first."""
    n, d = state.shape
    return replace(state, values=state.values[:d] * n)


def at_site(prefix, parameters, separator="."):
    return {prefix + separator + name: tensor for name, tensor in parameters.items()}
