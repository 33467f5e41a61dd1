"""Every error that sigtui raises on purpose; each class carries the exit code it leads to."""

from dataclasses import dataclass
from typing import ClassVar


class SigtuiError(Exception):
    """Something a person can act on: its text names the place, the bad value and what is allowed."""

    exit_code: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file.

    ``key`` is the dotted path in the file (``messages[2].hex``), empty where the whole file is meant;
    ``text`` says what is wrong with which value, and what is allowed instead.
    """

    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.key}: {self.text}" if self.key else self.text


class FileError(SigtuiError):
    """A file that can't be read, understood or written; carries all its problems at once."""

    def __init__(self, place: str, problems: list[Problem]) -> None:
        super().__init__(place, problems)
        self.place = place
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(f"{self.place}: {problem}" for problem in self.problems)


class UsageError(SigtuiError):
    """An option or argument that asks for something impossible."""


class ProtocolError(SigtuiError):
    """The worker's pipe carried something that is no message of sigtui/bench/protocol.py."""

    exit_code = 1


class WorkerError(SigtuiError):
    """A worker process died, hung past its limit, or could not be started."""

    exit_code = 1


class CheckError(SigtuiError):
    """A signature that should verify did not, or a tampered one did: its case must not be timed."""

    exit_code = 1


class UnavailableError(SigtuiError):
    """A provider or algorithm that this machine does not have; the text is the reason."""

    exit_code = 1
