"""A compact histogram to keep and to draw: even bins over the body, growing ones over the tail."""

from dataclasses import dataclass

import numpy as np

from sigtui.stats.bins import EDGES
from sigtui.stats.collected import Distribution

_BODY = 48
_TAIL = 12
_AHEAD = 16  # exact bins from the 99th percentile to beyond the last bar of the body


@dataclass(frozen=True, slots=True)
class Histogram:
    """``counts[i]`` samples lie in [edges[i], edges[i + 1]), edges in nanoseconds a call; all are counted."""

    edges: tuple[float, ...]
    counts: tuple[int, ...]


def histogram(samples: Distribution, shift: float = 0.0) -> Histogram:
    """Return up to about 60 bins of all samples: even ones up to p99, then ones that grow up to the longest.

    Edges fall on those of the exact bins, so that no sample is split or guessed; ``shift`` (ns) is
    subtracted from every edge.
    """
    counts = samples.bins.counts
    used = np.flatnonzero(counts)
    first, last = int(used[0]), int(used[-1]) + 1
    (p99,) = samples.quantiles((0.99,))
    knee = min(max(int(np.searchsorted(EDGES, p99)), first + 1), last)
    # Exact bins double their width at every octave: multiples of the widest are edges all through the body,
    # and bars of one width in ns show no humps that are not there.
    widest = min(knee + _AHEAD, EDGES.size - 2)
    exact = EDGES[widest + 1] - EDGES[widest]
    step = exact * np.ceil((EDGES[knee] - EDGES[first]) / (_BODY * exact))
    start, end = np.floor(EDGES[first] / step) * step, np.ceil(EDGES[knee] / step) * step
    body = np.minimum(np.arange(start, end + step / 2, step), EDGES[-1])
    beyond = EDGES[last] - end
    bars = int(np.clip(beyond // step, 1, _TAIL))
    tail = np.geomspace(end, EDGES[last], bars + 1) if beyond > 0 else body[-1:]
    marks = np.unique(np.searchsorted(EDGES, np.concatenate([body, tail])))
    sums = np.add.reduceat(counts[: marks[-1]], marks[:-1])
    return Histogram(
        edges=tuple(float(EDGES[mark] - shift) for mark in marks), counts=tuple(int(n) for n in sums)
    )
