from array import array

import pytest

from sigtui.bench.sampling import (
    BATCH_NS,
    MOST_CALLS,
    SINGLE_FROM_NS,
    calibrate,
    empty_loop,
    sample_slice,
    shortest_call,
    spin,
    time_batch,
    warm_up,
)
from tests.fakes import Durations, FakeClock, always, starting


class Counted:
    """A call that takes the time it is told, counts itself and returns the count."""

    def __init__(self, clock: FakeClock, durations: Durations) -> None:
        self.calls = 0
        self._clock = clock
        self._durations = durations

    def __call__(self) -> int:
        """Let the time pass."""
        self._clock.advance(next(self._durations))
        self.calls += 1
        return self.calls


def calibrated(call: Counted, clock: FakeClock) -> int:
    """Return the batch as the worker finds it."""
    return calibrate(call, shortest_call(call, clock), clock)


def test_a_batch_is_timed_as_a_whole() -> None:
    """The time of a batch is that of all its calls, and one reading of the clock."""
    clock = FakeClock(tick=3)
    call = Counted(clock, always(1_000))
    assert time_batch(call, 7, clock) == 7_003
    assert call.calls == 7


@pytest.mark.parametrize("duration", [SINGLE_FROM_NS, 20_001, 75_000, 999_999, 3_000_000_000])
def test_a_call_from_20_us_on_is_timed_alone(duration: int) -> None:
    """From 20 µs on, a sample is one call, so that a histogram shows single calls."""
    clock = FakeClock(tick=0)
    assert calibrated(Counted(clock, always(duration)), clock) == 1


@pytest.mark.parametrize("duration", [19_999, 12_500, 2_000, 760, 41])
def test_shorter_calls_are_batched_to_50_us(duration: int) -> None:
    """Below 20 µs k is the least power of two whose batch lasts 50 µs."""
    clock = FakeClock(tick=0)
    batch = calibrated(Counted(clock, always(duration)), clock)
    assert batch & (batch - 1) == 0
    assert batch * duration >= BATCH_NS > batch // 2 * duration


def test_a_disturbance_does_not_make_a_short_call_long() -> None:
    """One slow call out of five does not keep a 2 µs call from being batched."""
    clock = FakeClock(tick=0)
    assert calibrated(Counted(clock, starting(900_000, 80_000, 2_000, 70_000, then=2_000)), clock) == 32


def test_a_call_known_to_be_long_is_not_called_again() -> None:
    """A call that is timed alone needs no tries of batches."""
    clock = FakeClock(tick=0)
    call = Counted(clock, always(80_000))
    assert calibrate(call, 80_000, clock) == 1
    assert call.calls == 0


def test_a_call_that_takes_no_time_ends_the_calibration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock too coarse for the call leads to the largest batch, not to an endless loop."""
    monkeypatch.setattr("sigtui.bench.sampling.MOST_CALLS", 1 << 10)
    assert MOST_CALLS > 1 << 10
    clock = FakeClock(tick=0)
    assert calibrated(Counted(clock, always(0)), clock) == 1 << 10


def test_warming_up_ends_after_four_changes_of_direction() -> None:
    """Times that go up and down no longer trend: the seventh sample is the fourth turn's proof at most."""
    clock = FakeClock(tick=0)
    call = Counted(clock, iter([900, 700, 500, 510, 490, 505, 495] + [500] * 100))
    spent = warm_up(call, 1, clock, cap_ns=1_000_000)
    assert call.calls == 7
    assert spent == clock.now == 4_100


def test_warming_up_takes_at_least_six_samples() -> None:
    """Four changes of direction within five samples are not believed yet."""
    clock = FakeClock(tick=0)
    call = Counted(clock, iter([10, 20, 10, 20, 10, 20, 10, 20, 10, 20]))
    warm_up(call, 1, clock, cap_ns=1_000_000)
    assert call.calls == 6


def test_warming_up_goes_on_while_times_fall_and_ends_at_its_cap() -> None:
    """Times that still trend keep it going until the time it may take is spent."""
    clock = FakeClock(tick=0)
    call = Counted(clock, iter(range(2_000, 0, -1)))
    spent = warm_up(call, 1, clock, cap_ns=100_000)
    assert 100_000 <= spent < 102_000
    assert call.calls == 51


def test_warming_up_uses_the_batch_that_will_be_measured() -> None:
    """A sample of the warm-up is a batch of k calls."""
    clock = FakeClock(tick=0)
    call = Counted(clock, always(10))
    warm_up(call, 8, clock, cap_ns=800)
    assert call.calls == 80


@pytest.mark.parametrize(("budget", "samples"), [(0, 1), (1, 1), (300, 1), (301, 2), (20_000, 67)])
def test_a_slice_lasts_its_budget_and_the_call_that_passes_it(budget: int, samples: int) -> None:
    """A slice ends with the first sample that reaches the end of its budget, and always has one."""
    clock = FakeClock(tick=0)
    totals: array[int] = array("Q")
    result = sample_slice(Counted(clock, always(300)), 1, budget, clock, totals)
    assert totals.tolist() == [300] * samples
    assert result == samples


def test_a_slice_of_batches_holds_the_total_of_each() -> None:
    """A sample is the time of k calls together; the result is that of the very last call."""
    clock = FakeClock(tick=0)
    totals: array[int] = array("Q")
    result = sample_slice(Counted(clock, always(300)), 4, 3_000, clock, totals)
    assert totals.tolist() == [1_200, 1_200, 1_200]
    assert result == 12


def test_a_slice_adds_to_the_samples_before() -> None:
    """The samples that are there already stay."""
    clock = FakeClock(tick=0)
    totals = array("Q", [7])
    sample_slice(Counted(clock, always(300)), 1, 0, clock, totals)
    assert totals.tolist() == [7, 300]


@pytest.mark.parametrize("batch", [1, 2, 64])
def test_the_empty_loop_costs_a_reading_of_the_clock_for_each_batch(batch: int) -> None:
    """The loop's own cost is told for one call: what a batch's frame costs, divided by k."""
    assert empty_loop(batch, FakeClock(tick=128)) == 128 / batch


def test_the_spin_is_the_middle_of_three() -> None:
    """One disturbed spin of three is not taken for the machine's speed."""
    paces = iter([1, 1, 1, 50, 1, 1])
    assert spin(FakeClock(tick=100, pace=lambda _: next(paces))) == 100
