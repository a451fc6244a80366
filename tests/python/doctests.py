"""Every example in the module's docstrings prints what it says.

Run in the source folder, with the module on PYTHONPATH.
"""
import doctest
import importlib
import pkgutil
import sys

import mixcert

LEAST = 25  # examples: fewer would mean that they were not found


def main():
    names = ["mixcert", *(f"mixcert.{m.name}" for m in pkgutil.iter_modules(mixcert.__path__) if m.name != "_core")]
    results = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    for name, result in results.items():
        print(f"{name}: {result.attempted} examples, {result.failed} failed")
    attempted = sum(result.attempted for result in results.values())
    return attempted < LEAST or any(result.failed for result in results.values())


if __name__ == "__main__":
    sys.exit(main())
