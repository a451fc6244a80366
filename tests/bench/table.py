#!/usr/bin/env python3
"""Certified spectra against what others compute uncertified: ratios, measured in one run, on one thread.

usage: table.py build/bench/bench_spectra BASELINE [--states N] [--sizes hc:256,mhc-v4:512,mhc-v4:4096]

BENCH_SPECTRA is the program of that name in the build folder; BASELINE a Python file with paper_core, hc_h_dh and
mhc_h_dh: the feature-core reduction in NumPy. Its variants (plain, QR first, Gram) are timed on the states that
BENCH_SPECTRA certifies. The yardstick is the fastest one whose spectrum is within 1e-13 sigma_1 of the certified one;
the others are printed with their error. Where nd is at most 1024 the dense Jacobian's SVD by LAPACK stands beside them.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
sys.dont_write_bytecode = True

import numpy as np


LARGEST_DENSE = 1024  # order: 4 streams of 256 features


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, value in tensors.items():
        raw = np.ascontiguousarray(value, dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(np.shape(value)), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    Path(path).write_bytes(len(text).to_bytes(8, "little") + text + data)


def synthetic(mixer, d, count, rng, n=4):
    """Parameters under their published names, states, and a function state -> H, DH in float64."""
    f = lambda x: np.asarray(x, np.float32)
    if mixer == "hc":
        tensors = {"dynamic_alpha_fn": f(rng.normal(size=(d, n + 1)) * .3), "norm.gamma": f(rng.normal(size=d) * .1),
                   "dynamic_alpha_scale": f(.1), "static_beta": f(np.ones(n)), "dynamic_beta_fn": f(np.zeros(d)), "dynamic_beta_scale": f(.01),
                   "static_alpha": f(np.concatenate([np.eye(n)[:, :1], np.eye(n) + .05 * rng.normal(size=(n, n))], 1))}
        return tensors, f(rng.normal(size=(count, n, d)))
    base = np.concatenate([rng.normal(size=2 * n), (2 * np.eye(n) + .7 * rng.normal(size=(n, n))).reshape(-1)])
    tensors = {"fn": f(rng.normal(size=(n * (n + 2), n * d)) / np.sqrt(n * d)), "scale": f([1, 1, 1]), "base": f(base)}
    return tensors, f(rng.normal(size=(count, 1, d)) + .3 * rng.normal(size=(count, n, d)))


def least_time(function, repeats):
    """Processor time, as the program says it: other work on the machine counts little."""
    function()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def peers(baseline, mixer, tensors, X, repeats):
    """(name, seconds a state, spectrum of the first state)."""
    double = {k: np.asarray(v, float) for k, v in tensors.items()}
    if mixer == "hc":
        derivative = lambda x: baseline.hc_h_dh(double, x)
    else:
        double["W"] = double["fn"]
        derivative = lambda x: baseline.mhc_h_dh(double, x)
    x = np.asarray(X[0], float)
    for name, svd in (("plain", baseline._svd_plain), ("QR first", baseline._svd_qr), ("Gram", baseline._svd_gram)):
        run = lambda: baseline.paper_core(*derivative(x), x, svd=svd)
        yield name, least_time(run, repeats), baseline.full_from_core(run())
    if x.size <= LARGEST_DENSE:
        run = lambda: np.linalg.svd(dense_jacobian(*derivative(x), x), compute_uv=False)
        yield "dense SVD", least_time(run, min(repeats, 3)), run()


def dense_jacobian(H, DH, x):
    """Of H(X)X, entries (i, a), (j, c): H[i,j] at a = c, and sum_s DH[i,s,j,c] x[s,a]."""
    return np.kron(H, np.eye(x.shape[1])) + np.einsum("isjc,sa->iajc", DH, x, optimize=True).reshape(x.size, x.size)


def certified_values(program, mixer, params, states):
    """The spectrum of the first state by the slow path's program, as midpoints, or None."""
    mixcert = Path(program).parent.parent / "bin" / "mixcert"
    done = subprocess.run([mixcert, "certify", "--mixer", mixer, "--params", params, "--site", "s", "--state", f"{states}:[0]", "--json"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    values = []
    for entry in json.loads(done.stdout)["spectrum"]:
        lo, hi = (float(entry[k]) for k in ("lo", "hi"))
        values += [(lo + hi) / 2] * entry["multiplicity"]
    return np.array(values)


def print_row(ratio, size, what, microseconds, remark):
    print(f"{ratio:10.2f} x                {size:15} {what:35} {microseconds:10.1f}   {remark}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("baseline")
    parser.add_argument("--states", type=int, default=64)
    parser.add_argument("--sizes", default="hc:256,mhc-v4:512,mhc-v4:4096")
    options = parser.parse_args()
    spec = importlib.util.spec_from_file_location("baseline", options.baseline)
    baseline = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(baseline)
    rng = np.random.default_rng(0)
    blas = np.__config__.get_info("blas_opt_info") if hasattr(np.__config__, "get_info") else {}
    print(f"NumPy {np.__version__}, BLAS {blas.get('libraries', 'see numpy.show_config()')}, one thread each")
    print("faster than the yardstick   size            what                                us a state   widths, or what it is off by")
    for size in options.sizes.split(","):
        mixer, d = size.split(":")
        tensors, X = synthetic(mixer, int(d), options.states, rng)
        with tempfile.TemporaryDirectory() as folder:
            params, states = f"{folder}/params.safetensors", f"{folder}/states.npy"
            joint = "." if mixer == "hc" else "_"
            write_safetensors(params, {f"s{joint}{k}": v for k, v in tensors.items()})
            np.save(states, X)
            done = subprocess.run([options.program, mixer, params, "s", states, "--benchmark_format=json", "--benchmark_min_time=1", "--benchmark_repetitions=3"],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(done.stderr)
            exact = certified_values(options.program, mixer, params, states)
        others = [(name, seconds, np.abs(np.sort(values)[::-1] - exact).max() / exact[0])
                  for name, seconds, values in peers(baseline, mixer, tensors, X, 10 if int(d) < 1000 else 4)]
        yardstick = min(seconds for _, seconds, error in others if error <= 1e-13)
        best = {}
        for line in json.loads(done.stdout)["benchmarks"]:
            if line.get("run_type") == "iteration":
                name = line["run_name"]
                if name not in best or line["us_a_state"] < best[name]["us_a_state"]:
                    best[name] = line
        for name, line in best.items():
            widths = f"median {line['median_ulp']:.0f} ulp, worst {line['worst_of_norm']:.1e} of the norm; {line['not_certified']:.0f} not certified" if "median_ulp" in line else ""
            print_row(yardstick * 1e6 / line["us_a_state"], size, name, line["us_a_state"], widths)
        for name, seconds, error in others:
            mark = ", the yardstick" if seconds == yardstick else ""
            print_row(yardstick / seconds, size, f"NumPy, {name}{mark}", seconds * 1e6, f"off by {error:.1e} of the norm")
        c, u = best["certified, in lanes"]["us_a_state"], best["uncertified binary64"]["us_a_state"]
        print(f"{c / u:10.2f} x slower, certified, than the same reduction in plain binary64, {size} in lanes")


if __name__ == "__main__":
    main()
