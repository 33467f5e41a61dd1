"""A run without a screen: read the preset, measure, show progress on stderr, print and export the result."""

import asyncio
import shutil
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow

import click

from sigtui import machine, record
from sigtui.bench.discovery import discover, wanted
from sigtui.bench.plan import make_plan
from sigtui.bench.runner import Runner
from sigtui.errors import FileError, UsageError
from sigtui.exports import Format, by_suffix, formats, table
from sigtui.files.preset import preset_document, read_preset
from sigtui.files.snapshot import Snapshot
from sigtui.files.store import check_writable, find_preset, write_atomically
from sigtui.model import EFFORTS, Plan, Preset, RunStarted, WorkerEnded
from sigtui.progress import Bar, Lines, Progress, announcement
from sigtui.session import CaseStatus, SessionState, begin, fold

INTERRUPTED = 130
_SEEDS = 1 << 31


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for; None where it said nothing."""

    preset: str
    effort: str | None
    output: str
    exports: tuple[Path, ...]
    cpu: int | None
    seed: int | None


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a snapshot of this run needs besides its state."""

    preset: Preset
    machine: dict[str, machine.Entry]
    seed: int

    def snapshot(self, state: SessionState) -> Snapshot:
        return record.snapshot(state, preset_document(self.preset), self.machine, self.seed)


def run(options: Options) -> int:
    """Measure and print; return the exit code. Raises SigtuiError for whatever is wrong before the run."""
    preset = read_preset(find_preset(options.preset))
    if options.effort is not None:
        preset = replace(preset, effort=EFFORTS[options.effort])
    targets = [(path, by_suffix(path)) for path in options.exports]
    for path, _ in targets:
        check_writable(path)
    here = machine.inspect()
    if options.cpu is not None and (reason := machine.pin_reason(options.cpu, here)):
        raise UsageError(f"--cpu: {reason}")
    providers = asyncio.run(discover(wanted(preset.choices)))
    plan = make_plan(preset, providers)
    for line in announcement(plan):
        _say(line)
    if not plan.cases:
        _say("nothing can be measured here")
    seed = randbelow(_SEEDS) if options.seed is None else options.seed
    evidence = _Evidence(preset, machine.document(here, providers), seed)
    state = asyncio.run(_measure(plan, options, evidence, targets)) if plan.cases else _unmeasured(plan)
    snapshot = evidence.snapshot(state)
    written = _export(snapshot, targets)
    _print(snapshot, options.output)
    return _exit_code(state, written)


def _say(text: str) -> None:
    click.echo(text, err=True)


def _unmeasured(plan: Plan) -> SessionState:
    return replace(begin(RunStarted(plan, "")), ended=True)


async def _measure(
    plan: Plan, options: Options, evidence: _Evidence, targets: list[tuple[Path, Format]]
) -> SessionState:
    runner = Runner(plan, seed=evidence.seed, cpu=options.cpu)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, runner.cancel)
    state: SessionState | None = None
    with _progress() as progress:
        async for event in runner.events():
            state = begin(event) if isinstance(event, RunStarted) else fold(_there(state), event)
            progress.show(state, event)
            if isinstance(event, WorkerEnded) and targets:
                # Whatever happens to this process later, what was measured so far is in the files.
                await asyncio.to_thread(_export, evidence.snapshot(state), targets)
    return _there(state)


def _there(state: SessionState | None) -> SessionState:
    if state is None:
        raise RuntimeError("a run begins with RunStarted")
    return state


def _progress() -> Progress:
    return Bar(sys.stderr) if sys.stderr.isatty() else Lines(_say)


def _export(snapshot: Snapshot, targets: list[tuple[Path, Format]]) -> bool:
    """Write all exports; say which could not be written, and go on: the others must not be lost with it."""
    fine = True
    for path, form in targets:
        try:
            write_atomically(path, form.render(snapshot))
        except FileError as error:
            _say(f"sigtui: {error}")
            fine = False
    return fine


def _print(snapshot: Snapshot, output: str) -> None:
    form = formats()[output]
    if output == table.NAME:
        data = table.render(snapshot, shutil.get_terminal_size((table.WIDTH, 24)).columns)
    else:
        data = form.render(snapshot)
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _exit_code(state: SessionState, written: bool) -> int:
    if not written:
        return 2
    if state.cancelled:
        return INTERRUPTED
    failed = any(case.status is CaseStatus.FAILED for case in state.cases.values())
    return 1 if failed or not state.cases else 0
