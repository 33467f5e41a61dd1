from collections.abc import Callable

import numpy as np
import pytest

from sigtui.stats.shape import BIMODAL, DRIFT, SUSPICIOUS, Drift, drift, mvalue, outliers
from tests.made import Times, collected

Draw = Callable[[np.random.Generator, int], Times]

ONE_HUMP: dict[str, Draw] = {
    "normal": lambda rng, n: rng.normal(50_000, 900, n),
    "lognormal": lambda rng, n: rng.lognormal(11, 0.5, n),
    "exponential tail": lambda rng, n: 20_000 + rng.exponential(40_000, n),
    "uniform": lambda rng, n: rng.uniform(40_000, 60_000, n),
}

WORN: dict[str, Draw] = {
    "a clock of 100 ns": lambda rng, n: np.floor(rng.normal(50_000, 250, n) / 100) * 100,
    "a clock of 125/3 ns": lambda rng, n: np.floor(np.floor(rng.normal(1_200, 3, n)) * 125 / 3),
    "a batch's total over its calls": lambda rng, n: np.rint(rng.normal(64_000, 3, n)) / 64,
    "heavy tails": lambda rng, n: 50_000 + 100 * rng.standard_t(2, n),
    "a few disturbed calls": lambda rng, n: rng.normal(50_000, 900, n) * (1 + 3 * (rng.random(n) < 0.02)),
}


def two(weight: float, apart: float = 6) -> Draw:
    """Return draws from two normal humps, this many standard deviations apart."""
    return lambda rng, n: np.where(
        rng.random(n) < weight, rng.normal(50_000, 500, n), rng.normal(50_000 + 500 * apart, 500, n)
    )


def mvalues(draw: Draw, size: int, seeds: int = 100) -> Times:
    """Return the mValues of many seeded draws."""
    found = [mvalue(draw(np.random.default_rng(seed), size)) for seed in range(seeds)]
    return np.array(found, dtype=np.float64)


@pytest.mark.parametrize("size", [200, 1_000, 20_000])
@pytest.mark.parametrize("name", ONE_HUMP)
def test_one_hump_is_not_suspicious(name: str, size: int) -> None:
    """At least 98 of 100 draws of one hump stay below 2.8, however skewed or flat it is."""
    assert (mvalues(ONE_HUMP[name], size) < SUSPICIOUS).sum() >= 98


@pytest.mark.parametrize("size", [200, 1_000, 20_000])
@pytest.mark.parametrize("weight", [0.5, 0.8])
def test_two_humps_are_bimodal(weight: float, size: int) -> None:
    """At least 98 of 100 draws of two humps are over 3.2, also where the second has one call in five."""
    assert (mvalues(two(weight), size) > BIMODAL).sum() >= 98


@pytest.mark.parametrize("size", [200, 5_000])
@pytest.mark.parametrize("name", WORN)
def test_a_coarse_clock_and_a_few_strays_make_no_humps(name: str, size: int) -> None:
    """Steps of the clock, division by the batch, and a tail are not humps."""
    assert (mvalues(WORN[name], size, 20) < SUSPICIOUS).all()


def test_humps_of_one_height_are_counted() -> None:
    """Two clear ones read about 4, as Gregg's own mValue does, three about 6."""
    rng = np.random.default_rng(1)
    humps = [rng.normal(place, 500, 5_000) for place in (50_000, 60_000, 70_000)]
    assert mvalue(np.concatenate(humps[:2])) == pytest.approx(4, abs=0.1)
    assert mvalue(np.concatenate(humps)) == pytest.approx(6, abs=0.1)


def test_two_exact_times_are_two_humps() -> None:
    """Calls that take one of two times, and nothing between, are bimodal; a clock's two steps are not."""
    assert mvalue(np.repeat([100_000.0, 170_000.0], [80, 20])) == pytest.approx(4)
    assert mvalue(np.repeat([100_000.0, 100_100.0], [60, 40])) == 2


def test_too_few_samples_have_no_mvalue_and_equal_ones_have_one_hump() -> None:
    """None below 50; equal samples are one hump, with a stray or without."""
    assert mvalue(np.arange(49.0)) is None
    assert mvalue(np.full(50, 5.0)) == 2
    assert mvalue(np.append(np.full(500, 5.0), 6.0)) == 2


@pytest.mark.parametrize("name", [*ONE_HUMP, *WORN])
def test_the_order_of_samples_makes_no_difference(name: str) -> None:
    """Sorted or not, and sent twice as long, the shape is the same."""
    values = {**ONE_HUMP, **WORN}[name](np.random.default_rng(8), 2_000)
    assert mvalue(values) == mvalue(np.sort(values)) == mvalue(values[::-1])
    assert mvalue(2 * values) == mvalue(values)


def test_outliers_are_what_tukey_counts() -> None:
    """The fences of 1 to 8 are at -3.5 and 12.5; what lies on one is inside."""
    assert outliers(collected(range(101, 109))).high == 0
    known = outliers(collected([1, *range(101, 109), 111, 112, 113, 200]))
    assert (known.low, known.high) == (1, 1)
    on_the_fence = collected([10, 11, 12, 13, 14, 17])  # quartiles 11.25 and 13.75, upper fence 17.5
    assert outliers(on_the_fence).high == 0
    assert outliers(collected([0, 0, 4, 4, 10])).high == 0  # the fence is 4 + 1.5 · 4 = 10
    assert outliers(collected([0, 0, 4, 4, 11])).high == 1


@pytest.mark.parametrize("size", [9_000, 60_000])
def test_outliers_of_many_samples_are_those_of_all_of_them(size: int) -> None:
    """A direct count by numpy agrees, also where not every sample is kept."""
    times = np.rint(np.random.default_rng(3).lognormal(11, 0.4, size))
    known = outliers(collected(*np.array_split(times, 20)))
    low, high = np.quantile(times, (0.25, 0.75))
    above = (times > high + 1.5 * (high - low)).sum()
    assert known.high == pytest.approx(above, rel=0 if size < 20_000 else 0.03)
    assert known.low == (times < low - 1.5 * (high - low)).sum() == 0


def test_a_steady_change_is_drift() -> None:
    """A rise of 10 % over 20 rounds is found and its size told."""
    rng = np.random.default_rng(4)
    found = drift(50_000 * np.linspace(1, 1.1, 20) * (1 + 0.005 * rng.standard_normal(20)))
    assert found is not None
    assert found.significant
    assert found.change == pytest.approx(0.095, abs=0.02)
    assert found.change > DRIFT


def test_chance_is_not_drift() -> None:
    """Rounds without a trend are called significant in at most 2 of 500 runs."""
    found = [drift(np.random.default_rng(seed).normal(50_000, 1_000, 20)) for seed in range(500)]
    assert sum(item is not None and item.significant for item in found) <= 2


def test_one_odd_round_is_not_drift() -> None:
    """The slope is the median of all: a single outlier does not move it."""
    found = drift(np.array([*[50_000.0] * 14, 400_000.0]))
    assert found == Drift(0.0, significant=False)


def test_few_rounds_and_unknown_times_have_no_drift() -> None:
    """None below 8 rounds, and where a foreign file says nothing of its times."""
    assert drift(np.arange(1.0, 8)) is None
    assert drift(np.zeros(20)) is None


def slow_drift(medians: Times) -> Drift:
    """Return Theil and Sen's slope and Mann and Kendall's test of all pairs, as the textbooks have them."""
    n = medians.size
    pairs = [(medians[j] - medians[i]) / (j - i) for i in range(n) for j in range(i + 1, n)]
    z = np.sign(pairs).sum() / np.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    return Drift(float(np.median(pairs) * (n - 1) / np.median(medians)), bool(abs(z) > 3.29))


@pytest.mark.parametrize("rounds", [8, 43, 150])
@pytest.mark.parametrize("rise", [0, 5, 200])
def test_drift_looks_at_every_pair(rounds: int, rise: float) -> None:
    """The same figure comes from each pair of rounds by itself, equal ones among them."""
    noise: Times = np.rint(np.random.default_rng(rounds).normal(0, 20, rounds))
    medians = 50_000 + rise * np.arange(rounds) + noise
    assert drift(medians) == slow_drift(medians)


@pytest.mark.parametrize("rounds", [501, 999, 1_024])
def test_groups_of_rounds_show_the_same_drift(rounds: int) -> None:
    """From 501 rounds on, in groups: a trend is found and its size told, none is made up."""
    noise = 1 + 0.01 * np.random.default_rng(9).standard_normal(rounds)
    rising, level = drift(50_000 * np.linspace(1, 1.1, rounds) * noise), drift(50_000 * noise)
    assert rising is not None
    assert level is not None
    assert (rising.significant, level.significant) == (True, False)
    assert rising.change == pytest.approx(0.095, rel=0.03)


def test_very_many_rounds_are_looked_at_in_groups() -> None:
    """A hundred thousand rounds take no more than a few megabytes, and their trend is still found."""
    found = drift(np.linspace(50_000, 60_000, 100_000))
    assert found is not None
    assert found.significant
    assert found.change == pytest.approx(10 / 55, rel=0.01)
