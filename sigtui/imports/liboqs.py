"""The table that liboqs's ``speed_sig`` prints: one scheme after another, each with keypair, sign and verify."""

import re
from dataclasses import dataclass, replace

from sigtui.files.results import Lengths, Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._names import OTHER, algorithm_id
from sigtui.imports._rows import MICROSECOND, message, number, row, snapshot, us, whole
from sigtui.model import Mode, Operation

NAME = "liboqs"
TITLE = "liboqs speed_sig"
PURPOSE = "the table of tests/speed_sig, with or without --info"

_HEAD = re.compile(
    r"^[| ]*Operation +\| *Iterations +\| *Total time \(s\) +\| *Time \(us\): mean", re.MULTILINE
)
_SCHEME = re.compile(r" *[A-Za-z][\w.+()/-]* *")
"""A scheme's name on a line of its own, whose blank cells somebody left out."""

_INFO = re.compile(r"public key bytes: (\d{1,9}), secret key bytes: (\d{1,9}), signature bytes: (\d{1,9})")
_ACTUAL = re.compile(r"Actual signature length returned \((\d{1,9})\)")
_OPERATIONS = {
    "keypair": Operation.KEYGEN,
    "keygen": Operation.KEYGEN,
    "sign": Operation.SIGN,
    "verify": Operation.VERIFY,
}

# speed_sig.c signs 50 random bytes, whatever the scheme; the output does not say so.
_MESSAGE_BYTES = 50


@dataclass(frozen=True, slots=True)
class _Info:
    """What ``--info`` says of a scheme, in bytes: raw keys, the longest signature, and one that was seen."""

    public_key: int
    private_key: int
    longest: int
    seen: int


def looks_like(head: str) -> bool:
    """Whether this is the output of speed_sig (or of speed_kem, whose rows are no signatures)."""
    return _HEAD.search(head) is not None


def parse(source: Given) -> Snapshot:
    """Return the rows of every scheme; FileError for a table without any."""
    lines = source.lines
    text = "\n".join(lines)
    results: list[Result] = []
    scheme, first = "", 0
    info: _Info | None = None
    begun = False
    for place, told in enumerate(lines, 1):
        begun = begun or _HEAD.match(told) is not None
        if found := _INFO.search(told):
            public, private, longest = map(int, found.groups())
            info = _Info(public, private, longest, longest)
        elif (found := _ACTUAL.search(told)) and info is not None:
            info = replace(info, seen=int(found[1]))
        elif name := _scheme(told, begun=begun):
            results[first:] = _with(results[first:], info)
            scheme, first, info = name, len(results), None
        elif cells := _cells(told):
            results.append(_row(source, place, scheme, cells))
            if len(results) > MOST_ROWS:
                raise source.refused(f"has more than {MOST_ROWS:,} rows")
    results[first:] = _with(results[first:], info)
    if not results:
        raise source.refused(f"has the head of {TITLE}, and no row that could be read under it")
    version = _told(text, r"^OQS version: +([\w.+-]+)")
    return snapshot(
        TITLE, version, results, machine=_machine(text, version), method=_METHOD, date=_date(text)
    )


_METHOD = {
    "divisor": "elapsed time",
    "interval": "none, speed_sig gives the deviation of single calls, no interval of the mean",
}


def _cells(told: str) -> list[str]:
    """Return the cells of a line of the table; none of its head and rule, and of other lines."""
    cells = [cell.strip() for cell in told.strip().removeprefix("|").split("|")]
    if len(cells) < 5 or cells[0] in ("", "Operation") or set(cells[0]) <= {"-", ":", " "}:
        return []
    return cells


def _scheme(told: str, *, begun: bool) -> str:
    """Return the scheme that a line names for those below it; empty for every other line."""
    cells = _cells(told)
    if cells and not any(cells[1:5]):
        return cells[0]
    return told.strip() if begun and _SCHEME.fullmatch(told) else ""


def _row(source: Given, place: int, scheme: str, cells: list[str]) -> Result:
    samples, mean, deviation = whole(cells[1]), number(cells[3]), number(cells[4])
    if samples is None or mean is None:
        raise source.refused(f"line {place}: a row of {TITLE} without its iterations or its mean")
    operation = _OPERATIONS.get(cells[0])
    uses_key = operation in (Operation.SIGN, Operation.VERIFY)
    return row(
        scheme if operation else f"{scheme} {cells[0]}",
        algorithm_id(scheme) if operation else None,
        str(operation or OTHER),
        us(mean, MICROSECOND),
        provider=NAME,
        mode=str(Mode.REUSED_KEY) if uses_key else None,
        message=message("", _MESSAGE_BYTES) if uses_key else None,
        samples=samples,
        stddev_us=None if deviation is None else us(deviation, MICROSECOND),
    )


def _with(results: list[Result], info: _Info | None) -> list[Result]:
    """Return a scheme's rows with its sizes."""
    if info is None:
        return results
    seen = min(info.seen, info.longest)
    signature = Lengths(min=seen, mean=float(seen), max=info.longest)
    return [
        replace(
            result,
            public_key_bytes=info.public_key,
            private_key_bytes=info.private_key,
            signature_bytes=signature if result.operation == Operation.SIGN else None,
        )
        for result in results
    ]


def _machine(text: str, version: str | None) -> dict[str, object]:
    """Return what the configuration block says, in the keys of sigtui's own machines."""
    platform = _told(text, r"^Target platform: +(\S+)").split("-", 2)
    features = _told(text, r"^CPU exts (?:active|compile-time): +(.+)").split()
    openssl = _told(text, r"^OpenSSL enabled: +Yes \(OpenSSL (\S+)")
    libraries = {"liboqs": version, "openssl": openssl}
    return {
        "architecture": platform[0],
        "os": platform[1] if len(platform) > 1 else None,
        "release": platform[2] if len(platform) > 2 else None,
        "features": [name.lower() for name in features] or None,
        "compiler": _told(text, r"^Compiler: +(.+)"),
        "providers": {NAME: {name: told for name, told in libraries.items() if told}} if version else None,
    }


def _date(text: str) -> str:
    return _told(text, r"^Started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)").replace(" ", "T")


def _told(text: str, pattern: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1].strip() if found else ""
