"""What `cmake --install` puts below the prefix is a package that works, in a folder where Debian's python3 looks.

usage: installed.py BUILD_FOLDER FOLDER_BELOW_THE_PREFIX
"""
import os
import shutil
import site
import subprocess
import sys
from pathlib import Path

build, folder = Path(sys.argv[1]).resolve(), sys.argv[2]
prefix = build / "python-install-test"
for left_over in (prefix, f"{prefix}-moved"):
    shutil.rmtree(left_over, ignore_errors=True)
subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
package = prefix / folder
kept = {p.name for p in (package / "mixcert").iterdir()}
assert {"__init__.py", "_core.pyi", "py.typed"} <= kept, kept
shutil.move(prefix, f"{prefix}-moved")
code = "import mixcert; print(mixcert.__file__, mixcert.check(mixcert.spectrum([[3, 0], [4, 5]])), mixcert.__version__)"
environment = {**os.environ, "PYTHONPATH": f"{prefix}-moved/{folder}"}
found = subprocess.run(
    [sys.executable, "-c", code], env=environment, cwd="/", capture_output=True, text=True, check=True
).stdout.split()
shutil.rmtree(f"{prefix}-moved")
assert found[0].startswith(f"{prefix}-moved/"), found
assert found[1] == "VERIFIED", found
searched = site.getsitepackages()
if any("dist-packages" in path for path in searched):  # Debian's
    for usual in ("/usr", "/usr/local"):
        assert f"{usual}/{folder}" in searched, (usual, searched)
