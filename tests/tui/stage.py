"""The whole app on fake workers that stand still where a test wants them to, in a home of its own."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor, LayoutUpdate
from textual.app import ScreenStackError
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from sigtui import algorithms
from sigtui.bench import protocol
from sigtui.bench.process import Worker
from sigtui.bench.worker import Server
from sigtui.board import Board, BoardRow
from sigtui.draft import Draft
from sigtui.errors import WorkerError
from sigtui.files.memory import Memory
from sigtui.files.preset import read_preset
from sigtui.files.store import shipped_presets
from sigtui.machine import Machine
from sigtui.model import EFFORTS
from sigtui.tui.app import SigtuiApp
from sigtui.tui.screens.explore.screen import Explore
from sigtui.tui.studio import Options
from sigtui.tui.widgets.results import Results
from sigtui.tui.widgets.status import Status
from sigtui.tui.workbench import Document, Workbench
from tests.fakes import Durations, FakeClock, FakeMechanism, FakeWorker, Fleet, always, lognormal

NARROW = (80, 24)
WIDE = (120, 40)
BROAD = (250, 70)

MACHINE = Machine(
    os="Linux",
    python="CPython 3.13.1",
    release="6.12.1",
    architecture="x86_64",
    cpu="AMD EPYC 9R14",
    cores=8,
    logical_cpus=16,
    affinity=tuple(range(16)),
    load=0.1,
    memory_bytes=64 << 30,
    turbo=True,
    governor="performance",
)
"""The machine that every staged app finds itself on."""

MICROSECONDS: Mapping[str, float] = {
    "hmac-sha256": 15,
    "ecdsa-p256-sha256": 100,
    "ecdsa-p384-sha384": 386,
    "ed25519": 105,
    "rsa-2048-pss-sha512": 960,
    "rsa-2048-pkcs1v15-sha256": 958,
}
"""What signing takes with the algorithms of the shipped preset; any other takes 500 µs, and verifying half."""

RETRYING = "ml-dsa-44"
"""Its times have a long tail; those of all others are always the same."""

ABSENT = "ml-dsa-87"
"""The only algorithm that the fake library lacks."""

PATIENCE = 10.0
"""Seconds of real time that a condition has to come true in, on whatever machine."""

_GLANCE = 0.002
_QUIET = (
    5  # turns of the loop in which nothing was left to do: a message takes some from one part to the next
)

Found = TypeVar("Found", bound=Widget)
Made = TypeVar("Made")


class Gate:
    """Where slices wait: they pass while it is open, else as many as are let through."""

    def __init__(self) -> None:
        self._left: float = float("inf")
        self._stirred = asyncio.Event()
        self.waiting = 0
        self.deadly = ""

    def shut(self) -> None:
        """Let nothing through from now on."""
        self._left = 0

    def let(self, slices: int) -> None:
        """Let so many slices through."""
        self._left += slices
        self.stir()

    def open(self) -> None:
        """Let everything through."""
        self._left = float("inf")
        self.stir()

    def kill_next(self, reason: str) -> None:
        """Let the worker that waits here, or comes next, die."""
        self.deadly = reason
        self.stir()

    def stir(self) -> None:
        """Make whoever waits look again."""
        self._stirred.set()

    async def passed(self, gone: Callable[[], bool]) -> None:
        """Wait until there is a place, or the worker is gone; raises WorkerError where it has to die."""
        self.waiting += 1
        try:
            while self._left <= 0 and not self.deadly and not gone():
                self._stirred.clear()
                await self._stirred.wait()
        finally:
            self.waiting -= 1
        if self.deadly:
            reason, self.deadly = self.deadly, ""
            raise WorkerError(reason)
        self._left -= not gone()


class GatedWorker(FakeWorker):
    """A fake worker whose slices wait at a gate; what it prepares and discovers does not."""

    def __init__(self, server: Server, gate: Gate) -> None:
        super().__init__(server)
        self._gate = gate

    async def receive(self, seconds: float) -> protocol.Reply:
        """Return the oldest answer, a slice once the gate lets it through."""
        if self.sent and isinstance(self.sent[-1], protocol.Measure):
            await self._gate.passed(lambda: self.ended)
        return await super().receive(seconds)

    def kill(self) -> None:
        """End, also while it waits."""
        super().kill()
        self._gate.stir()


class NoWorker(FakeWorker):
    """A worker that does not come up."""

    async def start(self) -> protocol.Hello:
        """Refuse."""
        raise WorkerError("the worker process can't be started: too many processes")


@dataclass(slots=True)
class GatedFleet(Fleet):
    """A fleet whose workers wait at one gate; while ``refusing`` none comes up."""

    gate: Gate = field(default_factory=Gate)
    refusing: bool = False

    def __call__(self) -> Worker:
        """Spawn one."""
        server = self.server()
        worker = NoWorker(server) if self.refusing else GatedWorker(server, self.gate)
        self.workers.append(worker)
        return worker

    @property
    def measuring(self) -> list[FakeWorker]:
        """The workers that were asked for slices."""
        return [worker for worker in self.workers if worker.count(protocol.Measure)]


class Failing(FakeMechanism):
    """Passes when it is tried once, and fails when it is measured."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Refuse the message of the shipped preset."""
        if b"priority" in message:
            raise ValueError("the token was pulled out")
        return super().sign(private, message)


def fleet(
    missing: Collection[str] = (ABSENT,), failing: Collection[str] = (), spread: float = 0.0
) -> GatedFleet:
    """Return a fleet whose library has the whole catalogue but for ``missing``; ``failing`` can't sign.

    ``spread`` is the standard deviation of the logarithm of all times; without it each one is always the same.
    """
    clock = FakeClock()
    mechanisms = {
        each.id: (Failing if each.id in failing else FakeMechanism)(
            clock, sign=_signing(each.id, spread), verify=_times(_microseconds(each.id) / 2, spread)
        )
        for each in algorithms.catalogue()
        if each.id not in missing
    }
    return GatedFleet(mechanisms, clock, "cryptography")


def _microseconds(name: str) -> float:
    return MICROSECONDS.get(name, 500)


def _signing(name: str, spread: float) -> Durations:
    return _times(_microseconds(name), 0.5 if name == RETRYING else spread)


def _times(median_us: float, spread: float) -> Durations:
    return _lognormal(median_us * 1_000, spread).durations(1) if spread else always(round(median_us * 1_000))


_lognormal = cache(lognormal)  # working one out takes longer than a test takes to run it


def shipped() -> Document:
    """Return the shipped preset as it is opened."""
    path = shipped_presets() / "rfc9421.toml"
    preset = read_preset(path)
    return Document(Draft.of(preset), path, preset)


def quick(draft: Draft) -> Draft:
    """Return a draft with an effort that takes few slices."""
    return draft.with_effort(EFFORTS["quick"])


def only(*names: str) -> Callable[[Draft], Draft]:
    """Return what leaves these algorithms ticked, for a short run."""

    def change(draft: Draft) -> Draft:
        for choice in draft.choices:
            if choice.algorithm.id not in names:
                draft = draft.untick(choice.algorithm.id)
        return quick(draft)

    return change


@dataclass(frozen=True, slots=True)
class Stage:
    """The app while it runs."""

    app: SigtuiApp
    pilot: Pilot[None]
    fleet: GatedFleet
    home: Path

    @property
    def gate(self) -> Gate:
        """Where the slices wait."""
        return self.fleet.gate

    @property
    def explore(self) -> Explore:
        """The first screen, whatever is above it."""
        found = next(screen for screen in self.app.screen_stack if isinstance(screen, Explore))
        assert isinstance(found, Explore)
        return found

    @property
    def results(self) -> Results:
        """The table."""
        return self.explore.query_one(Results)

    @property
    def workbench(self) -> Workbench:
        """What the screens show, and who changes it."""
        return self.app.studio.workbench

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return self.app.studio.board

    @property
    def draft(self) -> Draft:
        """What is ticked, marked and written."""
        return self.workbench.draft

    @property
    def told(self) -> list[str]:
        """All that was told, with its severity: ``warning: …``."""
        return [f"{each.severity}: {' '.join(each.lines)}" for each in self.app.notices]

    @property
    def words(self) -> str:
        """The sentences about the highlighted row."""
        return str(self.explore.query_one("#words", Static).content)

    @property
    def title(self) -> str:
        """The line above the table."""
        return str(self.explore.query_one("#title", Static).content)

    @property
    def status(self) -> str:
        """The line above the footer."""
        return str(self.explore.query_one(Status).query_one(Static).content)

    def one(self, selector: str, kind: type[Found]) -> Found:
        """Return a widget of the screen on top."""
        return self.app.screen.query_one(selector, kind)

    def row(self, algorithm: str) -> BoardRow:
        """Return an algorithm's row of the table that is shown."""
        return next(row for row in self.board.rows if row.result.algorithm == algorithm)

    def line(self, algorithm: str) -> str:
        """Return an algorithm's line of the table as it is drawn."""
        keys = [row.key for row in self.board.rows]
        place = keys.index(self.row(algorithm).key) + 1 - round(self.results.scroll_offset.y)
        return self.results.render_line(place).text

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they were heard."""
        await self.pilot.press(*keys)

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size and wait until the screen fills it."""
        await self.pilot.resize_terminal(width, height)
        screen = self.app.screen
        await self.until(lambda: screen.find_widget(screen).region.size == (width, height), "the size")
        await self.pilot.pause()

    async def enter(self, selector: str, value: str) -> None:
        """Put a text into an input."""
        self.one(selector, Input).value = value
        await self.pilot.pause()

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds; what is on the screen is told where it never does."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    await asyncio.sleep(_GLANCE)
        except TimeoutError:
            told = "\n".join(self.told)
            raise AssertionError(f"{what or 'it'} did not come\n{picture(self.app)}\n{told}") from None

    async def looked(self) -> None:
        """Wait until the app knows what this machine can do."""
        known = len(algorithms.catalogue())
        await self.until(
            lambda: self.workbench.providers and len(self.workbench.providers[0].support) >= known,
            "the look at the whole catalogue",
        )
        await self.fresh()

    async def highlight(self, algorithm: str) -> None:
        """Put the cursor on a row."""
        self.results.cursor = self.row(algorithm).key
        await self.pilot.pause()

    async def run_to(self, slices: int) -> None:
        """Begin a run and let it stand still after so many slices."""
        self.gate.shut()
        self.gate.let(slices)
        await self.press("r")
        await self.until(lambda: self.gate.waiting and self.measured_slices >= slices, "the slices")

    async def slices(self, number: int) -> None:
        """Wait until so many slices were seen."""
        await self.until(lambda: self.measured_slices == number, f"slice {number}")

    @property
    def measured_slices(self) -> int:
        """How many slices of the run's cases were seen."""
        states = self.workbench.desk.state.cases.values()
        return sum(told.collected.tally.rounds for told in states)

    async def run_through(self) -> None:
        """Measure everything."""
        self.gate.open()
        await self.press("r")
        await self.ended()

    async def ended(self) -> None:
        """Wait until the run is over and the table shows it."""
        await self.until(lambda: not self.workbench.desk.busy, "the end of the run")
        await self.until(lambda: self.board.session is self.workbench.desk.state, "the last board")

    async def fresh(self) -> None:
        """Wait until the table shows what the desk knows."""
        workbench = self.workbench
        await self.until(
            lambda: self.board.session is workbench.desk.state and self.board.view == workbench.view,
            "a fresh board",
        )
        await self.pilot.pause()


def picture(app: SigtuiApp) -> str:
    """Return the screen as lines of text, as a screenshot shows it but without its cost."""
    drawn = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(drawn, LayoutUpdate)
    return "\n".join("".join(strip.text for strip in line) for line in drawn.strips)


def _busy(app: SigtuiApp) -> bool:
    """Whether any part of the screen has something left to do, or the board is out of date."""
    if not app.loaded or app.studio.keeper.busy:
        return True
    return any(each.message_queue_size for each in (app, *app.screen.walk_children(with_self=True)))


async def _at_once(function: Callable[..., Made], *args: object) -> Made:
    return function(*args)


def _wait_for_rest(patch: pytest.MonkeyPatch, app: SigtuiApp) -> None:
    """Make a pilot's waits last until the app has nothing left to do, and draw only then.

    Textual's own look whether the processor is idle, which takes up to a second each time. And to draw all the
    frames that lead to a state of rest is a third of what a test costs.
    """
    draw = Compositor.render_update

    def seldom(each: Compositor, full: bool = False, *args: Any, **more: Any) -> RenderableType | None:  # noqa: ANN401
        return draw(each, full, *args, **more) if full else None

    async def rest(*_: float) -> None:
        quiet = 0
        with suppress(ScreenStackError):  # the app has ended
            while quiet < _QUIET:
                await asyncio.sleep(0)
                quiet = 0 if _busy(app) else quiet + 1
                if quiet == _QUIET - 1:
                    app.screen._on_timer_update()  # lays out, which can lead to more
            draw(app.screen._compositor, screen_stack=app._background_screens)

    patch.setattr(Compositor, "render_update", seldom)
    patch.setattr("textual.app.wait_for_idle", rest)
    patch.setattr("textual.pilot.wait_for_idle", rest)


@asynccontextmanager
async def staged(
    home: Path,
    size: tuple[int, int] = WIDE,
    *,
    change: Callable[[Draft], Draft] = quick,
    workers: GatedFleet | None = None,
    memory: Memory | None = None,
    keymap: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    look: bool = True,
    toasts: bool = False,
) -> AsyncIterator[Stage]:
    """Run the app in a home of its own, on the shipped preset, until it knows what its machine can do."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(home / name.lower()))
        for name in ("NO_COLOR", "SIGTUI_PRESETS"):
            patch.delenv(name, raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        shutil.copytree(shipped_presets(), home / "package" / "presets", dirs_exist_ok=True)
        patch.setattr("sigtui.files.store._PACKAGE", home / "package")  # no test can spoil the shipped ones
        patch.setattr("sigtui.machine.inspect", lambda: MACHINE)
        patch.setattr("sigtui.tui.keeper.FRAME_SECONDS", 0.0)  # no test waits for a frame
        patch.setattr("asyncio.to_thread", _at_once)  # what was asked for is there once the app is at rest
        patch.chdir(home)
        workers = workers or fleet()
        document = shipped()
        document = replace(document, draft=change(document.draft))
        options = Options(document, memory or Memory(), keymap or {}, seed=1, spawn=workers)
        app = SigtuiApp(lambda: options)
        app.animation_level = "none"
        _wait_for_rest(patch, app)
        async with app.run_test(size=size, notifications=toasts) as pilot:
            stage = Stage(app, pilot, workers, home)
            await stage.until(lambda: app.loaded and isinstance(app.screen, Explore), "the first screen")
            if look:
                await stage.looked()
            yield stage
