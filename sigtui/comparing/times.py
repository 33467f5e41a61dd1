"""The lines of times: means with their intervals, ratios with their verdicts, what a typical and a slow call take."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sigtui.cells import no_p99, view_title
from sigtui.comparing.pivot import Cell, Compared, Row, row_name
from sigtui.comparing.ratios import Basis
from sigtui.comparing.sheet import EMPTY, Field, Line, Section
from sigtui.comparing.sides import Side
from sigtui.model import Operation, Varying
from sigtui.numbers import (
    TimeUnit,
    count,
    figure,
    in_unit,
    interval,
    mean_in_unit,
    percent,
    rate,
    time_unit,
)
from sigtui.stats.compare import THRESHOLD, Verdict

NOT_PUBLISHED = "no ± published"

_FEW = 6
"""Cases that are told of one by one."""


def unit_of(compared: Compared) -> TimeUnit:
    """Return the unit of all times of a comparison: the one that suits its median case."""
    return time_unit(
        cell.side.result.mean_us for row in compared.rows for cell in row.cells if cell is not None
    )


def time_sections(compared: Compared, unit: TimeUnit) -> tuple[Section, ...]:
    """Return a section for each row, or for each operation and mode where the rows are many."""
    if compared.view is Varying.SNAPSHOTS:
        return _by_operation(compared, unit)
    made = [
        Section(
            row_title(row, compared),
            tuple(replace(line, row=place) for line in _lines(compared, row, unit)),
        )
        for place, row in enumerate(compared.rows)
    ]
    return (*made, *_together(compared, unit))


def row_title(row: Row, compared: Compared) -> str:
    """Return the head of a row: ``SIGN · reused-key · properties 93 B``."""
    key = row.key
    message = row.message if key.message_bytes is not None or compared.view is not Varying.MESSAGES else None
    title = view_title(key.operation, key.mode, message, key.message_bytes)
    names = (title, key.name, key.provider)
    return " · ".join(part for part in names if part)


def ratio_field(cell: Cell | None, *, baseline: bool) -> Field:
    """Return how a case compares with the baseline, in words: ``1.05× slower 1.04–1.06``."""
    if cell is None:
        return EMPTY
    if baseline:
        return Field("baseline")
    found = cell.against
    if found is None:
        return Field("no baseline to compare with", dim=True)
    if found.low is None or found.high is None:
        return Field(f"{figure(found.value)}×, no interval", dim=cell.side.source.published)
    between = interval(found.low, found.high)
    if found.verdict is Verdict.NO_DIFFERENCE:
        text = f"no difference {between}"
    elif found.verdict is Verdict.FASTER:
        # Said the way round in which it is more than one.
        text = f"{figure(1 / found.value)}× faster {interval(1 / found.high, 1 / found.low)}"
    else:
        text = f"{figure(found.value)}× slower {between}"
    return Field(text, dim=cell.side.source.published)


def mean_field(cell: Cell | None, unit: TimeUnit) -> Field:
    """Return a mean with half of its interval; a published one without an interval says so."""
    if cell is None:
        return EMPTY
    result = cell.side.result
    text = mean_in_unit(result.mean_us or 0.0, result.half_width_us, unit)
    if result.half_width_us is None:
        few = f"n={count(result.samples)}" if result.samples is not None else NOT_PUBLISHED
        text += f", {few}"
    return Field(text, dim=cell.side.source.published)


def _lines(compared: Compared, row: Row, unit: TimeUnit) -> Iterable[Line]:
    def line(label: str, field: Callable[[Cell], Field]) -> Line:
        fields = tuple(EMPTY if cell is None else field(cell) for cell in row.cells)
        return Line(label, fields, under=True)

    base = compared.baseline
    yield Line(f"mean ±99.9 % {unit.name}", tuple(mean_field(cell, unit) for cell in row.cells))
    yield Line(
        "  mean × base",
        tuple(ratio_field(cell, baseline=place == base) for place, cell in enumerate(row.cells)),
        under=True,
    )
    yield line(f"  median {unit.name}", lambda cell: _time(cell, cell.side.result.median_us, unit))
    yield line(f"  p99, single calls {unit.name}", lambda cell: _p99(cell, unit))
    yield line("  /s·core", lambda cell: _plain(cell, rate(cell.side.result.ops_per_second)))
    yield line("  n", lambda cell: _plain(cell, _samples(cell.side)))


def _plain(cell: Cell, text: str) -> Field:
    return Field(text, dim=cell.side.source.published)


def _time(cell: Cell, microseconds: float | None, unit: TimeUnit) -> Field:
    return _plain(cell, in_unit(microseconds, unit))


def _p99(cell: Cell, unit: TimeUnit) -> Field:
    result = cell.side.result
    return _plain(cell, no_p99(result) or in_unit(result.p99_us, unit))


def _samples(side: Side) -> str:
    batch = side.result.batch
    if side.result.samples is None:
        return "not published" if side.source.published else "not known"
    return count(side.result.samples) + ("" if batch in (None, 1) else f" ×{count(batch)}")


def _together(compared: Compared, unit: TimeUnit) -> tuple[Section, ...]:
    """Return what signing and verifying a message take together, where both are there once."""
    signs = [row for row in compared.rows if row.key.operation == Operation.SIGN]
    verifies = [row for row in compared.rows if row.key.operation == Operation.VERIFY]
    if len(signs) != 1 or len(verifies) != 1 or signs[0].key.message_bytes != verifies[0].key.message_bytes:
        return ()
    fields = tuple(_sum(pair, unit) for pair in zip(signs[0].cells, verifies[0].cells, strict=True))
    return (Section("SIGN + VERIFY", (Line(f"mean {unit.name}", fields),)),)


def _sum(pair: Sequence[Cell | None], unit: TimeUnit) -> Field:
    cells = [cell for cell in pair if cell is not None]
    if len(cells) < 2:
        return EMPTY
    means = [cell.side.result.mean_us or 0.0 for cell in cells]
    halves = [cell.side.result.half_width_us for cell in cells]
    known = [half for half in halves if half is not None]
    # Measured apart, so that the halves add up in squares.
    half = sum(each * each for each in known) ** 0.5 if len(known) == 2 else None
    return _plain(cells[0], mean_in_unit(sum(means), half, unit))


def _by_operation(compared: Compared, unit: TimeUnit) -> tuple[Section, ...]:
    """Return a line of means and one of ratios for each case, under its operation and mode."""
    sections: dict[str, list[Line]] = {}
    for index, row in enumerate(compared.rows):
        key = row.key
        title = view_title(key.operation, key.mode, None, None)
        own = time_unit(cell.side.result.mean_us for cell in row.cells if cell is not None)
        size = "" if key.message_bytes is None else f" {count(key.message_bytes)} B"
        provider = f" [{key.provider}]" if key.provider else ""
        name = f"{key.name or ''}{provider}{size} {own.name}".strip()
        sections.setdefault(title, []).extend(
            (
                Line(name, tuple(mean_field(cell, own) for cell in row.cells), row=index),
                Line(
                    f"  × {compared.columns[compared.baseline].name}",
                    tuple(
                        ratio_field(cell, baseline=place == compared.baseline)
                        for place, cell in enumerate(row.cells)
                    ),
                    under=True,
                    row=index,
                ),
            )
        )
    return tuple(Section(title, tuple(lines)) for title, lines in sections.items())


def verdict_sentences(compared: Compared) -> tuple[str, ...]:
    """Say what the ratios mean: a sentence for each, or for each snapshot where its cases are many."""
    if compared.view is Varying.SNAPSHOTS and len(compared.rows) > _FEW:
        places = (place for place in range(len(compared.columns)) if place != compared.baseline)
        return tuple(_counted(compared, place) for place in places)
    base = compared.columns[compared.baseline].name
    return tuple(
        f"{_subject(compared, row, place)} {_says(cell, base)}"
        for row in compared.rows
        for place, cell in enumerate(row.cells)
        if cell is not None and cell.against is not None and place != compared.baseline
    )


def _subject(compared: Compared, row: Row, place: int) -> str:
    name = compared.columns[place].name
    if compared.view is Varying.ALGORITHMS:
        mode = row.key.mode if len({each.key.mode for each in compared.rows}) > 2 else None
        return f"{name}, {' '.join(part for part in (row.key.operation, mode) if part)}:"
    return f"{name}, {row_name(row)}:"


def _counted(compared: Compared, place: int) -> str:
    """Say of how many cases a snapshot is faster, slower or neither, and name those that are."""
    found: dict[Verdict | None, list[str]] = {}
    total = 0
    for row in compared.rows:
        cell = row.cells[place]
        if cell is not None and cell.against is not None:
            total += 1
            found.setdefault(cell.against.verdict, []).append(
                f"{row_name(row)} ({figure(cell.against.value)}×)"
            )
    parts = []
    for verdict in (Verdict.SLOWER, Verdict.FASTER):
        names = found.get(verdict, [])
        if names:
            more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
            parts.append(f"{verdict} in {len(names)}: {', '.join(names[:_FEW])}{more}")
    if same := found.get(Verdict.NO_DIFFERENCE):
        parts.append(f"no difference can be shown in {len(same)}")
    if unsure := found.get(None):
        parts.append(f"no interval, and so no verdict, in {len(unsure)}")
    column, base = compared.columns[place].name, compared.columns[compared.baseline].name
    return f"{column} against {base}, {count(total)} cases: {'; '.join(parts) or 'none in common'}."


def _says(cell: Cell, base: str) -> str:
    found = cell.against
    if found is None:
        return ""
    if found.low is None or found.high is None:
        return f"{figure(found.value)}× the mean of {base}; no interval, so no verdict."
    between = f"({interval(found.low, found.high)}, {found.basis})"
    typical = _disagreeing(cell)
    if found.verdict is Verdict.NO_DIFFERENCE:
        reach = max(found.high - 1, 1 - found.low)
        wide = f": the interval reaches {percent(reach)}" if reach > 2 * THRESHOLD else ""
        return f"no difference from {base} can be shown {between}{wide}.{typical}"
    if found.verdict is Verdict.FASTER:
        between = f"({interval(1 / found.high, 1 / found.low)}, {found.basis})"
        return f"{figure(1 / found.value)}× faster than {base} {between}.{typical}"
    return f"{figure(found.value)}× slower than {base} {between}.{typical}"


def _disagreeing(cell: Cell) -> str:
    """Say that a typical call goes the other way than the mean: on a skewed algorithm both can be true."""
    found, typical = cell.against, cell.typical
    if found is None or typical is None or found.verdict is None or found.basis is Basis.EQUAL_SPEED:
        return ""
    if (
        (found.value - 1) * (typical - 1) < 0
        and abs(typical - 1) > THRESHOLD
        and abs(found.value - 1) > THRESHOLD
    ):
        word = "faster" if typical < 1 else "slower"
        return (
            f" A typical call is {word} ({figure(typical)}× by median): the mean is the cost, the median a usual "
            "call."
        )
    return ""
