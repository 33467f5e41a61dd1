import numpy as np
import pytest

from sigtui.stats.kept import CAPACITY, Kept, Slice
from tests.made import SPIN_NS, Times


def slice_of(times: Times) -> Slice:
    """Return what is known of a slice; its first spin tells its mean too."""
    mean = float(times.mean())
    return Slice((SPIN_NS + mean, SPIN_NS), mean)


def filled(slices: int, size: int) -> Kept:
    """Return what is kept of 0, 1, 2, ... in slices of this size."""
    kept = Kept()
    for number in range(slices):
        times = np.arange(number * size, (number + 1) * size, dtype=np.float64)
        kept = kept.add(times, slice_of(times), number * size)
    return kept


def knows_its_slices(kept: Kept, size: int) -> bool:
    """Whether each kept value's row holds the spins and the mean of the slice that it came from."""
    means = kept.values // size * size + (size - 1) / 2
    rows = np.stack([SPIN_NS + means, np.full(means.size, SPIN_NS), means], axis=1)
    return bool((kept.slices[kept.origins] == rows).all())


@pytest.mark.parametrize(("slices", "size"), [(3, 5), (1_500, 4), (1_500, 40)])
def test_every_kept_value_knows_its_slice(slices: int, size: int) -> None:
    """Its spins and its mean, while all samples are kept and beyond."""
    kept = filled(slices, size)
    assert kept.values.size == kept.origins.size == min(slices * size, CAPACITY)
    assert kept.slices.shape == (slices, 3)
    assert knows_its_slices(kept, size)


def test_slices_are_forgotten_of_which_no_sample_is_kept() -> None:
    """At twice the capacity; until then all are known, and afterwards those that samples came from."""
    means = np.arange(2 * CAPACITY - 2, dtype=np.float64)
    rows = np.stack([SPIN_NS + means, np.full(means.size, SPIN_NS), means], axis=1)
    kept = Kept(CAPACITY, means[:CAPACITY].copy(), np.arange(CAPACITY, dtype=np.int32), (rows,))
    for number in range(2 * CAPACITY - 2, 2 * CAPACITY + 2_000):
        times = np.array([float(number)])
        kept = kept.add(times, slice_of(times), number)
        known = number + 1 if number < 2 * CAPACITY - 1 else number - CAPACITY + 3
        assert CAPACITY <= len(kept.slices) <= known
    assert knows_its_slices(kept, 1)
    assert len(kept.slices) < CAPACITY + 2_010
    assert 500 < (kept.values >= 2 * CAPACITY).sum() < 1_500


def test_what_changes_nothing_is_shared() -> None:
    """Where no sample of a slice is kept, the arrays are those of before."""
    before = kept = filled(50, 1_000).settled()
    times = np.array([5.0])
    for seen in range(10**9, 10**9 + 40):
        kept = kept.add(times, slice_of(times), seen)
        assert kept.values is before.values
        assert kept.origins is before.origins


def test_reading_in_between_makes_no_difference() -> None:
    """Samples that lay aside and those that were settled at once give the same, at every step."""
    kept = read = Kept()
    for number in range(90):
        times = np.arange(number * 300.0, number * 300.0 + 300)
        kept = kept.add(times, slice_of(times), number * 300)
        read = read.add(times, slice_of(times), number * 300).settled()
        assert (kept.values == read.values).all()
        assert (kept.origins == read.origins).all()
    assert kept.count == read.values.size == CAPACITY


def test_samples_are_those_of_the_moment() -> None:
    """An array that its owner fills again afterwards does not change what was kept of it."""
    times = np.array([1.0, 2.0])
    kept = Kept().add(times, slice_of(times), 0)
    times[:] = 7
    assert kept.values.tolist() == [1, 2]
