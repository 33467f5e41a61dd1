"""Numbers as people read them: three significant digits, one unit a column, an interval's own digits.

The rules are the same for the table, the exports and the screens, so that none of them tells another story.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

UNKNOWN = "–"

_STEPS = (("ns", 1e-3), ("µs", 1.0), ("ms", 1e3), ("s", 1e6))


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """A unit of time: its name, and how many µs it is."""

    name: str
    microseconds: float

    def of(self, microseconds: float) -> float:
        """Convert µs into this unit."""
        return microseconds / self.microseconds


MICROSECONDS = TimeUnit("µs", 1.0)


def time_unit(microseconds: Iterable[float | None]) -> TimeUnit:
    """Choose the unit of a column so that its median row reads 1 to 999."""
    known = [value for value in microseconds if value is not None and value > 0]
    if not known:
        return MICROSECONDS
    middle = median(known)
    fitting = [TimeUnit(name, factor) for name, factor in _STEPS if middle >= factor]
    return fitting[-1] if fitting else TimeUnit(*_STEPS[0])


def _decimals(value: float, significant: int) -> int:
    """Return the decimals that show so many significant digits; negative ones round before the point."""
    if value == 0 or not math.isfinite(value):
        return 0
    shown = float(f"{abs(value):.{significant - 1}e}")
    return significant - 1 - math.floor(math.log10(shown))


def rounded(value: float, decimals: int) -> str:
    """Return the value with thousands separated, rounded to so many decimals (or tens, if negative)."""
    return f"{round(value, decimals):,.{max(decimals, 0)}f}"


def figure(value: float | None, significant: int = 3) -> str:
    """Return a number with three significant digits: 1.37, 48.1, 386, 1,590."""
    return UNKNOWN if value is None else rounded(value, _decimals(value, significant))


def error_decimals(error: float) -> int:
    """Return the decimals of an interval's half-width: one digit, two if it starts with 1."""
    one = _decimals(error, 1)
    return one + 1 if f"{round(error, one):.0e}".startswith("1") else one


def mean_and_error(mean: float, error: float | None) -> tuple[str, str]:
    """Return both as text; the mean never shows finer digits than its interval: ("1,010", "±50")."""
    if error is None or error <= 0:
        return figure(mean), ""
    decimals = error_decimals(error)
    return rounded(mean, min(_decimals(mean, 3), decimals)), f"±{rounded(error, decimals)}"


def in_unit(microseconds: float | None, unit: TimeUnit) -> str:
    """Return a time in its column's unit; below 0.1 or above 9,999 it carries a unit of its own."""
    if microseconds is None:
        return UNKNOWN
    value = unit.of(microseconds)
    if 0.1 <= value <= 9_999 or value == 0:
        return figure(value)
    return with_unit(microseconds)


def with_unit(microseconds: float) -> str:
    """Return a time with the unit that suits it: 78.8 ms."""
    own = time_unit([microseconds])
    return f"{figure(own.of(microseconds))} {own.name}"


def mean_in_unit(microseconds: float, error: float | None, unit: TimeUnit) -> str:
    """Return mean and interval in the column's unit, or in one of their own where that does not fit."""
    value = unit.of(microseconds)
    own = unit if 0.1 <= value <= 9_999 else time_unit([microseconds])
    mean, half = mean_and_error(own.of(microseconds), None if error is None else own.of(error))
    text = f"{mean} {half}".rstrip()
    return text if own == unit else f"{text} {own.name}"


def rate(per_second: float | None) -> str:
    """Return a rate: 986, 20.2 k, 1.04 M."""
    if per_second is None:
        return UNKNOWN
    for letter, factor in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if float(f"{per_second:.2e}") >= factor:
            return f"{figure(per_second / factor)} {letter}"
    return figure(per_second)


def count(number: int | None) -> str:
    """Return a whole number exactly, thousands separated."""
    return UNKNOWN if number is None else f"{number:,}"


def interval(low: float | None, high: float | None) -> str:
    """Return both ends of a ratio's interval: 19.5–21.5."""
    return "" if low is None or high is None else f"{figure(low)}–{figure(high)}"


def duration(seconds: float) -> str:
    """Return a length of time as one says it: 9 s, 75 s, 4 min."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"


_BARS = "▁▂▃▄▅▆▇█"


def sparkline(values: Iterable[float], width: int) -> str:
    """Return a row of bars, one a value, the lowest for the smallest; more than ``width`` are averaged."""
    listed = list(values)
    if not listed:
        return ""
    size = max(1, math.ceil(len(listed) / width))
    means = [sum(part) / len(part) for part in (listed[i : i + size] for i in range(0, len(listed), size))]
    low, high = min(means), max(means)
    span = (high - low) or 1.0
    return "".join(_BARS[min(int((value - low) / span * len(_BARS)), len(_BARS) - 1)] for value in means)
