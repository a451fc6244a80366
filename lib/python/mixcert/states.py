"""What is certified of many states at once."""
from __future__ import annotations

from types import MappingProxyType
from typing import Any, Callable, Mapping

import numpy as np

from . import _core
from .certificate import Certificate
from .enclosure import Enclosure
from .spectrum import Spectrum, frozen


class Bounds:
    """Enclosures in an array: `lower` and `upper` are read-only float64 arrays of one shape, NaN where there is none."""

    __slots__ = ("lower", "upper")
    lower: np.ndarray
    upper: np.ndarray

    def __init__(self, lower: np.ndarray, upper: np.ndarray) -> None:
        object.__setattr__(self, "lower", frozen(lower))
        object.__setattr__(self, "upper", frozen(upper))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("bounds do not change")

    @property
    def shape(self) -> tuple:
        return self.lower.shape

    def mid(self) -> np.ndarray:
        """Floats near the middles. They certify nothing."""
        return self.lower / 2 + self.upper / 2

    def __getitem__(self, index: Any) -> Enclosure:
        """The enclosure at a complete index. Raises ValueError where there is none."""
        return Enclosure(float(self.lower[index]), float(self.upper[index]))

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise TypeError("bounds are no array: take .lower or .upper, or .mid(), which certifies nothing")

    def __repr__(self) -> str:
        return f"Bounds(shape {self.shape})"


class CertifiedStates:
    """Enclosures at every state of an array of shape (..., n, d); all arrays here have the shape (...).

    >>> import mixcert
    >>> import numpy as np
    >>> site = {"H": np.eye(2), "pre": np.zeros(2), "post": np.zeros(2)}
    >>> many = mixcert.certify("static", site, np.ones((3, 5, 2, 4)), kind="matrix")
    >>> many.shape, many.norm.upper.max() < 1.000001, many.norm[0, 4].contains(1)
    ((3, 5), True, True)

    Where the mixer has a fast path, states are enclosed several at once (theorem T28), else one by one as a single one
    would be. No result depends on the other states.
    """

    __slots__ = (
        "_again",
        "_states",
        "failures",
        "feedback_rank",
        "frozen_norm",
        "in_lanes",
        "mean_square",
        "norm",
        "ratio",
        "shape",
        "smallest",
    )
    shape: tuple
    norm: Bounds
    frozen_norm: Bounds
    ratio: Bounds
    smallest: Bounds
    mean_square: Bounds
    feedback_rank: np.ndarray
    in_lanes: np.ndarray
    failures: Mapping[tuple, str]
    _states: _core.States
    _again: Callable[[tuple], Certificate]

    def __init__(self, states: _core.States, shape: tuple, again: Callable[[tuple], Certificate]) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("_states", states)
        put("_again", again)
        put("shape", tuple(shape))
        for name in ("norm", "frozen_norm", "ratio", "smallest", "mean_square"):
            ends = np.frombuffer(states.ends(name)).reshape(*shape, 2)
            put(name, Bounds(ends[..., 0].copy(), ends[..., 1].copy()))
        put("feedback_rank", frozen(np.frombuffer(states.ranks(), dtype=np.int64).reshape(*shape, 2).copy()))
        put("in_lanes", frozen(np.array(states.in_lanes(), dtype=bool).reshape(shape)))
        failures = {tuple(map(int, np.unravel_index(k, shape))): reason for k, reason in states.failures().items()}
        put("failures", MappingProxyType(failures))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("certified states do not change")

    def __len__(self) -> int:
        return self._states.count()

    def spectrum(self, index: Any) -> Spectrum:
        """All singular values at the state of that index. Raises NotCertified, with the reason, where there are none."""
        ends, multiplicity, origin = self._states.spectrum(int(np.ravel_multi_index(self._complete(index), self.shape)))
        pairs = np.frombuffer(ends).reshape(-1, 2).tolist()
        return Spectrum([Enclosure(*pair) for pair in pairs], np.frombuffer(multiplicity, dtype=np.int64), origin)

    def certificate(self, index: Any) -> Certificate:
        """The full certificate of the state of that index, computed anew from the arrays that were given, which must not
        have been changed since; it may be narrower."""
        return self._again(self._complete(index))

    def _complete(self, index: Any) -> tuple:
        complete = index if isinstance(index, tuple) else (index,)
        if len(complete) != len(self.shape):
            raise IndexError(f"{index!r} is no index of a state; states have shape {self.shape}")
        return tuple(k + extent if k < 0 else k for k, extent in zip(complete, self.shape))

    def __repr__(self) -> str:
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"<mixcert.CertifiedStates: shape {self.shape}{failed}>"
