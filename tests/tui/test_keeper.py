import asyncio
import selectors
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, cast

import pytest

from sigtui.board import EMPTY, Board
from sigtui.model import Operation, View
from sigtui.tui.keeper import FRAME_SECONDS, Keeper
from sigtui.tui.workbench import Workbench

SIGN, VERIFY = View(Operation.SIGN), View(Operation.VERIFY)


class _Hurrying(selectors.DefaultSelector):
    """Where a loop would wait, its time goes on at once."""

    loop: "Timeless"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; fail where nothing will ever be."""
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "nothing will ever happen"
            self.loop.now += max(timeout, 0)
        return ready


class Timeless(asyncio.SelectorEventLoop):
    """A loop whose seconds pass only where it would wait for them."""

    def __init__(self) -> None:
        self.now = 0.0
        selector = _Hurrying()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        """Return the seconds that passed."""
        return self.now


@dataclass(slots=True)
class Stand:
    """A workbench that makes boards, and where they are put; ``made`` are the times at which one was begun."""

    view: View | None = SIGN
    seconds: float = 0.01
    made: list[float] = field(default_factory=list)
    put: list[Board] = field(default_factory=list)
    given: list[Board] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    stirs: int = 0
    error: Exception | None = None
    keeper: Keeper = field(init=False)

    def __post_init__(self) -> None:
        self.keeper = Keeper(cast("Workbench", self), self.current, self.put.append)

    def current(self) -> Board:
        """Return the board that is shown."""
        return self.put[-1] if self.put else EMPTY

    def board(self, previous: Board) -> Board:
        """Make a board that says how often it was stirred before."""
        self.threads.append(threading.get_ident())
        self.given.append(previous)
        if self.error is not None:
            raise self.error
        return replace(EMPTY, view=self.view, notes=(str(self.stirs),))

    def stir(self, *, at_once: bool = False) -> None:
        """Stir, and count it."""
        self.stirs += 1
        self.keeper.stir(at_once=at_once)

    async def unthreaded(self, make: Callable[[Board], Board], previous: Board) -> Board:
        """Make a board in the time of the loop, as a thread would."""
        self.made.append(asyncio.get_running_loop().time())
        board = make(previous)
        await asyncio.sleep(self.seconds)
        return board


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Stand:
    """Return a stand whose boards take a hundredth of a second of the loop's time."""
    made = Stand()
    monkeypatch.setattr(
        Timeless, "run_in_executor", lambda _loop, _maker, make, previous: made.unthreaded(make, previous)
    )
    return made


def kept(stand: Stand, script: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Keep boards while a script runs, in no time."""

    async def main() -> None:
        task = asyncio.create_task(stand.keeper.keep())
        await script()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with asyncio.Runner(loop_factory=Timeless) as runner:
        runner.run(main())


@pytest.mark.parametrize(
    ("seconds", "apart"), [(0.0, FRAME_SECONDS), (0.01, FRAME_SECONDS), (0.041, FRAME_SECONDS), (0.1, 0.3)]
)
def test_boards_are_made_at_most_eight_times_a_second(stand: Stand, seconds: float, apart: float) -> None:
    """However often it is stirred; and slow ones no more often than leaves twice their time to others."""
    stand.seconds = seconds

    async def script() -> None:
        for _ in range(10_000):
            stand.stir()
            await asyncio.sleep(0.001)

    kept(stand, script)
    gaps = [after - before for before, after in pairwise(stand.made)]
    assert all(apart - 1e-9 <= gap < apart + 0.01 for gap in gaps)
    assert 10 / (apart + 0.01) - 1 <= len(stand.made) <= 10 / apart + 1


def test_nothing_is_made_unless_something_stirred(stand: Stand) -> None:
    """An app that nobody touches does nothing; one stir is one board."""

    async def script() -> None:
        await asyncio.sleep(5)
        assert not stand.made
        stand.stir()
        await asyncio.sleep(5)

    kept(stand, script)
    assert len(stand.put) == len(stand.made) == 1


def test_the_last_stir_is_always_seen(stand: Stand) -> None:
    """One that comes while a board is made, or while the maker rests, leads to another board."""
    stand.seconds = 0.02

    async def script() -> None:
        stand.stir()
        await asyncio.sleep(0.01)
        stand.stir()
        await asyncio.sleep(0.05)
        assert stand.put[-1].notes == ("1",)
        stand.stir()
        await asyncio.sleep(1)

    kept(stand, script)
    assert [board.notes for board in stand.put] == [("1",), ("3",)]


@pytest.mark.parametrize("seconds", [0.001, 0.5])
def test_what_somebody_waits_for_is_made_at_once(stand: Stand, seconds: float) -> None:
    """It waits neither for the frame nor for the rest after a slow board."""
    stand.seconds = seconds

    async def script() -> None:
        stand.stir()
        await asyncio.sleep(seconds + 0.01)
        asked = asyncio.get_running_loop().time()
        stand.stir(at_once=True)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert stand.made[1:] == [asked]
        await asyncio.sleep(5)

    kept(stand, script)
    assert [board.notes for board in stand.put] == [("1",), ("2",)]


def test_what_somebody_waits_for_follows_the_board_that_is_being_made(stand: Stand) -> None:
    """That one is put, and the next begun at once, of the state after the change."""
    stand.seconds = 0.1

    async def script() -> None:
        stand.stir()
        await asyncio.sleep(0.05)
        stand.stir(at_once=True)
        await asyncio.sleep(5)

    kept(stand, script)
    assert stand.made == [0.0, pytest.approx(0.1)]
    assert [board.notes for board in stand.put] == [("1",), ("2",)]


def test_hurrying_once_does_not_make_the_rest_hurry(stand: Stand) -> None:
    """Stirs after it are held back again."""

    async def script() -> None:
        stand.stir(at_once=True)
        await asyncio.sleep(0.02)
        for _ in range(50):
            stand.stir()
            await asyncio.sleep(0.01)

    kept(stand, script)
    assert all(after - before >= FRAME_SECONDS - 1e-9 for before, after in pairwise(stand.made))


def test_a_board_of_a_view_that_is_gone_is_not_put(stand: Stand) -> None:
    """Whoever switched the view never sees the old one again; the change itself brings the next board."""
    stand.seconds = 0.1

    async def script() -> None:
        stand.stir()
        await asyncio.sleep(0.05)
        stand.view = VERIFY
        stand.stir(at_once=True)
        await asyncio.sleep(5)

    kept(stand, script)
    assert [board.view for board in stand.put] == [VERIFY]
    assert len(stand.made) == 2


def test_each_board_is_made_of_the_one_that_is_shown(stand: Stand) -> None:
    """Its rows keep the order that a person sees."""

    async def script() -> None:
        for _ in range(3):
            stand.stir(at_once=True)
            await asyncio.sleep(1)

    kept(stand, script)
    assert stand.given == [EMPTY, *stand.put[:2]]


@pytest.mark.parametrize("seconds", [0.05, 0.15, 2.0])
def test_cancelling_ends_it(stand: Stand, seconds: float) -> None:
    """While a board is made, while the maker rests, and while it waits for a stir."""
    stand.seconds = 0.1

    async def script() -> None:
        stand.stir()
        await asyncio.sleep(seconds)

    kept(stand, script)
    assert len(stand.put) == (seconds > 0.1)


@pytest.mark.parametrize("error", [ValueError("no such row"), TimeoutError("it took too long")])
def test_an_error_in_making_a_board_surfaces(stand: Stand, error: Exception) -> None:
    """It ends the keeping, whatever it is: a table that silently stands still is worse."""
    stand.error = error

    async def main() -> None:
        stand.stir()
        await stand.keeper.keep()

    with asyncio.Runner(loop_factory=Timeless) as runner, pytest.raises(type(error), match=str(error)):
        runner.run(main())
    assert not stand.put


def test_an_error_in_putting_a_board_surfaces(stand: Stand) -> None:
    """It ends the keeping too."""

    def broken(board: Board) -> None:
        raise TimeoutError("a widget broke")

    keeper = Keeper(cast("Workbench", stand), stand.current, broken)

    async def main() -> None:
        keeper.stir()
        await keeper.keep()

    with asyncio.Runner(loop_factory=Timeless) as runner, pytest.raises(TimeoutError, match="a widget broke"):
        runner.run(main())


def test_boards_are_made_in_a_thread_of_their_own() -> None:
    """Keys are heard while one is made; it is the same for all of them, and none of the loop's, which take turns."""
    stand = Stand()
    others: set[int] = set()

    async def main() -> None:
        put = asyncio.Event()
        keeper = Keeper(cast("Workbench", stand), stand.current, lambda _: put.set())
        task = asyncio.create_task(keeper.keep())
        for _ in range(3):
            others.add(await asyncio.to_thread(threading.get_ident))
            keeper.stir(at_once=True)
            async with asyncio.timeout(20):
                await put.wait()
            put.clear()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert len(stand.threads) == 3
    assert len(set(stand.threads)) == 1
    assert not others.union({threading.get_ident()}).intersection(stand.threads)
