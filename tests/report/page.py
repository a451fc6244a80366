#!/usr/bin/env python3
"""The page of `mixcert report` in Chromium: page.js says what is tried. Builds the program with its page, and installs what drives the
browser below the build folder; skipped where npm or chromium is missing (Debian: apt-get install npm chromium).

usage: page.py BUILD_FOLDER [SCREENSHOT_FOLDER]
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from program import Program
from report_folders import done, example, full, many

SKIPPED = 77


def driver(build):
    """The folder with what page.js needs."""
    folder = build / "tests/report"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "page.js"):
        shutil.copy(HERE / name, folder / name)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)
    return folder


def main(build, screenshots=None):
    missing = [name for name in ("npm", "node", "chromium") if not shutil.which(name)]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed", file=sys.stderr)
        return SKIPPED
    subprocess.run(["cmake", "--build", build, "--target", "program_with_page"], check=True, stdout=subprocess.DEVNULL)
    program = Program(str(build / "tests/program_with_page"))
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        shown, large = full(program, folder), many(program, folder)
        demonstration = example(program, folder / "example")
        pages = [shown / "report.html", folder / "many.html", demonstration / "report.html"]
        for results, page in zip((shown, large, demonstration), pages):
            done(program, "report", results, "-o", page, "--quiet")
        command = ["node", "page.js", shutil.which("chromium"), *pages, *([screenshots] if screenshots else [])]
        return subprocess.run(list(map(str, command)), cwd=driver(build), check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*(Path(argument).resolve() for argument in sys.argv[1:])))
