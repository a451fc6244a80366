#!/usr/bin/env python3
"""Builds the documentation as a site: Markdown by MkDocs, the C++ reference by Doxygen, formulas by a copy of MathJax.

usage: build.py PROJECT_SOURCE_DIR OUTPUT_FOLDER      (writes OUTPUT_FOLDER/site; source and headers on the way)

A warning of MkDocs or Doxygen is an error. Debian: mkdocs, mkdocs-material, doxygen, libjs-mathjax.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from header_comments import for_doxygen

PAGES = ("README.md", "docs", "proofs", "examples", "tests/README.md", "tests/fuzz/log.md")
MATHJAX = Path("/usr/share/javascript/mathjax")
MATHJAX_PARTS = (
    *("MathJax.js", "config/TeX-AMS_SVG.js", "extensions", "localization/en", "jax/element", "jax/input/TeX"),
    *(f"jax/output/SVG/{part}" for part in ("jax.js", "config.js", "autoload", "fonts/TeX")),
)


def copied(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copy)(source, target)


def lay_out(root, source):
    """The pages as they lie in the repository, so that their links hold, and what the site needs besides."""
    for name in PAGES:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).symlink_to(root / name)
    for name in ("mathjax.js", "site.css"):
        copied(root / "docs/site" / name, source / "assets" / name)
    for part in MATHJAX_PARTS:
        copied(MATHJAX / part, source / "assets/mathjax" / part)


def is_public(header):
    """Not what folders call detail; of the checker what is asked of it and what it says."""
    if header.parent.name == "checker":
        return header.name in ("check.hpp", "data.hpp", "report.hpp", "verdict.hpp")
    return not {"detail", "checker"} & set(header.parts)


def write_headers(root, headers):
    lib = root / "lib"
    for header in (lib / "mixcert").rglob("*.hpp"):
        if is_public(header.relative_to(lib)):
            target = headers / header.relative_to(lib)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(for_doxygen(header.read_text()))


def link_reference(page):
    """Where the page of the C++ library names the reference, which is no page of MkDocs."""
    name = "<code>cpp/index.html</code>"
    text = page.read_text()
    if text.count(name) != 1:
        sys.exit(f"{page}: names cpp/index.html {text.count(name)} times, not once")
    page.write_text(text.replace(name, f'<a href="../../cpp/index.html">{name}</a>'))


def run(command, **keywords):
    done = subprocess.run(command, **keywords, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\n{command[0]}: exit status {done.returncode}")


def main(root, output):
    root, output = Path(root).resolve(), Path(output).resolve()
    source, headers, site = output / "source", output / "headers", output / "site"
    for folder in (source, headers, site):
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    lay_out(root, source)
    run(["mkdocs", "build", "--quiet", "--strict", "--config-file", root / "docs/site/mkdocs.yml", "--site-dir", site],
        env={**os.environ, "MIXCERT_SITE_SOURCE": str(source)})
    link_reference(site / "docs/reference/cpp.html")
    write_headers(root, headers)
    places = {"MIXCERT_DOXYGEN_OUTPUT": str(site / "cpp"), "MIXCERT_SITE": str(root / "docs/site")}
    run(["doxygen", root / "docs/site/Doxyfile"], cwd=headers, env={**os.environ, **places})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
