"""What the Compare screen works with: the comparison that is shown, what was changed, the snapshots beside it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from sigtui.comparing.offers import SNAPSHOTS, offers
from sigtui.comparing.pivot import Compared, compare
from sigtui.comparing.sheet import Sheet
from sigtui.comparing.sides import Source
from sigtui.comparing.words import sheet
from sigtui.errors import SigtuiError, UsageError
from sigtui.files.comparisons import OWN
from sigtui.model import Comparison, Mode, Varying
from sigtui.sources import load_sources

if TYPE_CHECKING:
    from sigtui.tui.studio import Studio


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A comparison with its figures and its words; or why there is none, in ``problem``."""

    comparison: Comparison
    compared: Compared | None = None
    sheet: Sheet | None = None
    problem: str = ""


class Comparing:
    """The comparison that somebody looks at. What is changed of it can be taken back."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._title = ""
        self._changed: list[Comparison] = []
        self._beside: tuple[str, ...] = ()
        self._loaded: dict[str, Source] = {}

    @property
    def offered(self) -> tuple[Comparison, ...]:
        """What there is to look at, in order."""
        workbench = self._studio.workbench
        board = self._studio.board
        marked = [mark.partition("@")[0] for mark in workbench.draft.effective_marks]
        return offers(workbench.draft.preset(), board.view, marked, self._beside)

    @property
    def current(self) -> Comparison:
        """The comparison that is shown, as it was changed."""
        if self._changed:
            return self._changed[-1]
        every = self.offered
        return next((each for each in every if each.title == self._title), every[0])

    @property
    def following(self) -> Comparison:
        """The one that ``next`` shows."""
        titles = [each.title for each in self.offered]
        place = titles.index(self.current.title) if self.current.title in titles else -1
        return self.offered[(place + 1) % len(titles)]

    def next(self) -> None:
        """Show the next comparison."""
        self._title, self._changed = self.following.title, []

    def show(self, title: str) -> None:
        """Show the comparison with a title."""
        self._title, self._changed = title, []

    def change(self, comparison: Comparison) -> None:
        """Show it changed."""
        self._changed.append(comparison)

    def undo(self) -> bool:
        """Take the last change back; False where there is none."""
        if self._changed:
            self._changed.pop()
            return True
        return False

    def without(self, name: str, left: Sequence[str]) -> None:
        """Leave a column out, so that these are left."""
        current = self.current
        names = tuple(left)
        match current.view:
            case Varying.ALGORITHMS:
                changed = replace(current, algorithms=names)
            case Varying.MODES:
                changed = replace(current, modes=tuple(Mode(each) for each in names))
            case Varying.MESSAGES:
                changed = replace(current, messages=names)
            case Varying.PROVIDERS:
                changed = replace(current, providers=names)
            case Varying.SNAPSHOTS:
                kept = tuple(each for each in current.snapshots if name not in (each, PurePath(each).stem))
                changed = replace(current, snapshots=kept)
        self.change(changed)

    def keep(self, title: str, notes: str = "") -> None:
        """Put the comparison into the preset."""
        workbench = self._studio.workbench
        workbench.edit(workbench.draft.keep_comparison(replace(self.current, title=title, notes=notes)))
        self.show(title)

    def with_snapshots(self, names: Sequence[str]) -> None:
        """Put snapshots beside the run, and show them; names or paths, at most five beside the run."""
        self._beside = tuple(dict.fromkeys((*self._beside, *names)))
        self.show(SNAPSHOTS)

    # Making it.

    async def made(self) -> Made:
        """Return the comparison with its figures as they are now; reading and comparing is done in a thread."""
        comparison, workbench = self.current, self._studio.workbench
        evidence, state = workbench.everything()
        measured = workbench.measured
        document = workbench.document
        base = document.path.parent if document.path else None

        def make() -> Made:
            try:
                sources = [self._source(name, base) for name in comparison.snapshots]
                wanted = comparison
                if measured and (comparison.view is Varying.SNAPSHOTS or not sources):
                    sources.insert(0, Source(OWN, evidence.snapshot(state)))
                if comparison.baseline in comparison.snapshots:
                    named = dict(
                        zip(comparison.snapshots, sources[-len(comparison.snapshots) :], strict=True)
                    )
                    wanted = replace(comparison, baseline=named[comparison.baseline].name)
                if not sources:
                    return Made(comparison)
                compared = compare(wanted, sources)
                return Made(comparison, compared, sheet(compared))
            except (UsageError, SigtuiError) as error:
                return Made(comparison, problem=str(error))

        return await asyncio.to_thread(make)

    def _source(self, name: str, base: Path | None) -> Source:
        """Return a snapshot, which is read once."""
        if name not in self._loaded:
            (self._loaded[name],) = load_sources([name], base)
        return self._loaded[name]
