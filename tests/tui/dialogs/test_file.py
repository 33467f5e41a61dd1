"""Picking a file."""

import asyncio
import os
from pathlib import Path

import pytest
from textual.widgets import Button, Input

from sigtui.tui.dialogs import file
from sigtui.tui.dialogs.file import FolderTree, PickFile
from tests.tui.dialogs.stage import SIZES, Stage, staged


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a folder, two files and a hidden one."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "deep.bin").touch()
    (tmp_path / "alpha.bin").touch()
    (tmp_path / "beta.bin").touch()
    (tmp_path / ".hidden.bin").touch()
    return tmp_path


def names(stage: Stage[Path | None]) -> list[str]:
    """Return what the tree lists."""
    return [str(node.label) for node in stage.one("FolderTree", FolderTree).root.children]


def problem(stage: Stage[Path | None]) -> str:
    """Return what is said below the tree."""
    return stage.said("Verdict")


@pytest.mark.parametrize("size", SIZES)
def test_a_file_is_chosen_in_the_tree(folder: Path, size: tuple[int, int]) -> None:
    """The tree has the focus; the highlighted path is shown, Enter takes it."""

    async def main() -> None:
        async with staged(PickFile(folder), size) as stage:
            assert stage.fits()
            assert names(stage) == ["inner", "alpha.bin", "beta.bin"]
            await stage.press("down", "down", "down")
            assert stage.one("#path", Input).value == str(folder / "beta.bin")
            await stage.press("enter")
            assert stage.results == [folder / "beta.bin"]

    asyncio.run(main())


def test_a_folder_opens_in_the_tree(folder: Path) -> None:
    """Enter shows what is in it, and does not choose it."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            await stage.press("down", "enter")
            assert stage.results == []
            await stage.press("down", "enter")
            assert stage.results == [folder / "inner" / "deep.bin"]

    asyncio.run(main())


def test_one_click_highlights_and_a_second_one_chooses(folder: Path) -> None:
    """A slip of the mouse chooses nothing."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            alpha = (8, 3)  # below the border, the root and the folder
            await stage.click("FolderTree", alpha)
            assert stage.results == []
            assert stage.one("#path", Input).value == str(folder / "alpha.bin")
            await stage.click("FolderTree", alpha)
            assert stage.results == [folder / "alpha.bin"]

    asyncio.run(main())


def test_a_typed_path_is_completed_and_chosen(folder: Path) -> None:
    """Tab completes folder and file; where nothing is left to complete it goes on."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            path = stage.one("#path", Input)
            path.focus()
            await stage.press(*"/inn", "tab")
            assert path.value == str(folder / "inner") + os.sep
            await stage.press("tab")
            assert path.value == str(folder / "inner" / "deep.bin")
            await stage.press("tab")
            assert not path.has_focus
            path.focus()
            await stage.press("enter")
            assert stage.results == [folder / "inner" / "deep.bin"]

    asyncio.run(main())


def test_a_missing_file_is_said_and_the_path_stays(folder: Path) -> None:
    """It can be corrected; the message goes with the next letter."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            path = stage.one("#path", Input)
            path.focus()
            await stage.press(*"/x", "enter")
            assert problem(stage) == f"✗ {folder / 'x'}: there is no such file; check the path"
            assert path.value == f"{folder}/x"
            assert stage.results == []
            await stage.press("y")
            assert problem(stage) == ""

    asyncio.run(main())


def test_a_typed_folder_is_shown(folder: Path) -> None:
    """The tree goes there, and takes the focus."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            stage.one("#path", Input).focus()
            await stage.press(*"/inner", "enter")
            assert names(stage) == ["deep.bin"]
            assert stage.one("FolderTree", FolderTree).has_focus
            assert stage.results == []

    asyncio.run(main())


@pytest.mark.parametrize("by_mouse", [True, False])
def test_the_folder_above_is_one_step_away(folder: Path, by_mouse: bool) -> None:
    """By backspace in the tree or by its button."""

    async def main() -> None:
        async with staged(PickFile(folder / "inner")) as stage:
            await (stage.click("#up") if by_mouse else stage.press("backspace"))
            assert names(stage) == ["inner", "alpha.bin", "beta.bin"]

    asyncio.run(main())


@pytest.mark.parametrize("by_mouse", [True, False])
def test_hidden_files_are_shown_when_asked_for(folder: Path, by_mouse: bool) -> None:
    """By a point in the tree or by the button, which says what it will do."""

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            assert ".hidden.bin" not in names(stage)
            await (stage.click("#hidden") if by_mouse else stage.press("."))
            assert ".hidden.bin" in names(stage)
            assert str(stage.one("#hidden", Button).label) == "Hide hidden"
            stage.one("FolderTree", FolderTree).focus()
            await stage.press(".")
            assert ".hidden.bin" not in names(stage)
            assert str(stage.one("#hidden", Button).label) == "Show hidden"

    asyncio.run(main())


def test_a_file_to_start_with_is_in_the_path(folder: Path) -> None:
    """And the tree shows its folder."""

    async def main() -> None:
        async with staged(PickFile(folder / "beta.bin")) as stage:
            assert stage.one("#path", Input).value == str(folder / "beta.bin")
            assert names(stage) == ["inner", "alpha.bin", "beta.bin"]

    asyncio.run(main())


def test_a_missing_folder_to_start_in_is_no_problem(folder: Path) -> None:
    """The nearest one above is shown."""

    async def main() -> None:
        async with staged(PickFile(folder / "no" / "such")) as stage:
            assert names(stage) == ["inner", "alpha.bin", "beta.bin"]

    asyncio.run(main())


def test_a_folder_that_cannot_be_read_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not just look empty."""
    scandir = os.scandir

    def refuse(path: str | Path) -> object:
        if Path(path) == folder / "inner":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            await stage.press("down", "enter")
            assert problem(stage).startswith(f"✗ {folder / 'inner'}: this user has no permission")

    asyncio.run(main())


def test_a_crowded_folder_says_that_it_is_not_listed_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path of a file that is not listed can still be typed."""
    monkeypatch.setattr(file, "MOST_ENTRIES", 2)

    async def main() -> None:
        async with staged(PickFile(folder)) as stage:
            assert len(names(stage)) == 2
            assert "holds more than 2 names" in problem(stage)

    asyncio.run(main())


def test_escape_picks_nothing(folder: Path) -> None:
    """Wherever the focus is."""

    async def main() -> None:
        for selector in ("#path", "FolderTree", "#up"):
            async with staged(PickFile(folder)) as stage:
                stage.top.query_one(selector).focus()
                await stage.press("escape")
                assert stage.results == [None]

    asyncio.run(main())
