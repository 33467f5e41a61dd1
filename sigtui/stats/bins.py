"""Exact counts of any number of samples in log-linear bins, laid as HdrHistogram does, at most 0.4 % wide."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_STEPS = 256  # bins an octave; below 2 * _STEPS nanoseconds every integer has its own
_OCTAVES = 45  # up to 2**53 ns, 104 days
_REST = 52 - 8  # bits of a double's mantissa beyond those that number a step
_FIRST = (1023 + 7) * _STEPS  # so that 2**8 has number 256


def _index(values: NDArray[np.float64]) -> NDArray[np.int64]:
    # A double's exponent and the first eight bits of its mantissa number the steps of all octaves.
    steps: NDArray[np.int64] = (values.view(np.int64) >> _REST) - _FIRST
    small = values < _STEPS
    if small.any():
        steps[small] = values[small].astype(np.int64)
    return steps


def _edges() -> NDArray[np.float64]:
    first = np.arange(2 * _STEPS, dtype=np.float64)
    octaves = [
        np.ldexp(np.arange(_STEPS, 2 * _STEPS, dtype=np.float64), shift) for shift in range(1, _OCTAVES)
    ]
    return np.concatenate([first, *octaves, [np.ldexp(2.0 * _STEPS, _OCTAVES - 1)]])


EDGES = _edges()
"""Lower edges of all bins in nanoseconds, and the upper edge of the last."""

_TOP = int(EDGES[-1]) - 1
_MIDDLES = (EDGES[:-1] + EDGES[1:]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """How many samples fell into each bin; ``counts[i]`` are those in [EDGES[i], EDGES[i + 1]).

    Equal to itself only: arrays have no single truth, and a screen asks at every event whether a state is new.
    """

    counts: NDArray[np.int64]

    @classmethod
    def empty(cls) -> "Bins":
        """Return bins with no sample."""
        return cls(np.zeros(EDGES.size - 1, dtype=np.int64))

    def add(self, nanoseconds: NDArray[np.float64]) -> "Bins":
        """Return the bins with these samples too."""
        counts = self.counts.copy()
        np.add.at(counts, _index(np.minimum(np.maximum(nanoseconds, 0, dtype=np.float64), _TOP)), 1)
        return Bins(counts)

    def add_pair(self, nanoseconds: tuple[float, float]) -> "Bins":
        """Return the bins with two samples more."""
        return self.add(np.array(nanoseconds, dtype=np.float64))

    def quantile(self, share: float) -> float:
        """Return the value in ns below which this share of the samples lies, interpolated in its bin."""
        return self.quantiles((share,))[0]

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return such a value for each share."""
        cumulated = np.cumsum(self.counts)
        ranks = np.asarray(shares) * float(cumulated[-1])
        # Rank 0 is where the first sample's bin begins, and not before the bins that are empty.
        places = np.searchsorted(cumulated, np.maximum(ranks, np.nextafter(0, 1)))
        places = np.minimum(places, self.counts.size - 1)
        held = self.counts[places]
        inside = (ranks - (cumulated[places] - held)) / held
        found = EDGES[places] + inside * (EDGES[places + 1] - EDGES[places])
        return [float(value) for value in found]

    def below(self, value: float) -> int:
        """Count the samples under a value in ns, by the middles of their bins."""
        return int(self.counts[: np.searchsorted(_MIDDLES, value)].sum())
