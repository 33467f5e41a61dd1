from dataclasses import replace
from pathlib import Path

import pytest

from sigtui.algorithms import find
from sigtui.draft import Draft
from sigtui.errors import FileError, Problem, SigtuiError, UsageError
from sigtui.files.keymap import keymap_path
from sigtui.files.memory import REMEDY, Memory, memory_path, read_memory, write_memory
from sigtui.files.preset import read_preset, write_preset
from sigtui.files.store import shipped_presets, user_presets
from sigtui.machine import Machine
from sigtui.model import EFFORTS, Choice, Message, Mode, Operation, Preset, View
from sigtui.tui import opening
from sigtui.tui.opening import find_options
from sigtui.tui.studio import Options
from sigtui.tui.workbench import Document, Workbench
from tests.fakes import FakeClock, Fleet

SHIPPED = shipped_presets() / "rfc9421.toml"
MINE = Preset(
    title="Mine",
    baseline="ed25519",
    choices=(Choice(find("ed25519")), Choice(find("ml-dsa-44"))),
    messages=(Message("a", b"x", {"text": "x"}),),
    operations=(Operation.SIGN,),
    modes=(Mode.REUSED_KEY,),
)
CHANGED = replace(MINE, choices=MINE.choices[:1])
"""The same with an algorithm unticked, as somebody left it."""

OTHER = replace(MINE, title="Other")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that all files of a test are in, the app's own ones too."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start(preset: str | None = None, effort: str | None = None) -> Options:
    """Return what the app opens with."""
    return find_options(preset, effort, None, None)


def told(options: Options) -> str:
    """Return all that is told at the start, each with its severity."""
    return "\n".join(f"{severity}: {text}" for severity, text in options.told)


def remember(preset: Preset, path: Path | None, dirty: bool = False) -> None:
    """Leave the app with this draft."""
    write_memory(memory_path(), Memory(theme="nord", preset=preset, path=path, dirty=dirty))


def written(path: Path, preset: Preset = MINE) -> Path:
    """Write a preset and return its file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_preset(path, preset)
    return path


def kept_aside() -> list[Preset]:
    """Return the unsaved changes that were kept in files, as o would open them."""
    return [read_preset(path) for path in sorted(memory_path().parent.glob("unsaved-*.toml"))]


def workbench_of(document: Document) -> Workbench:
    """Return what the app makes of a document."""
    clock = FakeClock()
    return Workbench(
        document, tell=lambda _: None, changed=lambda: None, seed=1, spawn=Fleet({}, clock, "cryptography")
    )


# Without --preset.


def test_the_first_start_opens_the_shipped_preset(home: Path) -> None:
    """As it is, with nothing to tell and nothing written."""
    options = start()
    document = options.document
    assert (document.path, document.saved, document.dirty) == (SHIPPED, read_preset(SHIPPED), False)
    assert document.draft == Draft.of(read_preset(SHIPPED))
    assert options.told == ()
    assert options.keymap == {}
    assert not memory_path().parent.exists()


def test_a_clean_preset_is_opened_as_its_file_is_now(home: Path) -> None:
    """Somebody edited it meanwhile; the app had nothing to add."""
    path = written(home / "mine.toml")
    remember(MINE, path)
    write_preset(path, CHANGED)
    options = start()
    assert (options.document.path, options.document.draft.preset()) == (path, CHANGED)
    assert not options.document.dirty
    assert options.told == ()


def test_unsaved_changes_come_back(home: Path) -> None:
    """The file is as it was; s would save them, and u takes them away."""
    path = written(home / "mine.toml")
    remember(CHANGED, path, dirty=True)
    options = start()
    assert (options.document.path, options.document.saved) == (path, MINE)
    assert options.document.draft.preset() == CHANGED
    assert options.document.dirty
    assert options.told == (
        ("information", "Unsaved changes from last time are back. s saves them, u takes them away."),
    )
    assert read_preset(path) == MINE
    workbench = workbench_of(options.document)
    assert workbench.undo()
    assert (workbench.draft.preset(), workbench.document.dirty) == (MINE, False)


def test_changes_that_the_file_has_meanwhile_are_no_changes(home: Path) -> None:
    """Nothing is unsaved any more, and nothing is told."""
    path = written(home / "mine.toml", CHANGED)
    remember(CHANGED, path, dirty=True)
    options = start()
    assert not options.document.dirty
    assert options.told == ()


@pytest.mark.parametrize("dirty", [False, True])
def test_a_preset_whose_file_is_gone_is_opened_from_memory(home: Path, dirty: bool) -> None:
    """What it was called and how to get it back is told; nothing else holds it, so that it is unsaved."""
    path = home / "mine.toml"
    remember(CHANGED, path, dirty)
    options = start()
    assert (options.document.path, options.document.saved) == (path, None)
    assert options.document.draft.preset() == CHANGED
    assert options.document.dirty
    ((severity, text),) = options.told
    assert severity == "warning"
    assert str(path) in text
    assert "s writes it again, S writes another one" in text
    workbench_of(options.document).save(path)
    assert read_preset(path) == CHANGED


@pytest.mark.parametrize("dirty", [False, True])
def test_a_preset_whose_file_is_broken_is_opened_from_memory(home: Path, dirty: bool) -> None:
    """Its problems are told, and that s would overwrite it; until then it stays as somebody edited it."""
    path = home / "mine.toml"
    path.write_text('schema = 1\nbaseline = "ed2519"\n')
    remember(CHANGED, path, dirty)
    options = start()
    assert options.document.draft.preset() == CHANGED
    assert options.document.dirty
    ((severity, text),) = options.told
    assert severity == "warning"
    assert text.startswith(
        "The draft is here as it was left: s writes that over the file, S writes another one.\n"
    )
    assert "ed2519" in text
    assert path.read_text() == 'schema = 1\nbaseline = "ed2519"\n'


def test_a_draft_that_never_had_a_file_comes_back(home: Path) -> None:
    """There is nothing to take it away to."""
    remember(CHANGED, None, dirty=True)
    options = start()
    assert (options.document.path, options.document.saved, options.document.before) == (None, None, None)
    assert options.document.draft.preset() == CHANGED
    assert told(options) == "information: Unsaved changes from last time are back. s saves them."


@pytest.mark.parametrize("asked", [None, "mine.toml"])
def test_a_broken_memory_is_told_and_costs_nothing_else(home: Path, asked: str | None) -> None:
    """The app opens, and the file is there as it was, in case it holds work."""
    written(home / "mine.toml")
    memory_path().parent.mkdir(parents=True)
    memory_path().write_bytes(b"schema = ")
    options = start(asked)
    assert options.document.path == (SHIPPED if asked is None else Path("mine.toml"))
    ((severity, text),) = options.told
    assert severity == "warning"
    assert text.startswith(f"{memory_path()}: is no TOML")
    assert text.endswith(REMEDY)
    assert memory_path().read_bytes() == b"schema = "


def test_a_draft_that_can_not_be_read_any_more_is_told(home: Path) -> None:
    """Its file is opened as it is; the memory keeps the draft until the app writes, which keeps it aside."""
    path = written(home / "mine.toml")
    remember(CHANGED, path, dirty=True)
    text = memory_path().read_text().replace("ed25519", "ed25518")
    memory_path().write_text(text)
    options = start()
    assert options.document.path == path
    assert options.document.draft.preset() == MINE
    assert "ed25518" in told(options)
    assert REMEDY in told(options)
    assert memory_path().read_text() == text
    write_memory(memory_path(), options.memory)
    assert "ed25518" in memory_path().with_name("app.1.toml").read_text()


def test_where_neither_draft_nor_file_can_be_read_the_shipped_preset_is_opened(home: Path) -> None:
    """And both are told."""
    remember(CHANGED, home / "gone.toml", dirty=True)
    memory_path().write_text(memory_path().read_text().replace("ed25519", "ed25518"))
    options = start()
    assert options.document.path == SHIPPED
    assert "ed25518" in told(options)
    assert "warning: rfc9421 is opened instead.\n" in told(options)
    assert "gone.toml" in told(options)


@pytest.mark.parametrize("path", ["/nul\\u0000.toml", "/no/such/folder.toml"])
@pytest.mark.parametrize("asked", [None, "mine.toml"])
def test_an_impossible_remembered_path_is_no_traceback(home: Path, path: str, asked: str | None) -> None:
    """A memory is read leniently whatever is in it; the draft is not lost."""
    written(home / "mine.toml", OTHER)
    remember(CHANGED, home / "x.toml", dirty=True)
    text = memory_path().read_text().replace(f'"{home / "x.toml"}"', f'"{path}"')
    memory_path().write_text(text)
    options = start(asked)
    assert CHANGED in [options.document.draft.preset(), *kept_aside()]
    assert options.told


def test_a_remembered_path_that_leads_in_a_circle_is_no_traceback(home: Path) -> None:
    """Nothing can be read there; the draft is kept."""
    (home / "a.toml").symlink_to(home / "b.toml")
    (home / "b.toml").symlink_to(home / "a.toml")
    remember(CHANGED, home / "a.toml", dirty=True)
    assert start().document.draft.preset() == CHANGED
    written(home / "mine.toml", OTHER)
    start("mine.toml")
    assert kept_aside() == [CHANGED]


@pytest.mark.parametrize("asked", [None, "rfc9421"])
@pytest.mark.parametrize("dirty", [False, True])
def test_a_shipped_preset_is_found_after_an_update(home: Path, asked: str | None, dirty: bool) -> None:
    """It lies in another folder then; nobody is told that the old one is gone, and it is still the same."""
    shipped = read_preset(SHIPPED)
    left = replace(shipped, choices=shipped.choices[:2]) if dirty else shipped
    remember(left, home / "lib" / "python3.11" / "sigtui" / "presets" / "rfc9421.toml", dirty)
    options = start(asked)
    assert (options.document.path, options.document.saved) == (SHIPPED, shipped)
    drafts = [options.document.draft, options.document.before or options.document.draft]
    assert left in [draft.preset() for draft in drafts]
    assert "gone" not in told(options)
    assert ("nsaved changes" in told(options)) == dirty


def test_a_preset_of_ones_own_that_is_gone_is_not_taken_for_the_shipped_one(home: Path) -> None:
    """Of the same name; what it held is not lost."""
    remember(CHANGED, user_presets() / "rfc9421.toml")
    options = start()
    assert options.document.path == user_presets() / "rfc9421.toml"
    assert options.document.draft.preset() == CHANGED


# With --preset.


@pytest.mark.parametrize("dirty", [None, False])
def test_what_is_asked_for_is_opened(home: Path, dirty: bool | None) -> None:
    """Nothing was left unsaved: nothing is told, and nothing kept."""
    written(home / "mine.toml")
    if dirty is not None:
        remember(OTHER, written(home / "other.toml", OTHER), dirty)
    options = start("mine.toml")
    assert options.document.draft.preset() == MINE
    assert not options.document.dirty
    assert options.told == ()
    assert not kept_aside()


@pytest.mark.parametrize(
    "asked", ["mine", "mine.toml", "./mine.toml", "link.toml", "{home}/sub/../mine.toml"]
)
def test_unsaved_changes_of_what_is_asked_for_are_one_key_away(home: Path, asked: str) -> None:
    """However its file is called: it is opened as it is, u brings them back, and a file keeps them for later."""
    path = written(home / "mine.toml")
    (home / "link.toml").symlink_to(path)
    (home / "sub").mkdir()
    remember(CHANGED, path, dirty=True)
    options = start(asked.format(home=home))
    assert (options.document.draft.preset(), options.document.saved) == (MINE, MINE)
    name = "link.toml" if "link" in asked else "mine.toml"
    assert f"{name} is opened as its file is. u brings the unsaved changes back." in told(options)
    assert kept_aside() == [CHANGED]
    workbench = workbench_of(options.document)
    assert workbench.undo()
    assert (workbench.draft.preset(), workbench.document.dirty) == (CHANGED, True)


def test_unsaved_changes_of_another_preset_are_kept_in_a_file(home: Path) -> None:
    """Which is told, and opens as they were; the next time another file is written."""
    written(home / "other.toml", OTHER)
    for number, left in enumerate((CHANGED, replace(CHANGED, title="Again")), 1):
        remember(left, written(home / "mine.toml"), dirty=True)
        options = start("other.toml")
        assert options.document.draft.preset() == OTHER
        assert not options.document.dirty
        path = memory_path().parent / f"unsaved-{number}.toml"
        assert told(options) == (
            f"warning: Unsaved changes of {left.title} from last time are kept in {path}."
        )
        assert read_preset(path) == left
    assert read_preset(memory_path().parent / "unsaved-1.toml") == CHANGED
    assert read_preset(home / "mine.toml") == MINE


def test_changes_without_a_file_are_kept_too(home: Path) -> None:
    """They belong to no preset, so not to the one that is asked for."""
    written(home / "other.toml", OTHER)
    remember(CHANGED, None, dirty=True)
    start("other.toml")
    assert kept_aside() == [CHANGED]


def test_changes_of_a_file_that_is_gone_are_kept_too(home: Path) -> None:
    """Nothing else holds them."""
    written(home / "other.toml", OTHER)
    remember(CHANGED, home / "gone.toml", dirty=True)
    start("other.toml")
    assert kept_aside() == [CHANGED]


def test_what_the_asked_file_holds_need_not_be_kept(home: Path) -> None:
    """The changes were saved, only under another name."""
    written(home / "other.toml", CHANGED)
    remember(CHANGED, written(home / "mine.toml"), dirty=True)
    options = start("other.toml")
    assert options.told == ()
    assert not kept_aside()


def test_changes_that_are_kept_find_the_files_of_their_messages(home: Path) -> None:
    """They lie in another folder than the preset that named them."""
    (home / "deep").mkdir()
    (home / "deep" / "body.bin").write_bytes(b"\0body")
    body = Message("body", b"\0body", {"file": "body.bin"})
    mine = replace(MINE, messages=(*MINE.messages, body))
    path = written(home / "deep" / "mine.toml", mine)
    remember(replace(mine, choices=CHANGED.choices), path, dirty=True)
    written(home / "other.toml", OTHER)
    start("other.toml")
    (kept,) = kept_aside()
    assert [message.data for message in kept.messages] == [b"x", b"\0body"]
    assert kept.choices == CHANGED.choices


def test_changes_that_can_not_be_kept_are_not_overwritten(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app does not open, because it would forget them; it says so, and how to get at them."""
    written(home / "other.toml", OTHER)
    remember(CHANGED, written(home / "mine.toml"), dirty=True)
    before = memory_path().read_bytes()

    def full(path: Path, data: bytes) -> None:
        raise FileError(str(path), [Problem("", "can't be written: the disk is full")])

    monkeypatch.setattr(opening, "write_making_folder", full)
    with pytest.raises(UsageError, match=r"unsaved changes.*the disk is full.*without --preset opens them"):
        start("other.toml")
    assert memory_path().read_bytes() == before


@pytest.mark.parametrize("asked", ["no-such-preset", "broken.toml", "folder/gone.toml"])
def test_what_can_not_be_opened_is_refused_and_touches_nothing(home: Path, asked: str) -> None:
    """Unsaved changes wait where they are."""
    (home / "broken.toml").write_text("schema = 1\nalgorithms = 5")
    remember(CHANGED, written(home / "mine.toml"), dirty=True)
    before = memory_path().read_bytes()
    with pytest.raises(FileError):
        start(asked)
    assert not kept_aside()
    assert memory_path().read_bytes() == before


@pytest.mark.parametrize("asked", [None, "mine.toml", "other.toml", "rfc9421"])
@pytest.mark.parametrize("file", ["there", "gone", "broken", "none"])
def test_unsaved_changes_are_never_lost(home: Path, asked: str | None, file: str) -> None:
    """Whatever is opened next: they are on the screen or in a file, and that is told."""
    path = written(home / "mine.toml")
    written(home / "other.toml", OTHER)
    remember(CHANGED, None if file == "none" else path, dirty=True)
    if file == "gone":
        path.unlink()
    elif file == "broken":
        path.write_text("schema = 1")
    try:
        options = start(asked)
    except SigtuiError:
        assert asked == "mine.toml"
        assert file in ("gone", "broken")
        assert read_memory(memory_path())[0].preset == CHANGED
        return
    assert CHANGED in [options.document.draft.preset(), *kept_aside()]
    assert options.told


# What else it is opened with.


def test_theme_and_view_are_remembered(home: Path) -> None:
    """Also where another preset is asked for."""
    view = View(Operation.VERIFY, Mode.REUSED_KEY, "a")
    write_memory(memory_path(), Memory(theme="nord", view=view))
    for asked in (None, "rfc9421"):
        memory = start(asked).memory
        assert (memory.theme, memory.view) == ("nord", view)


@pytest.mark.parametrize("asked", [None, "mine.toml"])
def test_an_effort_that_is_given_is_that_of_the_draft(home: Path, asked: str | None) -> None:
    """On top of what was left unsaved, which can still be taken away."""
    remember(CHANGED, written(home / "mine.toml"), dirty=True)
    document = start(asked, effort="long").document
    assert document.draft.effort == EFFORTS["long"]
    shown, before = (CHANGED, MINE) if asked is None else (MINE, CHANGED)
    assert document.draft.preset() == replace(shown, effort=EFFORTS["long"])
    assert document.before == Draft.of(before)


def test_seed_and_cpu_are_handed_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they were given."""
    monkeypatch.setattr("sigtui.machine.inspect", lambda: Machine("Linux", "CPython", affinity=(0, 3)))
    options = find_options(None, None, 3, 11)
    assert (options.cpu, options.seed) == (3, 11)


@pytest.mark.parametrize(
    ("affinity", "why"),
    [
        ((0, 3), "--cpu: CPU 2: this process may use 0,3"),
        (None, "--cpu: CPU 2: this system has no CPU pinning"),
    ],
)
def test_a_cpu_that_can_not_be_had_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, affinity: tuple[int, ...] | None, why: str
) -> None:
    """With those that can, before anything is opened."""
    monkeypatch.setattr("sigtui.machine.inspect", lambda: Machine("Linux", "CPython", affinity=affinity))
    with pytest.raises(UsageError) as raised:
        find_options(None, None, 2, None)
    assert str(raised.value) == why


def test_keys_of_ones_own_are_bound(home: Path) -> None:
    """As the app knows them."""
    keymap_path().parent.mkdir(parents=True)
    keymap_path().write_text('schema = 1\n[keys]\nrun = "f6"\n')
    options = start()
    assert options.keymap == {"run": "f6"}
    assert options.told == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("schema = ", "is no TOML"), ('schema = 1\n[keys]\nrun = "p"\nrum = "z"\n', "pause already")],
)
def test_broken_keys_are_told_and_the_app_starts(home: Path, text: str, problem: str) -> None:
    """With the usual ones, all of them: half a file of keys would be no help."""
    keymap_path().parent.mkdir(parents=True)
    keymap_path().write_text(text)
    options = start()
    assert options.keymap == {}
    ((severity, said),) = options.told
    assert severity == "error"
    assert said.startswith("All keys are the usual ones until their file is right.\n")
    assert str(keymap_path()) in said
    assert problem in said
