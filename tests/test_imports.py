"""What is imported when, seen from outside: in processes of their own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PRESET = """
schema = 1
[run]
operations = ["sign"]
modes = ["reused-key"]
[[algorithms]]
id = "ed25519"
[[messages]]
name = "m"
text = "x"
"""


def imported_by(code: str, folder: Path) -> set[str]:
    """Run some code and return the top-level modules that it imported, by their names on stderr's last line."""
    ended = subprocess.run(
        [
            *(sys.executable, "-P", "-c"),
            f"{code}\nimport json, sys\nsys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(ended.stderr.splitlines()[-1])}


def command(*arguments: str) -> str:
    """Return code that runs the command and goes on."""
    run = f"main({list(arguments)!r})"
    return f"from sigtui.__main__ import main\ntry:\n    {run}\nexcept SystemExit as end:\n    assert not end.code"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_that_is_slow(option: str, tmp_path: Path) -> None:
    """They answer at once: no numpy, no pydantic, no event loop, no library that signs."""
    imported = imported_by(command(option), tmp_path)
    assert "click" in imported
    assert not imported & {
        "numpy",
        "pydantic",
        "asyncio",
        "cryptography",
        "psutil",
        "tomllib",
        "textual",
        "rich",
    }


def test_a_headless_run_imports_no_screen(tmp_path: Path) -> None:
    """Neither Textual, Rich nor plotext is needed where there is no screen, and no signature library in the parent."""
    (tmp_path / "tiny.toml").write_text(PRESET)
    run = command("--preset", "tiny.toml", "--headless", "--effort", "quick")
    imported = imported_by(run, tmp_path)
    assert "numpy" in imported
    assert not imported & {"textual", "rich", "plotext", "cryptography", "oqs"}


def test_nothing_below_the_screen_imports_it(tmp_path: Path) -> None:
    """The floors below the screen bring neither Textual, Rich nor plotext with them."""
    floors = (
        "headless",
        "listings",
        "saying",
        "detail",
        "preview",
        "draft",
        "desk",
        "files.memory",
        "bench.runner",
    )
    imported = imported_by("\n".join(f"import sigtui.{floor}" for floor in floors), tmp_path)
    assert not imported & {"textual", "rich", "plotext"}


def test_finding_the_providers_imports_none_of_their_libraries(tmp_path: Path) -> None:
    """Which providers there are is known without loading them: only a worker does that."""
    imported = imported_by("from sigtui.providers import entries\nassert entries()", tmp_path)
    assert not imported & {"cryptography", "oqs", "numpy"}


def test_an_import_needs_no_screen_no_engine_and_no_library_that_signs(tmp_path: Path) -> None:
    """Only a tool's own reader of JSON comes with it."""
    (tmp_path / "a.json").write_text('{"results": [{"command": "x", "mean": 1.0}]}')
    imported = imported_by(command("import", "a.json"), tmp_path)
    assert "msgspec" in imported
    assert not imported & {"textual", "rich", "plotext", "cryptography", "oqs"}


def test_the_first_picture_needs_nothing_that_is_slow(tmp_path: Path) -> None:
    """The app and all that its first picture shows come without numpy, pydantic, psutil and the engine."""
    imported = imported_by("import sigtui.tui.launch\nassert sigtui.tui.launch.SigtuiApp.MODES", tmp_path)
    assert "textual" in imported
    assert not imported & {"numpy", "pydantic", "psutil", "plotext", "cryptography", "markdown_it"}


def test_what_a_signature_takes_on_the_wire_is_told_without_anything_slow(tmp_path: Path) -> None:
    """Rows for the whole catalogue need neither numpy, pydantic, an event loop nor a library that signs."""
    code = (
        "from sigtui.algorithms import catalogue\nfrom sigtui.wire.report import document, row\n"
        "from sigtui.wire.setting import Setting\n[document(row(each, Setting())) for each in catalogue()]"
    )
    slow = {"numpy", "pydantic", "asyncio", "cryptography", "psutil", "textual", "rich"}
    assert not imported_by(code, tmp_path) & slow


def test_sizes_are_printed_without_anything_slow(tmp_path: Path) -> None:
    """`sigtui sizes` answers at once, whatever its format; only a preset has to be read strictly."""
    slow = {"numpy", "pydantic", "asyncio", "cryptography", "psutil", "textual", "rich"}
    for output in ("table", "json", "csv", "markdown"):
        assert not imported_by(command("sizes", "--output", output), tmp_path) & slow
    (tmp_path / "tiny.toml").write_text(PRESET)
    imported = imported_by(command("sizes", "--preset", "tiny.toml"), tmp_path)
    assert "pydantic" in imported
    assert not imported & (slow - {"pydantic"})
