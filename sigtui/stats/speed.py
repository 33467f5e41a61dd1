"""The machine's own speed, read from the reference spins, and what a median is at its typical speed."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.bins import EDGES, Bins
from sigtui.stats.collected import Collected
from sigtui.stats.student import two_sided

NEAR = 1.06
"""A slice whose slower spin is within this factor of typical counts as measured at typical speed."""

_FASTEST = 0.02
_BANDWIDTH = 0.05
_FLOOR = 0.05
_LEAST_SLICES = 5


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


@dataclass(frozen=True, slots=True)
class Normalised:
    """A median in ns a call at the machine's typical speed, and half of its 99.9 % interval.

    ``error`` is None where the slices are too few, or were measured at too many speeds, to say how sure it is.
    """

    median: float
    error: float | None


def normalised(collected: Collected, typical_ns: float) -> Normalised:
    """Return the median of a case at the machine's typical speed.

    The weighted median of the kept samples, each scaled by its slice's speed. A slice weighs the more, the
    closer the slower of its two spins is to typical: where the machine was fast at both ends, scaling has
    nothing left to correct. (Algorithms do not all slow down by the same factor as the spin, so that scaling
    alone repeats to 3 % between runs, and these weights to under 1 %.)

    Its interval is Woodruff's (1952) for a quantile of clustered samples: how sure the share of samples below the
    median is, with slices as the units, read back through the distribution. Where much of the weight lies on slices
    that had to be scaled, it reaches as far as these differ.
    """
    slices, origins = collected.kept.slices, collected.origins
    weights = np.exp(-((np.log(_slowdowns(slices, typical_ns)) / _BANDWIDTH) ** 2)) + _FLOOR
    paces = typical_ns / np.sqrt(slices[:, 0] * slices[:, 1])
    scaled = collected.values * paces[origins]
    order = np.argsort(scaled)
    each = weights[origins[order]]
    cumulated = np.cumsum(each)
    whole = float(cumulated[-1])

    def at(share: float) -> float:
        return float(scaled[order[min(int(np.searchsorted(cumulated, share * whole)), order.size - 1)]])

    median = at(0.5)
    count = len(slices)
    below = np.bincount(origins, weights=weights[origins] * ((scaled <= median) - 0.5), minlength=count)
    sums = np.bincount(origins, weights=weights[origins], minlength=count)
    effective = int(whole * whole / float((sums**2).sum()))
    if effective < _LEAST_SLICES:
        return Normalised(median, None)
    spread = math.sqrt(float((below**2).sum()) * effective / (effective - 1)) / whole
    reach = two_sided(effective - 1) * spread
    if reach >= 0.5:
        return Normalised(median, None)
    return Normalised(median, max(median - at(0.5 - reach), at(0.5 + reach) - median))
