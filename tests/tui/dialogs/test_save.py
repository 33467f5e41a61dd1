"""Asking where to save, until it is saved."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from sigtui.errors import FileError, Problem
from sigtui.tui.dialogs import save as module
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.save import SaveAs
from sigtui.tui.dialogs.target import Target
from tests.tui.dialogs.stage import NARROW, NEVER, SIZES, Stage, staged

TOML = {".toml": "what to measure"}
SEVERAL = {".csv": "for spreadsheets", ".md": "for a page", ".toml": "everything"}


@dataclass
class Writer:
    """Notes what is to be written where; fails as long as there is a reason to."""

    failing: str = ""
    written: list[tuple[Path, str]] = field(default_factory=list)

    async def __call__(self, path: Path, title: str) -> None:
        """Write, or refuse."""
        if self.failing:
            raise FileError(str(path), [Problem("", self.failing)])
        self.written.append((path, title))


def asking(start: Path, write: Writer | None = None, title: str | None = None) -> SaveAs:
    """Return the dialog for a preset."""
    return SaveAs("preset", start, TOML, write or Writer(), title)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("how", ["enter", "ctrl+s", "#save"])
def test_a_new_name_replaces_the_old_one(tmp_path: Path, how: str, size: tuple[int, int]) -> None:
    """The name is selected; the line below says the whole path, suffix included, before it is written."""
    write = Writer()

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml", write), size) as stage:
            assert stage.fits()
            assert "Save preset as" in stage.text
            assert stage.one("#path", Input).value == "old.toml"
            await stage.press(*"new")
            assert stage.said() == f"✓ {tmp_path / 'new.toml'}"
            assert write.written == []
            await (stage.click(how) if how.startswith("#") else stage.press(how))
            assert stage.results == [tmp_path / "new.toml"]

    asyncio.run(main())
    assert write.written == [(tmp_path / "new.toml", "")]


@pytest.mark.parametrize("typed", ["figs.md", "figs.MD"])
def test_a_suffix_that_is_not_allowed_is_refused(tmp_path: Path, typed: str) -> None:
    """No other suffix is put behind it; what is allowed is said."""
    write = Writer()

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml", write)) as stage:
            await stage.press(*typed)
            suffix = typed[-3:]
            assert stage.said() == f"✗ {tmp_path / typed}: ends in '{suffix}'; allowed: .toml"
            await stage.press("enter")
            assert (stage.results, write.written) == ([], [])

    asyncio.run(main())


@pytest.mark.parametrize("home", [True, False])
def test_a_typed_path_may_begin_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: bool) -> None:
    """It is shown as what it will be."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "presets").mkdir()

    async def main() -> None:
        async with staged(asking(tmp_path / "presets" / "old.toml")) as stage:
            await stage.press(*("~/x" if home else f"{tmp_path}/x"))
            assert stage.said() == f"✓ {tmp_path / 'x.toml'}"
            await stage.press("enter")
            assert stage.results == [tmp_path / "x.toml"]

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES)
def test_each_suffix_is_named_with_what_it_is_for(tmp_path: Path, size: tuple[int, int]) -> None:
    """The one that is added where none is typed comes first, and all else fits still."""

    async def main() -> None:
        async with staged(SaveAs("figures", tmp_path / "run.toml", SEVERAL, Writer()), size) as stage:
            assert stage.fits()
            hint = str(stage.one(".dialog--hint", Static).content).splitlines()
            assert hint == [
                ".toml  everything (the default)",
                ".csv   for spreadsheets",
                ".md    for a page",
                "The path may begin with / or ~ as well.",
            ]
            assert "The path may begin with / or ~ as well." in stage.text
            await stage.press(*"run.md")
            assert stage.said() == f"✓ {tmp_path / 'run.md'}"

    asyncio.run(main())


def test_a_problem_is_said_while_typing_and_keeps_the_path(tmp_path: Path) -> None:
    """Saving says it too, and stays."""

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml"), NARROW) as stage:
            await stage.enter("#path", "no/mine.toml")
            assert "there is no folder" in stage.said()
            assert stage.said().startswith("✗")
            assert stage.fits()
            await stage.press("ctrl+s")
            assert stage.results == []
            assert stage.one("#path", Input).value == "no/mine.toml"

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES)
def test_a_write_that_fails_loses_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    """The reason is said under the path; path and title stay, and can be tried again."""
    write = Writer("can't be written: the disk is full; free some space")

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml", write, "Mine"), size) as stage:
            await stage.press(*"new")
            await stage.enter("#title", "Yours")
            stage.one("#title", Input).focus()
            await stage.press("enter")
            assert stage.said() == f"✗ {tmp_path / 'new.toml'}: {write.failing}"
            assert stage.results == []
            assert stage.fits()
            assert stage.one("#path", Input).has_focus
            assert (stage.one("#path", Input).value, stage.one("#title", Input).value) == ("new", "Yours")
            write.failing = ""
            await stage.press("enter")
            assert stage.results == [tmp_path / "new.toml"]

    asyncio.run(main())
    assert write.written == [(tmp_path / "new.toml", "Yours")]


@pytest.mark.parametrize("yes", [True, False])
def test_a_file_that_is_there_is_overwritten_only_after_asking(tmp_path: Path, yes: bool) -> None:
    """It is said beforehand; no is back in the dialog."""
    path = tmp_path / "old.toml"
    path.touch()
    write = Writer()

    async def main() -> None:
        async with staged(asking(path, write)) as stage:
            assert stage.said().startswith(f"! {path} is there already")
            await stage.press("enter")
            assert isinstance(stage.top, Confirm)
            assert "Overwrite it?" in stage.text
            await stage.press("enter")  # once too often
            assert stage.results == []
            await stage.press("enter", "y" if yes else "escape")
            assert stage.results == ([path] if yes else [])
            assert yes or stage.one("#path", Input).value == "old.toml"

    asyncio.run(main())
    assert write.written == ([(path, "")] if yes else [])


def test_a_shipped_preset_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said while the path is typed, with where to save instead; nothing is asked."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "theirs.toml").touch()
    monkeypatch.setattr("sigtui.files.store.shipped_presets", lambda: shipped)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    mine = tmp_path / "sigtui" / "presets"

    async def main() -> None:
        async with staged(asking(mine / "my.toml")) as stage:
            await stage.enter("#path", str(shipped / "theirs"))
            words = f"comes with sigtui and stays as it is; save in {mine}, or elsewhere"
            assert stage.said() == f"✗ {shipped / 'theirs.toml'}: {words}"
            await stage.press("enter")
            assert stage.top is stage.dialog
            assert stage.results == []

    asyncio.run(main())


def test_a_title_can_be_given(tmp_path: Path) -> None:
    """It begins as the preset has it; an empty one is refused where it is entered."""
    write = Writer()

    async def main() -> None:
        async with staged(asking(tmp_path / "x.toml", write, "Old [b]title[/b]"), NARROW) as stage:
            assert stage.fits()
            title = stage.one("#title", Input)
            assert title.value == "Old [b]title[/b]"
            await stage.enter("#title", "  ")
            assert stage.said().startswith("✗ The title is empty")
            await stage.press("enter")
            assert title.has_focus
            assert stage.results == []
            await stage.press(*"New", "enter")
            assert stage.results == [tmp_path / "x.toml"]

    asyncio.run(main())
    assert [title.strip() for _, title in write.written] == ["New"]


def test_the_missing_preset_folder_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end only, before the file is written, and said before."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "sigtui" / "presets" / "mine.toml"

    async def main() -> None:
        async with staged(asking(path)) as stage:
            assert stage.said() == f"✓ {path}; the folder of your presets is created for it."
            assert not path.parent.exists()
            await stage.press("enter")
            assert stage.results == [path]
            assert path.parent.is_dir()

    asyncio.run(main())


def test_a_folder_that_cannot_be_created_keeps_the_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is said where the path is, and nothing is written."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "sigtui" / "presets" / "mine.toml"
    write = Writer()

    def refuse(folder: Path) -> None:
        raise FileError(str(folder), [Problem("", "can't be created: the disk is full")])

    monkeypatch.setattr(module, "create_folder", refuse)

    async def main() -> None:
        async with staged(asking(path, write)) as stage:
            await stage.press("enter")
            assert stage.said() == f"✗ {path.parent}: can't be created: the disk is full"
            assert (stage.results, write.written) == ([], [])

    asyncio.run(main())


@pytest.mark.parametrize("how", ["escape", "#cancel"])
def test_leaving_saves_nothing(tmp_path: Path, how: str) -> None:
    """And creates nothing."""
    write = Writer()

    async def main() -> None:
        async with staged(asking(tmp_path / "no" / "x.toml", write)) as stage:
            await stage.press("y")
            await (stage.click(how) if how.startswith("#") else stage.press(how))
            assert stage.results == [None]

    asyncio.run(main())
    assert not list(tmp_path.iterdir())
    assert write.written == []


def test_the_file_system_is_not_asked_at_each_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only once nothing was typed for a while, or when somebody wants to save."""
    asked: list[str] = []

    def look_at(text: str, start: Path, suffixes: tuple[str, ...]) -> Target:
        asked.append(text)
        return Target(Path(text))

    monkeypatch.setattr(module, "look_at", look_at)

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml"), pause=NEVER) as stage:
            await stage.pilot.press(*"new")
            assert asked == []
            await stage.press("enter")
            assert asked == ["new"]

    asyncio.run(main())


async def line(stage: Stage[Path | None]) -> str:
    """Return the dialog's last line."""
    await stage.settle()
    return " ".join(str(key.render()).strip() for key in stage.top.query("FooterKey"))


def test_the_last_line_says_how_to_go_on_and_how_to_leave(tmp_path: Path) -> None:
    """Whatever has the focus."""

    async def main() -> None:
        async with staged(asking(tmp_path / "x.toml", title="T")) as stage:
            seen: list[str] = []
            for selector in ("#path", "#title", "#save", "#cancel"):
                stage.top.query_one(selector).focus()
                seen.append(await line(stage))
            assert seen == [
                "⏎ Save tab Complete esc Cancel",
                "⏎ Save esc Cancel",
                "⏎ Press ^s Save esc Cancel",
                "⏎ Press ^s Save esc Cancel",
            ]

    asyncio.run(main())


def test_the_path_is_completed(tmp_path: Path) -> None:
    """As wherever a path is typed."""
    (tmp_path / "results").mkdir()

    async def main() -> None:
        async with staged(asking(tmp_path / "old.toml")) as stage:
            path = stage.one("#path", Input)
            path.value = "res"
            path.cursor_position = 3
            await stage.press("tab")
            assert path.value == "results/"
            assert path.has_focus
            await stage.press(*"x")
            assert stage.said() == f"✓ {tmp_path / 'results' / 'x.toml'}"

    asyncio.run(main())
