"""How soon the app answers: its first picture, a key pressed during a run, and what a frame costs.

All of it in a pseudo-terminal of 120 × 40, with Textual's own driver.
"""

import json
import random
import re
import signal
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bars import Figure
from tests.test_terminal import Terminal

_STARTS = 15
_PRESSES = 200
_FRAMES_SECONDS = 10.0
_GUARD_SECONDS = 5.0

_PICTURE = "Explore"  # of the first picture: the heading
_TABLE = "algorithm"  # of the table, which comes when everything is loaded
_ARROW = "▸"
_CURSOR = f"│{_ARROW}"  # between the catalogue, which has arrows of its own, and the table
_ROUND = re.compile(r"· round (?:[3-9]|\d{2,})\b")

_APP = ("-m", "sigtui", "--preset", "rfc9421")

_EMPTY = f"""
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("{_PICTURE}")

Empty().run()
"""

# The app itself, whose maker of boards is told when one is put and when it is drawn. Time is the UI thread's own.
_TIMED = f"""
import json, time
from pathlib import Path
from sigtui.__main__ import main
from sigtui.tui import studio
from sigtui.tui.keeper import Keeper

frames = []

class Timed(Keeper):
    def __init__(self, workbench, current, put):
        def timed(board):
            start, now = time.thread_time(), time.monotonic()
            put(board)
            put.__self__.app.call_after_refresh(lambda: frames.append((now, time.thread_time() - start)))
        super().__init__(workbench, current, timed)

studio.Keeper = Timed
try:
    main({list(_APP[2:])!r} + ["--effort", "long"])
finally:
    Path("frames.json").write_text(json.dumps(frames))
"""


def measure() -> Iterator[Figure]:
    """Yield the ratio of first pictures, seconds of a key and of a frame in ms, and frames a second."""
    ours, table, empty = _first_pictures()
    ratio = (ours - 0.4) / empty
    what = f"first picture, {ours:.2f} s less 0.4 s, against an empty app's {empty:.2f} s"
    yield Figure(what, ratio, 1.3, "×")
    yield Figure("the table, after the start", table, None, "s")
    with TemporaryDirectory() as folder:
        latencies, frames = _during_a_run(Path(folder))
    yield Figure("a key during a run, until its answer is drawn: p95", _p95(latencies) * 1e3, 50, "ms")
    yield Figure("a key during a run: median", statistics.median(latencies) * 1e3, None, "ms")
    costs = [cost for _, cost in frames]
    yield Figure(
        "a frame of the live view, UI thread's time: median", statistics.median(costs) * 1e3, 16, "ms"
    )
    yield Figure("a frame of the live view: p95", _p95(costs) * 1e3, None, "ms")
    rate = (len(frames) - 1) / (frames[-1][0] - frames[0][0])
    yield Figure("frames of the live view a second", rate, 8, "/s")


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _first_pictures() -> tuple[float, float, float]:
    """Return the median seconds from the start to picture and table of the app, and to an empty one's, alternated."""
    times: list[tuple[float, float, float]] = []
    for _ in range(_STARTS + 1):
        picture, table = _shown(_APP, _PICTURE, _TABLE)
        (empty,) = _shown(("-c", _EMPTY), _PICTURE)
        times.append((picture, table, empty))
    ours, tables, empties = zip(*times[1:], strict=True)  # the first one warms the disk's cache
    return statistics.median(ours), statistics.median(tables), statistics.median(empties)


def _shown(command: tuple[str, ...], *words: str) -> list[float]:
    """Return the seconds from the start until each word was on the screen."""
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        terminal = Terminal(Path(folder), *command)
        seconds = []
        for word in words:
            while word not in terminal.raw and not terminal.ended:
                terminal.receive(_GUARD_SECONDS)
            seconds.append(time.perf_counter() - start)
        terminal.child.kill(signal.SIGTERM)
        terminal.until_ended()
        terminal.child.close(force=True)
    return seconds


def _during_a_run(home: Path) -> tuple[list[float], list[tuple[float, float]]]:
    """Return the seconds that each key took, and time and cost of the frames before the first of them."""
    terminal = Terminal(home, "-c", _TIMED)
    try:
        terminal.until_shown("r measures")
        terminal.press("r")
        terminal.until(lambda: any(map(_ROUND.search, terminal.lines)), "measured three rounds")
        first = time.monotonic()
        terminal.until(lambda: time.monotonic() > first + _FRAMES_SECONDS, "ran for a while")
        last = time.monotonic()
        latencies = [_latency(terminal, turn) for turn in range(_PRESSES)]
        terminal.press("qy")
        terminal.until_ended()
    finally:
        terminal.child.close(force=True)
    frames = json.loads((home / "frames.json").read_text())
    return latencies, [(when, cost) for when, cost in frames if first < when < last]


def _latency(terminal: Terminal, turn: int) -> float:
    """Press down or up, at any time of a frame, and return the seconds until the cursor stands on the other row."""
    rest = time.perf_counter() + random.uniform(0.02, 0.15)  # noqa: S311 - no secret
    terminal.until(lambda: time.perf_counter() > rest and len(_cursor(terminal)) == 1, "rested")
    (here,) = _cursor(terminal)
    wanted = here + (-1 if turn % 2 else 1)
    start = now = time.perf_counter()
    terminal.press("k" if turn % 2 else "j")
    waiting = ""
    while _cursor(terminal) != [wanted] and now < start + _GUARD_SECONDS:
        # Drawing takes milliseconds that are not the app's: only what can show the cursor is drawn at once.
        text = terminal.receive(0.1)
        now = time.perf_counter()
        waiting += text
        if _ARROW in text:
            terminal.draw(waiting)
            waiting = ""
    terminal.draw(waiting)
    return now - start


def _cursor(terminal: Terminal) -> list[int]:
    """Return the lines on which the table's cursor stands; two while a picture is half drawn."""
    return [place for place, line in enumerate(terminal.lines) if _CURSOR in line]
