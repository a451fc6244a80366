"""Requests that look odd and are right: status 0 and a certificate that says what was asked."""
import io
import json
import os
import random
import stat
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

from bench import D, N, SITE, STATE
from certificate_checks import certificate_problems
from hc_site import at_site, gaussian, hc_parameters, hc_state, never_mixed
from npy_file import npy_bytes
from program import shortened
from safetensors_file import Tensor
from sharded import INDEX, write_sharded

NUMERIC = ("forward", "core", "spectrum", "frozen_spectrum", "quantities", "claims")
GERMAN = "de_DE.UTF-8"


def problems_of(outcome, status=0):
    yield from outcome.problems()
    if outcome.status != status:
        yield f"status {outcome.status} instead of {status}: {shortened(outcome.stderr)}"


class Certified:
    """A certificate, or the reason why there is none."""

    def __init__(self, bench, arguments):
        self.outcome = bench.run(*arguments, "--json")
        self.document = json.loads(self.outcome.stdout) if self.outcome.status == 0 else None

    def problems(self):
        yield from problems_of(self.outcome)
        if self.document:
            yield from certificate_problems(self.document)

    def __getitem__(self, key):
        return self.document[key] if self.document else None


def numbers_of(certified):
    return [certified[key] for key in NUMERIC]


def both(first, second):
    yield from first.problems()
    yield from second.problems()


def never_mixed_warns(bench):
    params = bench.tensors("params", at_site(SITE, never_mixed(bench.parameters)))
    certified = Certified(bench, bench.certify(params=params))
    yield from certified.problems()
    if "never mixed" not in certified.outcome.stderr:
        yield "no warning on standard error"
    if not any("never mixed" in note for note in certified["notes"]):
        yield "no note in the certificate"


def held_by_every_type(tensor):
    return tensor.as_type("F16").representable().as_type("BF16").representable()


def mixed_types_give_the_numbers_of_one_type(bench):
    source = random.Random(5)
    parameters = hc_parameters(source, N, D)
    types = ["F64", "BF16", "F32", "F16", "F64", "F32", "BF16"]
    coarse = {name: held_by_every_type(tensor) for name, tensor in parameters.items()}
    mixed = {name: tensor.as_type(dtype) for (name, tensor), dtype in zip(coarse.items(), types)}
    state = hc_state(source, N, D, "F16")
    state_files = [bench.tensors("states", {STATE: state.as_type(dtype)}) for dtype in ("F16", "F64")]
    files = [bench.tensors("params", at_site(SITE, tensors)) for tensors in (mixed, coarse)]
    first, second = (
        Certified(bench, bench.certify(params=params, state=f"{states}:{STATE}"))
        for params, states in zip(files, state_files)
    )
    yield from both(first, second)
    if numbers_of(first) != numbers_of(second):
        yield "the numbers depend on the types in which the same values are stored"
    if [reference["dtype"] for reference in first["subject"]["parameters"]] != types:
        yield "the types are not recorded"


def stack_of_states(bench):
    shape = (2, 3, N, D)
    return gaussian(random.Random(6), shape)


def slice_of(stack, i, j):
    begin = (i * stack.shape[1] + j) * N * D
    return Tensor(stack.dtype, (N, D), stack.values[begin : begin + N * D])


def picked_state_is_the_slice(bench):
    stack = stack_of_states(bench)
    for i, j in ((0, 0), (0, 2), (1, 1)):
        picked = Certified(bench, bench.of_state(stack, f"[{i},{j}]"))
        alone = Certified(bench, bench.of_state(slice_of(stack, i, j)))
        yield from both(picked, alone)
        if numbers_of(picked) != numbers_of(alone):
            yield f"[{i},{j}] has other numbers than the slice saved alone"
        states = [certified["subject"]["state"] for certified in (picked, alone)]
        if states[0]["sha256"] != states[1]["sha256"] or states[0]["shape"] != [N, D]:
            yield f"[{i},{j}] has another hash or shape than the slice saved alone"


def picked_state_is_recorded(bench):
    picked = Certified(bench, bench.of_state(stack_of_states(bench), "[1,2]"))
    yield from picked.problems()
    index = picked["subject"]["state"]["index"]
    if index != [1, 2]:
        yield f"state [1,2] is recorded with index {index}"


def other_slices_are_not_read(bench):
    stack = stack_of_states(bench).with_value(0, float("nan"))
    yield from Certified(bench, bench.of_state(stack, "[1,2]")).problems()


def only_tensor_needs_no_name(bench):
    unnamed, named = Certified(bench, bench.certify(state=bench.state_file)), Certified(bench, bench.certify())
    yield from both(unnamed, named)
    if unnamed.outcome.stdout != named.outcome.stdout:
        yield "FILE and FILE:TENSOR differ"


def underscores_address_as_dots_do(bench):
    params = bench.tensors("params", at_site("layers.0.hc_attn", bench.parameters, "_"))
    underscored = Certified(bench, bench.certify(params=params, site="layers.0.hc_attn"))
    dotted = Certified(bench, bench.certify())
    yield from both(underscored, dotted)
    if numbers_of(underscored) != numbers_of(dotted):
        yield "PREFIX_NAME and PREFIX.NAME differ"
    if underscored["subject"]["parameters"][1]["name"] != "layers.0.hc_attn_static_alpha":
        yield "the stored name is not recorded"


def same_numbers(bench, certified, what):
    good = Certified(bench, bench.certify())
    yield from both(good, certified)
    if certified.document and numbers_of(certified) != numbers_of(good):
        yield f"{what}: other numbers"


def sharded_checkpoint_is_the_single_file(bench):
    index = write_sharded(bench.folder / "sharded", bench.site_tensors() | bench.site_tensors("other"))
    certified = Certified(bench, bench.certify(params=str(index)))
    yield from same_numbers(bench, certified, "sharded")
    held = json.loads(index.read_text())["weight_map"]
    for reference in certified["subject"]["parameters"]:
        if reference["file"] != held[reference["name"]]:
            yield f"{reference['name']} is recorded in {reference['file']}"


def files_of_other_sites_may_be_absent(bench):
    """A part of a checkpoint is enough."""
    index = bench.folder / "part" / INDEX
    write_sharded(index.parent, bench.site_tensors(), 1)
    document = json.loads(index.read_text())
    document["weight_map"]["other.norm.gamma"] = "model-00002-of-00002.safetensors"
    index.write_text(json.dumps(document))
    yield from same_numbers(bench, Certified(bench, bench.certify(params=str(index))), "part of a checkpoint")


def wrapped_names_are_found(bench):
    for wrapper in ("module.", "_orig_mod.", "module._orig_mod.", "module.module."):
        params = bench.tensors("params", bench.site_tensors(wrapper + SITE) | bench.site_tensors("module.other"))
        certified = Certified(bench, bench.certify(params=params))
        yield from same_numbers(bench, certified, wrapper)
        if certified["subject"]["parameters"][0]["name"] != f"{wrapper}{SITE}.norm.gamma":
            yield f"{wrapper}: the stored name is not recorded"


def states_of_numpy_files(bench):
    small, large = (npy_bytes(bench.state, order=order, endian=endian) for order, endian in (("C", "<"), ("F", ">")))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr("X.npy", large)
        members.writestr("Y.npy", npy_bytes(bench.state, shape=(1, 1, N, D)))
    npz = bench.file("states", archive.getvalue())
    stacked = bench.file("states", npy_bytes(bench.state, shape=(1, N, D)))
    states = [bench.file("states", small), bench.file("states", large), f"{stacked}:[0]", f"{npz}:X", f"{npz}:Y[0,0]"]
    hash_of_state = bench.state.sha256()
    for state in states:
        certified = Certified(bench, bench.certify(state=state))
        yield from same_numbers(bench, certified, state)
        recorded = certified["subject"]["state"]
        if (recorded["sha256"], recorded["shape"], recorded["dtype"]) != (hash_of_state, [N, D], bench.state.dtype):
            yield f"{state}: recorded as {recorded}"


def convention_is_recorded_as_given(bench):
    forms = {
        "1e-12": {"decimal": "1e-12"},
        "0.000000000001": {"decimal": "0.000000000001"},
        "0x1.19799812dea11p-40": {"hex": "0x1.19799812dea11p-40"},
        "0X1P-3": {"hex": "0X1P-3"},
    }
    for text, recorded in forms.items():
        certified = Certified(bench, bench.certify("--convention", f"norm_clamp={text}"))
        yield from certified.problems()
        if certified["subject"]["convention"]["norm_clamp"] != recorded:
            yield f"{text} is recorded as {certified['subject']['convention']['norm_clamp']}"


def default_constant_is_its_binary_number(bench):
    given = Certified(bench, bench.certify("--convention", "norm_clamp=0x1.19799812dea11p-40"))
    default = Certified(bench, bench.certify())
    yield from both(given, default)
    if given.outcome.stdout != default.outcome.stdout:
        yield "the published constant given in hexadecimal makes another certificate"


def decimal_and_binary_constants_are_told_apart(bench):
    """The stream's norm is the binary number, which the decimal number is not."""
    state = Tensor("F64", (N, D), (1e-12,) + (0.0,) * (D - 1) + (1.0,) * D)
    yield from Certified(bench, bench.of_state(state, "", "--convention", "norm_clamp=1e-12")).problems()
    outcome = bench.run(*bench.of_state(state, "", "--convention", "norm_clamp=0x1.19799812dea11p-40"))
    yield from problems_of(outcome, status=3)


EXTREME_CONSTANTS = ["norm_clamp=1e400", "norm_clamp=1e-400", "norm_clamp=1e99999", "norm_clamp=1e-99999"]
EXTREME_CONSTANTS += ["gamma_offset=1e308", "gamma_offset=1e-400", "gamma_offset=0", "gamma_offset=-1"]
EXTREME_CONSTANTS += ["gamma_offset=1e99999999999999999999", "norm_clamp=1e99999999999999999999"]
EXTREME_CONSTANTS += ["norm_clamp=0." + "0" * 5000 + "1", "norm_clamp=" + "3" * 5000]


def certified_or_clean_refusal(outcome):
    yield from outcome.problems()
    if outcome.status == 0:
        yield from certificate_problems(json.loads(outcome.stdout))
    elif outcome.status != 3:
        yield f"status {outcome.status}: {shortened(outcome.stderr)}"


def extreme_constant(text):
    def check(bench):
        return certified_or_clean_refusal(bench.run(*bench.certify("--json", "--convention", text)))

    return check


EXTREME_STATES = [(dtype, size) for dtype in ("F32", "F64", "BF16") for size in (1e30, 1e-30)]
EXTREME_STATES += [("F64", size) for size in (1e154, 1e-162, 1e200, 1e-200, 1e308, 5e-324)]


def extreme_state(dtype, size):
    def check(bench):
        values = tuple(size * random.Random(i).uniform(-1, 1) for i in range(N * D))
        outcome = bench.run(*bench.of_state(Tensor(dtype, (N, D), values), "", "--json"))
        print(f"state of type {dtype} and size {size:g}: {'certified' if outcome.status == 0 else 'refused'}")
        return certified_or_clean_refusal(outcome)

    return check


def zero_state(bench):
    yield from Certified(bench, bench.of_state(Tensor("F32", (N, D), (0.0,) * (N * D)))).problems()


def one_zero_stream(bench):
    state = replace(bench.state, values=(0.0,) * D + bench.state.values[D:])
    yield from Certified(bench, bench.of_state(state)).problems()


def one_by_one(bench):
    source = random.Random(8)
    params = bench.tensors("params", at_site(SITE, hc_parameters(source, 1, 1)))
    states = bench.tensors("states", {STATE: hc_state(source, 1, 1)})
    yield from Certified(bench, bench.certify(params=params, state=f"{states}:{STATE}")).problems()


def odd_file_names(bench):
    for name in ("with space", "colon:inside", "[0]", "ümlaut", "-dash"):
        params, states = (bench.path(name + end) for end in (".params", ".states"))
        Path(params).write_bytes(Path(bench.params_file).read_bytes())
        Path(states).write_bytes(Path(bench.state_file).read_bytes())
        for state in (f"{states}:{STATE}", states):
            certified = Certified(bench, bench.certify(params=params, state=state))
            yield from certified.problems()
            if certified["subject"]["state"]["file"] != Path(states).name:
                yield f"{states} is recorded as {certified['subject']['state']['file']}"


def two_runs_are_identical(bench):
    first, second = (Certified(bench, bench.certify()) for _ in range(2))
    yield from both(first, second)
    if first.outcome.stdout != second.outcome.stdout:
        yield "two runs differ"


def file_holds_what_json_prints(bench):
    output = Path(bench.path("written.json"))
    outcome = bench.run(*bench.certify("--json", "-o", str(output)))
    yield from problems_of(outcome)
    if output.read_bytes() != outcome.stdout:
        yield "-o and --json differ"


def output_replaces_a_file(bench):
    output = Path(bench.file("old", "x" * 1_000_000))
    yield from problems_of(bench.run(*bench.certify("-o", str(output))))
    json.loads(output.read_bytes())


def output_into_a_pipe_leaves_the_pipe(bench):
    pipe = bench.path("output_pipe")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    outcome = bench.run(*bench.certify("-o", pipe))
    os.close(reader)
    yield from outcome.problems()
    if not stat.S_ISFIFO(os.stat(pipe).st_mode):
        yield "a regular file stands where the pipe was"
    os.remove(pipe)


def quiet_prints_nothing(bench):
    output = bench.path("quiet.json")
    for arguments in (bench.certify("--quiet"), bench.certify("--quiet", "-o", output), ["show", output, "--quiet"]):
        outcome = bench.run(*arguments)
        yield from problems_of(outcome)
        if outcome.stdout or outcome.stderr:
            yield f"{arguments[0]} prints {len(outcome.stdout)} bytes and says '{shortened(outcome.stderr)}'"


def full_disk_is_noticed(bench):
    """What cannot be written must not look done."""
    if not os.path.exists("/dev/full"):
        return
    written = bench.path("certificate_for_full_disk.json")
    bench.run(*bench.certify("-o", written))
    for arguments in (bench.certify(), bench.certify("--json"), ["show", written], ["show", "--json", written]):
        with open("/dev/full", "wb") as full:
            status = subprocess.run([bench.program.binary, *arguments], stdout=full, stderr=subprocess.PIPE).returncode
        if status == 0:
            yield f"{arguments[0]} ends with status 0 though nothing could be printed"


def file_name_that_is_not_utf8(bench):
    params = os.fsencode(bench.folder) + b"/\xff.safetensors"
    Path(os.fsdecode(params)).write_bytes(Path(bench.params_file).read_bytes())
    outcome = bench.run(*bench.certify("--json", params=params))
    yield from outcome.problems()
    if outcome.status not in (0, 2):
        yield f"status {outcome.status}: {shortened(outcome.stderr)}"


def names_are_printed_without_control_characters(bench):
    site = "a\x1b[31mb"
    params = bench.tensors("params", bench.site_tensors(site))
    output = bench.path("control.json")
    for arguments in (bench.certify("-o", output, params=params, site=site), ["show", output]):
        outcome = bench.run(*arguments)
        yield from problems_of(outcome)
        if b"\x1b" in outcome.stdout:
            yield f"{arguments[0]} sends a terminal code of the file to the terminal"


def show_reads_what_certify_writes(bench):
    files = [bench.params_file, bench.tensors("params", at_site(SITE, never_mixed(bench.parameters)))]
    for params in files:
        output = Path(bench.path("shown.json"))
        summary = bench.run(*bench.certify("-o", str(output), params=params)).stdout.decode()
        shown, again = bench.run("show", str(output)), bench.run("show", "--json", str(output))
        yield from problems_of(shown)
        yield from problems_of(again)
        if summary.splitlines()[0] not in shown.stdout.decode():
            yield "show does not begin as certify does"
        if again.stdout != output.read_bytes():
            yield "show --json does not give the certificate back"


def show_ignores_unknown_keys(bench):
    document = Certified(bench, bench.certify()).document
    for place in (document, document["subject"], document["core"], document["spectrum"][0], document["claims"][0]):
        place["x-extra"] = {"anything": [None, 1.5]}
    yield from problems_of(bench.run("show", bench.file("certificate", json.dumps(document))))


def help_has_an_example(bench):
    for arguments in (["certify", "--help"], ["show", "--help"]):
        outcome = bench.run(*arguments)
        yield from problems_of(outcome)
        if b"Example" not in outcome.stdout:
            yield f"{' '.join(arguments)} shows no example"
    for arguments in (["--help"], ["--version"]):
        outcome = bench.run(*arguments)
        yield from problems_of(outcome)
        if b"mixcert" not in outcome.stdout:
            yield f"{arguments[0]} does not name the program"


CASES = [
    never_mixed_warns,
    mixed_types_give_the_numbers_of_one_type,
    picked_state_is_the_slice,
    picked_state_is_recorded,
    other_slices_are_not_read,
    only_tensor_needs_no_name,
    underscores_address_as_dots_do,
    sharded_checkpoint_is_the_single_file,
    files_of_other_sites_may_be_absent,
    wrapped_names_are_found,
    states_of_numpy_files,
    convention_is_recorded_as_given,
    default_constant_is_its_binary_number,
    decimal_and_binary_constants_are_told_apart,
    zero_state,
    one_zero_stream,
    one_by_one,
    odd_file_names,
    two_runs_are_identical,
    file_holds_what_json_prints,
    output_replaces_a_file,
    output_into_a_pipe_leaves_the_pipe,
    quiet_prints_nothing,
    full_disk_is_noticed,
    file_name_that_is_not_utf8,
    names_are_printed_without_control_characters,
    show_reads_what_certify_writes,
    show_ignores_unknown_keys,
    help_has_an_example,
]


def german_locale_changes_nothing(bench):
    output = bench.path("german.json")
    bench.run(*bench.certify("-o", output))
    for arguments in (bench.certify(), bench.certify("--json"), ["show", output], ["show", "--json", output]):
        german, plain = (bench.run(*arguments, env={**os.environ, "LC_ALL": name}) for name in (GERMAN, "C"))
        yield from problems_of(german)
        if (german.stdout, german.stderr) != (plain.stdout, plain.stderr):
            yield f"{arguments[0]} differs under {GERMAN}"


def is_installed(locale):
    try:
        listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return False
    return locale.lower().replace("-", "") in listed.lower().replace("-", "").split()


def check_accepted(bench, tally):
    for case in CASES:
        tally.record(case.__name__, case(bench))
    for text in EXTREME_CONSTANTS:
        tally.record(f"convention {text[:40]}", extreme_constant(text)(bench))
    for dtype, size in EXTREME_STATES:
        tally.record(f"state of type {dtype} and size {size:g}", extreme_state(dtype, size)(bench))
    if is_installed(GERMAN):
        tally.record(german_locale_changes_nothing.__name__, german_locale_changes_nothing(bench))
    else:
        tally.skip(german_locale_changes_nothing.__name__, f"the locale {GERMAN} is not installed")
