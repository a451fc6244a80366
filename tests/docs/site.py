#!/usr/bin/env python3
"""The site builds without a warning, every link in it leads somewhere, and it asks for nothing from elsewhere.

usage: site.py PROJECT_SOURCE_DIR      (skipped where MkDocs, its theme, Doxygen or MathJax are not installed)
"""
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program import Tally

SKIPPED = 77
LEAST_PAGES = 80
REMEDY = "apt-get install mkdocs mkdocs-material doxygen libjs-mathjax"
PROGRAMS = ("mkdocs", "doxygen")
FOLDERS = ("/usr/share/mkdocs/themes/material", "/usr/share/javascript/mathjax")


class Page(HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.ids, self.links, self.fetched = set(), [], []
        self.feed(file.read_text(errors="replace"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag in ("script", "img", "link", "iframe"):
            self.fetched += [given[key] for key in ("src", "href") if given.get(key)]


def target_of(site, file, link):
    """The file that is meant, in a folder its index."""
    path = unquote(urlsplit(link).path)
    found = (site / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve() if path else file
    return found / "index.html" if found.is_dir() else found


def link_problems(site, file, page, pages):
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = target_of(site, file, link)
        if not target.is_file():
            yield f"{link} leads nowhere"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            yield f"{link}: no such place"


def fetch_problems(site, file, page):
    for address in page.fetched:
        if urlsplit(address).scheme not in ("", "data") or urlsplit(address).netloc:
            yield f"fetches {address}"
        elif not urlsplit(address).scheme and not target_of(site, file, address).is_file():
            yield f"{address} is not there"


def check(site, tally):
    files = [file for file in site.rglob("*.html") if site / "cpp" not in file.parents and file.name != "404.html"]
    pages = {file: Page(file) for file in files}
    for file, page in pages.items():
        name = file.relative_to(site)
        tally.record(f"links of {name}", link_problems(site, file, page, pages))
        tally.record(f"what {name} fetches", fetch_problems(site, file, page))
    tally.record("number of pages", [] if len(pages) >= LEAST_PAGES else [f"only {len(pages)}"])
    tally.record("C++ reference", [] if (site / "cpp/namespacemixcert.html").exists() else ["no page of the namespace"])


def main(root):
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    missing += [folder for folder in FOLDERS if not Path(folder).exists()]
    if missing:
        print(f"SKIPPED: not installed: {', '.join(missing)}; {REMEDY}", file=sys.stderr)
        return SKIPPED
    tally, root = Tally(), Path(root).resolve()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, root / "docs/site/build.py", root, folder]
        built = subprocess.run(command, capture_output=True, text=True)
        tally.record("build", [] if built.returncode == 0 else [built.stdout + built.stderr])
        if built.returncode == 0:
            check((Path(folder) / "site").resolve(), tally)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
