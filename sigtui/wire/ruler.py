"""The ruler: the packets that carry some bytes, laid out to scale in the cells of a line, with what stands under it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sigtui.numbers import count
from sigtui.wire.packets import Packet, Route, cut, initial_window, on_the_stream

_LEAST = 9
"""Cells that packets, or a group of them, take at least: their headers, content, and room for a number below."""

_SEEN = 3
"""Cells of the smallest group that can be drawn: a header, content, and the break."""

_STEPS = (1, 2, 5)


class Ink(StrEnum):
    """What a cell of the ruler stands for; ``ROOM`` is what the last packet leaves free."""

    HEADERS = "▒"
    CONTENT = "█"
    ROOM = "·"
    BREAK = "│"


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring cells of the same ink."""

    ink: Ink
    cells: int


@dataclass(frozen=True, slots=True)
class Ruler:
    """``pieces`` fill the line; ``below`` says the bytes sent up to each break, ``window`` where the first one ends.

    ``each`` is how many packets stand between two breaks, the last ones aside.
    """

    pieces: tuple[Piece, ...]
    below: str
    window: str
    each: int


def ruler(size: int, route: Route, width: int) -> Ruler | None:
    """Return the ruler of so many bytes in ``width`` cells; None where nothing is sent or there is no room.

    A packet's MTU is the measure; headers take a cell at least. Many packets are drawn in groups of 2, 5, 10, ….
    """
    sent = cut(size, route) if size else ()
    if not sent or width < 2 * _LEAST:
        return None
    each = next(step for step in _steps() if -(-len(sent) // step) * _LEAST <= width)
    groups = [sent[start : start + each] for start in range(0, len(sent), each)]
    whole = len(sent) * route.mtu
    ends = [round((number * each if number < len(groups) else len(sent)) * route.mtu / whole * width)
            for number in range(1, len(groups) + 1)]  # fmt: skip
    if len(ends) > 1:  # the last group can be a small part of the others, and is seen all the same
        ends[-2] = min(ends[-2], width - _SEEN)
    starts = [0, *ends[:-1]]
    pieces: list[Piece] = []
    for group, start, end in zip(groups, starts, ends, strict=True):
        pieces += _pieces(group, end - start, route.mtu)
    carried = [sum(packet.content for packet in group) for group in groups]
    sums = [sum(carried[: place + 1]) for place in range(len(carried))]
    return Ruler(_joined(pieces), _below(sums, ends, width), _window(size, route, width), each)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (step * power for step in _STEPS)
        power *= 10


def _pieces(group: Sequence[Packet], cells: int, mtu: int) -> list[Piece]:
    """Draw a group: all its headers, all its content, what is left to its last MTU, and the break."""
    inner = cells - 1
    room = len(group) * mtu
    headers = max(1, round(sum(packet.headers for packet in group) / room * cells))
    content = max(1, round(sum(packet.content for packet in group) / room * cells))
    headers = min(headers, inner - 1)
    content = min(content, inner - headers)
    return [
        Piece(Ink.HEADERS, headers),
        Piece(Ink.CONTENT, content),
        Piece(Ink.ROOM, inner - headers - content),
        Piece(Ink.BREAK, 1),
    ]


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.cells > 0)


def _below(sums: Sequence[int], ends: Sequence[int], width: int) -> str:
    """Set the bytes sent so far so that each number ends under its break; the last one says that it is."""
    whole = f"{count(sums[-1])} B"
    last = f"all {whole}" if len(sums) == 1 else f"last {whole}"
    if width - len(last) <= ends[-2] if len(ends) > 1 else False:
        last = whole
    line = ""
    for number, end in zip(sums[:-1], ends[:-1], strict=True):
        text = count(number)
        if len(line) + bool(line) + len(text) <= end < width - len(last):
            line = line.ljust(end - len(text)) + text
    return line.ljust(width - len(last)) + last


def _window(size: int, route: Route, width: int) -> str:
    """Point at where the first window of TCP ends, if the bytes go past it; empty where they don't, and over UDP."""
    if route.transport.datagrams:
        return ""
    window = initial_window(route.room)
    stream = on_the_stream(size, route.transport)
    if stream <= window:
        return ""
    packets = -(-stream // route.room)
    place = max(round(window / route.room / packets * width) - 1, 0)
    text = f"first window ends: {count(window)} B"
    if place > len(text):
        return " " * (place - len(text) - 1) + f"{text} ▲"
    return " " * place + f"▲ {text}"
