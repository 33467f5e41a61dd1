"""Choosing the preset to open."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from sigtui.errors import FileError, Problem
from sigtui.files.store import shipped_presets
from sigtui.model import ProviderInfo
from sigtui.tui.dialogs import open as module
from sigtui.tui.dialogs.file import PickFile
from sigtui.tui.dialogs.open import OpenPreset
from tests.tui.dialogs.stage import NARROW, SIZES, Stage, staged

PRESET = 'schema = 1\ntitle = "{}"\n[[algorithms]]\nid = "{}"\n[[messages]]\nname = "m"\ntext = "x"\n'
BROKEN = "schema = 1\n[run]\neffort = 'shrt'\nefort = 1\n[[algorithms]]\nid = 'ed25519'\n"


@pytest.fixture
def presets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's presets: alpha (Ed25519), beta (HMAC), broken."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "sigtui" / "presets"
    folder.mkdir(parents=True)
    (folder / "beta.toml").write_text(PRESET.format("Second", "hmac-sha256"))
    (folder / "alpha.toml").write_text(PRESET.format("First", "ed25519"))
    (folder / "broken.toml").write_text(BROKEN)
    return folder


def listed(stage: Stage[Path | None]) -> list[str]:
    """Return the lines of the list."""
    return [str(option.prompt).strip() for option in stage.one("#presets", OptionList).options]


def card(stage: Stage[Path | None]) -> str:
    """Return the text of the preview."""
    return str(stage.one("#card", Static).content)


@pytest.mark.parametrize("size", SIZES)
def test_yours_come_first(presets: Path, size: tuple[int, int]) -> None:
    """Then the shipped ones and the way to any other file; the first one is highlighted and previewed."""

    async def main() -> None:
        async with staged(OpenPreset(None, None), size) as stage:
            assert stage.fits()
            shipped = sorted(path.stem for path in shipped_presets().glob("*.toml"))
            assert listed(stage) == [
                "YOURS",
                "alpha",
                "beta",
                "✗ broken",
                "SHIPPED",
                *shipped,
                "another file …",
            ]
            assert card(stage).startswith(f"First\n{presets / 'alpha.toml'}\n3 cases, about ")
            assert "ed25519" in stage.text
            assert "Your own presets go into" in stage.text
            await stage.press("down")
            assert card(stage).startswith("Second\n")
            await stage.press("enter")
            assert stage.results == [presets / "beta.toml"]

    asyncio.run(main())


def test_the_open_preset_is_highlighted(presets: Path) -> None:
    """And marked."""

    async def main() -> None:
        async with staged(OpenPreset(None, presets / "beta.toml")) as stage:
            assert "beta (open)" in listed(stage)
            assert card(stage).startswith("Second\n")

    asyncio.run(main())


@pytest.mark.parametrize(("query", "found"), [("BET", "beta"), ("first", "alpha"), ("hmac", "beta")])
def test_typing_searches(presets: Path, query: str, found: str) -> None:
    """In names, titles and what the presets hold; Enter opens the first that is found."""

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            await stage.press(*query)
            assert listed(stage)[:2] == ["YOURS", found]
            await stage.press("enter")
            assert stage.results == [presets / f"{found}.toml"]

    asyncio.run(main())


def test_nothing_found_is_said(presets: Path) -> None:
    """And another file can be opened still; the search can be taken back."""

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            await stage.press(*"xq")
            assert listed(stage) == ["nothing found for 'xq'", "another file …"]
            await stage.press("backspace", "backspace")
            assert "alpha" in listed(stage)

    asyncio.run(main())


def test_a_broken_preset_says_why_it_cannot_be_opened(presets: Path) -> None:
    """In its preview, and when somebody tries; the message goes with the highlight."""

    async def main() -> None:
        async with staged(OpenPreset(None, presets / "broken.toml"), NARROW) as stage:
            assert "This preset can't be opened:\n✗ run.effort: 'shrt' is not allowed" in card(stage)
            await stage.press("enter")
            assert stage.results == []
            said = "✗ It can't be opened: run.effort: 'shrt' is not allowed; did you mean 'short'?"
            assert stage.said().startswith(said)
            assert stage.said().endswith("(and 1 more, at the right)")
            assert stage.fits()
            await stage.press("up")
            assert stage.said() == ""

    asyncio.run(main())


def test_a_preset_that_was_mended_meanwhile_is_opened(presets: Path) -> None:
    """Every look reads what is there now."""

    async def main() -> None:
        async with staged(OpenPreset(None, presets / "broken.toml")) as stage:
            (presets / "broken.toml").write_text(PRESET.format("Mended", "ed25519"))
            await stage.press("enter")
            assert stage.results == [presets / "broken.toml"]

    asyncio.run(main())


def test_one_click_previews_and_a_second_one_opens(presets: Path) -> None:
    """As in the tree of files."""

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            beta = (6, 3)  # below the border, the head and alpha
            await stage.click("#presets", beta)
            assert stage.results == []
            assert card(stage).startswith("Second\n")
            await stage.click("#presets", beta)
            assert stage.results == [presets / "beta.toml"]

    asyncio.run(main())


def test_a_file_from_elsewhere_is_opened(presets: Path, tmp_path: Path) -> None:
    """By the last line of the list, with the dialog that picks files."""
    path = tmp_path / "other.toml"
    path.write_text(PRESET.format("Other", "ed25519"))

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            await stage.press("up", "enter")
            assert isinstance(stage.top, PickFile)
            stage.top.finish(path)
            await stage.settle()
            assert stage.results == [path]

    asyncio.run(main())


def test_a_broken_file_from_elsewhere_is_listed_with_its_problems(presets: Path, tmp_path: Path) -> None:
    """It is not opened; picking nothing comes back to the list."""
    path = tmp_path / "other.toml"
    path.write_text(BROKEN)

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            await stage.press(*"xq", "enter", "escape")
            assert stage.top is stage.dialog
            await stage.press("enter")
            assert isinstance(stage.top, PickFile)
            stage.top.finish(path)
            await stage.settle()
            assert stage.results == []
            assert listed(stage)[:2] == ["PICKED", "✗ other"]
            assert stage.one("#search", Input).value == ""
            assert "'shrt' is not allowed" in card(stage)
            assert stage.said().startswith("✗ It can't be opened")

    asyncio.run(main())


def test_no_preset_of_your_own_says_where_they_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped ones are there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    async def main() -> None:
        async with staged(OpenPreset(None, None)) as stage:
            assert listed(stage)[:3] == ["YOURS", "none yet", "SHIPPED"]
            assert f"Your own presets go into {tmp_path / 'sigtui' / 'presets'}"[:60] in stage.text
            assert card(stage) != ""

    asyncio.run(main())


def test_what_is_unavailable_here_is_said(presets: Path) -> None:
    """Where the providers are known."""
    missing = (ProviderInfo("cryptography", False, "its library is missing"),)

    async def main() -> None:
        async with staged(OpenPreset(missing, None)) as stage:
            assert "! ed25519: cryptography: its library is missing" in card(stage)
        async with staged(OpenPreset(None, None)) as stage:
            assert "What this machine can't do is not known yet." in card(stage)

    asyncio.run(main())


def test_a_folder_that_cannot_be_read_is_said(presets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays said, and another file can be opened all the same."""

    def refuse() -> None:
        raise FileError(str(presets), [Problem("", "can't be read: this user has no permission")])

    monkeypatch.setattr(module, "list_presets", refuse)

    async def main() -> None:
        async with staged(OpenPreset(None, None), NARROW) as stage:
            assert stage.said("#folders") == f"✗ {presets}: can't be read: this user has no permission"
            assert listed(stage)[-1] == "another file …"
            await stage.press("enter")
            assert isinstance(stage.top, PickFile)

    asyncio.run(main())


@pytest.mark.parametrize("selector", ["#search", "#presets", "#preview"])
def test_enter_opens_wherever_the_focus_is(presets: Path, selector: str) -> None:
    """The last line says so, and how to leave."""

    async def main() -> None:
        async with staged(OpenPreset(None, presets / "beta.toml"), NARROW) as stage:
            stage.top.query_one(selector).focus()
            await stage.settle()
            shown = " ".join(str(key.render()).strip() for key in stage.top.query("FooterKey"))
            assert shown == "⏎ Open esc Cancel"
            await stage.press("enter")
            assert stage.results == [presets / "beta.toml"]

    asyncio.run(main())


def test_escape_opens_nothing(presets: Path) -> None:
    """Wherever the focus is."""

    async def main() -> None:
        for selector in ("#search", "#presets", "#preview"):
            async with staged(OpenPreset(None, None)) as stage:
                stage.top.query_one(selector).focus()
                await stage.press("escape")
                assert stage.results == [None]

    asyncio.run(main())
