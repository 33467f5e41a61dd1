"""How a headless run tells on stderr how far it is: a live bar on a terminal, lines elsewhere."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, Self, TextIO

import click

from sigtui.bench.plan import call_seconds, key_seconds, plan_seconds
from sigtui.events import CaseFailed, CaseFinished, CasePreparing, Event, WorkerEnded, WorkerStarted
from sigtui.model import Mode, Plan
from sigtui.numbers import duration, mean_in_unit, time_unit
from sigtui.session import SessionState

_STEPS = 1_000
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
    loaded = {
        case.algorithm.id: seconds
        for case in plan.cases
        if case.mode is Mode.LOAD_KEY and (seconds := call_seconds(case)) >= _SLOW_SECONDS
    }
    lines += [
        f"slow: loading a key of {name} takes about {duration(seconds)}" for name, seconds in loaded.items()
    ]
    return lines


class Bar:
    """A bar with the time left, drawn by click."""

    def __init__(self, stream: TextIO) -> None:
        self._bar: Any = click.progressbar(
            length=_STEPS, file=stream, width=30, item_show_func=lambda item: item, show_pos=False
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
        """Move the bar; name the case that is being prepared or that failed."""
        done = int(state.progress * _STEPS)
        text = f"creating a key: {event.case.algorithm.id}" if isinstance(event, CasePreparing) else None
        over = sum(case.over for case in state.cases.values())
        self._bar.update(max(0, done - self._done), text or f"{over} of {len(state.cases)} cases finished")
        self._bar.render_progress()  # update alone shows nothing before the bar has moved
        self._done = max(done, self._done)


class Lines:
    """A line for every case that is over, and for every worker process, for logs."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

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
            case WorkerEnded(_, reason) if reason and not state.cancelled:
                self._write(f"worker process ended: {reason}; the rest goes on in a new one")
            case CaseFinished(case) | CaseFailed(case):
                over = sum(told.over for told in state.cases.values())
                self._write(f"[{over}/{len(state.cases)}] {case.key}: {_outcome(state, event)}")
            case _:
                pass


def _outcome(state: SessionState, event: CaseFinished | CaseFailed) -> str:
    if isinstance(event, CaseFailed):
        return f"failed: {event.reason}"
    summary = state.summary(event.case)
    if summary is None:
        return "no sample"
    mean, error = summary.mean / 1e3, None if summary.half_width is None else summary.half_width / 1e3
    unit = time_unit([mean])
    batch = f" ×{summary.batch}" if summary.batch > 1 else ""
    return f"{mean_in_unit(mean, error, unit)} {unit.name} (n={summary.samples:,}{batch})"
