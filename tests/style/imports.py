#!/usr/bin/env python3
"""What bounds do not count is not used: no BLAS or LAPACK, nothing that changes the floating-point environment, MPFR's
defaults or the locale, no conversion of text that depends on the locale.

usage: imports.py SOURCE_FOLDER BUILD_FOLDER
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Tally

ALGEBRA = re.compile(r"(cblas_|LAPACKE_|lapack_|openblas_|mkl_|catlas_)|[sdcz](gemm|gemv|syrk|trsm|gesvd|gesdd|syev|syevd|geev|potrf|geqrf)_?")
ALGEBRA_LIBRARY = re.compile(r"blas|lapack|libmkl|libblis|libatlas|libflame", re.IGNORECASE)
MODES = re.compile(r"fe(setround|setenv|updateenv|holdexcept|enableexcept|disableexcept)|mpfr_set_(default_\w+|emin|emax)"
                   r"|setlocale|_ZNSt6locale6globalERKS_")
SOURCE = re.compile(
    r"_mm_setcsr|ldmxcsr|\bfesetround\b|#pragma\s+(STDC\s+FENV_ACCESS|GCC\s+optimize)|EIGEN_USE_(BLAS|LAPACKE|MKL)"
    r"|\b(stod|stof|stold|strtod|strtof|strtold|atof)\b"  # libraries for JSON and TOML have them; no number here is read by those
)


def undefined(file, *options):
    listing = subprocess.run(["nm", "--undefined-only", *options, file], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in listing.splitlines() if re.match(r"\s+[Uw] ", line)}


def unwanted_symbols(file, patterns, *options):
    symbols = undefined(file, *options)
    if "mpfr_add" not in symbols:
        yield "its symbols were not read"
    for symbol in sorted(symbols):
        if any(pattern.fullmatch(symbol) or pattern is ALGEBRA and pattern.match(symbol) for pattern in patterns):
            yield f"needs {symbol}"


def unwanted_libraries(file):
    listing = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listing.splitlines()]
    if not any("mpfr" in name for name in names):
        yield "its libraries were not read"
    yield from (f"loads {name}" for name in names if ALGEBRA_LIBRARY.search(name))


def unwanted_words(root):
    for path in sorted((root / "lib").rglob("*")):
        if path.suffix in (".cpp", ".hpp", ".ipp", ".txt"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if SOURCE.search(line):
                    yield f"{path.relative_to(root)}:{number}: {line.strip()}"


def main(root, build):
    if not shutil.which("nm") or not shutil.which("ldd"):
        print("SKIPPED: nm or ldd is not installed", file=sys.stderr)
        return 77
    tally = Tally()
    for archive in ("libmixcert.a", "libmixcert_checker.a"):
        tally.record(archive, unwanted_symbols(build / "lib" / archive, (ALGEBRA, MODES)))
    for binary in (build / "bin/mixcert", *(build / "python/mixcert").glob("_core*.so")):
        tally.record(f"symbols of {binary.name}", unwanted_symbols(binary, (ALGEBRA, MODES), "--dynamic"))
        tally.record(f"libraries of {binary.name}", unwanted_libraries(binary))
    tally.record("sources", unwanted_words(root))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
