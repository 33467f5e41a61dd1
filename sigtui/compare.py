"""The command ``sigtui compare``: snapshots side by side, printed and exported."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sigtui.comparing.pivot import Compared, compare
from sigtui.comparing.sides import Source
from sigtui.errors import UsageError
from sigtui.exports import comparison_by_suffix, comparison_formats, table
from sigtui.files.preset import moved_comparisons
from sigtui.files.store import check_writable, write_atomically
from sigtui.model import Comparison, Mode, Operation, Varying
from sigtui.sources import load_sources
from sigtui.wording import refusal, shown


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked for; None and empty where it said nothing."""

    names: tuple[str, ...]
    baseline: str | None = None
    view: str | None = None
    algorithms: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    exports: tuple[Path, ...] = ()


def run(asked: Asked, output: str, width: int | None = None) -> bytes:
    """Compare, write the exports, and return what is printed. Raises SigtuiError for whatever is wrong."""
    targets = [(path, comparison_by_suffix(path)) for path in asked.exports]
    for path, _ in targets:
        check_writable(path)
    compared = compared_of(asked)
    for path, form in targets:
        write_atomically(path, form.render_compared(_for_file(compared, path)))
    if output == table.NAME:
        return table.render_compared(compared, width or shutil.get_terminal_size((table.WIDTH, 24)).columns)
    return comparison_formats()[output].render_compared(compared)


def compared_of(asked: Asked) -> Compared:
    """Return the comparison that was asked for, with its figures."""
    sources = load_sources(asked.names)
    view = Varying(asked.view) if asked.view else _view(sources)
    baseline = asked.baseline
    if baseline is not None and view is Varying.SNAPSHOTS:
        baseline = _source_name(baseline, asked.names, sources)
    names = " against ".join(source.name for source in sources)
    comparison = Comparison(
        title=names if view is Varying.SNAPSHOTS else f"{names}: {view} side by side",
        view=view,
        baseline=baseline or (_own_baseline(sources[0]) if view is Varying.ALGORITHMS else None),
        algorithms=asked.algorithms,
        operations=tuple(Operation(word) for word in asked.operations),
        modes=tuple(Mode(word) for word in asked.modes),
        messages=asked.messages,
        snapshots=asked.names,
    )
    return compare(comparison, sources)


def _view(sources: Sequence[Source]) -> Varying:
    return Varying.SNAPSHOTS if len(sources) > 1 else Varying.ALGORITHMS


def _own_baseline(source: Source) -> str | None:
    """Return the baseline that a snapshot's preset names, where it has figures of it."""
    named = source.snapshot.preset.get("baseline")
    there = {result.algorithm for result in source.snapshot.results if result.mean_us is not None}
    return named if isinstance(named, str) and named in there else None


def _source_name(baseline: str, names: Sequence[str], sources: Sequence[Source]) -> str:
    """Return the column of a snapshot that is named as it was given, or by its short name."""
    for name, source in zip(names, sources, strict=True):
        if baseline in (name, source.name):
            return source.name
    text = f"--baseline {shown(baseline)} is none of the snapshots"
    raise UsageError(refusal(text, baseline, [source.name for source in sources]))


def _for_file(compared: Compared, path: Path) -> Compared:
    """Return a comparison whose snapshots are named as a file in another folder has to name them."""
    (moved,) = moved_comparisons((compared.comparison,), Path(), path.parent)
    if moved.view is Varying.SNAPSHOTS:
        # A column is called as its file is.
        places = dict(zip((source.name for source in compared.sources), moved.snapshots, strict=True))
        moved = replace(moved, baseline=places.get(moved.baseline or "", moved.baseline))
    return replace(compared, comparison=moved)
