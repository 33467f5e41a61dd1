"""The lines of ``openssl speed -mr``: +F holds rates, +DTP and +R what was done and how long it took.

What +F7 and those above it mean depends on the version, which no line tells.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from sigtui.errors import FileError
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._names import OTHER
from sigtui.imports._rows import number, whole
from sigtui.imports.openssl.timing import ENCAPSULATED, PROVIDED, Timing, operation_of
from sigtui.model import Operation

_SIZES = (16, 64, 256, 1024, 8192, 16384)
"""Bytes of the messages of hashes and ciphers, where no +H line tells them."""

_SAME = MappingProxyType({2: "rsa", 3: "dsa", 4: "ecdsa", 5: "ecdh", 6: "eddsa"})
_NUMBERED: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {
        "1": MappingProxyType({**_SAME, 7: "sm2", 8: "ffdh"}),
        "3": MappingProxyType({**_SAME, 7: "sm2", 8: "ffdh", 9: "kem", 10: "signature"}),
        "4": MappingProxyType({**_SAME, 7: "ffdh", 8: "kem", 9: "signature"}),
    }
)
"""What +F lines are of, by the first number of the version."""

_ACTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rsa": ("sign", "verify", "encrypt", "decrypt"),
        "kem": ("keygen", "encaps", "decaps"),
        "signature": ("keygen", "sign", "verify"),
        "ecdh": ("derive",),
        "ffdh": ("derive",),
    }
)
"""What the rates of a line are of; sign and verify unless said here."""

_PARTS = MappingProxyType({"kem": ENCAPSULATED, "signature": PROVIDED})

Found = tuple[str, Timing]
"""What kind of line a figure comes from, and the figure."""


def timings(
    source: Given, printed: Sequence[str], version: str | None, *, sums_only: bool = False
) -> list[Timing]:
    """Return what the lines hold, in their order; +F only where no +R tells the same with its count.

    ``sums_only`` leaves +R out, which several processes print at once. Raises FileError for a line that can't be
    read, and for one that needs the version where that is unknown.
    """
    numbered = list(enumerate(printed, 1))
    counted = [] if sums_only else _told_apart(list(_limited(source, _counted(source, numbered))))
    kinds = {kind for kind, _ in counted}
    summed = _limited(source, _summed(source, numbered, version, kinds))
    return [timing for _, timing in (*counted, *summed)]


def _told_apart(counted: Sequence[Found]) -> list[Found]:
    """Return figures with the keygen of a KEM as that: the line is a signature's too, but encaps comes next."""
    made = list(counted)
    for place, ((kind, timing), (following, then)) in enumerate(pairwise(counted)):
        if (kind, following) == ("signature", "kem") and timing.label == then.label:
            made[place] = "kem", replace(timing, part=ENCAPSULATED)
    return made


def _limited(source: Given, found: Iterator[Found]) -> Iterator[Found]:
    for count, each in enumerate(found):
        if count >= MOST_ROWS:
            raise source.refused(f"has more than {MOST_ROWS:,} figures")
        yield each


def _counted(source: Given, numbered: Sequence[tuple[int, str]]) -> Iterator[Found]:
    """Yield what +R lines say; the +DT or +DTP line before each says what it is about."""
    about: list[str] = []
    for place, told in numbered:
        if told.startswith(("+DTP:", "+DT:")):
            about = told.strip().split(":")
        elif re.match(r"\+R\d*:", told) and about:
            parts = told.strip().split(":")
            count, seconds = whole(parts[1]), number(parts[-1])
            if count is None or seconds is None or len(parts) < 4:
                raise _unreadable(source, place, told)
            found = _about(about, count, seconds)
            if found is not None:
                yield found
            about = []


def _about(about: Sequence[str], count: int, seconds: float) -> Found | None:
    """Return what a +DT or +DTP line says of a count; None where it is cut off."""
    match about:
        case ["+DT", name, _, size] if size.isdecimal() and len(size) < 10:
            operation = str(Operation.SIGN) if name.lower().startswith("hmac") else OTHER
            return "digest", Timing(name, operation, count, seconds, size=int(size))
        case ["+DTP", bits, action, name, _] if bits.isdecimal():
            kind, label = _labelled(bits, name)
            words = name.split()
            doing = words[1] if len(words) == 2 else action
            return kind, Timing(label, operation_of(doing or "derive"), count, seconds)
        case ["+DTP", name, action, _]:
            kind = "kem" if action in ("encaps", "decaps") else "signature"
            return kind, Timing(name, operation_of(action), count, seconds, part=_PARTS[kind])
    return None


def _labelled(bits: str, name: str) -> tuple[str, str]:
    base = name.split()[0].lower() if name.split() else "?"
    if base in ("rsa", "dsa"):
        return base, f"{base} {bits} bits"
    if base in ("ecdsa", "ecdh", "ffdh"):
        return base, f"{bits} bits {base}"
    kind = "eddsa" if base.startswith("ed") else "sm2"
    return kind, f"{bits} bits {'EdDSA' if kind == 'eddsa' else 'SM2'} ({name})"


def _summed(
    source: Given, numbered: Sequence[tuple[int, str]], version: str | None, counted: set[str]
) -> Iterator[Found]:
    """Yield what +F lines say, of the kinds that no +R line counted."""
    sizes: tuple[int, ...] = _SIZES
    for place, told in numbered:
        parts = told.strip().split(":")
        if parts[0] == "+H":
            sizes = tuple(int(size) for size in parts[1:] if size.isdecimal() and len(size) < 10)
        elif re.fullmatch(r"\+F\d{0,2}", parts[0]):
            kind = _kind(source, place, parts[0][2:], version)
            if kind in counted:
                continue
            try:
                found = list(_digests(parts, sizes) if kind == "digest" else _rates(kind, parts))
            except (ValueError, IndexError):
                raise _unreadable(source, place, told) from None
            for timing in found:
                yield kind, timing


def _kind(source: Given, place: int, digits: str, version: str | None) -> str:
    """Return what a +F line is of; FileError where only the version could tell."""
    if not digits:
        return "digest"
    line = int(digits)
    if line in _SAME:
        return _SAME[line]
    if version is None:
        text = (
            f"line {place}: what +F{line} means depends on the version of OpenSSL, which -mr does not print; add "
            "--openssl-version with what `openssl version` prints, such as 3.3.1"
        )
        raise source.refused(text)
    meaning = _NUMBERED.get(version.partition(".")[0], {}).get(line)
    if meaning is None:
        known = ", ".join(f"{major}.x" for major in _NUMBERED)
        raise source.refused(
            f"line {place}: +F{line} of OpenSSL {version} is not known; known are those of {known}"
        )
    return meaning


def _digests(parts: Sequence[str], sizes: Sequence[int]) -> Iterator[Timing]:
    """Yield a figure for each length of message; the line holds bytes a second."""
    name = parts[2]
    doing = str(Operation.SIGN) if name.lower().startswith("hmac") else OTHER
    for size, text in zip(sizes, parts[3:], strict=False):
        yield Timing(name, doing, rate=_number(text) / size, size=size)


def _rates(kind: str, parts: Sequence[str]) -> Iterator[Timing]:
    """Yield a figure for each operation of a line."""
    if kind in ("kem", "signature"):
        what = "KEM" if kind == "kem" else "signature algorithm"
        label, rates = f"{what} {int(parts[1])} (-mr gives no name)", parts[2:]
    elif kind in ("eddsa", "sm2"):
        label, rates = _labelled(parts[2], parts[3])[1], parts[4:]
    else:
        label, rates = _labelled(parts[2], kind)[1], parts[3:]
    actions = _ACTIONS.get(kind, ("sign", "verify"))
    if not rates:
        raise IndexError
    for action, text in zip(actions, rates, strict=False):
        yield Timing(label, operation_of(action), rate=_number(text), part=_PARTS.get(kind, ""))


def _number(text: str) -> float:
    value = number(text)
    if value is None:
        raise ValueError
    return value


def _unreadable(source: Given, place: int, told: str) -> FileError:
    return source.refused(
        f"line {place}: {told.strip()[:60]!r} is no line of openssl speed -mr; is it cut off?"
    )
