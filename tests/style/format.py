"""clang-format finds nothing to change."""
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(sys.argv[1])
tool = shutil.which("clang-format")
if tool is None:
    print("SKIPPED: clang-format is not installed", file=sys.stderr)
    sys.exit(77)
files = [p for folder in ("lib", "tests", "examples") for p in (root / folder).rglob("*") if p.suffix in (".cpp", ".hpp", ".ipp")]
sys.exit(subprocess.run([tool, "--dry-run", "--Werror", *map(str, files)]).returncode)
