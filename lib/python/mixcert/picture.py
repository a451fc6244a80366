"""A certificate as a small picture in HTML, for notebooks."""
from __future__ import annotations

from html import escape
from typing import Optional

import numpy as np

from .certificate import Certificate
from .enclosure import Enclosure
from .spectrum import Spectrum

WIDTH, HEIGHT, MARGIN = 420, 160, 28
COLOURS = {"actual": "#2563c9", "frozen": "#b3b8c0"}
STROKES = {"actual": 1.5, "frozen": 5}  # what is behind is seen beside what is before it


def _steps(spectrum: Spectrum, values: np.ndarray, repeated: int, scale: "Scale") -> str:
    """The path of a descending step line: one step an entry, as wide as its multiplicity."""
    edges = np.concatenate([[0], np.cumsum(spectrum.multiplicity * repeated)])
    points = []
    for k, value in enumerate(values):
        y = scale.y(value)
        points += [f"{scale.x(edges[k]):.2f},{y:.2f}", f"{scale.x(edges[k + 1]):.2f},{y:.2f}"]
    return "M" + " L".join(points)


class Scale:
    """From indices and values to the picture's units."""

    def __init__(self, count: int, least: float, greatest: float) -> None:
        self.count, self.least = max(count, 1), least
        self.range = greatest - least or 1.0

    def x(self, index: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * float(index) / self.count

    def y(self, value: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (float(value) - self.least) / self.range


def _repeated(certificate: Certificate) -> int:
    """How often each value of the realised mixer is one of H (x) I."""
    frozen = certificate.frozen_spectrum
    return 0 if not frozen else certificate.spectrum.count // frozen.count


def svg_of(certificate: Certificate) -> str:
    """The singular values by index as bands between their ends, those of the realised mixer behind them."""
    spectrum, frozen = certificate.spectrum, certificate.frozen_spectrum
    drawn = [spectrum] if not frozen else [spectrum, frozen]
    ends = np.concatenate([part for s in drawn for part in (s.lo, s.hi)])
    if not len(ends) or not np.isfinite(ends).all():
        return ""
    scale = Scale(spectrum.count, min(0.0, float(ends.min())), float(ends.max()))
    paths = []
    for name, part, times in (("frozen", frozen, _repeated(certificate)), ("actual", spectrum, 1)):
        if part:
            paths += [
                f'<path d="{_steps(part, values, times, scale)}" '
                f'fill="none" stroke="{COLOURS[name]}" stroke-width="{STROKES[name]}"/>'
                for values in (part.lo, part.hi)
            ]
    text = 'font-size="11" font-family="sans-serif" fill="currentColor"'
    title = f"{spectrum.count} singular values, largest {certificate.norm}, smallest {certificate.smallest}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>"
        f'<path d="M{MARGIN},{MARGIN} V{HEIGHT - MARGIN} H{WIDTH - MARGIN}" '
        f'fill="none" stroke="currentColor" stroke-width="0.5"/>'
        f'<text x="{MARGIN}" y="{MARGIN - 8}" {text}>{scale.least + scale.range:.4g}</text>'
        f'<text x="{MARGIN - 12}" y="{HEIGHT - MARGIN}" {text}>{scale.least:.4g}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle" {text}>'
        f"index of the singular value, 1 to {spectrum.count}</text>"
        f"{''.join(paths)}</svg>"
    )


def _rows(certificate: Certificate) -> list:
    quantities: list = [
        ("largest singular value", certificate.norm),
        ("of the realised mixer", certificate.frozen_norm),
        ("ratio", certificate.ratio),
        ("smallest singular value", certificate.smallest),
        ("mean square", certificate.mean_square),
    ]
    return [(name, x) for name, x in quantities if x is not None]


def _cell(x: Optional[Enclosure]) -> str:
    return f'<td style="text-align:left" title="{escape(repr(x))}"><code>{escape(str(x))}</code></td>'


def html_of(certificate: Certificate) -> str:
    """A table of the headline quantities and the picture; needs no network and follows the page's colours."""
    subject = certificate.subject
    name = " ".join(escape(str(subject[key])) for key in ("mixer", "formula", "site", "name") if subject.get(key))
    rows = "".join(
        f'<tr><th scope="row" style="text-align:left">{key}</th>{_cell(x)}</tr>' for key, x in _rows(certificate)
    )
    frozen = f', <span style="color:{COLOURS["frozen"]}">realised mixer</span>' if certificate.frozen_spectrum else ""
    return (
        f"<div><strong>mixcert {escape(certificate.kind)}</strong> {name}<table>{rows}</table>{svg_of(certificate)}"
        f'<div><small><span style="color:{COLOURS["actual"]}">'
        f"{certificate.spectrum.count} singular values</span>{frozen}; "
        f"in x(k) the number is within k units of the last digit</small></div></div>"
    )
