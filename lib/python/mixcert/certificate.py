"""Certificates and what is said of them, as objects that do not change."""
from __future__ import annotations

import copy
import html
import json
import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

from . import _core
from .enclosure import Enclosure
from .spectrum import Spectrum

PathLike = Union[str, "os.PathLike[str]"]


class Count(NamedTuple):
    """A rank, or another count, that is at least the one and at most the other number."""

    at_least: int
    at_most: int


def enclosure_of(ends: Mapping[str, Any]) -> Enclosure:
    """The enclosure of a document, with exactly its ends."""
    lo, hi = ends.get("lo_hex", ends["lo"]), ends.get("hi_hex", ends["hi"])
    exponent = int(ends.get("exp2", 0))
    if exponent == 0:
        return Enclosure(lo, hi)
    if abs(exponent) > 1 << 20:
        raise OverflowError(f"ends times 2^{exponent} are too large a number to write out; they stand in .document")
    scale, unit = Fraction(2) ** exponent, Enclosure(lo, hi)
    return Enclosure(unit.lo * scale, unit.hi * scale)


def spectrum_of(entries: list) -> Spectrum:
    """The spectrum of a document."""
    return Spectrum(
        [enclosure_of(e) for e in entries], [e["multiplicity"] for e in entries], [e.get("from", "") for e in entries]
    )


class Document:
    """A certificate's JSON document (docs/reference/certificate.md), and the arrays that it speaks of.

    What is read from it is what it claims; whether that holds, `check` says.
    """

    __slots__ = ("_data", "_folders", "_parsed", "text")
    text: str
    _data: Optional[tuple]
    _folders: tuple
    _parsed: Optional[dict]

    def __init__(self, text: str, data: Optional[tuple] = None, folders: Sequence[str] = ()) -> None:
        """`data`: name and contents of the file with the arrays, where they were given in memory. `folders`: where its
        files were."""
        for name, value in (("text", text), ("_data", data), ("_folders", tuple(folders)), ("_parsed", None)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a certificate does not change")

    def __reduce__(self) -> tuple:
        return type(self), (self.text, self._data, self._folders)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def document(self) -> dict:
        """All of the document, a copy."""
        return json.loads(self.text)

    def _member(self, name: str) -> Any:
        if self._parsed is None:
            object.__setattr__(self, "_parsed", {key: x for key, x in self.document.items() if key != "claims"})
        return self._parsed.get(name)  # type: ignore[union-attr]

    @property
    def subject(self) -> dict:
        """What it is of: mixer, constants, sizes, and every tensor with its SHA-256; a copy."""
        return copy.deepcopy(self._member("subject"))

    @property
    def kind(self) -> str:
        """`mixer`, `matrix`, `product`, `construction` or `diagnosis`."""
        return self._member("subject")["kind"]

    @property
    def notes(self) -> tuple:
        """What a reader should know, such as a residual that was never mixed."""
        return tuple(self._member("notes") or ())

    def summary(self) -> str:
        """What `mixcert show` prints."""
        return _core.summary(self.text, "certificate")

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.summary())}</pre>"

    def save(self, path: PathLike, *, data: bool = True) -> Path:
        """Writes the document, whole or not at all, and beside it the file with the arrays that it speaks of, where
        these were given in memory: with both, `mixcert check` needs nothing else. `data=False` leaves the arrays out.

        Returns the document's path. Raises ValueError where it cannot be written.
        """
        target = Path(path)
        if data and self._data is not None:
            name, contents = self._data
            _core.write_file(os.fsencode(target.with_name(name)), contents)
        _core.write_file(os.fsencode(target), self.text.encode())
        return target

    @classmethod
    def load(cls, path: PathLike) -> Any:
        """The certificate of a file. Raises ValueError for a file that is no well-formed certificate of this version,
        or of another class; its claims are not checked."""
        contents = _core.read_file(os.fsencode(path))
        _core.summary(contents, os.fsencode(path))
        read = of_text(contents.decode(), folders=[os.fsdecode(Path(path).parent)])
        if not isinstance(read, cls):
            raise ValueError(
                f"{os.fsdecode(path)}: is of kind {read.kind}; mixcert.load reads certificates of any kind"
            )
        return read


class Certificate(Document):
    """Enclosures of every singular value of a map's Jacobian, a product of such, a matrix or a construction.

    >>> import mixcert
    >>> c = mixcert.certify("hc", "examples/data/hc_params.safetensors",
    ...                     "examples/data/hc_states.safetensors:site01_p3_t127.X", site="site01")
    >>> print(c.norm)
    1.9172077423949793(2)
    >>> c.spectrum.count, len(c.spectrum)
    (1024, 36)
    >>> print(c.ratio, c.ratio.greater(1.68))
    1.6802735236438856(4) True
    """

    __slots__ = ("_spectrum",)
    _spectrum: Optional[Spectrum]

    def __init__(self, text: str, data: Optional[tuple] = None, folders: Sequence[str] = ()) -> None:
        super().__init__(text, data, folders)
        object.__setattr__(self, "_spectrum", None)

    @property
    def spectrum(self) -> Spectrum:
        """All singular values, descending."""
        if self._spectrum is None:
            object.__setattr__(self, "_spectrum", spectrum_of(self._member("spectrum")))
        return self._spectrum  # type: ignore[return-value]

    @property
    def frozen_spectrum(self) -> Optional[Spectrum]:
        """Those of the realised mixer H, or of the product of these; None where there is none."""
        entries = self._member("frozen_spectrum")
        return None if entries is None else spectrum_of(entries)

    def _quantity(self, name: str) -> Optional[Enclosure]:
        found = self._member("quantities").get(name)
        return enclosure_of(found) if isinstance(found, dict) and "lo" in found else None

    @property
    def norm(self) -> Enclosure:
        """The largest singular value."""
        return self._quantity("norm")  # type: ignore[return-value]

    @property
    def smallest(self) -> Optional[Enclosure]:
        """The smallest singular value; None where there is none."""
        return self._quantity("smallest")

    @property
    def frozen_norm(self) -> Optional[Enclosure]:
        """The largest singular value of the realised mixer; None where there is none."""
        return self._quantity("frozen_norm")

    @property
    def ratio(self) -> Optional[Enclosure]:
        """norm / frozen_norm; None where there is none, or frozen_norm may be zero."""
        return self._quantity("norm_ratio")

    @property
    def mean_square(self) -> Optional[Enclosure]:
        """The mean of the squares of all singular values; None for kinds that do not have it."""
        return self._quantity("mean_square")

    @property
    def frozen_mean_square(self) -> Optional[Enclosure]:
        """The same of the realised mixer."""
        return self._quantity("frozen_mean_square")

    @property
    def mean_square_ratio(self) -> Optional[Enclosure]:
        """mean_square / frozen_mean_square."""
        return self._quantity("mean_square_ratio")

    @property
    def feedback_rank(self) -> Optional[Count]:
        """Of the feedback term J - H (x) I; None for kinds that do not have it."""
        found = self._member("quantities").get("feedback_rank")
        return Count(found["at_least"], found["at_most"]) if found else None

    def quote(self) -> str:
        """One LaTeX sentence for a paper, with the data's and the document's SHA-256. For kind `mixer` only."""
        return _core.quote(self.text, "certificate")

    def plot(self, ax: Any = None) -> Any:
        """The singular values by index, and those of the realised mixer, on matplotlib axes, which are returned.

        Bands reach from the lower to the upper ends; most are narrower than a line. Needs matplotlib.
        """
        from .plot import plot_spectrum

        return plot_spectrum(self, ax)

    def _repr_html_(self) -> str:
        from .picture import html_of

        return html_of(self)

    def __repr__(self) -> str:
        subject = self.subject
        named = [subject.get("mixer") or subject.get("formula"), subject.get("site") or subject.get("name")]
        what = " ".join([self.kind, *(str(x) for x in named if x)])
        return f"<mixcert.Certificate {what}: {self.spectrum.count} values, norm {self.norm}>"


@dataclass(frozen=True)
class Quantity:
    """What was measured on realised maps (docs/reference/diagnose.md).

    `value`, and `change` under an intervention, are an Enclosure, a Count, an int (a stream), a dict
    (directions), or None where the value is not decided or does not exist, for `reason`. `of` says where: site, state,
    sites, ...
    """

    name: str
    value: Union[Enclosure, Count, int, dict, None]
    change: Union[Enclosure, Count, int, dict, None]
    of: dict
    definition: str
    reason: str = ""


def _value_of(x: Any) -> Any:
    if not isinstance(x, dict):
        return None
    if "lo" in x:
        return enclosure_of(x)
    if "index" in x:
        return x["index"]
    if "at_least" in x:
        return Count(x["at_least"], x["at_most"])
    return x if "right" in x else None


def _reason_of(x: Any) -> str:
    return x if isinstance(x, str) else x.get("reason", "") if isinstance(x, dict) else ""


class Diagnosis(Document):
    """Enclosures of what people measure on realised maps, at states, over sequences and over depth."""

    __slots__ = ()

    @property
    def quantities(self) -> tuple:
        """Every Quantity, in the document's order."""
        own = {"name", "value", "change", "definition"}
        return tuple(
            Quantity(
                q["name"], _value_of(q["value"]), _value_of(q.get("change")),
                {key: x for key, x in q.items() if key not in own}, q["definition"], _reason_of(q["value"]),
            )
            for q in self.document["quantities"]
        )  # fmt: skip

    def find(self, name: str, **of: Any) -> tuple:
        """The quantities of that name which are of just this, such as `site=0, state=0`."""
        return tuple(q for q in self.quantities if q.name == name and all(q.of.get(k) == x for k, x in of.items()))

    def __repr__(self) -> str:
        return f"<mixcert.Diagnosis {self.subject['mixer']}: {len(self._member('quantities'))} quantities>"


@dataclass(frozen=True)
class Finding:
    """What `check` found of one claim: `verified`, `refuted` or `not established`, and why not."""

    claim: str
    finding: str
    reason: str = ""


@dataclass(frozen=True)
class Verification:
    """What `check` says of a certificate. True where every claim is verified."""

    verdict: str
    says: str
    claims: tuple

    def __bool__(self) -> bool:
        return self.verdict == "verified"

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True)
class Comparison:
    """A value of a construction beside its closed form."""

    quantity: str
    count: int
    closed_form: str
    enclosure: Optional[Enclosure]
    outcome: str


@dataclass(frozen=True)
class Reproduction:
    """A row of a construction's table, computed and compared. True where every value agrees with its closed form."""

    construction: str
    theorem: str
    parameters: dict
    values: tuple
    outcome: str

    def __bool__(self) -> bool:
        return self.outcome == "agrees"


def of_text(text: str, data: Optional[tuple] = None, folders: Sequence[str] = ()) -> Union[Certificate, Diagnosis]:
    """The object for a certificate's document."""
    read = Certificate(text, data, folders)
    return Diagnosis(text, data, folders) if read.kind == "diagnosis" else read


def reproduction_of(row: Mapping[str, Any]) -> Reproduction:
    """The object for a row of a `mixcert-reproductions` document."""
    values = tuple(
        Comparison(
            v["quantity"], v["count"], v["closed_form"],
            enclosure_of(v["enclosure"]) if isinstance(v.get("enclosure"), dict) else None, v["outcome"],
        )
        for v in row["values"]
    )  # fmt: skip
    return Reproduction(row["construction"], row["theorem"], dict(row["parameters"]), values, row["outcome"])
