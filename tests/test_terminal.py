"""The app in a real pseudo-terminal: keys go in, and what a person would see, and would be left with, comes out."""

import os
import re
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import psutil

from sigtui.columns import cells_wide
from sigtui.files.preset import read_preset

GUARD_SECONDS = 30
ROWS, COLUMNS = 40, 120

PRESET = """
schema = 1
title = "pair"
[run]
effort = "{effort}"
operations = ["sign"]
modes = ["reused-key"]
[[algorithms]]
id = "ed25519"
[[algorithms]]
id = "ecdsa-p256-sha256"
[[messages]]
name = "m"
text = "some secret value"
"""

PAIR = ("ed25519", "ecdsa-p256-sha256")

_TOKEN = re.compile(r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[ -/]*[0-~]|([^\x1b]+)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*)?[ -/]*\Z")
_MODE = re.compile(r"\x1b\[\?(\d+)([hl])")
_CURSOR, _WRAP, _SCREEN = "25", "7", "1049"


class Terminal:
    """A command in a terminal of 120 × 40, with an empty home; ``lines`` are what its screen shows.

    ``raw`` is all that was written to it.
    """

    def __init__(self, home: Path, *arguments: str) -> None:
        settings = ("XDG_", "TEXTUAL", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        self.child = pexpect.spawn(
            sys.executable,
            list(arguments),
            env=kept | {"HOME": str(home), "TERM": "xterm-256color"},  # type: ignore[arg-type] # a mapping will do
            cwd=str(home),
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            codec_errors="replace",
        )
        self.child.delaybeforesend = None
        self.found = termios.tcgetattr(self.child.child_fd)
        self.ended = False
        self.raw = ""
        self._rest = ""
        self._cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self._x = self._y = 0

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, line by line."""
        return ["".join(line).rstrip() for line in self._cells]

    @property
    def workers(self) -> list[psutil.Process]:
        """The processes that the app has started and that live."""
        return psutil.Process(self.child.pid).children(recursive=True)

    def shows(self, *texts: str) -> bool:
        """Whether all of these can be read, each in one line."""
        return all(any(text in line for line in self.lines) for text in texts)

    def press(self, keys: str) -> None:
        """Type."""
        self.child.send(keys)

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Follow the screen until something is so."""
        deadline = time.monotonic() + GUARD_SECONDS
        while not condition():
            assert time.monotonic() < deadline and not self.ended, "\n".join((f"never {what}:", *self.lines))
            self.read(0.1)

    def until_shown(self, *texts: str) -> None:
        """Follow the screen until all of these can be read."""
        self.until(lambda: self.shows(*texts), f"shown {texts}")

    def until_ended(self) -> int | None:
        """Follow the screen until the command has ended; return its exit code, None where a signal ended it."""
        deadline = time.monotonic() + GUARD_SECONDS
        while not self.ended:
            assert time.monotonic() < deadline, "\n".join(("never ended:", *self.lines))
            self.read(0.1)
        self.child.wait()
        return self.child.exitstatus

    def read(self, seconds: float) -> None:
        """Draw what is written within so many seconds, as soon as there is something."""
        try:
            text: str = self.child.read_nonblocking(1 << 16, seconds)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            self.ended = True
            return
        self.raw += text
        self._draw(text)

    def _draw(self, text: str) -> None:
        text = self._rest + text
        unfinished = _UNFINISHED.search(text)
        self._rest = unfinished[0] if unfinished else ""
        for parameters, final, plain in _TOKEN.findall(text.removesuffix(self._rest)):
            for letter in plain:
                self._put(letter)
            if final in ("H", "f"):
                row, _, column = parameters.partition(";")
                self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
            elif final == "J" and parameters == "2":
                self._cells = [[" "] * COLUMNS for _ in range(ROWS)]

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._x = 0
        elif letter == "\n":
            self._y += 1
        elif letter >= " ":
            if self._y < ROWS and self._x < COLUMNS:
                self._cells[self._y][self._x] = letter
            self._x += cells_wide(letter)

    def assert_sane(self) -> None:
        """Expect the terminal as it was found: its own screen, a cursor, no mouse, line editing and echo."""
        modes = dict(_MODE.findall(self.raw))
        assert modes.pop(_CURSOR) == modes.pop(_WRAP) == "h"
        assert modes[_SCREEN] == "l"
        assert set(modes.values()) == {"l"}, modes
        flags = 3  # of termios: iflag, oflag, cflag, lflag
        assert termios.tcgetattr(self.child.child_fd)[flags] == self.found[flags]


@contextmanager
def app(home: Path, effort: str) -> Iterator[Terminal]:
    """Open the app with a pair of algorithms, and make sure that it ends."""
    (home / "pair.toml").write_text(PRESET.format(effort=effort))
    terminal = Terminal(home, "-m", "sigtui", "--preset", "pair.toml")
    try:
        terminal.until_shown("pair.toml", "algorithm", "not measured yet", "r measures 2 cases")
        yield terminal
    finally:
        terminal.child.close(force=True)


def running(terminal: Terminal) -> list[psutil.Process]:
    """Press r, wait until both rows have figures, and return the workers at that time."""
    terminal.press("r")
    terminal.until(lambda: all(figures(terminal, name) for name in PAIR), "measured")
    terminal.until(lambda: terminal.workers, "started a worker")
    return terminal.workers


def figures(terminal: Terminal, name: str) -> str | None:
    """Return the mean in a row of the table and what stands behind it, None before there is one."""
    found = (re.search(rf"[=~✓] {name} +[\d.,]+.*(?:±|n too small).*", line) for line in terminal.lines)
    return next((match[0] for match in found if match), None)


def assert_gone(processes: list[psutil.Process]) -> None:
    """Expect that none of these lives."""
    assert processes
    assert not [process for process in processes if process.is_running()]


def test_somebody_measures_saves_and_leaves(tmp_path: Path) -> None:
    """r measures both rows to the end, S saves what was asked under another name, q leaves; nothing stays behind."""
    with app(tmp_path, "quick") as terminal:
        workers = running(terminal)
        terminal.until_shown("Done: 2 cases at effort quick")
        terminal.press("S")
        terminal.until_shown("Save preset as", "overwritten.")
        terminal.press("mine\r")
        terminal.until(lambda: terminal.lines[0].endswith(" mine.toml"), "saved under the new name")
        terminal.press("q")
        assert terminal.until_ended() == 0
        assert_gone(workers)
        terminal.assert_sane()
    assert read_preset(tmp_path / "mine.toml").choices == read_preset(tmp_path / "pair.toml").choices


def test_leaving_during_a_run_is_asked_about(tmp_path: Path) -> None:
    """q asks while a run goes on; n goes on with it, y leaves: no worker stays, the terminal is as it was."""
    with app(tmp_path, "long") as terminal:
        running(terminal)
        terminal.press("q")
        terminal.until_shown("Quit? What was measured so far is kept")
        terminal.press("n")
        terminal.until(lambda: not terminal.shows("Quit?"), "closed the question")
        assert terminal.shows("· running")
        workers = terminal.workers
        terminal.press("q")
        terminal.until_shown("Quit?")
        terminal.press("y")
        assert terminal.until_ended() == 0
        assert_gone(workers)
        terminal.assert_sane()


def test_a_killed_worker_costs_one_row(tmp_path: Path) -> None:
    """The app says in the row that failed what killed the worker, and measures the other one in a new one."""
    with app(tmp_path, "long") as terminal:
        (worker,) = running(terminal)
        worker.kill()
        terminal.until_shown("killed by SIGKILL")
        terminal.until(lambda: terminal.workers and worker not in terminal.workers, "started another worker")
        assert terminal.shows("· running")
        workers = terminal.workers
        terminal.press("x")
        terminal.until_shown("Stopped. r goes on with")
        terminal.press("q")
        assert terminal.until_ended() == 0
        assert_gone(workers)
        terminal.assert_sane()


def test_a_signal_ends_the_app_in_good_order(tmp_path: Path) -> None:
    """In the middle of a run too it ends within two seconds, with its worker, and gives the terminal back."""
    with app(tmp_path, "long") as terminal:
        workers = running(terminal)
        start = time.monotonic()
        terminal.child.kill(signal.SIGTERM)
        terminal.until_ended()
        assert time.monotonic() - start < 2
        assert_gone(workers)
        terminal.assert_sane()
    assert (tmp_path / ".local/state/sigtui/last-run.toml").exists() or sys.platform != "linux"


def test_ctrl_c_leaves_as_q_does(tmp_path: Path) -> None:
    """Ctrl+C asks while a run goes on, and ends the app where none does."""
    with app(tmp_path, "long") as terminal:
        workers = running(terminal)
        terminal.press("\x03")
        terminal.until_shown("Quit? What was measured so far is kept")
        terminal.press("n")
        terminal.until(lambda: not terminal.shows("Quit?"), "closed the question")
        assert terminal.shows("· running")
        terminal.press("x")
        terminal.until_shown("Stopped. r goes on with")
        terminal.press("\x03")
        assert terminal.until_ended() == 0
        assert_gone(workers)
        terminal.assert_sane()
