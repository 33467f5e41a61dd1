"""The app while it begins, before there is anything but its first picture."""

import asyncio
import threading
from pathlib import Path

import pytest

from sigtui.errors import UsageError
from sigtui.tui.app import SigtuiApp
from sigtui.tui.loading import Loading
from sigtui.tui.screens.explore.screen import Explore
from sigtui.tui.screens.machine.screen import MachineScreen
from sigtui.tui.studio import Options
from tests.tui.stage import PATIENCE, fleet, picture, shipped


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


class Door:
    """Finds the options once it is opened."""

    def __init__(self, refusing: str = "") -> None:
        self._refusing = refusing
        self._open = threading.Event()

    def open(self) -> None:
        """Let the app go on."""
        self._open.set()

    def __call__(self) -> Options:
        """Wait, and find."""
        assert self._open.wait(PATIENCE)
        if self._refusing:
            raise UsageError(self._refusing)
        return Options(shipped(), seed=1, spawn=fleet())


async def _until(app: SigtuiApp, kind: type[Explore] | type[MachineScreen] | type[Loading]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not isinstance(app.screen, kind):
            await asyncio.sleep(0)


def test_the_first_picture_has_screens_and_keys() -> None:
    """It says that it is loading, and what there will be."""

    async def main() -> None:
        door = Door()
        app = SigtuiApp(door)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            shown = picture(app)
            for word in ("sigtui", "Explore", "Machine", "Loading", "Run", "Quit"):
                assert word in shown
            assert "Pause" not in shown
            door.open()
            await _until(app, Explore)
            await pilot.pause()

    asyncio.run(main())


def test_what_is_pressed_early_is_done_once_it_can_be() -> None:
    """In its order: keys of the app, and those that only the screen to come knows."""

    async def main() -> None:
        door = Door()
        app = SigtuiApp(door)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("j", "j", "r", "m")
            assert isinstance(app.screen, Loading)
            assert not app.loaded
            door.open()
            await _until(app, MachineScreen)
            await pilot.pause()
            async with asyncio.timeout(PATIENCE):
                while not app.studio.workbench.measured:
                    await asyncio.sleep(0)
            assert not app.notices

    asyncio.run(main())


def test_what_can_not_be_opened_ends_it_with_the_reason() -> None:
    """The reason is told when the screen is gone, with the exit code of a headless run."""

    async def main() -> None:
        door = Door(refusing="--cpu: CPU 7: this process may use 0-3")
        app = SigtuiApp(door)
        async with app.run_test():
            door.open()
            async with asyncio.timeout(PATIENCE):
                while app.refused is None:
                    await asyncio.sleep(0)
        assert str(app.refused) == "--cpu: CPU 7: this process may use 0-3"
        assert app.return_code == 2

    asyncio.run(main())


def test_it_can_be_left_before_it_is_loaded(tmp_path: Path) -> None:
    """Nothing is asked and nothing is written."""

    async def main() -> None:
        door = Door()
        app = SigtuiApp(door)
        async with app.run_test():
            app.simulate_key("q")
            async with asyncio.timeout(PATIENCE):
                while app.return_code is None:
                    await asyncio.sleep(0)
            door.open()
        assert app.return_code == 0
        assert not list(tmp_path.rglob("app.toml"))

    asyncio.run(main())
