import asyncio
import errno
from pathlib import Path

import pytest
from textual.widgets import Button, Input

from sigtui.files.memory import memory_path, read_memory
from sigtui.files.preset import read_preset
from sigtui.files.snapshot import read_snapshot
from sigtui.files.store import shipped_presets, user_presets
from sigtui.model import Message, Mode, Operation, View
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.dialog import Verdict
from sigtui.tui.dialogs.open import OpenPreset
from sigtui.tui.dialogs.save import SaveAs
from sigtui.tui.filing import last_run
from sigtui.tui.screens.explore.screen import Explore
from tests.tui.stage import Stage, only, picture, staged


async def dialog(stage: Stage, kind: type[object]) -> None:
    """Wait until a dialog is on top."""
    await stage.until(lambda: isinstance(stage.app.screen, kind), kind.__name__)
    await stage.pilot.pause()


async def back(stage: Stage) -> None:
    """Wait until the first screen is on top again."""
    await stage.until(lambda: isinstance(stage.app.screen, Explore), "Explore")


def verdict(stage: Stage) -> str:
    """Return what the dialog that asks where to save says of the path."""
    return str(stage.one("#verdict", Verdict).content)


async def save_as(stage: Stage, path: str) -> None:
    """Answer the dialog that asks where to save."""
    await dialog(stage, SaveAs)
    await stage.enter("#path", path)
    await stage.press("enter")


def test_a_changed_preset_is_saved_and_comes_back(tmp_path: Path) -> None:
    """Saving the shipped preset asks for a name; ticks, messages, baseline and marks come back from the file."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            untouched = (shipped_presets() / "rfc9421.toml").read_bytes()
            workbench = stage.workbench
            draft = workbench.draft.untick("hmac-sha256").add_message(
                Message("token", b"abc", {"text": "abc"})
            )
            draft = (
                draft.toggle_operation(Operation.KEYGEN).toggle_mode(Mode.LOAD_KEY).with_baseline("ed25519")
            )
            workbench.edit(draft)
            await stage.fresh()
            await stage.highlight("ml-dsa-44")
            await stage.press("space")
            await stage.fresh()
            await stage.press("s")
            await dialog(stage, SaveAs)
            assert stage.one("#path", Input).value == "my-rfc9421.toml"
            await stage.press("enter")
            await stage.until(lambda: not stage.workbench.document.dirty, "the save")
            path = user_presets() / "my-rfc9421.toml"
            assert stage.told[-1].startswith(f"information: Saved {path}. A headless run measures all")
            assert f"the app opens it with {len(workbench.plan.cases)}." in stage.told[-1]
            await stage.until(lambda: stage.app.headline == "my-rfc9421.toml", "the name in the heading")
            assert (shipped_presets() / "rfc9421.toml").read_bytes() == untouched
            preset = read_preset(path)
            assert preset.baseline == "ed25519"
            assert preset.opening is not None
            assert preset.opening.marks == ("ml-dsa-44",)
            assert preset.opening.messages == ("properties", "token")
            assert preset.operations == (Operation.KEYGEN, Operation.SIGN, Operation.VERIFY)
            assert preset.modes == (Mode.REUSED_KEY, Mode.LOAD_KEY)
            assert [message.name for message in preset.messages] == [
                "property",
                "properties",
                "block",
                "token",
            ]
            saved = stage.draft

            workbench.edit(workbench.draft.untick("ed25519"))
            await stage.press("s")
            await stage.until(lambda: not stage.workbench.document.dirty, "the second save")
            assert isinstance(stage.app.screen, Explore), "it has a name already"
            assert "ed25519" not in [choice.algorithm.id for choice in read_preset(path).choices]
            await stage.press("u")
            await stage.fresh()
            assert stage.draft.preset() == saved.preset()
            assert stage.app.headline == "my-rfc9421.toml · unsaved"
            await stage.press("s")
            await stage.until(lambda: not stage.workbench.document.dirty, "the third save")
        async with staged(tmp_path) as stage:
            stage.workbench.open(user_presets() / "my-rfc9421.toml")
            await stage.fresh()
            assert stage.draft.preset() == saved.preset()
            assert "A" in stage.line("ml-dsa-44")[:2]

    asyncio.run(main())


def test_what_is_there_is_not_overwritten_unasked(tmp_path: Path) -> None:
    """Saving over a file asks first; a shipped preset is refused at once, and nothing is asked."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            mine, theirs = tmp_path / "mine.toml", shipped_presets() / "rfc9421.toml"
            mine.write_text("not a preset")
            untouched = theirs.read_bytes()
            await stage.press("S")
            await save_as(stage, str(mine))
            await dialog(stage, Confirm)
            await stage.press("n")
            await dialog(stage, SaveAs)
            assert mine.read_text() == "not a preset"
            await stage.press("enter")
            await dialog(stage, Confirm)
            await stage.press("y")
            await back(stage)
            await stage.until(lambda: not stage.workbench.document.dirty, "the save")
            assert read_preset(mine) == stage.draft.preset()
            await stage.press("S")
            await dialog(stage, SaveAs)
            await stage.enter("#path", str(theirs))
            await stage.until(lambda: "comes with sigtui" in verdict(stage), "the refusal")
            assert verdict(stage).startswith(f"✗ {theirs}: comes with sigtui and stays as it is; save in ")
            await stage.press("enter")
            await stage.pilot.pause()
            assert isinstance(stage.app.screen, SaveAs)
            await stage.press("escape")
            await back(stage)
            assert theirs.read_bytes() == untouched
            assert stage.app.headline == "mine.toml"

    asyncio.run(main())


def test_a_save_that_fails_loses_nothing(tmp_path: Path) -> None:
    """A file that can't be written is told with its reason; the changes are still unsaved, and undone by u."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            folder = tmp_path / "gone"
            folder.mkdir()
            await stage.press("S")
            await save_as(stage, str(folder / "mine.toml"))
            await back(stage)
            await stage.until(lambda: not stage.workbench.document.dirty, "the save")
            (folder / "mine.toml").unlink()
            folder.rmdir()
            await stage.highlight("ed25519")
            await stage.press("b")
            await stage.fresh()
            await stage.press("s")
            await stage.until(lambda: stage.told[-1].startswith("error:"), "the reason")
            assert "can't be written" in stage.told[-1] and "gone" in stage.told[-1]
            assert stage.app.headline == "mine.toml · unsaved"
            stage.workbench.edit(only()(stage.draft))
            await stage.fresh()
            for key in ("s", "S"):
                await stage.press(key)
                assert (
                    stage.told[-1]
                    == "warning: This can't be saved yet. No algorithm is ticked. Tick at least one."
                )
            assert isinstance(stage.app.screen, Explore)

    asyncio.run(main())


def full(*_: object) -> None:
    """Refuse to write, as a full disk does."""
    raise OSError(errno.ENOSPC, "")


@pytest.mark.parametrize("key", ["S", "e"])
def test_what_cannot_be_written_keeps_its_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Preset and figures alike: the reason is under the path that was typed, and the next try can succeed."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await stage.run_through()
            before = stage.workbench.document
            with monkeypatch.context() as patch:
                patch.setattr("sigtui.files.store._write", full)
                await stage.press(key)
                await save_as(stage, "mine.toml")
                await stage.until(lambda: "disk is full" in verdict(stage), "the reason")
                assert isinstance(stage.app.screen, SaveAs)
                assert verdict(stage).startswith("✗") and "mine.toml: can't be written" in verdict(stage)
                assert stage.one("#path", Input).value == "mine.toml"
                assert stage.workbench.document == before
            await stage.press("enter")
            await back(stage)
            assert "mine.toml" in stage.told[-1]
            assert stage.row("ed25519").result.mean_us

    asyncio.run(main())


def test_the_title_is_changed_where_a_preset_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the file and undone by u; where the file can't be written, the preset keeps the one it had."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await stage.run_through()
            title = stage.draft.title
            await stage.press("S")
            await dialog(stage, SaveAs)
            assert stage.one("#title", Input).value == title
            await stage.enter("#title", "Two curves")
            with monkeypatch.context() as patch:
                patch.setattr("sigtui.files.store._write", full)
                await save_as(stage, "curves")
                await stage.until(lambda: "disk is full" in verdict(stage), "the reason")
                assert stage.draft.title == title
                assert stage.one("#title", Input).value == "Two curves"
            await stage.press("enter")
            await back(stage)
            path = user_presets() / "curves.toml"
            assert read_preset(path).title == stage.draft.title == "Two curves"
            assert not stage.workbench.document.dirty
            assert stage.row("ed25519").result.mean_us
            await stage.press("u")
            await stage.fresh()
            assert stage.draft.title == title
            assert stage.app.headline == "curves.toml · unsaved"

    asyncio.run(main())


def test_opening_previews_and_asks_about_unsaved_changes(tmp_path: Path) -> None:
    """Opening shows title, algorithms, messages and time; unsaved changes are asked about, and come back."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            user_presets().mkdir(parents=True)
            workbench = stage.workbench
            workbench.edit(only("ed25519", "ecdsa-p256-sha256")(stage.draft).with_title("Only curves"))
            workbench.save(user_presets() / "curves.toml")
            workbench.edit(stage.draft.with_baseline("ed25519"))
            await stage.fresh()
            assert stage.app.headline == "curves.toml · unsaved"
            changed = stage.draft

            await stage.press("o")
            await dialog(stage, OpenPreset)
            await stage.until(lambda: "Only curves" in picture(stage.app), "the preview")
            await stage.press(*"rfc")
            await stage.until(lambda: "14 cases, about" in picture(stage.app), "another preview")
            shown = picture(stage.app)
            title = "RFC 9421 HTTP Message Signatures"
            for words in (title, "ALGORITHMS 7", "ed25519", "ml-dsa-44", "properties 93 B"):
                assert words in shown, words
            await stage.press("enter")
            await dialog(stage, Confirm)
            assert "curves.toml has changes that are not saved." in picture(stage.app)
            await stage.press("n")
            await back(stage)
            assert stage.draft == changed

            await stage.press("o", *"rfc")
            await stage.until(lambda: title in picture(stage.app), "the preview")
            await stage.press("enter")
            await dialog(stage, Confirm)
            await stage.press("enter")
            await stage.until(lambda: stage.app.headline == "rfc9421.toml", "the other preset")
            assert len(stage.draft.choices) == 7
            assert stage.told[-1] == f"information: Opened rfc9421.toml: {title}."
            await stage.press("u")
            await stage.fresh()
            assert stage.draft == changed
            assert stage.app.headline == "curves.toml · unsaved"

    asyncio.run(main())


def test_a_preset_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    """A broken file is listed with what is wrong with it; Enter refuses it, and what was open stays."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            before = stage.workbench.document
            user_presets().mkdir(parents=True)
            (user_presets() / "broken.toml").write_text("schema = 1\ntitel = 'x'\n")
            await stage.press("o", *"broken")
            await stage.until(lambda: "This preset can't be opened" in picture(stage.app), "what is wrong")
            await stage.press("enter")
            await stage.until(lambda: "It can't be opened" in picture(stage.app), "the refusal")
            assert "titel" in picture(stage.app)
            await stage.press("escape")
            await back(stage)
            assert stage.workbench.document == before

    asyncio.run(main())


def test_figures_survive_opening_another_preset(tmp_path: Path) -> None:
    """What was measured is there again when its algorithm is, whichever preset was opened between."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await stage.run_through()
            mean = stage.row("ed25519").result.mean_us
            assert mean
            stage.workbench.open(shipped_presets() / "rfc9421.toml")
            await stage.fresh()
            assert stage.row("ed25519").result.mean_us == mean
            assert stage.status.startswith("r goes on with")

    asyncio.run(main())


def test_figures_are_exported_in_the_format_of_the_name(tmp_path: Path) -> None:
    """Export is dead before there are figures; then it writes what the suffix says, and says where."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await stage.press("e")
            assert isinstance(stage.app.screen, Explore)
            await stage.run_through()
            await stage.press("e")
            await dialog(stage, SaveAs)
            assert Path(stage.one("#path", Input).value).name == "rfc9421-run.toml"
            await stage.press("enter")
            await back(stage)
            await stage.until(lambda: stage.told and "Exported" in stage.told[-1], "the export")
            snapshot = read_snapshot(tmp_path / "rfc9421-run.toml")
            assert len(snapshot.results) == 4
            await stage.press("e")
            await save_as(stage, str(tmp_path / "run.csv"))
            await back(stage)
            await stage.until(lambda: (tmp_path / "run.csv").exists(), "the table")
            await stage.press("e")
            await dialog(stage, SaveAs)
            for words in (
                ".csv   a row for each case",
                ".md    tables",
                ".json  everything",
                "(the default)",
            ):
                assert words in picture(stage.app), words
            await save_as(stage, str(tmp_path / "run.xlsx"))
            await stage.until(lambda: "✗" in picture(stage.app), "the refusal")
            assert "allowed: .csv, .html, .json, .md, .svg, .toml" in verdict(stage)
            await stage.pilot.click(stage.one("#cancel", Button))
            await back(stage)

    asyncio.run(main())


def test_the_app_remembers_and_the_last_run_is_kept(tmp_path: Path) -> None:
    """When it ends, the draft, the view and the theme are in its memory, and the figures in a snapshot."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await stage.run_through()
            await stage.press("v")
            await stage.fresh()
            stage.app.theme = "textual-light"
            await stage.press("a", "z")
            draft = stage.draft
            kept, memory = last_run(), memory_path()
            await stage.press("q")
            await stage.until(lambda: not stage.app.is_running, "the end")
            assert stage.app.return_code == 0
        assert len(read_snapshot(kept).results) == 4
        remembered, problems = read_memory(memory)
        assert not problems
        assert remembered.preset == draft.preset()
        assert remembered.dirty
        assert remembered.theme == "textual-light"
        assert remembered.view == View(Operation.VERIFY, Mode.REUSED_KEY, "properties")
        assert (remembered.log_axis, remembered.zoom) == (True, "tail")
        async with staged(tmp_path, memory=remembered) as stage:
            assert stage.app.theme == "textual-light"
            assert stage.title.startswith("VERIFY")
            assert "Nothing measured yet" in picture(stage.app)

    asyncio.run(main())


def test_a_title_is_text_and_no_markup(tmp_path: Path) -> None:
    """A title with brackets is shown as it is, in heading, preview and toast."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            stage.workbench.edit(stage.draft.with_title("[bold]x[/] [link]"))
            stage.workbench.save(tmp_path / "[red]y.toml")
            stage.workbench.open(tmp_path / "[red]y.toml")
            await stage.fresh()
            stage.app.tell(f"Opened {stage.workbench.document.name}: {stage.draft.title}.")
            await stage.press("o")
            await dialog(stage, OpenPreset)
            await stage.press("escape")
            await back(stage)
            assert stage.app.headline == "[red]y.toml"
            await stage.press("f9")
            assert "[bold]x[/] [link]" in picture(stage.app)

    asyncio.run(main())
