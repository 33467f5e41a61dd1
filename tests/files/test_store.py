import errno
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from sigtui.errors import FileError
from sigtui.files import store
from sigtui.files.store import (
    PresetEntry,
    check_writable,
    find_preset,
    free_path,
    is_absent,
    is_shipped,
    list_presets,
    shipped_presets,
    user_presets,
    user_state,
    write_atomically,
    write_making_folder,
)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return an empty folder of the user's presets and one of the shipped ones, both in use."""
    user, shipped, here = tmp_path / "user", tmp_path / "shipped", tmp_path / "here"
    for folder in (user, shipped, here):
        folder.mkdir()
    monkeypatch.setattr(store, "user_presets", lambda: user)
    monkeypatch.setattr(store, "shipped_presets", lambda: shipped)
    monkeypatch.chdir(here)
    return user, shipped


def refusal_of(path: Path) -> str:
    """Write a file that can't be written, and return the error's text."""
    with pytest.raises(FileError) as caught:
        write_atomically(path, b"new")
    assert caught.value.place == str(path)
    return str(caught.value)


def test_a_new_file_gets_the_mode_of_the_umask(tmp_path: Path) -> None:
    """A new file is as readable as any other that the user creates."""
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"content")
    finally:
        os.umask(before)
    assert (tmp_path / "a").read_bytes() == b"content"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    """A private file stays private, whatever the umask is."""
    path = tmp_path / "a"
    path.write_bytes(b"old and longer")
    path.chmod(0o600)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_links_are_followed(tmp_path: Path) -> None:
    """A link stays a link, also where its file is yet to be created."""
    (tmp_path / "real").mkdir()
    for name in ("there", "new"):
        (tmp_path / name).symlink_to(Path("real") / name)
    (tmp_path / "real" / "there").write_bytes(b"old")
    for name in ("there", "new"):
        write_atomically(tmp_path / name, b"new")
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / "real" / name).read_bytes() == b"new"


def test_a_large_content_is_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that takes only some bytes at a time gets them all."""
    whole = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: whole(descriptor, data[:3]))
    write_atomically(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    """A pipe is not replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"content")
    reader.join()
    assert received == [b"content"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("existing", [True, False])
@pytest.mark.parametrize("name", ["open", "write", "fchmod", "fsync", "close", "replace"])
@pytest.mark.parametrize("call", [1, 2])
def test_a_failing_system_call_leaves_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bool, name: str, call: int
) -> None:
    """Whatever call fails, the file is whole, no temporary file is left, and the error is a FileError."""
    path = tmp_path / "a"
    if existing:
        path.write_bytes(b"old content")
    failed = fail(monkeypatch, name, call, OSError(errno.ENOSPC, "No space left on device"))
    try:
        write_atomically(path, b"new content")
    except FileError as error:
        assert failed()
        assert str(error) == (
            f"{path}: can't be written: the disk is full; free some space, or choose another place"
        )
    else:
        assert not failed()
    monkeypatch.undo()
    written = path.read_bytes() if path.exists() else None
    assert written in ({b"old content", b"new content"} if existing else {None, b"new content"})
    assert [entry.name for entry in tmp_path.iterdir()] == (["a"] if written is not None else [])


def fail(monkeypatch: pytest.MonkeyPatch, name: str, call: int, error: BaseException) -> Callable[[], bool]:
    """Let the given call of a function of os fail, after half of what it does; tell whether it did."""
    real: Callable[..., object] = getattr(os, name)
    calls: list[str] = []

    def failing(*arguments: object, **options: object) -> object:
        calls.append(name)
        if len(calls) != call:
            return real(*arguments, **options)
        if name == "write":
            descriptor, data = arguments
            assert isinstance(data, memoryview)
            real(descriptor, data[: len(data) // 2])
        if name == "close":
            real(*arguments)
        raise error

    monkeypatch.setattr(os, name, failing)
    return lambda: len(calls) >= call


def test_an_interruption_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C while writing goes on as Ctrl+C, and leaves neither half a file nor a temporary one."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    fail(monkeypatch, "write", 1, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new content")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_that_cannot_sync_folders_is_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network file systems refuse to sync a folder; the file is written all the same."""
    fail(monkeypatch, "fsync", 2, OSError(errno.EINVAL, "Invalid argument"))
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    """The path, the reason and a remedy are in the text; writing and checking beforehand agree."""
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    refused = {
        tmp_path: "it is a folder; give the path of a file",
        tmp_path / "no" / "a": f"there is no folder {str(tmp_path / 'no')!r}; create it",
        tmp_path / "file" / "a": "a part of its path is a file",
        tmp_path / "loop": "in a circle",
        tmp_path / ("x" * 300): "name is too long",
        tmp_path / "a\0b": "its path is impossible",
    }
    for path, words in refused.items():
        assert words in refusal_of(path)
        with pytest.raises(FileError, match="can't be written") as caught:
            check_writable(path)
        assert words in str(caught.value)


def test_a_folder_that_takes_no_files_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems, such as /proc, say that there is no such file where one is created."""
    fail(monkeypatch, "open", 1, FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert "its folder takes no new files; choose another place" in refusal_of(tmp_path / "a")


def test_a_read_only_file_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although a rename would succeed, a file without write permission is neither written nor promised."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda asked, _: asked != path)
    assert "no permission" in refusal_of(path)
    with pytest.raises(FileError, match="no permission"):
        check_writable(path)
    assert path.read_bytes() == b"old"


def test_a_read_only_folder_is_found_before_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check tells a missing permission from a read-only file system."""
    monkeypatch.setattr(os, "access", lambda asked, _: asked != tmp_path)
    with pytest.raises(FileError, match="no permission"):
        check_writable(tmp_path / "a")

    class ReadOnly:
        f_flag = os.ST_RDONLY

    monkeypatch.setattr(os, "statvfs", lambda _: ReadOnly)
    with pytest.raises(FileError, match="the file system is read-only"):
        check_writable(tmp_path / "a")


def test_a_check_creates_nothing(tmp_path: Path) -> None:
    """A path that can be written passes, and is as it was."""
    check_writable(tmp_path / "a")
    assert not list(tmp_path.iterdir())
    check_writable(Path("/dev/null"))


def test_a_name_is_looked_for_in_its_order(folders: tuple[Path, Path]) -> None:
    """A file here, a user's preset, a shipped one, and a file here without its suffix, in this order."""
    user, shipped = folders
    Path("only.toml").touch()
    assert find_preset("only") == Path("only.toml")
    (shipped / "only.toml").touch()
    assert find_preset("only") == shipped / "only.toml"
    (user / "only.toml").touch()
    assert find_preset("only") == user / "only.toml"
    assert find_preset("only.toml") == Path("only.toml")
    Path("only").touch()
    assert find_preset("only") == Path("only")


def test_what_comes_with_sigtui_is_known_by_its_folder(folders: tuple[Path, Path], tmp_path: Path) -> None:
    """Also through a link to it, and for a file that is not there yet; what lies deeper or beside does not."""
    user, shipped = folders
    (tmp_path / "link").symlink_to(shipped)
    assert is_shipped(shipped / "new.toml")
    assert is_shipped(tmp_path / "link" / "x.toml")
    assert is_shipped(user / ".." / "shipped" / "x.toml")
    assert not is_shipped(user / "x.toml")
    assert not is_shipped(shipped / "inner" / "x.toml")
    assert not is_shipped(shipped)


def test_a_folder_of_that_name_is_no_preset(folders: tuple[Path, Path]) -> None:
    """A folder here does not hide the preset."""
    Path("name").mkdir()
    (folders[1] / "name.toml").touch()
    assert find_preset("name") == folders[1] / "name.toml"


def test_a_path_is_a_path(folders: tuple[Path, Path]) -> None:
    """What has a separator is never a name; the suffix may be left out, and it need not exist."""
    (folders[1] / "a.toml").touch()
    assert find_preset("./a") == Path("a")
    Path("a.toml").touch()
    assert find_preset("./a") == Path("a.toml")
    assert find_preset("/no/where.toml") == Path("/no/where.toml")


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b", "x" * 300, "rfc942"])
def test_an_unknown_name_gets_the_names_there_are(folders: tuple[Path, Path], name: str) -> None:
    """The error lists the presets, and the nearest one."""
    (folders[1] / "rfc9421.toml").touch()
    with pytest.raises(FileError) as caught:
        find_preset(name)
    assert "There are: rfc9421" in str(caught.value)
    assert ("did you mean 'rfc9421'?" in str(caught.value)) == (name == "rfc942")


def test_a_users_preset_hides_the_shipped_one(folders: tuple[Path, Path]) -> None:
    """The list has each name once, in order, with its origin; other files are not in it."""
    user, shipped = folders
    for path in (shipped / "b.toml", shipped / "a.toml", user / "b.toml", user / "c.txt", user / ".toml"):
        path.touch()
    (user / "d.toml").mkdir()
    assert list_presets() == (
        PresetEntry("a", shipped / "a.toml", "shipped"),
        PresetEntry("b", user / "b.toml", "user"),
    )


def test_missing_folders_hold_no_presets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is created on reading; a folder that can't be read is an error with its path."""
    monkeypatch.setattr(store, "user_presets", lambda: tmp_path / "user")
    monkeypatch.setattr(store, "shipped_presets", lambda: tmp_path / "shipped")
    assert list_presets() == ()
    assert not list(tmp_path.iterdir())

    def forbidden(_: Path) -> list[Path]:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", forbidden)
    with pytest.raises(FileError, match="no permission"):
        list_presets()


def test_the_folders_are_where_people_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's presets follow the platform's configuration folder; the shipped ones are there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert user_presets() == tmp_path / "sigtui" / "presets"
    assert (shipped_presets() / "rfc9421.toml").is_file()


def test_the_wheel_has_its_presets_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in the package wins over the one beside it."""
    monkeypatch.setattr(store, "_PACKAGE", tmp_path / "sigtui")
    assert shipped_presets() == tmp_path / "presets"
    (tmp_path / "sigtui" / "presets").mkdir(parents=True)
    assert shipped_presets() == tmp_path / "sigtui" / "presets"


def test_a_folder_that_can_not_be_created_is_said(tmp_path: Path) -> None:
    """A file stands where the folder should be, or no system takes the path."""
    (tmp_path / "state").write_text("")
    with pytest.raises(FileError, match="its folder can't be created"):
        write_making_folder(tmp_path / "state" / "sigtui" / "app.toml", b"")
    with pytest.raises(FileError, match="its folder can't be created: its path is impossible"):
        write_making_folder(Path("/a\0b/c"), b"")


def test_a_free_path_is_one_that_nothing_has(tmp_path: Path) -> None:
    """Numbers begin at 1; a link to nothing takes one too."""
    assert free_path(tmp_path, "unsaved-") == tmp_path / "unsaved-1.toml"
    (tmp_path / "unsaved-1.toml").write_bytes(b"")
    (tmp_path / "unsaved-2.toml").symlink_to(tmp_path / "gone")
    assert free_path(tmp_path, "unsaved-") == tmp_path / "unsaved-3.toml"
    assert free_path(tmp_path, "app.", ".bak") == tmp_path / "app.1.bak"


def test_absent_is_what_is_not_there(tmp_path: Path) -> None:
    """What can't be looked at is there, so that reading it says why not."""
    (tmp_path / "file").write_bytes(b"")
    assert is_absent(tmp_path / "none")
    assert is_absent(tmp_path / "none" / "file")
    assert not is_absent(tmp_path / "file")
    assert not is_absent(tmp_path / "file" / "below")
    assert not is_absent(Path("/a\0b"))


def test_what_sigtui_keeps_for_itself_has_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's state folder; nothing is created."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert user_state().name == "sigtui"
    assert user_state().is_relative_to(tmp_path)
    assert not user_state().exists()
