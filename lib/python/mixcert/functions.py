"""What can be asked for."""
from __future__ import annotations

import json
import math
import os
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from .certificate import (
    Certificate,
    Diagnosis,
    Document,
    Finding,
    PathLike,
    Reproduction,
    Verification,
    of_text,
    reproduction_of,
)
from .states import CertifiedStates
from .trajectory import Trajectory

Constant = Union[int, float, str]
Parameters = Union[PathLike, Mapping[str, Any], None]


def _plain(x: Any) -> Any:
    """Of NumPy's numbers those of Python, which are the same numbers."""
    return x.item() if isinstance(x, np.number) else x


def _number(given: Any) -> str:
    """As the library reads it: a float is the binary number that it is, all else as it is written."""
    x = _plain(given)
    if not isinstance(x, float) or not math.isfinite(x):
        return str(x)
    mantissa, exponent = float(x).hex().split("p")
    return f"{mantissa.rstrip('0').rstrip('.')}p{exponent}"


def _constants(convention: Mapping[str, Constant]) -> dict:
    """Constants of the equations as the library reads them: a float is the binary number that it is."""
    texts = {}
    for key, given in convention.items():
        x = _plain(given)
        if isinstance(x, bool) or not isinstance(x, (int, float, str)):
            raise TypeError(
                f"{key}: give an int, a float (that binary number) or a str (that decimal number, or a word)"
            )
        texts[key] = _number(x)
    return texts


def _is_path(x: Any) -> bool:
    return isinstance(x, (str, os.PathLike))


def _text(x: Any) -> Optional[str]:
    return None if x is None else str(x)


def _made(parts: tuple) -> Any:
    text, name, contents, folders = parts
    return of_text(text, None if name is None else (name, contents), folders)


def certify(
    mixer: str,
    params: Parameters,
    X: Any,
    *,
    site: Optional[str] = None,
    with_: str = "residual",
    branch_output: Any = None,
    core: str = "stream-adapted",
    tau: Union[str, float, None] = None,
    arith: Optional[str] = None,
    digits: Optional[int] = None,
    state_radius: Any = None,
    **convention: Constant,
) -> Union[Certificate, CertifiedStates]:
    """Encloses every singular value of the Jacobian of X -> H(X) X at a state, all rounding included.

    `mixer`: its name, one of `mixers()`. `params`: the site's tensors by their published names, or all of a model's (a
    state_dict) or the path of a checkpoint with `site`, the prefix of the site's. `X`: a state of shape (n, d), n
    streams of d features, or its address FILE:TENSOR. Then a Certificate is returned. An array of shape (..., n, d)
    gives CertifiedStates: all of them, on all processors.

    Arrays are NumPy's, others with the buffer protocol, or tensors with DLPack on the CPU (PyTorch's), of float64,
    float32, float16 or bfloat16 numbers, with any strides. Each is taken as the exact real number that it is.

    >>> import mixcert
    >>> import numpy as np
    >>> site = {"H": np.array([[0.75, 0.25], [0.5, 0.5]]), "pre": np.zeros(2), "post": np.zeros(2)}
    >>> c = mixcert.certify("static", site, np.ones((2, 3), dtype=np.float32), kind="matrix")
    >>> c.spectrum.count, c.norm.less("1.0327"), c.norm.greater("1.0326")
    (6, True, True)

    `with_`: `write` for H(X) X + beta(X) y^T with y = `branch_output` (d numbers) held fixed, `read` for the branch
    input. `core`, `tau`, `arith` (`interval` or `mp:BITS`) and `digits` (1 to 100) as for the program. `state_radius`:
    a number, or an array of shape (n, d): the certificate holds for every state that differs by at most this in each
    entry. Further keywords are constants of the equations (docs/reference/mixers.md): a str is that decimal number or
    word, a float that binary number.

    The i-th singular value lies in the i-th enclosure, for the exact real map at these exact numbers: theorems T1 to T6
    and T28. It is pointwise, and no Lipschitz constant. Raises ValueError for what is wrong with the request or its
    input, NotCertified with the reason where nothing is wrong but something cannot be bounded.
    """
    constants = _constants(convention)
    if not _is_path(X):
        shape = _core.shape_of(X, "X")
        if len(shape) > 2:
            options = {
                "with_": (with_, "residual"), "branch_output": (branch_output, None), "core": (core, "stream-adapted"),
                "tau": (tau, None), "arith": (arith, None), "digits": (digits, None),
                "state_radius": (state_radius, None),
            }  # fmt: skip
            given = [
                name
                for name, (x, usual) in options.items()
                if x is not usual and not (isinstance(x, str) and x == usual)
            ]
            if given:
                raise ValueError(f"{given[0]}: is for one state, X of shape (n, d); here X has shape {tuple(shape)}")
            held = X if hasattr(X, "__dlpack__") else np.asarray(X)
            states = _core.certify_states(_core.Site(mixer, params, site, constants), held)

            def again(index: tuple) -> Any:
                return certify(mixer, params, held[index], site=site, **convention)  # type: ignore[arg-type]

            return CertifiedStates(states, tuple(shape[:-2]), again)
    at = _core.Site(mixer, params, site, constants)
    return _made(_core.certify(at, X, with_, branch_output, core, _text(tau), arith, digits, _plain(state_radius)))


def spectrum(M: Any, *, radius: Any = None, digits: Optional[int] = None) -> Certificate:
    """Encloses all min(rows, columns) singular values of a real matrix, all rounding included.

    `M`: an array of shape (rows, columns), as for `certify`, or an address FILE:TENSOR. `radius`: an array of the same
    shape, or its address: the enclosures then hold for every matrix that differs by at most this in each entry.
    `digits` (1 to 100): enclosures have hi - lo <= 10^-digits hi or hi <= 10^-digits norm.

    >>> import mixcert
    >>> c = mixcert.spectrum([[3, 0], [4, 5]], digits=30)
    >>> c.norm.contains("6.70820393249936908922752100619")
    False
    >>> print(c.norm)
    6.70820393249936908922752100619385(5)

    Theorem T6. Raises ValueError for wrong input, NotCertified where something cannot be bounded.
    """
    return _made(_core.spectrum(M, radius, digits))


def product(
    params: Parameters,
    trajectory: Union[PathLike, Trajectory],
    *,
    sites: str = "*",
    with_: str = "residual",
    method: str = "auto",
    digits: Optional[int] = None,
    **convention: Constant,
) -> Certificate:
    """Encloses the singular values of the product of the Jacobians at the sites that a token passes.

    `params`: a mapping of full names to arrays (a state_dict), or a checkpoint's path. `trajectory`: a Trajectory, or
    the path of a trajectory file. `sites`: only those whose prefix, or siteNNN, this pattern matches. `with_="write"`
    takes the maps with the write gate, with the trajectory's branch outputs. `method`: `dense`, `factored`, `largest`
    or `auto`.

    >>> import mixcert
    >>> p = mixcert.product("examples/data/hc_params.safetensors", "examples/data/hc_trajectory.safetensors")
    >>> print(p.norm, p.kind, p.spectrum.count)
    2.3579118774980159(3) product 1024

    Raises ValueError for wrong input, NotCertified where something cannot be bounded.
    """
    return _made(_core.product(params, trajectory, sites, with_, method, digits, _constants(convention)))


def diagnose(
    params: Parameters,
    trajectory: Union[PathLike, Trajectory],
    *,
    sites: str = "*",
    ranges: Iterable[Sequence[int]] = (),
    iteration_errors: Optional[int] = None,
    jacobian: bool = False,
    at_least: Iterable[Union[Constant]] = (),
    **convention: Constant,
) -> Diagnosis:
    """Encloses what people measure on realised maps (docs/reference/diagnose.md), at all sites and tokens of a
    trajectory.

    `params` and `trajectory` as for `product`; axes in front of streams and features count tokens. `ranges`: pairs of
    the first and the last site, counted from 0, of depth ranges beside all sites. `iteration_errors`: the sum errors
    after 1, 2, ..., so many iterations of a mixer that iterates. `jacobian`: also norms, determinants, ranks,
    directions of the Jacobians; with it `at_least`: how many singular values are at least so large.

    >>> import mixcert
    >>> d = mixcert.diagnose("examples/data/hc_params.safetensors", "examples/data/hc_trajectory.safetensors")
    >>> print(d.find("agm_forward", site=1, state=0)[0].value)
    1.2469193869649312(2)

    Raises ValueError for wrong input, NotCertified where something cannot be bounded.
    """
    pairs = [f"{first}-{last}" for first, last in ranges]
    constants = _constants(convention)
    return _made(
        _core.diagnose(
            params, trajectory, sites, pairs, iteration_errors, jacobian, [_number(x) for x in at_least], constants
        )
    )


def reproduce(name: str = "all", *, arith: Optional[str] = None, perturb: Union[str, float, None] = None) -> tuple:
    """Computes constructions of the literature whose spectra are known in closed form, and compares: one Reproduction a
    row.

    `arith`: `mp:BITS` (default mp:128), `interval` or `rational`. `perturb`: a number added to one parameter of what is
    computed and not to the closed form, which shows that the comparison would notice.

    >>> import mixcert
    >>> rows = mixcert.reproduce("cayley")
    >>> all(rows), rows[0].values[0].closed_form
    (True, '|1 + K|^L')
    """
    number = None if perturb is None else _number(perturb)
    rows = json.loads(_core.reproduce([name], arith, number))["rows"]
    return tuple(map(reproduction_of, rows))


def check(certificate: Union[PathLike, Document], *, data: Union[PathLike, Sequence[PathLike]] = ()) -> Verification:
    """Re-establishes every claim of a certificate with other arithmetic and equations written a second time.

    `certificate`: a document's path, or a certificate. `data`: folders with the files that it speaks of; without it
    those that they were read from, or the document's own, then the current one. Arrays that were given in memory need
    none.

    >>> import mixcert
    >>> v = mixcert.check(mixcert.spectrum([[3, 0], [4, 5]]))
    >>> print(v, bool(v), v.claims[-1].claim)
    VERIFIED True spectrum

    Raises ValueError where data cannot be read, or the document is no JSON or makes no claims.
    """
    given: Any = [data] if _is_path(data) else data
    folders = [os.fsencode(folder) for folder in given]
    if not isinstance(certificate, Document):
        path = os.fsencode(certificate)
        return _verification(_core.read_file(path), path, folders or [os.path.dirname(path) or b".", b"."])
    folders = folders or [*(os.fsencode(folder) or b"." for folder in certificate._folders), b"."]
    if certificate._data is None:
        return _verification(certificate.text, b"certificate", folders)
    with tempfile.TemporaryDirectory(prefix="mixcert-") as folder:
        name, contents = certificate._data
        Path(folder, name).write_bytes(contents)
        return _verification(certificate.text, b"certificate", [os.fsencode(folder), *folders])


def _verification(text: Union[str, bytes], source: bytes, folders: list) -> Verification:
    report = json.loads(_core.check(text, source, folders))
    claims = tuple(Finding(c["claim"], c["finding"], c.get("reason", "")) for c in report["claims"])
    return Verification(report["verdict"], report["says"], claims)


def prove(certificate: Union[PathLike, Document], *, to: str = "md") -> Union[str, bytes]:
    """What a certificate claims as a document with its theorems and numbers: a str for `md`, `tex` and `coq`, bytes for
    `pdf`, which needs LaTeX. Whether the claims hold, `check` says.

    >>> import mixcert
    >>> print(mixcert.prove(mixcert.spectrum([[3, 0], [4, 5]])).splitlines()[0])
    # Singular values of a matrix: `M`
    """
    if isinstance(certificate, Document):
        text, source = certificate.text.encode(), b"certificate"
    else:
        text, source = _core.read_file(os.fsencode(certificate)), os.fsencode(certificate)
    written = _core.prove(text, source, to)
    return written if to == "pdf" else written.decode()


def load(path: PathLike) -> Union[Certificate, Diagnosis]:
    """The certificate of a file, of any kind; its claims are not checked. Raises ValueError for a file that is none."""
    return Document.load(path)


def mixers() -> tuple:
    """The names of all mixers.

    >>> import mixcert
    >>> "mhc-v4" in mixcert.mixers()
    True
    """
    return tuple(_core.mixers())
