"""A case's distribution as a picture needs it: what to draw, which part of it, and how high each column is."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.axis import Axis
from sigtui.stats.bins import EDGES, Bins

_FAR = 2.0  # where p99 is further from the least than so many times p95, the body ends at p95


class Zoom(StrEnum):
    """Which part of a distribution is looked at."""

    BODY = "body"
    TAIL = "tail"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Curve:
    """The samples of one row. Times are nanoseconds a call.

    ``letter`` is the mark of a marked row, empty where the highlighted row is not marked. ``shift`` is subtracted
    from every value in ``bins``: the empty loop's cost; median, mean and p99 are shifted already.
    ``batch`` is k, the calls a sample; ``p99`` is None for batches, and below 500 samples.
    """

    name: str
    letter: str
    bins: Bins
    shift: float
    samples: int
    batch: int
    median: float
    mean: float
    p99: float | None


def quantile(curve: Curve, share: float) -> float:
    """Return the value in ns below which this share of a curve's samples lies; of at least one sample."""
    return curve.bins.quantile(share) - curve.shift


def span(curves: Sequence[Curve], zoom: Zoom) -> tuple[float, float]:
    """Return the least and the largest value in ns that an axis has to hold, for curves of at least one sample.

    The body goes from the least to the 99th percentile of every curve, or to the 95th where p99 is far away;
    the tail from the 90th to the longest.
    """
    longest = max(quantile(curve, 1.0) for curve in curves)
    if zoom is Zoom.TAIL:
        return min(quantile(curve, 0.9) for curve in curves), longest
    least = min(quantile(curve, 0.0) for curve in curves)
    if zoom is Zoom.ALL:
        return least, longest
    return least, max(body_end(partial(quantile, curve), curve.samples) for curve in curves)


def body_end(value_at: Callable[[float], float], samples: int) -> float:
    """Return where a distribution's body ends, given its value at any share of its samples."""
    # The longest of a few samples is no percentile: one disturbed call must not stretch a live axis for good.
    known = max(0.5, 1 - 1.5 / max(1, samples))
    least = value_at(0.0)
    p95, p99 = value_at(min(0.95, known)), value_at(min(0.99, known))
    return p99 if p99 - least <= _FAR * (p95 - least) else p95


def shares(curve: Curve, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of all samples between each two of these rising values in ns.

    An exact bin that reaches into two of them is split in proportion, so that none is lost or counted twice.
    """
    below = np.concatenate([[0], np.cumsum(curve.bins.counts)])
    if not below[-1]:
        return np.zeros(edges.size - 1)
    parts: NDArray[np.float64] = np.diff(np.interp(edges + curve.shift, EDGES, below / below[-1]))
    return parts


def outside(curve: Curve, axis: Axis) -> tuple[float, float]:
    """Return the shares of a curve's samples before and beyond an axis."""
    before, _, beyond = shares(curve, np.array([-np.inf, axis.low, axis.high, np.inf]))
    return float(before), float(beyond)


def heights(curve: Curve, axis: Axis, columns: int) -> NDArray[np.float64]:
    """Return the percentage of the samples in each of the screen's columns, as ``barred`` draws it."""
    return barred(100 * shares(curve, axis.edges(columns)), curve.samples)


def barred(fine: NDArray[np.float64], samples: int) -> NDArray[np.float64]:
    """Return percentages of samples in columns as they are drawn: in bars as wide as their number allows.

    Few samples are drawn in bars of 2, 4, 8 … columns, about three times the root of their number, and the bars
    become finer as samples come: single samples would stand as high as the whole body later.
    """
    columns = fine.size
    seen = fine.sum() / 100 * samples
    bars = max(4.0, 3 * math.sqrt(seen))
    width = 2 ** max(0, math.ceil(math.log2(columns / bars)))
    if width == 1:
        return fine
    starts = np.arange(0, columns, width)
    widths = np.diff(np.append(starts, columns))
    return np.repeat(np.add.reduceat(fine, starts) / widths, widths)
