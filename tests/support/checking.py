"""Running `mixcert check` within limits of time and memory."""
import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

SECONDS, KILOBYTES = 10, 1 << 20  # of processor time: how busy the machine is must not decide
VERDICT = re.compile(r"^(REFUTED|NOT ESTABLISHED): claim \S+.*: .+$")


@dataclass(frozen=True)
class Verdict:
    status: int
    last_line: str
    errors: str

    @property
    def verified(self):
        return self.status == 0 and self.last_line == "VERIFIED"


def check(binary, certificate, folder):
    limited = ["sh", "-c", f'ulimit -v {KILOBYTES}; ulimit -t {SECONDS}; exec "$@"', "sh", binary, "check", certificate, "--data", folder]
    done = subprocess.run(limited, capture_output=True, check=False)
    lines = done.stdout.decode("utf-8", "backslashreplace").splitlines()
    errors = done.stderr.decode("utf-8", "backslashreplace")
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        errors = f"took more than {SECONDS} s"
    return Verdict(done.returncode, lines[-1] if lines else "", errors)


def problems_of_a_refusal(verdict, unreadable):
    """What is wrong when this should be no verified certificate, or (unreadable) one whose data cannot be read."""
    if verdict.status == 0:
        yield f"accepted: {verdict.last_line}"
    elif verdict.status == 2 and unreadable:
        if not verdict.errors.startswith("mixcert: "):
            yield f"gives no reason: {verdict.errors}"
    elif verdict.status != 1:
        yield f"ended with status {verdict.status}: {verdict.errors.strip()[-300:]}"
    elif not VERDICT.match(verdict.last_line):
        yield f"names no claim: {verdict.last_line}"


def problems_of_no_json(verdict):
    if verdict.status != 2 or "is no JSON" not in verdict.errors:
        yield f"status {verdict.status}: {verdict.last_line} {verdict.errors.strip()[-300:]}"


def problems_of_an_acceptance(verdict):
    if not verdict.verified:
        yield f"not verified, status {verdict.status}: {verdict.last_line} {verdict.errors.strip()[-300:]}"


def at_once(function, items):
    """The results in order, computed as many at a time as there are processors."""
    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        yield from pool.map(function, items)
