"""Random sites of the mixer `mhc-v4`, reproducible from a seed."""
from hc_site import gaussian


def mhc_parameters(source, n, d, dtype="F32"):
    gates = (2 + n) * n
    return {
        "fn": gaussian(source, (gates, n * d), 1.0, dtype),
        "scale": gaussian(source, (3,), 0.5, dtype),
        "base": gaussian(source, (gates,), 0.5, dtype),
    }
