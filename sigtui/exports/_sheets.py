"""A comparison's sheet as lines of text, cut into blocks of columns where a terminal is too narrow for all."""

from collections.abc import Iterator, Sequence

from sigtui.columns import GAP, Column, cells_wide, set_columns, wrapped
from sigtui.comparing.pivot import Compared
from sigtui.comparing.sheet import Field, Sheet
from sigtui.comparing.words import sheet
from sigtui.wording import printable


def sheet_lines(compared: Compared, width: int) -> list[str]:
    """Return the whole comparison for a terminal of this width."""
    told = sheet(compared)
    head = (told.title, told.subtitle, told.own)
    lines = [line for text in head if text for line in wrapped(printable(text), width, later="  ")]
    for block in _blocks(told, compared.baseline, width):
        lines += ["", *_block(told, block)]
    lines.append("")
    for text in told.verdicts:
        lines += wrapped(text, width, later="  ")
    lines += ["", *wrapped(f"SAME {told.same}. DIFFERS {told.differs}.", width, later="  ")]
    for mark, texts in (("! ", told.warnings), ("✗ ", told.refused), ("  ", told.notes)):
        for text in texts:
            lines += wrapped(text, width, mark, "  ")
    return [printable(line).rstrip() for line in lines]


def _blocks(told: Sheet, baseline: int, width: int) -> Iterator[tuple[int, ...]]:
    """Yield the columns that stand beside each other; the baseline comes again in every block."""
    labels = max((cells_wide(line.label) for section in told.sections for line in section.lines), default=0)
    titles = max((cells_wide(section.title) for section in told.sections), default=0)
    wide = [max(cells_wide(field.shown) for field in column) for column in _columns(told)]
    room = width - max(labels, min(titles, labels))
    block: list[int] = []
    for place in range(len(told.heads)):
        taken = sum(wide[each] + len(GAP) for each in (*block, place))
        if block and taken > room:
            yield tuple(block)
            block = [] if place == baseline else [baseline]
        block.append(place)
    yield tuple(block)


def _columns(told: Sheet) -> Iterator[Sequence[Field]]:
    for place, head in enumerate(told.heads):
        yield [head, *(line.cells[place] for section in told.sections for line in section.lines)]


def _block(told: Sheet, places: Sequence[int]) -> Iterator[str]:
    """Yield the heads, then each section's title and its lines."""
    listed = [line for section in told.sections for line in section.lines]
    columns = [Column("", [line.label for line in listed], right=False)]
    columns += [
        Column(told.heads[place].shown, [line.cells[place].shown for line in listed], right=False)
        for place in places
    ]
    lines = iter(set_columns(columns))
    yield next(lines)
    for section in told.sections:
        yield section.title
        for line in section.lines:
            text = next(lines)
            if any(line.cells[place].text for place in places):
                yield text
