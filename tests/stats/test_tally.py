import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.moments import Moments
from sigtui.stats.student import two_sided
from sigtui.stats.tally import Tally

ROUNDS = st.lists(st.lists(st.floats(1, 1e6), min_size=1, max_size=8), min_size=2, max_size=12)


def tally(rounds: list[list[float]]) -> Tally:
    """Return the tally of these rounds."""
    made = Tally()
    for values in rounds:
        made = made.add(np.array(values))
    return made


@given(ROUNDS)
def test_the_running_sums_give_cochrans_formula(rounds: list[list[float]]) -> None:
    """The error over rounds is the ratio estimator's, computed at once from all rounds."""
    everything = np.concatenate([np.array(values) for values in rounds])
    mean = everything.mean()
    sums = [len(values) ** 2 * (np.mean(values) - mean) ** 2 for values in rounds]
    count = len(rounds)
    direct = two_sided(count - 1) * math.sqrt(count / (count - 1) * sum(sums)) / everything.size
    assert tally(rounds).rounds_error == pytest.approx(
        direct, rel=1e-6, abs=1e-7 * mean * two_sided(count - 1)
    )


def test_one_sample_a_round_is_the_error_over_samples() -> None:
    """Where rounds and samples are the same thing, so are the two intervals."""
    known = tally([[4.0], [7.0], [9.0], [10.0]])
    assert known.rounds_error == pytest.approx(known.moments.error)


def test_intervals_over_rounds_cover_where_those_over_samples_do_not() -> None:
    """Where a round shares the machine's speed, rounds as units cover the truth and samples as units do not."""
    covered = {"rounds": 0, "samples": 0}
    for seed in range(200):
        rng = np.random.default_rng(seed)
        known = tally([list(100 * rng.lognormal(0, 0.1) + rng.normal(0, 2, 50)) for _ in range(30)])
        distance = abs(known.moments.mean - 100 * math.exp(0.005))
        assert known.rounds_error is not None
        assert known.moments.error is not None
        covered["rounds"] += distance <= known.rounds_error
        covered["samples"] += distance <= known.moments.error
    assert covered["rounds"] >= 198
    assert covered["samples"] < 140


def test_without_clusters_both_intervals_are_about_as_wide() -> None:
    """Independent samples make no difference between rounds and samples."""
    rng = np.random.default_rng(5)
    known = tally([list(rng.normal(100, 5, 40)) for _ in range(100)])
    assert known.rounds_error == pytest.approx(known.moments.error, rel=0.25)


def test_precision_is_the_wider_interval_relative_to_the_mean() -> None:
    """Slow drift between rounds counts although the samples of each round agree."""
    known = tally([[100.0, 101.0], [120.0, 121.0], [140.0, 141.0]])
    assert known.rounds_error is not None
    assert known.moments.error is not None
    assert known.rounds_error > known.moments.error
    assert known.precision == pytest.approx(known.rounds_error / known.moments.mean)


def test_a_round_of_which_the_moments_are_known_counts_the_same() -> None:
    """Nobody has to compute them twice."""
    values = np.array([3.0, 4.0, 8.0])
    known = tally([[1.0, 2.0]])
    assert known.add_moments(Moments.of(values)) == known.add(values)


def test_there_is_no_precision_of_one_round() -> None:
    """One round says nothing of what changes between rounds."""
    assert tally([[1.0, 2.0, 3.0]]).rounds_error is None
    assert tally([[1.0, 2.0, 3.0]]).precision is None
    assert Tally().precision is None
