"""What a preset asks for, told before it is opened: algorithms, messages, work, cases and the time they take."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sigtui.bench.discovery import assumed
from sigtui.bench.plan import make_plan, plan_seconds
from sigtui.files.opening import mark_of
from sigtui.files.preset import read_preset
from sigtui.model import (
    Effort,
    Mode,
    Opening,
    Operation,
    Plan,
    Preset,
    ProviderInfo,
    Skipped,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """How many cases are measured, and about how many seconds that takes."""

    cases: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Preview:
    """A preset without its bytes.

    ``algorithms`` are ids, ``id@provider`` where the preset names a provider; ``messages`` are names with
    their bytes. ``whole`` is all that the preset asks for, ``opened`` what of it is ticked when the app opens
    it. ``left_out`` are algorithms that no provider does here, or that are listed twice.
    """

    title: str
    baseline: str
    algorithms: tuple[str, ...]
    messages: tuple[tuple[str, int], ...]
    operations: tuple[Operation, ...]
    modes: tuple[Mode, ...]
    effort: Effort
    whole: Amount
    opened: Amount
    left_out: tuple[Skipped, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """What a search finds the preset by."""
        return (self.title, *self.algorithms, *(name for name, _ in self.messages))


def read_preview(path: Path, providers: Sequence[ProviderInfo] | None) -> Preview:
    """Read a preset and tell what it asks for; raises FileError as ``read_preset`` does."""
    return preview(read_preset(path), providers)


def preview(preset: Preset, providers: Sequence[ProviderInfo] | None) -> Preview:
    """Tell what a preset asks for on a machine with these providers.

    None means that they are not known yet. What was not tried counts as available.
    """
    plan = make_plan(preset, assumed(preset.choices, providers))
    ids = {choice.algorithm.id for choice in preset.choices}
    return Preview(
        title=preset.title,
        baseline=preset.baseline,
        algorithms=tuple(mark_of(choice) for choice in preset.choices),
        messages=tuple((message.name, len(message.data)) for message in preset.messages),
        operations=preset.operations,
        modes=preset.modes,
        effort=preset.effort,
        whole=_amount(plan),
        opened=_amount(_ticked(plan, preset.opening)),
        left_out=tuple(skipped for skipped in plan.skipped if skipped.what in ids),
    )


def _amount(plan: Plan) -> Amount:
    return Amount(len(plan.cases), plan_seconds(plan) if plan.cases else 0.0)


def _ticked(plan: Plan, opening: Opening | None) -> Plan:
    """Return what of a plan is ticked at first; keygen has neither mode nor message."""
    if opening is None:
        return plan
    cases = tuple(
        case
        for case in plan.cases
        if case.operation in opening.operations
        and case.mode in (None, *opening.modes)
        and case.message in (None, *opening.messages)
    )
    return replace(plan, cases=cases)
