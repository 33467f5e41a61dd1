"""The previews that are kept of preset files."""

import os
from pathlib import Path

import pytest

from sigtui.errors import FileError
from sigtui.preview import Preview, read_preview
from sigtui.tui.dialogs import previews as module
from sigtui.tui.dialogs.previews import Previews

PRESET = 'schema = 1\ntitle = "{}"\n[[algorithms]]\nid = "ed25519"\n[[messages]]\nname = "m"\ntext = "x"\n'


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the paths that are read, while they are."""
    seen: list[Path] = []

    def note(path: Path, providers: object) -> Preview:
        seen.append(path)
        return read_preview(path, None)

    monkeypatch.setattr(module, "read_preview", note)
    return seen


def title(found: Preview | FileError | None) -> str:
    """Return a preview's title."""
    assert isinstance(found, Preview)
    return found.title


def test_a_file_is_read_once(tmp_path: Path, reads: list[Path]) -> None:
    """And is known from then on."""
    path = tmp_path / "a.toml"
    path.write_text(PRESET.format("first"))
    previews = Previews(None)
    assert previews.known(path) is None
    assert title(previews.read(path)) == title(previews.read(path)) == title(previews.known(path)) == "first"
    assert reads == [path]


def test_a_file_that_changed_is_read_again(tmp_path: Path, reads: list[Path]) -> None:
    """Also where its size stayed the same."""
    path = tmp_path / "a.toml"
    previews = Previews(None)
    for number, text in enumerate(("first", "other")):
        path.write_text(PRESET.format(text))
        os.utime(path, ns=(number, number))
        assert title(previews.read(path)) == text
    assert reads == [path, path]


def test_what_is_wrong_is_kept_as_well(tmp_path: Path, reads: list[Path]) -> None:
    """And looked at again once the file was corrected."""
    path = tmp_path / "a.toml"
    path.write_text("schema = 2\n")
    previews = Previews(None)
    assert isinstance(previews.read(path), FileError)
    assert isinstance(previews.read(path), FileError)
    assert reads == [path]
    path.write_text(PRESET.format("mended"))
    assert title(previews.read(path)) == "mended"


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    """Also where it was known."""
    path = tmp_path / "a.toml"
    path.write_text(PRESET.format("first"))
    previews = Previews(None)
    previews.read(path)
    path.unlink()
    found = previews.read(path)
    assert isinstance(found, FileError)
    assert "there is no such file" in str(found)
