"""An installed mixcert works from wherever its folder is moved to: another project finds it by find_package and by
pkg-config, builds the same example and certifies with it; all say the same version.

usage: consumer.py BUILD_FOLDER COMPILER GENERATOR VERSION
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

build, compiler, generator, version = sys.argv[1:]
here, root = Path(__file__).resolve().parent, Path(__file__).resolve().parents[2]
example, data = root / "examples" / "certify_state.cpp", root / "examples" / "data"
work = Path(build).resolve() / "install-test"
shutil.rmtree(work, ignore_errors=True)


def output_of(*command, **environment):
    return subprocess.run([str(c) for c in command], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **environment}).stdout.strip()


output_of("cmake", "--install", build, "--prefix", work / "installed")
prefix = work / "moved"
shutil.move(work / "installed", prefix)
libraries = next(prefix.rglob("mixcert.pc")).parents[1]
certificate = work / "certificate.json"

configured = output_of("cmake", "-G", generator, "-S", here / "consumer", "-B", work / "consumer", f"-DCMAKE_PREFIX_PATH={prefix}",
                       f"-DCMAKE_CXX_COMPILER={compiler}", f"-DEXAMPLE={example}")
output_of("cmake", "--build", work / "consumer")
certified = {"find_package": output_of(work / "consumer" / "consumer", data, certificate)}
assert output_of(work / "consumer" / "check", certificate, data) == "VERIFIED"
versions = {
    "program": output_of(prefix / "bin" / "mixcert", "--version").removeprefix("mixcert "),
    "find_package": re.search("found mixcert (.*)", configured)[1],
    "library": json.loads(certificate.read_text())["producer"]["version"],
}


def pkg_config(*arguments):
    return shlex.split(output_of("pkg-config", *arguments, PKG_CONFIG_PATH=str(libraries / "pkgconfig")))


def built_by_pkg_config(package, source):
    flags = pkg_config("--cflags", package)
    assert {"-ffp-contract=off", "-fno-fast-math"} <= set(flags), flags
    versions[f"{package}.pc"] = pkg_config("--modversion", package)[0]
    output_of(compiler, "-std=gnu++20", *flags, source, "-o", work / package, *pkg_config("--libs", package))
    return work / package


if shutil.which("pkg-config"):
    where = {"LD_LIBRARY_PATH": str(libraries)}  # of shared libraries
    certified["pkg-config"] = output_of(built_by_pkg_config("mixcert", example), data, **where)
    checker = built_by_pkg_config("mixcert-checker", here / "consumer" / "check.cpp")
    assert output_of(checker, certificate, data, **where) == "VERIFIED"
else:
    print("SKIPPED pkg-config: it is not installed")

for module in prefix.rglob("mixcert/_core.*.so"):
    versions["Python"] = output_of(sys.executable, "-c", "import mixcert; print(mixcert.__version__)",
                                   PYTHONPATH=str(module.parents[1]), PYTHONDONTWRITEBYTECODE="1")
packages = Path(build) / "CPackConfig.cmake"
if packages.exists():
    versions["packages"] = re.search(r'CPACK_PACKAGE_VERSION "(.*)"', packages.read_text())[1]

print(*certified.values(), versions, sep="\n")
assert len(set(certified.values())) == 1
assert set(versions.values()) == {version}
assert (prefix / "share" / "man" / "man1" / "mixcert-certify.1.gz").exists()
elsewhere = [p for p in prefix.rglob("*") if p.suffix in (".cmake", ".pc") and str(work) in p.read_text()]
assert not elsewhere, f"not to be moved: {elsewhere}"
