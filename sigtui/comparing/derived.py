"""The lines that only one view has: what fresh keys cost, and what of a message's time is hashing."""

from sigtui.comparing.pivot import Compared, Row
from sigtui.comparing.sheet import EMPTY, Field, Line, Section
from sigtui.comparing.sides import Side, sides_of
from sigtui.model import Mode, Operation, Varying
from sigtui.numbers import TimeUnit, count, figure, in_unit, mean_in_unit, percent, time_unit
from sigtui.stats.line import cost

_EVERY = (1, 10, 100, 1_000, 10_000)
"""Messages signed with a key before it is replaced."""


def derived_sections(compared: Compared, unit: TimeUnit) -> tuple[Section, ...]:
    """Return what follows from the figures of a view beyond its ratios."""
    if compared.view is Varying.MODES:
        return _fresh_keys(compared, unit)
    if compared.view is Varying.MESSAGES:
        return _hashing(compared)
    return ()


def _fresh_keys(compared: Compared, unit: TimeUnit) -> tuple[Section, ...]:
    """Tell what a key costs as signatures, and what replacing it every so many messages adds to each."""
    sections = []
    for row in compared.rows:
        if row.key.operation != Operation.SIGN:
            continue
        reused = _cell(compared, row, Mode.REUSED_KEY)
        create = _keygen(compared, row)
        if reused is None or create is None:
            continue
        sections.append(_rotation(compared, row, reused, create, unit))
    return tuple(sections)


def _rotation(compared: Compared, row: Row, reused: Side, create: Side, unit: TimeUnit) -> Section:
    sign, key = reused.result.mean_us or 0.0, create.result.mean_us or 0.0
    place = next(index for index, column in enumerate(compared.columns) if column.name == Mode.REUSED_KEY)

    def line(label: str, text: str, under: bool = False) -> Line:
        fields = [EMPTY] * len(compared.columns)
        fields[place] = Field(text)
        return Line(label, tuple(fields), under)

    created = mean_in_unit(key, create.result.half_width_us, unit)
    few = f", n={count(create.result.samples)}" if create.result.samples else ""
    lines = [
        line(f"create one {unit.name}", created + few),
        line("  = this many signatures", figure(key / sign), under=True),
    ]
    for every in _EVERY:
        added = key / every / sign
        more = f"{figure(1 + added)}×" if added > 1 else percent(added, signed=True, digits=1)
        text = f"{in_unit(sign + key / every, unit)} a signature, {more}"
        lines.append(line(f"  new key every {count(every)}", text, under=True))
    return Section(f"FRESH KEYS · {row.key.name}", tuple(lines))


def _cell(compared: Compared, row: Row, mode: str) -> Side | None:
    for column, cell in zip(compared.columns, row.cells, strict=True):
        if column.name == mode and cell is not None:
            return cell.side
    return None


def _keygen(compared: Compared, row: Row) -> Side | None:
    """Return the case that creates keys for a row, which has no mode and so no column of its own."""
    provider = next((cell.side.result.provider for cell in row.cells if cell is not None), None)
    return next(
        (
            side
            for source in compared.sources
            for side in sides_of(source)
            if side.result.operation == Operation.KEYGEN
            and side.name == row.key.name
            and side.result.provider == provider
        ),
        None,
    )


def _hashing(compared: Compared) -> tuple[Section, ...]:
    """Tell what grows with the message: of a signature that is hashing it."""
    sections = []
    for row in compared.rows:
        sides = [cell.side for cell in row.cells if cell is not None]
        sizes = [side.message_bytes or 0 for side in sides]
        times = [side.result.median_normalised_us or side.result.mean_us or 0.0 for side in sides]
        fit = cost(sizes, times)
        if fit is None:
            continue
        fields = tuple(
            EMPTY if cell is None else Field(percent(fit.share(cell.side.message_bytes or 0), digits=1))
            for cell in row.cells
        )
        own = time_unit([fit.fixed])
        per = time_unit([fit.per_byte * 1_024])
        title = " · ".join(
            part for part in ("OF IT HASHING", row.key.name, row.key.operation, row.key.mode) if part
        )
        told = f"{figure(own.of(fit.fixed))} {own.name} + {figure(per.of(fit.per_byte * 1_024))} {per.name} a KiB"
        sections.append(
            Section(
                title,
                (
                    Line("share that grows with the message", fields),
                    Line(f"  fitted: {told}", (EMPTY,) * len(fields), under=True),
                ),
            )
        )
    return tuple(sections)
