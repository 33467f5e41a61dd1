"""Reads pictures: parses what a canvas holds, and finds its texts and shapes."""

from xml.etree.ElementTree import Element, fromstring

from sigtui.plots.canvas import Canvas

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(canvas: Canvas) -> Element:
    """Return the .svg file of a canvas as its elements; raises ParseError where it is no XML."""
    return fromstring(canvas.file("a title", "a description"))  # noqa: S314 - it is our own


def texts(canvas: Canvas) -> list[str]:
    """Return the lines of text that are shown, in the order in which they were written."""
    return [each.text or "" for each in parsed(canvas).iter(f"{SPACE}text")]


def shapes(canvas: Canvas, tag: str) -> list[Element]:
    """Return the shapes of a kind."""
    return list(parsed(canvas).iter(f"{SPACE}{tag}"))


def number_of(element: Element, name: str) -> float:
    """Return a number of a shape."""
    return float(element.get(name, "nan"))


def columns(path: Element) -> list[float]:
    """Return the x of every corner of an outline."""
    return [float(part.split("V")[0]) for part in path.get("d", "").split("H")[1:]]
