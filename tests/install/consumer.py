"""An installed mixcert is found by another project, which builds and certifies with it."""
import shutil
import subprocess
import sys
from pathlib import Path

build, compiler, generator = sys.argv[1:]
here = Path(__file__).resolve().parent
work = Path(build).resolve() / "install-test"
shutil.rmtree(work, ignore_errors=True)


def run(*command):
    subprocess.run([str(c) for c in command], check=True)


run("cmake", "--install", build, "--prefix", work / "prefix")
run("cmake", "-G", generator, "-S", here / "consumer", "-B", work / "consumer", f"-DCMAKE_PREFIX_PATH={work / 'prefix'}",
    f"-DCMAKE_CXX_COMPILER={compiler}")
run("cmake", "--build", work / "consumer")
run(work / "consumer" / "consumer", here.parents[1] / "examples" / "data")
run(work / "prefix" / "bin" / "mixcert", "--version")
