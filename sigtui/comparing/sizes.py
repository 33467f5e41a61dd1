"""The lines of keys, of the wire and of facts: what a column's algorithm is, and what it weighs."""

import re
from collections.abc import Callable

from sigtui.comparing.pivot import Compared
from sigtui.comparing.sheet import CAUTION, EMPTY, FAILS, FITS, Field, Line, Section
from sigtui.comparing.sides import Side, known
from sigtui.files.encoded import Wire
from sigtui.model import Algorithm, Name, Operation, Status, Varying
from sigtui.numbers import (
    UNKNOWN,
    TimeUnit,
    count,
    figure,
    mean_in_unit,
    percent,
)

_BEHIND_NUMBER = re.compile(r" section|, | \(")

_HEADS = {"raw": "signature", "rfc9421": "Signature header", "jws": "JWS", "cose": "COSE_Sign1"}
"""What travels, by envelope."""


def key_section(compared: Compared, unit: TimeUnit) -> Section | None:
    """Tell what creating a key takes, also as a number of signatures, and what keys weigh."""
    if compared.view is Varying.MESSAGES or not _one_each(compared):
        return None
    columns = range(len(compared.columns))
    made = {place: _keygen(compared, place) for place in columns}
    signs = {place: _first(compared, place, Operation.SIGN) for place in columns}

    def cell(field: Callable[[int], Field]) -> tuple[Field, ...]:
        return tuple(field(place) for place in columns)

    def create(place: int) -> Field:
        side = made[place]
        if side is None:
            return EMPTY
        result = side.result
        text = mean_in_unit(result.mean_us or 0.0, result.half_width_us, unit)
        few = f", n={count(result.samples)}" if (result.samples or 0) < 500 and result.samples else ""
        return Field(text + few, dim=side.source.published)

    def signatures(place: int) -> Field:
        one, sign = made[place], signs[place]
        if one is None or sign is None or not sign.result.mean_us:
            return EMPTY
        ratio = (one.result.mean_us or 0.0) / sign.result.mean_us
        return Field(figure(ratio), CAUTION if ratio > 10 else "")

    lines = [
        Line(f"create one {unit.name}", cell(create)),
        Line("  = this many signatures", cell(signatures), under=True),
        Line("public key, raw", cell(lambda place: _size(compared, place, "public_key_bytes", "public_key"))),
        Line("public key, SPKI", cell(lambda place: _size(compared, place, "spki_bytes", "spki"))),
        Line("private key, PKCS#8", cell(lambda place: _size(compared, place, "pkcs8_bytes", "pkcs8"))),
    ]
    return _section("KEYS", lines)


def wire_section(compared: Compared) -> Section | None:
    """Tell what a signature takes as it travels: bytes, packets, the tightest budget, gigabytes."""
    if compared.view in (Varying.MODES, Varying.MESSAGES) or not _one_each(compared):
        return None  # the first do not change what travels
    wires = [_wire(compared, place) for place in range(len(compared.columns))]
    told = next((wire for wire in wires if wire is not None), None)
    sizes = tuple(_signature(compared, place) for place in range(len(compared.columns)))
    lines = [Line("signature", sizes)]
    if told is not None:
        if told.envelope != "raw":
            head = _HEADS.get(told.envelope or "", told.envelope or "envelope")
            lines.append(Line(head, tuple(_bytes(wire) for wire in wires)))
        lines.append(Line(f"packets, {told.transport}", tuple(packets_field(wire) for wire in wires)))
        lines += [
            Line(f"  of {name}", tuple(use_field(wire, name) for wire in wires), under=True)
            for name in _budgets(compared, wires)
        ]
        lines.append(Line("per million messages", tuple(_gigabytes(wire) for wire in wires)))
    return _section("WIRE", lines)


def fact_section(compared: Compared) -> Section | None:
    """Tell the catalogue's facts of each column's algorithm."""
    if compared.view is not Varying.ALGORITHMS:
        return None
    algorithms = [known(column.name) for column in compared.columns]

    def line(label: str, field: Callable[[Algorithm], Field]) -> Line:
        return Line(label, tuple(EMPTY if each is None else field(each) for each in algorithms))

    lines = [
        line("strength", lambda each: Field(f"{each.strength_bits} bit")),
        line("category", lambda each: Field(UNKNOWN if each.category is None else f"NIST {each.category}")),
        line("quantum-safe", lambda each: Field("yes" if each.quantum_safe else "no")),
        line("standard", lambda each: Field(f"{_short(each.standard)}, {each.status}")),
        line("RFC 9421 name", lambda each: _name(each.names.rfc9421)),
        Line(
            "provider",
            tuple(Field(_providers(compared, place)) for place in range(len(compared.columns))),
        ),
    ]
    return _section("FACTS", lines)


def _one_each(compared: Compared) -> bool:
    """Whether every column has cases of one algorithm only, so that its keys and signatures are the same ones."""
    return all(
        len({side.name for side in compared.sides(place)}) <= 1 for place in range(len(compared.columns))
    )


def _short(standard: str) -> str:
    """Return a standard without its section: ``FIPS 204``."""
    return _BEHIND_NUMBER.split(standard, maxsplit=1)[0]


def _section(title: str, lines: list[Line]) -> Section | None:
    said = tuple(line for line in lines if any(field.text for field in line.cells))
    return Section(title, said) if said else None


def _first(compared: Compared, place: int, operation: str) -> Side | None:
    return next((side for side in compared.sides(place) if side.result.operation == operation), None)


def _keygen(compared: Compared, place: int) -> Side | None:
    return (
        None
        if compared.view in (Varying.MODES, Varying.MESSAGES)
        else _first(compared, place, Operation.KEYGEN)
    )


def _size(compared: Compared, place: int, key: str, nominal: str) -> Field:
    for side in compared.sides(place):
        measured = getattr(side.result, key)
        if measured is not None:
            return Field(f"{count(measured)} B")
    algorithm = next((side.algorithm for side in compared.sides(place) if side.algorithm), None)
    size = getattr(algorithm.sizes, nominal) if algorithm is not None else None
    return EMPTY if size is None else Field(f"{count(size)} B, nominal", dim=True)


def _signature(compared: Compared, place: int) -> Field:
    for side in compared.sides(place):
        lengths = side.result.signature_bytes
        if lengths is not None:
            span = (
                count(lengths.max)
                if lengths.min == lengths.max
                else f"{count(lengths.min)}–{count(lengths.max)}"
            )
            return Field(f"{span} B", dim=side.source.published)
    algorithm = next((side.algorithm for side in compared.sides(place) if side.algorithm), None)
    if algorithm is None:
        return EMPTY
    return Field(f"{count(algorithm.sizes.signature)} B, nominal", dim=True)


def _wire(compared: Compared, place: int) -> Wire | None:
    sides = sorted(compared.sides(place), key=lambda side: side.result.operation != Operation.SIGN)
    return next((side.result.wire for side in sides if side.result.wire is not None), None)


def _bytes(wire: Wire | None) -> Field:
    return EMPTY if wire is None or wire.encoded_bytes is None else Field(f"{count(wire.encoded_bytes)} B")


def packets_field(wire: Wire | None) -> Field:
    """Return the packets that a signature takes as it travels, and what is bad about their number."""
    if wire is None:
        return EMPTY
    if wire.packets is None:
        return Field("does not fit", FAILS)
    trips = wire.extra_round_trips or 0
    waits = f", +{trips} round trip{'' if trips == 1 else 's'}" if trips else ""
    fragments = ", fragmented" if wire.fragmented else ""
    return Field(f"{count(wire.packets)}{waits}{fragments}", CAUTION if waits or fragments else "")


def _budgets(compared: Compared, wires: list[Wire | None]) -> list[str]:
    """Return the budgets that the preset chose, or else the tightest ones."""
    told = compared.sources[0].snapshot.preset.get("wire")
    chosen = told.get("budgets") if isinstance(told, dict) else None
    if isinstance(chosen, list | tuple):
        return [str(name) for name in chosen]
    tightest = (wire.tightest.budget for wire in wires if wire is not None and wire.tightest is not None)
    return list(dict.fromkeys(name for name in tightest if name))


def use_field(wire: Wire | None, name: str) -> Field:
    """Return how much of a budget a signature takes, and whether that is too much."""
    use = (wire.budgets or {}).get(name) if wire is not None else None
    if use is None or use.used is None:
        return EMPTY
    if not use.fits:
        return Field(f"{figure(use.used)}× of {count(use.limit)} B", FAILS)
    worst = wire.tightest if wire is not None else None
    tight = worst is not None and worst.budget == name and worst.level == "tight"
    left = f", {count((use.limit or 0) - (use.bytes or 0))} B left" if tight else ""
    return Field(f"{percent(use.used)}{left}", CAUTION if tight else FITS)


def _gigabytes(wire: Wire | None) -> Field:
    return (
        EMPTY
        if wire is None or wire.encoded_bytes is None
        else Field(f"{figure(wire.encoded_bytes / 1e3)} GB")
    )


def _name(name: Name | None) -> Field:
    if name is None:
        return Field("none", FAILS)
    return Field(f"{name.text}, draft", CAUTION) if name.status is Status.DRAFT else Field(str(name.status))


def _providers(compared: Compared, place: int) -> str:
    names = dict.fromkeys(side.result.provider for side in compared.sides(place) if side.result.provider)
    return ", ".join(names)
