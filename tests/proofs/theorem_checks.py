"""What holds of the theorem files, the proofs that Coq has checked, and everything that cites them."""
import re

from theorem_files import SECTIONS, in_backticks

CITING = [("lib", (".cpp", ".hpp", ".ipp")), ("docs", (".md", ".json")), ("examples", (".cpp", ".hpp", ".md", ".sh")),
          ("tests", (".cpp", ".hpp", ".py")), ("proofs", (".md", ".v", ".txt"))]
OWN = ("tests", "proofs")  # cites what is not there, on purpose
LETTER = r"[a-z]\d?"
CITED = re.compile(rf"(?<![\w.])T(\d+)(?![\w+])((?:,? (?:and |to |or )?\({LETTER}\))+| {LETTER}(?=[,)]))?")


def sections(library):
    for t in library.theorems.values():
        name = t.path.name
        if not re.match(rf"# {t.number} \S", t.text):
            yield f"{name}: the title does not begin with '# {t.number} '"
        present = [s for s in t.sections if s in SECTIONS]
        if present != SECTIONS:
            yield f"{name}: sections {present}, not {SECTIONS}"
        yield from (f"{name}: section '{s}' is empty" for s in present if not t.sections[s].strip())
        proved = t.sections.get("Proof", "")
        for part in sorted(t.letters):
            if f"({part})" not in proved and f"{{{part}}}" not in proved:
                yield f"{name}: the proof does not speak of ({part})"


def where_used(library):
    """Each file is there and contains the functions that are named after it, at least one."""
    for name, place, words in named_places(library, "Where used"):
        if place.is_file() and not words:
            yield f"{name}: 'Where used' names no function of {place.relative_to(library.root)}"
        yield from missing(library, name, "Where used", place, words)


def how_tested(library):
    """Each test is there and contains the cases that are named after it."""
    for name, place, words in named_places(library, "How tested"):
        yield from missing(library, name, "How tested", place, words)


def places_are_named(library):
    for t in library.theorems.values():
        for section in ("Where used", "How tested"):
            bullets = t.bullets(section)
            if not bullets:
                yield f"{t.path.name}: '{section}' has no list"
            for bullet in bullets:
                places = library.places(bullet)
                if not places or places[0][0] is None:
                    yield f"{t.path.name}: '{section}' names no file first: {bullet}"


def named_places(library, section):
    for t in library.theorems.values():
        for bullet in t.bullets(section):
            yield from ((t.path.name, place, words) for place, words in library.places(bullet) if place is not None)


def missing(library, name, section, place, words):
    shown = place.relative_to(library.root)
    if not place.exists():
        yield f"{name}: '{section}' names {shown}, which does not exist"
    else:
        absent = [word for word in words if not library.contains(place, word)]
        yield from (f"{name}: '{section}' names {word}, which {shown} lacks" for word in absent)


def citations(library):
    """Every theorem that is cited has a file, and every part of it that is cited is stated there."""
    files = [library.root / "README.md"]
    for folder, kinds in CITING:
        files += sorted(p for p in (library.root / folder).rglob("*") if p.suffix in kinds)
    for path in files:
        if path.parent.parts[-2:] == OWN:
            continue
        text = re.sub(r"\n\s*(?:///?|\*|#)?[<! ]*", " ", path.read_text())
        for number, parts in CITED.findall(text):
            theorem = library.theorems.get(f"T{number}")
            where = f"{path.relative_to(library.root)}: T{number}"
            if theorem is None:
                yield f"{where} has no theorem file"
                continue
            named = re.findall(rf"\(({LETTER})\)", parts) or re.findall(rf"^ ({LETTER})$", parts)
            yield from (f"{where} has no part ({p})" for p in named if p not in theorem.letters)


def reachable(library):
    readme = library.readme.text
    tables = "\n".join(line for line in readme.splitlines() if line.startswith("|"))
    linked = set(re.findall(r"\(theorems/([^)]+)\)", tables))
    files = {t.path.name for t in library.theorems.values()}
    yield from (f"proofs/README.md: no table links theorems/{name}" for name in sorted(files - linked))
    yield from (f"proofs/README.md: theorems/{name} does not exist" for name in sorted(linked - files))
    for label, name in re.findall(r"\[(T\d+)\]\(theorems/([^)]+)\)", readme):
        if not name.startswith(f"{label}-"):
            yield f"proofs/README.md: {label} links {name}"


def machine_checked(library):
    """Every listed lemma is named in its theorem's file, and what is quoted of it there is in its statement."""
    quoted = {holder: quotations(library, holder) for holder in [*library.theorems.values(), library.readme]}
    for lemma in library.lemmas:
        holder, statement = library.holder(lemma), library.statement(lemma)
        where = f"{lemma.file}: {lemma.name}"
        if holder is None:
            yield f"{where} proves {lemma.theorem}, which has no theorem file"
            continue
        if statement is None:
            yield f"{where} is listed, and is no theorem there"
            continue
        if lemma.part and lemma.part not in holder.letters:
            yield f"{where} proves {lemma.theorem} ({lemma.part}), and {holder.path.name} has no such part"
        quotes = quoted[holder].get((lemma.file, lemma.name), [])
        if not quotes:
            yield f"{holder.path.name}: 'Machine-checked' does not quote {lemma.name} of {lemma.file}"
        for quote in quotes:
            if quote not in statement:
                yield f"{holder.path.name}: not in the statement of {lemma.name}: {quote}"
    listed = {(lemma.file, lemma.name) for lemma in library.lemmas}
    for holder, found in quoted.items():
        for file, name in found:
            if (file, name) not in listed:
                yield f"{holder.path.name}: 'Machine-checked' names {name} of {file}, which lemmas.txt does not list"


def quotations(library, holder):
    """{(file, lemma): quotations}: in a bullet `file.v`, then `lemma`, `quotation`, ..."""
    names = {lemma.name for lemma in library.lemmas}
    found = {}
    for bullet in holder.bullets("Machine-checked"):
        file = lemma = None
        for words in in_backticks(bullet):
            if words.endswith(".v"):
                file, lemma = words.rsplit("/", 1)[-1], None
            elif words in names or re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", words) or (file is not None and lemma is None):
                lemma = words
                found.setdefault((file, lemma), [])
            elif lemma is not None:
                found[file, lemma].append(words)
    return found


def down_to_axioms(library):
    """Every claim of a certificate has its row in both tables; their lemmas are listed, every axiom explained."""
    claimed = [row[0] for row in table(library.readme, "What proves which claim") if row[0].startswith(("`", '"'))]
    rows = table(library.readme, "Down to axioms")
    if [row[0] for row in rows] != claimed:
        yield f"proofs/README.md: 'Down to axioms' has rows for {[row[0] for row in rows]}, claims are {claimed}"
    types = set()
    for path in (library.root / "lib" / "mixcert" / "certificate").glob("*.cpp"):
        types |= set(re.findall(r'\.type = "(\w+)"', path.read_text()))
    yield from (f"proofs/README.md: no row for the claim {t}" for t in sorted(types) if f"`{t}`" not in claimed)
    names = {lemma.name for lemma in library.lemmas}
    for row in rows:
        for name in re.findall(r"`(\w+)`", row[2]):
            if name not in names:
                yield f"proofs/README.md: {row[0]} rests on {name}, which lemmas.txt does not list"
    for line in (library.proofs / "coq" / "axioms.txt").read_text().splitlines():
        if not line.startswith("#") and f"- `{line.split()[1]}`: " not in library.readme.text:
            yield f"proofs/README.md: does not explain the axiom {line.split()[1]}"


def table(file, section):
    """The rows of its first table, without the head."""
    lines = [line for line in file.sections.get(section, "").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


ALL = [down_to_axioms, sections, places_are_named, where_used, how_tested, citations, reachable, machine_checked]
