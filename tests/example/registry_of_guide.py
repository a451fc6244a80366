"""Writes the registry with the change that docs/how-to/adding-a-mixer.md shows.

usage: registry_of_guide.py GUIDE REGISTRY OUTPUT
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from guide import blocks, patched

guide, registry, output = map(Path, sys.argv[1:])
(diff,) = blocks(guide.read_text(), "diff")
output.write_text(patched(registry.read_text(), diff))
