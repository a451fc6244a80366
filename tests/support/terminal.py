"""What a program writes to a terminal."""
import os
import pty
import subprocess

from program import TIMEOUT_SECONDS


def on_a_terminal(command, stream, **keywords):
    """(status, what the terminal on this stream got, what the other stream got), which must be short."""
    other = {"stdout": "stderr", "stderr": "stdout"}[stream]
    terminal, end = pty.openpty()
    try:
        running = subprocess.Popen(command, **{stream: end, other: subprocess.PIPE}, **keywords)
        os.close(end)
        pieces = []
        try:
            while piece := os.read(terminal, 4096):
                pieces.append(piece)
        except OSError:  # all has been read
            pass
        rest = next(text for text in running.communicate(timeout=TIMEOUT_SECONDS) if text is not None)
        return running.returncode, b"".join(pieces), rest
    finally:
        os.close(terminal)
