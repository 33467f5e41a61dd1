"""The machine's own speed, read from the reference spins, and what a median is at its typical speed."""

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.bins import Bins
from sigtui.stats.collected import Collected

NEAR = 1.06
"""A block whose slower spin is within this factor of typical counts as measured at typical speed."""

_TYPICAL = 0.05
_BANDWIDTH = 0.05
_FLOOR = 0.05


def typical_spin(spins: Bins) -> float:
    """Return the reference spin in ns when nothing disturbs the machine: the 5th percentile of all spins.

    A shared machine's slow state is broad and its share differs from run to run (35-70 % where this was
    tried), so that the median spin moves by 8 %; its fast state is narrow, the 5th percentile moves by 1 %.
    """
    return spins.quantile(_TYPICAL)


def speeds(collected: Collected, typical_ns: float) -> NDArray[np.float64]:
    """Return the machine's speed in each block: 1 is typical, 0.5 half as fast."""
    return np.array([typical_ns / block.spin_ns for block in collected.blocks])


def _slowdowns(collected: Collected, typical_ns: float) -> NDArray[np.float64]:
    """Return by what factor the slower of each block's two spins is over typical, at least 1."""
    return np.maximum([max(block.spins_ns) / typical_ns for block in collected.blocks], 1.0)


def slow_share(collected: Collected, typical_ns: float) -> float:
    """Return the share of blocks that were not measured at typical speed from end to end."""
    return float((_slowdowns(collected, typical_ns) > NEAR).mean())


def at_typical_speed(collected: Collected, typical_ns: float) -> NDArray[np.float64]:
    """Return the kept samples, ns a call, of the blocks that were measured at typical speed."""
    fast = _slowdowns(collected, typical_ns) <= NEAR
    values: NDArray[np.float64] = collected.values[fast[collected.origins]]
    return values


def normalised_median(collected: Collected, typical_ns: float) -> float:
    """Return the median in ns a call at the machine's typical speed.

    The weighted median of the kept samples, each scaled by its block's speed. A block weighs the more, the
    closer the slower of its two spins is to typical: where the machine was fast at both ends, scaling has
    nothing left to correct. (Algorithms do not all slow down by the same factor as the spin, so that scaling
    alone repeats to 3 % between runs, and these weights to under 1 %.)
    """
    weights = np.exp(-((np.log(_slowdowns(collected, typical_ns)) / _BANDWIDTH) ** 2)) + _FLOOR
    scaled = collected.values * speeds(collected, typical_ns)[collected.origins]
    order = np.argsort(scaled)
    cumulated = np.cumsum(weights[collected.origins][order])
    return float(scaled[order][np.searchsorted(cumulated, cumulated[-1] / 2)])
