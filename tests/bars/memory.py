"""What the parent holds after millions of samples, and the worker with a large message."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import psutil

from sigtui import algorithms
from sigtui.bench import protocol
from sigtui.bench.process import WorkerProcess
from tests.bars import Figure

_LARGE = 10 << 20

_FOLD = """
from array import array
from sigtui import algorithms, headless, record
from sigtui.events import RunStarted, SliceMeasured
from sigtui.exports import formats
from sigtui.model import EFFORTS, Case, Choice, Message, Mode, Operation, Plan, Preset
from sigtui.session import begin, fold
import psutil
case = Case(algorithms.find("ecdsa-p256-sha256"), "cryptography", Operation.SIGN, Mode.REUSED_KEY, "m")
plan = Plan("t", case.algorithm.id, (case,), {"m": Message("m", b"x", {})}, EFFORTS["long"])
state = begin(RunStarted(plan, ""))
for number in range(5_000):
    totals = array("Q", range(20_000 + number, 21_000 + number))
    state = fold(state, SliceMeasured(case, 0, number, 1, totals, (1e5, 1e5), 72))
assert state.cases[case].collected.count == 5_000_000
preset = Preset("t", case.algorithm.id, (Choice(case.algorithm),), tuple(plan.messages.values()))
snapshot = record.Evidence(preset, {}, 0).snapshot(state)
for form in formats().values():
    form.render(snapshot)
print(psutil.Process().memory_info().rss)
"""


def measure() -> Iterator[Figure]:
    """Yield the resident memory in MB of both sides."""
    done = subprocess.run([sys.executable, "-c", _FOLD], capture_output=True, check=True)
    yield Figure("parent after 5 million samples of one case", int(done.stdout) / 1e6, 120, "MB")
    grown = asyncio.run(_worker_growth())
    yield Figure("worker's growth over 60 slices of a 10 MiB message", grown / _LARGE, 0.5, "msgs")


async def _worker_growth() -> int:
    worker = WorkerProcess()
    hello = await worker.start()
    process = psutil.Process(hello.pid)
    await worker.send(protocol.Store("large", bytes(_LARGE)))
    name = algorithms.find("hmac-sha256").id
    await worker.send(
        protocol.Prepare(0, name, "cryptography", "sign", "reused-key", "large", 0, 20_000_000, b"")
    )
    await worker.receive(60)
    before: int = process.memory_info().rss
    most = before
    for _ in range(60):
        await worker.send(protocol.Measure(0, 20_000_000))
        await worker.receive(60)
        most = max(most, process.memory_info().rss)
    await worker.stop()
    return most - before
