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
    MemoryFile,
    memory_path,
    read_memory,
    write_memory,
)
from sigtui.files.preset import read_preset
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
        (found,) = memory.preset.messages
        base = Path.cwd() if saved_as is None else tmp_path  # the app's rule for where a relative path begins
        assert (base / str(found.source["file"])).samefile(tmp_path / "body")
        assert found.data == b"content"
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


def test_the_file_is_in_the_state_folder() -> None:
    """Its folder is sigtui's own."""
    assert (memory_path().parent.name, memory_path().name) == ("sigtui", "app.toml")


# Several running apps.

THEIRS = Memory(theme="nord", preset=replace(RFC9421, title="Theirs"), dirty=True)
OURS = replace(THEIRS, preset=replace(RFC9421, title="Ours"))


def opened(path: Path) -> MemoryFile:
    """Return the file as an app that starts now knows it."""
    return MemoryFile(path, read_memory(path)[0])


def unsaved(folder: Path) -> list[str]:
    """Return the titles of the drafts that were kept as presets."""
    return [read_preset(path).title for path in sorted(folder.glob("unsaved-*.toml"))]


def test_an_app_that_changed_nothing_writes_nothing(tmp_path: Path) -> None:
    """What another one wrote meanwhile is the newer one; its own last state is not written again either."""
    path = tmp_path / "app.toml"
    write_memory(path, OURS)
    ours, theirs = opened(path), opened(path)
    assert theirs.write(THEIRS) == ""
    written = path.read_bytes()
    assert ours.write(OURS) == ""
    assert theirs.write(THEIRS) == ""
    assert path.read_bytes() == written
    assert not unsaved(tmp_path)


@pytest.mark.parametrize("before", [None, Memory(theme="x")])
def test_another_apps_unsaved_draft_is_kept(tmp_path: Path, before: Memory | None) -> None:
    """As a preset that opens, which is told once; what it writes later goes into the same file."""
    path = tmp_path / "app.toml"
    if before is not None:
        write_memory(path, before)
    ours, theirs = opened(path), opened(path)
    assert theirs.write(THEIRS) == ""
    kept = tmp_path / "unsaved-1.toml"
    assert ours.write(OURS) == f"Unsaved changes of Theirs in another sigtui are kept in {kept}."
    assert read_preset(kept) == THEIRS.preset
    assert read_memory(path)[0] == OURS
    # The other one finds ours in turn; both go on.
    later = replace(THEIRS, preset=replace(RFC9421, title="Theirs, later"))
    assert "unsaved-2.toml" in theirs.write(later)
    assert ours.write(replace(OURS, theme="x")) == ""
    assert unsaved(tmp_path) == ["Theirs, later", "Ours"]


def test_a_kept_draft_that_somebody_took_up_is_not_overwritten(tmp_path: Path) -> None:
    """Its file holds their work from then on; the next draft gets another one."""
    path = tmp_path / "app.toml"
    ours, theirs = opened(path), opened(path)
    theirs.write(THEIRS)
    ours.write(OURS)
    kept = tmp_path / "unsaved-1.toml"
    kept.write_bytes(kept.read_bytes().replace(b"Theirs", b"Edited"))
    theirs.write(replace(THEIRS, preset=replace(RFC9421, title="Later")))
    assert "unsaved-3.toml" in ours.write(replace(OURS, theme="x"))
    assert unsaved(tmp_path) == ["Edited", "Ours", "Later"]


@pytest.mark.parametrize(
    "theirs",
    [
        replace(THEIRS, dirty=False),
        Memory(theme="x"),
        replace(OURS, theme="x"),
        replace(OURS, theme="y", preset=RFC9421),
    ],
)
def test_what_is_not_lost_is_not_kept(tmp_path: Path, theirs: Memory) -> None:
    """A clean draft is in its file, the same one is written anyhow, and ours began with the one before."""
    path = tmp_path / "app.toml"
    write_memory(path, replace(OURS, preset=RFC9421))
    ours, other = opened(path), opened(path)
    other.write(theirs)
    assert ours.write(OURS) == ""
    assert not unsaved(tmp_path)
    assert read_memory(path)[0] == OURS


def test_what_another_one_left_unreadable_is_kept_whole(tmp_path: Path) -> None:
    """Also where the file was fine at the start."""
    path = tmp_path / "app.toml"
    write_memory(path, THEIRS)
    ours = opened(path)
    path.write_text("schema = 2\n")
    assert ours.write(OURS) == ""
    assert (tmp_path / "app.1.toml").read_text() == "schema = 2\n"


def test_a_kept_draft_finds_its_message_files(tmp_path: Path) -> None:
    """It lies in another folder than the preset that named them; a missing one stays as it is."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "body").write_bytes(b"content")
    messages = (Message("m", b"content", {"file": "body"}), Message("n", b"", {"file": "gone"}))
    draft = replace(RFC9421, title="Theirs", messages=messages, opening=None)
    path = tmp_path / "state" / "app.toml"
    ours, theirs = opened(path), opened(path)
    theirs.write(Memory(preset=draft, path=tmp_path / "deep" / "mine.toml", dirty=True))
    ours.write(OURS)
    kept = tomllib.loads((path.parent / "unsaved-1.toml").read_text())
    assert [each["file"] for each in kept["messages"]] == [str(tmp_path / "deep" / "body"), "gone"]


def test_nothing_is_overwritten_where_the_others_draft_can_not_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is told instead, and the next time it is tried again."""
    path = tmp_path / "app.toml"
    ours, theirs = opened(path), opened(path)
    theirs.write(THEIRS)

    def full(path: Path, data: bytes) -> None:
        raise FileError(str(path), [])

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_making_folder", full)
        with pytest.raises(FileError):
            ours.write(OURS)
    assert read_memory(path)[0] == THEIRS
    assert "unsaved-1" in ours.write(OURS)


def test_writing_reads_no_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They can be of a gigabyte; also where another app's draft has them, or the old file was broken."""
    (tmp_path / "body").write_bytes(b"content")
    message = Message("m", b"content", {"file": "body"})
    random = Message("r", b"x", {"random_bytes": 1})
    draft = replace(RFC9421, messages=(message, random), opening=None)
    path = tmp_path / "app.toml"
    memory = Memory(preset=draft, path=tmp_path / "mine.toml", dirty=True)
    write_memory(path, replace(memory, theme="x"))
    ours, theirs = opened(path), opened(path)
    theirs.write(replace(memory, preset=replace(draft, title="Theirs")))
    path.with_name("broken.toml").write_text("schema = 1\ntheme = 5\n")
    broken = opened(path.with_name("broken.toml"))

    def refused(*_: object) -> None:
        raise AssertionError("a message is read")

    monkeypatch.setattr("sigtui.messages.raw.read_bytes", refused)
    monkeypatch.setattr("sigtui.messages.raw.random_bytes", refused)
    for file in (ours, theirs, broken):
        file.write(replace(memory, theme="y"))
    write_memory(path, replace(memory, theme="z"))
    assert (tmp_path / "broken.1.toml").exists()
    assert (tmp_path / "unsaved-1.toml").exists()


def test_a_memory_is_no_other_one_for_where_it_was_read(tmp_path: Path) -> None:
    """What it says is compared, nothing else."""
    path = tmp_path / "app.toml"
    write_memory(path, OURS)
    memory, _ = read_memory(path)
    assert memory.origin is not None
    assert memory == OURS
