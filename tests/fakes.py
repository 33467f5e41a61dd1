"""A clock, a provider and a worker without time: whole runs of the engine in milliseconds, exactly known."""

import asyncio
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sigtui import algorithms
from sigtui.bench import protocol
from sigtui.bench.process import Worker
from sigtui.bench.runner import Limits, Runner
from sigtui.bench.worker import Server
from sigtui.errors import UnavailableError, WorkerError
from sigtui.events import Event, RunStarted
from sigtui.model import Algorithm, Case, Effort, KeySizes, Message, Mode, Operation, Plan
from sigtui.providers import Entry, Provider
from sigtui.providers.mechanism import Calls, Mechanism
from sigtui.session import SessionState, begin, fold

TICK_NS = 100
"""What reading the fake clock costs, so that a reference spin takes one tick and not nothing."""


class FakeClock:
    """Nanoseconds that pass only by being told to, and a tick at each reading.

    ``pace`` maps a time to the factor by which the machine is slower then: it stretches all that passes.
    """

    def __init__(self, tick: int = TICK_NS, pace: Callable[[int], float] | None = None) -> None:
        self.now = 0
        self._tick = tick
        self._pace = pace

    def __call__(self) -> int:
        """Return the time, after a tick."""
        self.advance(self._tick)
        return self.now

    def advance(self, nanoseconds: int) -> None:
        """Let time pass."""
        self.now += nanoseconds if self._pace is None else round(nanoseconds * self._pace(self.now))


Durations = Iterator[int]
"""Nanoseconds of one call after the other, without end."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution of call times in ns with its true figures; ``table`` are its evenly spaced quantiles."""

    mean: float
    quantile: Callable[[float], float]
    table: NDArray[np.int64]

    def durations(self, seed: int) -> Durations:
        """Draw call times for ever, always the same ones for a seed."""
        rng = np.random.default_rng(seed)
        while True:
            yield from self.table[rng.integers(0, self.table.size, 1_000)].tolist()


def _distribution(mean: float, quantile: Callable[[float], float]) -> Distribution:
    steps = 20_000
    table = np.array([quantile((step + 0.5) / steps) for step in range(steps)])
    return Distribution(mean, quantile, np.rint(table).astype(np.int64))


def lognormal(median_ns: float, sigma: float) -> Distribution:
    """Return a lognormal distribution."""
    inverse = NormalDist().inv_cdf
    mean = median_ns * math.exp(sigma * sigma / 2)
    return _distribution(mean, lambda share: median_ns * math.exp(sigma * inverse(share)))


def exponential_tail(least_ns: float, scale_ns: float) -> Distribution:
    """Return a distribution that starts at its least time and falls off exponentially."""
    return _distribution(least_ns + scale_ns, lambda share: least_ns - scale_ns * math.log1p(-share))


def bimodal(first_ns: float, second_ns: float, spread: float) -> Distribution:
    """Return two normal humps of equal weight and equal standard deviation ``spread``."""
    first, second = NormalDist(first_ns, spread), NormalDist(second_ns, spread)
    return _distribution(
        (first_ns + second_ns) / 2,
        lambda share: first.inv_cdf(2 * share) if share < 0.5 else second.inv_cdf(2 * share - 1 or 1e-9),
    )


def always(nanoseconds: int) -> Durations:
    """Return the same time for every call."""
    return repeat(nanoseconds)


def starting(*nanoseconds: int, then: int) -> Durations:
    """Return these times for the first calls, and another for all that follow."""
    return chain(nanoseconds, repeat(then))


def _tag(key: bytes, message: bytes) -> bytes:
    """Return 64 bytes that depend on the key and the message's end and length, and take no time to compute."""
    return key[:16].ljust(16) + message[-32:].rjust(32) + len(message).to_bytes(16)


class FakeMechanism(Mechanism[bytes, bytes]):
    """Makes signatures that are right or wrong like any others, and takes the time it is told.

    Tests override ``sign`` and ``verify`` for mechanisms that misbehave.
    """

    calls = Calls("generate()", "sign()", "verify()", "load_private()", "load_public()")

    def __init__(
        self,
        clock: FakeClock,
        *,
        sign: Durations | None = None,
        verify: Durations | None = None,
        generate: Durations | None = None,
    ) -> None:
        self.clock = clock
        self.generated = 0
        self._sign = sign or always(100_000)
        self._verify = verify or always(50_000)
        self._generate = generate or always(30_000)

    def generate(self) -> bytes:
        """Create a key, another each time."""
        self.clock.advance(next(self._generate))
        self.generated += 1
        return self.generated.to_bytes(8)

    def public(self, private: bytes) -> bytes:
        """Return the key itself."""
        return private

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Return 64 bytes that depend on key and message."""
        self.clock.advance(next(self._sign))
        return _tag(private, message)

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Compute them again and compare."""
        self.clock.advance(next(self._verify))
        return _tag(public, message) == signature

    def dump_private(self, private: bytes) -> bytes:
        """Return the key."""
        return private

    def load_private(self, data: bytes) -> bytes:
        """Return the key."""
        self.clock.advance(1_000)
        return data

    def dump_public(self, public: bytes) -> bytes:
        """Return the key."""
        return public

    def load_public(self, data: bytes) -> bytes:
        """Return the key."""
        self.clock.advance(1_000)
        return data

    def sizes(self, private: bytes) -> KeySizes:
        """Measure the key."""
        return KeySizes(private_key=len(private), private_key_form="seed", public_key=len(private))


@dataclass(slots=True)
class FakeProvider:
    """A provider of the mechanisms it is given, by algorithm id; what it hasn't, it refuses."""

    mechanisms: Mapping[str, Mechanism[Any, Any]]

    def versions(self) -> Mapping[str, str]:
        """Return the version of a library that does not exist."""
        return {"fake": "1.0"}

    def mechanism(self, algorithm: Algorithm) -> Mechanism[Any, Any]:
        """Return the mechanism of this algorithm, always the same object."""
        if algorithm.id not in self.mechanisms:
            raise UnavailableError(f"fake has no {algorithm.id}")
        return self.mechanisms[algorithm.id]


class FakeEntry:
    """What stands in the registry for a provider's module."""

    def __init__(self, name: str, provider: Provider) -> None:
        self.NAME = name
        self.SUMMARY = "a provider of fakes"
        self.load: Callable[[], Provider] = lambda: provider


def registry(mechanisms: Mapping[str, Mechanism[Any, Any]], name: str = "fake") -> Mapping[str, Entry]:
    """Return a registry with one provider of these mechanisms."""
    return {name: FakeEntry(name, FakeProvider(mechanisms))}


class FakeWorker:
    """A worker in this process: the real Server behind the real frames, without pipes and without waiting."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._replies: list[bytes] = []
        self.sent: list[protocol.Command] = []
        self.ended = False

    async def start(self) -> protocol.Hello:
        """Say Hello."""
        return protocol.Hello(protocol.VERSION, 0)

    async def send(self, command: protocol.Command) -> None:
        """Do what is asked, at once."""
        received = _through_the_pipe(command)
        self.sent.append(received)
        if not self.ended and not isinstance(received, protocol.Quit):
            self._replies += [protocol.encode(reply) for reply in self._server.answer(received)]

    async def receive(self, seconds: float) -> protocol.Reply:
        """Return the oldest answer."""
        await asyncio.sleep(0)
        if self.ended:
            raise WorkerError("the worker was ended")
        if not self._replies:
            raise AssertionError("the runner waits for an answer that it did not ask for")
        reply: protocol.Reply = _read(self._replies.pop(0))
        return reply

    async def stop(self) -> None:
        """End."""
        self.ended = True

    def kill(self) -> None:
        """End."""
        self.ended = True

    def count(self, kind: type[Any]) -> int:
        """Count the commands of a kind that were sent."""
        return sum(isinstance(command, kind) for command in self.sent)


def _through_the_pipe(command: protocol.Command) -> Any:  # noqa: ANN401 - whichever command it was
    return _read(protocol.encode(command))


def _read(frame: bytes) -> Any:  # noqa: ANN401 - whichever message it was
    place = 0

    def exactly(count: int) -> bytes:
        nonlocal place
        place += count
        return frame[place - count : place]

    return protocol.read(exactly)


@dataclass(slots=True)
class Fleet:
    """Spawns workers that share a registry and a clock, and remembers them."""

    mechanisms: Mapping[str, Mechanism[Any, Any]]
    clock: FakeClock
    provider: str = "fake"
    workers: list[FakeWorker] = field(default_factory=list)

    def server(self) -> Server:
        """Return what answers in a new worker."""
        return Server(registry(self.mechanisms, self.provider), self.clock)

    def __call__(self) -> Worker:
        """Spawn one."""
        worker = FakeWorker(self.server())
        self.workers.append(worker)
        return worker


def case(
    algorithm: str,
    operation: Operation = Operation.SIGN,
    mode: Mode | None = Mode.REUSED_KEY,
    message: str | None = "m",
    provider: str = "fake",
) -> Case:
    """Return a case of the fake provider; keygen gets neither mode nor message."""
    keygen = operation is Operation.KEYGEN
    return Case(
        algorithms.find(algorithm), provider, operation, None if keygen else mode, None if keygen else message
    )


def timed(seconds: float, processes: int = 1) -> Effort:
    """Return an effort that lasts its time: no precision ends it earlier."""
    return Effort("test", seconds, -1.0, processes)


def plan(
    cases: Sequence[Case], effort: Effort | None = None, messages: Mapping[str, bytes] | None = None
) -> Plan:
    """Return a plan of these cases, the first one's algorithm as the baseline."""
    named = messages or {"m": b"some secret value"}
    return Plan(
        title="fake",
        baseline=cases[0].algorithm.id if cases else "",
        cases=tuple(cases),
        messages={name: Message(name, data, {"text": "…"}) for name, data in named.items()},
        effort=effort or timed(0.2),
    )


@dataclass(frozen=True, slots=True)
class Run:
    """What a run led to."""

    state: SessionState = field(repr=False)  # asyncio.run spells its result out, which would take seconds
    events: tuple[Event, ...] = field(repr=False)

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


async def follow(runner: Runner, seen: Callable[[Event], None] = lambda _: None) -> Run:
    """Drive a run to its end and fold its events; ``seen`` is told each of them."""
    events: list[Event] = []
    state: SessionState | None = None
    async with asyncio.timeout(60):
        async for event in runner.events():
            events.append(event)
            if isinstance(event, RunStarted):
                state = begin(event)
            else:
                assert state is not None, "a run begins with RunStarted"
                state = fold(state, event)
            seen(event)
    assert state is not None
    return Run(state, tuple(events))


def run(
    fleet: Fleet,
    cases: Sequence[Case],
    effort: Effort | None = None,
    *,
    seed: int = 0,
    messages: Mapping[str, bytes] | None = None,
) -> Run:
    """Run cases with a fleet of fake workers."""
    runner = Runner(plan(cases, effort, messages), fleet, seed=seed, limits=Limits(), clock=fleet.clock)
    return asyncio.run(follow(runner))
