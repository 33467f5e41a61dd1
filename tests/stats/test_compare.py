import tracemalloc
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from sigtui.stats import compare
from sigtui.stats.collected import Collected
from sigtui.stats.compare import MOST_UNITS, THRESHOLD, Ratio, Timed, Verdict
from tests.made import SPIN_NS, Machine, collected, totals

RUNS = 100
CALL_NS = 400_000.0


def ratio(
    case: Collected, baseline: Collected, shifts: tuple[float, float] = (0.0, 0.0), seed: int = 0
) -> Ratio:
    """Return one collection against the other."""
    return compare.ratio(Timed.of(case), Timed.of(baseline), shifts, seed)


def bounds(found: Ratio) -> tuple[float, float]:
    """Return the ends of an interval that is there."""
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


@cache
def on_a_switching_machine() -> tuple[Ratio, ...]:
    """Return the ratios of two equal cases, each of 3 processes and 15 rounds, next to each other in a round."""
    found = []
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        pair = [Collected(), Collected()]
        for process in range(3):
            machine = Machine(rng, slow=0.5)
            for round_ in range(15 * process, 15 * process + 15):
                for which in rng.permutation(2):
                    pair[which] = machine.measure(pair[which], process, round_, CALL_NS)
                machine.idle(100e6)
        found.append(ratio(pair[0], pair[1], seed=seed))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Quiet:
    """A baseline on a quiet machine, and cases that are so many times as slow as it."""

    same: Ratio
    slower_5: Ratio
    slower_10: Ratio


@cache
def on_a_quiet_machine() -> tuple[Quiet, ...]:
    """Return the ratios of seeded runs with noise of 2 %, 3 processes, each of 5 rounds of 40 calls."""

    def case(rng: np.random.Generator, factor: float) -> Collected:
        made = Collected()
        for round_ in range(15):
            times = CALL_NS * factor * rng.normal(1, 0.02, 40)
            made = made.add(totals(times), 1, round_ // 5, round_, (SPIN_NS, SPIN_NS))
        return made

    found = []
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        base = case(rng, 1.0)
        found.append(Quiet(*(ratio(case(rng, factor), base, seed=seed) for factor in (1, 1.05, 1.1))))
    return tuple(found)


def long_run(rng: np.random.Generator, rounds: int, processes: int = 3, memory: float = 0.0) -> Collected:
    """Return a case of many rounds of 4 calls; each remembers this share of how far the one before was off."""
    made, off = Collected(), 0.0
    for round_ in range(rounds):
        off = memory * off + rng.normal(0, 0.02)
        times = CALL_NS * np.exp(off) * rng.normal(1, 0.01, 4)
        made = made.add(totals(times), 1, round_ * processes // rounds, round_, (SPIN_NS, SPIN_NS))
    return made


def width(found: Ratio) -> float:
    """Return how far apart the ends of an interval are."""
    low, high = bounds(found)
    return high - low


def test_equal_cases_are_no_different_on_a_machine_that_switches() -> None:
    """In at least 99 of 100 runs, whatever the machine did in between."""
    verdicts = [found.verdict for found in on_a_switching_machine()]
    assert verdicts.count(Verdict.NO_DIFFERENCE) >= 99


def test_the_interval_holds_the_true_ratio_on_a_machine_that_switches() -> None:
    """In at least 97 of 100 runs; and it is no excuse: it is narrower than the machine's two speeds."""
    ends = [bounds(found) for found in on_a_switching_machine()]
    assert sum(low <= 1 <= high for low, high in ends) >= 97
    assert np.median([high / low for low, high in ends]) < 1.5


def test_equal_cases_are_no_different_on_a_quiet_machine() -> None:
    """In at least 99 of 100 runs, with intervals under 2 % wide that hold 1."""
    runs = on_a_quiet_machine()
    assert sum(run.same.verdict is Verdict.NO_DIFFERENCE for run in runs) >= 99
    assert sum(low <= 1 <= high for low, high in (bounds(run.same) for run in runs)) >= 97
    assert np.median([high - low for low, high in (bounds(run.same) for run in runs)]) < 0.02


def test_a_difference_of_5_percent_is_found() -> None:
    """In at least 95 of 100 runs, with intervals that hold the true ratio."""
    runs = on_a_quiet_machine()
    assert sum(run.slower_5.verdict is Verdict.SLOWER for run in runs) >= 95
    assert sum(low <= 1.05 <= high for low, high in (bounds(run.slower_5) for run in runs)) >= 97


def test_a_difference_of_10_percent_is_found() -> None:
    """Likewise, and its interval excludes 1."""
    runs = on_a_quiet_machine()
    assert sum(run.slower_10.verdict is Verdict.SLOWER for run in runs) >= 95
    assert sum(bounds(run.slower_10)[0] > 1.05 for run in runs) >= 95
    assert sum(low <= 1.1 <= high for low, high in (bounds(run.slower_10) for run in runs)) >= 97


def test_a_difference_below_the_threshold_is_none() -> None:
    """1.5 % is told from 0 by the interval, and yet called no difference: nobody would notice it."""
    rng = np.random.default_rng(1)
    slices = [rng.normal(100_000, 100, 30) for _ in range(10)]
    found = ratio(collected(*(times * 1.015 for times in slices)), collected(*slices))
    assert bounds(found)[0] > 1
    assert found.mean < 1 + THRESHOLD
    assert found.verdict is Verdict.NO_DIFFERENCE


def test_rounds_pair_what_the_machine_did_to_both() -> None:
    """Rounds that are three times as slow as others for both cases leave the interval narrow."""
    rng = np.random.default_rng(2)
    moods = rng.choice([1.0, 3.0], 20)
    first = [100_000 * mood * rng.normal(1, 0.01, 20) for mood in moods]
    second = [100_000 * mood * rng.normal(1, 0.01, 20) for mood in moods]
    paired = bounds(ratio(collected(*first), collected(*second)))
    shuffled = bounds(ratio(collected(*first), collected(*second[7:], *second[:7])))
    assert paired[1] - paired[0] < 0.03
    assert shuffled[1] - shuffled[0] > 0.3


def test_both_directions_tell_the_same() -> None:
    """A against B is the reciprocal of B against A, ends included."""
    rng = np.random.default_rng(3)
    one, other = (collected(*rng.normal(time, 3_000, (12, 25))) for time in (100_000, 130_000))
    forth, back = ratio(one, other), ratio(other, one)
    assert forth.mean == pytest.approx(1 / back.mean)
    assert bounds(forth) == pytest.approx([1 / end for end in reversed(bounds(back))])
    assert (forth.verdict, back.verdict) == (Verdict.FASTER, Verdict.SLOWER)


def test_the_ratio_is_of_means_over_all_calls() -> None:
    """Rounds weigh by their samples, and shifts are taken off both means."""
    one, other = collected([100, 200], [300] * 4), collected([50, 50], [50, 50])
    assert ratio(one, other).mean == pytest.approx(250 / 50)
    assert ratio(one, other, (50.0, 10.0)).mean == pytest.approx(200 / 40)


def test_the_same_samples_give_the_same_interval() -> None:
    """The bootstrap is seeded."""
    rng = np.random.default_rng(4)
    one, other = (collected(*rng.normal(100_000, 3_000, (6, 25))) for _ in range(2))
    assert ratio(one, other, seed=7) == ratio(one, other, seed=7)
    assert ratio(one, other, seed=7) != ratio(one, other, seed=8)


def test_fewer_than_two_common_rounds_have_no_interval() -> None:
    """One round each, and rounds that never met: the ratio is told, its interval is unknown."""
    single = ratio(collected([200.0] * 5), collected([100.0] * 5))
    assert single == Ratio(2.0, None, None)
    assert single.verdict is Verdict.NO_DIFFERENCE
    apart = ratio(collected([200.0] * 5, [200.0] * 5), collected([100.0] * 5, [100.0] * 5, process=1))
    assert apart == Ratio(2.0, None, None)


def test_equal_constants_have_an_interval_without_width() -> None:
    """Nothing varies, nothing warns."""
    constant = collected(*[[100.0] * 5] * 6)
    assert ratio(constant, constant) == Ratio(1.0, 1.0, 1.0)


def test_rounds_that_only_one_case_had_do_no_harm() -> None:
    """A case that finished early leaves the other's rounds unpaired; the interval stays finite and holds 1."""
    rng = np.random.default_rng(5)
    slices = rng.normal(100_000, 2_000, (40, 20))
    low, high = bounds(ratio(collected(*slices), collected(*rng.normal(100_000, 2_000, (8, 20)))))
    assert low < 1 < high < 1.2


def test_an_interval_that_says_nothing_is_none() -> None:
    """Two common rounds that differ a hundredfold: no ends of 10^-80 and 10^80, and no overflow."""
    assert ratio(collected([1.0], [100.0]), collected([50.0], [50.0])) == Ratio(1.01, None, None)
    assert ratio(collected([1.0], [10_000.0]), collected([10_000.0], [1.0])) == Ratio(1.0, None, None)


def test_a_time_of_nothing_does_not_warn() -> None:
    """A clock so coarse that a round reads 0 leaves the ratio and maybe its interval."""
    found = ratio(collected([0.0] * 3, [10.0] * 3, [20.0] * 3), collected(*[[100.0] * 3] * 3))
    assert found.mean == pytest.approx(0.1)
    assert found.verdict is Verdict.NO_DIFFERENCE


@pytest.mark.parametrize("processes", [1, 3, 10])
def test_few_rounds_are_resampled_one_by_one_and_many_in_batches(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """Up to 128 an interval is that of the rounds themselves; beyond, batches give about the same."""
    rng = np.random.default_rng(6)
    few = long_run(rng, MOST_UNITS, processes), long_run(rng, MOST_UNITS, processes)
    many = long_run(rng, 500, processes), long_run(rng, 500, processes)
    known = ratio(*few), ratio(*many)
    monkeypatch.setattr(compare, "MOST_UNITS", 10_000)
    each = ratio(*few), ratio(*many)
    assert known[0] == each[0]
    assert known[1].mean == each[1].mean
    assert known[1] != each[1]
    assert width(known[1]) == pytest.approx(width(each[1]), rel=0.35)


@pytest.mark.parametrize("rounds", [500, 3_000])
@pytest.mark.parametrize("processes", [1, 10, 60])
def test_what_is_resampled_does_not_grow(
    monkeypatch: pytest.MonkeyPatch, rounds: int, processes: int
) -> None:
    """No more units than 128 and the processes, however long both cases are measured."""
    drawn: list[int] = []
    resample = compare._resample

    def counted(sizes: tuple[int, ...], seed: int) -> NDArray[np.uint16]:
        drawn.append(sum(sizes))
        assert len(sizes) == processes
        return resample(sizes, seed)

    monkeypatch.setattr(compare, "_resample", counted)
    rng = np.random.default_rng(7)
    assert width(ratio(long_run(rng, rounds, processes), long_run(rng, rounds - 70, processes))) < 0.05
    assert 40 <= drawn[0] <= MOST_UNITS + processes


@pytest.mark.parametrize("processes", [1, 10])
def test_an_interval_needs_little_room(processes: int) -> None:
    """Half a megabyte is remembered for the next row, and as much again is not needed to work it out."""
    rng = np.random.default_rng(8)
    pair = long_run(rng, MOST_UNITS, processes), long_run(rng, MOST_UNITS, processes)
    compare._resample.cache_clear()
    tracemalloc.start()
    try:
        ratio(*pair)
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 700_000
    assert most < 1_200_000


def test_batches_know_that_neighbouring_rounds_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a round is off as the one before was, resampling each alone promises too much."""
    pairs = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        pairs.append((long_run(rng, 500, memory=0.8), long_run(rng, 500, memory=0.8)))
    batched = [width(ratio(*pair)) for pair in pairs]
    monkeypatch.setattr(compare, "MOST_UNITS", 10_000)
    assert np.median(batched) > 1.1 * np.median([width(ratio(*pair)) for pair in pairs])


def test_the_few_rounds_that_both_had_are_not_lost_among_many() -> None:
    """A case added late to a long run has its interval from the rounds since."""
    rng = np.random.default_rng(8)
    base, added = long_run(rng, 500), Collected()
    for round_ in range(490, 500):
        times = CALL_NS * 1.2 * rng.normal(1, 0.01, 4)
        added = added.add(totals(times), 1, 2, round_, (SPIN_NS, SPIN_NS))
    low, high = bounds(ratio(added, base))
    assert 1.1 < low < 1.2 < high < 1.3


def test_cases_of_different_spans_meet_at_the_coarser() -> None:
    """A case that was measured five times as long as the other, in blocks of several rounds."""
    rng = np.random.default_rng(9)
    long, short = long_run(rng, 2_500), Collected()
    for block in long_run(rng, 500, 1).blocks:
        short = short.add(totals([block.mean_ns / 1.1] * 4), 1, 0, block.round, (SPIN_NS, SPIN_NS))
    assert (long.span, short.span) == (4, 1)
    forth, back = ratio(long, short), ratio(short, long)
    assert bounds(forth)[0] < 1.1 < bounds(forth)[1]
    assert width(forth) < 0.05
    assert bounds(forth) == pytest.approx([1 / end for end in reversed(bounds(back))])
