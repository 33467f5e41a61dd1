"""The machine's own speed, read from the reference spins, and what a median is at its typical speed."""

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.bins import EDGES, Bins
from sigtui.stats.collected import Collected

NEAR = 1.06
"""A slice whose slower spin is within this factor of typical counts as measured at typical speed."""

_FASTEST = 0.02
_BANDWIDTH = 0.05
_FLOOR = 0.05
_LEAST_SLICES = 5
_LEAST_FAST = 3


def typical_spin(spins: Bins) -> float:
    """Return the reference spin in ns when nothing disturbs the machine: the median of its fast spins.

    Fast are those within NEAR of the 2nd percentile. A shared machine's slow state is broad and its share
    differs from run to run (35-97 % where this was tried), so that the median of all spins moves by 8 %; its
    fast state is narrow. The 2nd percentile itself would be below a typical fast spin by twice the
    spins' own noise, and by another distance for every share. Where nearly all spins are slow, typical
    is slow too.
    """
    fastest = spins.quantile(_FASTEST)
    fast = Bins(np.where(EDGES[:-1] <= fastest * NEAR, spins.counts, 0))
    return fast.quantile(0.5)


def speeds(collected: Collected, typical_ns: float) -> NDArray[np.float64]:
    """Return the machine's speed in each block: 1 is typical, 0.5 half as fast."""
    return np.array([typical_ns / block.spin_ns for block in collected.blocks])


def _slowdowns(slices: NDArray[np.float64], typical_ns: float) -> NDArray[np.float64]:
    """Return by what factor the slower of each slice's two spins is over typical, at least 1."""
    return np.maximum(np.maximum(slices[:, 0], slices[:, 1]) / typical_ns, 1.0)


def at_typical_speed(collected: Collected, typical_ns: float) -> NDArray[np.float64]:
    """Return the kept samples, ns a call, of the slices that were measured at typical speed.

    A machine can be slow between the two spins of a slice, which is no hump of the algorithm: slices whose
    mean is not near those of the faster ones are left out. Fewer than five slices left prove nothing: none.
    """
    slices = collected.kept.slices
    fast = _slowdowns(slices, typical_ns) <= NEAR
    if fast.any():
        means = slices[:, 2]
        fast &= means <= NEAR * np.quantile(means[fast], 0.25)
    if fast.sum() < _LEAST_SLICES:
        return np.empty(0)
    values: NDArray[np.float64] = collected.values[fast[collected.origins]]
    return values


def normalised_median(collected: Collected, typical_ns: float) -> float:
    """Return the median in ns a call at the machine's typical speed.

    That of the slices that were measured at it, where there are at least three: over 22 runs on a machine that was
    slow for nine tenths of the time it repeats to 0.1-0.7 %. Otherwise the weighted median of all kept samples, each
    scaled by its slice's speed: a slice weighs the more, the closer the slower of its two spins is to typical.
    (Algorithms do not all slow down by the same factor as the spin, so that this repeats to 3-7 % only.)
    """
    slices, origins = collected.kept.slices, collected.origins
    slowdowns = _slowdowns(slices, typical_ns)
    paces = typical_ns / np.sqrt(slices[:, 0] * slices[:, 1])
    scaled = collected.values * paces[origins]
    fast = slowdowns <= NEAR
    if fast.sum() >= _LEAST_FAST:
        weights = fast.astype(np.float64)
    else:
        weights = np.exp(-((np.log(slowdowns) / _BANDWIDTH) ** 2)) + _FLOOR
    order = np.argsort(scaled)
    cumulated = np.cumsum(weights[origins[order]])
    return float(scaled[order[np.searchsorted(cumulated, cumulated[-1] / 2)]])
