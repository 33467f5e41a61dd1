"""Asking where to save."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from sigtui.tui.dialogs import save as module
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.save import SaveAs
from sigtui.tui.dialogs.target import Target
from tests.tui.dialogs.stage import NARROW, NEVER, SIZES, staged

TOML = (".toml",)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("how", ["enter", "ctrl+s", "#save"])
def test_a_new_name_replaces_the_old_one(tmp_path: Path, how: str, size: tuple[int, int]) -> None:
    """The name is selected: typing keeps folder and suffix. Nothing is written here."""

    async def main() -> None:
        async with staged(SaveAs("preset", tmp_path / "old.toml", TOML), size) as stage:
            assert stage.fits()
            assert "Save preset as" in stage.text
            await stage.press(*"new")
            assert stage.said() == f"✓ {tmp_path / 'new.toml'}"
            await (stage.click(how) if how.startswith("#") else stage.press(how))
            assert stage.results == [tmp_path / "new.toml"]

    asyncio.run(main())
    assert not list(tmp_path.iterdir())


def test_a_problem_is_said_while_typing_and_keeps_the_path(tmp_path: Path) -> None:
    """Saving says it too, and stays."""

    async def main() -> None:
        async with staged(SaveAs("preset", tmp_path / "old.toml", TOML), NARROW) as stage:
            await stage.enter("#path", "no/mine.toml")
            assert "there is no folder" in stage.said()
            assert stage.said().startswith("✗")
            assert stage.fits()
            await stage.press("ctrl+s")
            assert stage.results == []
            assert stage.one("#path", Input).value == "no/mine.toml"

    asyncio.run(main())


@pytest.mark.parametrize("yes", [True, False])
def test_a_file_that_is_there_is_overwritten_only_after_asking(tmp_path: Path, yes: bool) -> None:
    """It is said beforehand; no is back in the dialog."""
    path = tmp_path / "old.toml"
    path.write_text("kept")

    async def main() -> None:
        async with staged(SaveAs("preset", path, TOML)) as stage:
            assert stage.said().startswith(f"! {path} is there already")
            await stage.press("enter")
            assert isinstance(stage.top, Confirm)
            assert "Overwrite it?" in stage.text
            await stage.press("enter")  # once too often
            assert stage.results == []
            await stage.press("enter", "y" if yes else "escape")
            assert stage.results == ([path] if yes else [])
            assert yes or stage.one("#path", Input).value == str(path)

    asyncio.run(main())
    assert path.read_text() == "kept"


def test_the_missing_preset_folder_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end only, and said before."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "sigtui" / "presets" / "mine.toml"

    async def main() -> None:
        async with staged(SaveAs("preset", path, TOML)) as stage:
            assert stage.said() == f"✓ {path}; the folder of your presets is created for it."
            assert not path.parent.exists()
            await stage.press("enter")
            assert stage.results == [path]
            assert path.parent.is_dir()

    asyncio.run(main())


def test_a_folder_that_cannot_be_created_keeps_the_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is said where the path is."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "sigtui" / "presets" / "mine.toml"
    monkeypatch.setattr(
        module, "create_folder", lambda folder: f"{folder} can't be created: the disk is full"
    )

    async def main() -> None:
        async with staged(SaveAs("preset", path, TOML)) as stage:
            await stage.press("enter")
            assert stage.said() == f"✗ {path.parent} can't be created: the disk is full"
            assert stage.results == []

    asyncio.run(main())


def test_a_warning_is_shown(tmp_path: Path) -> None:
    """Beside what is said of the path; without one nothing is."""

    async def main() -> None:
        for warn, shown in (("2 of 14 cases failed", "! 2 of 14 cases failed"), ("", "")):
            async with staged(SaveAs("snapshot", tmp_path / "x.toml", TOML, warn), NARROW) as stage:
                assert stage.said("#warning") == shown
                assert stage.said() == f"✓ {tmp_path / 'x.toml'}"

    asyncio.run(main())


@pytest.mark.parametrize("how", ["escape", "#cancel"])
def test_leaving_saves_nothing(tmp_path: Path, how: str) -> None:
    """And creates nothing."""

    async def main() -> None:
        async with staged(SaveAs("preset", tmp_path / "no" / "x.toml", TOML)) as stage:
            await stage.press("y")
            await (stage.click(how) if how.startswith("#") else stage.press(how))
            assert stage.results == [None]

    asyncio.run(main())
    assert not list(tmp_path.iterdir())


def test_the_file_system_is_not_asked_at_each_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only once nothing was typed for a while, or when somebody wants to save."""
    asked: list[str] = []

    def look_at(text: str, start: Path, suffixes: tuple[str, ...]) -> Target:
        asked.append(text)
        return Target(Path(text))

    monkeypatch.setattr(module, "look_at", look_at)

    async def main() -> None:
        async with staged(SaveAs("preset", tmp_path / "old.toml", TOML), pause=NEVER) as stage:
            await stage.pilot.press(*"new")
            assert asked == []
            await stage.press("enter")
            assert asked == [str(tmp_path / "new.toml")]

    asyncio.run(main())


def test_the_path_is_completed(tmp_path: Path) -> None:
    """As wherever a path is typed."""
    (tmp_path / "results").mkdir()

    async def main() -> None:
        async with staged(SaveAs("preset", tmp_path / "old.toml", TOML)) as stage:
            path = stage.one("#path", Input)
            path.value = "res"
            path.cursor_position = 3
            await stage.press("tab")
            assert path.value == "results/"
            assert path.has_focus
            await stage.press(*"x")
            assert stage.said() == f"✓ {tmp_path / 'results' / 'x.toml'}"

    asyncio.run(main())
