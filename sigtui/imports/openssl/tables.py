"""The text of ``openssl speed``: what it says while it works, and the tables at its end."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._names import OTHER
from sigtui.imports._rows import number
from sigtui.imports.openssl.timing import ENCAPSULATED, PROVIDED, Timing, operation_of
from sigtui.model import Operation

_FIGURE = r"\d{1,15}(?:\.\d{1,9})?"

# Doing 2048 bits private rsa sign ops for 10s: 10842 2048 bits private RSA sign ops in 9.98s
# Doing 256 bits sign ecdsa's for 1s: 36194 256 bits ECDSA signs in 0.99s
_SIZED = re.compile(
    r"^Doing (?P<bits>\d{2,6}) bits +(?:(?P<action>private|public|sign|verify) )? *(?P<name>[A-Za-z]\w*)"
    r"(?: (?P<doing>sign|verify|encrypt|decrypt))?(?:'s| ops)? for "
    rf"\d+s: *\D*(?P<count>\d{{1,15}})\D.* in (?P<seconds>{_FIGURE})s",
)
# Doing ML-DSA-44 signs ops for 10s: 61720 ML-DSA-44 signature sign ops in 9.97s
_NAMED = re.compile(
    rf"^Doing (?P<name>\S+) (?P<action>keygen|signs?|verify|encaps|decaps) ops for \d+s: *\D*(?P<count>\d{{1,15}})\D.*"
    rf" in (?P<seconds>{_FIGURE})s",
)
# Doing hmac(sha256) ops for 3s on 16 size blocks: 7846213 hmac(sha256) ops in 2.99s
_DIGEST = re.compile(
    r"^Doing (?P<name>\S+?)(?:'s)?(?: ops)? for \d+s on (?P<size>\d{1,9}) size blocks: *(?P<count>\d{1,15}) .* in "
    rf"(?P<seconds>{_FIGURE})s",
)

_DONE = re.compile(rf" in {_FIGURE}s *$")

_SECONDS = rf"(?: +{_FIGURE}s)+"
_RATES = rf"(?P<rates>(?: +{_FIGURE})+)"
_RSA = re.compile(rf"^ *(?P<name>rsa|dsa) +(?P<bits>\d{{2,6}}) bits{_SECONDS}{_RATES} *$")
_CURVE = re.compile(rf"^ *(?P<bits>\d{{2,6}}) bits (?P<name>\w+) +\((?P<curve>[^()]+)\){_SECONDS}{_RATES} *$")
_LISTED = re.compile(rf"^ *(?P<name>[\w.+/-]+){_SECONDS}{_RATES} *$")
_HEAD = re.compile(r"^ *keygen +(?:(?P<kem>encaps)|signs) ")
_SIZES = re.compile(r"^type +\d+ bytes.*$")
_SPEEDS = re.compile(r"^(?P<name>\S.*?)(?P<rates>(?: +\d{1,15}\.\d+k)+) *$")

_RSA_ACTIONS: tuple[str, ...] = ("sign", "verify", "encrypt", "decrypt")
_KEM_ACTIONS: tuple[str, ...] = ("keygen", "encaps", "decaps")
_SIG_ACTIONS: tuple[str, ...] = ("keygen", "sign", "verify")

_SLACK = 0.02
"""How far a table's rate may be from a count over its seconds, which are printed to the hundredth."""


def timings(source: Given, printed: Sequence[str], *, sums_only: bool = False) -> list[Timing]:
    """Return the figures of the tables, each with the count that was told before; and counts without a table.

    ``sums_only`` leaves counts out, which several processes tell at once. Raises FileError for too many.
    """
    counted = [] if sums_only else list(islice(_counted(printed), MOST_ROWS + 1))
    made: list[Timing] = []
    for timing in _tabled(printed):
        match = next((each for each in counted if _same(each, timing)), None)
        if match is not None:
            counted.remove(match)
            timing = replace(timing, count=match.count, seconds=match.seconds)
        made.append(timing)
        if len(made) + len(counted) > MOST_ROWS:
            break
    if len(made) + len(counted) > MOST_ROWS:
        raise source.refused(f"has more than {MOST_ROWS:,} figures")
    return [*made, *counted]


def _same(counted: Timing, tabled: Timing) -> bool:
    """Whether a count is that of a table's row, whose label adds a curve at most."""
    if (counted.operation, counted.size, counted.part) != (tabled.operation, tabled.size, tabled.part):
        return False
    if not tabled.label.startswith(counted.label) or not counted.seconds or not tabled.rate:
        return False
    return abs((counted.count or 0) / counted.seconds / tabled.rate - 1) <= _SLACK


def _counted(printed: Sequence[str]) -> Iterator[Timing]:
    """Yield what was told while it worked."""
    for told in _unwrapped(printed):
        if found := _DIGEST.match(told):
            name, size = found["name"], int(found["size"])
            yield _counting(found, Timing(name, _digest(name), size=size))
        elif found := _SIZED.match(told):
            doing = found["doing"] or found["action"] or "derive"
            yield _counting(found, Timing(_label(found["bits"], found["name"]), operation_of(doing)))
        elif found := _NAMED.match(told):
            kem = found["action"] in ("encaps", "decaps") or " KEM " in told
            part = ENCAPSULATED if kem else PROVIDED
            yield _counting(found, Timing(found["name"], operation_of(found["action"]), part=part))


def _unwrapped(printed: Sequence[str]) -> Iterator[str]:
    """Yield what was told while it worked, each on one line.

    A terminal breaks it before the count, which is another stream's, and a mail before the seconds.
    """
    for place, told in enumerate(printed):
        if not told.startswith("Doing "):
            continue
        whole = told
        for more in printed[place + 1 : place + 3]:
            if _DONE.search(whole) or more.startswith("Doing "):
                break
            whole = f"{whole.rstrip()} {more.strip()}"
        yield whole


def _counting(found: re.Match[str], timing: Timing) -> Timing:
    return replace(timing, count=int(found["count"]), seconds=float(found["seconds"]))


def _label(bits: str, name: str) -> str:
    """Return the label that the table has too, as far as a curve's name."""
    if name.lower() in ("rsa", "dsa"):
        return f"{name.lower()} {bits} bits"
    if name.lower().startswith("ed25519") or name.lower().startswith("ed448"):
        return f"{bits} bits EdDSA ({name})"
    return f"{bits} bits {name}"


def _tabled(printed: Sequence[str]) -> Iterator[Timing]:
    """Yield the figures of the tables at the end."""
    sizes: tuple[int, ...] = ()
    kem = False
    for told in printed:
        if found := _HEAD.match(told):
            kem = found["kem"] is not None
        elif _SIZES.match(told):
            sizes = tuple(int(size) for size in re.findall(r"(\d{1,9}) bytes", told))
        elif found := _RSA.match(told):
            yield from _rates(found, f"{found['name']} {int(found['bits'])} bits", _RSA_ACTIONS)
        elif found := _CURVE.match(told):
            actions = ("derive",) if found["name"].lower() in ("ecdh", "ffdh") else _RSA_ACTIONS[:2]
            yield from _rates(found, f"{found['bits']} bits {found['name']} ({found['curve']})", actions)
        elif found := _LISTED.match(told):
            yield from _rates(
                found, found["name"], *((_KEM_ACTIONS, ENCAPSULATED) if kem else (_SIG_ACTIONS, PROVIDED))
            )
        elif sizes and (found := _SPEEDS.match(told)):
            name = found["name"].strip()
            for size, text in zip(sizes, found["rates"].split(), strict=False):
                bytes_a_second = (number(text.removesuffix("k")) or 0.0) * 1_000
                yield Timing(name, _digest(name), rate=bytes_a_second / size if size else None, size=size)


def _rates(found: re.Match[str], label: str, actions: Sequence[str], part: str = "") -> Iterator[Timing]:
    for action, text in zip(actions, found["rates"].split(), strict=False):
        yield Timing(label, operation_of(action), rate=number(text), part=part)


def _digest(name: str) -> str:
    """Return the operation of what takes messages of several lengths: an HMAC signs, all others are no signature."""
    return str(Operation.SIGN) if name.lower().startswith("hmac") else OTHER
