"""How soon six snapshots stand side by side again after a change: the UI thread's part, and its helper's."""

import time
from collections.abc import Iterator
from dataclasses import replace

from sigtui.comparing.pivot import compare
from sigtui.comparing.sheet import Sheet
from sigtui.comparing.sides import Source
from sigtui.comparing.words import sheet
from sigtui.files.results import MessageSize, Result
from sigtui.model import Comparison, Varying
from sigtui.tui.widgets.sheet import SheetTable
from tests.bars import Figure
from tests.comparing.made import row, source

_SNAPSHOTS = 6
_TRIES = 20
_ALGORITHMS = ("ecdsa-p256-sha256", "ed25519", "ml-dsa-44", "rsa-2048-pss-sha512", "hmac-sha256")
_SIZES = (17, 93, 1_024)


def measure() -> Iterator[Figure]:
    """Yield the milliseconds of a repaint, and of the comparison that it shows."""
    sources = [Source(f"run {index}", _snapshot(index).snapshot) for index in range(_SNAPSHOTS)]
    comparisons = [
        Comparison("six", Varying.SNAPSHOTS, baseline=f"run {index}") for index in range(_SNAPSHOTS)
    ]
    made: list[float] = []
    sheets: list[Sheet] = []
    for index in range(_TRIES):
        start = time.perf_counter()
        sheets.append(sheet(compare(comparisons[index % _SNAPSHOTS], sources)))
        made.append(time.perf_counter() - start)
    yield Figure(
        "comparing six snapshots of 70 cases, in its thread: median", _median(made) * 1e3, None, "ms"
    )
    yield Figure("repaint of six snapshots, UI thread: median", _median(_repaints(sheets)) * 1e3, 50, "ms")


def _repaints(sheets: list[Sheet]) -> list[float]:
    import asyncio

    from textual.app import App, ComposeResult

    class Only(App[None]):
        def compose(self) -> ComposeResult:
            yield SheetTable()

    taken: list[float] = []

    async def paint() -> None:
        app = Only()
        async with app.run_test(size=(200, 60)) as pilot:
            table = app.query_one(SheetTable)
            for each in sheets:
                start = time.perf_counter()
                table.show(each)
                for line in range(table.size.height):
                    table.render_line(line)
                taken.append(time.perf_counter() - start)
                await pilot.pause()

    asyncio.run(paint())
    return taken


def _snapshot(seed: int) -> Source:
    rows: list[Result] = []
    for place, algorithm in enumerate(_ALGORITHMS):
        for size in _SIZES:
            for operation, mode in (
                ("sign", "reused-key"),
                ("sign", "single-shot"),
                ("verify", "reused-key"),
            ):
                made = row(
                    algorithm, 50.0 * (place + 1), operation=operation, mode=mode, seed=seed * 97 + place
                )
                rows.append(replace(made, message=MessageSize(name=f"m{size}", bytes=size)))
        rows.append(row(algorithm, 30.0, operation="keygen", seed=seed * 97 + place))
    return source(f"run {seed}", *rows)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
