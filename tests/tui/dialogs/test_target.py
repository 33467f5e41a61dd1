"""Where a file is to be saved."""

from pathlib import Path

import pytest

from sigtui.errors import FileError
from sigtui.files.store import shipped_presets
from sigtui.tui.dialogs.target import create_folder, look_at

TOML = (".toml",)
SEVERAL = (".md", ".csv", ".toml")


@pytest.fixture(autouse=True)
def presets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's presets, which does not exist."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "sigtui" / "presets"


@pytest.mark.parametrize(
    ("text", "suffixes", "name"),
    [
        ("mine.toml", TOML, "mine.toml"),
        ("mine", TOML, "mine.toml"),
        ("mine.TOML", TOML, "mine.TOML"),
        ("run-2026.05.01", TOML, "run-2026.05.01.toml"),
        ("mine", SEVERAL, "mine.csv"),
        ("mine.md", SEVERAL, "mine.md"),
        (".mine", TOML, ".mine.toml"),
    ],
)
def test_the_suffix_is_added_where_it_is_missing(
    tmp_path: Path, text: str, suffixes: tuple[str, ...], name: str
) -> None:
    """It is that of the path to begin with, where that is allowed, or the first one."""
    found = look_at(text, tmp_path / ("start.csv" if len(suffixes) > 1 else "start"), suffixes)
    assert (found.path, found.problem, found.exists) == (tmp_path / name, "", False)


def test_a_wrong_suffix_is_a_problem(tmp_path: Path) -> None:
    """With the nearest spelling and all that are allowed; a file of one form never gets the name of another."""
    found = look_at("run.cvs", tmp_path / "start.md", SEVERAL)
    assert found.problem == "ends in '.cvs'; did you mean '.csv'? Allowed: .md, .csv, .toml"


def test_a_suffix_alone_is_no_name(tmp_path: Path) -> None:
    """Such a file would be hidden."""
    assert look_at(".toml", tmp_path / "start.toml", TOML).problem == "needs a name before .toml"


@pytest.mark.parametrize("text", ["", "  ", "inner", "inner/", "nowhere/", "."])
def test_a_folder_is_a_problem(tmp_path: Path, text: str) -> None:
    """No suffix makes it a file."""
    (tmp_path / "inner").mkdir()
    assert look_at(text, tmp_path / "start.toml", TOML).problem == "is a folder; add the name of a file"


def test_what_is_there_already_is_told(tmp_path: Path) -> None:
    """Also where only the suffix makes it so."""
    (tmp_path / "mine.toml").touch()
    assert look_at("mine", tmp_path / "start.toml", TOML).exists


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    """In the words of the store, which would refuse to write there."""
    problem = look_at("no/mine", tmp_path / "start.toml", TOML).problem
    assert problem.startswith("can't be written: there is no folder")


def test_the_missing_preset_folder_is_no_problem(tmp_path: Path, presets: Path) -> None:
    """It is to be created, whatever else of its path is missing, where the user may do that."""
    found = look_at(str(presets / "mine.toml"), tmp_path / "start.toml", TOML)
    assert (found.problem, found.new_folder) == ("", True)
    create_folder(found.path.parent)
    again = look_at(str(presets / "mine.toml"), tmp_path / "start.toml", TOML)
    assert (again.problem, again.new_folder) == ("", False)


def test_a_folder_that_cannot_be_created_is_said(tmp_path: Path) -> None:
    """In words."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "presets"
    with pytest.raises(FileError) as caught:
        create_folder(folder)
    words = "can't be created: a part of its path is a file, not a folder; check the path"
    assert str(caught.value) == f"{folder}: {words}"


@pytest.mark.parametrize("name", ["rfc9421", "rfc9421.toml", "./rfc9421"])
def test_a_shipped_preset_is_a_problem(tmp_path: Path, presets: Path, name: str) -> None:
    """However its path is spelled, also through a link; nobody is asked whether to overwrite it."""
    link = tmp_path / "link"
    link.symlink_to(shipped_presets())
    for folder in (shipped_presets(), link):
        found = look_at(f"{folder}/{name}", tmp_path / "start.toml", TOML)
        assert found.problem == f"comes with sigtui and stays as it is; save in {presets}, or elsewhere"
        assert not found.exists


@pytest.mark.parametrize(("text", "words"), [("a\0b", "null"), ("x" * 300, "too long")])
def test_an_impossible_path_is_a_problem(tmp_path: Path, text: str, words: str) -> None:
    """And no traceback."""
    assert words in look_at(text, tmp_path / "start.toml", TOML).problem
