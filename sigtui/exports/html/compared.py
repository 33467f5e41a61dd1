"""The page of a comparison: its sheet as one table, its pictures, its verdicts in sentences, and what to know."""

from xml.etree.ElementTree import Element

from sigtui.comparing.pivot import Compared
from sigtui.comparing.sheet import Field, Line, Section, Sheet
from sigtui.comparing.words import sheet
from sigtui.exports._pictures import compared_ratios, compared_shares, growths, row_distributions
from sigtui.exports.html.fields import cell, inside
from sigtui.exports.html.page import Part, column, figure, listed, page, reading, table
from sigtui.plots.markup import element


def compared_page(compared: Compared) -> bytes:
    """Return a comparison as a page of HTML."""
    told = sheet(compared)
    head = [element("p", {}, told.subtitle)] if told.subtitle else []
    head += [element("p", {}, text) for text in told.own.splitlines() if text.strip()]
    head += [element("p", {"class": "origin"}, text) for text in told.notes]
    ratios = figure(compared_ratios(compared, compared.rows))
    parts = [
        *_part("know", "What to know", (*listed(told.warnings, mark="!"), *_refused(told))),
        Part("sheet", "Side by side", (_sheet(told), *_agreement(told))),
        *_part("ratios", "Ratios", ratios),
        *_part(
            "growth", "Message lengths", tuple(each for made in growths(compared) for each in figure(made))
        ),
        *_part("verdicts", "Verdicts", listed(told.verdicts)),
        *_part(
            "calls",
            "Distributions",
            tuple(each for row in compared.rows for each in figure(row_distributions(compared, row))),
        ),
        *_part("wire", "Budgets", figure(compared_shares(compared))),
        reading(),
    ]
    return page(told.title, head, parts)


def _part(name: str, title: str, inside: tuple[Element, ...]) -> tuple[Part, ...]:
    return (Part(name, title, inside),) if inside else ()


def _refused(told: Sheet) -> tuple[Element, ...]:
    return listed(f"Left out: {text}" for text in told.refused)


def _agreement(told: Sheet) -> tuple[Element, ...]:
    same = (element("p", {}, element("strong", {}, "Same: "), f"{told.same}."),) if told.same else ()
    return (*same, element("p", {}, element("strong", {}, "Differs: "), f"{told.differs}."))


def _sheet(told: Sheet) -> Element:
    heads = (column(""), *(_head(field) for field in told.heads))
    wide = str(len(told.heads) + 1)
    return table("Side by side", heads, [_section(section, wide) for section in told.sections], "sheet")


def _head(field: Field) -> Element:
    attributes = {"scope": "col", **({"class": "dim"} if field.dim else {})}
    return element("th", attributes, *inside(field))


def _section(section: Section, wide: str) -> list[Element]:
    title = element("th", {"colspan": wide, "scope": "rowgroup"}, section.title)
    return [element("tr", {}, title), *(_line(line) for line in section.lines)]


def _line(line: Line) -> Element:
    label = element("th", {"scope": "row"}, line.label)
    return element("tr", {"class": "under"} if line.under else {}, label, *map(cell, line.cells))
