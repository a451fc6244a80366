"""clang-tidy finds nothing in the library and the program.

usage: tidy.py SOURCE BUILD checks|analyzer: all checks but the slow ones, or these alone: the path-sensitive analyzer, and what
takes half of the other checks' time and finds what compilers mostly warn of too.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root, build = map(Path, sys.argv[1:3])
SLOW = ["clang-analyzer-*", "misc-unused-using-decls", "modernize-use-nullptr"]
SLOW += [f"bugprone-{name}" for name in (
    "assert-side-effect", "multiple-statement-macro", "reserved-identifier", "stringview-nullptr", "suspicious-semicolon",
    "suspicious-string-compare", "undelegated-constructor", "unused-raii")]
selection = {"checks": ",".join(f"-{name}" for name in SLOW), "analyzer": ",".join(["-*", *SLOW])}[sys.argv[3]]
tool = shutil.which("clang-tidy")
if tool is None:
    print("SKIPPED: clang-tidy is not installed", file=sys.stderr)
    sys.exit(77)

# The compile commands may be another compiler's, with warnings that clang does not know; and quadmath.h is gcc's.
gcc_include = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
options = ["-Wno-unknown-warning-option", f"-idirafter{gcc_include}"]


def check(source):
    command = [tool, "--quiet", f"--checks={selection}", *(f"--extra-arg={option}" for option in options), "-p", commands, str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    return source, run.returncode, run.stdout


with tempfile.TemporaryDirectory() as commands, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    # A precompiled header is the other compiler's too; no source needs it.
    database = re.sub(r" -Winvalid-pch", "", (build / "compile_commands.json").read_text())
    (Path(commands) / "compile_commands.json").write_text(re.sub(r" -include \S*/cmake_pch\.hxx", "", database))
    compiled = {Path(entry["file"]) for entry in json.loads(database)}  # one of the transports is not
    results = list(pool.map(check, sorted(compiled & set((root / "lib").resolve().rglob("*.cpp")))))
for source, status, output in results:
    if status != 0:
        print(source, output)
sys.exit(any(status != 0 for _, status, _ in results))
