"""What of a snapshot or a comparison is drawn: the pictures that documents show, each with its title and its words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sigtui.cells import has_figures, is_baseline, label
from sigtui.comparing.pivot import Cell, Compared
from sigtui.comparing.pivot import Row as ComparedRow
from sigtui.comparing.ratios import Against, Basis
from sigtui.comparing.sides import Side, Source
from sigtui.comparing.times import ratio_field, row_title
from sigtui.exports._groups import Group, baseline_of, several_providers
from sigtui.files.encoded import Wire
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.model import Varying
from sigtui.numbers import count, figure, percent
from sigtui.plots.budgets import Share, budgets
from sigtui.plots.canvas import Canvas
from sigtui.plots.growth import Grown, Line, growth
from sigtui.plots.histograms import histograms
from sigtui.plots.ratios import RatioGroup, RatioPoint, ratios
from sigtui.plots.series import Series, has_distribution
from sigtui.stats.compare import Verdict

_TIMES = 2.0  # from how many times a budget on it says so, not in percent


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that ``draw`` puts onto a canvas, where it has something to show: it says whether it did.

    ``title`` is its head, ``description`` what it shows for somebody who can't see it.
    """

    title: str
    description: str
    draw: Callable[[Canvas], bool]


def distributions(snapshot: Snapshot, group: Group) -> Picture:
    """Return the picture of a group's distributions."""
    several, baseline = several_providers(snapshot), baseline_of(snapshot)
    series = tuple(
        Series(result, label(result, several), is_baseline(result, baseline), _published(snapshot))
        for result in group.results
    )
    return _distributions(group.title, series)


def group_ratios(snapshot: Snapshot, told: Iterable[Group]) -> Picture:
    """Return the picture of the ratios of some groups, on one axis."""
    made = tuple(_ratio_group(snapshot, group) for group in told)
    return _ratios(made, baseline_of(snapshot) or "the baseline")


def wire_shares(results: Iterable[Result]) -> Picture:
    """Return the picture of how much of its tightest budget each algorithm's signature takes."""
    return _budgets((result.algorithm or result.label or "?", wire) for result, wire in wires(results))


def wires(results: Iterable[Result]) -> tuple[tuple[Result, Wire], ...]:
    """Return a result of each algorithm with its wire block, by size: one that was measured before a nominal one."""
    found: dict[str, tuple[Result, Wire]] = {}
    for result in results:
        if result.wire is None:
            continue
        name = result.algorithm or result.label or "?"
        if name not in found or (found[name][1].nominal and not result.wire.nominal):
            found[name] = (result, result.wire)
    return tuple(sorted(found.values(), key=lambda each: each[1].encoded_bytes or 0))


def row_distributions(compared: Compared, row: ComparedRow) -> Picture:
    """Return the picture of the distributions of a comparison's row."""
    series = tuple(
        Series(cell.side.result, column.name, place == compared.baseline, cell.side.source.published)
        for place, (column, cell) in enumerate(zip(compared.columns, row.cells, strict=True))
        if cell is not None
    )
    return _distributions(row_title(row, compared), series)


def compared_ratios(compared: Compared, rows: Iterable[ComparedRow]) -> Picture:
    """Return the picture of the ratios of some rows of a comparison, on one axis."""
    made = tuple(
        RatioGroup(
            row_title(row, compared),
            tuple(
                _point(column.name, cell, baseline=place == compared.baseline)
                for place, (column, cell) in enumerate(zip(compared.columns, row.cells, strict=True))
                if cell is not None
            ),
        )
        for row in rows
    )
    return _ratios(made, compared.columns[compared.baseline].name)


def growths(compared: Compared) -> tuple[Picture, ...]:
    """Return a picture of times over message lengths for each operation and mode; none in other views."""
    if compared.view is not Varying.MESSAGES:
        return ()
    told: dict[str, list[Line]] = {}
    for row in compared.rows:
        title = " · ".join(part for part in (row.key.operation.upper(), row.key.mode) if part)
        points = tuple(
            Grown(side.message_bytes, side.result.mean_us, side.result.half_width_us)
            for side in (cell.side for cell in row.cells if cell is not None)
            if side.message_bytes is not None and side.result.mean_us is not None
        )
        provider = f" [{row.key.provider}]" if row.key.provider else ""
        told.setdefault(title, []).append(Line(f"{row.key.name or ''}{provider}", points))
    return tuple(_growth(title, tuple(lines)) for title, lines in told.items())


def compared_shares(compared: Compared) -> Picture:
    """Return the picture of how much of its tightest budget each column's signature takes."""
    if compared.view in (Varying.MODES, Varying.MESSAGES):
        return _budgets(())  # which do not change what travels
    told = []
    for place, column in enumerate(compared.columns):
        first = wires(side.result for side in compared.sides(place))
        told += [(column.name, wire) for _, wire in first[:1]]
    return _budgets(told)


def _distributions(title: str, series: tuple[Series, ...]) -> Picture:
    names = ", ".join(each.label for each in series if has_figures(each.result))
    spread = any(has_distribution(each.result) for each in series)
    what = "How the samples" if spread else "The means"
    return Picture(
        f"{'Distribution' if spread else 'Means'}: {title}",
        f"{what} of {names} lie on an axis of time; the table holds the figures.",
        lambda canvas: histograms(canvas, series),
    )


def _ratios(made: tuple[RatioGroup, ...], base: str) -> Picture:
    said = "; ".join(
        f"{group.title}: " + ", ".join(f"{point.label} {point.said}" for point in group.points)
        for group in made
    )
    return Picture(
        f"Mean × {base}, with its 99.9 % interval", said, lambda canvas: ratios(canvas, made, base)
    )


def _growth(title: str, lines: tuple[Line, ...]) -> Picture:
    names = ", ".join(line.label for line in lines)
    return Picture(
        f"Mean over the message's length: {title}",
        f"What {names} take as the message grows; the table holds the figures.",
        lambda canvas: growth(canvas, lines),
    )


def _ratio_group(snapshot: Snapshot, group: Group) -> RatioGroup:
    source, baseline, several = Source("", snapshot), baseline_of(snapshot), several_providers(snapshot)
    points = []
    for result in group.results:
        if not has_figures(result):
            continue
        against = (
            None
            if result.ratio is None
            else Against(result.ratio, result.ratio_low, result.ratio_high, Basis.STORED)
        )
        cell = Cell(Side(source, result), against)
        points.append(_point(label(result, several), cell, baseline=is_baseline(result, baseline)))
    return RatioGroup(group.title, tuple(points))


def _point(name: str, cell: Cell, *, baseline: bool) -> RatioPoint:
    found, published = cell.against, cell.side.source.published
    said = ratio_field(cell, baseline=baseline).text
    if baseline:
        return RatioPoint(name, 1.0, None, None, said, baseline=True, published=published)
    if found is None:
        return RatioPoint(name, None, None, None, said, published=published)
    proved = found.verdict in (Verdict.FASTER, Verdict.SLOWER)
    return RatioPoint(name, found.value, found.low, found.high, said, proved=proved, published=published)


def _budgets(told: Iterable[tuple[str, Wire]]) -> Picture:
    shares = tuple(share for name, wire in told if (share := _share(name, wire)) is not None)
    said = "; ".join(f"{share.label}: {share.said}" for share in shares)
    return Picture("Tightest budget on the wire", said, lambda canvas: budgets(canvas, shares))


def _share(name: str, wire: Wire) -> Share | None:
    tightest = wire.tightest
    if tightest is None or tightest.used is None or tightest.budget is None:
        return None
    used = f"{figure(tightest.used)}×" if tightest.used >= _TIMES else percent(tightest.used)
    use = (wire.budgets or {}).get(tightest.budget)
    whole = "" if use is None or use.limit is None else f", {count(use.bytes)} of {count(use.limit)} B"
    return Share(name, tightest.used, tightest.level or "", f"{used} of {tightest.budget}{whole}")


def _published(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.extra.get("origin"), Mapping)
