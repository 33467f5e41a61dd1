import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.bins import EDGES, Bins

LONGEST = 2**53 - 1

DISTRIBUTIONS = {
    "normal": lambda rng: rng.normal(50_000, 500, 100_000),
    "lognormal": lambda rng: rng.lognormal(13, 0.7, 100_000),
    "exponential tail": lambda rng: 200_000 + rng.exponential(800_000, 100_000),
    "slow": lambda rng: rng.gamma(2, 4e7, 100_000),
}


def bins(*values: float) -> Bins:
    """Return the bins of these values."""
    return Bins.empty().add(np.array(values, dtype=np.float64))


@given(
    st.integers(0, LONGEST)
    | st.integers(0, 2_000)
    | st.sampled_from([2**n + d for n in range(53) for d in (-1, 0)])
)
def test_a_value_lies_between_the_edges_of_its_bin(value: int) -> None:
    """Whatever its size, exactly one bin counts it, and its edges hold it."""
    (place,) = np.flatnonzero(bins(value).counts)
    assert EDGES[place] <= value < EDGES[place + 1]


def test_edges_rise_and_bins_are_narrow() -> None:
    """No bin is empty or reversed; below 512 ns each integer has its own, above none is over 0.4 % wide."""
    widths = np.diff(EDGES)
    assert (widths > 0).all()
    assert (widths[:512] == 1).all()
    assert (widths[512:] / EDGES[512:-1]).max() <= 0.004
    assert EDGES[-1] == 2.0**53


def test_what_is_out_of_range_is_counted_at_the_ends() -> None:
    """A clock that ran backwards or a century's call is not lost."""
    counts = bins(-5.0, 1e300).counts
    assert counts[0] == 1
    assert counts[-1] == 1


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=200), st.integers(0, 200))
def test_counts_are_exact_and_add_up(values: list[int], cut: int) -> None:
    """Two parts give the bins of the whole, and nothing is dropped."""
    whole = bins(*values)
    parts = bins(*values[:cut]).add(np.array(values[cut:], dtype=np.float64))
    assert (whole.counts == parts.counts).all()
    assert whole.counts.sum() == len(values)
    assert (whole.counts == np.histogram(values, EDGES)[0]).all()


@pytest.mark.parametrize("kind", ["i8", "u8", "f4", "f8"])
def test_whole_numbers_are_counted_as_what_they_are(kind: str) -> None:
    """A pair of integers, or an array of them, falls into the bins of its values."""
    values = [0, 3, 255, 256, 511, 512, 30_000, 1 << 20]
    known = Bins.empty().add(np.array(values, dtype=kind))
    assert (known.counts == bins(*values).counts).all()
    assert (Bins.empty().add_pair((30_000, 31_000)).counts == bins(30_000.0, 31_000.0).counts).all()


def test_adding_leaves_the_bins_before_as_they_were() -> None:
    """Bins are a value."""
    before = bins(1, 2, 3)
    after = before.add_pair((4.0, 5.0))
    assert before.counts.sum() == 3
    assert after.counts.sum() == 5


@pytest.mark.parametrize("name", DISTRIBUTIONS)
@pytest.mark.parametrize("share", [0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999])
def test_quantiles_are_within_a_bin_of_the_exact_ones(name: str, share: float) -> None:
    """A quantile of many samples is numpy's within 0.4 %; in a thin tail, of the next sample at least."""
    values = np.sort(np.rint(DISTRIBUTIONS[name](np.random.default_rng(7))))
    found = Bins.empty().add(values).quantile(share)
    rank = round(share * values.size)
    assert values[rank - 2] * 0.996 <= found <= values[rank + 1] * 1.004
    if 0.01 <= share <= 0.99:
        assert found == pytest.approx(np.quantile(values, share), rel=0.004)


def test_quantiles_rise_with_the_share() -> None:
    """From below the first sample to above the last."""
    values = np.random.default_rng(1).lognormal(10, 1, 500)
    known = Bins.empty().add(values)
    found = [known.quantile(share) for share in np.linspace(0, 1, 101)]
    assert found == sorted(found)
    assert found[0] <= values.min() < values.max() <= found[-1]


def test_many_quantiles_are_as_one_by_one() -> None:
    """From where the first sample's bin begins to where the last one's ends, over empty bins between."""
    known = bins(*[1_000_000.0] * 7, *[2_000_000.0] * 3)
    shares = (0.0, 0.35, 0.7, 0.71, 1.0)
    assert known.quantiles(shares) == [known.quantile(share) for share in shares]
    first, last = (EDGES[np.searchsorted(EDGES, edge, side="right") - 1] for edge in (1e6, 2e6))
    assert known.quantiles(shares)[0] == first
    assert known.quantiles(shares)[3] >= last


def test_below_counts_by_the_middles_of_bins() -> None:
    """Nothing is below the first sample's bin, everything below what is beyond the last."""
    known = bins(*[1_000_000.0] * 7, *[2_000_000.0] * 3)
    assert known.below(990_000) == 0
    assert known.below(1_500_000) == 7
    assert known.below(2_010_000) == 10
