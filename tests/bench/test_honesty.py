"""Does the engine report what is there? A known distribution goes in, and the figures have to come out."""

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pytest

from sigtui.bench.sampling import BATCH_NS
from sigtui.stats.compare import Ratio, Verdict
from sigtui.stats.shape import BIMODAL, SUSPICIOUS
from sigtui.stats.summary import Summary
from tests.fakes import (
    TICK_NS,
    Distribution,
    FakeClock,
    FakeMechanism,
    Fleet,
    Run,
    bimodal,
    case,
    exponential_tail,
    lognormal,
    run,
    timed,
)

BASE, EQUAL, SLOWER = case("ecdsa-p256-sha256"), case("ed25519"), case("ml-dsa-44")

DISTRIBUTIONS = {
    "lognormal": lognormal(120_000, 0.3),
    "exponential tail": exponential_tail(90_000, 60_000),
    "bimodal": bimodal(100_000, 190_000, spread=6_000),
}

Z_999 = 3.29
"""Standard deviations around the middle that hold 99.9 % of a normal distribution."""


def measured(distribution: Distribution, seconds: float, seed: int = 1) -> tuple[Run, Summary]:
    """Measure one signing case whose calls take this distribution's times."""
    clock = FakeClock()
    fleet = Fleet({"ed25519": FakeMechanism(clock, sign=distribution.durations(seed))}, clock)
    told = run(fleet, [EQUAL], timed(seconds))
    summary = told.state.summary(EQUAL)
    assert summary is not None
    return told, summary


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_true_mean_lies_within_the_stated_interval(name: str) -> None:
    """The mean of a known distribution is inside the 99.9 % interval that is printed beside it."""
    _, summary = measured(DISTRIBUTIONS[name], 0.5)
    true = DISTRIBUTIONS[name].mean + TICK_NS
    assert summary.error is not None
    assert abs(summary.mean - true) <= summary.error
    assert summary.error / true < 0.03  # and the interval is no excuse


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_true_quantiles_lie_within_what_chance_allows(name: str, share: float) -> None:
    """P5, median, P90 and p99 are the distribution's own, as closely as so many samples can tell."""
    told, summary = measured(DISTRIBUTIONS[name], 0.5)
    collected = told.state.cases[EQUAL].collected
    reach = Z_999 * math.sqrt(share * (1 - share) / summary.samples)
    low, high = collected.quantile(share - reach), collected.quantile(min(share + reach, 1.0))
    true = DISTRIBUTIONS[name].quantile(share) + TICK_NS
    assert low <= true <= high
    printed = {0.05: summary.p5, 0.5: summary.median, 0.9: summary.p90, 0.99: summary.p99}[share]
    assert printed is not None
    assert low <= printed <= high


def test_two_humps_are_called_bimodal_and_one_is_not() -> None:
    """The mValue of two humps is over 3.2, that of one hump under 2.8, however skewed it is."""
    for name, distribution in DISTRIBUTIONS.items():
        _, summary = measured(distribution, 0.5)
        assert summary.mvalue is not None
        assert (summary.mvalue > BIMODAL) == (name == "bimodal")
        assert name == "bimodal" or summary.mvalue < SUSPICIOUS


def test_a_machine_of_two_speeds_is_told_from_an_algorithm_of_two_humps() -> None:
    """Where the machine itself is slow for 140 of 210 ms, its spins say so, and the median is put right."""
    clock = FakeClock(pace=lambda now: 1.4 if now // 70_000_000 % 3 else 1.0)
    fleet = Fleet({"ed25519": FakeMechanism(clock, sign=lognormal(100_000, 0.05).durations(4))}, clock)
    told = run(fleet, [EQUAL], timed(1.0))
    summary = told.state.summary(EQUAL)
    assert summary is not None
    assert summary.mvalue is not None
    assert summary.mvalue_typical is not None
    assert summary.mvalue > BIMODAL
    assert summary.mvalue_typical < SUSPICIOUS
    assert summary.median_normalised == pytest.approx(100_000, rel=0.02)


@pytest.mark.parametrize("duration", [2_000, 500])
def test_short_calls_are_reported_by_the_call_and_measured_by_the_batch(duration: int) -> None:
    """A 2 µs call is timed in batches of 50 µs at least, and its mean is that of one call."""
    distribution = lognormal(duration, 0.1)
    _, summary = measured(distribution, 0.05)
    assert summary.batch * distribution.mean >= BATCH_NS
    assert summary.error is not None
    assert abs(summary.mean - distribution.mean) <= summary.error + TICK_NS / summary.batch


def test_the_cost_of_the_loop_is_subtracted_only_where_it_shows() -> None:
    """A clock that costs 2 µs is taken off a 30 µs call, where it is 7 %, and left in a 300 µs call."""
    for duration, subtracted in ((30_000, True), (300_000, False)):
        clock = FakeClock(tick=2_000)
        mechanism = FakeMechanism(clock, sign=lognormal(duration, 0.01).durations(1))
        summary = run(Fleet({"ed25519": mechanism}, clock), [EQUAL]).state.summary(EQUAL)
        assert summary is not None
        assert summary.overhead_subtracted == subtracted
        assert summary.mean == pytest.approx(duration if subtracted else duration + 2_000, rel=0.002)


@dataclass(frozen=True, slots=True)
class Trial:
    """One of the seeded runs: two equal cases and one that is 5 % slower."""

    equal: Ratio
    slower: Ratio
    covered: bool


@cache
def trials() -> tuple[Trial, ...]:
    """Run three cases a hundred times, each time with other times of the same distributions."""
    usual, longer = lognormal(400_000, 0.08), lognormal(420_000, 0.08)
    made = []
    for seed in range(100):
        clock = FakeClock()
        mechanisms = {
            BASE.algorithm.id: FakeMechanism(clock, sign=usual.durations(3 * seed)),
            EQUAL.algorithm.id: FakeMechanism(clock, sign=usual.durations(3 * seed + 1)),
            SLOWER.algorithm.id: FakeMechanism(clock, sign=longer.durations(3 * seed + 2)),
        }
        told = run(Fleet(mechanisms, clock), [BASE, EQUAL, SLOWER], seed=seed).state
        equal, slower, summary = told.ratio(EQUAL), told.ratio(SLOWER), told.summary(BASE)
        assert equal is not None
        assert slower is not None
        assert summary is not None
        assert summary.error is not None
        made.append(Trial(equal, slower, abs(summary.mean - usual.mean - TICK_NS) <= summary.error))
    return tuple(made)


def test_two_equal_ones_compare_as_no_difference() -> None:
    """In at least 99 of 100 runs, two cases of one distribution are told to be no different."""
    assert sum(trial.equal.verdict is Verdict.NO_DIFFERENCE for trial in trials()) >= 99


def test_a_ratio_of_one_lies_within_its_interval() -> None:
    """The 99.9 % interval of two equal cases holds 1 in at least 99 of 100 runs."""
    held = [
        trial.equal.low and trial.equal.high and trial.equal.low <= 1 <= trial.equal.high
        for trial in trials()
    ]
    assert sum(map(bool, held)) >= 99


def test_a_difference_of_5_percent_is_found() -> None:
    """The case that is 5 % slower is called slower in at least 95 of the same 100 runs, and never faster."""
    verdicts = [trial.slower.verdict for trial in trials()]
    assert verdicts.count(Verdict.SLOWER) >= 95
    assert Verdict.FASTER not in verdicts


def test_the_interval_of_a_mean_holds_the_true_mean() -> None:
    """The 99.9 % interval holds the distribution's mean in at least 99 of 100 runs."""
    assert sum(trial.covered for trial in trials()) >= 99


def test_more_time_narrows_the_interval() -> None:
    """Four times the budget halves the error of a mean, about."""
    errors = [measured(DISTRIBUTIONS["lognormal"], seconds)[1].error or 0.0 for seconds in (0.1, 0.4, 1.6)]
    assert all(0.35 < after / before < 0.65 for before, after in pairwise(errors))
