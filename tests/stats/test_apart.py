import math

import numpy as np
import pytest

from sigtui.stats.apart import Rounds, at_equal_speed, of_means
from sigtui.stats.compare import Ratio, Verdict

CALL_US = 50.0
SLOW = 1.75
"""How much slower the reference spin is in the machine's slow state."""


def run(
    seed: int, *, rounds: int = 45, slow: float = 0.6, sensitivity: float = 1.1, factor: float = 1.0
) -> Rounds:
    """Return the rounds of a run, ``slow`` of them in the slow state: there calls slow down by their own factor."""
    rng = np.random.default_rng(seed)
    is_slow = rng.random(rounds) < slow
    slowness = np.where(is_slow, SLOW, 1.0) * rng.normal(1, 0.004, rounds)
    noise = np.where(is_slow, rng.normal(1, 0.06, rounds), rng.normal(1, 0.006, rounds))
    return Rounds(CALL_US * factor * np.where(is_slow, SLOW**sensitivity, 1.0) * noise, slowness)


def bounds(found: Ratio) -> tuple[float, float]:
    """Return the ends of an interval that is there."""
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


@pytest.mark.parametrize("sensitivity", [0.7, 1.0, 1.3])
@pytest.mark.parametrize("slow", [0.0, 0.5, 0.9])
def test_two_runs_of_the_same_thing_differ_in_nothing(slow: float, sensitivity: float) -> None:
    """Whatever part of each the machine was slow in, and however calls slow down: in 99 of 100 pairs or more."""
    wrong = 0
    for seed in range(100):
        one = run(seed, slow=slow, sensitivity=sensitivity)
        other = run(1_000 + seed, slow=min(slow + 0.08, 1.0), sensitivity=sensitivity)
        found = at_equal_speed(one, other)
        wrong += found.verdict is not Verdict.NO_DIFFERENCE
    assert wrong <= 1


@pytest.mark.parametrize("slow", [0.0, 0.5, 0.9])
def test_ten_percent_are_found(slow: float) -> None:
    """With its interval, in 9 of 10 pairs or more, also where nine rounds in ten were slow."""
    found = [
        at_equal_speed(run(seed, slow=slow, factor=1.1), run(1_000 + seed, slow=slow)) for seed in range(40)
    ]
    assert sum(each.verdict is Verdict.SLOWER for each in found) >= 36
    held = [low <= 1.1 <= high for low, high in map(bounds, found)]
    assert sum(held) >= 38


def test_the_ratio_turns_around_with_its_sides() -> None:
    """Case against baseline is one over baseline against case."""
    one, other = run(1, factor=1.2), run(2)
    forth, back = at_equal_speed(one, other), at_equal_speed(other, one)
    assert forth.mean == pytest.approx(1 / back.mean)
    assert bounds(forth) == pytest.approx([1 / end for end in reversed(bounds(back))])


def test_runs_that_share_no_speed_prove_nothing() -> None:
    """One was slow throughout, the other never: there is a ratio, and no interval."""
    found = at_equal_speed(run(1, slow=1.0), run(2, slow=0.0))
    assert (found.low, found.high) == (None, None)
    assert found.mean > 1


def test_sorts_that_contradict_each_other_widen_the_interval() -> None:
    """Where fast rounds say faster and slow rounds say slower, neither is believed."""
    base = run(3, slow=0.5)
    fast = base.slowness < 1.2
    torn = Rounds(base.medians * np.where(fast, 0.8, 1.25), base.slowness)
    found = at_equal_speed(torn, base)
    assert found.verdict is Verdict.NO_DIFFERENCE
    assert bounds(found)[1] / bounds(found)[0] > 1.5


def test_a_single_round_has_no_interval() -> None:
    """Two rounds on both sides are the least."""
    few = Rounds(np.array([50.0]), np.array([1.0]))
    assert at_equal_speed(few, few) == Ratio(1.0, None, None)


def test_means_that_were_measured_apart_have_both_intervals_in_their_ratio() -> None:
    """On the log scale the halves add up in squares."""
    found = of_means(110.0, 3.0, 100.0, 4.0)
    reach = math.hypot(math.log(1 - 0.03 / 1.1), math.log(1 - 0.04))
    assert bounds(found) == pytest.approx((1.1 * math.exp(-reach), 1.1 * math.exp(reach)))


@pytest.mark.parametrize(("error", "base_error"), [(None, 1.0), (1.0, None), (200.0, 1.0), (1.0, 100.0)])
def test_a_mean_without_an_interval_leaves_the_ratio_without_one(
    error: float | None, base_error: float | None
) -> None:
    """Or one with an interval wider than itself, which says nothing."""
    found = of_means(110.0, error, 100.0, base_error)
    assert found.mean == pytest.approx(1.1)
    assert (found.low, found.high) == (None, None)
