"""The theorem files, the lemmas that Coq has checked, and what is written in backticks."""
import re
from functools import cached_property
from pathlib import Path

SECTIONS = ["Statement", "Proof", "Where used", "How tested", "Sources"]
SOURCES = (".cpp", ".hpp", ".ipp", ".py", ".v", ".sh")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)  # as many backticks after as before
STATEMENT = r"^(?:Theorem|Corollary) {}\b(.*?)\.\s*^Proof\b"


def squeezed(text):
    return " ".join(text.split())


def in_backticks(text):
    return [squeezed(code) for _, code in CODE.findall(text)]


class Lemma:
    def __init__(self, theorem, file, name):
        self.theorem, self.part = re.fullmatch(r"(\w+?)(?:\((\w+)\))?", theorem).groups()
        self.file, self.name = f"{file}.v", name


class TheoremFile:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.number = path.name.split("-")[0]

    @cached_property
    def sections(self):
        """By their headings, in order."""
        parts = re.split(r"^## (.+)\n", self.text, flags=re.M)
        return dict(zip(parts[1::2], parts[2::2]))

    @property
    def letters(self):
        """Of the parts of the statement: (a) in bold, (b0) beside a formula."""
        stated = self.sections.get("Setting", "") + self.sections.get("Statement", "")
        return set(re.findall(r"\*\*\((\w+)\)", stated)) | set(re.findall(r"\(\\text\{(\w+)\}\)", stated))

    def bullets(self, section):
        return [squeezed(b) for b in re.split(r"^- ", self.sections.get(section, ""), flags=re.M)[1:]]


class Library:
    """A copy of the repository, or the part of it that the checks read."""

    def __init__(self, root):
        self.root = Path(root)
        self.proofs = self.root / "proofs"
        self.theorems = {t.number: t for t in map(TheoremFile, sorted((self.proofs / "theorems").glob("*.md")))}

    @cached_property
    def readme(self):
        return TheoremFile(self.proofs / "README.md")

    @cached_property
    def lemmas(self):
        lines = (self.proofs / "coq" / "lemmas.txt").read_text().splitlines()
        return [Lemma(*line.split()) for line in lines if not line.startswith("#")]

    def statement(self, lemma):
        """From the name to the proof, comments left out; None without such a lemma."""
        path = self.proofs / "coq" / lemma.file
        if not path.is_file():
            return None
        text = re.sub(r"\(\*.*?\*\)", " ", path.read_text(), flags=re.S)
        found = re.search(STATEMENT.format(re.escape(lemma.name)), text, re.S | re.M)
        return found and squeezed(found[1])

    def holder(self, lemma):
        """The file in which a lemma's theorem stands: (W), (M) and the facts on SVDs are in the README."""
        return self.theorems.get(lemma.theorem, None if re.fullmatch(r"T\d+", lemma.theorem) else self.readme)

    def contains(self, place, word):
        """Whether a source, or one of a folder, has this word outside comments."""
        files = sorted(p for p in place.rglob("*") if p.suffix in SOURCES) if place.is_dir() else [place]
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        return any(pattern.search(without_comments(f)) for f in files)

    def places(self, bullet):
        """(place, words): what stands in backticks is a path, then what it contains; a bare file is beside the last."""
        found, folder = [], self.root
        for quoted in in_backticks(bullet):
            if "/" in quoted or quoted.endswith(SOURCES):
                place = self.root / quoted if "/" in quoted else folder / quoted
                folder = place if quoted.endswith("/") or place.is_dir() else place.parent
                found.append((place, []))
            elif found:
                found[-1][1].append(quoted)
            else:
                found.append((None, [quoted]))
        return found


def without_comments(path):
    mark = {".py": r"#.*", ".sh": r"#.*", ".v": r"\(\*(?s:.*?)\*\)"}.get(path.suffix, r"//.*")
    return re.sub(mark, "", path.read_text())
