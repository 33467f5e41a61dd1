"""A whole number that varies from signature to signature: its least, typical and most."""

from collections.abc import Callable
from dataclasses import dataclass

from sigtui.model import LengthRange


@dataclass(frozen=True, slots=True)
class Spread:
    """Bytes or packets; all three are equal where nothing varies."""

    least: int
    typical: int
    most: int

    @classmethod
    def of(cls, value: int) -> "Spread":
        """Return the spread of something that never varies."""
        return cls(value, value, value)

    @classmethod
    def seen(cls, lengths: LengthRange) -> "Spread":
        """Return what was seen while measuring; typical is the mean, rounded to a whole byte."""
        return cls(lengths.shortest, round(lengths.mean), lengths.longest)

    @property
    def varies(self) -> bool:
        """Whether it isn't the same every time."""
        return self.least != self.most

    def each(self, function: Callable[[int], int]) -> "Spread":
        """Return what a function that never decreases makes of it."""
        return Spread(function(self.least), function(self.typical), function(self.most))
