"""Running mean, variance and skewness, merged without keeping the samples."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.student import two_sided

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, mean and the sums of squared and cubed deviations from it; merges exactly (Pébay 2008)."""

    count: int = 0
    mean: float = 0.0
    m2: float = 0.0
    m3: float = 0.0

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Moments":
        """Return the moments of some values, in their unit."""
        if values.size == 0:
            return cls()
        mean = float(np.add.reduce(values)) / values.size
        deviations = values - mean
        squares = deviations * deviations
        return cls(
            int(values.size), mean, float(np.add.reduce(squares)), float(np.add.reduce(squares * deviations))
        )

    def __add__(self, other: "Moments") -> "Moments":
        if not self.count or not other.count:
            return self if self.count else other
        n = self.count + other.count
        delta = other.mean - self.mean
        share = delta / n
        mean = self.mean + share * other.count
        m2 = self.m2 + other.m2 + delta * share * self.count * other.count
        m3 = (
            self.m3
            + other.m3
            + delta * share * share * self.count * other.count * (self.count - other.count)
            + 3 * share * (self.count * other.m2 - other.count * self.m2)
        )
        return Moments(n, mean, m2, m3)

    @property
    def stddev(self) -> float | None:
        """Sample standard deviation; None below two samples."""
        return math.sqrt(self.m2 / (self.count - 1)) if self.count > 1 else None

    @property
    def error(self) -> float | None:
        """Half of the mean's 99.9 % confidence interval by Student's t, as BenchmarkDotNet prints it."""
        stddev = self.stddev
        return None if stddev is None else two_sided(self.count - 1) * stddev / math.sqrt(self.count)

    @property
    def skewness(self) -> float | None:
        """Moment coefficient of skewness, 0 for a symmetric shape; None where all samples are equal."""
        # Equal values leave a trace of rounding in the sums, which would read as a skewness of 1 or -1.
        if self.count < 3 or self.m2 <= self.count * (_ROUNDING * self.mean) ** 2:
            return None
        return math.sqrt(self.count) * self.m3 / math.pow(self.m2, 1.5)
