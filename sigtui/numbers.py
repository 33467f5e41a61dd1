"""Numbers as people read them: three significant digits, one unit a column, an interval's own digits.

The rules are the same for the table, the exports and the screens, so that none of them tells another story.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

UNKNOWN = "–"
TOO_SMALL = "too few rounds"
"""Stands where an interval would be so wide that it says nothing."""

_WHOLE_FROM = 2.0**53
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
    middle = _three(median(known))
    fitting = [TimeUnit(name, factor) for name, factor in _STEPS if middle >= factor]
    return fitting[-1] if fitting else TimeUnit(*_STEPS[0])


def _three(value: float) -> float:
    """Return the value as three digits show it: 999.6 reads 1,000, so that its unit has to fit that."""
    return float(f"{value:.2e}")


def _decimals(value: float, significant: int) -> int:
    """Return the decimals that show so many significant digits; negative ones round before the point."""
    if value == 0 or not math.isfinite(value):
        return 0
    return significant - 1 - int(f"{value:.{significant - 1}e}".partition("e")[2])


def rounded(value: float, decimals: int) -> str:
    """Return the value with thousands separated, rounded to so many decimals (or tens, if negative)."""
    if decimals > 0 or not math.isfinite(value):
        return f"{value:,.{max(decimals, 0)}f}"
    # A float that large is a whole number, which rounds without overflow.
    whole = int(value) if abs(value) >= _WHOLE_FROM else value
    return f"{int(round(whole, decimals)):,}"


def figure(value: float | None, significant: int = 3) -> str:
    """Return a number with three significant digits: 1.37, 48.1, 386, 1,590."""
    return UNKNOWN if value is None else rounded(value, _decimals(value, significant))


def mean_and_error(mean: float, error: float | None) -> tuple[str, str]:
    """Return both as text; the mean never shows finer digits than its interval: ("1,010", "±50").

    The interval has one digit, two if it starts with 1 and the mean's three digits reach as far: ±11 beside
    957, ±0.01 beside 1.34. Where it is wider than the mean it has as many as leave the mean its first.
    """
    if error is None or error <= 0:
        return figure(mean), ""
    finest, decimals = _decimals(mean, 3), _decimals(error, 1)
    if f"{error:.0e}".startswith("1") and decimals < finest:
        decimals += 1
    decimals = max(decimals, _decimals(mean, 1))
    return rounded(mean, min(finest, decimals)), f"±{rounded(error, decimals)}"


def in_unit(microseconds: float | None, unit: TimeUnit) -> str:
    """Return a time in its column's unit; below 0.1 or above 9,999 it carries a unit of its own."""
    if microseconds is None:
        return UNKNOWN
    return figure(unit.of(microseconds)) if _fits(microseconds, unit) else with_unit(microseconds)


def _fits(microseconds: float, unit: TimeUnit) -> bool:
    return microseconds == 0 or 0.1 <= _three(unit.of(microseconds)) <= 9_999


def unit_for(microseconds: float, unit: TimeUnit) -> TimeUnit:
    """Return the column's unit, or the one that suits a time below 0.1 or above 9,999 of it."""
    return unit if _fits(microseconds, unit) else time_unit([microseconds])


def with_unit(microseconds: float) -> str:
    """Return a time with the unit that suits it: 78.8 ms."""
    own = time_unit([microseconds])
    return f"{figure(own.of(microseconds))} {own.name}"


def mean_in_unit(microseconds: float, error: float | None, unit: TimeUnit) -> str:
    """Return mean and interval in the column's unit, or in one of their own where that does not fit.

    An interval wider than the mean says nothing: "87 ms, too few rounds".
    """
    own = unit_for(microseconds, unit)
    if error is not None and error >= microseconds:
        mean = figure(own.of(microseconds), 2)
        return f"{mean if own == unit else f'{mean} {own.name}'}, {TOO_SMALL}"
    mean, half = mean_and_error(own.of(microseconds), None if error is None else own.of(error))
    text = f"{mean} {half}".rstrip()
    return text if own == unit else f"{text} {own.name}"


def mean_alone(microseconds: float, error: float | None) -> str:
    """Return mean and interval outside any column, with the unit that suits them: "1,010 ±50 µs"."""
    unit = time_unit([microseconds])
    if error is not None and error >= microseconds:
        return f"{figure(unit.of(microseconds), 2)} {unit.name}, {TOO_SMALL}"
    return f"{mean_in_unit(microseconds, error, unit)} {unit.name}"


def rate(per_second: float | None) -> str:
    """Return a rate: 986, 20.2 k, 1.04 M."""
    if per_second is None:
        return UNKNOWN
    for letter, factor in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if _three(per_second) >= factor:
            return f"{figure(per_second / factor)} {letter}"
    return figure(per_second)


def percent(share: float, signed: bool = False, digits: int = 0) -> str:
    """Return a share in percent: 31 %, +6 %; up to so many digits behind the point, where they say something."""
    text = f"{share * 100:{'+' if signed else ''}.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if digits else text} %"


def relative(share: float) -> str:
    """Return half of an interval as a share of its mean: ±2.1 %, ±24 %.

    Rounded up, wherever it is shown, so that ±2.0 % is never shown before ±2 % is reached.
    """
    if share <= 0:
        return "±0 %"
    step = 10.0 ** (math.floor(math.log10(share * 100)) - 1)
    # What floats add behind the ninth digit is no reason to round up.
    return f"±{figure(math.ceil(round(share * 100 / step, 9)) * step, 2)} %"


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
_CALM = 0.1  # values that differ less than this are no mountains


def sparkline(values: Iterable[float], width: int) -> str:
    """Return a row of bars, one a value, the lowest for the smallest; more than ``width`` are averaged."""
    listed = list(values)
    if not listed:
        return ""
    size = max(1, math.ceil(len(listed) / width))
    means = [sum(part) / len(part) for part in (listed[i : i + size] for i in range(0, len(listed), size))]
    low, high = min(means), max(means)
    span = max(high - low, _CALM * abs(high)) or 1.0
    return "".join(_BARS[min(int((value - low) / span * len(_BARS)), len(_BARS) - 1)] for value in means)
