from functools import cache

import numpy as np
import pytest

from sigtui.stats.bins import Bins
from sigtui.stats.collected import Collected
from sigtui.stats.shape import BIMODAL, mvalue
from sigtui.stats.speed import (
    NEAR,
    at_typical_speed,
    normalised_median,
    speeds,
    typical_spin,
)
from tests.made import SPIN_NS, Machine, Times, totals

CALL_NS = 100_000.0
MEDIAN_NS = CALL_NS * (1 + 0.02 * 0.6745)
"""The median of a call at the machine's fast speed, its noise of 2 % included."""

SHARES = (0.1, 0.3, 0.5, 0.65, 0.8)
RUNS = 8


@cache
def medians(slow: float, sensitivity: float) -> Times:
    """Return plain and normalised medians of seeded runs of 24 slices, one row a run."""
    found = []
    for seed in range(RUNS):
        machine = Machine(np.random.default_rng(seed), slow)
        known = Collected()
        for round_ in range(24):
            known = machine.measure(known, 0, round_, CALL_NS, sensitivity)
            machine.idle(60e6)
        typical = typical_spin(Bins.empty().add(np.array(machine.spins)))
        found.append((known.quantile(0.5), normalised_median(known, typical)))
    return np.array(found)


def spread(values: Times) -> float:
    """Return the standard deviation relative to the fast machine's median."""
    return float(values.std() / MEDIAN_NS)


@pytest.mark.parametrize("sensitivity", [0.7, 1.1])
@pytest.mark.parametrize("slow", SHARES)
def test_the_normalised_median_is_that_of_the_fast_machine(slow: float, sensitivity: float) -> None:
    """Whatever the slow share, and though calls slow down by another factor than the spin: within 1 %."""
    assert medians(slow, sensitivity)[:, 1].mean() == pytest.approx(MEDIAN_NS, rel=0.01)


@pytest.mark.parametrize("sensitivity", [0.7, 1.1])
@pytest.mark.parametrize("slow", SHARES)
def test_the_normalised_median_repeats(slow: float, sensitivity: float) -> None:
    """From run to run it moves by less than 1 %."""
    assert spread(medians(slow, sensitivity)[:, 1]) < 0.01


@pytest.mark.parametrize("sensitivity", [0.7, 1.1])
def test_it_repeats_far_better_than_the_plain_median(sensitivity: float) -> None:
    """Over runs of one slow share and another, the plain median jumps where the normalised one stays."""
    runs = np.concatenate([medians(slow, sensitivity) for slow in SHARES])
    assert spread(runs[:, 0]) > 0.15
    assert spread(runs[:, 1]) < spread(runs[:, 0]) / 20
    tipping = medians(0.65, sensitivity)
    assert spread(tipping[:, 1]) < spread(tipping[:, 0]) / 10


@pytest.mark.parametrize("noise", [0.002, 0.02])
@pytest.mark.parametrize("slow", [0.0, 0.5, 0.8])
def test_the_typical_spin_is_the_middle_of_the_fast_ones(slow: float, noise: float) -> None:
    """Noisy spins do not pull it down, nor a large slow share up."""
    rng = np.random.default_rng(6)
    spins = SPIN_NS * rng.lognormal(0, noise, 400) * np.where(rng.random(400) < slow, 1.7, 1.0)
    assert typical_spin(Bins.empty().add(spins)) == pytest.approx(SPIN_NS, rel=0.01)


def test_the_typical_spin_of_one_slice_is_its_own() -> None:
    """The first slice's two spins already say something."""
    assert typical_spin(Bins.empty().add_pair((30_000, 31_000))) == pytest.approx(30_000, rel=0.04)


def blocks(*slices: tuple[float, tuple[float, float]]) -> Collected:
    """Return a collection of slices of 10 calls, each given as a call's time and its spins in units of typical."""
    made = Collected()
    for round_, (time, (first, last)) in enumerate(slices):
        made = made.add(totals([time] * 10), 1, 0, round_, (first * SPIN_NS, last * SPIN_NS))
    return made


def test_a_blocks_speed_is_the_mean_of_its_ends() -> None:
    """The geometric mean of the two spins, typical speed being 1."""
    known = blocks((100, (1, 1)), (110, (1, 1.05)), (150, (1, 1.44)), (190, (1.9, 1.9)))
    assert speeds(known, SPIN_NS).tolist() == pytest.approx([1, 1.05**-0.5, 1 / 1.2, 1 / 1.9])


def test_a_spin_faster_than_typical_is_no_disturbance() -> None:
    """Half of the fast spins are below typical."""
    known = blocks(*[(100, (0.97, 0.96))] * 5)
    assert at_typical_speed(known, SPIN_NS).size == 50


def test_samples_at_typical_speed_are_those_of_undisturbed_blocks() -> None:
    """Not of a block with a slow end, nor of one that was slow between its ends."""
    known = blocks(*[(100, (1, 1))] * 4, (103, (1, 1.05)), (190, (1.9, 1.9)), (102, (1, 1.5)), (150, (1, 1)))
    assert sorted(at_typical_speed(known, SPIN_NS).tolist()) == [100] * 40 + [103] * 10


def test_an_algorithms_own_humps_stay_at_typical_speed() -> None:
    """Every block holds both: nothing is left out."""
    rng = np.random.default_rng(1)
    made = Collected()
    for round_ in range(20):
        times = np.where(rng.random(200) < 0.8, 100_000, 170_000) + rng.normal(0, 2_000, 200)
        made = made.add(totals(times), 1, 0, round_, (SPIN_NS, SPIN_NS))
    assert at_typical_speed(made, SPIN_NS).size >= 3_600
    assert (mvalue(at_typical_speed(made, SPIN_NS)) or 0) > BIMODAL


def test_a_few_undisturbed_blocks_prove_nothing() -> None:
    """Below five there is no sample at typical speed, nor where there is none at all."""
    assert at_typical_speed(blocks(*[(100, (1, 1))] * 4), SPIN_NS).size == 0
    assert at_typical_speed(blocks(*[(190, (1.9, 1.9))] * 9), SPIN_NS).size == 0


def test_without_a_fast_block_the_median_is_scaled() -> None:
    """Where the machine was slow all the time, the spins put the median right."""
    known = blocks(*[(190, (1.9, 1.9))] * 5)
    assert normalised_median(known, SPIN_NS) == pytest.approx(100)


def test_slow_blocks_hardly_weigh_where_there_are_fast_ones() -> None:
    """An algorithm that slows down less than the spin is not pulled down by many slow blocks."""
    known = blocks(*[(100, (1, 1))] * 4, *[(130, (1.9, 1.9))] * 12)
    assert normalised_median(known, SPIN_NS) == pytest.approx(100)


def long(*, slow: int, time: float, spin: float) -> Collected:
    """Return 2,500 slices of 4 calls of 100 ns; each ``slow``-th was on a slow machine from end to end."""
    slices = [(time, (spin, spin)) if number % slow == 0 else (100.0, (1.0, 1.0)) for number in range(2_500)]
    made = Collected()
    for round_, (each, (first, last)) in enumerate(slices):
        made = made.add(totals([each] * 4), 1, 0, round_, (first * SPIN_NS, last * SPIN_NS))
    return made


def test_joined_blocks_do_not_mix_speeds() -> None:
    """In a long run every block was slow for a moment; samples at typical speed are still those of fast slices."""
    known = long(slow=10, time=170, spin=1.7)
    assert known.span == 4
    typical = at_typical_speed(known, SPIN_NS)
    assert set(typical) == {100.0}
    assert typical.size == 2_250 * 4
    assert (speeds(known, SPIN_NS) < 0.9).sum() == 250


def test_a_long_runs_median_is_normalised_slice_by_slice() -> None:
    """Where every second slice was slow, and slowed the calls less than the spin, fast ones still decide."""
    known = long(slow=2, time=130, spin=1.9)
    assert normalised_median(known, SPIN_NS) == pytest.approx(100)


def test_near_is_a_factor_above_typical() -> None:
    """6 %, the distance that two spins of one speed keep."""
    assert 1 < NEAR < 1.1
