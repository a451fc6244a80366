"""Products along captured trajectories of trained models, against the singular values that automatic differentiation in binary64 gave.

usage: products.py PROGRAM few|all
"""
import json
import math
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from safetensors_file import assemble, tensors_of
from shared_folder import shared_folder

program, which = sys.argv[1:]
folder = shared_folder() / "oracles"
BINARY64 = Fraction(1, 10**12)  # of the largest value: the references' own accuracy
DECIMAL = Fraction(1, 10**40)


def write_trajectory(path, prefixes, states, outputs):
    """From (type, shape, bytes) of each site's state and branch output."""
    tensors = {}
    for site, (state, output) in enumerate(zip(states, outputs)):
        tensors[f"site{site:03d}.X"] = state
        tensors[f"site{site:03d}.y"] = output
    header, data = {}, b""
    header["__metadata__"] = {"mixcert.trajectory": "1", "mixer": "hc", "sites": json.dumps(prefixes)}
    for name, (kind, shape, values) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    path.write_bytes(assemble(header, data))


def slice_of(tensor, site, token):
    kind, shape, values = tensor
    size = len(values) // (shape[0] * shape[1])
    begin = (site * shape[1] + token) * size
    return kind, shape[2:], values[begin : begin + size]


def ends(entry):
    scale = Fraction(2) ** int(entry.get("exp2", 0))
    return Fraction(entry["lo"]) * scale, Fraction(entry["hi"]) * scale


def complaint(enclosures, references, tolerance):
    """references: (index, value)."""
    for index, value in references:
        low, high = enclosures[index]
        if not low - tolerance <= value <= high + tolerance:
            return f"value {index}: {float(value):.17g} outside [{float(low):.17g}, {float(high):.17g}]"
    return ""


def product(parameters, trajectory, arm):
    run = subprocess.run(
        [program, "product", "--params", parameters, "--trajectory", trajectory, "--with", arm, "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip()
    certificate = json.loads(run.stdout)
    values = [ends(e) for e in certificate["spectrum"] for _ in range(e["multiplicity"])]
    return (values, [ends(e) for e in certificate["frozen_spectrum"]], ends(certificate["quantities"]["norm_ratio"])), ""


passed = failed = 0


def check(name, parameters, trajectory, arm, spectrum, frozen, ratio, tolerance):
    global passed, failed
    found, message = product(parameters, trajectory, arm)
    if found:
        values, frozen_values, norm_ratio = found
        message = (
            complaint(values, spectrum, tolerance * values[0][1])
            or complaint(frozen_values, list(enumerate(frozen)), tolerance * frozen_values[0][1])
            or complaint([norm_ratio], [(0, ratio)], 2 * tolerance * norm_ratio[1]))
    passed, failed = passed + (not message), failed + bool(message)
    print(f"FAIL {name} {arm}: {message}" if message else f"ok   {name} {arm}", flush=True)


def captured(model, scratch, most):
    parameters = folder / "hc" / f"hc{model}_params.safetensors"
    states = tensors_of(folder / "hc" / f"hc{model}_states.safetensors")
    for case in json.loads((folder / "hc" / f"hc{model}_products.json").read_text())["cases"][:most]:
        trajectory = scratch / "trajectory.safetensors"
        prefixes = [f"site{site:02d}" for site in range(case["sites"])]
        write_trajectory(trajectory, prefixes, [states[f"{s}.X"] for s in case["states"]], [states[f"{s}.f"] for s in case["states"]])
        for arm, key in (("residual", "residual"), ("write", "residual_plus_write")):
            expected = case[key]
            scale = Fraction(math.exp(float(expected["log_rescale"])))
            spectrum = [(i, Fraction(s) * scale) for i, s in enumerate(expected["sigma_rescaled"])]
            spectrum.append((0, Fraction(expected["sigma_max"])))
            check(f"hc{model} {case['trajectory']}", parameters, trajectory, arm, spectrum, map(Fraction, case["frozen_sigma"]),
                  Fraction(expected["largest_gain_ratio_actual_over_frozen"]), BINARY64)


def model(scratch, most):
    data = folder / "gpt_hc"
    tensors = tensors_of(data / "trajectory.safetensors")
    prefixes = json.loads((data / "config.json").read_text())["sites"]
    cases = [(c, BINARY64) for c in json.loads((data / "expected.json").read_text())["products"]]
    cases = [(c, DECIMAL) for c in json.loads((data / "products_mp40.json").read_text())["cases"]] + cases
    for case, tolerance in cases[:most]:
        trajectory = scratch / "trajectory.safetensors"
        sites = range(len(prefixes))
        write_trajectory(trajectory, prefixes, [slice_of(tensors["X"], s, case["token"]) for s in sites],
                         [slice_of(tensors["y"], s, case["token"]) for s in sites])
        for arm, key in (("residual", "residual"), ("write", "residual_plus_write")):
            expected = case[key]
            listed = expected.get("sigma") or expected["sigma_top20"]
            spectrum = list(enumerate(map(Fraction, listed)))
            smallest = expected.get("sigma_bottom5", [])
            spectrum += [(256 - len(smallest) + i, Fraction(s)) for i, s in enumerate(smallest)]
            check(f"gpt_hc token {case['token']}", data / "model.safetensors", trajectory, arm, spectrum,
                  map(Fraction, expected.get("frozen_sigma") or case["frozen_sigma"]),
                  Fraction(expected["largest_gain_ratio_actual_over_frozen"]), tolerance)


with tempfile.TemporaryDirectory() as name:
    few = which == "few"
    captured("A", Path(name), 1 if few else None)
    model(Path(name), 1 if few else None)
    if not few:
        captured("B", Path(name), None)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed == 0)
