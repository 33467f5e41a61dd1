"""The app in a real pseudo-terminal: keys go in, and what a person would see, and would be left with, comes out."""

import os
import re
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import psutil
import pytest

from sigtui.columns import cells_wide
from sigtui.files.preset import read_preset

GUARD_SECONDS = 30
ROWS, COLUMNS = 40, 120

PAIR = ("ed25519", "ecdsa-p256-sha256")

QUICK = """
schema = 1
title = "pair"
[run]
effort = "quick"
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

# So long that no test sees its end, nor that of its first worker process.
LONG = QUICK.replace("quick", "long").replace('["sign"]', '["sign", "verify"]')
LONG = LONG.replace('["reused-key"]', '["reused-key", "single-shot"]')

_TOKEN = re.compile(r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[ -/]*[0-~]|([^\x1b]+)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*)?[ -/]*\Z")
_MODE = re.compile(r"\x1b\[\?(\d+)([hl])")
_CURSOR, _WRAP, _SCREEN = "25", "7", "1049"
_LFLAG = 3  # of termios.tcgetattr: echo, lines, signals


class Terminal:
    """Python in a terminal of 120 × 40, with an empty home; ``lines`` are what its screen shows.

    ``raw`` is all that was written to it.
    """

    def __init__(self, home: Path, *arguments: str) -> None:
        settings = ("XDG_", "TEXTUAL", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        self.home = home
        self.child = pexpect.spawn(
            sys.executable,
            list(arguments),
            env=kept | {"HOME": str(home), "TERM": "xterm-256color"},
            cwd=str(home),
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            codec_errors="replace",
        )
        self.child.delaybeforesend = None
        self.ended = False
        self.raw = ""
        self._found = termios.tcgetattr(self.child.child_fd)[_LFLAG]
        self._rest = ""
        self._cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self._x = self._y = 0

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, line by line."""
        return ["".join(line).rstrip() for line in self._cells]

    @property
    def workers(self) -> list[psutil.Process]:
        """What the app has started and lives, whoever is its parent by now: it has the same home."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.pid != self.child.pid and process.environ().get("HOME") == str(self.home):
                    found.append(process)
        return found

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
            in_time = not self.ended and time.monotonic() < deadline
            assert in_time, "\n".join((f"the app never {what}:", *self.lines, self.raw[-2_000:]))
            self.read(0.1)

    def until_shown(self, *texts: str) -> None:
        """Follow the screen until all of these can be read."""
        self.until(lambda: self.shows(*texts), f"showed {texts}")

    def until_ended(self) -> int | None:
        """Follow the screen until the command has ended; return its exit code, None where a signal ended it."""
        deadline = time.monotonic() + GUARD_SECONDS
        while not self.ended:
            assert time.monotonic() < deadline, "\n".join(("the app never ended:", *self.lines))
            self.read(0.1)
        self.child.wait()
        return self.child.exitstatus

    def read(self, seconds: float) -> None:
        """Draw what is written, as soon as there is something, within so many seconds."""
        self.draw(self.receive(seconds))

    def receive(self, seconds: float) -> str:
        """Return what is written, as soon as there is something; it is not drawn."""
        try:
            text: str = self.child.read_nonblocking(1 << 16, seconds)
        except pexpect.TIMEOUT:
            return ""
        except pexpect.EOF:
            self.ended = True
            return ""
        self.raw += text
        return text

    def draw(self, text: str) -> None:
        """Bring the screen forward by what was received."""
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

    def assert_left_in_order(self) -> None:
        """Expect no process, and the terminal as it was found: its screen, cursor, wrapping and line editing."""
        assert not self.workers
        modes = dict(_MODE.findall(self.raw))
        assert modes.pop(_CURSOR) == modes.pop(_WRAP) == "h"
        assert modes[_SCREEN] == "l"
        assert set(modes.values()) == {"l"}, modes
        assert termios.tcgetattr(self.child.child_fd)[_LFLAG] == self._found


@contextmanager
def app(
    home: Path, preset: str, command: tuple[str, ...] = ("-m", "sigtui", "--preset", "pair.toml")
) -> Iterator[Terminal]:
    """Open the app with a preset, and make sure that it ends."""
    (home / "pair.toml").write_text(preset)
    terminal = Terminal(home, *command)
    try:
        terminal.until_shown("pair.toml", "algorithm", "not measured yet", "r measures")
        yield terminal
    finally:
        terminal.child.close(force=True)


def run(terminal: Terminal) -> None:
    """Press r, and wait until both rows have figures."""
    terminal.press("r")
    terminal.until(lambda: all(has_figures(terminal, name) for name in PAIR), "showed figures")


def has_figures(terminal: Terminal, name: str) -> bool:
    """Whether an algorithm's row has a mean, and an interval or the reason why there is none."""
    row = re.compile(rf"[=~✓] {name} +[\d.,]+.*(?:±|too few rounds)")
    return any(row.search(line) for line in terminal.lines)


def ask_to_leave(terminal: Terminal, keys: str) -> None:
    """Press keys in the middle of a run and find the question."""
    terminal.until_shown("· running")
    terminal.until(lambda: terminal.workers, "had a worker")
    terminal.press(keys)
    terminal.until_shown("Quit? What was measured so far is kept")


def stay(terminal: Terminal) -> None:
    """Answer n, and find the run going on."""
    terminal.press("n")
    terminal.until(lambda: not terminal.shows("Quit?"), "closed the question")
    assert terminal.shows("· running")


def test_somebody_measures_saves_and_leaves(tmp_path: Path) -> None:
    """A pair is measured with r, saved with S under another name, and left with q; nothing stays behind."""
    with app(tmp_path, QUICK) as terminal:
        run(terminal)
        terminal.until_shown("Done: 2 cases at effort quick")
        terminal.press("S")
        terminal.until_shown("Save preset as", "overwritten.")
        terminal.press("mine\r")
        terminal.until(lambda: terminal.lines[0].endswith(" mine.toml"), "took the new name")
        terminal.press("q")
        assert terminal.until_ended() == 0
        terminal.assert_left_in_order()
    saved, opened = read_preset(tmp_path / "mine.toml"), read_preset(tmp_path / "pair.toml")
    assert (saved.choices, saved.effort, saved.messages) == (opened.choices, opened.effort, opened.messages)
    assert (saved.operations, saved.modes) == (opened.operations, opened.modes)


def test_leaving_during_a_run_is_asked_about(tmp_path: Path) -> None:
    """In a run q asks; n goes on with it, y leaves: no worker stays, the terminal is as it was."""
    with app(tmp_path, LONG) as terminal:
        run(terminal)
        ask_to_leave(terminal, "q")
        stay(terminal)
        ask_to_leave(terminal, "q")
        terminal.press("y")
        assert terminal.until_ended() == 0
        terminal.assert_left_in_order()


def test_ctrl_c_leaves_as_q_does(tmp_path: Path) -> None:
    """Ctrl+C asks while a run goes on, and ends the app where none does."""
    with app(tmp_path, LONG) as terminal:
        run(terminal)
        ask_to_leave(terminal, "\x03")
        stay(terminal)
        terminal.press("x")
        terminal.until_shown("Stopped. r goes on with")
        terminal.press("\x03")
        assert terminal.until_ended() == 0
        terminal.assert_left_in_order()


def test_a_killed_worker_is_told_and_replaced(tmp_path: Path) -> None:
    """The app says what killed the worker, and measures the other cases in a new one."""
    with app(tmp_path, LONG) as terminal:
        run(terminal)
        terminal.until(lambda: len(terminal.workers) == 1, "had one worker")
        (worker,) = terminal.workers
        worker.kill()
        terminal.until_shown("SIGKILL")
        terminal.until(lambda: terminal.workers and worker not in terminal.workers, "started another worker")
        ask_to_leave(terminal, "q")
        terminal.press("y")
        assert terminal.until_ended() == 0
        terminal.assert_left_in_order()


def test_sigterm_ends_the_app_in_order(tmp_path: Path) -> None:
    """In the middle of a run it ends within two seconds, with its worker; what was measured is kept."""
    with app(tmp_path, LONG) as terminal:
        run(terminal)
        terminal.until(lambda: terminal.workers, "had a worker")
        start = time.monotonic()
        terminal.child.kill(signal.SIGTERM)
        terminal.until_ended()
        assert time.monotonic() - start < 2
        terminal.assert_left_in_order()
    assert list(tmp_path.rglob("last-run.toml"))


BROKEN = """
from sigtui import board, desk
from sigtui.__main__ import main

def breaking(whole):
    def broken(*arguments):
        if any(getattr(each, "rounds", 0) > 3 for each in arguments):
            raise RuntimeError("a mistake in sigtui")
        return whole(*arguments)
    return broken

{place} = breaking({place})
main(["--preset", "pair.toml"])
"""


@pytest.mark.parametrize("place", ["board.Recorder.board", "desk.fold"])
def test_a_crash_leaves_in_order_too(tmp_path: Path, place: str) -> None:
    """A mistake of sigtui's own, in what it shows or in the run, ends it with a traceback and loses no figure."""
    with app(tmp_path, LONG, ("-c", BROKEN.format(place=place))) as terminal:
        terminal.press("r")
        assert terminal.until_ended() == 1
        terminal.assert_left_in_order()
    assert "a mistake in sigtui" in terminal.raw
    # Rich would need many seconds of a frozen screen to spell out a session's samples.
    spelt_out = " locals " in terminal.raw
    assert not spelt_out
    assert list(tmp_path.rglob("last-run.toml"))
