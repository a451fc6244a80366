#!/usr/bin/env python3
"""What `mixcert report --json` says a page would show is what records, rows and certificates of the folder hold, with every end
outward and every text within its enclosure; what it does with folders that are damaged, empty or none.

usage: data.py MIXCERT_BINARY
"""
import json
import re
import shutil
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import flip, lines_of, rows_of, spectrum
from program import Program, Tally
from report_folders import HOSTILE, done, full, prefixes

SITES, STATES = 3, 4
QUANTITIES = ("norm", "frozen_norm", "norm_ratio", "smallest", "mean_square")
SITE, NAME, RANK, LINK, SPECTRUM, FIRST = 1, 2, 3, 4, 5, 6


def reported(program, folder, **keywords):
    run = program.run("report", str(folder), "--json", **keywords)
    if run.status != 0 or run.stderr:
        raise ValueError(f"status {run.status}: {run.stderr}")
    return json.loads(run.stdout)


def is_outward(number, lower, upper):
    """Whether the ends contain those that were stored, and leave no more room than seventeen digits do."""
    low, high = Fraction(number[1]), Fraction(number[2])
    room = Fraction(1, 10**15)
    return low <= lower and upper <= high and lower - low <= room * abs(lower) and high - upper <= room * abs(upper)


def is_shown(number):
    """Whether every member of the enclosure rounds to the text, or the text contains it."""
    text, low, high = number[0], Fraction(number[1]), Fraction(number[2])
    if text.startswith("["):
        ends = [Fraction(end) for end in text[1:-1].split(", ")]
        return ends[0] <= low and high <= ends[1]
    if text.startswith("within "):
        return max(-low, high) <= Fraction(text[7:])
    digits, _, exponent = text.partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))
    return abs(low - Fraction(text)) <= unit / 2 and abs(high - Fraction(text)) <= unit / 2


def numbers_in(data):
    if isinstance(data, list) and len(data) == 3 and all(isinstance(part, str) and re.match(r"[-\d]", part) for part in data[1:]):
        yield data
    elif isinstance(data, (list, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from numbers_in(part)


def stored(pair):
    return tuple(Fraction(float.fromhex(end)) for end in pair)


def ends_of(enclosure):
    return stored((enclosure["lo_hex"], enclosure["hi_hex"]))


def text_problems(data):
    products = [chain["products"] for chain in data["chains"]]
    found = list(numbers_in([products, *(data[key] for key in ("states", "sources", "spectra", "diagnoses"))]))
    yield from (f"{number} is not shown as what it is" for number in found if not is_shown(number))
    if len(found) < 500:
        yield f"there are only {len(found)} numbers"


def record_problems(data, records):
    rows = [row for row in data["states"] if row[0] == 0]
    if data["sources"][0]["title"] != "mixcert batch" or len(rows) != len(records) or len(rows) != SITES * STATES:
        yield f"{len(rows)} states of {len(records)} records"
    for row, record in zip(rows, records):
        if (row[SITE], row[NAME], row[RANK]) != (record["site"], str(record["state"]), record["feedback_rank"]):
            yield f"{row[:5]} is not {record}"
        for number, name in zip(row[FIRST:], QUANTITIES):
            if not is_outward(number, *stored(record[name])):
                yield f"{name} of {row[:3]}: {number} is not {record[name]}"


def statistic_problems(data, records):
    for site in range(SITES):
        shown = data["sources"][0]["sites"][site]
        if (shown["name"], shown["states"], shown["failed"]) != (prefixes(SITES)[site], STATES, 0):
            yield f"{shown['name']}: {shown['states']} states"
        for name in ("norm", "frozen_norm", "norm_ratio"):
            lower, upper = (sorted(ends) for ends in zip(*(stored(r[name]) for r in records if r["site"] == site)))
            for which, k in (("least", 0), ("median", (STATES - 1) // 2), ("largest", STATES - 1)):
                if not is_outward(shown[name][which], lower[k], upper[k]):
                    yield f"{which} {name} at site {site} is {shown[name][which]}"


def spectrum_problems(data, rows):
    """Of a state without a certificate, and of each with one."""
    by_state = {(row["site"], str(row["state"])): row for row in rows}
    with_H = 0
    for number, view in enumerate(data["spectra"]):
        source, site, name = view["of"]
        owners = [row for row in data["states"] if row[SPECTRUM] == number]
        if [row[:3] for row in owners] != [view["of"]]:
            yield f"spectrum {number} is of {view['of']}, and {owners} have it"
        if "H" in view:
            with_H += 1
            certificate = json.loads(Path(unquote(owners[0][LINK])).read_text())
            expected = [(*ends_of(x), x["multiplicity"]) for x in certificate["spectrum"]]
            matrix = [[ends_of(x) for x in row] for row in certificate["forward"]["H"]]
            if any(not is_outward(x, *y) for shown, row in zip(view["H"], matrix) for x, y in zip(shown, row)):
                yield f"H of {view['of']} is another"
        else:
            expected = [(Fraction(a), Fraction(b), m) for a, b, m in spectrum(by_state[site, name])]
        if len(expected) != len(view["entries"]):
            yield f"{view['of']}: {len(view['entries'])} entries, not {len(expected)}"
        for (value, multiplicity, _), (lower, upper, times) in zip(view["entries"], expected):
            if multiplicity != times or not is_outward(value, lower, upper):
                yield f"{view['of']}: {value} x {multiplicity} is not {float(lower)} x {times}"
    if data["all_spectra"] != len(data["spectra"]) or with_H != 4 + 2:
        yield f"{len(data['spectra'])} spectra, {with_H} of certificates"


def product_problems(data, folder):
    (chain,) = data["chains"]
    certificates = [json.loads((folder / f"product-{name}.json").read_text()) for name in ("first", "all")]
    if [product["length"] for product in chain["products"]] != [1, SITES]:
        yield f"products of {[product['length'] for product in chain['products']]} sites"
    for product, certificate in zip(chain["products"], certificates):
        for name in ("norm", "frozen_norm", "smallest"):
            if not is_outward(product[name], *ends_of(certificate["quantities"][name])):
                yield f"{name} is {product[name]}"
    exact = Fraction(1)
    for bound, running in zip(certificates[1]["local"]["norms_at_most"], chain["running"]):
        exact *= Fraction(bound)
        if not exact <= Fraction(running) <= exact * (1 + Fraction(1, 10**4)):
            yield f"local norms multiply to {float(exact)}, and {running} is shown"


def diagnosis_problems(data, folder):
    (shown,) = data["diagnoses"]
    document = json.loads((folder / "diagnosis.json").read_text())
    titles = [view["title"] for view in shown["gates"]["write"]]
    if titles[:3] != ["mean over 2 sequences", "sequence 0, mean over its states", "sequence 1, mean over its states"] or len(titles) != 3 + STATES:
        yield f"gates are shown of {titles}"
    compared = 0
    for quantity in document["quantities"]:
        kind, _, name = quantity["name"].partition("_")
        if name not in ("load", "winner") or kind not in ("read", "write") or "state" not in quantity or "intervention" in quantity:
            continue
        view, site = shown["gates"][kind][3 + quantity["state"]], quantity["site"]
        compared += 1
        if name == "load" and not is_outward(view["loads"][site][quantity["stream"]], *ends_of(quantity["value"])):
            yield f"{quantity} is shown as {view['loads'][site]}"
        if name == "winner" and view["winners"][site] != quantity["value"]:
            yield f"{quantity} is shown as {view['winners'][site]}"
    if compared != 2 * SITES * STATES * (4 + 1):
        yield f"{compared} loads and winners"
    if {view["winners"][1] if isinstance(view["winners"][1], str) else "" for view in shown["gates"]["write"][1:]} != {"undecided"}:
        yield "equal gates have a winner"
    for at, H in (((m["state"], m["site"]), m["H"]) for m in document["forward"]):
        if any(not is_outward(x, *ends_of(y)) for a, b in zip(shown["maps"][at[0]]["H"][at[1]], H) for x, y in zip(a, b)):
            yield f"H at {at} is another"


def link_problems(data, folder):
    links = [row[LINK] for row in data["states"] if row[LINK]] + [x["link"] for key in ("files", "unread", "diagnoses") for x in data[key]]
    yield from (f"{link} leads nowhere" for link in links if not link.startswith("./") or not (folder / unquote(link)).is_file())
    if {Path(unquote(link)).name for link in links if "certificates/" in link} != {f.name for f in (folder / "certificates").iterdir()}:
        yield "certificates of the batch are not all linked"
    if sorted(x["name"] for x in data["unread"]) != ["cut.json", "refusal.json"]:
        yield f"not shown: {data['unread']}"
    if not any(x["reason"].startswith("could not be certified: </script>") for x in data["unread"]):
        yield f"the refusal's reason is not there: {data['unread']}"


def part_problems(program, folder, records):
    """A batch that is not merged, and parts of one, have the same records; a block that is damaged is refused."""
    for name, parts in (("batch", [folder / "batch"]), ("parts", [folder / "parts/rank-0000", folder / "parts/rank-0001"])):
        if len(parts) > 1:
            for part, shard in zip(parts, ("1/2", "2/2")):
                model = folder / "model.safetensors"
                done(program, "batch", "--params", model, "--trajectory", model, "--block", 2, "--shard", shard, "-o", part, "--quiet")
        yield from record_problems(reported(program, folder / name), records)
    segment = folder / "parts/rank-0001/segment-0000.jsonl"
    flip(segment, segment.stat().st_size // 2)
    run = program.run("report", str(folder / "parts"), "--json")
    if run.status != 2 or "--resume" not in run.stderr:
        yield f"a damaged block: status {run.status}: {run.stderr}"


def refusal_problems(program, folder):
    empty = folder / "empty"
    empty.mkdir()
    damaged = folder / "damaged"
    shutil.copytree(folder / "shown", damaged)
    flip(damaged / "records.jsonl", 100)
    for what, words, message in (
        ("no folder", ["nowhere", "--json"], "is no folder"),
        ("an empty one", [str(empty), "--json"], "holds neither a batch nor a certificate"),
        ("a damaged record", [str(damaged), "--json"], "checksum"),
        ("nothing asked for", [str(empty)], "-o FILE.html"),
    ):
        run = program.run("report", *words, cwd=folder)
        if run.status != 2 or message not in run.stderr or run.stdout or run.stderr.count("\n") != 1:
            yield f"{what}: status {run.status}: {run.stderr}"
    run = program.run("report", str(folder / "shown"), "-o", str(folder / "page.html"))
    has_page = run.status == 0 and (folder / "page.html").is_file()
    if not has_page and (run.status != 2 or "-DMIXCERT_REPORT=ON" not in run.stderr or (folder / "page.html").exists()):
        yield f"a page: status {run.status}: {run.stderr}"


def main(binary):
    program, tally = Program(str(Path(binary).resolve())), Tally()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        shown = full(program, folder, SITES)
        records, rows = lines_of(shown / "records.jsonl"), rows_of(shown / "spectra.npy")
        data = reported(program, ".", cwd=shown)
        tally.record("names as they are", [] if data["sources"][0]["sites"][-1]["name"].endswith(HOSTILE) else [data["sources"][0]])
        tally.record("texts", text_problems(data))
        tally.record("records", record_problems(data, records))
        tally.record("statistics", statistic_problems(data, records))
        with_paths = reported(program, shown, cwd="/")
        for row in with_paths["states"]:
            row[LINK] = row[LINK] and "/" + row[LINK][2:]
        tally.record("spectra", spectrum_problems(with_paths, rows))
        tally.record("products", product_problems(data, shown))
        tally.record("diagnosis", diagnosis_problems(data, shown))
        tally.record("links", link_problems(data, shown))
        tally.record("parts", part_problems(program, folder, records))
        tally.record("refusals", refusal_problems(program, folder))
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
