"""What the app holds after an hour of measuring, which a worker that answers at once replays in a minute or two.

The runner, the session, the boards and the Explore screen are the real ones. Slices come as fast as they are taken in,
so that a board has more of them than in a real hour.
"""

import asyncio
import os
import statistics
import subprocess
import sys
from array import array
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import numpy as np
import psutil

from sigtui.bench import protocol
from sigtui.draft import Draft
from sigtui.files.preset import read_preset
from sigtui.files.store import find_preset
from sigtui.model import Effort, KeySizes, LengthRange, ProviderInfo, Setup, Support
from sigtui.tui.app import SigtuiApp
from sigtui.tui.studio import Options
from sigtui.tui.workbench import Document
from tests.bars import Figure

_SLICES = 180_000
_SAMPLES = 400
_CALL_NS = 48_000
_ARRAYS = 64  # different slices, which come again and again
_READINGS = 20  # of the resident memory, evenly over the hour
_TENTH = _READINGS // 10

# What the slices of 14 cases take together, and a little more: 257 s of slices of 20 ms each.
_HOUR = Effort("long", 270.0, -1.0, 10)

_SETUP = Setup(
    batch=1,
    overhead_ns=30.0,
    call="replay()",
    signature_encoding="raw",
    keys=KeySizes(private_key=32, private_key_form="seed", public_key=64),
    signatures=LengthRange(2, 128, 64, 64),
)


def measure() -> Iterator[Figure]:
    """Yield in MB by how much the app grows after the first tenth of the hour, and what it holds then."""
    with TemporaryDirectory() as home:
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        command = [sys.executable, "-m", __name__]
        done = subprocess.run(
            command, capture_output=True, check=True, text=True, env=surroundings | {"HOME": home}
        )
    resident = [int(line) / 1e6 for line in done.stdout.split()]
    begun, ended = resident[_TENTH : 2 * _TENTH], resident[-_TENTH:]
    grown = statistics.mean(ended) - statistics.mean(begun)
    yield Figure("the app's growth over an hour of measuring, after its first tenth", grown, 20, "MB")
    yield Figure("the app after an hour of measuring", ended[-1], None, "MB")


class Hour:
    """Deals out slices of a machine that changes its speed, and reads the resident memory now and then."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self.resident: list[int] = []
        self._taken = 0
        self._slices: list[tuple[bytes, tuple[float, float]]] = []
        for _ in range(_ARRAYS):
            pace = 1.7 if rng.random() < 0.1 else 1.0
            times = (_CALL_NS * pace * rng.lognormal(0, 0.1, _SAMPLES)).astype(np.uint64)
            spins = 30_000.0 * pace * rng.lognormal(0, 0.01, 2)
            self._slices.append((array("Q", times.tolist()).tobytes(), (float(spins[0]), float(spins[1]))))

    def slice(self, number: int) -> protocol.Measured:
        """Return the next slice."""
        data, spins = self._slices[self._taken % _ARRAYS]
        self._taken += 1
        if self._taken % (_SLICES // _READINGS) == 0:
            self.resident.append(psutil.Process().memory_info().rss)
        return protocol.Measured(number, 1, spins, 100_000, 64, data)


class Replay:
    """A worker that has all its answers already."""

    def __init__(self, hour: Hour) -> None:
        self._hour = hour
        self._asked: protocol.Command = protocol.Quit()

    async def start(self) -> protocol.Hello:
        """Say Hello."""
        return protocol.Hello(protocol.VERSION, 0)

    async def send(self, command: protocol.Command) -> None:
        """Remember what is asked."""
        self._asked = command

    async def receive(self, seconds: float) -> protocol.Reply:
        """Answer it, once the screen had its turn."""
        await asyncio.sleep(0)
        match self._asked:
            case protocol.Discover(provider, algorithms):
                support = tuple(Support(name, True) for name in algorithms)
                return protocol.Discovered(ProviderInfo(provider, True, "", {provider: "1.0"}, support))
            case protocol.Prepare(number=number):
                return protocol.Prepared(number, _SETUP, 1_000_000, 20_000_000, b"")
            case protocol.Measure(number=number):
                return self._hour.slice(number)
        raise TypeError(f"nobody answers {self._asked}")

    async def stop(self) -> None:
        """End."""

    def kill(self) -> None:
        """End."""


async def replay() -> list[int]:
    """Return the resident memory in bytes, read evenly over the hour."""
    path = find_preset("rfc9421")
    preset = read_preset(path)
    hour = Hour()
    document = Document(Draft.of(preset).with_effort(_HOUR), path, preset)
    options = Options(document, seed=1, spawn=lambda: Replay(hour))
    app = SigtuiApp(lambda: options)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("r")
        while not app.loaded or not app.studio.workbench.desk.state.ended:
            await asyncio.sleep(0.1)
    return hour.resident[:_READINGS]


if __name__ == "__main__":
    sys.stdout.write("\n".join(map(str, asyncio.run(replay()))))
