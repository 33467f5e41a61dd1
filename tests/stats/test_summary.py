import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from sigtui.stats.shape import BIMODAL, SUSPICIOUS
from sigtui.stats.summary import OVERHEAD_SHARE, Summary, shift_of, summarise
from tests.made import SPIN_NS, Times, collected

SIZE = 12_000
ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Known:
    """A distribution in ns with its true figures: mean, median, p99, median absolute deviation, skewness."""

    draw: Callable[[np.random.Generator, int], Times]
    mean: float
    median: float
    p99: float
    mad: float
    skewness: float


SIGMA = 0.3
KNOWN = {
    "normal": Known(
        lambda rng, n: rng.normal(100_000, 5_000, n), 100_000, 100_000, 111_632, 0.674_49 * 5_000, 0
    ),
    "lognormal": Known(
        lambda rng, n: rng.lognormal(math.log(100_000), SIGMA, n),
        mean=100_000 * math.exp(SIGMA**2 / 2),
        median=100_000,
        p99=100_000 * math.exp(SIGMA * 2.326_35),
        mad=20_008,  # the root of F(m + x) - F(m - x) = 1/2
        skewness=(math.exp(SIGMA**2) + 2) * math.sqrt(math.exp(SIGMA**2) - 1),
    ),
    "exponential tail": Known(
        lambda rng, n: 50_000 + rng.exponential(80_000, n),
        mean=130_000,
        median=50_000 + 80_000 * math.log(2),
        p99=50_000 + 80_000 * math.log(100),
        mad=80_000 * math.asinh(0.5),
        skewness=2,
    ),
    "two humps": Known(
        lambda rng, n: rng.permutation(np.repeat([100_000.0, 190_000.0], n // 2)) + rng.normal(0, 3_000, n),
        mean=145_000,
        median=145_000,
        p99=190_000 + 2.053_75 * 3_000,
        mad=45_000,
        skewness=0,
    ),
    "a clock of 1 µs": Known(
        lambda rng, n: np.round(rng.normal(100_000, 5_000, n), -3), 100_000, 100_000, 111_632, 3_000, 0
    ),
}


@cache
def measured(name: str) -> Summary:
    """Return the summary of a known distribution."""
    times = KNOWN[name].draw(np.random.default_rng(11), SIZE)
    return summarise(collected(*np.array_split(times, ROUNDS)), SPIN_NS)


@pytest.mark.parametrize("name", KNOWN)
def test_the_mean_is_true_within_its_stated_error(name: str) -> None:
    """The distribution's mean is in the interval of the samples and in that of the rounds."""
    summary = measured(name)
    assert summary.error is not None
    assert summary.error_rounds is not None
    assert abs(summary.mean - KNOWN[name].mean) <= min(summary.error, summary.error_rounds)
    assert summary.error / summary.mean < 0.03


@pytest.mark.parametrize("name", KNOWN)
def test_the_quantiles_are_true(name: str) -> None:
    """Median, its absolute deviation and p99 are the distribution's, within what so many samples allow."""
    summary, known = measured(name), KNOWN[name]
    near = 0.33 if name == "two humps" else 0.02  # between two humps of one size the median may lie anywhere
    assert summary.median == pytest.approx(known.median, rel=near)
    assert summary.p99 == pytest.approx(known.p99, rel=0.03)
    assert summary.mad == pytest.approx(known.mad, rel=0.5 if name == "two humps" else 0.05)
    ladder = (
        summary.shortest,
        summary.p5,
        summary.median,
        summary.p90,
        summary.p95,
        summary.p99,
        summary.p999,
    )
    assert list(ladder) == sorted(value for value in ladder if value is not None)
    assert summary.p999 is not None
    assert summary.p999 <= summary.longest


@pytest.mark.parametrize("name", KNOWN)
def test_the_shape_is_true(name: str) -> None:
    """Skewness and the number of humps are the distribution's."""
    summary = measured(name)
    assert summary.skewness == pytest.approx(KNOWN[name].skewness, abs=0.25)
    for value in (summary.mvalue, summary.mvalue_typical):
        assert value is not None
        assert value > BIMODAL if name == "two humps" else value < SUSPICIOUS


@pytest.mark.parametrize("name", KNOWN)
def test_outliers_are_counted_as_tukey_does(name: str) -> None:
    """The same numbers come from the fences by hand."""
    times = np.rint(KNOWN[name].draw(np.random.default_rng(11), SIZE))
    low, high = np.quantile(times, (0.25, 0.75))
    reach = 1.5 * (high - low)
    found = measured(name).outliers
    assert found.low == (times < low - reach).sum()
    assert found.high == (times > high + reach).sum()


@pytest.mark.parametrize("name", KNOWN)
def test_the_stored_distribution_is_the_measured_one(name: str) -> None:
    """Quantiles rise from the shortest to the longest sample, and the histogram counts all."""
    summary = measured(name)
    assert summary.quantiles[0] == (0.0, summary.shortest)
    assert summary.quantiles[-1] == (1.0, summary.longest)
    assert (0.5, summary.median) in summary.quantiles
    assert (0.99, summary.p99) in summary.quantiles
    assert all(q < r and x <= y for (q, x), (r, y) in pairwise(summary.quantiles))
    assert sum(summary.histogram.counts) == SIZE
    assert len(summary.rounds) == ROUNDS


@pytest.mark.parametrize(
    ("samples", "known"),
    [(1, 0), (19, 0), (20, 3), (499, 3), (500, 4), (4_999, 4), (5_000, 5)],
)
def test_a_figure_is_unknown_where_too_few_samples_carry_it(samples: int, known: int) -> None:
    """P5, P90 and P95 from 20 samples, p99 from 500, p99.9 from 5,000."""
    times = np.random.default_rng(1).normal(100_000, 1_000, samples)
    summary = summarise(collected(times), SPIN_NS)
    figures = (summary.p5, summary.p90, summary.p95, summary.p99, summary.p999)
    assert [figure is not None for figure in figures] == [True] * known + [False] * (5 - known)


def test_one_sample_has_a_mean_and_no_more() -> None:
    """What needs two samples, or two rounds, is unknown."""
    summary = summarise(collected([5_000]), SPIN_NS)
    assert (summary.mean, summary.median, summary.shortest, summary.longest) == (5_000,) * 4
    unknown = (
        summary.error,
        summary.error_rounds,
        summary.stddev,
        summary.skewness,
        summary.mvalue,
        summary.drift,
    )
    assert unknown == (None,) * 6


def test_equal_samples_are_no_trouble() -> None:
    """A clock too coarse to see a difference gives zeros, no warning and no NaN."""
    summary = summarise(collected(*[[1_000] * 30] * 10, batch=3), SPIN_NS)
    assert summary.stddev == pytest.approx(0, abs=1e-9)
    assert summary.mad == pytest.approx(0, abs=1e-9)
    assert summary.skewness is None
    assert summary.mvalue == 2
    assert (summary.outliers.low, summary.outliers.high) == (0, 0)
    assert summary.median_normalised == pytest.approx(1_000 / 3)


def test_the_loops_cost_is_subtracted_only_above_one_percent() -> None:
    """Every time is shifted then, spreads are not; and it is said."""
    times = collected(*np.random.default_rng(2).normal(1_000, 20, (10, 60)))
    plain = summarise(times, SPIN_NS, overhead_ns=OVERHEAD_SHARE * 990)
    shifted = summarise(times, SPIN_NS, overhead_ns=50)
    assert not plain.overhead_subtracted
    assert shifted.overhead_subtracted
    assert plain.mean == times.tally.moments.mean
    for name in ("mean", "median", "shortest", "longest", "p5", "p90", "p95", "p99", "median_normalised"):
        assert getattr(shifted, name) == pytest.approx(getattr(plain, name) - 50), name
    for name in ("stddev", "error", "mad", "skewness", "outliers", "mvalue"):
        assert getattr(shifted, name) == getattr(plain, name), name
    assert shifted.quantiles[3][1] == pytest.approx(plain.quantiles[3][1] - 50)
    assert shifted.histogram.edges[0] == pytest.approx(plain.histogram.edges[0] - 50)
    assert shifted.rounds[0][0] == pytest.approx(plain.rounds[0][0] - 50)
    assert (shift_of(times, 50), shift_of(times, 5)) == (50, 0)


def test_a_long_runs_rounds_are_told_together() -> None:
    """Of 1,500 rounds there are 750 pairs, and the summary says of how many rounds each is."""
    short, long = collected(*[[100, 110]] * 1_000), collected(*[[100, 110]] * 1_500)
    assert [
        (len(each.rounds), each.span) for each in (summarise(known, SPIN_NS) for known in (short, long))
    ] == [
        (1_000, 1),
        (750, 2),
    ]
    assert set(summarise(long, SPIN_NS).rounds) == {(105.0, 1.0)}


def test_rounds_tell_their_median_and_the_machines_speed() -> None:
    """One pair a slice, in order: 1 is typical speed."""
    summary = summarise(collected([100, 110, 120], [200, 210, 220]), SPIN_NS / 2)
    assert summary.rounds == ((110.0, 0.5), (210.0, 0.5))
