"""What a typed path means, and how it is completed."""

import os
from pathlib import Path

import pytest

from sigtui.tui.dialogs.paths import completed, meant_path, nearest_folder, relative_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with some names in it."""
    (tmp_path / "presets").mkdir()
    (tmp_path / "presets" / "mine.toml").touch()
    (tmp_path / "presets" / ".hidden.toml").touch()
    (tmp_path / "presets2").touch()
    (tmp_path / "body.bin").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("text", "completion"),
    [
        ("b", "body.bin"),
        ("pre", "presets/"),
        ("presets", "presets/"),
        ("presets2", None),
        ("presets/", "presets/mine.toml"),
        ("presets/.", "presets/.hidden.toml"),
        ("presets/x", None),
        ("nowhere/x", None),
        ("./b", "./body.bin"),
        ("B", None),
        ("a\0b/c", None),
    ],
)
def test_a_path_is_completed_from_its_folder(folder: Path, text: str, completion: str | None) -> None:
    """To the first name that begins so; folders get a separator, and hidden names need their point."""
    assert completed(text, folder) == completion


def test_an_absolute_path_is_completed_as_well(folder: Path) -> None:
    """It stays absolute."""
    assert completed(f"{folder}/pres", Path("/")) == f"{folder}/presets/"


def test_home_is_completed_as_it_was_typed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tilde stays, and is the home folder."""
    monkeypatch.setenv("HOME", str(folder))
    assert completed("~/bo", Path("/")) == "~/body.bin"
    assert meant_path("~/body.bin", Path("/")) == folder / "body.bin"


def test_a_typed_path_begins_at_the_base(tmp_path: Path) -> None:
    """Unless it is absolute; points are resolved, symbolic links are not followed."""
    assert meant_path("a/../b", tmp_path) == tmp_path / "b"
    assert meant_path("/x", tmp_path) == Path("/x")
    assert meant_path("", tmp_path) == tmp_path
    assert meant_path("~nobody-of-that-name/x", tmp_path) == tmp_path / "~nobody-of-that-name" / "x"


def test_a_file_below_the_base_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are absolute: a preset may move with what lies below it, not with what lies beside it."""
    assert relative_path(tmp_path / "a" / "b.bin", tmp_path) == "a/b.bin"
    assert relative_path(tmp_path / "b.bin", tmp_path / "a") == str(tmp_path / "b.bin")
    monkeypatch.chdir(tmp_path)
    assert relative_path(tmp_path / "b.bin", Path()) == "b.bin"


def test_the_nearest_folder_is_found_above(folder: Path) -> None:
    """Of a file, or of what is not there."""
    assert nearest_folder(folder) == folder
    assert nearest_folder(folder / "body.bin") == folder
    assert nearest_folder(folder / "no" / "such" / "folder") == folder
    assert nearest_folder(Path(os.sep) / "nowhere" / "at all") == Path(os.sep)
