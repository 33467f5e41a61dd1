"""The page itself: its head that forbids it to load anything, its parts, and the elements that both kinds share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, tostring

from sigtui import __version__
from sigtui.exports._pictures import Picture
from sigtui.exports.html.style import style
from sigtui.plots.canvas import Canvas
from sigtui.plots.markup import child, element, extended

_NOTHING_LOADS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Content Security Policy, Level 3: no script, no font, no picture but those that the page itself holds."""

READING = (
    ("±, Error", "Half of the mean's 99.9 % interval: the wider of two, over samples and over rounds."),
    (
        "Ratio, × base",
        "The mean divided by the baseline's, for the same operation, mode and message; above 1 is slower. A difference "
        "counts where its 99.9 % interval leaves out 1 and it is above 2 %.",
    ),
    ("Median, P99", "Half of the single calls, and 99 of 100, stay under it. A P99 needs 500 samples."),
    ("n ×k", "n samples, each of k calls where a call is too short to be timed alone; then there is no P99."),
    ("Ops/s, /s·core", "1 divided by the mean: what one core does if it does nothing else."),
    (
        "Distributions",
        "Areas over each other are comparable. What lies beyond the axis is said beside each strip.",
    ),
    ("nominal", "A size by the standard, not measured here."),
)
"""How to read the figures: terms and what they mean."""


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter of a page: its place, its head and what is in it; ``view`` is one that paper shows on one sheet."""

    id: str
    title: str
    inside: tuple[Element, ...]
    view: bool = False


def page(title: str, head: Sequence[Element], parts: Sequence[Part]) -> bytes:
    """Return a page of HTML, complete in itself."""
    body = element("body")
    header = child(body, "header", {}, element("h1", {}, title), *head)
    links = (element("li", {}, element("a", {"href": f"#{part.id}"}, part.title)) for part in parts)
    child(header, "nav", {"aria-label": "Contents"}, element("ul", {}, *links))
    main = child(body, "main")
    for part in parts:
        attributes = {"id": part.id, **({"class": "view"} if part.view else {})}
        child(main, "section", attributes, element("h2", {}, part.title), *part.inside)
    child(
        body,
        "footer",
        {},
        element("p", {}, f"Written by sigtui {__version__}. This page holds all it shows and loads nothing."),
    )
    whole = element("html", {"lang": "en"}, _head(title), body)
    return f"<!DOCTYPE html>\n{tostring(whole, encoding='unicode', method='html')}\n".encode()


def _head(title: str) -> Element:
    sheet = element("style")
    sheet.text = style()
    return element(
        "head",
        {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": _NOTHING_LOADS}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, f"{title} · sigtui"),
        sheet,
    )


def figure(picture: Picture) -> tuple[Element, ...]:
    """Return a picture with its caption; nothing where it has nothing to show."""
    canvas = Canvas()
    if not picture.draw(canvas):
        return ()
    drawn = canvas.svg(picture.title, picture.description)
    return (
        element(
            "figure",
            {},
            element("figcaption", {}, picture.title),
            # What scrolls sideways has to be reached by the keyboard too.
            element(
                "div",
                {"class": "scroll", "tabindex": "0", "role": "group", "aria-label": picture.title},
                drawn,
            ),
        ),
    )


def table(name: str, head: Iterable[Element], bodies: Iterable[Iterable[Element]], kind: str = "") -> Element:
    """Return a table that scrolls sideways where it is wider than the screen; ``kind`` is a class of the style."""
    made = element("table", {"class": kind} if kind else {}, element("thead", {}, element("tr", {}, *head)))
    extended(made, *(element("tbody", {}, *rows) for rows in bodies))
    attributes = {"class": "scroll", "tabindex": "0", "role": "region", "aria-label": name}
    return element("div", attributes, made)


def column(text: str) -> Element:
    """Return a column's head."""
    return element("th", {"scope": "col"}, text)


def listed(texts: Iterable[str], *, mark: str = "") -> tuple[Element, ...]:
    """Return sentences as a list, nothing where there is none; ``mark`` is a caution's sign before each."""
    items = []
    for text in texts:
        before = (element("span", {"class": "mark caution"}, mark), " ") if mark else ()
        items.append(element("li", {}, *before, text))
    return (element("ul", {}, *items),) if items else ()


def reading() -> Part:
    """Return the chapter that says how to read the figures."""
    terms = element("dl")
    for term, meaning in READING:
        extended(terms, element("dt", {}, term), element("dd", {}, meaning))
    return Part("reading", "How to read the figures", (terms,))
