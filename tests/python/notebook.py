"""examples/notebook runs as it stands, and prints what it is about.

usage: notebook.py FOLDER
"""
import subprocess
import sys
from pathlib import Path

SAYS = {
    "learned_states.py": (
        "ratio 1.68027352364388",
        "True False None",
        "all certified",
        "VERIFIED",
        "2.35791187749801",
        "1024 values in 36",
    )
}


def main(folder):
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        print("SKIPPED: matplotlib is not installed", file=sys.stderr)
        return 77
    scripts = sorted(folder.glob("*.py"))
    problems = [] if [s.name for s in scripts] == sorted(SAYS) else [f"not those expected: {scripts}"]
    for script in scripts:
        done = subprocess.run([sys.executable, "-W", "error", script], capture_output=True, text=True)
        print(done.stdout)
        if done.returncode != 0:
            problems.append(done.stderr)
        problems += [
            f"{script.name}: does not say '{text}'" for text in SAYS.get(script.name, ()) if text not in done.stdout
        ]
        problems += [] if script.read_text().count("\n# %%") > 5 else [f"{script.name}: has no cells"]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
