"""The three standard streams as a shell may leave them: closed, on a full disk, or read by nobody."""

import os
import sys
from typing import TextIO

from sigtui.errors import FileError, Problem


def open_missing() -> None:
    """Put the null device where a standard stream was closed (``>&-``).

    Otherwise Python has None in its place, and the next file that is opened takes its descriptor.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def write_result(data: bytes) -> None:
    """Write to stdout, all of it. Raises FileError where it can't be, BrokenPipeError if nobody reads."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_stdout()
        raise unwritable(error) from error


def unwritable(error: OSError) -> FileError:
    """Return the error that names stdout as what can't be written, with the reason."""
    return FileError("stdout", [Problem("", f"can't be written: {error.strerror or error}")])


def give_up_stdout() -> None:
    """Forget what stdout still holds: Python would try to write it at exit, and complain."""
    sys.stdout = _nowhere()


def say(text: str) -> None:
    """Write a line to stderr. A log that can't be written is no reason to end a measurement."""
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    """Return a stream to the null device, which stays open until the process ends."""
    descriptor = os.open(os.devnull, os.O_WRONLY)
    return open(descriptor, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
