"""Drives worker processes through a plan and tells, event by event, what happens."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

import numpy as np

from sigtui.bench import protocol
from sigtui.bench.plan import LIMIT_SECONDS, call_seconds
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.bench.sampling import Clock
from sigtui.bench.schedule import Schedule, Spent
from sigtui.bench.shift import Job, Shift
from sigtui.errors import ProtocolError, WorkerError
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    CaseReopened,
    CaseSetAside,
    Event,
    PlanChanged,
    RunContinued,
    RunEnded,
    RunPaused,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, Plan, View

_START_TRIES = 3

_PATIENCE_NS = 500_000_000
"""How long a worker may be busy with a case that nobody wants any more before it is ended."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a worker may stay silent, in seconds, before it counts as hung."""

    prepare: float = 2 * LIMIT_SECONDS
    measure: float = 2 * LIMIT_SECONDS


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a run that goes on builds upon.

    ``spent`` is what its cases have had, ``processes`` and ``rounds`` are the numbers that follow the last ones
    used; the cases in ``aside`` are not measured unless somebody releases them.
    """

    spent: Mapping[Case, Spent]
    processes: int
    rounds: int
    aside: Collection[Case] = ()


class Runner:
    """One run of a plan. Iterate over ``events`` once; ``cancel`` ends it within a moment, from any task.

    ``seed`` decides the order of rounds; ``cpu`` pins the workers to one CPU; ``earlier`` makes it the
    continuation of a run that had ended. The methods that steer it return the events of what they changed at
    once, so that whoever shows the run need not wait for the worker.
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
        earlier: Earlier | None = None,
    ) -> None:
        self._plan = plan
        self._spawn = spawn
        self._cpu = cpu
        self._limits = limits or Limits()
        self._clock = clock
        self._continued = earlier is not None
        before = earlier or Earlier({}, 0, 0)
        random = Random(seed + before.processes)  # noqa: S311 - an order of rounds, no secret
        self._schedule = Schedule(plan, random, before.spent, before.aside, before.rounds)
        self._messages = plan.messages
        self._numbers: dict[Case, int] = {}
        self._numbered = 0
        self._batches: dict[Case, int] = {}
        self._slow_keys: dict[tuple[str, str], bytes] = {}
        self._processes = before.processes
        self._cancelled = False
        self._paused = False
        self._stir = asyncio.Event()
        self._current: Worker | None = None
        self._shift: Shift | None = None
        self._abandoned = False

    @property
    def paused(self) -> bool:
        """Whether the run waits for ``resume``."""
        return self._paused

    def cancel(self) -> None:
        """End the run now; what was measured stays. The last event is RunEnded."""
        self._cancelled = True
        self._stir.set()
        if self._current is not None:
            self._current.kill()

    def prefer(self, view: View | None) -> None:
        """Measure this view before the others from now on."""
        self._schedule.prefer(view)

    def pause(self) -> tuple[Event, ...]:
        """Measure nothing after the slice that is being measured now."""
        self._paused = True
        return (RunPaused(True),)

    def resume(self) -> tuple[Event, ...]:
        """Go on after ``pause``."""
        self._paused = False
        self._stir.set()
        return (RunPaused(False),)

    def set_aside(self, case: Case, *, paused: bool = False) -> tuple[Event, ...]:
        """Measure no more of one case; its figures stay."""
        self._schedule.set_aside(case)
        self._abandon_if_slow()
        return (CaseSetAside(case, paused),)

    def release(self, case: Case) -> tuple[Event, ...]:
        """Measure a case further that was set aside, failed, or is finished."""
        return (CaseReopened(case, anew=self._schedule.release(case)),)

    def change(self, plan: Plan) -> tuple[Event, ...]:
        """Go on with other cases, messages or another effort; nothing that was measured is lost.

        Cases whose message has other bytes now begin anew.
        """
        known = {**plan.messages, **self._messages}
        changed = {name for name, message in plan.messages.items() if known[name].data != message.data}
        forget = {case for case in (*self._numbers, *plan.cases) if case.message in changed}
        for case in forget:
            self._numbers.pop(case, None)
        self._messages = {**self._messages, **plan.messages}
        finished, reopened = self._schedule.change(plan, forget)
        self._plan = plan
        self._abandon_if_slow()
        return (
            PlanChanged(plan),
            *(CaseFinished(case, why) for case, why in finished.items()),
            *(CaseReopened(case) for case in reopened),
        )

    def _abandon_if_slow(self) -> None:
        """Kill a worker that has long been busy with a case that nobody wants any more."""
        shift = self._shift
        if shift is None or shift.job is None or shift.busy_ns < _PATIENCE_NS:
            return
        if self._is_stale(shift.job) or not self._schedule.wants(shift.job.case):
            self._abandoned = True
            shift.worker.kill()

    def _is_stale(self, job: Job) -> bool:
        """Whether the message of a job has other bytes now."""
        return self._numbers.get(job.case) != job.number

    async def events(self) -> AsyncGenerator[Event, None]:
        """Measure all cases and yield what happens; never raises for a worker's or a provider's failure.

        Whoever leaves before the end does so inside ``contextlib.aclosing``, which ends the worker.
        """
        if self._continued:
            yield RunContinued(self._plan, self._schedule.unfinished)
        else:
            yield RunStarted(self._plan, datetime.now(UTC).astimezone().isoformat(timespec="seconds"))
        phase = 0
        # What was added while the last process ended gets one more.
        while not self._cancelled and (phase < self._plan.effort.processes or self._schedule.unfinished):
            for over, why in self._schedule.begin(min(phase, self._plan.effort.processes - 1)).items():
                yield CaseFinished(over, why)
            broken = 0
            while (case := self._schedule.next()) is not None and not self._cancelled:
                try:
                    shift = await self._start()
                except (WorkerError, ProtocolError) as error:
                    broken += 1
                    if broken >= _START_TRIES:
                        for left in self._schedule.unfinished:
                            self._schedule.drop(left)
                            yield CaseFailed(left, str(error))
                    continue
                yield WorkerStarted(shift.process)
                async with aclosing(self._work(shift, case)) as told:
                    async for event in told:
                        yield event
            phase += 1
        yield RunEnded(self._cancelled)

    async def _start(self) -> Shift:
        worker = self._current = self._spawn()
        await worker.start()
        self._processes += 1
        try:
            await self._pin(worker)
        except BaseException:
            worker.kill()
            await worker.stop()
            raise
        if self._cancelled:
            worker.kill()
        self._shift = Shift(worker, self._processes - 1, self._clock)
        return self._shift

    async def _pin(self, worker: Worker) -> None:
        if self._cpu is None:
            return
        await worker.send(protocol.Pin(self._cpu))
        answer = await worker.receive(self._limits.prepare)
        if isinstance(answer, protocol.Refused):
            raise WorkerError(answer.reason)

    async def _work(self, shift: Shift, case: Case) -> AsyncGenerator[Event, None]:
        """Drive one worker until no case needs more of this phase, or it fails."""
        reason = ""
        job: Job | None = self._job(case)
        try:
            for event in await self._ask(shift, job):
                yield event
            while job is not None:
                reply = await shift.answer(self._limit(shift, job))
                told = self._digest(shift, job, reply)
                if self._paused:
                    for event in told:
                        yield event
                    told = []
                    await self._wait(shift)
                job, broken = self._following(job, reply), None
                try:
                    # The worker goes on before anybody looks at what it sent: it never waits for a screen.
                    told += await self._ask(shift, job)
                except (WorkerError, ProtocolError) as error:
                    broken = error
                for event in told:
                    yield event
                if broken is not None:
                    raise broken
            await shift.worker.stop()
        except (WorkerError, ProtocolError) as error:
            if not self._cancelled and not self._abandoned:
                reason = str(error)
                if job is not None:
                    self._schedule.drop(job.case)
                    yield CaseFailed(job.case, reason)
        finally:
            self._shift, self._abandoned = None, False
            shift.worker.kill()
            await shift.worker.stop()
        yield WorkerEnded(shift.process, reason, shift.open_ns, shift.timed_ns)

    async def _wait(self, shift: Shift) -> None:
        """Return when the run goes on, or was cancelled; the time until then is nobody's."""
        start = self._clock()
        shift.job = None
        while self._paused and not self._cancelled:
            self._stir.clear()
            await self._stir.wait()
        shift.aside_ns += self._clock() - start

    def _following(self, job: Job, reply: protocol.Reply) -> Job | None:
        """Return the next job: the first slice of what was just prepared, or what the schedule deals."""
        ready = isinstance(reply, protocol.Prepared) and self._schedule.wants(job.case)
        case = job.case if ready else self._schedule.next()
        return None if case is None else self._job(case)

    def _job(self, case: Case) -> Job:
        if case not in self._numbers:
            self._numbers[case] = self._numbered
            self._numbered += 1
        return Job(
            case,
            self._numbers[case],
            data=b"" if case.message is None else self._messages[case.message].data,
            batch=self._batches.get(case, 0),
            key=self._slow_keys.get((case.provider, case.algorithm.id), b""),
        )

    async def _ask(self, shift: Shift, job: Job | None) -> list[Event]:
        return [CasePreparing(job.case)] if job is not None and await shift.ask(job) else []

    def _limit(self, shift: Shift, job: Job) -> float:
        # A key of the slow kinds is heavy-tailed: ten times its mean is rare, not impossible.
        limit = self._limits.measure if shift.is_prepared(job) else self._limits.prepare
        return limit + 10 * call_seconds(job.case)

    def _digest(self, shift: Shift, job: Job, reply: protocol.Reply) -> list[Event]:
        case = job.case
        if self._is_stale(job):
            return []
        if isinstance(reply, protocol.Refused):
            self._schedule.drop(case)
            return [CaseFailed(case, reply.reason)]
        if isinstance(reply, protocol.Prepared):
            self._batches[case] = reply.setup.batch
            if reply.data:
                self._slow_keys[(case.provider, case.algorithm.id)] = reply.data
            return [CasePrepared(case, reply.setup)]
        if not isinstance(reply, protocol.Measured):
            raise ProtocolError(f"the worker answered {type(reply).__name__} to a case")
        totals = shift.read(reply)
        why = self._schedule.took(case, np.asarray(totals) / reply.batch, sum(totals) / 1e9)
        measured = SliceMeasured(
            case=case,
            process=shift.process,
            round=self._schedule.round,
            batch=reply.batch,
            totals=totals,
            spins_ns=reply.spins_ns,
            signature_bytes=reply.signature_bytes,
        )
        return [measured, CaseFinished(case, why)] if why else [measured]
