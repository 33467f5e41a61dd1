import errno
import io
from pathlib import Path

import pytest

from sigtui.cli import TOOLS
from sigtui.errors import FileError, SigtuiError, UsageError
from sigtui.files.snapshot import parse_snapshot, read_snapshot
from sigtui.importing import Asked, run
from sigtui.imports import import_results, tools
from tests.imports.samples import SAMPLES, data, imported


def asked(*names: str, **more: object) -> Asked:
    """Return what a command line with samples asks for."""
    return Asked(tuple(str(SAMPLES / name) for name in names), **more)  # type: ignore[arg-type]


def test_the_command_names_every_tool() -> None:
    """Spelled out there, because finding them costs more than --help may."""
    assert set(TOOLS) == set(tools())
    assert list(TOOLS) == sorted(TOOLS)


def test_a_file_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """What has no id is said on stderr, and only there; nothing of it is lost."""
    printed = run(asked("liboqs-info.txt"), "table", 100).decode()
    assert "ml-dsa-65" in printed
    assert "Dilithium3" in printed
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "liboqs-info.txt: 6 rows without an id, kept under the tool's own name: Dilithium3, Falcon-512\n"
    )


def test_other_forms_say_warnings_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """The table has them under its figures."""
    made = parse_snapshot(run(asked("liboqs-info.txt"), "json"), "a.json")
    assert made.results == imported("liboqs-info.txt").results
    assert "! Dilithium3: 3,293 B" in capsys.readouterr().err


def test_an_export_reads_back_equal(tmp_path: Path) -> None:
    """As TOML; the suffix says the form."""
    run(asked("openssl-3.5.txt", exports=(tmp_path / "a.toml", tmp_path / "a.md")), "table", 100)
    assert read_snapshot(tmp_path / "a.toml") == import_results(data("openssl-3.5.txt"), "openssl-3.5.txt")
    assert (tmp_path / "a.md").read_text().startswith("# openssl speed 3.5.6")


def test_several_files_are_printed_one_after_the_other() -> None:
    """Of different tools and machines too."""
    printed = run(asked("benchee.txt", "hyperfine.json"), "table", 100).decode()
    assert printed.index("Benchee") < printed.index("imported from hyperfine")


def test_several_files_of_one_tool_become_one_snapshot(tmp_path: Path) -> None:
    """Where something is to be kept."""
    twice = tmp_path / "again.txt"
    twice.write_bytes(data("benchee.txt"))
    files = (str(SAMPLES / "benchee.txt"), str(twice))
    run(Asked(files, exports=(tmp_path / "both.toml",)), "table", 100)
    assert len(read_snapshot(tmp_path / "both.toml").results) == 2 * len(imported("benchee.txt").results)


def test_files_that_differ_are_not_kept_as_one(tmp_path: Path) -> None:
    """Nothing is written, and the field is named; so it is for JSON."""
    for output, exports in (("table", (tmp_path / "a.toml",)), ("json", ())):
        with pytest.raises(UsageError, match="differ in tool"):
            run(asked("benchee.txt", "hyperfine.json", exports=exports), output)
    assert not list(tmp_path.iterdir())


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    """Of several files, each with its name."""
    (tmp_path / "a.txt").write_text("nothing")
    (tmp_path / "b.txt").write_text("")
    with pytest.raises(SigtuiError) as caught:
        run(Asked((str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), str(tmp_path / "c.txt"))), "table")
    told = str(caught.value)
    assert "a.txt: is no result" in told
    assert "b.txt: is empty" in told
    assert "c.txt: there is no such file" in told
    assert caught.value.exit_code == 2


def test_an_export_never_overwrites_what_is_read(tmp_path: Path) -> None:
    """Nor has it a form that nobody asked for."""
    path = tmp_path / "results.json"
    path.write_bytes(data("hyperfine.json"))
    with pytest.raises(UsageError, match="is one of the files that are read"):
        run(Asked((str(path),), exports=(path,)), "table")
    assert path.read_bytes() == data("hyperfine.json")
    with pytest.raises(UsageError, match="is no format"):
        run(Asked((str(path),), exports=(tmp_path / "a.xlsx",)), "table")


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be read once."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data("openssl-3.0.txt"))))
    assert b"imported from openssl speed 3.0.19, stdin" in run(Asked(("-",)), "table", 200)
    with pytest.raises(UsageError, match="can be read once"):
        run(Asked(("-", "-")), "table")


class _Closed(io.BytesIO):
    """A stream that can't be read."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError(errno.EBADF, "Bad file descriptor")


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file that can't be read."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(_Closed()))
    with pytest.raises(FileError, match="stdin: can't be read: Bad file descriptor"):
        run(Asked(("-",)), "table")
