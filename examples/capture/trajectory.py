"""What enters all hyper-connection sites of a running PyTorch model, one after the other, as a trajectory file.

    sites = [f"transformer.h.{block}.{part}" for block in range(6) for part in ("hc_attn", "hc_mlp")]
    with capture_trajectory(model, sites, "trajectory.safetensors", mixer="hc", streams=4, layout="(b n) t d"):
        model(batch)

docs/reference/trajectory.md says what is in the file. Copy capture.py too; nothing but the standard library is imported.
"""
import json
from contextlib import ExitStack, contextmanager
from pathlib import Path

from capture import floats, safetensors_bytes, stored, streams_last, watched


@contextmanager
def capture_trajectory(model, sites, file, *, mixer, streams, layout, branches=(), prefixes=None):
    """Writes what enters `sites` in the order of the calls, and after each what leaves one of `branches`, if any are named.

    Names are those of modules or of methods. `prefixes` are those of the sites' tensors in the checkpoint, one for each call; without
    them they are the names.
    """
    tensors, called = {}, []
    sites = [sites] if isinstance(sites, str) else list(sites)

    def enters(name, state):
        called.append(name)
        tensors[f"site{len(called) - 1:03}.X"] = stored(streams_last(floats(name, state), layout, streams))

    def leaves(name, output):
        y = f"site{len(called) - 1:03}.y"
        if not called or y in tensors:
            raise RuntimeError(f"{name}: a second branch of a site, or one before all sites")
        tensors[y] = stored(floats(name, output))

    with ExitStack() as watches:
        for name in sites:
            watches.enter_context(watched(model, name, before=enters))
        for name in branches:
            watches.enter_context(watched(model, name, after=leaves))
        yield
    listed = called if prefixes is None else list(prefixes)
    if not called or len(listed) != len(called) or len(tensors) != len(called) * (2 if branches else 1):
        counts = f"{len(called)} calls of sites, {len(tensors) - len(called)} of branches, {len(listed)} prefixes"
        raise RuntimeError(f"{counts}: {file} is not written")
    if missing := [name for name in sites if name not in called]:
        raise RuntimeError(f"not called while capturing, so {file} is not written: {', '.join(missing)}")
    metadata = {"mixcert.trajectory": "1", "mixer": mixer, "sites": json.dumps(listed)}
    Path(file).write_bytes(safetensors_bytes(tensors, metadata))
