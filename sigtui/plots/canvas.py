"""The sheet that pictures are drawn on: texts, lines and shapes in pixels, from the top down, and the SVG they make."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from sigtui.columns import cells_wide, shortened, wrapped
from sigtui.plots.markup import child, element, extended, plain
from sigtui.plots.paint import DIM, GROUND, INK, Paint, dark_rules

WIDTH = 960.0
"""Pixels that every picture is wide; it scales to the page that shows it."""

_SPACE = "http://www.w3.org/2000/svg"
_EM = 0.58  # of its size, what a character of a sans-serif face is wide on average; generous
_MARGIN = 14.0
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"

Point = tuple[float, float]


class Canvas:
    """A picture that grows downwards: what is drawn next begins at ``y``."""

    def __init__(self) -> None:
        self.y = 0.0
        self._body = element("g")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        paint: Paint = INK,
        size: float = 13,
        anchor: str = "start",
        bold: bool = False,
        room: float | None = None,
    ) -> None:
        """Write a line; what is wider than ``room`` pixels is cut in its middle, and whole under the mouse."""
        whole = plain(text)
        shown = whole if room is None else shortened(whole, max(1, int(room / (_EM * size))), "middle")
        made = child(
            self._body,
            "text",
            {
                "x": number(x),
                "y": number(y),
                "class": f"f-{paint.name}",
                "fill": paint.light,
                "font-size": number(size),
                **({} if anchor == "start" else {"text-anchor": anchor}),
                **({"font-weight": "600"} if bold else {}),
            },
            shown,
        )
        if shown != whole:
            child(made, "title", {}, whole)

    def lines(
        self,
        points: Sequence[Point],
        *,
        paint: Paint,
        width: float = 1,
        dashes: str = "",
        filled: bool = False,
    ) -> None:
        """Draw a line through points; ``filled`` tints what it encloses."""
        steps = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._shape("polyline", {"points": steps}, paint, width, dashes, filled)

    def outline(
        self,
        steps: Sequence[Point],
        end: float,
        bottom: float,
        *,
        paint: Paint,
        width: float,
        dashes: str = "",
    ) -> None:
        """Draw stairs: each step is where it begins and its height; the last one reaches to ``end``.

        Where they lie on the bottom nothing is drawn: lines of several would hide each other there.
        """
        path, height = "", bottom
        for x, y in (*steps, (end, bottom)):
            if number(y) == number(height):
                continue
            path += f"H{number(x)}" if number(height) != number(bottom) else f"M{number(x)} {number(bottom)}"
            path += f"V{number(y)}"
            height = y
        if path:
            self._shape("path", {"d": path}, paint, width, dashes, filled=True)

    def dot(self, x: float, y: float, *, paint: Paint = INK, radius: float = 4, hollow: bool = False) -> None:
        """Draw a dot; a hollow one shows the ground."""
        inner = GROUND if hollow else paint
        child(
            self._body,
            "circle",
            {
                "cx": number(x),
                "cy": number(y),
                "r": number(radius),
                "class": f"f-{inner.name} s-{paint.name}",
                "fill": inner.light,
                "stroke": paint.light,
                "stroke-width": "1.5",
            },
        )

    def polygon(self, points: Sequence[Point], *, paint: Paint = INK, hollow: bool = False) -> None:
        """Draw a closed shape; a hollow one shows the ground."""
        inner = GROUND if hollow else paint
        steps = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        child(
            self._body,
            "polygon",
            {
                "points": steps,
                "class": f"f-{inner.name} s-{paint.name}",
                "fill": inner.light,
                "stroke": paint.light,
            },
        )

    def whisker(self, low: float, high: float, y: float, *, paint: Paint = INK) -> None:
        """Draw a horizontal interval with its ends."""
        self.lines([(low, y), (high, y)], paint=paint, width=1.5)
        for x in (low, high):
            self.lines([(x, y - 4), (x, y + 4)], paint=paint, width=1.5)

    def heading(self, text: str, *, size: float = 15) -> None:
        """Write a head over what comes next."""
        self.y += size + 12
        self.text(_MARGIN, self.y, text, bold=True, size=size, room=WIDTH - 2 * _MARGIN)
        self.y += 8

    def backed(self, x: float, y: float, text: str, *, size: float = 13) -> None:
        """Write a bold line that nothing behind it shines through."""
        wide = min(width_of(plain(text), size) * 1.1, WIDTH - x)
        ends = [(x, y - size), (x + wide, y - size), (x + wide, y + 5), (x, y + 5)]
        self.polygon(ends, paint=GROUND)
        self.text(x, y, text, size=size, bold=True, room=WIDTH - 2 * _MARGIN)

    def note(self, text: str, *, paint: Paint = DIM, size: float = 12) -> None:
        """Write a sentence under what is there, in as many lines as it needs."""
        for line in wrapped_to(text, WIDTH - 2 * _MARGIN, size):
            self.y += size + 4
            self.text(_MARGIN, self.y, line, paint=paint, size=size)

    def below(self, other: "Canvas") -> None:
        """Put another picture under what is there."""
        other._body.set("transform", f"translate(0 {number(self.y)})")
        extended(self._body, other._body)
        self.y += other.y

    def svg(self, title: str, description: str, *, alone: bool = False) -> Element:
        """Return the picture; ``alone`` is a file of its own, with its ground, its name space and its dark colours."""
        height = self.y + _MARGIN
        attributes = {
            "viewBox": f"0 0 {number(WIDTH)} {number(height)}",
            "width": number(WIDTH),
            "height": number(height),
            "role": "img",
            "font-family": FONT,
        }
        if alone:
            attributes = {"xmlns": _SPACE, **attributes}
        made = element("svg", attributes)
        child(made, "title", {}, title)
        child(made, "desc", {}, description)
        if alone:
            child(made, "style", {}).text = dark_rules()
            child(
                made,
                "rect",
                {"width": "100%", "height": "100%", "class": f"f-{GROUND.name}", "fill": GROUND.light},
            )
        return extended(made, self._body)

    def file(self, title: str, description: str) -> bytes:
        """Return the picture as an .svg file."""
        root = self.svg(title, description, alone=True)
        text = tostring(root, encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()

    def _shape(
        self, tag: str, geometry: dict[str, str], paint: Paint, width: float, dashes: str, filled: bool
    ) -> None:
        tint = {"fill": paint.light, "fill-opacity": "0.1"} if filled else {"fill": "none"}
        classes = f"s-{paint.name} f-{paint.name}" if filled else f"s-{paint.name}"
        dashed = {"stroke-dasharray": dashes} if dashes else {}
        stroke = {"class": classes, "stroke": paint.light, "stroke-width": number(width)}
        child(self._body, tag, {**geometry, **stroke, **tint, **dashed})


def number(value: float) -> str:
    """Return a coordinate to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def width_of(text: str, size: float = 13) -> float:
    """Return about how many pixels a text is wide, rather too many than too few."""
    return _EM * size * cells_wide(text)


def wrapped_to(text: str, width: float, size: float) -> list[str]:
    """Return a text in lines of about so many pixels."""
    return wrapped(plain(text), max(20, int(width / (_EM * size))))
