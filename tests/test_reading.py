import errno
import os
from pathlib import Path

import pytest

from sigtui.errors import FileError
from sigtui.reading import read_bytes, reason


def refusal_of(path: Path, limit: int = 100) -> str:
    """Read a file that can't be read and return the error's text."""
    with pytest.raises(FileError) as caught:
        read_bytes(path, limit)
    assert caught.value.place == str(path)
    return str(caught.value)


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    """As many bytes as the limit are read, one more is refused with both numbers."""
    path = tmp_path / "a"
    path.write_bytes(bytes(100))
    assert read_bytes(path, 100) == bytes(100)
    assert "has 100 bytes; at most 99" in refusal_of(path, 99)


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    """A symbolic link stands for its file."""
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "link").symlink_to("a")
    assert read_bytes(tmp_path / "link", 1) == b"x"


def test_a_file_that_hides_its_size_is_limited_too() -> None:
    """Files of /proc say 0 bytes and have more."""
    path = Path("/proc/self/status")
    if not path.exists():
        pytest.skip("no /proc on this system")
    assert read_bytes(path, 1 << 20)
    assert "is larger than 5 bytes" in refusal_of(path, 5)


def test_a_missing_file_gets_its_nearest_name(tmp_path: Path) -> None:
    """The nearest name of the folder is offered, none where nothing is near, and a missing folder is said."""
    (tmp_path / "Report.toml").touch()
    assert "did you mean 'Report.toml'?" in refusal_of(tmp_path / "reprt.toml")
    assert refusal_of(tmp_path / "zzz").endswith("there is no such file; check the path")
    assert "there is no folder" in refusal_of(tmp_path / "nowhere" / "a")


def test_devices_and_folders_are_refused(tmp_path: Path) -> None:
    """Only regular files are read."""
    assert "is a folder" in refusal_of(tmp_path)
    assert "is a device" in refusal_of(Path("/dev/zero"))


def test_a_circle_of_links_and_a_file_as_folder_are_said(tmp_path: Path) -> None:
    """The system's refusals come as words with a remedy."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "file").touch()
    assert "in a circle" in refusal_of(tmp_path / "a")
    assert "not a folder" in refusal_of(tmp_path / "file" / "x")
    assert "name is too long" in refusal_of(tmp_path / ("x" * 300))


def test_a_missing_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remedy is in the text."""
    (tmp_path / "a").touch()

    def forbidden(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", forbidden)
    assert "can't be read: this user has no permission; change it with chmod" in refusal_of(tmp_path / "a")


def test_an_unknown_reason_is_the_systems_own_text() -> None:
    """What has no words here keeps the system's, and never none."""
    assert reason(OSError(errno.ESTALE, "Stale file handle")) == "Stale file handle"
    assert reason(OSError("odd")) == "odd"
    assert reason(OSError()) == "OSError"
