"""The worker process: prepares cases, times slices of them, and says nothing but the protocol's frames.

It imports the provider, the catalogue and the standard library, nothing else: what is imported here is in
the timed process.
"""

import gc
import os
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar

from sigtui import algorithms
from sigtui.bench import protocol
from sigtui.bench.calls import TimedCall, timed_call
from sigtui.bench.protocol import Command, Reply
from sigtui.bench.sampling import Clock, calibrate, empty_loop, sample_slice, shortest_call, spin, warm_up
from sigtui.model import LengthRange, Mode, Operation, Setup
from sigtui.providers import Entry, Provider, describe, entries, reason_of
from sigtui.providers.mechanism import Mechanism

SLOW_KEY_NS = 250_000_000
"""A key that took longer to create is handed back: the next worker process need not create another."""

_WARMED_NS = 20_000_000
"""Calls below this are calibrated and warmed up; a longer one warms up within itself."""

_REWARMED_NS = 2_000_000
"""Calls below this are made once, untimed, at the beginning of every slice."""

_LENGTHS = 24
_LENGTHS_NS = 20_000_000
_KEYGEN_MESSAGE = b"a new key signs this once"


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of this process. ``slow`` is its serialised form where creating it took long."""

    private: Any
    slow: bytes
    new: bool


@dataclass(frozen=True, slots=True)
class _Ready:
    timed: TimedCall
    batch: int
    rewarmed: bool


class Server:
    """Answers commands one by one; clock and providers are passed in, so that tests can bring their own."""

    def __init__(self, registry: Mapping[str, Entry], clock: Clock = time.perf_counter_ns) -> None:
        self._registry = registry
        self._clock = clock
        self._providers: dict[str, Provider] = {}
        self._messages: dict[str | None, bytes] = {None: _KEYGEN_MESSAGE}
        self._keys: dict[tuple[str, str], _Key] = {}
        self._cases: dict[int, _Ready] = {}

    def answer(self, command: Command) -> Iterator[Reply]:
        """Do what a command says and yield its replies; a case's own errors become Refused."""
        match command:
            case protocol.Discover():
                found = [algorithms.find(name) for name in command.algorithms]
                yield protocol.Discovered(describe(command.provider, found, self._registry))
            case protocol.Pin():
                yield self._pin(command.cpu)
            case protocol.Store():
                self._messages[command.name] = command.data
            case protocol.Prepare():
                yield _refusing(self._prepare, command)
            case protocol.Measure():
                yield _refusing(self._measure, command)

    def _pin(self, cpu: int) -> Reply:
        try:
            os.sched_setaffinity(0, {cpu})
        except (AttributeError, OSError, ValueError) as error:
            return protocol.Refused(-1, f"can't run on CPU {cpu}: {error}")
        return protocol.Hello(protocol.VERSION, os.getpid())

    def _prepare(self, command: protocol.Prepare) -> Reply:
        clock = self._clock
        start = clock()
        algorithm = algorithms.find(command.algorithm)
        mechanism = self._provider(command.provider).mechanism(algorithm)
        key = self._key(command, mechanism)
        message = self._messages[command.message]
        operation = Operation(command.operation)
        mode = Mode(command.mode) if command.mode else None
        timed = timed_call(mechanism, operation, mode, key.private, message)
        before = clock()
        result = timed.call()
        warmed = clock() - before < _WARMED_NS
        timed.check(result)
        varies = warmed and algorithm.sizes.signature != algorithm.sizes.signature_max
        lengths = self._lengths(timed, result, varies)
        sizes = mechanism.sizes(key.private)
        checked = clock()
        ready = _Ready(timed, batch=1, rewarmed=False)
        if warmed:
            single = shortest_call(timed.call, clock)
            batch = command.batch or calibrate(timed.call, single, clock)
            warm_up(timed.call, batch, clock, command.warm_up_ns)
            ready = _Ready(timed, batch, rewarmed=single < _REWARMED_NS)
        self._cases[command.number] = ready
        setup = Setup(
            batch=ready.batch,
            overhead_ns=empty_loop(ready.batch, clock),
            call=mechanism.calls.text(operation, mode),
            signature_encoding=mechanism.signature_encoding,
            keys=sizes,
            new_key=key.new,
            signatures=lengths,
        )
        gc.collect()
        return protocol.Prepared(command.number, setup, checked - start, clock() - checked, key.slow)

    def _key(self, command: protocol.Prepare, mechanism: Mechanism[Any, Any]) -> _Key:
        """Return the process's key for this mechanism: one that was sent along, or a new one, created once."""
        place = (command.provider, mechanism.key_kind or command.algorithm)
        if place not in self._keys:
            start = self._clock()
            private = mechanism.restore(command.data) if command.data else mechanism.generate()
            slow = not command.data and self._clock() - start > SLOW_KEY_NS
            data = mechanism.dump_private(private) if slow else b""
            self._keys[place] = _Key(private, data, new=not command.data)
        return self._keys[place]

    def _provider(self, name: str) -> Provider:
        if name not in self._providers:
            self._providers[name] = self._registry[name].load()
            gc.freeze()
        return self._providers[name]

    def _lengths(self, timed: TimedCall, result: Any, varies: bool) -> LengthRange | None:  # noqa: ANN401
        if timed.signature is None:
            return None
        end = self._clock() + _LENGTHS_NS
        seen = [len(timed.signature(result))]
        while varies and len(seen) < _LENGTHS and self._clock() < end:
            seen.append(len(timed.signature(timed.call())))
        return LengthRange(len(seen), sum(seen), min(seen), max(seen))

    def _measure(self, command: protocol.Measure) -> Reply:
        ready = self._cases[command.number]
        timed, clock = ready.timed, self._clock
        totals: array[int] = array("Q")
        entered = clock()
        before = spin(clock)
        start = clock()
        if ready.rewarmed:
            # The slice before was another case's: its code and data are in the caches, not this one's.
            sample_slice(timed.call, ready.batch, 0, clock, array("Q"))
        result = sample_slice(timed.call, ready.batch, command.budget_ns, clock, totals)
        stop = clock()
        after = spin(clock)
        timed.check(result)
        length = len(timed.signature(result)) if timed.signature else None
        aside = (start - entered) + (clock() - stop)
        return protocol.Measured(
            command.number, ready.batch, (before, after), aside, length, totals.tobytes()
        )


C = TypeVar("C", protocol.Prepare, protocol.Measure)


def _refusing(do: Callable[[C], Reply], command: C) -> Reply:
    """Do a case's command; whatever goes wrong ends this case alone."""
    try:
        return do(command)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - native code raises what it likes, SystemExit among it
        return protocol.Refused(command.number, reason_of(error))


def serve(source: BinaryIO, sink: BinaryIO, server: Server) -> None:
    """Answer commands from source on sink until Quit or the end of the pipe."""

    def exactly(count: int) -> bytes:
        data = source.read(count)
        if len(data) < count:
            raise EOFError
        return data

    sink.write(protocol.encode(protocol.Hello(protocol.VERSION, os.getpid())))
    sink.flush()
    while True:
        try:
            command = protocol.read(exactly)
        except EOFError:
            return
        if isinstance(command, protocol.Quit):
            return
        for reply in server.answer(command):  # type: ignore[arg-type] # only a parent writes here
            sink.write(protocol.encode(reply))
            sink.flush()


def main(registry: Mapping[str, Entry] | None = None) -> None:
    """Run as a worker on stdin and stdout; what a library prints to stdout goes to stderr instead."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    gc.disable()
    serve(sys.stdin.buffer, sink, Server(registry or entries()))


if __name__ == "__main__":
    main()
