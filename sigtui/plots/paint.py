"""The colours and strokes of pictures on light and on dark grounds, and the style rules from one to the other.

Colour is verdict or identity, never magnitude, and never alone: a verdict has its sign, a curve its letter and dashes.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour by the name of its role; the light one is written into every picture, the dark one is a rule of style.

    So a program that knows no style sheets still shows the light picture.
    """

    name: str
    light: str
    dark: str


INK = Paint("ink", "#1b1f24", "#e6e8eb")
DIM = Paint("dim", "#5b6570", "#a3adb8")
GRID = Paint("grid", "#d5dbe1", "#3a424c")
GROUND = Paint("ground", "#ffffff", "#15181c")
GOOD = Paint("good", "#1a7f37", "#57c96f")
BAD = Paint("bad", "#c62828", "#ff7b72")
CAUTION = Paint("caution", "#8a6100", "#e3b341")


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a curve is told from the others: its letter, its colour (no red, no green, no yellow) and its dashes."""

    letter: str
    paint: Paint
    dashes: str


STROKES = (
    Stroke("A", Paint("a", "#1f5fbf", "#7fb2ff"), ""),
    Stroke("B", Paint("b", "#a34a00", "#f0a35e"), "7 3"),
    Stroke("C", Paint("c", "#7d3ab5", "#cfa0ff"), "2 2"),
    Stroke("D", Paint("d", "#00708a", "#5fd0e6"), "9 3 2 3"),
    Stroke("E", Paint("e", "#b0246f", "#ff8cc6"), "4 2"),
    Stroke("F", Paint("f", "#59606b", "#bcc4cf"), "12 4"),
)
"""As many curves as can lie over each other, A to F."""

_PAINTS = (INK, DIM, GRID, GROUND, GOOD, BAD, CAUTION, *(stroke.paint for stroke in STROKES))


def dark_rules() -> str:
    """Return the style rules that draw a picture in its dark colours; on paper it stays light."""
    rules = "".join(
        f".f-{paint.name}{{fill:{paint.dark}}}.s-{paint.name}{{stroke:{paint.dark}}}" for paint in _PAINTS
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"
