"""Axes with round ends and ticks, linear or logarithmic, that only grow, so that a live picture holds still."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ROUND = (1, 2, 5)
_NARROW = 5.0  # below this ratio of its ends a log axis has the ends and ticks of a linear one
_LEAST_SPAN = 0.05  # of the axis's high end: twelve exact bins or more, which are up to 0.4 % wide
_DECADES = 6.0  # a log axis reaches down no further, whatever the data


@dataclass(frozen=True, slots=True)
class _Step:
    """A round number, 1, 2 or 5 times a power of ten, and its exact multiples."""

    mantissa: int
    exponent: int

    @classmethod
    def at_least(cls, size: float) -> "_Step":
        """Return the smallest round number that is not below a positive size."""
        exponent = math.floor(math.log10(size))
        steps = [cls(mantissa, exponent) for mantissa in _ROUND]
        return next((step for step in steps if step.times(1) >= size), cls(1, exponent + 1))

    @classmethod
    def at_most(cls, size: float) -> "_Step":
        """Return the largest round number that is not above a positive size."""
        exponent = math.floor(math.log10(size))
        steps = [cls(5, exponent - 1), *(cls(mantissa, exponent) for mantissa in _ROUND)]
        return [step for step in steps if step.times(1) <= size][-1]

    def times(self, count: int) -> float:
        """Return a multiple: divided, where the step is below 1, so that 3 steps of 0.1 are 0.3."""
        whole = count * self.mantissa
        return float(whole * 10**self.exponent) if self.exponent >= 0 else whole / 10**-self.exponent

    def below(self, value: float) -> int:
        """Return how many steps reach the value or the last multiple below it."""
        count = math.floor(value / self.times(1))
        return count if self.times(count) <= value else count - 1

    def above(self, value: float) -> int:
        """Return how many steps reach the value or the first multiple above it."""
        return -self.below(-value)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from ``low`` to ``high``, in the unit of its data; ``log`` makes equal ratios equally long."""

    low: float
    high: float
    log: bool = False

    def holds(self, low: float, high: float) -> bool:
        """Whether both ends of the data lie on the axis."""
        return self.low <= low and high <= self.high

    def edges(self, columns: int) -> NDArray[np.float64]:
        """Return the ``columns + 1`` values that bound columns of one width on the screen."""
        evenly = np.geomspace if self.log else np.linspace
        edges: NDArray[np.float64] = evenly(self.low, self.high, columns + 1)
        edges[0], edges[-1] = self.low, self.high
        return edges

    def place(self, value: float) -> float:
        """Return where a value lies: 0 at the low end, 1 at the high one, outside of both beyond them."""
        if not self.log:
            return (value - self.low) / (self.high - self.low)
        if value <= 0:
            return -math.inf
        return math.log(value / self.low) / math.log(self.high / self.low)

    def ticks(self, most: int) -> tuple[float, ...]:
        """Return round values on the axis, with at most about so many gaps between them; at least two values."""
        if self.log and self.high / self.low >= _NARROW:
            return self._decades(most)
        step = _Step.at_least((self.high - self.low) / max(1, most))
        counts = range(step.above(self.low), step.below(self.high) + 1)
        return tuple(step.times(count) for count in counts) if len(counts) > 1 else (self.low, self.high)

    def _decades(self, most: int) -> tuple[float, ...]:
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        choices = [
            [
                _Step(mantissa, exponent).times(1)
                for exponent in range(first, last + 1, apart)
                for mantissa in round_
            ]
            for apart, round_ in ((1, _ROUND), (1, (1, 3)), (1, (1,)), (2, (1,)), (3, (1,)))
        ]
        for values in choices:
            ticks = tuple(value for value in values if self.low <= value <= self.high)
            if len(ticks) - 1 <= max(1, most):
                break
        return ticks if len(ticks) > 1 else (self.low, self.high)


def axis(
    low: float,
    high: float,
    previous: Axis | None = None,
    *,
    log: bool = False,
    parts: int = 16,
    close: bool = False,
) -> Axis:
    """Return the axis for data from ``low`` to ``high``: the previous one as long as it holds them.

    Otherwise it grows to ends on multiples of a step of 1, 2 or 5 times a power of ten, at most ``parts``
    and two of them, and never shrinks at either end. An axis of the other kind (linear or log) starts anew.
    ``close`` keeps the low end within 1.25 % under ``low``, whatever the step: what lies before stays off.
    Data of one value is given an axis around it. Values of zero and below have no place on a log axis.
    """
    if previous is not None and previous.log != log:
        previous = None
    if log:
        high = high if high > 0 else 1.0
        low = max(low, high / 10**_DECADES)
    if previous is not None and previous.holds(low, high):
        return previous
    low, high = _spread(low, high)
    if previous is not None:
        low, high = min(low, previous.low), max(high, previous.high)
    step = _Step.at_least((high - low) / parts)
    start, end = step.times(step.below(low)), step.times(step.above(high))
    if log and (high / low >= _NARROW or start <= 0):
        start, end = _Step.at_most(low).times(1), _Step.at_least(high).times(1)
    if close and low > 0:
        fine = _Step.at_least(low / 200)
        start = max(start, fine.times(fine.below(low)))
    return Axis(start, end, log)


def _spread(low: float, high: float) -> tuple[float, float]:
    """Return ends that are far enough from each other to be told apart."""
    least = _LEAST_SPAN * abs(high) or 1.0
    missing = max(0.0, least - (high - low))
    start = low - missing / 2
    return (max(start, 0.0) if low >= 0 else start), high + missing / 2
