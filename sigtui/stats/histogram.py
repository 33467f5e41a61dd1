"""A compact histogram to keep and to draw: even bins over the body, growing ones over the tail."""

from dataclasses import dataclass

import numpy as np

from sigtui.stats.bins import EDGES
from sigtui.stats.collected import Collected

_BODY = 48
_TAIL = 12


@dataclass(frozen=True, slots=True)
class Histogram:
    """``counts[i]`` samples lie in [edges[i], edges[i + 1]), edges in nanoseconds a call; all are counted."""

    edges: tuple[float, ...]
    counts: tuple[int, ...]


def histogram(collected: Collected, shift: float = 0.0) -> Histogram:
    """Return about 60 bins of all samples: even ones up to p99, then ones that grow up to the longest.

    Edges fall on those of the exact bins, so that no sample is split or guessed; ``shift`` (ns) is
    subtracted from every edge.
    """
    counts = collected.bins.counts
    used = np.flatnonzero(counts)
    first, last = int(used[0]), int(used[-1]) + 1
    knee = min(max(int(np.searchsorted(EDGES, collected.quantile(0.99))), first + 1), last)
    body = np.searchsorted(EDGES, np.linspace(EDGES[first], EDGES[knee], _BODY + 1))
    tail = np.searchsorted(EDGES, np.geomspace(EDGES[knee], EDGES[last], _TAIL + 1))
    marks = np.unique(np.clip(np.concatenate([[first], body, tail, [last]]), first, last))
    sums = np.add.reduceat(counts[:last], marks[:-1])
    return Histogram(
        edges=tuple(float(EDGES[mark] - shift) for mark in marks), counts=tuple(int(n) for n in sums)
    )
