from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.bench.shift import SLICE_NS
from sigtui.model import EFFORTS
from sigtui.stats.blocks import MOST_BLOCKS, Block, by_round, grown

BLOCK = Block(process=0, round=0, samples=10, mean_ns=100.0, median_ns=90.0, spins_ns=(30_000.0, 31_000.0))


def block(
    process: int, round_: int, median: float = 100.0, spin: float = 30_000.0, samples: int = 10
) -> Block:
    """Return a slice of which median and mean are the same, between two equal spins."""
    return Block(process, round_, samples, median, median, (spin, spin))


def folded(slices: Iterable[Block]) -> tuple[tuple[Block, ...], int]:
    """Return the blocks after these slices, and their span."""
    blocks: tuple[Block, ...] = ()
    span = 1
    for each in slices:
        blocks, span = grown(blocks, span, each)
    return blocks, span


@pytest.mark.parametrize("name", EFFORTS)
def test_no_effort_has_as_many_slices_as_are_joined(name: str) -> None:
    """Twice the slices of its budget, and one more for each process, are a block each."""
    effort = EFFORTS[name]
    slices = int(2 * effort.seconds * 1e9 / SLICE_NS) + effort.processes
    blocks, span = folded(block(0, round_) for round_ in range(slices))
    assert (len(blocks), span) == (slices, 1)


def test_a_slice_more_than_there_is_room_for_joins_neighbours() -> None:
    """1,024 slices are 1,024 blocks; with the next one they are pairs, and it stands alone."""
    slices = [block(0, round_) for round_ in range(MOST_BLOCKS + 1)]
    assert folded(slices[:-1]) == (tuple(slices[:-1]), 1)
    blocks, span = folded(slices)
    assert (len(blocks), span) == (MOST_BLOCKS // 2 + 1, 2)
    assert [each.samples for each in blocks] == [20] * (MOST_BLOCKS // 2) + [10]


@pytest.mark.parametrize(("slices", "span"), [(2_000, 2), (6_000, 8), (8_192, 8), (8_200, 16)])
def test_a_block_holds_as_many_rounds_as_the_span_says(slices: int, span: int) -> None:
    """Also the one that is still growing, up to its end."""
    blocks, found = folded(block(0, round_) for round_ in range(slices))
    assert found == span
    assert [each.round for each in blocks] == list(range(0, slices, span))
    assert [each.samples for each in blocks[:-1]] == [10 * span] * (len(blocks) - 1)


@pytest.mark.parametrize("slices", [1_500, 9_000, 40_000])
def test_blocks_stay_few_and_lose_no_sample(slices: int) -> None:
    """However long it goes on: half of the room at least is used, samples and their sum are those of all slices."""
    rng = np.random.default_rng(slices)
    times, counts = rng.lognormal(11, 0.3, slices), rng.integers(1, 500, slices)
    rounds = np.cumsum(rng.integers(1, 3, slices))
    processes = np.arange(slices) * 7 // slices
    blocks, span = folded(
        Block(int(process), int(round_), int(count), float(time), float(time), (3e4, 3e4))
        for process, round_, count, time in zip(processes, rounds, counts, times, strict=True)
    )
    assert MOST_BLOCKS // 3 < len(blocks) <= MOST_BLOCKS
    assert span.bit_count() == 1
    assert sum(each.samples for each in blocks) == counts.sum()
    assert sum(each.samples * each.mean_ns for each in blocks) == pytest.approx(
        (counts * times).sum(), rel=1e-12
    )


def test_blocks_never_hold_two_processes() -> None:
    """Rounds go on from one worker process to the next; a block does not."""
    blocks, span = folded(block(round_ // 777, round_) for round_ in range(5_000))
    assert span > 1
    assert [(each.process, each.round) for each in blocks] == sorted(
        (each.process, each.round) for each in blocks
    )
    for one, other in pairwise(blocks):
        assert (one.process, one.round // span) != (other.process, other.round // span)
    for process in range(7):
        samples = sum(each.samples for each in blocks if each.process == process)
        assert samples == 10 * min(777, 5_000 - 777 * process)


def test_more_processes_than_blocks_have_one_each() -> None:
    """It ends there: nothing is joined across processes, and joining does not go on for ever."""
    blocks, _ = folded(block(number // 2, number) for number in range(2 * MOST_BLOCKS + 40))
    assert len(blocks) == MOST_BLOCKS + 20
    assert {each.samples for each in blocks} == {20}


def test_joining_weighs_by_samples() -> None:
    """The mean is exact; medians and spins meet at the geometric mean."""
    one = Block(3, 8, 30, 100.0, 80.0, (20_000.0, 10_000.0))
    other = Block(3, 9, 10, 500.0, 1_280.0, (20_000.0, 160_000.0))
    both = one + other
    assert (both.process, both.round, both.samples, both.mean_ns) == (3, 8, 40, 200.0)
    assert both.median_ns == pytest.approx(160.0)
    assert both.spins_ns == pytest.approx((20_000, 20_000))


@given(st.lists(st.tuples(st.floats(0.3, 1.0), st.integers(1, 400)), min_size=1, max_size=40))
def test_a_machine_that_changes_its_speed_leaves_no_drift(speeds: list[tuple[float, int]]) -> None:
    """Calls that slow down as the spin does have one median at typical speed, joined or not."""
    slices = [
        block(0, number, 100 / speed, 30_000 / speed, samples)
        for number, (speed, samples) in enumerate(speeds)
    ]
    (both,) = by_round(slices, 64).values()
    assert both.median_ns * 30_000 / both.spin_ns == pytest.approx(100)


def test_equal_blocks_stay_as_they_are() -> None:
    """No trace of rounding that would read as a trend; a median of nothing is no trouble."""
    blocks, _ = folded(block(0, round_, 101.3, samples=round_ % 7 + 1) for round_ in range(3_000))
    assert {each.median_ns for each in blocks} == {101.3}
    assert {each.spin_ns for each in blocks} == {30_000}
    assert (block(0, 0, 0.0) + block(0, 1, 0.0)).median_ns == 0
    assert (block(0, 0, 0.0) + block(0, 1, 10.0)).median_ns == 0


def test_the_spin_of_a_block_is_the_geometric_mean_of_its_ends() -> None:
    """A slice that began fast and ended four times slower was half as fast on average."""
    assert Block(0, 0, 1, 5.0, 5.0, (10_000.0, 40_000.0)).spin_ns == pytest.approx(20_000)
