import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files import memory as module
from sigtui.files.memory import (
    REMEDY,
    Memory,
    memory_path,
    read_memory,
    write_making_folder,
    write_memory,
)
from sigtui.files.preset import preset_document, read_preset
from sigtui.files.store import shipped_presets
from sigtui.model import Message, Mode, Operation, Preset, View
from tests.files.test_preset import presets

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
RFC9421 = read_preset(shipped_presets() / "rfc9421.toml")


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Draw anything that the app may remember."""
    preset = draw(st.none() | presets())
    path = draw(st.none() | TEXTS.map(lambda text: Path("/presets") / text.replace("\0", "")))
    return Memory(
        theme=draw(st.none() | TEXTS),
        preset=preset,
        path=path,
        dirty=draw(st.booleans()) and preset is not None,
        view=draw(
            st.none()
            | st.builds(
                View, st.sampled_from(Operation), st.none() | st.sampled_from(Mode), st.none() | TEXTS
            )
        ),
        log_axis=draw(st.booleans()),
        zoom=draw(st.none() | TEXTS),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one folder for all examples of a property."""
    return tmp_path_factory.mktemp("memory")


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(memories())
@example(Memory())
def test_what_is_remembered_comes_back(folder: Path, memory: Memory) -> None:
    """Draft, view, theme and all the rest are read as they were written."""
    path = folder / "app.toml"
    write_memory(path, memory)
    assert read_memory(path) == (memory, [])


def test_nothing_is_remembered_at_first(tmp_path: Path) -> None:
    """No file, and no folder, is no problem."""
    assert read_memory(tmp_path / "app.toml") == (Memory(), [])
    assert read_memory(tmp_path / "none" / "app.toml") == (Memory(), [])


def test_the_folder_is_created(tmp_path: Path) -> None:
    """The first session has no state folder yet."""
    path = tmp_path / "state" / "sigtui" / "app.toml"
    write_memory(path, Memory(theme="nord"))
    assert read_memory(path) == (Memory(theme="nord"), [])
    assert os.listdir(path.parent) == ["app.toml"]  # noqa: PTH208 - hidden leftovers would be seen too


def test_every_wrong_value_costs_itself_only(tmp_path: Path) -> None:
    """The rest is read; each problem names the file, the key and the value. Unknown keys are none."""
    path = tmp_path / "app.toml"
    path.write_text(
        'schema = 1\ntheme = 5\nlog_axis = "yes"\nzoom = "tail"\nfuture = 1\npath = "/a/b.toml"\n'
        'preset = "x"\n[view]\noperation = "sgn"\nmode = 1\n'
    )
    memory, problems = read_memory(path)
    assert memory == Memory(zoom="tail", path=Path("/a/b.toml"))
    assert problems == [
        f"{path}: {text}"
        for text in (
            "preset: must be a table, not 'x'",
            "theme: must be text, not 5",
            "view.operation: 'sgn' is not allowed; did you mean 'sign'? "
            "Allowed: keygen, sign, verify, verify-invalid",
            "view.mode: must be text, not 1",
            "log_axis: must be true or false, not 'yes'",
        )
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("view = 5", "view: must be a table, not 5"),
        ("view = {}", "view.operation: is required"),
        ('view = {operation = "sign", mode = "x"}', "view.mode: 'x' is not allowed; allowed: "),
        ('base = 1\n[preset]\nschema = 1\nalgorithms = [{id = "x"}]', "base: must be text, not 1"),
        ("[preset]\nschema = 2", "preset.schema: made by a newer sigtui"),
    ],
)
def test_a_wrong_part_is_said(tmp_path: Path, text: str, problem: str) -> None:
    """Nothing of that part is used."""
    path = tmp_path / "app.toml"
    path.write_text(f"schema = 1\ndirty = true\n{text}")
    memory, problems = read_memory(path)
    assert memory == Memory()
    assert problems[0].startswith(f"{path}: {problem}")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"schema = ", "is no TOML"),
        (b"\xff", "is not UTF-8"),
        (b"theme = 'x'", "schema: is required; this one reads schema = 1"),
        (b"schema = true", "schema: true is another sigtui's; this one reads schema = 1"),
        (b"schema = 2\ntheme = 'x'", "schema: 2 is another sigtui's; this one reads schema = 1"),
    ],
)
def test_a_broken_or_foreign_file_gives_defaults_and_stays(tmp_path: Path, data: bytes, problem: str) -> None:
    """The app starts as for the first time, says why, and the file is as it was."""
    path = tmp_path / "app.toml"
    path.write_bytes(data)
    memory, problems = read_memory(path)
    assert memory == Memory()
    assert len(problems) == 1
    assert problem in problems[0]
    assert path.read_bytes() == data


def test_what_is_no_file_gives_defaults(tmp_path: Path) -> None:
    """A folder in its place is said, and not moved when the app writes."""
    path = tmp_path / "app.toml"
    path.mkdir()
    memory, problems = read_memory(path)
    assert memory == Memory()
    assert problems == [f"{path}: is a folder; give the path of a file in it"]
    with pytest.raises(FileError, match="it is a folder"):
        write_memory(path, Memory())
    assert path.is_dir()


@given(st.binary(max_size=200) | TEXTS.map(lambda text: f"schema = 1\n{text}".encode()))
@settings(deadline=None)
def test_any_bytes_are_read(folder: Path, data: bytes) -> None:
    """Nothing in a file stops the app."""
    path = folder / "any.toml"
    path.write_bytes(data)
    memory, problems = read_memory(path)
    assert isinstance(memory, Memory)
    assert all(text.startswith(str(path)) for text in problems)


def test_a_draft_that_no_longer_parses_is_kept_beside(tmp_path: Path) -> None:
    """Unsaved work that this sigtui can't read is reported, stays, and outlives the next two sessions."""
    path = tmp_path / "app.toml"
    write_memory(path, Memory(theme="nord", preset=RFC9421, dirty=True))
    lost = path.read_text().replace("ed25519", "ed25519-of-the-future")
    path.write_text(lost)
    memory, problems = read_memory(path)
    assert memory == Memory(theme="nord")
    assert "preset.algorithms" in problems[0]
    assert "ed25519-of-the-future" in problems[0]
    assert path.read_text() == lost
    write_memory(path, memory)
    assert read_memory(path) == (memory, [])
    write_memory(path, memory)
    assert {each.name for each in tmp_path.iterdir()} == {"app.toml", "app.1.toml"}
    assert (tmp_path / "app.1.toml").read_text() == lost
    path.write_text("broken")
    write_memory(path, memory)
    assert (tmp_path / "app.1.toml").read_text() == lost
    assert (tmp_path / "app.2.toml").read_text() == "broken"
    assert "keeps this file beside the new one" in REMEDY


def test_a_link_to_a_broken_file_stays_a_link(tmp_path: Path) -> None:
    """The file that it means is the one kept aside and written."""
    real = tmp_path / "dotfiles"
    real.mkdir()
    (real / "state.toml").write_text("broken")
    path = tmp_path / "app.toml"
    path.symlink_to(real / "state.toml")
    write_memory(path, Memory(theme="nord"))
    assert path.is_symlink()
    assert (real / "state.1.toml").read_text() == "broken"
    assert read_memory(path)[0].theme == "nord"


def test_message_files_are_found_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft's relative paths begin beside its preset; without one, where the app was started."""
    (tmp_path / "body").write_bytes(b"content")
    message = Message("m", b"content", {"file": "body"})
    draft = replace(RFC9421, messages=(message,), opening=None)
    path = tmp_path / "state" / "app.toml"
    for saved_as in (tmp_path / "mine.toml", Path("mine.toml"), None):
        monkeypatch.chdir(tmp_path)
        write_memory(path, Memory(preset=draft, path=saved_as, dirty=True))
        monkeypatch.chdir("/")
        memory, problems = read_memory(path)
        assert problems == []
        assert memory.preset is not None
        assert preset_document(memory.preset) == preset_document(draft)
        assert memory.path == (None if saved_as is None else tmp_path / "mine.toml")


def test_a_path_that_is_no_text_is_forgotten(tmp_path: Path) -> None:
    """A file name of wrong bytes can't be written as TOML; the draft survives it."""
    path = tmp_path / "app.toml"
    write_memory(path, Memory(preset=RFC9421, path=Path(os.fsdecode(b"/a/\xff.toml")), dirty=True))
    assert read_memory(path) == (Memory(preset=RFC9421, dirty=True), [])


def test_a_draft_that_can_not_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no Unicode, or too large; what was remembered before stays."""
    path = tmp_path / "app.toml"
    write_memory(path, Memory(theme="nord"))
    strange = Preset("a", "ed25519", RFC9421.choices, (Message("\udcff", b"", {"text": ""}),))
    with pytest.raises(FileError, match="no Unicode text; rename the file or the message"):
        write_memory(path, Memory(preset=strange))
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    with pytest.raises(FileError, match=r"bytes, at most 100 are kept; save it as a preset"):
        write_memory(path, Memory(preset=RFC9421))
    assert tomllib.loads(path.read_text())["theme"] == "nord"


def test_a_folder_that_can_not_be_created_is_said(tmp_path: Path) -> None:
    """A file stands where the folder should be, or no system takes the path."""
    (tmp_path / "state").write_text("")
    with pytest.raises(FileError, match="its folder can't be created"):
        write_making_folder(tmp_path / "state" / "sigtui" / "app.toml", b"")
    with pytest.raises(FileError, match="its folder can't be created: its path is impossible"):
        write_making_folder(Path("/a\0b/c"), b"")


def test_the_file_is_in_the_state_folder() -> None:
    """Its folder is sigtui's own."""
    assert (memory_path().parent.name, memory_path().name) == ("sigtui", "app.toml")
