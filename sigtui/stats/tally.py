"""How sure a mean is yet: the few sums that a stopping rule needs, without keeping samples or rounds."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.moments import Moments
from sigtui.stats.student import two_sided


@dataclass(frozen=True, slots=True)
class Tally:
    """Moments of all samples, and the sums over rounds (n samples with mean m each) behind their spread.

    ``origin`` is the first round's mean: sums of deviations from it do not cancel badly.
    """

    moments: Moments = field(default_factory=Moments)
    rounds: int = 0
    origin: float = 0.0
    n2: float = 0.0
    n2d: float = 0.0
    n2d2: float = 0.0

    def add(self, values: NDArray[np.float64]) -> "Tally":
        """Return the tally with one more round of samples (ns a call)."""
        return self.add_moments(Moments.of(values))

    def add_moments(self, fresh: Moments) -> "Tally":
        """Return the tally with one more round of which the moments are known."""
        origin = self.origin if self.rounds else fresh.mean
        square, deviation = float(fresh.count) ** 2, fresh.mean - origin
        return Tally(
            self.moments + fresh,
            self.rounds + 1,
            origin,
            self.n2 + square,
            self.n2d + square * deviation,
            self.n2d2 + square * deviation * deviation,
        )

    @property
    def rounds_error(self) -> float | None:
        """Half of the mean's 99.9 % interval, rounds as the units; None below two rounds.

        The variance of a mean over clusters (Cochran 1977, section 2.11): the samples of one round share the
        machine's speed, so that their number alone promises too much.
        """
        if self.rounds < 2:
            return None
        deviation = self.moments.mean - self.origin
        residuals = self.n2d2 - 2 * deviation * self.n2d + deviation * deviation * self.n2
        variance = max(residuals, 0.0) * self.rounds / (self.rounds - 1)
        return two_sided(self.rounds - 1) * math.sqrt(variance) / self.moments.count

    @property
    def precision(self) -> float | None:
        """Relative half-width of the wider of the mean's two intervals; None where there is none yet."""
        error, rounds_error = self.moments.error, self.rounds_error
        if error is None or rounds_error is None or self.moments.mean <= 0:
            return None
        return max(error, rounds_error) / self.moments.mean
