"""All that is known of one case, in sections of labelled lines: its figures, and what they are figures of."""

from collections.abc import Sequence

from sigtui.detail.facts import algorithm_lines, size_lines, timed_lines
from sigtui.detail.figures import ratio_lines, shape_lines, state_line, time_lines, to_know
from sigtui.detail.layout import Section, as_text, laid_out
from sigtui.detail.wire import wire_lines
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.machine.words import Line
from sigtui.model import Algorithm
from sigtui.numbers import UNKNOWN

__all__ = ["Line", "Section", "as_text", "laid_out", "sections"]


def sections(
    snapshot: Snapshot, result: Result, algorithm: Algorithm | None, warnings: Sequence[str] = ()
) -> tuple[Section, ...]:
    """Tell all that is known of a case, the figures first.

    ``result`` is one of the snapshot's; ``algorithm`` is its row of the catalogue, None for a foreign tool's.
    ``warnings`` are about the whole table that it is a row of; what its own warnings say is not said again.
    A case without figures says why, and what is known without measuring.
    """
    measured = result.mean_us is not None
    own = to_know(snapshot, result) if measured else ()
    said = {_spoiled(line.value) for line in own}
    figures = (
        Section("Time of a call", (state_line(snapshot, result), *(time_lines(result) if measured else ()))),
        Section("Against the baseline", ratio_lines(snapshot, result) if measured else ()),
        Section("Shape of the times", shape_lines(result) if measured else ()),
    )
    made = (
        *(_said(section, result) for section in figures),
        Section("To know", own, second=True),
        Section(
            "About the other rows",
            tuple(Line("!", text) for text in warnings if _spoiled(text) not in said),
            second=True,
        ),
        Section("What was timed", timed_lines(snapshot, result), second=True),
        Section("Sizes", size_lines(result, algorithm), second=True),
        Section("On the wire", wire_lines(snapshot, result, [line.value for line in own]), second=True),
        Section("Algorithm", algorithm_lines(result, algorithm), second=True),
    )
    return tuple(section for section in made if section.lines)


def _said(section: Section, result: Result) -> Section:
    """Leave out what another tool says nothing of; a case of our own says why it has no such figure."""
    if result.verified is not None:
        return section
    return Section(section.title, tuple(line for line in section.lines if line.value != UNKNOWN))


def _spoiled(warning: str) -> str:
    """Return what a warning says is spoiled: the same cause has other amounts in other rows.

    A budget's warning says it in its own words; its remedy is what tells it from another one.
    """
    return (
        warning.partition("Spoils ")[2].partition("Remedy:")[0] or warning.partition("Remedy:")[2] or warning
    )
