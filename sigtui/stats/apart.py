"""Ratios between cases of two runs, which share no rounds: of medians at typical speed, or of means."""

import math
from dataclasses import dataclass

from sigtui.stats.compare import Ratio

PACE_DOUBT = 0.2
"""Share of the difference between two runs' spins, on the log scale, that scaling by them may leave.

An algorithm slows down by another factor than the spin: where a whole run was 1.77 times as slow, its cases were 1.67
to 1.91 times as slow, which is up to 0.13 of it.
"""


@dataclass(frozen=True, slots=True)
class Typical:
    """A median at its run's typical speed, half of its 99.9 % interval, and that run's reference spin.

    Times in one unit of the caller's; ``spin`` is the same on both sides, 1, where it can't be compared.
    """

    median: float
    error: float | None
    spin: float = 1.0


def of_medians(case: Typical, baseline: Typical) -> Ratio:
    """Return case ÷ baseline of two runs on one machine, each at the machine's typical speed.

    Where the whole of a run was slower, its times are scaled by the spins; the interval then holds what scaling
    may leave. There is no interval where one of the medians has none.
    """
    pace = math.log(case.spin / baseline.spin)
    point = case.median / baseline.median * math.exp(-pace)
    reach = _reach(case.median, case.error, baseline.median, baseline.error)
    return _around(point, None if reach is None else reach + PACE_DOUBT * abs(pace))


def of_means(mean: float, error: float | None, base: float, base_error: float | None) -> Ratio:
    """Return the ratio of two means that were measured apart; errors are halves of 99.9 % intervals.

    On the log scale the two are independent, so that the halves add up in squares.
    """
    return _around(mean / base, _reach(mean, error, base, base_error))


def _reach(value: float, error: float | None, base: float, base_error: float | None) -> float | None:
    if error is None or base_error is None or error >= value or base_error >= base:
        return None
    return math.hypot(-math.log1p(-error / value), -math.log1p(-base_error / base))


def _around(point: float, reach: float | None) -> Ratio:
    if reach is None:
        return Ratio(point, None, None)
    return Ratio(point, point * math.exp(-reach), point * math.exp(reach))
