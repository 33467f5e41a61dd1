import io
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from sigtui.cli import main
from sigtui.errors import FileError, SigtuiError, UsageError
from sigtui.files.memory import memory_path
from sigtui.tui import launch
from sigtui.tui.studio import Options


class Terminal(io.StringIO):
    """What a terminal looks like from inside."""

    def isatty(self) -> bool:
        """Say yes."""
        return True


@dataclass
class Opened:
    """Stands for the app: remembers what it was opened with."""

    options: list[Options] = field(default_factory=list)
    theme: str | None = None
    ran: bool = False
    refused: SigtuiError | None = None
    return_code: int = 0
    left_undone: tuple[str, ...] = ()
    said_at_last: str = ""

    def __call__(self, find_options: Callable[[], Options], theme: str | None) -> "Opened":
        """Be made."""
        self.find_options, self.theme = find_options, theme
        return self

    def run(self) -> None:
        """Find out what to open."""
        self.ran = True
        try:
            self.options.append(self.find_options())
        except SigtuiError as error:
            self.refused = error


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that all files of a test are in, the app's own ones too."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def app(home: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return what is opened instead of the app, on a terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    # Not sys itself: pytest puts its own stdout there while a test runs.
    monkeypatch.setattr(
        launch, "sys", SimpleNamespace(stdin=Terminal(), stdout=Terminal(), stderr=Terminal())
    )
    nothing = SimpleNamespace(disable=list, enable=list, freeze=list, set_threshold=lambda *_: None)
    monkeypatch.setattr(launch, "gc", nothing)  # which would last for all other tests
    opened = Opened()
    monkeypatch.setattr(launch, "SigtuiApp", opened)
    return opened


def test_its_exit_code_comes_back(app: Opened) -> None:
    """And what was asked for is what it opens."""
    app.return_code = 3
    assert launch.run("rfc9421", "long", None, 11) == 3
    (options,) = app.options
    assert options.document.name == "rfc9421.toml"
    assert (options.document.draft.effort.name, options.seed) == ("long", 11)


def test_a_preset_that_is_not_there_is_refused_before_there_is_a_screen(app: Opened) -> None:
    """Nothing flickers for a wrong name."""
    with pytest.raises(FileError, match="no-such-preset"):
        launch.run("no-such-preset", None, None, None)
    assert not app.ran


def test_what_is_wrong_in_a_preset_is_told_when_the_screen_is_gone(app: Opened, home: Path) -> None:
    """As a headless run tells it."""
    (home / "broken.toml").write_text("schema = 1\nalgorithms = 5")
    with pytest.raises(FileError, match="algorithms"):
        launch.run("broken.toml", None, None, None)
    assert app.ran


@pytest.mark.parametrize(
    ("memory", "theme"),
    [(None, None), ('theme = "nord"', "nord"), ("theme = 1", None), ("theme = ", None), ("\xff", None)],
)
def test_the_first_picture_has_the_theme_of_last_time(
    app: Opened, memory: str | None, theme: str | None
) -> None:
    """Whatever else is in the memory; without one it is the usual one."""
    if memory is not None:
        memory_path().parent.mkdir(parents=True)
        memory_path().write_text(memory, "latin-1")
    launch.run(None, None, None, None)
    assert app.theme == theme


def test_what_failed_while_leaving_is_said(app: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no screen any more that could tell it; the exit code is that of a file that failed."""
    app.left_undone = ("app.toml: can't be written: the disk is full",)
    assert launch.run(None, None, None, None) == 2
    assert "sigtui: app.toml: can't be written: the disk is full" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--effort", "eternal"), "'quick', 'short', 'medium', 'long'"),
        (("--cpu", "-1"), "x>=0"),
        (("--cpu", "two"), "not a valid integer"),
        (("--seed", "-1"), "x>=0"),
    ],
)
def test_an_option_that_is_impossible_is_refused(arguments: tuple[str, ...], said: str) -> None:
    """By its name, with what is allowed; the exit code is that of wrong usage."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 2
    assert arguments[0] in result.output
    assert said in result.output


# Where there is no terminal.

_NO_TERMINAL: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "input": lambda patch: patch.setattr("sigtui.tui.launch.sys.stdin", io.StringIO()),
    "output": lambda patch: patch.setattr("sigtui.tui.launch.sys.stdout", io.StringIO()),
    "dumb": lambda patch: patch.setenv("TERM", "dumb"),
}


@pytest.mark.parametrize("what", _NO_TERMINAL)
@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (None, "sigtui --preset rfc9421 --headless"),
        ("mine", "sigtui --preset mine --headless"),
        ("my own.toml", "sigtui --preset 'my own.toml' --headless"),
    ],
)
def test_without_a_terminal_it_teaches_headless(
    app: Opened, monkeypatch: pytest.MonkeyPatch, what: str, asked: str | None, line: str
) -> None:
    """With a line that can be pasted; nothing is opened, and nobody's unsaved changes are moved."""
    memory_path().parent.mkdir(parents=True)
    memory_path().write_text("theme = 1")
    files = sorted(os.listdir(memory_path().parent))  # noqa: PTH208 - hidden leftovers would be seen too
    _NO_TERMINAL[what](monkeypatch)
    with pytest.raises(UsageError) as raised:
        launch.run(asked, None, None, None)
    assert str(raised.value).endswith(line)
    assert raised.value.exit_code == 2
    assert not app.options
    assert sorted(os.listdir(memory_path().parent)) == files  # noqa: PTH208 - as above
