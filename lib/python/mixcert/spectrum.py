"""A spectrum: enclosures of all singular values, largest first."""
from __future__ import annotations

from typing import Iterable, Iterator, Optional, Sequence

import numpy as np

from .enclosure import Enclosure


def frozen(array: np.ndarray) -> np.ndarray:
    """The same numbers in an array that can never be written to."""
    return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)


class Spectrum:
    """Enclosures of singular values, descending, each with the number of consecutive ones that lie in it.

    >>> s = Spectrum([Enclosure(2, "2.5"), Enclosure(1)], [1, 3])
    >>> len(s), s.count
    (2, 4)
    >>> s.lo, s.hi, s.multiplicity
    (array([2., 1.]), array([2.5, 1. ]), array([1, 3]))
    >>> s[0].less(3)
    True

    With entries expanded by multiplicity, the i-th largest singular value lies in the i-th enclosure. `lo` and `hi` are
    read-only float64 arrays, one number an entry, at or outside the ends; `s[i]` has the exact ends.
    """

    __slots__ = ("_enclosures", "hi", "lo", "multiplicity", "origin")
    lo: np.ndarray
    hi: np.ndarray
    multiplicity: np.ndarray
    origin: tuple
    _enclosures: tuple

    def __init__(
        self, enclosures: Sequence[Enclosure], multiplicity: Iterable[int], origin: Sequence[str] = ()
    ) -> None:
        for name, value in (
            ("_enclosures", tuple(enclosures)),
            ("lo", frozen(np.array([x.lower for x in enclosures], dtype=np.float64))),
            ("hi", frozen(np.array([x.upper for x in enclosures], dtype=np.float64))),
            ("multiplicity", frozen(np.array(list(multiplicity), dtype=np.int64))),
            ("origin", tuple(origin)),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a spectrum does not change")

    def __reduce__(self) -> tuple:
        return Spectrum, (self._enclosures, self.multiplicity.tolist(), self.origin)

    def __len__(self) -> int:
        return len(self._enclosures)

    def __getitem__(self, entry: int) -> Enclosure:
        return self._enclosures[entry]

    def __iter__(self) -> Iterator[Enclosure]:
        return iter(self._enclosures)

    @property
    def count(self) -> int:
        """How many singular values there are."""
        return int(self.multiplicity.sum())

    @property
    def widest(self) -> Optional[Enclosure]:
        """The entry with the largest hi - lo; None for an empty spectrum."""
        return max(self, key=lambda x: x.width) if len(self) else None

    def expanded(self) -> tuple:
        """(lo, hi), one number a singular value.

        >>> Spectrum([Enclosure(2), Enclosure(1)], [1, 2]).expanded()
        (array([2., 1., 1.]), array([2., 1., 1.]))
        """
        return np.repeat(self.lo, self.multiplicity), np.repeat(self.hi, self.multiplicity)

    def __repr__(self) -> str:
        if not self._enclosures:
            return "Spectrum(no values)"
        return f"Spectrum({self.count} values from {self._enclosures[0]} to {self._enclosures[-1]})"
