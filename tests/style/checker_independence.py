#!/usr/bin/env python3
"""The checker shares with what it checks no more than how files are read, computes with nothing but GMP and MPFR, and
stays small (decision 009).

usage: checker_independence.py SOURCE_FOLDER BUILD_FOLDER
"""
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

SHARED = ("mixcert/certificate/checker/", "mixcert/io/", "mixcert/error.hpp", "mixcert/printable.hpp")
OUTSIDE = {"mpfr.h", "gmpxx.h", "nlohmann/json.hpp"}
# Of the standard library: what computes in floating point, or in several threads.
FORBIDDEN = {"cmath", "complex", "random", "numbers", "valarray", "thread", "future", "mutex", "atomic", "execution"}
ALGEBRA_AND_FORMAT = (
    "number interval interval_matrix dyadic dual document fixed_point fixed_matrix real".split()  # decisions 009, 010
)
MOST_LINES, MOST_LINES_OF_A_MIXER = 1650, 80
# Conversions to and from binary64 other than by its bits, and functions of it.
ROUNDED = re.compile(
    r"\bfloat\b|\blong double\b|__float128"
    r"|\bstd::(sqrt|pow|exp|log|tanh|fma|abs|fabs|ldexp|frexp|stod|strtod|thread|async)\b"
    r"|static_cast<double>|convert_to<double>|mpfr_[gs]et_(d|flt|ld)\b|mpq_[gs]et_d\b|mpz_[gs]et_d\b|\bstrto(d|f|ld)\b"
)
ARITHMETIC = re.compile(
    r"\t(v?(add|sub|mul|div|sqrt|max|min|fn?m(add|sub))[0-9]*(sd|ss|pd|ps)"
    r"|v?cvt\w*(sd|ss|pd|ps)\w*|f(add|sub|mul|div|sqrt)\w*)\s"
)


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in (".cpp", ".hpp"))


def lines_of_code(path):
    """Neither empty nor a comment alone."""
    return sum(1 for line in path.read_text().splitlines() if not re.match(r"\s*(//.*)?$", line))


def includes(path):
    return re.findall(r'^#include [<"]([^>"]+)[>"]', path.read_text(), re.MULTILINE)


def foreign_includes(checker):
    for path in sources(checker):
        for name in includes(path):
            standard = "." not in name and "/" not in name and name not in FORBIDDEN
            if not standard and not name.startswith(SHARED) and name not in OUTSIDE:
                yield f"{path.name} includes {name}"


def reached_headers(root, checker):
    """Every header of this project that the checker's sources include, directly or not."""
    waiting, reached = [name for path in sources(checker) for name in includes(path)], set()
    while waiting:
        name = waiting.pop()
        if name.startswith("mixcert/") and name not in reached:
            reached.add(name)
            waiting += includes(root / "lib" / name)
    return reached


def symbols(archive, *options):
    listing = subprocess.run(["nm", *options, archive], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listing.splitlines() if len(line.split()) >= 2}


def strong_symbols(archive):
    """Defined once in a program: no inline functions or templates, of which each library may have its own."""
    listing = subprocess.run(["nm", "--defined-only", archive], capture_output=True, text=True, check=True).stdout
    return {words[2] for words in map(str.split, listing.splitlines()) if len(words) == 3 and words[1] in "TDBR"}


def foreign_symbols(libraries):
    files, checker, mixcert = (libraries / f"lib{name}.a" for name in ("mixcert_files", "mixcert_checker", "mixcert"))
    producer = strong_symbols(mixcert)
    assert len(producer) > 100, "the producer's library defines nothing"
    for library in (checker, files):
        for symbol in sorted(symbols(library, "--undefined-only") & producer):
            yield f"{library.name} needs {symbol}, which is the producer's"
    known = symbols(files, "--defined-only") | symbols(checker, "--defined-only")
    for symbol in sorted(symbols(checker, "--undefined-only") - known):
        if symbol.startswith("_ZN7mixcert") or symbol.startswith("_ZNK7mixcert"):
            yield f"{checker.name} needs {symbol}, which is nowhere"


def rounded_operations(checker):
    for path in sources(checker):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if ROUNDED.search(line.split("//")[0]):
                yield f"{path.name}:{number} computes in floating point or threads: {line.strip()}"


def arithmetic_in(archive):
    command = ["objdump", "-d", "--no-show-raw-insn", archive]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    function = ""
    for line in listing.splitlines():
        if line.endswith(">:"):
            function = line.split("<")[1][:-2]
        # The parser of JSON has numbers too, which claim nothing.
        elif ARITHMETIC.search(line) and not function.startswith("_ZN8nlohmann"):
            yield function, line.split("\t")[-1]


def floating_instructions(libraries):
    if platform.machine() != "x86_64" or not shutil.which("objdump"):
        print("SKIPPED: instructions are looked through on x86-64 with objdump only", file=sys.stderr)
        return
    assert any(arithmetic_in(libraries / "libmixcert.a")), "the producer's own arithmetic is not recognised"
    for function, instruction in arithmetic_in(libraries / "libmixcert_checker.a"):
        yield f"{function} computes in floating point: {instruction}"


def sizes(checker):
    total = 0
    for path in sources(checker):
        lines, is_mixer = lines_of_code(path), re.search(r"^const mixer_entry \w+\{", path.read_text(), re.MULTILINE)
        counted = path.parent == checker and path.stem in ALGEBRA_AND_FORMAT
        total += lines if counted else 0
        kind = "algebra and format" if counted else "mixer" if is_mixer else ""
        print(f"{lines:5} {path.relative_to(checker)} {kind}")
        if is_mixer and lines > MOST_LINES_OF_A_MIXER:
            yield f"{path.name} has {lines} lines of code, more than {MOST_LINES_OF_A_MIXER}"
    print(f"{total:5} algebra and format, at most {MOST_LINES}")
    if total > MOST_LINES:
        yield f"algebra and format have {total} lines of code, more than {MOST_LINES}"


def main(root, build):
    checker = root / "lib/mixcert/certificate/checker"
    problems = [*foreign_includes(checker), *rounded_operations(checker), *sizes(checker)]
    problems += [f"{name} is reached" for name in sorted(reached_headers(root, checker)) if not name.startswith(SHARED)]
    problems += [*foreign_symbols(build / "lib"), *floating_instructions(build / "lib")]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
