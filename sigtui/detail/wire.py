"""What a case's signature takes as it travels, as labelled lines: bytes, packets, budgets, and what to do."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from sigtui.errors import UsageError
from sigtui.files.encoded import Use, Wire
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.machine.words import Line
from sigtui.numbers import UNKNOWN, count, percent
from sigtui.wire.budgets import Budget, find, own
from sigtui.wire.judged import is_limit
from sigtui.wire.packets import Route, Transport

_ENVELOPES: Mapping[str, str] = MappingProxyType(
    {
        "raw": "the signature alone",
        "rfc9421": "the Signature header of RFC 9421",
        "jws": "a JWS without its payload",
        "cose": "a COSE_Sign1 without its payload",
    }
)


def wire_lines(snapshot: Snapshot, result: Result, said: Collection[str] = ()) -> tuple[Line, ...]:
    """Tell what travels and what it has to fit; none where the file does not say.

    A warning that is part of what is ``said`` already is not said again.
    """
    wire = result.wire
    if wire is None:
        return ()
    warnings = wire.warnings or ()
    mine = [text for text in warnings if text != wire.travel and not any(text in each for each in said)]
    return (
        _sent(wire),
        *_packets(wire, [text for text in warnings if text != wire.travel]),
        *(_budget(snapshot, wire, name, use) for name, use in (wire.budgets or {}).items()),
        *_forms(wire),
        *(Line("!", text) for text in mine),
    )


def _sent(wire: Wire) -> Line:
    range_ = wire.encoded_range
    value = f"{count(wire.encoded_bytes)} B" if wire.encoded_bytes is not None else UNKNOWN
    if range_ is not None and range_.min is not None and range_.min != range_.max:
        value = f"{count(range_.min)}–{count(range_.max)} B"
    notes = [_ENVELOPES.get(wire.envelope or "", wire.envelope or "")]
    notes += ["nominal, no signature was measured"] if wire.nominal else []
    return Line("sent", value, "; ".join(note for note in notes if note))


def _packets(wire: Wire, warnings: Collection[str]) -> list[Line]:
    """Tell how it travels; a warning that begins with the same words says it then."""
    travel = wire.travel or ""
    told = "" if any(text.startswith(travel) for text in warnings) else travel
    mtu = f", MTU {count(wire.mtu)} B" if wire.mtu is not None else ""
    over = [Line("over", f"{wire.transport}{mtu}")] if wire.transport else []
    return [*over, Line("packets", count(wire.packets), told)]


def _budget(snapshot: Snapshot, wire: Wire, name: str, use: Use) -> Line:
    share = UNKNOWN if use.used is None else percent(use.used)
    bytes_ = f"{count(use.bytes)} of {count(use.limit)} B"
    if not _limits(snapshot, wire, name):
        return Line(name, share, f"{bytes_}: no limit over {wire.transport}")
    return Line(name, f"{'✓' if use.fits else '✗'} {share}", bytes_)


def _limits(snapshot: Snapshot, wire: Wire, name: str) -> bool:
    """Whether a budget means something on the block's route; one that nobody here knows is taken at its word."""
    block = snapshot.preset.get("wire")
    told = block.get("custom") if isinstance(block, Mapping) else None
    try:
        mine = [_own(each) for each in told] if isinstance(told, list | tuple) else []
        return is_limit(find(name, mine), Route(Transport(wire.transport or "")))
    except (KeyError, TypeError, ValueError, UsageError):
        return True


def _own(table: Mapping[str, object]) -> Budget:
    return own(str(table["name"]), int(str(table["bytes"])), str(table["transport"]))


def _forms(wire: Wire) -> list[Line]:
    if not wire.forms:
        return []
    told = ", ".join(f"{name} {count(size)} B" for name, size in wire.forms.items())
    return [Line("forms", f"at most {told}")]
