"""Starts the app on a terminal, and says afterwards what can't be said on a screen that is gone."""

import gc
import os
import shlex
import sys
import tomllib
from typing import TYPE_CHECKING

from sigtui.errors import UsageError
from sigtui.files.store import find_preset, user_state
from sigtui.streams import say
from sigtui.tui.app import SigtuiApp

if TYPE_CHECKING:
    from sigtui.tui.studio import Options


def run(preset: str | None, effort: str | None, cpu: int | None, seed: int | None) -> int:
    """Open the app and return its exit code. Raises SigtuiError for whatever is wrong before."""
    _check_terminal(preset)
    if preset is not None:
        find_preset(preset)  # a wrong name is told before there is a screen

    def find_options() -> "Options":
        from sigtui.tui.opening import find_options

        options = find_options(preset, effort, cpu, seed)
        _calm_collector()
        return options

    gc.disable()  # all that is made until the app is loaded stays
    app = SigtuiApp(find_options, _remembered_theme())
    app.run()
    if app.refused is not None:
        raise app.refused
    if app.said_at_last:
        say(f"sigtui: {app.said_at_last}")
    for text in app.left_undone:
        say(f"sigtui: {text}")
    return 2 if app.left_undone else app.return_code or 0


def _calm_collector() -> None:
    """Keep the garbage collector from walking all modules again and again: each time a key would wait 70 ms."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)
    gc.enable()


def _check_terminal(preset: str | None) -> None:
    if (
        all(each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))
        and os.environ.get("TERM") != "dumb"
    ):
        return
    raise UsageError(
        "the app needs a terminal that it can draw on; to measure without one add --headless, "
        f"as in: sigtui --preset {shlex.quote(preset or 'rfc9421')} --headless"
    )


def _remembered_theme() -> str | None:
    """Return the theme of last time, so that the first picture has it; the memory is read whole behind it."""
    try:
        theme = tomllib.loads((user_state() / "app.toml").read_text("utf-8")).get("theme")
    except (OSError, ValueError):
        return None
    return theme if isinstance(theme, str) else None
