"""Where reference data that are not part of the project stand: the one place that names the variable and its default."""
import os
import sys
from pathlib import Path

SKIP = 77


def shared_folder():
    """The folder, or the process ends as skipped, saying so."""
    default = Path(__file__).resolve().parents[2].parent / "shared"
    folder = Path(os.environ.get("MIXCERT_SHARED", default))
    if not folder.is_dir():
        print(f"SKIPPED: no reference data at {folder} (set MIXCERT_SHARED)", file=sys.stderr)
        sys.exit(SKIP)
    return folder
