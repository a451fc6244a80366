#!/usr/bin/env python3
"""`mixcert certify --plot`: the SVG has each value of the certificate's spectrum with its enclosure, marks at their heights,
readable colours in both themes, and is refused where it would replace something.

usage: plot.py MIXCERT_BINARY
"""
import json
import re
import sys
import tempfile
import xml.etree.ElementTree as xml
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Program, Tally
from report_folders import HOSTILE, model

SVG = "{http://www.w3.org/2000/svg}"


def certify(program, folder, *options, site="layers.0.hc"):
    file = folder / "model.safetensors"
    return program.run("certify", "--mixer", "hc", "--params", str(file), "--site", site, "--state", f"{file}:site000.X[0,0]", "--quiet", *options, cwd=folder)


def values_in(picture):
    """(first, last, lower, upper, height of the mark, height of the band or 0) of each mark."""
    for group in picture.iter(f"{SVG}g"):
        text = group.find(f"{SVG}title").text
        first, last, lower, upper = re.fullmatch(r"values? (\d+)(?: to (\d+))?: in \[(\S+), (\S+)\]", text).groups()
        circle, bars = group.find(f"{SVG}circle"), group.findall(f"{SVG}rect")
        mark = circle.get("cy") if circle is not None else float(bars[-1].get("y")) + float(bars[-1].get("height")) / 2
        band = [bar for bar in bars if "band" in bar.get("class")]
        yield int(first), int(last or first), Fraction(lower), Fraction(upper), float(mark), float(band[0].get("height")) if band else 0.0


def picture_problems(picture, certificate, has_bands):
    found, index = list(values_in(picture)), 1
    if len(found) != len(certificate["spectrum"]):
        yield f"{len(found)} marks of {len(certificate['spectrum'])} entries"
    for (first, last, lower, upper, _, band), entry in zip(found, certificate["spectrum"]):
        stored = [Fraction(float.fromhex(entry[end])) for end in ("lo_hex", "hi_hex")]
        if (first, last) != (index, index + entry["multiplicity"] - 1) or not (lower <= stored[0] and stored[1] <= upper):
            yield f"values {first} to {last} in [{float(lower)}, {float(upper)}] are not {entry}"
        if (band > 0) != has_bands:
            yield f"value {first} has a band of {band} px"
        index = last + 1
    heights = [mark for *_, mark, _ in found]
    (low, high), (at_low, at_high) = [(float(x[2] + x[3]) / 2) for x in (found[-1], found[0])], (heights[-1], heights[0])
    for *_, lower, upper, mark, _ in found:
        expected = at_low + (at_high - at_low) * (float(lower + upper) / 2 - low) / (high - low)
        if not abs(mark - expected) <= 0.2:
            yield f"a mark is at {mark}, not at {expected}"
    style = next(picture.iter(f"{SVG}style")).text
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    if "prefers-color-scheme: dark" not in style or not any("singular values, largest first" in text for text in texts):
        yield f"themes or labels are missing: {texts}"
    repeated = [f"× {entry['multiplicity']}" for entry in certificate["spectrum"] if entry["multiplicity"] > 1]
    if [text for text in texts if text.startswith("×")] != repeated or len(repeated) < 4:
        yield f"multiplicities are {repeated}, not in {texts}"


def plot_problems(program, folder, site, radius):
    box = ("--state-radius", "0.01") if radius else ()
    run = certify(program, folder, "--plot", "plot.svg", "-o", "certificate.json", *box, site=site)
    if run.status != 0 or run.stderr:
        yield f"status {run.status}: {run.stderr}"
        return
    picture = xml.parse(folder / "plot.svg").getroot()
    yield from picture_problems(picture, json.loads((folder / "certificate.json").read_text()), radius)


def refusal_problems(program, folder):
    for options, message in (
        (("--plot", ""), "names no file"),
        (("--plot", "model.safetensors"), "would overwrite an input"),
        (("--plot", "same.json", "-o", "same.json"), "is the certificate's file too"),
        (("--plot", "nowhere/plot.svg"), "--plot"),
        (("--plot", "quad.svg", "--arith", "quad"), "certifies nothing: --plot"),
    ):
        run = certify(program, folder, *options)
        if run.status != 2 or message not in run.stderr or (folder / "quad.svg").exists():
            yield f"{options}: status {run.status}: {run.stderr}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        model(folder, 2)
        tally.record("a state", plot_problems(program, folder, "layers.0.hc", False))
        tally.record("a name that is markup", plot_problems(program, folder, f"layers.1.{HOSTILE}", False))
        tally.record("a box of states", plot_problems(program, folder, "layers.0.hc", True))
        tally.record("refusals", refusal_problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
