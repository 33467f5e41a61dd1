"""Keeps the board up to date: at most eight times a second, made in a thread, at once where somebody changed it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sigtui.board import Board
from sigtui.tui.workbench import Workbench

FRAME_SECONDS = 1 / 8
_REST = 2.0
"""The maker of boards rests so many times as long as one took: the worker and the keys come first."""


class Keeper:
    """Makes a board whenever something stirred, and puts it."""

    def __init__(
        self, workbench: Workbench, current: Callable[[], Board], put: Callable[[Board], None]
    ) -> None:
        self._workbench = workbench
        self._current = current
        self._put = put
        self._stirred = asyncio.Event()
        self._hurried = asyncio.Event()
        self._making = False

    def stir(self, *, at_once: bool = False) -> None:
        """Say that the board is out of date; ``at_once`` where somebody waits for it."""
        self._stirred.set()
        if at_once:
            self._hurried.set()

    @property
    def busy(self) -> bool:
        """Whether the board is out of date, or just being made."""
        return self._making or self._stirred.is_set()

    async def keep(self) -> None:
        """Go on until cancelled, or until making or putting a board fails."""
        # Always the same thread: malloc keeps for each what it once needed, and the loop's own take turns.
        maker = ThreadPoolExecutor(1, "boards")
        try:
            await self._keep(maker)
        finally:
            maker.shutdown(wait=False)

    async def _keep(self, maker: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        clock = loop.time
        while True:
            await self._stirred.wait()
            self._making = True
            self._stirred.clear()
            self._hurried.clear()
            start = clock()
            board = await loop.run_in_executor(maker, self._workbench.board, self._current())
            took = clock() - start
            if board.view == self._workbench.view:
                self._put(board)
            self._making = False
            try:
                async with asyncio.timeout(max(FRAME_SECONDS - took, _REST * took)):
                    await self._hurried.wait()
            except TimeoutError:
                pass
