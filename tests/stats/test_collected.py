import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.collected import CAPACITY, Collected
from tests.made import SPIN_NS, collected, totals


def counting(slices: int, size: int) -> Collected:
    """Return the collection of 0, 1, 2, ... in slices of this size."""
    return collected(*(range(index * size, (index + 1) * size) for index in range(slices)))


@given(st.lists(st.lists(st.integers(1, 10**9), min_size=1, max_size=20), min_size=1, max_size=8))
def test_below_the_capacity_every_sample_is_kept(slices: list[list[int]]) -> None:
    """The values are all of them, in order, quantiles are numpy's, and the origins name their slices."""
    known = collected(*slices)
    flat = [value for times in slices for value in times]
    assert known.exact
    assert known.values.tolist() == flat
    assert known.origins.tolist() == [index for index, times in enumerate(slices) for _ in times]
    assert known.count == len(flat)
    assert (known.shortest, known.longest) == (min(flat), max(flat))
    assert known.quantile(0.3) == pytest.approx(np.quantile(flat, 0.3))
    assert known.below(flat[0]) == sum(value < flat[0] for value in flat)


def test_a_batch_is_divided_by_its_calls() -> None:
    """Values, extremes and the block's figures are per call."""
    known = collected([6_400, 12_800, 12_800], batch=64)
    assert known.values.tolist() == [100, 200, 200]
    assert known.batch == 64
    assert (known.shortest, known.longest) == (100, 200)
    assert known.tally.moments.mean == pytest.approx(500 / 3)
    assert (known.blocks[0].samples, known.blocks[0].median_ns) == (3, 200)


def test_folding_changes_nothing_that_was_there() -> None:
    """The collection before a slice is the same after it, below the capacity and beyond."""
    for before in (counting(2, 10), counting(5, CAPACITY // 2)):
        values, origins, counts = before.values.copy(), before.origins.copy(), before.bins.counts.copy()
        after = before.add(totals(range(10**6, 10**6 + 5_000)), 1, 0, 99, (SPIN_NS, SPIN_NS))
        assert after.count == before.count + 5_000
        assert len(before.blocks) + 1 == len(after.blocks)
        assert (before.values == values).all()
        assert (before.origins == origins).all()
        assert (before.bins.counts == counts).all()


def test_folding_the_same_slices_gives_the_same_collection() -> None:
    """What is kept is chosen by chance, but by the same chance each time."""
    first, second = counting(60, 1_000), counting(60, 1_000)
    assert (first.values == second.values).all()
    assert (first.origins == second.origins).all()


@pytest.mark.parametrize("size", [700, 1_000, 30_000])
def test_beyond_the_capacity_what_is_kept_is_a_uniform_choice(size: int) -> None:
    """Early, middle and late samples have the same chance; none is kept twice."""
    known = counting(120_000 // size + 1, size)
    kept = known.values
    assert not known.exact
    assert kept.size == CAPACITY
    assert np.unique(kept).size == CAPACITY
    # Standard error of a mean of so many uniform ranks without replacement, four of them allowed.
    allowed = 4 * known.count / np.sqrt(12 * CAPACITY) * np.sqrt(1 - CAPACITY / known.count)
    assert kept.mean() == pytest.approx((known.count - 1) / 2, abs=allowed)
    parts = np.histogram(kept, 10, (0, known.count))[0]
    assert np.abs(parts - CAPACITY / 10).max() < 4 * np.sqrt(CAPACITY / 10)


def test_beyond_the_capacity_origins_still_name_the_slices() -> None:
    """Each kept value points to the block that it came from."""
    known = counting(130, 1_000)
    assert (known.origins == known.values.astype(np.int64) // 1_000).all()


def test_beyond_the_capacity_counts_and_sums_are_of_all_samples() -> None:
    """Mean, extremes, bins and quantiles do not depend on what is kept."""
    known = counting(130, 1_000)
    assert known.count == known.bins.counts.sum() == 130_000
    assert (known.shortest, known.longest) == (0, 129_999)
    assert known.tally.moments.mean == pytest.approx(64_999.5)
    assert known.quantile(0.5) == pytest.approx(65_000, rel=0.004)
    assert known.quantile(0.0) == 0
    assert known.quantile(1.0) == 129_999
    assert known.below(65_000) == pytest.approx(65_000, rel=0.004)


def test_a_million_samples_take_no_more_room_than_the_kept_ones() -> None:
    """Memory is that of the capacity, the bins and one small block a slice."""
    rng = np.random.default_rng(2)
    known = Collected()
    for round_ in range(50):
        known = known.add(totals(rng.integers(1, 10**6, 20_000)), 1, 0, round_, (SPIN_NS, SPIN_NS))
    assert known.count == 1_000_000
    arrays = (known.values, known.origins, known.bins.counts)
    assert sum(part.nbytes for part in arrays) < 400_000
    assert all(part.base is None or part.base.nbytes < 400_000 for part in arrays)
    assert len(known.blocks) == 50


def test_the_spin_of_a_block_is_the_geometric_mean_of_its_ends() -> None:
    """A slice that began fast and ended four times slower was half as fast on average."""
    known = Collected().add(totals([5]), 1, 0, 0, (10_000.0, 40_000.0))
    assert known.blocks[0].spin_ns == pytest.approx(20_000)
