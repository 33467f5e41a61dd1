"""What ``openssl speed`` prints: its text, and the lines of ``-mr``, whose meaning depends on the version."""

import re
from collections.abc import Sequence

from sigtui.errors import UsageError
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import Given
from sigtui.imports._names import algorithm_id
from sigtui.imports._rows import SECOND, message, row, snapshot, us
from sigtui.imports.openssl import lines, tables
from sigtui.imports.openssl.timing import ENCAPSULATED, Timing
from sigtui.model import Mode, Operation
from sigtui.wording import shown

NAME = "openssl"
TITLE = "openssl speed"
PURPOSE = "the text of openssl speed, or of openssl speed -mr"

_LOOKS = re.compile(
    r"^[ \t>#*/]*(?:(?:Got: )?\+(?:F\d{0,2}|R\d{0,2}|DTP?|H):|Doing .+ for \d+s(?: on \d+ size blocks)?:)"
    r"|^[ \t>#*/]*(?:\d+ bits \w+ \(|(?:rsa|dsa) +\d+ bits).* \d+\.\d+s |sign/s +verify/s",
    re.MULTILINE,
)
_VERSION = re.compile(r"^(?:version: ?|OpenSSL )(\d+\.\d+(?:\.\d+)?[\w.-]*)", re.MULTILINE)
_GIVEN = re.compile(r"(?:OpenSSL )?(\d+\.\d+(?:\.\d+)?[\w.-]*)(?: .*)?", re.IGNORECASE)
_QUOTED = re.compile(r"[\s>#*/]+")
"""What stands before each line where people quote or indent it, or keep it in a comment."""

_ELAPSED = re.compile(r"measure elapsed time instead of user CPU time|openssl speed [^\n]*-elapsed\b")
_TOLD = re.compile(r"^Doing ", re.MULTILINE)
_CHILD = re.compile(r"^Forked child \d+", re.MULTILINE)
_COMMAND = re.compile(r"openssl speed\b[^\n]*")
_MULTI = re.compile(r"-multi[ =]+(\S+)")


def looks_like(head: str) -> bool:
    """Whether ``openssl speed`` printed this, for people or for programs."""
    return _LOOKS.search(head) is not None


def parse(source: Given) -> Snapshot:
    """Return a row for each algorithm and operation, ciphers and hashes among them.

    Raises FileError for lines that can't be read, and where -mr leaves open what they mean; UsageError for a version
    that is none, or is not the file's.
    """
    printed = [line[_prefix(line) :] for line in source.lines]
    text = "\n".join(printed)
    version = _version(source, text)
    processes = _processes(source, text)
    # The lines of several processes stand between each other; only their sums can be told apart.
    timings = lines.timings(source, printed, version, sums_only=processes > 0)
    timings += tables.timings(source, printed, sums_only=processes > 0)
    if not timings:
        raise source.refused(f"holds no figure of {TITLE} that could be read")
    compiler = re.search(r"^compiler: *(.+)$", text, re.MULTILINE)
    return snapshot(
        TITLE,
        version,
        [_row(timing, max(1, processes)) for timing in timings],
        machine={
            "compiler": compiler and compiler[1],
            "providers": {NAME: {NAME: version}} if version else None,
        },
        method={
            "divisor": _divisor(text, processes),
            "hash": _hash(timings),
            "curve": _curve(timings),
            "interval": "none, openssl speed times all calls as one",
            "processes": processes or None,
        },
    )


def _version(source: Given, text: str) -> str | None:
    """Return the version that the file or the person tells."""
    found = _VERSION.search(text)
    told = found and found[1]
    if source.version is None:
        return told
    asked = _GIVEN.fullmatch(source.version.strip())
    if asked is None:
        raise UsageError(
            f"--openssl-version {shown(source.version)} is no version; as `openssl version` prints it, such as 3.3.1"
        )
    if told is not None and not f"{told}.".startswith(f"{asked[1]}."):
        raise UsageError(
            f"--openssl-version {shown(source.version)} is not what {source.place} says of itself: {told}"
        )
    return told or asked[1]


def _prefix(line: str) -> int:
    found = _QUOTED.match(line)
    return found.end() if found else 0


def _processes(source: Given, text: str) -> int:
    """Return how many processes worked at once under -multi, 0 without it.

    Raises FileError where only the sum of their rates is there, and nothing says of how many.
    """
    if children := len(_CHILD.findall(text)):
        return children
    commands = _COMMAND.findall(text)
    asked = {found[1] for command in commands if (found := _MULTI.search(command))}
    if not asked:
        return 0
    number = next(iter(asked))
    if len(commands) > 1 or len(asked) > 1 or not re.fullmatch(r"[1-9][0-9]{0,3}", number, re.ASCII):
        raise source.refused(
            "has a run with -multi, whose rates are the sum of several processes, and nothing says which figures that "
            "are and of how many; add the lines `Forked child`, or keep that run alone with -multi and its number"
        )
    return int(number)


def _divisor(text: str, processes: int) -> str:
    """Say what the seconds are. What is told while it works names -elapsed; -mr and the tables alone do not."""
    if processes or _ELAPSED.search(text):
        return "elapsed time"
    if _TOLD.search(text):
        return "user CPU time"
    return "user CPU time or, if it was run with -elapsed, elapsed time"


def _row(timing: Timing, processes: int) -> Result:
    mean = None
    if timing.seconds and timing.count:
        mean = us(timing.seconds / timing.count * processes, SECOND)
    elif timing.rate:
        mean = us(processes / timing.rate, SECOND)
    signs = timing.operation in (Operation.SIGN, Operation.VERIFY)
    return row(
        timing.label,
        _id(timing),
        timing.operation,
        mean,
        provider=NAME,
        # The keys are made before the loops that are timed.
        mode=str(Mode.REUSED_KEY) if signs and "hmac" not in timing.label else None,
        message=None if timing.size is None else message("", timing.size),
        samples=timing.count,
        extra={"part": timing.part} if timing.part else {},
    )


def _id(timing: Timing) -> str | None:
    """Return the id of what was timed.

    ``openssl speed`` pads RSA signatures as PKCS #1 v1.5 does, and hashes nothing: the hash of the id is the one
    that published figures of it are compared under.
    """
    rsa = re.fullmatch(r"rsa ?(\d+)(?: bits)?", timing.label)
    if timing.operation not in set(Operation) or timing.part == ENCAPSULATED:
        return None
    if rsa is not None:
        return algorithm_id(f"rsa {rsa[1]} pkcs1v15 sha256")
    # No other curve that openssl speed knows has 521 bits; 256 and 384 can be NIST's or brainpool's.
    return algorithm_id("ecdsa p521" if timing.label == "521 bits ecdsa" else timing.label)


def _curve(timings: Sequence[Timing]) -> str | None:
    """Say why rows of ECDSA have no id."""
    if not any(timing.label.endswith(" bits ecdsa") and _id(timing) is None for timing in timings):
        return None
    return (
        "not named with ECDSA's bits: 256 and 384 can be NIST's or brainpool's, so that these rows have no id"
    )


def _hash(timings: Sequence[Timing]) -> str | None:
    """Say what is left out of the rows that have the id of a signature with its hash."""
    ids = [_id(timing) or "" for timing in timings]
    if not any(name.startswith(("rsa", "ecdsa")) for name in ids):
        return None
    return "not included, RSA and ECDSA rows sign and verify a digest that is there already"
