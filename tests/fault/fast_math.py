#!/usr/bin/env python3
"""Neither the project nor a user of its headers is built with options that change values.

usage: fast_math.py SOURCE_DIR COMPILER GENERATOR
"""
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Tally

OPTIONS = ("-ffast-math", "-Ofast", "-funsafe-math-optimizations")
MESSAGE = "mixcert needs IEEE arithmetic"


def output_of(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def header_problems(source, compiler):
    compile_header = [compiler, "-std=gnu++20", "-fsyntax-only", "-I", source / "lib", "-x", "c++", source / "lib/mixcert/scalar/interval.hpp"]
    for option in OPTIONS:
        status, text = output_of(*compile_header, "-O2", option)
        if status == 0 or MESSAGE not in text:
            yield f"{option}: status {status}: {text[:300]}"
    if platform.machine() == "x86_64" and output_of(*compile_header[:1], "-mfpmath=387", "-E", "-x", "c++", "/dev/null")[0] == 0:
        status, text = output_of(*compile_header, "-O2", "-mfpmath=387")  # registers of 64 places, and 15 bits of exponent
        if status == 0 or "every operation rounded to its own format" not in text:
            yield f"-mfpmath=387: status {status}: {text[:300]}"
    status, text = output_of(*compile_header, "-O2")
    if status != 0:
        yield f"without such an option: {text[:300]}"


def configure_problems(source, compiler, generator, folder):
    for where in ("CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_RELEASE", "CMAKE_SHARED_LINKER_FLAGS"):
        for option in OPTIONS:
            status, text = output_of("cmake", "-G", generator, "-S", source, "-B", folder / f"{where}{option}", "-DCMAKE_BUILD_TYPE=Release",
                                     f"-DCMAKE_CXX_COMPILER={compiler}", f"-D{where}=-g {option}")
            if status == 0 or f"{MESSAGE}: take {option} out of {where}" not in " ".join(text.split()):
                yield f"{where} {option}: status {status}: {text[-300:]}"


def main(source, compiler, generator):
    tally, source = Tally(), Path(source)
    with tempfile.TemporaryDirectory() as folder:
        tally.record("headers", header_problems(source, compiler))
        tally.record("the project", configure_problems(source, compiler, generator, Path(folder)))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
