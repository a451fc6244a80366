"""Running the program under test, and counting what it does right."""
import subprocess
from dataclasses import dataclass

TIMEOUT_SECONDS = 20


@dataclass(frozen=True)
class Outcome:
    status: int
    stdout: bytes
    stderr: str

    def problems(self):
        """What no run may do, whatever it was asked."""
        if self.status not in (0, 1, 2, 3):
            yield f"ended with status {self.status}"
        if "unexpected failure" in self.stderr:
            yield f"failed unexpectedly: {shortened(self.stderr)}"


class Program:
    def __init__(self, binary):
        self.binary = binary

    def run(self, *arguments, timeout=TIMEOUT_SECONDS, **keywords):
        try:
            done = subprocess.run(
                [self.binary, *arguments], capture_output=True, timeout=timeout, check=False, **keywords
            )
        except subprocess.TimeoutExpired:
            return Outcome(-1, b"", f"still running after {timeout} s")
        return Outcome(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace"))


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def record(self, name, problems):
        found = all_of(problems)
        if not found:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {name}")
        for problem in found:
            print(f"       {problem}")

    def skip(self, name, reason):
        self.skipped += 1
        print(f"SKIPPED {name}: {reason}")

    def finish(self):
        """Prints the last line and returns the exit status."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        return 0 if self.failed == 0 else 1


def all_of(problems):
    """Without repetitions; a check that breaks down on what the program wrote is a problem too."""
    found = []
    try:
        for problem in problems:
            if problem not in found:
                found.append(problem)
    except (LookupError, TypeError, ValueError, OSError) as error:
        found.append(f"the check breaks down: {error!r}")
    return found


def shortened(text, most=300):
    text = text.strip()
    return text if len(text) <= most else text[:most] + " ..."
