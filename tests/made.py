"""Samples and snapshots made by hand: slices of known times, a machine that changes its speed, rows of a table."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sigtui.files.results import Lengths, MessageSize, Result
from sigtui.files.snapshot import Snapshot
from sigtui.stats.collected import Collected

SPIN_NS = 30_000.0
"""The reference spin of a machine that nothing disturbs."""

SLICE_NS = 20e6

Times = NDArray[np.float64]


def totals(nanoseconds: Iterable[float]) -> "array[int]":
    """Return times as a worker sends them: whole nanoseconds."""
    return array("Q", np.rint(np.asarray(list(nanoseconds))).astype(np.uint64).tobytes())


def collected(*slices: Iterable[float], batch: int = 1, process: int = 0) -> Collected:
    """Return the collection of these slices, one a round, on a machine at typical speed."""
    made = Collected()
    for round_, times in enumerate(slices):
        made = made.add(totals(times), batch, process, round_, (SPIN_NS, SPIN_NS))
    return made


@dataclass(slots=True)
class Machine:
    """A shared machine: fast, or slower by ``factor`` for a share of the time, 50 to 85 ms and more at once.

    What takes ``t`` at its fast speed takes ``t * factor ** sensitivity`` at its slow one.
    """

    rng: np.random.Generator
    slow: float
    factor: float = 1.7
    spin_noise: float = 0.01
    now: float = 0.0
    spins: list[float] = field(default_factory=list)
    _switches: Times = field(init=False)
    _fast: Times = field(init=False)

    def __post_init__(self) -> None:
        rare = min(self.slow, 1 - self.slow)
        lengths = self.rng.uniform(50e6, 85e6, 2_000)
        slow = np.arange(lengths.size) % 2 == 1
        lengths *= np.where(slow, self.slow, 1 - self.slow) / rare if rare else 1.0
        self._fast = ~slow if rare else np.ones(lengths.size, dtype=bool)
        self._switches = np.concatenate([[0.0], np.cumsum(lengths)])
        self.now = self.rng.uniform(0, self._switches[20])

    def _part(self) -> int:
        return int(np.searchsorted(self._switches, self.now, side="right")) - 1

    def run(self, times: Times, sensitivity: float, budget: float) -> Times:
        """Return how long calls take that would take ``times`` at fast speed, until the budget is spent."""
        first = self._part()
        part = slice(first, first + 10)
        pace = np.where(self._fast[part], 1.0, self.factor**-sensitivity)
        clock = self._switches[first : first + pace.size + 1]
        work = np.concatenate([[0.0], np.cumsum(np.diff(clock) * pace)])
        start = np.interp(self.now, clock, work)
        ends = np.interp(start + np.concatenate([[0.0], np.cumsum(times)]), work, clock)
        ends = ends[: int(np.searchsorted(ends, self.now + budget)) + 1]
        self.now = float(ends[-1])
        return np.diff(ends)

    def spin(self) -> float:
        """Return the time of the reference spin now."""
        pace = 1.0 if self._fast[self._part()] else self.factor
        spin = SPIN_NS * pace * self.rng.lognormal(0, self.spin_noise)
        self.now += spin
        self.spins.append(spin)
        return spin

    def measure(
        self, before: Collected, process: int, round_: int, nanoseconds: float, sensitivity: float = 1.0
    ) -> Collected:
        """Return a collection with one more slice of calls of about this time, with noise of 2 %."""
        count = int(1.2 * SLICE_NS / nanoseconds) + 2
        times = nanoseconds * (1 + 0.02 * np.abs(self.rng.standard_normal(count)))
        first = self.spin()
        taken = self.run(times, sensitivity, SLICE_NS)
        return before.add(totals(taken), 1, process, round_, (first, self.spin()))

    def idle(self, mean: float) -> None:
        """Let others have the machine for a random time."""
        self.now += self.rng.uniform(0, 2 * mean)


ROW = Result(
    algorithm="ecdsa-p256-sha256",
    family="ecdsa",
    provider="cryptography",
    operation="sign",
    mode="reused-key",
    message=MessageSize(name="properties", bytes=93),
    samples=18_200,
    batch=1,
    keys=3,
    mean_us=49.4,
    error_us=0.2,
    error_rounds_us=0.25,
    stddev_us=8.1,
    min_us=46.0,
    median_us=48.1,
    p99_us=103.0,
    max_us=812.0,
    ops_per_second=20_242.9,
    ratio=1.0,
    ratio_low=1.0,
    ratio_high=1.0,
    skewness=3.5,
    mvalue=2.0,
    mvalue_typical=2.0,
    rounds_us=tuple((48.0 + 0.1 * (index % 3), 1.0) for index in range(15)),
    signature_bytes=Lengths(min=70, mean=71.0, max=72),
    signature_encoding="der",
    verified=True,
)
"""A row as a quiet machine measures it, with nothing to warn of; tests replace what they are about."""


def snapshot(*results: Result) -> Snapshot:
    """Return a snapshot of these rows with P-256 as the baseline."""
    return Snapshot(
        preset={"title": "RFC 9421", "baseline": "ecdsa-p256-sha256"},
        machine={"cpu": "a CPU"},
        method={"version": "1", "effort": "short", "worker_processes": 3},
        date="2026-05-01T12:00:00+02:00",
        results=results,
    )
