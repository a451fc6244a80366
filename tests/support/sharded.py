"""Checkpoints in several safetensors files with their index."""
import json

from safetensors_file import safetensors_bytes

INDEX = "model.safetensors.index.json"


def shard_name(i, count):
    return f"model-{i + 1:05}-of-{count:05}.safetensors"


def dealt(tensors, count):
    """The tensors dealt to that many shards, by shard name."""
    names = list(tensors)
    return {shard_name(i, count): {name: tensors[name] for name in names[i::count]} for i in range(count)}


def index_text(shards, **more):
    weight_map = {name: shard for shard, tensors in shards.items() for name in tensors}
    return json.dumps({"metadata": {"total_size": 0}, "weight_map": weight_map, **more})


def write_sharded(folder, tensors, count=3):
    """Into a new folder; returns the path of the index."""
    folder.mkdir()
    shards = dealt(tensors, count)
    for name, held in shards.items():
        (folder / name).write_bytes(safetensors_bytes(held))
    (folder / INDEX).write_text(index_text(shards))
    return folder / INDEX
