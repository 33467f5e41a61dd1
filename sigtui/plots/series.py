"""What a picture is made of: a result under a label, and the part of its distribution that an axis shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sigtui.files.results import Result
from sigtui.plots.paint import STROKES, Stroke
from sigtui.stats.axis import Axis
from sigtui.stats.curve import barred, body_end

MOST_OVERLAID = len(STROKES)
"""Outlines that can be told apart where they lie over each other."""

_LEAST_US, _MOST_US = 1e-6, 1e13  # what a picture can show: from 1 ps to about four months


@dataclass(frozen=True, slots=True)
class Series:
    """A result under the label that it has beside the picture; ``published`` is one that somebody else measured."""

    result: Result
    label: str
    baseline: bool = False
    published: bool = False


@dataclass(frozen=True, slots=True)
class Lettered:
    """A series with the stroke that its outline has, None where it has a strip of its own only."""

    series: Series
    stroke: Stroke | None


def drawable(microseconds: float | None) -> bool:
    """Whether a time can stand on an axis at all."""
    return microseconds is not None and _LEAST_US <= microseconds <= _MOST_US


def has_distribution(result: Result) -> bool:
    """Whether a result has a histogram that can be drawn: some samples, between edges that rise."""
    told = result.histogram
    if told is None or not told.counts or not sum(told.counts):
        return False
    edges = told.edges_us
    return edges[0] >= 0 and edges[-1] <= _MOST_US and all(np.diff(np.array(edges)) > 0)


def lettered(series: Sequence[Series]) -> tuple[Lettered, ...]:
    """Give the first six that have a distribution their letters, one of them to the baseline."""
    able = [index for index, each in enumerate(series) if has_distribution(each.result)]
    chosen = able[:MOST_OVERLAID]
    base = next((index for index in able if series[index].baseline), None)
    if base is not None and base not in chosen:
        chosen[-1] = base
    strokes = dict(zip(chosen, STROKES, strict=False))
    return tuple(Lettered(each, strokes.get(index)) for index, each in enumerate(series))


def value_at(result: Result, share: float) -> float:
    """Return the time in µs below which this share of a result's samples lies, from its histogram."""
    edges, below = _cumulated(result)
    # A stretch without samples is as high at both its ends: the first one is where the share is reached.
    index = int(np.searchsorted(below, share)) if share > 0 else int(np.flatnonzero(below > 0)[0]) - 1
    if index <= 0 or share <= 0:
        return float(edges[max(index, 0)])
    part = (share - below[index - 1]) / (below[index] - below[index - 1])
    return float(edges[index - 1] + part * (edges[index] - edges[index - 1]))


def reach(all_: Iterable[Series]) -> tuple[float, float] | None:
    """Return the least and the largest time in µs that an axis for all of them holds; None where none has one.

    Of distributions it is the bodies, and every mean and median, so that these never lie beside the picture.
    """
    ends: list[float] = []
    for each in all_:
        result = each.result
        ends += [time for time in (result.mean_us, result.median_us) if time is not None and drawable(time)]
        if has_distribution(result):
            ends += [value_at(result, 0.0), body_end(partial(value_at, result), samples(result))]
        elif drawable(result.mean_us) and result.half_width_us is not None:
            mean = result.mean_us or 0.0
            ends += [
                end for end in (mean - result.half_width_us, mean + result.half_width_us) if drawable(end)
            ]
    known = [end for end in ends if drawable(end)]
    return (min(known), max(known)) if known else None


def samples(result: Result) -> int:
    """Return how many samples a distribution is of."""
    return sum(result.histogram.counts) if result.histogram is not None else result.samples or 0


def heights(result: Result, axis: Axis, columns: int) -> NDArray[np.float64]:
    """Return the percentage of a result's samples in each of so many columns of an axis in µs."""
    edges, below = _cumulated(result)
    bounds = axis.edges(columns)
    if axis.log:
        # Nothing is known of the inside of a bin: it is drawn level, as it would be on a linear axis. One that begins
        # at 0, which has no place here, begins where the axis does.
        if edges[0] <= 0:
            edges[0] = axis.low if axis.low < edges[1] else edges[1] / 2
        edges, bounds = np.log(edges), np.log(bounds)
    fine: NDArray[np.float64] = 100 * np.diff(np.interp(bounds, edges, below))
    return barred(fine, samples(result))


def beyond(result: Result, axis: Axis) -> float:
    """Return the share of a result's samples that lies beyond an axis's high end."""
    edges, below = _cumulated(result)
    return float(1 - np.interp(axis.high, edges, below))


def _cumulated(result: Result) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the edges of a histogram in µs, and the share of all samples below each of them."""
    told = result.histogram
    edges, counts = (told.edges_us, told.counts) if told is not None else ((0.0, 1.0), (1,))
    below = np.concatenate([[0.0], np.cumsum(np.array(counts, dtype=np.float64))])
    return np.array(edges, dtype=np.float64), below / below[-1]
