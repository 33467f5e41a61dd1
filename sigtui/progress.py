"""How a headless run tells on stderr how far it is: a live bar on a terminal, lines elsewhere."""

import shutil
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, Self, TextIO

import click

from sigtui.bench.plan import (
    LEAST_SAMPLES,
    call_seconds,
    creates_key,
    key_seconds,
    keys_needed,
    plan_seconds,
)
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePreparing,
    Event,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, Mode, Plan
from sigtui.numbers import duration, figure, mean_alone, percent, with_unit
from sigtui.session import SessionState

_STEPS = 1_000
_BAR_WIDTH = 24
_BESIDE = 24  # brackets, percent, the time left and the spaces between them
_CLEAR_LINE = "\r\x1b[K"
_SLOW_SECONDS = 1.0


class Progress(Protocol):
    """Told after every event, with the state that the event led to."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End, whatever happened."""

    def show(self, state: SessionState, event: Event) -> None:
        """Show what is worth showing of it."""


def announcement(plan: Plan) -> list[str]:
    """Say before a run what it measures, how long it takes, what is left out, and what will be slow."""
    whole = duration(plan_seconds(plan))
    lines = [f"{plan.title}: {len(plan.cases)} cases, effort {plan.effort.name}, about {whole}"]
    lines += [f"not planned: {item.what}: {item.reason}" for item in plan.skipped]
    chosen = {case.algorithm.id: case.algorithm for case in plan.cases}.values()
    for algorithm in chosen:
        if (seconds := key_seconds(algorithm)) >= _SLOW_SECONDS:
            lines.append(
                f"slow: creating a key of {algorithm.id} takes about {duration(seconds)}, at times much more"
            )
    lines += _heavy_tailed(plan)
    loaded = {
        case.algorithm.id: seconds
        for case in plan.cases
        if case.mode is Mode.LOAD_KEY and (seconds := call_seconds(case)) >= _SLOW_SECONDS
    }
    lines += [
        f"slow: loading a key of {name} takes about {duration(seconds)}" for name, seconds in loaded.items()
    ]
    return lines


def _heavy_tailed(plan: Plan) -> list[str]:
    """Say how far the effort's precision is out of reach where keys are created in the timed call."""
    created = {
        case.algorithm.id: case for case in plan.cases if key_seconds(case.algorithm) and creates_key(case)
    }
    lines = []
    for name, case in created.items():
        each = key_seconds(case.algorithm)
        needed = keys_needed(plan.effort.precision)
        fit = max(LEAST_SAMPLES, int(plan.effort.seconds / each))
        if fit < needed:
            lines.append(
                f"imprecise: creating a key of {name} takes {with_unit(each * 1e6)} on average, with a long tail: "
                f"±{percent(plan.effort.precision, digits=1)} takes about {figure(needed)} of them "
                f"({duration(needed * each)}), effort {plan.effort.name} has time for {fit}"
            )
    return lines


class Bar:
    """A bar with the time left, drawn by click."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: Any = click.progressbar(
            length=_STEPS, file=stream, width=_BAR_WIDTH, item_show_func=lambda item: item, show_pos=False
        )
        self._done = 0

    def __enter__(self) -> Self:
        self._bar.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.__exit__(kind, error, trace)

    def show(self, state: SessionState, event: Event) -> None:
        """Move the bar; name the case that is being prepared, and leave a line above for what failed."""
        if line := _trouble(state, event):
            self._stream.write(f"{_CLEAR_LINE}{line}\n")
        done = int(state.progress * _STEPS)
        text = f"preparing {event.case.algorithm.id}" if isinstance(event, CasePreparing) else None
        over = sum(case.over for case in state.planned)
        text = text or f"{over} of {len(state.planned)} cases finished"
        # A line that wraps can't be drawn over: each step would leave another one.
        room = shutil.get_terminal_size().columns - _BAR_WIDTH - _BESIDE
        self._bar.update(max(0, done - self._done), text[: max(room, 0)])
        self._bar.render_progress()  # update alone shows nothing before the bar has moved
        self._done = max(done, self._done)


class Lines:
    """A line for every case that is over, and for every worker process, for logs."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._tenths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to end."""

    def show(self, state: SessionState, event: Event) -> None:
        """Write a line where the event ends something."""
        match event:
            case WorkerStarted(process):
                if process < state.plan.effort.processes:
                    self._write(f"worker process {process + 1} of {state.plan.effort.processes}")
            case SliceMeasured() if (tenths := int(state.progress * 10)) > self._tenths:
                self._tenths = tenths
                left = state.seconds_left
                self._write(f"{percent(tenths / 10)} measured, about {duration(left)} left")
            case CaseFinished(case):
                self._write(f"{_counted(state, case)}: {_outcome(state, case)}")
            case _:
                if line := _trouble(state, event):
                    self._write(line)


def _counted(state: SessionState, case: Case) -> str:
    over = sum(told.over for told in state.planned)
    return f"[{over}/{len(state.planned)}] {case.key}"


def _trouble(state: SessionState, event: Event) -> str | None:
    """Return a line about a case or a worker that failed, None about anything else."""
    match event:
        case WorkerEnded(_, reason) if reason:
            return f"worker process ended: {reason}; the rest goes on in a new one"
        case CaseFailed(case, reason):
            return f"{_counted(state, case)}: failed: {reason}"
    return None


def _outcome(state: SessionState, case: Case) -> str:
    summary = state.summary(case)
    if summary is None:
        return "no sample"
    mean, error = summary.mean / 1e3, None if summary.half_width is None else summary.half_width / 1e3
    batch = f" ×{summary.batch}" if summary.batch > 1 else ""
    return f"{mean_alone(mean, error)} (n={summary.samples:,}{batch})"
