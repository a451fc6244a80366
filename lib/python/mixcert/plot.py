"""Plots with matplotlib, which is imported when one is asked for."""
from __future__ import annotations

from typing import Any

import numpy as np

from .certificate import Certificate
from .spectrum import Spectrum


def _band(ax: Any, spectrum: Spectrum, repeated: int, label: str, **line: Any) -> None:
    edges = np.concatenate([[0], np.cumsum(spectrum.multiplicity * repeated)])
    ax.stairs(spectrum.hi, edges, baseline=spectrum.lo, fill=True, color=line["color"], alpha=0.4)
    ax.stairs(spectrum.hi, edges, baseline=None, label=label, **line)
    ax.stairs(spectrum.lo, edges, baseline=None, **line)


def plot_spectrum(certificate: Certificate, ax: Any) -> Any:
    """See Certificate.plot."""
    if ax is None:
        import matplotlib.pyplot

        ax = matplotlib.pyplot.subplots(layout="constrained")[1]
    spectrum, frozen = certificate.spectrum, certificate.frozen_spectrum
    if frozen:
        _band(ax, frozen, spectrum.count // frozen.count, "realised mixer H", color="0.7", linewidth=5)
    _band(ax, spectrum, 1, "Jacobian" if frozen else "matrix", color="C0", linewidth=1.5)
    ax.set_xlabel("index of the singular value, largest first")
    ax.set_ylabel("singular value, lower and upper ends")
    if frozen:
        ax.legend()
    return ax
