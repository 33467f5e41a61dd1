"""The figures that sigtui has to reach, measured: `make bench`. Each file here holds some, found by its place."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure and the bar it must not pass; ``least`` turns the bar into a floor.

    Without a bar it is told beside another figure, and holds nothing up.
    """

    what: str
    value: float
    bar: float | None
    unit: str
    least: bool = False

    @property
    def reached(self) -> bool:
        """Whether the figure is on the right side of its bar."""
        if self.bar is None:
            return True
        return self.value >= self.bar if self.least else self.value <= self.bar

    def line(self) -> str:
        """Return the figure beside its bar, as `make bench` prints it."""
        if self.bar is None:
            return f"{'':6} {self.value:10.4g} {self.unit:<4} {'':8} {self.what}"
        sign = "≥" if self.least else "≤"
        mark = "ok    " if self.reached else "MISSED"
        return f"{mark} {self.value:10.4g} {self.unit:<4} {sign} {self.bar:g} {self.unit:<4} {self.what}"


Bars = Callable[[], Iterator[Figure]]
