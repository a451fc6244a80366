#!/usr/bin/env python3
"""The theorem files are complete, cited as they are, and quote what Coq has checked; broken copies of them are noticed.

usage: theorems.py SOURCE_FOLDER
"""
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import theorem_checks
from theorem_files import Library

READ = ["lib", "docs", "examples", "tests", "proofs", "README.md"]


def complaints(root):
    library = Library(root)
    return [line for check in theorem_checks.ALL for line in check(library)]


def without(heading):
    return lambda text: re.sub(rf"^## {heading}\n.*?(?=^## |\Z)", "", text, flags=re.S | re.M)


def instead(old, new):
    def edit(text):
        if old not in text:
            raise SystemExit(f"a broken copy cannot be made: '{old}' is not there")
        return text.replace(old, new)
    return edit


T3, T6 = "proofs/theorems/T3-stream-adapted-core.md", "proofs/theorems/T6-singular-value-enclosure.md"
README, LEMMAS = "proofs/README.md", "proofs/coq/lemmas.txt"
COQ, ENCLOSURE = "proofs/coq/singular_value_enclosure.v", "lib/mixcert/spectrum/enclosure"
SEPARATED = "lib/mixcert/spectrum/separated.cpp"
TRUNCATION = "tests/unit/jacobian/truncation.cpp"
# (file, what is done to it, what has to be said then); without an edit the file is removed.
BROKEN = [
    (T6, without("Sources"), "sections"),
    (T6, without("Proof"), "sections"),
    (T6, instead("# T6 Enclosing", "# T7 Enclosing"), "the title"),
    (T6, instead("**(c)** Let $B", "Let $B"), "does not speak of (c)"),
    (T6, instead("`enclose_singular_values`", "`enclose_values`"), "names enclose_values, which"),
    (T6, instead(f"- `{SEPARATED}`: `find_separated`", "- `find_separated`"), "names no file first"),
    (T6, instead(SEPARATED, "lib/mixcert/spectrum/apart.cpp"), "apart.cpp, which does not exist"),
    (ENCLOSURE + ".cpp", instead("enclose_singular_values", "enclosed"), "names enclose_singular_values"),
    (TRUNCATION, None, "truncation.cpp, which does not exist"),
    (TRUNCATION, instead("each_bound_is_needed", "bounds_are_needed"), "names each_bound_is_needed"),
    (ENCLOSURE + ".hpp", instead("theorem T6", "theorem T77"), "T77 has no theorem file"),
    ("lib/mixcert/spectrum/eigenvalues.cpp", instead("T16 (c)", "T16 (k)"), "T16 has no part (k)"),
    ("lib/mixcert/diagnostic/conserved_channel.cpp", instead("theorem T9 b", "theorem T9 h"), "T9 has no part (h)"),
    ("docs/explanation/trust-base.md", instead("T6", "T66"), "T66 has no theorem file"),
    (T3, instead("**(e) One common space.**", "One common space."), "T3 has no part (e)"),
    (README, instead("(theorems/T18-state-box.md)", "()"), "no table links theorems/T18-state-box.md"),
    (README, instead("`certified_spectrum` |", "`proved_spectrum` |"), "rests on proved_spectrum"),
    (README, instead("| `merge` | T3 (c), (d) |", "| `joined` | T3 (c), (d) |"), "'Down to axioms' has rows for"),
    (README, instead("- `Classical_Prop.classic`: ", "- "), "does not explain the axiom Classical_Prop.classic"),
    ("lib/mixcert/certificate/claims.cpp", instead('type = "merge"', 'type = "joined"'), "no row for the claim joined"),
    (T6, None, "theorems/T6-singular-value-enclosure.md does not exist"),
    (T6, instead("`enclosure_beyond`", "that"), "does not quote enclosure_beyond"),
    (T6, instead("`sv_at_most C q.+1 e`", "`sv_at_most C q e`"), "not in the statement of enclosure_beyond"),
    (COQ, instead("f < 1 -> g < 1 ->", "f < 1 ->"), "not in the statement of enclosure"),
    (COQ, instead("Theorem enclosure_beyond", "Lemma enclosure_beyond"), "is no theorem there"),
    (LEMMAS, instead("T6(a) singular_value_enclosure enclosure_beyond\n", ""), "lemmas.txt does not list"),
    (LEMMAS, instead("T6(b)", "T6(x)"), "has no such part"),
]


def unnoticed(root):
    """Of the broken copies, those of which nothing, or something else, is said."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in READ:
            (shutil.copytree if (root / name).is_dir() else shutil.copy)(root / name, copy / name)
        for name, edit, expected in BROKEN:
            path = copy / name
            text = path.read_text()
            if edit is None:
                path.unlink()
            else:
                path.write_text(edit(text))
            said = complaints(copy)
            path.write_text(text)
            if not any(expected in line for line in said):
                yield f"{name}: expected '{expected}', said was {said}"


def main(root):
    found = complaints(root)
    print("\n".join(found) or "theorem files: nothing amiss")
    if found:
        return 1
    passed = list(unnoticed(root))
    print("\n".join(passed) or f"{len(BROKEN)} broken copies: all noticed")
    return bool(passed)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).absolute()))
