"""Drives worker processes through a plan and tells, event by event, what happens."""

import time
from array import array
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

import numpy as np

from sigtui.bench import protocol
from sigtui.bench.plan import LIMIT_SECONDS, call_seconds
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.bench.sampling import Clock
from sigtui.bench.schedule import Schedule
from sigtui.errors import ProtocolError, WorkerError
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    Event,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, Plan, Setup

SLICE_NS = 20_000_000
WARM_UP_NS = 20_000_000

_START_TRIES = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a worker may stay silent, in seconds, before it counts as hung."""

    prepare: float = 2 * LIMIT_SECONDS
    measure: float = 2 * LIMIT_SECONDS


@dataclass(slots=True)
class _Shift:
    """A worker process while it runs: what it has been given, and where its time went."""

    worker: Worker
    process: int
    started_ns: int
    aside_ns: int = 0
    timed_ns: int = 0
    prepared: set[int] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)


class Runner:
    """One run of a plan. Iterate over ``events`` once; ``cancel`` ends it within a moment, from any task.

    ``seed`` decides the order of rounds; ``cpu`` pins the workers to one CPU.
    """

    def __init__(
        self,
        plan: Plan,
        spawn: Callable[[], Worker] = WorkerProcess,
        *,
        seed: int = 0,
        cpu: int | None = None,
        limits: Limits | None = None,
        clock: Clock = time.perf_counter_ns,
    ) -> None:
        self._plan = plan
        self._spawn = spawn
        self._cpu = cpu
        self._limits = limits or Limits()
        self._clock = clock
        self._schedule = Schedule(plan, Random(seed))  # noqa: S311 - an order of rounds, no secret
        self._numbers = {case: number for number, case in enumerate(plan.cases)}
        self._batches: dict[Case, int] = {}
        self._slow_keys: dict[tuple[str, str], bytes] = {}
        self._processes = 0
        self._cancelled = False
        self._current: Worker | None = None

    def cancel(self) -> None:
        """End the run now; what was measured stays. The last event is RunEnded."""
        self._cancelled = True
        if self._current is not None:
            self._current.kill()

    async def events(self) -> AsyncGenerator[Event, None]:
        """Measure all cases and yield what happens; never raises for a worker's or a provider's failure.

        Whoever leaves before the end does so inside ``contextlib.aclosing``, which ends the worker.
        """
        yield RunStarted(self._plan, datetime.now(UTC).astimezone().isoformat(timespec="seconds"))
        for phase in range(self._plan.effort.processes):
            self._schedule.begin(phase)
            broken = 0
            while (case := self._schedule.next()) is not None and not self._cancelled:
                try:
                    work = await self._start()
                except (WorkerError, ProtocolError) as error:
                    broken += 1
                    if broken >= _START_TRIES:
                        for left in self._schedule.unfinished:
                            self._schedule.drop(left)
                            yield CaseFailed(left, str(error))
                    continue
                yield WorkerStarted(work.process)
                async with aclosing(self._work(work, case)) as told:
                    async for event in told:
                        yield event
        yield RunEnded(self._cancelled)

    async def _start(self) -> _Shift:
        worker = self._current = self._spawn()
        await worker.start()
        self._processes += 1
        try:
            await self._pin(worker)
        except BaseException:
            worker.kill()
            raise
        if self._cancelled:
            worker.kill()
        return _Shift(worker, self._processes - 1, self._clock())

    async def _pin(self, worker: Worker) -> None:
        if self._cpu is None:
            return
        await worker.send(protocol.Pin(self._cpu))
        answer = await worker.receive(self._limits.prepare)
        if isinstance(answer, protocol.Refused):
            raise WorkerError(answer.reason)

    async def _work(self, work: _Shift, case: Case) -> AsyncGenerator[Event, None]:
        """Drive one worker until no case needs more of this phase, or it fails."""
        reason = ""
        current: Case | None = case
        try:
            for event in await self._ask(work, case):
                yield event
            while current is not None:
                reply = await work.worker.receive(self._limit(work, current))
                told = self._digest(work, current, reply)
                ready = isinstance(reply, protocol.Prepared)
                following = current if ready else self._schedule.next()
                current, broken = following, None
                try:
                    # The worker goes on before anybody looks at what it sent: it never waits for a screen.
                    told += await self._ask(work, following) if following else []
                except (WorkerError, ProtocolError) as error:
                    broken = error
                for event in told:
                    yield event
                if broken is not None:
                    raise broken
            await work.worker.stop()
        except (WorkerError, ProtocolError) as error:
            if not self._cancelled:
                reason = str(error)
                if current is not None:
                    self._schedule.drop(current)
                    yield CaseFailed(current, reason)
        finally:
            work.worker.kill()
            await work.worker.stop()
        open_ns = self._clock() - work.started_ns - work.aside_ns
        yield WorkerEnded(work.process, reason, open_ns, work.timed_ns)

    async def _ask(self, work: _Shift, case: Case) -> list[Event]:
        """Send what the case needs next: its message and preparation, or a slice."""
        number = self._numbers[case]
        if number in work.prepared:
            await work.worker.send(protocol.Measure(number, SLICE_NS))
            return []
        if case.message is not None and case.message not in work.stored:
            await work.worker.send(protocol.Store(case.message, self._plan.messages[case.message].data))
            work.stored.add(case.message)
        await work.worker.send(
            protocol.Prepare(
                number=number,
                algorithm=case.algorithm.id,
                provider=case.provider,
                operation=case.operation,
                mode=case.mode,
                message=case.message,
                batch=self._batches.get(case, 0),
                warm_up_ns=WARM_UP_NS,
                data=self._slow_keys.get((case.provider, case.algorithm.id), b""),
            )
        )
        return [CasePreparing(case)]

    def _limit(self, work: _Shift, case: Case) -> float:
        prepared = self._numbers[case] in work.prepared
        # A key of the slow kinds is heavy-tailed: ten times its mean is rare, not impossible.
        return (self._limits.measure if prepared else self._limits.prepare) + 10 * call_seconds(case)

    def _digest(self, work: _Shift, case: Case, reply: protocol.Reply) -> list[Event]:
        number = self._numbers[case]
        wanted = protocol.Measured if number in work.prepared else protocol.Prepared
        if not isinstance(reply, protocol.Refused | wanted) or reply.number != number:
            raise ProtocolError(f"the worker answered {type(reply).__name__} out of turn")
        if isinstance(reply, protocol.Refused):
            self._schedule.drop(case)
            return [CaseFailed(case, reply.reason)]
        if isinstance(reply, protocol.Prepared):
            return self._prepared(work, case, reply.setup, reply)
        totals: array[int] = array("Q")
        try:
            totals.frombytes(reply.data)
        except ValueError as error:
            raise ProtocolError(f"the worker sent half a sample: {error}") from error
        if not totals or reply.batch < 1 or min(reply.spins_ns) <= 0:
            raise ProtocolError("the worker sent a slice without samples or without spins")
        spent = sum(totals)
        work.timed_ns += spent
        work.aside_ns += reply.aside_ns
        why = self._schedule.took(case, np.asarray(totals) / reply.batch, spent / 1e9)
        measured = SliceMeasured(
            case=case,
            process=work.process,
            round=self._schedule.round,
            batch=reply.batch,
            totals=totals,
            spins_ns=reply.spins_ns,
            signature_bytes=reply.signature_bytes,
        )
        return [measured, CaseFinished(case, why)] if why else [measured]

    def _prepared(self, work: _Shift, case: Case, setup: Setup, reply: protocol.Prepared) -> list[Event]:
        work.prepared.add(self._numbers[case])
        work.aside_ns += reply.checked_ns
        self._batches[case] = setup.batch
        if reply.data:
            self._slow_keys[(case.provider, case.algorithm.id)] = reply.data
        return [CasePrepared(case, setup)]
