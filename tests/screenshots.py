"""Takes the pictures in screenshots/ of the real app after a real run: `make screenshots`.

The app runs in an empty home, measures what the shipped preset ticks (about 15 s), and is then looked at in several
sizes. Two runs differ in their figures alone.
"""

import asyncio
import getpass
import os
import platform
import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from sigtui.algorithms import catalogue
from sigtui.draft import Draft
from sigtui.files.preset import read_preset
from sigtui.files.store import find_preset
from sigtui.tui.app import SigtuiApp
from sigtui.tui.studio import Options
from sigtui.tui.workbench import Document

FOLDER = Path(__file__).parent.parent / "screenshots"

_SHOWN = "ml-dsa-44"
_MARKED = ("ecdsa-p256-sha256", "ecdsa-p384-sha384", _SHOWN)
_STEP_SECONDS = 0.1
_SAME_STEPS = 10  # a second without a change: a board that somebody waits for takes a tenth of it
_LARGE = 150_000


def main() -> None:
    """Measure, and write all pictures anew."""
    private = (str(Path.home()), str(FOLDER.parent), platform.node(), getpass.getuser())
    with TemporaryDirectory() as home:
        for name in [name for name in os.environ if name.startswith("XDG_")]:
            del os.environ[name]
        os.environ["HOME"] = home
        pictures = asyncio.run(_pictures())
        for name, svg in pictures.items():
            _check(name, svg, (home, *private))
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures.items():
        (FOLDER / f"{name}.svg").write_text(svg)
        large = " (large)" if len(svg) > _LARGE else ""
        sys.stdout.write(f"{name}.svg {len(svg) / 1000:.0f} kB{large}\n")


def _check(name: str, svg: str, private: tuple[str, ...]) -> None:
    """End with a message if a picture holds what is nobody's business."""
    for text in private:
        # A container's "c" or "root" is no secret, and is part of other words.
        if len(text) > len("root") and text in svg:
            sys.exit(f"{name}.svg shows {text!r}, which says whose machine this is")


async def _pictures() -> dict[str, str]:
    path = find_preset("rfc9421")
    preset = read_preset(path)
    app = SigtuiApp(lambda: Options(Document(Draft.of(preset), path, preset)))
    pictures: dict[str, str] = {}
    async with app.run_test(size=(120, 40)) as pilot:

        async def take(name: str, size: tuple[int, int] = (120, 40)) -> None:
            await pilot.resize_terminal(*size)
            await _settle(app, pilot)
            # Rich numbers its classes by the picture's content, so that every line would differ.
            svg = app.export_screenshot(simplify=True)
            pictures[name] = re.sub(r"terminal-\d+", name, svg)

        await _until(pilot, lambda: app.loaded and _tried(app) == len(catalogue()))
        await pilot.press("r")
        await _until(pilot, lambda: app.studio.workbench.desk.state.ended)
        await _settle(app, pilot)
        await _put_cursor(app, pilot, _SHOWN)
        await take("explore-120x40")
        await take("explore-80x24", (80, 24))
        await take("explore-200x60", (200, 60))
        app.theme = "textual-light"
        await take("explore-light")
        app.theme = "textual-dark"
        await pilot.press("enter")
        await take("detail")
        await pilot.press("escape")
        await pilot.press("m")
        await take("machine")
        await pilot.press("g")
        for algorithm in _MARKED:
            await _put_cursor(app, pilot, algorithm)
            await pilot.press("space")
        await pilot.press("a")
        await take("overlay")
    return pictures


def _tried(app: SigtuiApp) -> int:
    """Count the algorithms that are known to work here or not; as long as some aren't, the machine is busy."""
    return len({item.algorithm for info in app.studio.workbench.providers or () for item in info.support})


async def _put_cursor(app: SigtuiApp, pilot: Pilot[None], algorithm: str) -> None:
    names = [row.result.algorithm for row in app.studio.board.rows]
    await pilot.press("home", *["down"] * names.index(algorithm))


async def _until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    while not condition():
        await pilot.pause(_STEP_SECONDS)


async def _settle(app: SigtuiApp, pilot: Pilot[None]) -> None:
    """Wait until the board shows the end of the run, and nothing more changes."""
    await _until(pilot, lambda: app.studio.board.session is app.studio.workbench.desk.state)
    same, before = 0, ""
    while same < _SAME_STEPS:
        await pilot.pause(_STEP_SECONDS)
        now = app.export_screenshot()
        same, before = (same + 1 if now == before else 0), now


if __name__ == "__main__":
    main()
