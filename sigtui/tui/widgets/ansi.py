"""Coloured text, as programs write it to a terminal, turned into the strips that Textual draws."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

# A control sequence is CSI, parameters, intermediates and a final byte, which is "m" where it selects graphic
# rendition: attributes and colours (ECMA-48, sections 5.4 and 8.3.117; 38 and 48 are ISO 8613-6's).
_SEQUENCE = re.compile(r"\x1b\[([0-?]*)[ -/]*([@-~])")
_ON = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 5: "blink", 7: "reverse", 8: "conceal", 9: "strike"}
_OFF = {
    22: {"bold", "dim"},
    23: {"italic"},
    24: {"underline"},
    25: {"blink"},
    27: {"reverse"},
    28: {"conceal"},
    29: {"strike"},
}


@dataclass(frozen=True, slots=True)
class _Pen:
    """What a terminal writes with; a colour of None is the terminal's own."""

    colour: Color | None = None
    ground: Color | None = None
    attributes: frozenset[str] = frozenset()


def strips(text: str) -> list[Strip]:
    """Return a strip for every line of a text; SGR sequences become styles, other sequences vanish.

    Unknown SGR codes change nothing. A style lasts until it is changed, also over the end of a line.
    """
    pen = _Pen()
    lines = []
    for line in text.removesuffix("\n").split("\n"):
        segments, pen = _segments(line, pen)
        lines.append(Strip(segments))
    return lines


def _segments(line: str, pen: _Pen) -> tuple[list[Segment], _Pen]:
    first, *parts = _SEQUENCE.split(line)
    segments = [Segment(first, _style(pen))] if first else []
    for codes, final, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if final == "m":
            pen = _after(pen, codes)
        if text:
            segments.append(Segment(text, _style(pen)))
    return segments, pen


@lru_cache(1024)
def _style(pen: _Pen) -> Style:
    return Style(color=pen.colour, bgcolor=pen.ground) + Style.parse(
        " ".join(sorted(pen.attributes)) or "none"
    )


@lru_cache(1024)
def _after(pen: _Pen, sequence: str) -> _Pen:
    """Return the pen after all codes of one sequence, ``38;5;12`` or ``0;1``; no code is 0: reset."""
    codes = iter([int(code) if code.isdecimal() else 0 for code in sequence.split(";")])
    for code in codes:
        if code == 0:
            pen = _Pen()
        elif code in _ON:
            pen = replace(pen, attributes=pen.attributes | {_ON[code]})
        elif code in _OFF:
            pen = replace(pen, attributes=pen.attributes - _OFF[code])
        elif 30 <= code <= 39 or 90 <= code <= 97:
            pen = replace(pen, colour=_colour(code, codes, pen.colour))
        elif 40 <= code <= 49 or 100 <= code <= 107:
            pen = replace(pen, ground=_colour(code - 10, codes, pen.ground))
    return pen


def _colour(code: int, rest: Iterator[int], known: Color | None) -> Color | None:
    """Return the colour of a foreground's code; 38 takes its numbers from those that follow, if it knows them."""
    if code == 38:
        size = {5: 1, 2: 3}.get(next(rest, 0), 0)
        numbers = [min(number, 255) for _, number in zip(range(size), rest, strict=False)]
        if len(numbers) < size or not size:
            return known
        return Color.from_rgb(*numbers) if size == 3 else Color.from_ansi(numbers[0])
    if code == 39:
        return None
    return Color.from_ansi(code - 30 if code < 90 else code - 82)
