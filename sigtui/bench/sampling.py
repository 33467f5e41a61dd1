"""Timing a call: how many calls a sample, warming up, a slice of samples, the empty loop and the spin.

All times are integer nanoseconds of the clock passed in. Nothing here allocates inside a timed section.
"""

from array import array
from collections.abc import Callable
from itertools import repeat
from statistics import median
from typing import Any

Clock = Callable[[], int]
Call = Callable[[], Any]

SINGLE_FROM_NS = 20_000
"""Calls that take as long are timed one by one, so that a histogram shows calls and not batches."""

BATCH_NS = 50_000
"""Shorter ones are timed in batches of at least this: at one call a sample HMAC reads 33 % too high."""

MOST_CALLS = 1 << 20

_TRIES = 5
_WARM_TURNS = 4
_WARM_LEAST = 6


def time_batch(call: Call, batch: int, clock: Clock) -> int:
    """Return the ns that a batch of calls takes together with its loop."""
    calls = repeat(None, batch)
    start = clock()
    for _ in calls:
        call()
    return clock() - start


def shortest_call(call: Call, clock: Clock) -> int:
    """Return the ns of the shortest of a few calls: a call is not long because something disturbed it."""
    return min(time_batch(call, 1, clock) for _ in range(_TRIES))


def calibrate(call: Call, single_ns: int, clock: Clock) -> int:
    """Return the calls a sample: 1 where a call takes SINGLE_FROM_NS, else the power of two that lasts BATCH_NS.

    ``single_ns`` is what one call takes; a batch is as long as the shortest of a few.
    """

    def shortest(batch: int) -> int:
        return min(time_batch(call, batch, clock) for _ in range(_TRIES))

    if single_ns >= SINGLE_FROM_NS:
        return 1
    batch = 2
    while batch < MOST_CALLS and shortest(batch) < BATCH_NS:
        batch *= 2
    return batch


def warm_up(call: Call, batch: int, clock: Clock, cap_ns: int) -> int:
    """Call until the times no longer trend, at least six samples, or ``cap_ns`` is spent; return ns spent.

    They no longer trend after four changes of direction, as BenchmarkDotNet decides it.
    """
    start = clock()
    last, direction, turns, count = 0, 0, 0, 0
    while True:
        time = time_batch(call, batch, clock)
        count += 1
        change = (time > last) - (time < last)
        if count > 1 and change:
            turns += direction not in (0, change)
            direction = change
        last = time
        spent = clock() - start
        if (turns >= _WARM_TURNS and count >= _WARM_LEAST) or spent >= cap_ns:
            return spent


def sample_slice(call: Call, batch: int, budget_ns: int, clock: Clock, totals: "array[int]") -> Any:  # noqa: ANN401
    """Append the ns of one batch after the other until the budget is spent; return the last call's result."""
    push = totals.append
    end = clock() + budget_ns
    if batch == 1:
        while True:
            start = clock()
            result = call()
            stop = clock()
            push(stop - start)
            if stop >= end:
                return result
    last = batch - 1
    while True:
        calls = repeat(None, last)
        start = clock()
        for _ in calls:
            call()
        result = call()
        stop = clock()
        push(stop - start)
        if stop >= end:
            return result


def empty_loop(batch: int, clock: Clock) -> float:
    """Return the ns a call that timing costs by itself at this batch size, the median of 21.

    For single calls that is reading the clock, for batches their loop too.
    """

    def single() -> int:
        start = clock()
        return clock() - start

    def several() -> int:
        calls = repeat(None, batch - 1)
        start = clock()
        for _ in calls:
            pass
        return clock() - start

    once = single if batch == 1 else several
    return median(once() for _ in range(21)) / batch


_BITS = 256
_MODULUS = (1 << _BITS) - 105
_EXPONENT = (1 << _BITS) - 1_234_567
_BASE = 0xABCDEF1234567**4


def spin(clock: Clock) -> float:
    """Return the ns of a fixed modular exponentiation, the median of three: how fast the machine is now."""
    times = []
    for _ in range(3):
        start = clock()
        pow(_BASE, _EXPONENT, _MODULUS)
        times.append(clock() - start)
    return median(times)
