"""One or many tokens' ways through the sites of a model."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence


@dataclass(frozen=True)
class Trajectory:
    """The states that enter sites in forward order, in memory; docs/reference/trajectory.md describes the same as a
    file.

    `mixer` is its name, `sites` the prefixes of the sites' tensors in the parameters. `X` has a state for each site: a
    sequence of arrays of shape (n, d), or one array of shape (L, n, d). `y`, for the maps with the write gate, has the
    branch outputs, of shape (d,) each. For `diagnose` there may be axes in front of n and d, which count tokens: the
    last of them those of a sequence, those before it sequences.
    """

    mixer: str
    sites: Sequence[str]
    X: Sequence[Any]
    y: Optional[Sequence[Any]] = None

    def __post_init__(self) -> None:
        for name in ("sites", "X", "y"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, list(getattr(self, name)))
        for name in ("X", "y"):
            given = getattr(self, name)
            if given is not None and len(given) != len(self.sites):
                raise ValueError(f"{name}: has {len(given)} arrays for {len(self.sites)} sites; give one for each")
        if not self.sites:
            raise ValueError("sites: there is none; a trajectory has one site at least")
