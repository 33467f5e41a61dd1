import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.blocks import MOST_BLOCKS
from sigtui.stats.collected import Collected, Ranked
from sigtui.stats.kept import CAPACITY
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


def more(known: Collected, branch: int, number: int) -> Collected:
    """Return the collection with one more slice of 700 samples; each branch has its own."""
    times = totals(np.random.default_rng((branch, number)).integers(1, 10**6, 700))
    return known.add(times, 1, 0, known.tally.rounds, (SPIN_NS, SPIN_NS + branch))


def told(known: Collected) -> tuple[object, ...]:
    """Return all that there is in a collection, to compare."""
    arrays = (known.values, known.origins, known.kept.slices, known.bins.counts)
    scalars = (known.batch, known.tally, known.shortest, known.longest, known.blocks, known.span)
    return (*scalars, *(array.tolist() for array in arrays))


@pytest.mark.parametrize(
    ("slices", "size"), [(0, 1), (2, 700), (27, 700), (60, 700), (1_023, 8), (2_100, 12)]
)
def test_two_that_grow_from_one_both_stay_right(slices: int, size: int) -> None:
    """Growing in turns, each is at every step what it would be alone; and what they grew from is unchanged."""
    parent = counting(slices, size)
    before = told(parent)
    branches = {1: [parent], 2: [parent]}
    for number in range(3):
        for branch, states in branches.items():
            states.append(more(states[-1], branch, number))
    for branch, states in branches.items():
        alone = counting(slices, size)
        for number, state in enumerate(states[1:]):
            alone = more(alone, branch, number)
            assert told(state) == told(alone)
    assert told(parent) == before


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


def test_a_run_without_end_takes_no_more_room() -> None:
    """Blocks, kept samples and their slices are as many after 6,000 slices as after 3,000; nothing is miscounted."""
    half = counting(3_000, 8)
    known = half
    for round_ in range(3_000, 6_000):
        known = known.add(totals(range(round_ * 8, round_ * 8 + 8)), 1, 0, round_, (SPIN_NS, SPIN_NS))
    assert (half.span, known.span) == (4, 8)
    assert len(known.blocks) == len(half.blocks) == 750 <= MOST_BLOCKS
    assert known.values.size == half.values.size == CAPACITY
    assert known.kept.slices.nbytes == 6_000 * 24
    assert known.count == sum(block.samples for block in known.blocks) == 48_000
    assert known.tally.rounds == 6_000
    assert known.tally.moments.mean == pytest.approx(23_999.5)
    assert known.blocks[-1].mean_ns == pytest.approx(48_000 - 32.5)


@pytest.mark.parametrize("size", [30, 1_000])
def test_ranked_samples_tell_the_same(size: int) -> None:
    """Quantiles and counts, whether every sample is kept or not."""
    known = counting(25, size)
    ranked = Ranked.of(known)
    shares = (0.0, 0.01, 0.5, 0.77, 1.0)
    assert ranked.quantiles(shares) == known.quantiles(shares)
    for value in (-1.0, 0.0, 17.0, 17.5, 24.0 * size, 1e9):
        assert ranked.below(value) == known.below(value)
    assert (ranked.count, ranked.bins) == (known.count, known.bins)
    assert (np.diff(ranked.values) >= 0).all()
