"""A field of a sheet as a table's cell: its verdict's sign in its colour, dim where it is not measured here."""

from xml.etree.ElementTree import Element

from sigtui.comparing.sheet import CAUTION, FAILS, FITS, Field
from sigtui.plots.markup import element

_CLASSES = ((FITS, "good"), (FAILS, "bad"), (CAUTION, "caution"))


def cell(field: Field) -> Element:
    """Return a field as a cell."""
    return element("td", {"class": "dim"} if field.dim else {}, *inside(field))


def inside(field: Field) -> tuple[Element | str, ...]:
    """Return a field's sign and text; an interval is not parted at the end of a line."""
    before: tuple[Element | str, ...] = ()
    if field.mark:
        colour = dict(_CLASSES).get(field.mark, "")
        before = element("span", {"class": f"mark {colour}".rstrip()}, field.mark), " "
    words, _, interval = field.text.rpartition(" ")
    if words and "–" in interval:
        return *before, f"{words} ", element("span", {"class": "whole"}, interval)
    return *before, field.text
