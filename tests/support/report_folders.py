"""Folders for `mixcert report`, made with the program under test."""
import random
from pathlib import Path

from hc_site import at_site, gaussian, hc_parameters
from safetensors_file import Tensor, safetensors_bytes
from trajectories import trajectory_bytes

STREAMS, WIDTH = 4, 16
SEQUENCES, TOKENS = 2, 2
HOSTILE = "</script><img src=x onerror=\"document.title='broken'\"><b>"


def done(program, *arguments, allowed=(0,)):
    run = program.run(*map(str, arguments), timeout=120)
    if run.status not in allowed:
        raise ValueError(f"mixcert {' '.join(map(str, arguments))}: status {run.status}: {run.stderr}")
    return run


def prefixes(count):
    """The last one is markup."""
    return [f"layers.{l}.hc" for l in range(count - 1)] + [f"layers.{count - 1}.{HOSTILE}"]


def with_equal_gates(parameters):
    """The same site with the write gates of two streams equal at every state, so that no winner is decided."""
    beta, largest = parameters["static_beta"], 4.0
    return {
        **parameters,
        "static_beta": Tensor(beta.dtype, beta.shape, (largest, largest, *beta.values[2:])),
        "dynamic_beta_scale": Tensor(beta.dtype, (), (0.0,)),
    }


def model(folder, sites, seed=0):
    """A checkpoint and a trajectory of several tokens in one file."""
    source, names, tensors = random.Random(seed), prefixes(sites), {}
    for l, name in enumerate(names):
        parameters = hc_parameters(source, STREAMS, WIDTH, scale=0.2)
        tensors |= at_site(name, with_equal_gates(parameters) if l == 1 else parameters)
    states = [gaussian(source, (SEQUENCES, TOKENS, STREAMS, WIDTH)) for _ in names]
    file = Path(folder) / "model.safetensors"
    file.write_bytes(trajectory_bytes("hc", names, states, tensors))
    return file


def full(program, folder, sites=5):
    """Everything that a report shows: a merged batch with some certificates, a diagnosis with Jacobians, products of the
    whole trajectory and of its first sites, certificates of states, a refusal, and files that are none of these."""
    folder = Path(folder)
    file, batch, shown = model(folder, sites), folder / "batch", folder / "shown"
    done(program, "batch", "--params", file, "--trajectory", file, "--certificates", "worst:4", "-o", batch, "--quiet")
    done(program, "merge", batch, "-o", shown, "--quiet")
    done(program, "diagnose", "--params", file, "--trajectory", file, "--jacobian", "-o", shown / "diagnosis.json", "--quiet")
    for name, chosen in (("all", "*"), ("first", "site000")):
        done(program, "product", "--params", file, "--trajectory", f"{file}:[0,0]", "--sites", chosen, "-o", shown / f"product-{name}.json", "--quiet")
    certify = ("certify", "--mixer", "hc", "--params", file, "--site", prefixes(sites)[0], "--state", f"{file}:site000.X[1,1]", "--quiet")
    done(program, *certify, "-o", shown / "certificate.json")
    done(program, *certify, "--state-radius", "1e-6", "-o", shown / f"box {HOSTILE.replace('/', '_')}.json")
    (shown / "refusal.json").write_text('{"format": "mixcert-refusal", "version": 1, "status": 3, "reason": "' + HOSTILE.replace('"', "'") + '", "subject": {}}')
    (shown / "cut.json").write_text((shown / "certificate.json").read_text()[:1000])
    (shown / "other.json").write_text('{"format": "something else"}')
    return shown


def many(program, folder, states=10000):
    """A batch of so many records at eight sites, one of whose states cannot be certified."""
    folder, sites = Path(folder), 8
    source, tensors = random.Random(1), {}
    for l in range(sites):
        tensors |= at_site(f"layers.{l}", hc_parameters(source, STREAMS, WIDTH, scale=0.2))
    per_site = states // sites
    X = gaussian(source, (per_site, STREAMS, WIDTH))
    values = list(X.values)
    values[0] = float("nan")
    file = folder / "many.safetensors"
    file.write_bytes(safetensors_bytes({**tensors, "X": Tensor(X.dtype, X.shape, tuple(values))}))
    done(program, "batch", "--mixer", "hc", "--params", file, "--sites", "layers.*", "--states", f"{file}:X", "-o", folder / "many", "--quiet", allowed=(3,))
    return folder / "many"


def example(program, folder):
    """What docs/how-to/report.md makes of the learned states of examples/data."""
    data, folder = Path(__file__).resolve().parents[2] / "examples/data", Path(folder)
    chain = ("--params", data / "hc_params.safetensors", "--trajectory", data / "hc_trajectory.safetensors", "--quiet")
    done(program, "batch", *chain, "--certificates", "all", "-o", folder / "results")
    done(program, "product", *chain, "-o", folder / "results/product.json")
    done(program, "product", *chain, "--sites", "site000", "-o", folder / "results/product-1.json")
    done(program, "diagnose", *chain, "--jacobian", "-o", folder / "results/diagnosis.json")
    return folder / "results"
