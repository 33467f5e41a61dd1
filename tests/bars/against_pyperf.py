"""The engine's mean beside pyperf's way of timing the same call, alternated in one process.

pyperf (2.11, ``Runner.bench_func``) times a loop of equal length and divides by its calls. Both means are
divided by the reference spin around them, because a shared machine changes speed between the two.
"""

import statistics
import time
from array import array
from collections.abc import Iterator

from sigtui import algorithms, providers
from sigtui.bench import protocol
from sigtui.bench.calls import Call, timed_call
from sigtui.bench.sampling import spin
from sigtui.bench.worker import Server
from sigtui.model import Mode, Operation
from sigtui.stats.summary import OVERHEAD_SHARE
from tests.bars import Figure

_ROUNDS = 600
_SLICE_NS = 5_000_000
_CASES = (
    ("ecdsa-p256-sha256", Operation.SIGN),
    ("ml-dsa-44", Operation.VERIFY),
    ("hmac-sha256", Operation.SIGN),
)
_MESSAGE = b"some secret value"


def measure() -> Iterator[Figure]:
    """Yield the relative difference of the two means for each of the three calls."""
    for name, operation in _CASES:
        difference = _difference(name, operation)
        yield Figure(f"{name} {operation}: mean against pyperf's", abs(difference) * 100, 5, "%")


def _loop(call: Call, loops: int) -> float:
    calls = range(loops)
    start = time.perf_counter()
    for _ in calls:
        call()
    return (time.perf_counter() - start) * 1e9 / loops


def _difference(name: str, operation: Operation) -> float:
    server = Server(providers.entries())
    list(server.answer(protocol.Store("message", _MESSAGE)))
    prepare = protocol.Prepare(
        0, name, "cryptography", operation, Mode.REUSED_KEY, "message", 0, 20_000_000, b""
    )
    prepared = next(iter(server.answer(prepare)))
    if not isinstance(prepared, protocol.Prepared):
        raise TypeError(f"the worker answered {prepared}")
    mechanism = providers.entries()["cryptography"].load().mechanism(algorithms.find(name))
    call = timed_call(mechanism, operation, Mode.REUSED_KEY, mechanism.generate(), _MESSAGE).call
    loops = max(1, round(_SLICE_NS / _loop(call, 1_000)))

    def theirs() -> float:
        before = spin(time.perf_counter_ns)
        mean = _loop(call, loops)
        return mean / (before + spin(time.perf_counter_ns))

    def ours() -> float:
        measured = next(iter(server.answer(protocol.Measure(0, _SLICE_NS))))
        if not isinstance(measured, protocol.Measured):
            raise TypeError(f"the worker answered {measured}")
        totals = array("Q", measured.data)
        mean = sum(totals) / len(totals) / measured.batch
        overhead = prepared.setup.overhead_ns
        return (mean - (overhead if overhead > OVERHEAD_SHARE * mean else 0.0)) / sum(measured.spins_ns)

    ratios = []
    for turn in range(_ROUNDS):
        # Who goes first changes, so that neither always meets the other's caches.
        pair = (ours(), theirs()) if turn % 2 else (theirs(), ours())[::-1]
        ratios.append(pair[0] / pair[1])
    return statistics.median(ratios) - 1
