"""What a histogram says above and below its plot: title, figures and legend, as words with their roles."""

from collections.abc import Sequence

from sigtui.columns import Column, cells_wide, set_columns, shortened
from sigtui.numbers import TimeUnit, count, in_unit, percent
from sigtui.stats.axis import Axis
from sigtui.stats.curve import Curve, Zoom, outside
from sigtui.stats.summary import P99_FROM
from sigtui.tui.widgets.histogram_axis import MEAN, MEDIAN, P99, Word, cells, round_time, sign, unit_of

_LEAST_TITLE = 12
_LINES = {True: "••", False: "──"}


def measured(curve: Curve) -> str:
    """Say how many samples there are, and of what: single calls and batches are not the same."""
    if curve.batch == 1:
        return f"{count(curve.samples)} single calls"
    return f"{count(curve.samples)} batches of {curve.batch} calls"


def headline(title: str, curves: Sequence[Curve], axis: Axis, zoom: Zoom, width: int) -> list[Word]:
    """Return the line above the plot: what is drawn, of how many samples, on which axis, and what lies off it."""
    first, unit = curves[0], unit_of(curves)
    low, high = (round_time(value, unit) for value in (axis.low, axis.high))
    extent = f"{zoom} {low}–{high} {unit.name}"
    if len(curves) > 1:
        calls = what = few = f"{len(curves)} rows"
    else:
        what, few = measured(first), f"n={count(first.samples)} k={first.batch}"
        calls = f"{what} (k=1)" if first.batch == 1 else what
    kind = Word("log" if axis.log else "linear", action="toggle_log")
    choices = [
        (calls, f"{extent}{_off(curves, axis)}"),
        (what, f"{extent}{_off(curves, axis)}"),
        (what, extent),
        (what, zoom),
        (few, zoom),
    ]
    for samples, part in choices:
        words = [Word(f" · {samples} · "), kind, Word(" · "), Word(part, action="next_zoom")]
        if cells(words) + cells_wide(title) <= width:
            break
    else:
        words = [Word(" · "), kind, Word(" · "), Word(zoom, action="next_zoom")]
    return fitted([Word(shortened(title, max(width - cells(words), _LEAST_TITLE)), "title"), *words], width)


def _off(curves: Sequence[Curve], axis: Axis) -> str:
    """Say which share of the samples lies off the axis, of the curve that has most there."""
    before, beyond = (max(sides) for sides in zip(*(outside(curve, axis) for curve in curves), strict=True))
    most = "up to " if len(curves) > 1 else ""
    parts = [
        f"{most}{_share(share)} {side}"
        for share, side in ((before, "before"), (beyond, "beyond"))
        if share > 0
    ]
    return "".join(f", {part}" for part in parts)


def _share(share: float) -> str:
    return percent(share, digits=1) if share >= 0.0005 else "< 0.1 %"


def figures(curve: Curve, width: int) -> list[Word]:
    """Return the line that gives the figures of the marks, in one unit; no p99 of batches or of few samples."""
    times = [curve.median, curve.mean, *([] if curve.p99 is None else [curve.p99])]
    texts = _together(times, unit_of([curve]))
    n, k = count(curve.samples), curve.batch
    whys = ("", "")
    if k > 1:
        whys = (f"k={k}: batches of {k} calls, no p99 of single calls", f"k={k}: no p99")
    elif curve.p99 is None:
        whys = (f"n={n}: a p99 needs {P99_FROM} samples", f"n={n}: no p99")
    height = f"height: % of {'calls' if k == 1 else 'batches'} a column"
    names, none = ("median ", "mean ", "p99 "), ("", "", "")
    for shown, notes in (
        (names, (whys[0], height)),
        (names, whys[:1]),
        (names, whys[1:]),
        (none, whys[1:]),
        (none, ()),
    ):
        words: list[Word] = []
        for letter, name, text in zip((MEDIAN, MEAN, P99), shown, texts, strict=False):
            words += [Word("  " if words else ""), Word(letter, "mark"), Word(f" {name}{text}")]
        words += [Word(f"  {note}") for note in notes if note]
        if cells(words) <= width:
            break
    return fitted(words, width)


def _together(nanoseconds: Sequence[float], unit: TimeUnit) -> list[str]:
    """Return times in one unit, which the last one names, or each with its own where they are too far apart."""
    texts = [in_unit(value / 1000, unit) for value in nanoseconds]
    own = [text[-1:].isalpha() for text in texts]
    if any(own):
        return [text if has else f"{text} {unit.name}" for text, has in zip(texts, own, strict=True)]
    return [*texts[:-1], f"{texts[-1]} {unit.name}"]


def legend(curves: Sequence[Curve], width: int, rows: int, outlines: bool) -> list[list[Word]]:
    """Return a line a curve with its figures, or, where rows are too few, names and samples one after the other.

    ``outlines`` is whether curves are drawn as lines, which tell batches from single calls.
    """
    if len(curves) <= rows:
        return _rows(curves, width, outlines)
    lines: list[list[Word]] = [[]]
    for index, curve in enumerate(curves):
        text = f" {curve.name} n={count(curve.samples)} k={curve.batch}"
        left = len(curves) - index
        more = f"  +{left} more"
        gap = [Word("  ")] if lines[-1] else []
        taken = cells([*lines[-1], *gap]) + 1 + cells_wide(text)
        reserve = cells_wide(more) if len(lines) == rows and left > 1 else 0
        if taken + reserve > width and lines[-1]:
            if len(lines) == rows:
                lines[-1].append(Word(more))
                break
            lines.append([])
            gap = []
        lines[-1] += [*gap, Word(sign(curve), sign(curve)), Word(text)]
    return [fitted(line, width) for line in lines]


def _rows(curves: Sequence[Curve], width: int, outlines: bool) -> list[list[Word]]:
    unit = unit_of(curves)
    heads = [
        f"{sign(curve)} {_LINES[curve.batch > 1]} " if outlines else f"{sign(curve)} " for curve in curves
    ]
    names = Column("", [curve.name for curve in curves], right=False)
    labels = [Column("", [f" {label}"] * len(curves)) for label in ("median", "mean", "p99")]
    times = (
        Column("", [in_unit(curve.median / 1000, unit) for curve in curves]),
        Column("", [in_unit(curve.mean / 1000, unit) for curve in curves]),
        Column("", [_p99(curve, unit) for curve in curves]),
    )
    median, mean, p99 = zip(labels, times, strict=True)
    units = Column("", [unit.name] * len(curves))
    samples = Column("", [f" {measured(curve)}" for curve in curves], right=False)
    short = Column("", [f" n={count(curve.samples)} k={curve.batch}" for curve in curves], right=False)
    for columns in (
        (names, *median, *mean, *p99, samples),
        (names, *median, *p99, samples),
        (names, *median, *p99, short),
        (names, *median, units, short),
        (names, short),
    ):
        lines = set_columns(columns, " ")[1:]
        if max(map(cells_wide, lines)) + max(map(cells_wide, heads)) <= width:
            break
    triples = zip(curves, heads, lines, strict=True)
    return [fitted([Word(head, sign(curve)), Word(line)], width) for curve, head, line in triples]


def _p99(curve: Curve, unit: TimeUnit) -> str:
    """Return a p99 with its unit, or why there is none: k of batches, n where it is too small."""
    if curve.p99 is not None:
        return _together([curve.p99], unit)[0]
    return f"n={count(curve.samples)}" if curve.batch == 1 else f"k={curve.batch}"


def fitted(words: Sequence[Word], width: int) -> list[Word]:
    """Return words cut to so many cells."""
    shown: list[Word] = []
    for word in words:
        room = width - cells(shown)
        if room <= 0:
            break
        shown.append(Word(shortened(word.text, room), word.role, word.action))
    return shown
