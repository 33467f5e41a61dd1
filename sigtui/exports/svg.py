"""SVG: the comparison as one picture, for a slide or a README, with its origin under it."""

from collections.abc import Iterable, Sequence

from sigtui.comparing.pivot import Compared
from sigtui.comparing.times import row_title
from sigtui.comparing.words import sheet
from sigtui.exports._groups import Group, groups
from sigtui.exports._pictures import (
    Picture,
    compared_ratios,
    distributions,
    group_ratios,
    growths,
    row_distributions,
)
from sigtui.files.snapshot import Snapshot
from sigtui.model import Operation
from sigtui.plots.canvas import Canvas
from sigtui.provenance import provenance

NAME = "svg"
SUFFIX = ".svg"
PURPOSE = "one picture, for a slide or a README"

_MOST = 2
"""Distributions that one picture holds: more would be too small on a slide."""

_MOST_ROWS = 8
"""Rows of a comparison whose ratios one picture holds."""

_NAMED = 4
"""Views that are not drawn and are named."""

_ORDER = (Operation.SIGN, Operation.VERIFY)
"""What a picture shows first."""


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot's ratios and the distributions of its first views as an SVG file."""
    title = str(snapshot.preset.get("title") or "sigtui")
    told = groups(snapshot)
    shown = _telling(told)
    canvas = _titled(title)
    _draw(canvas, [group_ratios(snapshot, shown), *(distributions(snapshot, each) for each in shown[:_MOST])])
    if not told:
        canvas.note("Nothing was measured.")
    if len(told) > len(shown):
        canvas.note(_left_out([group.title for group in told if group not in shown]))
    for text in provenance(snapshot):
        canvas.note(text)
    return canvas.file(title, _description(shown))


def render_compared(compared: Compared) -> bytes:
    """Return a comparison's ratios, growth and first distributions as an SVG file."""
    told = sheet(compared)
    canvas = _titled(told.title)
    if told.subtitle:
        canvas.note(told.subtitle)
    shown = compared.rows[:_MOST_ROWS]
    pictures = [*growths(compared)[:1], compared_ratios(compared, shown)]
    _draw(canvas, [*pictures, *(row_distributions(compared, row) for row in shown[:_MOST])])
    if len(compared.rows) > len(shown):
        canvas.note(_left_out([row_title(row, compared) for row in compared.rows[_MOST_ROWS:]]))
    for text in told.notes:
        canvas.note(text)
    return canvas.file(told.title, " ".join(told.verdicts))


def _titled(title: str) -> Canvas:
    canvas = Canvas()
    canvas.heading(title, size=20)
    return canvas


def _draw(canvas: Canvas, pictures: Iterable[Picture]) -> None:
    """Draw pictures under each other, each under its head; one with nothing to show leaves no gap."""
    for picture in pictures:
        drawn = Canvas()
        drawn.heading(picture.title)
        if picture.draw(drawn):
            canvas.below(drawn)
            canvas.y += 12


def _left_out(titles: Sequence[str]) -> str:
    more = len(titles) - _NAMED
    return f"Not drawn: {'; '.join(titles[:_NAMED])}{f' and {more} more' if more > 0 else ''}."


def _telling(told: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return a view of each operation and mode, the one with most rows; signing and verifying first."""
    best: dict[tuple[str, str | None], Group] = {}
    for group in told:
        key = (group.operation, group.mode)
        if key not in best or len(group.results) > len(best[key].results):
            best[key] = group
    order = {str(operation): place for place, operation in enumerate(_ORDER)}
    return tuple(sorted(best.values(), key=lambda group: order.get(group.operation, len(order))))


def _description(shown: tuple[Group, ...]) -> str:
    return "Ratios and distributions of " + "; ".join(group.title for group in shown) + "."
