import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.numbers import (
    MICROSECONDS,
    UNKNOWN,
    TimeUnit,
    count,
    duration,
    figure,
    in_unit,
    interval,
    mean_alone,
    mean_and_error,
    mean_in_unit,
    rate,
    relative,
    rounded,
    sparkline,
    time_unit,
    with_unit,
)

MILLISECONDS = TimeUnit("ms", 1e3)

FINITE = st.floats(0, allow_infinity=False, allow_nan=False)
USUAL = st.floats(1e-6, 1e12)


def value_of(text: str) -> float:
    """Read a figure back."""
    return float(text.replace(",", ""))


def finest(text: str) -> int:
    """Return the decimals that a text shows; negative where it ends in zeros that round it."""
    whole, _, decimals = text.replace(",", "").partition(".")
    return len(decimals) if decimals else -(len(whole) - len(whole.rstrip("0")) if whole.strip("0") else 0)


# screens.md, all figures of the mock-ups: what is shown, and what it may stand for.
@pytest.mark.parametrize(
    ("mean", "error", "shown"),
    [
        *((1.342, 0.012, "1.34 ±0.01"), (49.41, 0.21, "49.4 ±0.2"), (52.03, 0.29, "52.0 ±0.3")),
        *((382.4, 3.1, "382 ±3"), (957.2, 11.2, "957 ±11"), (962.4, 10.9, "962 ±11")),
        *((1_013.6, 48.3, "1,010 ±50"), (113.2, 1.1, "113 ±1"), (168.0, 1.4, "168 ±1")),
        *((47.28, 0.41, "47.3 ±0.4"), (195.3, 1.0, "195 ±1")),
    ],
)
def test_means_read_as_on_the_screens(mean: float, error: float, shown: str) -> None:
    """An interval has one digit, two if it starts with 1 and the mean reaches as far."""
    assert " ".join(mean_and_error(mean, error)) == shown
    assert mean_in_unit(mean, error, MICROSECONDS) == shown


@pytest.mark.parametrize(
    ("mean", "error", "shown"),
    [
        *(
            (9.995, 0.2, "10.0 ±0.2"),
            (999.6, 2.0, "1,000 ±2"),
            (99.97, 0.96, "100 ±1"),
            (9.99, 9.96, "10 ±10"),
        ),
        *((1_013.6, 96.0, "1,010 ±100"), (1_013.6, 149.0, "1,010 ±150"), (1_013.6, 212.0, "1,000 ±200")),
        *((54.2, 80.1, "50 ±80"), (0.0271, 0.000_31, "0.0271 ±0.0003"), (1_013.6, 0.3, "1,010 ±0.3")),
    ],
)
def test_rounding_carries_into_the_next_digit(mean: float, error: float, shown: str) -> None:
    """9.96 is 10, and then it starts with 1."""
    assert " ".join(mean_and_error(mean, error)) == shown


@pytest.mark.parametrize(
    ("mean", "error", "shown"), [(30.2, 412.0, "30 ±410"), (5.4, 636.6, "5 ±637"), (0.34, 28.0, "0.3 ±28.0")]
)
def test_an_interval_wider_than_the_mean_leaves_the_mean_a_digit(
    mean: float, error: float, shown: str
) -> None:
    """Five samples of key generation do not read "0 ±400"."""
    assert " ".join(mean_and_error(mean, error)) == shown


@pytest.mark.parametrize("error", [None, 0.0])
def test_a_mean_without_an_interval_stands_alone(error: float | None) -> None:
    """One sample, or samples that are all equal, show no ±."""
    assert mean_and_error(49.41, error) == ("49.4", "")
    assert mean_in_unit(49.41, error, MICROSECONDS) == "49.4"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        *(
            (1.372, "1.37"),
            (48.07, "48.1"),
            (386.2, "386"),
            (793.0, "793"),
            (1_592.0, "1,590"),
            (3_618.0, "3,620"),
        ),
        *(
            (0.027_14, "0.0271"),
            (1.05, "1.05"),
            (7.743, "7.74"),
            (19.36, "19.4"),
            (20.51, "20.5"),
            (0.324, "0.324"),
        ),
        *((9.995_1, "10.0"), (9.994_9, "9.99"), (999.5, "1,000"), (999.49, "999"), (9_999.5, "10,000")),
        *((0, "0"), (0.099_96, "0.100"), (1_234_567.0, "1,230,000"), (None, UNKNOWN)),
    ],
)
def test_figures_have_three_significant_digits(value: float | None, shown: str) -> None:
    """Thousands are separated, and rounding does not lose a digit."""
    assert figure(value) == shown


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        *((0.026_9, 0.027_4, "0.0269–0.0274"), (1.041, 1.063, "1.04–1.06"), (7.66, 7.82, "7.66–7.82")),
        *((19.1, 19.58, "19.1–19.6"), (19.53, 21.5, "19.5–21.5"), (None, None, ""), (1.0, None, "")),
    ],
)
def test_an_interval_shows_both_ends(low: float | None, high: float | None, shown: str) -> None:
    """Or nothing where it is unknown."""
    assert interval(low, high) == shown


@pytest.mark.parametrize(
    ("per_second", "shown"),
    [
        *((746_268, "746 k"), (20_243, "20.2 k"), (19_230, "19.2 k"), (2_618, "2.62 k"), (1_044.9, "1.04 k")),
        *(
            (986.2, "986"),
            (999.4, "999"),
            (999.6, "1.00 k"),
            (12.69, "12.7"),
            (1_040_000, "1.04 M"),
            (2.5e9, "2.50 G"),
        ),
        *((999_600, "1.00 M"), (0, "0"), (None, UNKNOWN)),
    ],
)
def test_rates_carry_a_prefix(per_second: float | None, shown: str) -> None:
    """986 and 20.2 k, never 1,000 k."""
    assert rate(per_second) == shown


@pytest.mark.parametrize(
    ("microseconds", "shown"),
    [
        *(
            (78_800, "78.8 ms"),
            (78_800_000, "78.8 s"),
            (32.0, "32.0 µs"),
            (221.3, "221 µs"),
            (0.81, "810 ns"),
        ),
        *((999.4, "999 µs"), (999.6, "1.00 ms"), (0.000_5, "0.500 ns"), (0, "0 µs"), (7.2e9, "7,200 s")),
    ],
)
def test_a_time_alone_has_the_unit_that_suits_it(microseconds: float, shown: str) -> None:
    """So that it reads 1 to 999, where a unit allows it."""
    assert with_unit(microseconds) == shown


@pytest.mark.parametrize(
    ("values", "name"),
    [
        *(
            ([1.37, 48.1, 51, 386, 967, 958, 793], "µs"),
            ([0.4, 0.5, 900], "ns"),
            ([1_000, 2_000, 3_000], "ms"),
        ),
        *(
            ([999.4], "µs"),
            ([999.6], "ms"),
            ([0.999_6], "µs"),
            ([2e6, None, 3e6], "s"),
            ([], "µs"),
            ([None, 0.0], "µs"),
        ),
    ],
)
def test_a_columns_unit_suits_its_median_row(values: list[float | None], name: str) -> None:
    """The median row reads 1 to 999; rows without a figure do not count."""
    assert time_unit(values).name == name


@pytest.mark.parametrize(
    ("microseconds", "unit", "shown"),
    [
        *((1_592, MICROSECONDS, "1,590"), (9_994, MICROSECONDS, "9,990"), (9_996, MICROSECONDS, "10.0 ms")),
        *((78_800, MICROSECONDS, "78.8 ms"), (0.1, MICROSECONDS, "0.100"), (0.099, MICROSECONDS, "99.0 ns")),
        *((0.099_96, MICROSECONDS, "0.100"), (1.37, MILLISECONDS, "1.37 µs"), (0, MICROSECONDS, "0")),
        (None, MICROSECONDS, UNKNOWN),
    ],
)
def test_a_cell_beyond_its_columns_unit_carries_its_own(
    microseconds: float | None, unit: TimeUnit, shown: str
) -> None:
    """Below 0.1 and above 9,999 as shown."""
    assert in_unit(microseconds, unit) == shown


def test_a_mean_beyond_its_columns_unit_takes_its_interval_along() -> None:
    """Both are in one unit, which is said once."""
    assert mean_in_unit(78_800, 9_400, MICROSECONDS) == "79 ±9 ms"
    assert mean_in_unit(0.052, 0.001, MICROSECONDS) == "52.0 ±1.0 ns"
    assert mean_in_unit(0, None, MILLISECONDS) == "0"


def test_counts_are_exact() -> None:
    """Bytes and samples, with commas."""
    assert (count(2_420), count(64), count(0), count(None)) == ("2,420", "64", "0", UNKNOWN)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.2, "1 s"),
        (9.4, "9 s"),
        (75, "75 s"),
        (99.4, "99 s"),
        (240, "4 min"),
        (5_000, "83 min"),
        (9_000, "2.5 h"),
    ],
)
def test_lengths_of_time_are_said_shortly(seconds: float, shown: str) -> None:
    """In seconds up to a hundred, then minutes, then hours."""
    assert duration(seconds) == shown


@given(FINITE)
def test_no_figure_crashes_or_warns(value: float) -> None:
    """Any finite time or rate, tiny or huge, becomes text that is a number."""
    for text in (figure(value), rate(value), with_unit(value), in_unit(value, MICROSECONDS)):
        assert re.fullmatch(r"\d{1,3}(,\d{3})*(\.\d+)?( (ns|µs|ms|s|k|M|G))?", text)


@given(FINITE, FINITE)
def test_no_mean_and_interval_crash_or_warn(mean: float, error: float) -> None:
    """Nor do two of them, however far apart."""
    assert mean_in_unit(mean, error, MICROSECONDS)


@given(USUAL)
def test_a_figure_keeps_its_size(value: float) -> None:
    """What is read back is within half of the third digit."""
    assert value_of(figure(value)) == pytest.approx(value, rel=0.005_001)


@given(USUAL, st.floats(1e-4, 2))
def test_the_mean_never_shows_finer_digits_than_its_interval(mean: float, share: float) -> None:
    """The last digit of the mean is of the interval's last digit or a coarser one; both keep their size."""
    first, second = mean_and_error(mean, mean * share)
    half = second.removeprefix("±")
    if "." in first:
        assert len(first.partition(".")[2]) <= len(half.partition(".")[2])
    else:
        assert value_of(first) == pytest.approx(
            mean, abs=0.5 * 10 ** -min(finest(half), finest(first)) + 1e-9
        )
    assert value_of(half) == pytest.approx(mean * share, rel=0.5)
    assert value_of(first) == pytest.approx(mean, rel=0.5)


@given(USUAL, st.floats(1e-3, 0.1))
def test_the_interval_that_is_shown_is_about_the_real_one(mean: float, share: float) -> None:
    """One digit says 1.5 for 1.0 to 2.0 at worst, and the shown mean lies inside."""
    first, second = mean_and_error(mean, mean * share)
    assert value_of(second.removeprefix("±")) == pytest.approx(mean * share, rel=0.34)
    assert abs(value_of(first) - mean) <= max(mean * share, 0.005_001 * mean)


@given(st.lists(st.floats(1e-3, 1e8), min_size=1, max_size=9))
def test_a_columns_median_reads_1_to_999(values: list[float]) -> None:
    """Whatever the column, down to nanoseconds and up to a thousand seconds."""
    middle = sorted(values)[len(values) // 2]
    unit = time_unit([value for value in values if value == middle])
    assert 1 <= value_of(figure(unit.of(middle))) <= 999


@pytest.mark.parametrize(
    ("value", "decimals", "shown"), [(1_250, -2, "1,200"), (0.5, 0, "0"), (2.675, 2, "2.67")]
)
def test_rounding_is_to_even_as_floats_are(value: float, decimals: int, shown: str) -> None:
    """Ties go to the even digit."""
    assert rounded(value, decimals) == shown


def test_the_largest_float_is_rounded_without_overflow() -> None:
    """What a foreign file may hold must not end in a traceback."""
    assert rounded(1.797_693_134_862_315_7e308, -306).startswith("180,")
    assert figure(math.inf) == "inf"


def test_a_sparkline_spans_lowest_to_highest() -> None:
    """One bar a value, lowest and highest at the ends of the scale; more than fit are averaged."""
    assert sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8) == "▁▂▃▄▅▆▇█"
    assert sparkline([5, 5, 5], 8) == "▁▁▁"
    assert sparkline([1, 1, 9, 9], 2) == "▁█"
    assert sparkline([], 8) == ""
    assert len(sparkline(range(100), 16)) <= 16


def test_an_interval_wider_than_its_mean_is_not_shown() -> None:
    """It would only say that nothing is known yet."""
    assert mean_in_unit(87_000, 120_000, MICROSECONDS) == "87 ms, too few rounds"
    assert mean_in_unit(87, 88, MICROSECONDS) == "87, too few rounds"
    assert mean_in_unit(87, 80, MICROSECONDS) == "90 ±80"


@pytest.mark.parametrize(
    ("mean", "error", "shown"),
    [
        (87_000, 120_000, "87 ms, too few rounds"),
        (87, 88, "87 µs, too few rounds"),
        (1_010, 50, "1.01 ±0.05 ms"),
        (49.4, 0.2, "49.4 ±0.2 µs"),
        (49.4, None, "49.4 µs"),
    ],
)
def test_a_mean_alone_has_its_unit_behind_its_interval(mean: float, error: float | None, shown: str) -> None:
    """Where the interval says nothing, the unit stays with the mean."""
    assert mean_alone(mean, error) == shown


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        *((0.021, "±2.1 %"), (0.02, "±2.0 %"), (0.020_01, "±2.1 %"), (0.1 + 0.2 - 0.28, "±2.0 %")),
        *((0.004_3, "±0.43 %"), (0.121, "±13 %"), (0.999, "±100 %"), (0.000_5, "±0.050 %"), (0.0, "±0 %")),
    ],
)
def test_how_sure_a_mean_is_is_rounded_up(share: float, shown: str) -> None:
    """Nobody reads that an aim is reached before it is."""
    assert relative(share) == shown
