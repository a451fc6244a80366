#!/usr/bin/env python3
"""Gives the program what people give by mistake, and holds it to its contract: status, streams, files and message.

usage: bad_input.py MIXCERT_BINARY
"""
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import not_certified
import wrong_certificates
import wrong_checkpoints
import wrong_containers
import wrong_matrices
import wrong_requests
import wrong_tensors
from accepted import check_accepted
from bench import Bench
from corruption import check_corruptions
from matrices_not_certified import check_matrices_not_certified
from not_certified import check_not_certified
from program import Program, Tally
from refusal import check_refusals


def check_everything(bench, tally):
    good = bench.run(*bench.certify("--json"))
    refusal = not_certified.example(bench)
    if good.status != 0 or refusal.status != 3:
        found = [f"status {outcome.status}: {outcome.stderr}" for outcome in (good, refusal)]
        tally.record("the requests that the others vary", found)
        return
    for group in (wrong_tensors, wrong_containers, wrong_checkpoints, wrong_requests, wrong_matrices):
        check_refusals(bench, tally, group.cases(bench))
    check_refusals(bench, tally, wrong_certificates.cases(bench, good.stdout.decode(), refusal.stdout.decode()))
    check_not_certified(bench, tally)
    check_matrices_not_certified(bench, tally)
    check_accepted(bench, tally)
    check_corruptions(bench, tally)


def main(binary):
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        check_everything(Bench(Program(os.path.abspath(binary)), folder), tally)
    return tally.finish()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
