#!/usr/bin/env python3
"""`mixcert batch` and `mixcert merge`: what they write, that it does not depend on how the work is done, what they refuse.

usage: batch.py MIXCERT_BINARY
"""
import fcntl
import json
import math
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from batches import HEADER, IN_LANES, NOT_IN_LANES, STREAMS, contents, cut, flip, interrupted, job_files, killed, lines_of, merged, rows_of, spectrum, started
from certificate_checks import ends, expanded
from example_chain import EXAMPLES, chain_bytes
from hc_site import gaussian
from program import Program, Tally
from safetensors_file import Tensor, safetensors_bytes

LONG_SECONDS = 120


class PatientProgram(Program):
    def run(self, *arguments, **keywords):
        return super().run(*arguments, timeout=LONG_SECONDS, **keywords)


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder, self.made = program, Path(folder), 0
        self.fast = job_files(folder, IN_LANES, (5, 9))
        self.slow = job_files(folder, NOT_IN_LANES, (12,))

    def place(self):
        """A name that no folder has yet."""
        self.made += 1
        return self.folder / f"out{self.made}"

    def arguments(self, files, output, *options):
        return ["batch", "--mixer", "hc", "--params", files[0], "--sites", "*", "--states", f"{files[1]}:X", "-o", str(output), *options]

    def run(self, files, output, *options):
        return self.program.run(*self.arguments(files, output, *options))

    def done(self, files, *options, status=0):
        output = self.place()
        run = self.run(files, output, "--quiet", *options)
        if run.status != status or run.stdout:
            raise ValueError(f"{options}: status {run.status}: {run.stderr}{run.stdout}")
        return output

    def merged(self, *folders):
        return merged(self.program, folders, self.place())

    def certified(self, files, site, state):
        run = self.program.run("certify", "--mixer", "hc", "--params", files[0], "--site", site, "--state", f"{files[1]}:X{state}", "--json")
        return json.loads(run.stdout), run.stdout

    def whole(self, files):
        """The merged result of an undisturbed run in one thread."""
        return self.merged(self.done(files, "--threads", "1"))


def overlap(one, other):
    return max(one[0], other[0]) <= min(one[1], other[1])


def pair(ends_of_record):
    return tuple(map(float.fromhex, ends_of_record))


def record_problems(bench):
    for files, method, states, index in ((bench.fast, "lanes", 45, lambda k: f"[{k // 9},{k % 9}]"), (bench.slow, "certificate", 12, lambda k: f"[{k}]")):
        output = bench.place()
        merged(bench.program, [bench.done(files)], output)
        records, rows = lines_of(output / "records.jsonl"), rows_of(output / "spectra.npy")
        wanted = [(i, k) for i in (0, 1) for k in range(states)]
        for what, found in (("records", records), ("rows", rows)):
            if [(r["site"], r["state"]) for r in found] != wanted:
                yield f"{method}: {what} are not those of all states, by site and state"
        if {r["method"] for r in records} != {method} or [r["prefix"] for r in records] != ["a"] * states + ["b"] * states:
            yield f"{method}: another method, or other sites"
        for record, row in zip(records, rows):
            yield from agreement_problems(record, row, IN_LANES if files is bench.fast else NOT_IN_LANES)
        for at in (0, 7, states + 5):
            document, _ = bench.certified(files, records[at]["prefix"], index(records[at]["state"]))
            yield from certificate_problems(records[at], rows[at], document)


def agreement_problems(record, row, width):
    """The row holds what the record says."""
    values = spectrum(row)
    if sum(m for _, _, m in values) != STREAMS * width:
        yield "a spectrum has another number of values"
    for which in (0, 1):
        column = [v[which] for v in values]
        if column != sorted(column, reverse=True):
            yield "ends do not descend"
    for name, found in (("norm", values[0][:2]), ("smallest", values[-1][:2]), ("frozen_norm", row["frozen"]), ("norm_ratio", row["ratio"])):
        if pair(record[name]) != tuple(found):
            yield f"{name}: {record[name]} and {found}"


def certificate_problems(record, row, document):
    """Two enclosures of the same numbers have a common member, and neither is far wider than it need be."""
    quantities = document["quantities"]
    for name in ("norm", "frozen_norm", "norm_ratio", "smallest", "mean_square"):
        mine, theirs = pair(record[name]), ends(quantities[name])
        if not overlap(mine, theirs) or not mine[1] - mine[0] <= 1e-13 * max(1, mine[1]):
            yield f"{name}: {mine} and {tuple(map(float, theirs))}"
    mine = [v[:2] for v in spectrum(row) for _ in range(v[2])]
    theirs = expanded(document["spectrum"])
    if len(mine) != len(theirs) or not all(map(overlap, mine, theirs)):
        yield "the spectrum is another than that of certify"


def schedule_problems(bench):
    """Threads, the length of blocks and parts leave no trace."""
    for files in (bench.fast, bench.slow):
        whole = bench.whole(files)
        for options in (("--threads", "2"), ("--threads", "3", "--block", "4"), ("--block", "1"), ("--threads", "2", "--block", "1000")):
            if bench.merged(bench.done(files, *options)) != whole:
                yield f"{options}: the result is another"
        parts = [bench.done(files, "--shard", f"{i}/3", "--block", "4", "--threads", str(i)) for i in (3, 1, 2)]
        if bench.merged(*parts) != whole or bench.merged(*parts[::-1]) != whole:
            yield "three parts together are another result"
        if bench.merged(*parts, bench.done(files, "--block", "4")) != whole:
            yield "blocks that several folders have are another result"
        if bench.program.run("merge", *map(str, parts[1:]), "-o", str(bench.place())).status != 2:
            yield "two of three parts are merged"


def neighbour_problems(bench):
    """What a state's lane is shared with does not matter: neither order nor extreme states beside it."""
    source = random.Random(3)
    states = [gaussian(source, (STREAMS, IN_LANES), 10.0 ** source.randrange(-3, 4)) for _ in range(24)]

    def results(order, extreme):
        chosen = [states[k] for k in order]
        if extreme:  # every second one
            chosen = [s for state in chosen for s in (state, Tensor("F32", state.shape, tuple(v * 1e30 for v in state.values)).representable())]
        file = bench.folder / "order.safetensors"
        file.write_bytes(safetensors_bytes({"X": Tensor("F32", (len(chosen), STREAMS, IN_LANES), sum((s.values for s in chosen), ()))}))
        folder = bench.done((bench.fast[0], str(file)), "--threads", "1")
        rows = [{**row, "state": 0} for row in rows_of(folder / "spectra-0000.npy") if row["site"] == 0]
        return {k: repr(row) for k, row in zip(order, rows[::2] if extreme else rows)}

    first = results(range(24), False)
    shuffled = list(range(24))
    source.shuffle(shuffled)
    for order, extreme in ((shuffled, False), (range(23, -1, -1), False), (shuffled, True), (shuffled[:5], False)):
        for k, row in results(order, extreme).items():
            if row != first[k]:
                yield f"state {k} depends on its neighbours"


def interruption_problems(bench):
    """SIGKILL at random moments, and a machine that stops in the middle of writing."""
    source = random.Random(5)
    files = job_files(bench.folder, NOT_IN_LANES, (60,), seed=1)
    begin = time.monotonic()
    whole, output = bench.merged(bench.done(files, "--block", "2", "--threads", "2")), bench.place()
    seconds = time.monotonic() - begin
    arguments = bench.arguments(files, output, "--block", "2", "--threads", "2", "--quiet")
    survived = 0
    for attempt in range(10):
        status = killed(bench.program, [*arguments, "--resume"], source.uniform(0.01, 0.18 * seconds))
        survived += status == 0
        if status not in (-signal.SIGKILL, 0):
            yield f"attempt {attempt}: status {status}"
    if bench.run(files, output, "--block", "2", "--resume").status != 0 or bench.merged(output) != whole:
        yield "the result after SIGKILL is another"
    if survived > 5:
        yield f"{survived} of 10 runs ended before their SIGKILL: this tests nothing"
    for name, lost in (("journal.jsonl", 1), ("journal.jsonl", 700), ("segment-0000.jsonl", 5), ("spectra-0000.npy", 3), ("spectra-0000.npy", 10**9)):
        cut(output / name, lost)
        if bench.run(files, output, "--block", "2", "--resume").status != 0 or bench.merged(output) != whole:
            yield f"{name} without its last {lost} bytes: the result is another"
        rows_of(output / "spectra-0000.npy")
    for name in ("segment-0000.jsonl", "spectra-0000.npy"):
        flip(output / name, HEADER + 300)
        if bench.program.run("merge", str(output), "-o", str(bench.place())).status != 2:
            yield f"{name} with another byte is merged"
        if bench.run(files, output, "--block", "2", "--resume").status != 0 or bench.merged(output) != whole:
            yield f"{name} with another byte: the result after --resume is another"


def signal_problems(bench):
    files = job_files(bench.folder, NOT_IN_LANES, (30,), seed=2)
    for number in (signal.SIGINT, signal.SIGTERM):
        output = bench.place()
        status = interrupted(bench.program, bench.arguments(files, output, "--block", "2"), output, number)
        if status != 130:
            yield f"{number!r}: status {status}"
        rows = rows_of(output / "spectra-0000.npy")
        if not 0 < len(rows) < 60:
            yield f"{number!r}: {len(rows)} states are kept of 60"
    if bench.run(files, output, "--block", "2", "--resume").status != 0 or bench.merged(output) != bench.whole(files):
        yield "the result after a signal is another"


def failure_problems(bench):
    """States that cannot be read or certified do not stop the others."""
    for files in (bench.fast, bench.slow):
        good = bench.place()
        convention = ("--convention", "norm_clamp=1")
        merged(bench.program, [bench.done(files, *convention)], good)
        data = Path(files[1]).read_bytes()
        width = IN_LANES if files is bench.fast else NOT_IN_LANES
        size = 4 * STREAMS * width
        begin = len(data) - size * (45 if files is bench.fast else 12)
        bad = bench.folder / "bad.safetensors"
        nan, unit = b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x3f" + bytes(4 * width - 4)
        for at, replacement in ((3, nan), (7, unit)):  # a number that is none; a stream whose norm is the clamp: no derivative
            data = data[:begin + at * size + 4 * width] + replacement + data[begin + at * size + 4 * width + len(replacement):]
        bad.write_bytes(data)
        output = bench.place()
        folder = bench.done((files[0], str(bad)), *convention, status=3)
        kept = contents(folder)
        if bench.run((files[0], str(bad)), folder, *convention, "--resume").status != 3 or contents(folder) != kept:
            yield "what would fail alike is tried again"
        run = bench.program.run("merge", str(folder), "-o", str(output), "--json")
        summary = json.loads(run.stdout)
        failed = [site["failed"] for site in summary["sites"]]
        if run.status != 3 or failed != [2, 2]:
            yield f"failures: status {run.status}, {failed}"
        mine, theirs = (lines_of(folder / "records.jsonl") for folder in (output, good))
        for one, other, row in zip(mine, theirs, rows_of(output / "spectra.npy")):
            if one["state"] == 3 and (one.get("failed") != "input" or "NaN" not in one["reason"]):
                yield f"NaN: {one}"
            if one["state"] == 7 and (one.get("failed") != "not certified" or "norm_clamp" not in one["reason"]):
                yield f"no derivative: {one}"
            if one["state"] not in (3, 7) and one != other:
                yield f"state {one['state']} depends on a failure elsewhere"
            if ("failed" in one) != (row["count"] == 0) or "failed" in one and not all(map(math.isnan, row["lower"] + row["ratio"])):
                yield "the row of a failed state is not empty, or another is"


def another_try_problems(bench):
    """--resume tries states again that could not be read, and only these."""
    files = job_files(bench.folder, NOT_IN_LANES, (40,), seed=6)
    whole, output, states = bench.whole(files), bench.place(), Path(files[1])
    data, then = states.read_bytes(), states.stat()
    with started(bench.program, bench.arguments(files, output, "--block", "2", "--threads", "1")) as run:
        journal = output / "journal.jsonl"
        while run.poll() is None and not (journal.exists() and journal.stat().st_size > 0):
            time.sleep(0.005)
        cut(states, 4)
        status = run.wait()
    records = lines_of(output / "segment-0000.jsonl")
    kinds = [r.get("failed") for r in records]
    if status != 3 or len(records) != 80 or set(kinds) != {None, "operational"}:
        yield f"a file that is cut: status {status}, {set(kinds)}, {len(records)} records"
    if bench.run(files, output, "--block", "2", "--resume").status != 2:
        yield "states that are cut are no other job"
    states.write_bytes(data)
    os.utime(states, ns=(then.st_atime_ns, then.st_mtime_ns))
    if bench.run(files, output, "--block", "2", "--resume").status != 0 or bench.merged(output) != whole:
        yield "the result after another try is another"
    if lines_of(output / "segment-0000.jsonl")[:kinds.index("operational") // 2 * 2] != records[:kinds.index("operational") // 2 * 2]:
        yield "what was certified is done again"


def certificate_choice_problems(bench):
    all_of_them = bench.done(bench.fast, "--certificates", "all", "--block", "4")
    names = sorted(path.name for path in (all_of_them / "certificates").iterdir())
    if names != sorted(f"site{i}-{p}-state{k}.json" for i, p in enumerate("ab") for k in range(45)):
        yield f"all: {names[:3]} ..."
    if (all_of_them / "certificates/site1-b-state11.json").read_bytes() != bench.certified(bench.fast, "b", "[1,2]")[1]:
        yield "the certificate is not that of certify"
    ratios = sorted((-pair(r["norm_ratio"])[1], r["site"], r["state"]) for r in lines_of(all_of_them / "segment-0000.jsonl"))
    wanted = sorted(f"certificates/site{i}-{'ab'[i]}-state{k}.json" for _, i, k in ratios[:3])
    parts = [bench.done(bench.fast, "--certificates", "worst:3", "--shard", f"{i}/2", "--block", "4") for i in (1, 2)]
    single = bench.done(bench.fast, "--certificates", "worst:3", "--block", "4")
    whole = bench.merged(single)
    if sorted(name for name in whole if name.startswith("certificates/")) != wanted:
        yield "worst:3 certifies other states"
    if bench.merged(*parts) != whole:
        yield "worst:3 of two parts is another result"
    if bench.merged(all_of_them).keys() != {"manifest.json", "records.jsonl", "spectra.npy"} | {f"certificates/{name}" for name in names}:
        yield "certificates are not merged"


def job_problems(bench):
    """A job file with several entries; names of tensors by site; a trajectory."""
    params, states = str(EXAMPLES / "hc_params.safetensors"), str(EXAMPLES / "hc_states.safetensors")
    chain = bench.folder / "chain.safetensors"
    chain.write_bytes(chain_bytes(8, 3))
    job = bench.folder / "job.toml"
    job.write_text(f"""
[[entries]]
mixer = "hc"
params = "{params}"
sites = "site*"
states = "{states}:{{site}}_p3_t127.X"

[[entries]]
params = "{chain}"
trajectory = "{chain}"
convention = {{norm_clamp = "1e-9", gamma_offset = 1}}

[[entries]]
mixer = "hc"
params = "{params}"
site = ["site05", "site01"]
states = "{states}:site05_p0_t0.X"
""")
    output = bench.place()
    run = bench.program.run("batch", str(job), "-o", str(output), "--hash", "--json")
    summary = json.loads(run.stdout)
    if run.status != 0 or [s["site"] for s in summary["sites"]] != ["site01", "site05", "site01", "site05", "site05", "site05", "site01"]:
        yield f"job: status {run.status}: {run.stderr} {[s['site'] for s in summary['sites']]}"
    first = lines_of(output / "segment-0000.jsonl")[0]
    documents = {r["site"]: r for r in lines_of(output / "segment-0000.jsonl")}
    certificate = json.loads(bench.program.run("certify", "--mixer", "hc", "--params", params, "--site", "site01", "--state", f"{states}:site01_p3_t127.X", "--json").stdout)
    if documents[0]["sha256"] != certificate["subject"]["state"]["sha256"] or not overlap(pair(documents[0]["norm"]), ends(certificate["quantities"]["norm"])):
        yield "the first site's state is another"
    if "sha256" not in first or documents[4]["norm"] == documents[3]["norm"]:
        yield "the trajectory's sites have one state"
    constants = json.loads((output / "manifest.json").read_text())["job"]["sites"][2]["convention"]
    if constants["norm_clamp"] != {"decimal": "1e-9"} or constants["gamma_offset"] != {"decimal": "1"}:
        yield "a job file's convention is not used"
    only = bench.program.run("batch", "--params", str(chain), "--trajectory", str(chain), "--sites", "site002", "-o", str(bench.place()), "--json")
    if [s["site"] for s in json.loads(only.stdout)["sites"]] != ["site05"]:
        yield "--sites does not choose from a trajectory"


def refusal_problems(bench):
    done = bench.done(bench.fast)
    files, wrong = bench.fast, bench.folder / "wrong.toml"
    flags = lambda *options: bench.program.run(*bench.arguments(files, bench.place(), *options))
    kept = contents(done)
    with open(done / "journal.jsonl") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        locked = bench.run(files, done, "--resume")
    requests = {
        "a folder with a batch": bench.run(files, done),
        "another job": bench.run(bench.slow, done, "--resume"),
        "another convention": bench.run(files, done, "--resume", "--convention", "norm_clamp=1e-9"),
        "another length of blocks": bench.run(files, done, "--resume", "--block", "3"),
        "another part": bench.run(files, done, "--resume", "--shard", "1/2"),
        "other certificates": bench.run(files, done, "--resume", "--certificates", "all"),
        "a folder at work": locked,
        "part 0": flags("--shard", "0/2"), "part 3 of 2": flags("--shard", "3/2"), "no part": flags("--shard", "x"), "half a part": flags("--shard", "1/"),
        "certificates": flags("--certificates", "some"), "worst none": flags("--certificates", "worst:0"),
        "a constant": flags("--convention", "norm_clamp=-1"), "no constant": flags("--convention", "norm_clamp"),
        "site and sites": flags("--site", "a"),
        "a job beside flags": bench.program.run("batch", str(wrong), "--mixer", "hc", "-o", str(bench.place())),
        "nothing": bench.program.run("batch", "-o", str(bench.place())),
        "no site": bench.program.run("batch", "--mixer", "hc", "--params", files[0], "--sites", "z*", "--states", f"{files[1]}:X", "-o", str(bench.place())),
        "no tensor": bench.program.run("batch", "--mixer", "hc", "--params", files[0], "--site", "a", "--states", f"{files[1]}:Y", "-o", str(bench.place())),
        "no file": bench.program.run("batch", "--mixer", "hc", "--params", files[0], "--site", "a", "--states", "none.safetensors:X", "-o", str(bench.place())),
        "another width": bench.program.run("batch", "--mixer", "hc", "--params", files[0], "--site", "a", "--states", f"{bench.slow[1]}:X", "-o", str(bench.place())),
        "merge into something": bench.program.run("merge", str(done), "-o", str(done)),
        "merge of nothing": bench.program.run("merge", str(bench.folder), "-o", str(bench.place())),
        "merge of two jobs": bench.program.run("merge", str(done), str(bench.done(bench.slow)), "-o", str(bench.place())),
    }
    for name, run in requests.items():
        if run.status != 2 or not run.stderr.startswith("mixcert: ") or run.stderr.count("\n") != 1:
            yield f"{name}: status {run.status}: {run.stderr}"
    if contents(done) != kept:
        yield "a refused run changes the folder"
    os.utime(files[1])
    if bench.run(files, done, "--resume").status != 2:
        yield "states that were written to since are no other job"
    if bench.merged(done) != bench.whole(files):
        yield "the time of a file's last change is in the merged result"


def summary_problems(bench):
    folder = bench.done(bench.fast)
    run = bench.program.run("merge", str(folder), "-o", str(bench.place()), "--json", "--worst", "4")
    summary = json.loads(run.stdout)
    records = lines_of(folder / "segment-0000.jsonl")
    for i, site in enumerate(summary["sites"]):
        lows, highs = zip(*(pair(r["norm_ratio"]) for r in records if r["site"] == i))
        middle = (len(lows) - 1) // 2
        wanted = {"median_ratio": (sorted(lows)[middle], sorted(highs)[middle]), "largest_ratio": (max(lows), max(highs))}
        for name, found in wanted.items():
            if ends(site[name]) != found:
                yield f"{name}: {site[name]} and {found}"
        if (site["states"], site["failed"]) != (45, 0):
            yield "other numbers of states"
    worst = sorted((-pair(r["norm_ratio"])[1], r["site"], r["state"]) for r in records)[:4]
    if [(at["number"], at["state"]) for at in summary["worst"]] != [(i, k) for _, i, k in worst]:
        yield "the worst states are others"
    text = bench.program.run("batch", "--mixer", "hc", "--params", bench.fast[0], "--sites", "*", "--states", f"{bench.fast[1]}:X", "-o", str(folder), "--resume").stdout.decode()
    if "90 of 90 spectra certified, 0 failed" not in text or "worst states" not in text:
        yield f"the summary for people: {text}"


def example_problems(bench):
    """The example of the help runs."""
    help_text = bench.program.run("batch", "--help").stdout.decode()
    example = help_text.partition("Example:\n")[2].partition("  Exit")[0].replace("\\\n", " ").replace("'", "").split()
    output = bench.place()
    run = bench.program.run(*example[1:-1], str(output), cwd=EXAMPLES.parents[1])
    if example[0] != "mixcert" or run.status != 0:
        yield f"{example}: status {run.status}: {run.stderr}"


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(PatientProgram(os.path.abspath(sys.argv[1])), folder)
        for check in (record_problems, schedule_problems, neighbour_problems, interruption_problems, signal_problems, failure_problems, another_try_problems,
                      certificate_choice_problems, job_problems, refusal_problems, summary_problems, example_problems):
            tally.record(check.__name__.removesuffix("_problems"), check(bench))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
