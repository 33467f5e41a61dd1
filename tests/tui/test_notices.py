import asyncio
from datetime import UTC, datetime

import pytest
from textual.app import App
from textual.notifications import Notification

from sigtui.errors import FileError, Problem, WorkerError
from sigtui.tui.notices import (
    MOST_KEPT,
    KeepsNotices,
    Notice,
    Severity,
    error_notice,
    error_text,
    notice,
    plain_text,
    seconds_to_read,
    toast_text,
)

WHEN = datetime(2026, 1, 2, 14, 3, 7, tzinfo=UTC)
KEYS = FileError("/c/keys.toml", [Problem("keys.a", "must not be empty"), Problem("", "is strange")])


def told(text: str, severity: Severity = "warning", remedy: str = "") -> Notice:
    """Return a notice of a fixed time."""
    return Notice(severity, text, remedy, WHEN)


class Watched(KeepsNotices[None]):
    """An app that remembers its toasts."""

    def __init__(self) -> None:
        super().__init__()
        self.toasts: list[Notification] = []

    def _on_notify(self, event: object) -> None:
        self.toasts.append(event.notification)  # type: ignore[attr-defined]
