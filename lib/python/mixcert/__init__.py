"""Certified singular spectra of Jacobians of dynamic residual mixers.

>>> import mixcert
>>> print(mixcert.spectrum([[2, 0], [0, 1]]).norm)
2.0000000000000001(4)

`certify` is for one site and state, or many states; `spectrum` for any matrix; `product` and `diagnose` for the way of
a token through many sites; `reproduce` for constructions with closed forms. `check` and `prove` take what these return.
docs/reference/python.md is the reference.
"""
from ._core import NotCertified, __version__
from .certificate import Certificate, Comparison, Count, Diagnosis, Finding, Quantity, Reproduction, Verification
from .enclosure import Enclosure
from .functions import certify, check, diagnose, load, mixers, product, prove, reproduce, spectrum
from .spectrum import Spectrum
from .states import Bounds, CertifiedStates
from .trajectory import Trajectory

__all__ = [
    "Bounds",
    "Certificate",
    "CertifiedStates",
    "Comparison",
    "Count",
    "Diagnosis",
    "Enclosure",
    "Finding",
    "NotCertified",
    "Quantity",
    "Reproduction",
    "Spectrum",
    "Trajectory",
    "Verification",
    "__version__",
    "certify",
    "check",
    "diagnose",
    "load",
    "mixers",
    "product",
    "prove",
    "reproduce",
    "spectrum",
]
