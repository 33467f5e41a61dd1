"""What the app tells a person: shown as a toast for as long as it takes to read, and kept for the journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal

from textual.app import App, ReturnType
from textual.reactive import var

from sigtui.errors import FileError, SigtuiError
from sigtui.wording import printable

Severity = Literal["information", "warning", "error"]

GLYPHS: Mapping[Severity, str] = MappingProxyType({"information": "·", "warning": "!", "error": "✗"})
"""Stands before a notice, so that its severity is seen without colour."""

MOST_KEPT = 500

_MOST_CHARACTERS = 200  # of a toast, which is half as wide as a small terminal
_MOST_LINES = 4

_SECONDS = (4.0, 20.0)
_CHARACTERS_PER_SECOND = 14.0  # slow readers read 170 words a minute
_LOOK = 2.0  # seconds until somebody looks at it


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that was told; ``remedy`` says what to do about it, empty where there is nothing to do."""

    severity: Severity
    text: str
    remedy: str
    when: datetime

    @property
    def lines(self) -> tuple[str, ...]:
        """The text and the remedy, line by line, with nothing in them that would move a cursor."""
        return (*_clean(self.text).splitlines(), *_clean(self.remedy).splitlines())


class KeepsNotices(App[ReturnType]):
    """An app that keeps what it told, the newest last; a ``Journal`` shows it, bound to ``notices``."""

    notices: var[tuple[Notice, ...]] = var(())


def notice(
    app: App[Any],
    text: str,
    severity: Severity = "information",
    remedy: str = "",
    when: datetime | None = None,
    *,
    toast: bool = True,
) -> Notice:
    """Tell something now: a toast, and an entry of the journal where the app keeps one. UI thread only.

    Without ``toast`` it is only kept: what comes many times over must not cover the screen.
    """
    told = Notice(severity, text, remedy, when or datetime.now().astimezone())
    if isinstance(app, KeepsNotices):
        app.notices = (*app.notices, told)[-MOST_KEPT:]
    if toast:
        shown = toast_text(told)
        app.notify(shown, severity=severity, timeout=seconds_to_read(shown), markup=False)
    return told


def error_notice(app: App[Any], error: SigtuiError, remedy: str = "", when: datetime | None = None) -> Notice:
    """Tell all problems of an error."""
    return notice(app, error_text(error), "error", remedy, when)


def error_text(error: SigtuiError) -> str:
    """Return all problems of an error; a file with several is named once, on a line of its own."""
    if isinstance(error, FileError) and len(error.problems) > 1:
        heading = f"{error.place}: {len(error.problems)} problems"
        return "\n".join((heading, *(str(problem) for problem in error.problems)))
    return str(error)


def toast_text(told: Notice) -> str:
    """Return a notice as a toast shows it: its glyph first, the text cut where it is long, the remedy whole."""
    whole = _clean(told.text)
    text = "\n".join(whole.split("\n")[:_MOST_LINES])
    if len(text) > _MOST_CHARACTERS:
        text = text[: _MOST_CHARACTERS + 1].rsplit(None, 1)[0][:_MOST_CHARACTERS]
    parts = [f"{GLYPHS[told.severity]} {text}"]
    if text != whole:
        parts = [f"{parts[0]} …", "The journal has the rest."]
    return "\n".join((*parts, *_clean(told.remedy).splitlines()))


def seconds_to_read(text: str) -> float:
    """Return how long a toast stays: as long as a slow reader needs, from 4 to 20 s."""
    least, most = _SECONDS
    return min(max(_LOOK + len(text) / _CHARACTERS_PER_SECOND, least), most)


def plain_text(notices: Sequence[Notice]) -> str:
    """Return notices as text that one can paste into a report, each with its date and time."""
    return "".join(
        f"{told.when.isoformat(' ', 'seconds')} {told.severity}: " + "\n    ".join(told.lines) + "\n"
        for told in notices
    )


def _clean(text: str) -> str:
    """Return lines with nothing in them that would move a cursor."""
    return "\n".join(printable(line) for line in text.splitlines())
