"""A study's program writes numbers that mean what its page says, and gnuplot draws them.
usage: study.py PROGRAM quick|full"""
import csv
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

program, size = Path(sys.argv[1]), sys.argv[2]
study = program.name.removeprefix("example_")
examples = Path(__file__).resolve().parents[2] / "examples"
QUICK = {"reconstruction": ["1", "3000"], "spectral_reach": ["1", "100"]}
FLOOR = 0.1**2 / 3
BINARY = {"kromhc", "krom-go s=2"}


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def check_reconstruction(folder):
    losses = rows(folder / "losses.csv")
    last = max(int(row["step"]) for row in losses)
    over_floor = {}
    for row in losses:
        if int(row["step"]) == last:
            over_floor.setdefault(row["mixer"], []).append(float(row["population_loss"]) / FLOOR)
    assert set(over_floor) == {"mhc-lite", "kromhc", "go-mhc s=1", "go-mhc s=2", "go-mhc s=3"}, over_floor
    assert all(ratio > 0.999999 for ratios in over_floor.values() for ratio in ratios), over_floor
    within = ["go-mhc s=2", "go-mhc s=3"] + (["mhc-lite"] if size == "full" else [])
    for mixer in within:
        assert all(ratio < 1.01 for ratio in over_floor[mixer]), (mixer, over_floor[mixer])
    for mixer in "kromhc", "go-mhc s=1":
        assert all(ratio > 1.01 for ratio in over_floor[mixer]), (mixer, over_floor[mixer])


def check_spectral_reach(folder):
    points = rows(folder / "eigenvalues.csv")
    assert {row["n"] for row in points} == {"3", "4"}
    for row in points:
        assert (row["region"] == "outside") == (row["mixer"] == "ohc"), row
        assert row["mixer"] not in BINARY or row["kind"] != "pair", row
    third = complex(-0.5, 3**0.5 / 2)
    near = 1e-3 if size == "full" else third.imag / 2  # a short search is half as far away as real eigenvalues, or less
    for n in "3", "4":
        nearest = {}
        for row in points:
            if row["n"] == n:
                distance = abs(complex(float(row["re"]), float(row["im"])) - third)
                nearest[row["mixer"]] = min(distance, nearest.get(row["mixer"], distance))
        assert all(nearest[mixer] < near for mixer in ("mhc-lite", "go-mhc s=1", "go-mhc s=2")), nearest
        assert all(nearest.get(mixer, 1) > 0.866 for mixer in BINARY), nearest


for wrong in [], ["/nowhere", "0"], ["/nowhere", "1x"]:
    run = subprocess.run([program, *wrong], capture_output=True, text=True)
    assert run.returncode == 2 and "usage" in run.stderr, run
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "file").touch()
    run = subprocess.run([program, folder / "file" / "below"], capture_output=True, text=True)
    assert run.returncode == 2 and "below" in run.stderr, run
    subprocess.run([program, folder, *(QUICK[study] if size == "quick" else [])], check=True)
    {"reconstruction": check_reconstruction, "spectral_reach": check_spectral_reach}[study](folder)
    if shutil.which("gnuplot") is None:
        print("SKIPPED: gnuplot is not installed", file=sys.stderr)
        sys.exit(77)
    plot = ["gnuplot", "-e", f"folder='{folder}'", examples / study / "plot.gp"]
    run = subprocess.run(plot, capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == "", run
    drawings = sorted(folder.glob("*.svg"))
    assert len(drawings) == (1 if study == "reconstruction" else 2), drawings
    for drawing in drawings:
        assert xml.parse(drawing).getroot().tag.endswith("svg"), drawing
