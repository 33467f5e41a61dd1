"""A run without a screen: read the preset, measure, show progress on stderr, print and export the result."""

import asyncio
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import randbelow
from typing import TypeAlias

from sigtui import machine
from sigtui.bench.discovery import discover, wanted
from sigtui.bench.plan import make_plan
from sigtui.bench.runner import Runner
from sigtui.comparing import gate
from sigtui.comparing.pivot import compare
from sigtui.comparing.sides import Source
from sigtui.comparing.times import verdict_sentences
from sigtui.errors import FileError, UsageError
from sigtui.events import RunStarted, WorkerEnded
from sigtui.exports import Format, by_suffix, formats, table
from sigtui.files.preset import read_preset
from sigtui.files.snapshot import Snapshot, render_toml
from sigtui.files.store import (
    check_writable,
    find_preset,
    user_state,
    write_atomically,
    write_making_folder,
)
from sigtui.findings import findings
from sigtui.model import EFFORTS, Comparison, Effort, Plan, Varying
from sigtui.progress import Bar, Lines, Progress, announcement
from sigtui.record import Evidence
from sigtui.session import CaseStatus, SessionState, begin, fold
from sigtui.sources import load_sources
from sigtui.streams import say, write_result

INTERRUPTED = 130
SLOWER = 3
_GATE_PRECISION = 4
_SEEDS = 1 << 31

Target: TypeAlias = tuple[Path, Format]


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for; None where it said nothing."""

    preset: str
    effort: str | None
    output: str
    exports: tuple[Path, ...]
    cpu: int | None
    seed: int | None
    baseline: str | None = None
    fail_on_slower: float | None = None


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The end of a run: its exit code, and what is to be printed."""

    code: int
    snapshot: Snapshot = field(repr=False)
    printed: bytes = field(repr=False)


def run(options: Options) -> int:
    """Measure and print; return the exit code. Raises SigtuiError for whatever is wrong before the run."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl+C: nobody is left behind
    found = find_preset(options.preset)
    preset = read_preset(found)
    if options.effort is not None:
        preset = replace(preset, effort=EFFORTS[options.effort])
    targets = [(path, by_suffix(path)) for path in options.exports]
    for path, _ in targets:
        check_writable(path)
        if path.exists() and path.samefile(found):
            raise UsageError(f"--export {path}: is the preset itself, which the result would overwrite")
    here = machine.inspect()
    if options.cpu is not None and (reason := machine.pin_reason(options.cpu, here)):
        raise UsageError(f"--cpu: {reason}")
    providers = asyncio.run(discover(wanted(preset.choices)))
    evidence_of_machine = machine.document(here, providers)
    plan = make_plan(preset, providers)
    baseline = None if options.baseline is None else load_sources([options.baseline])[0]
    if baseline is not None and options.fail_on_slower is not None:
        gate.check(baseline, evidence_of_machine, plan.effort.name)
        plan = replace(plan, effort=_long_enough(plan))
    for line in announcement(plan):
        say(line)
    if not plan.cases:
        say("nothing can be measured here")
    seed = randbelow(_SEEDS) if options.seed is None else options.seed
    evidence = Evidence(preset, evidence_of_machine, seed)
    outcome = asyncio.run(_measure(plan, options, evidence, targets))
    code = outcome.code
    if baseline is not None:
        code = _against(outcome, baseline, options.fail_on_slower)
    try:
        write_result(outcome.printed)
    except FileError:
        if not targets:
            _rescue(outcome.snapshot)
        raise
    return code


def _long_enough(plan: Plan) -> Effort:
    """Return the plan's effort with the time that a gate needs, and no stop before it is far more precise."""
    effort = plan.effort
    least = gate.LEAST_SECONDS / max(len(plan.cases), 1)
    return replace(effort, seconds=max(effort.seconds, least), precision=effort.precision / _GATE_PRECISION)


def _against(outcome: _Outcome, baseline: Source, threshold: float | None) -> int:
    """Say how a run compares with a stored one; return the exit code."""
    run = Source("this run", outcome.snapshot)
    if threshold is None:
        wanted_rows = Comparison("", Varying.SNAPSHOTS, baseline.name)
        try:
            for text in verdict_sentences(compare(wanted_rows, [baseline, run])):
                say(text)
        except UsageError as error:
            say(f"--baseline: {error}")
        return outcome.code
    if not any(result.mean_us for result in outcome.snapshot.results):
        return outcome.code
    judged = gate.judge(run, baseline, threshold)
    for text in judged.sentences():
        say(f"gate: {text}")
    return SLOWER if judged.slower and not outcome.code else outcome.code


def _rescue(snapshot: Snapshot) -> None:
    """Keep a result that can't be printed and that no file holds."""
    path = user_state() / "unprinted.toml"
    write_making_folder(path, render_toml(snapshot))
    say(f"sigtui: the result is kept in {path}")


async def _measure(plan: Plan, options: Options, evidence: Evidence, targets: Sequence[Target]) -> _Outcome:
    runner = Runner(plan, seed=evidence.seed, cpu=options.cpu)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, runner.cancel)
    state: SessionState | None = None
    with _progress() as progress:
        async with aclosing(runner.events()) as events:
            async for event in events:
                state = begin(event) if isinstance(event, RunStarted) else fold(_there(state), event)
                progress.show(state, event)
                if isinstance(event, WorkerEnded) and targets:
                    # Whatever happens to this process later, what was measured so far is in the files.
                    await asyncio.to_thread(_export, evidence.snapshot(state), targets)
    # Still under the handlers: a second Ctrl+C must not lose what the first one ended.
    return _outcome(_there(state), options, evidence, targets)


def _outcome(
    state: SessionState, options: Options, evidence: Evidence, targets: Sequence[Target]
) -> _Outcome:
    snapshot = evidence.snapshot(state)
    written = _export(snapshot, targets)
    if options.output != table.NAME:  # which tells them itself, under its figures
        for text in findings(snapshot).warnings:
            say(f"! {text}")
    return _Outcome(_exit_code(state, written), snapshot, _render(snapshot, options.output))


def _there(state: SessionState | None) -> SessionState:
    if state is None:
        raise RuntimeError("a run begins with RunStarted")
    return state


def _progress() -> Progress:
    return Bar(sys.stderr) if sys.stderr.isatty() else Lines(say)


def _export(snapshot: Snapshot, targets: Sequence[Target]) -> bool:
    """Write all exports; say which could not be written, and go on: the others must not be lost with it."""
    fine = True
    for path, form in targets:
        try:
            write_atomically(path, form.render(snapshot))
        except FileError as error:
            say(f"sigtui: {error}")
            fine = False
    return fine


def _render(snapshot: Snapshot, output: str) -> bytes:
    if output == table.NAME:
        return table.render(snapshot, shutil.get_terminal_size((table.WIDTH, 24)).columns)
    return formats()[output].render(snapshot)


def _exit_code(state: SessionState, written: bool) -> int:
    if not written:
        return 2
    if state.cancelled:
        return INTERRUPTED
    failed = any(case.status is CaseStatus.FAILED for case in state.planned)
    return 1 if failed or not state.planned else 0
