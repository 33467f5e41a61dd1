"""The command as people run it: a process of its own, with the real provider and real files."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from sigtui import __version__, algorithms, exports, machine
from sigtui.cli import EFFORT_NAMES, FORMAT_NAMES, main
from sigtui.model import EFFORTS

COMMAND = str(Path(sysconfig.get_path("scripts"), "sigtui"))
GUARD_SECONDS = 30

PRESET = """
schema = 1
title = "tiny"
[run]
operations = ["sign"]
modes = ["reused-key"]
[[algorithms]]
id = "ed25519"
[[messages]]
name = "m"
text = "some secret value"
"""

BOTH = PRESET.replace("[[messages]]", '[[algorithms]]\nid = "ecdsa-p256-sha256"\n[[messages]]')


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with presets, and with files whose names are those of modules."""
    folder = tmp_path_factory.mktemp("here")
    (folder / "tiny.toml").write_text(PRESET)
    (folder / "both.toml").write_text(BOTH)
    for name in ("random", "hmac", "numpy", "json", "asyncio", "click"):
        (folder / f"{name}.py").write_text("raise SystemExit('imported from the current folder')\n")
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the surroundings of a command: no settings of this machine's user, a terminal of 120 columns."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    return kept | {"XDG_CONFIG_HOME": str(folder / "config"), "COLUMNS": "120"} | more


def sigtui(
    folder: Path,
    *arguments: str,
    command: tuple[str, ...] = (COMMAND,),
    **options: Any,  # noqa: ANN401 - of subprocess.run
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder; whatever it does, nobody sees a traceback."""
    given: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(folder)}
    ended: subprocess.CompletedProcess[str] = subprocess.run(
        [*command, *arguments], cwd=folder, text=True, timeout=GUARD_SECONDS, check=False, **given | options
    )
    for text in (ended.stdout, ended.stderr):
        assert "Traceback" not in (text or "")
        assert "Exception ignored" not in (text or "")
    return ended


def headless(*arguments: str) -> tuple[str, ...]:
    """Return the arguments of the shortest run."""
    return ("--preset", "tiny.toml", "--headless", "--effort", "quick", *arguments)


def test_a_run_prints_json_and_exports_what_it_prints(here: Path) -> None:
    """The result alone is on stdout, progress alone on stderr, and files hold the same result."""
    names = ("run.json", "run.toml", "run.csv", "run.md")
    exported = [part for name in names for part in ("--export", name)]
    usable = machine.inspect().affinity
    pinned = ("--cpu", str(usable[0])) if usable else ()  # macOS pins nothing
    ended = sigtui(here, *headless("--output", "json", "--seed", "42", *pinned, *exported))
    assert ended.returncode == 0
    document = json.loads(ended.stdout)
    assert document["schema"] == "sigtui/snapshot/1"
    assert document["method"].items() >= {"effort": "quick", "seed": 42, "worker_processes": 1}.items()
    (row,) = document["results"]
    assert (row["algorithm"], row["operation"], row["mode"]) == ("ed25519", "sign", "reused-key")
    assert row["message"] == {"name": "m", "bytes": 17}
    assert (row["verified"], row["error"]) == (True, None)
    assert row["samples"] >= 5
    assert 0 < row["min_us"] <= row["median_us"] <= row["max_us"]
    assert row["signature_bytes"] == {"min": 64, "mean": 64, "max": 64}
    assert (here / "run.json").read_text() == ended.stdout
    assert tomllib.loads((here / "run.toml").read_text())["results"][0]["mean_us"] == row["mean_us"]
    assert (here / "run.csv").read_text().count("ed25519") >= 1
    assert "ed25519" in (here / "run.md").read_text()
    lines = ended.stderr.splitlines()
    assert lines[0].startswith("tiny: 1 cases, effort quick, about ")
    (finished,) = [line for line in lines if line.startswith("[1/1]")]
    assert re.fullmatch(r"\[1/1\] ed25519 · .* · m: .* µs \(n=[\d,]+\)", finished)


BAD_USES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "unknown option": (("--hedless",), ("No such option", "--headless")),
    "unknown effort": (headless("--effort", "qick"), ("'qick'", "quick", "short", "medium", "long")),
    "unknown format": (headless("--output", "yaml"), ("'yaml'", *FORMAT_NAMES)),
    "unknown command": (("algoritms",), ("algoritms",)),
    "no number": (headless("--seed", "many"), ("'many'",)),
    "negative cpu": (headless("--cpu", "-1"), ("-1",)),
    "a cpu too many": (headless("--cpu", "99999"), ("--cpu", "99999")),
    "unknown preset": (("--preset", "rfc9412", "--headless"), ("rfc9412", "did you mean 'rfc9421'?")),
    "missing preset": (("--preset", "./absent.toml", "--headless"), ("absent.toml",)),
    "broken preset": (
        ("--preset", "broken.toml", "--headless"),
        ("run.effort", "'qick'", "algorithms[0]", "ed25519", "nmae"),
    ),
    "no preset": (("--preset", "binary.toml", "--headless"), ("binary.toml",)),
    "missing folder": (headless("--export", "absent/run.json"), ("absent/run.json", "there is no folder")),
    "folder as target": (headless("--export", "config.json"), ("config.json", "it is a folder")),
    "unknown suffix": (headless("--export", "run.xls"), ("run.xls", ".csv, .html, .json, .md, .svg, .toml")),
    "misplaced option": (("--output", "json", "algorithms"), ("--output", "algorithms")),
    "no screen": ((), ("--headless",)),
}


@pytest.fixture
def mistaken(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of presets as the current one, with some that are broken."""
    broken = BOTH.replace("ed25519", "ed25518").replace("[run]", "[run]\neffort = 'qick'")
    (here / "broken.toml").write_text(broken.replace("name =", "nmae ="))
    (here / "binary.toml").write_bytes(b"\xff\xfe\0\0" * 10)
    (here / "config.json").mkdir(exist_ok=True)
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "config"))
    before = signal.getsignal(signal.SIGTERM)
    yield here
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("name", BAD_USES)
def test_bad_use_is_2_and_says_what_is_allowed(
    mistaken: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    """A wrong option or file ends before anything is measured, with a message and nothing on stdout."""
    arguments, words = BAD_USES[name]
    with pytest.raises(SystemExit) as ended:
        main(arguments, prog_name="sigtui")
    out, err = capfd.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert all(word in err for word in words), err
    assert "worker process" not in err


def test_all_problems_of_a_preset_are_told_at_once(mistaken: Path) -> None:
    """Seen from outside too, a broken preset is 2, one line a problem, each with the file and the key."""
    ended = sigtui(mistaken, "--preset", "broken.toml", "--headless")
    assert ended.returncode == 2
    assert ended.stdout == ""
    lines = ended.stderr.splitlines()
    assert len(lines) >= 3
    assert all("broken.toml: " in line for line in lines)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_refused_before_the_run(here: Path, tmp_path: Path) -> None:
    """Whoever may not write there learns it before the run, not after it."""
    tmp_path.chmod(0o500)
    ended = sigtui(here, *headless("--export", str(tmp_path / "run.json")))
    assert ended.returncode == 2
    assert "permission" in ended.stderr
    assert "worker process" not in ended.stderr


SABOTAGE = """
import os
from sigtui.providers.pyca.eddsa import EdDsa

def signer(self, private, message):
    return lambda: os._exit(9)

EdDsa.signer = signer
"""

HANG = """
import os, threading
from sigtui.providers.pyca.eddsa import EdDsa

def generate(self):
    with open(os.environ["ENTERED"], "wb") as entered:
        entered.write(b"!")
    threading.Event().wait()

EdDsa.generate = generate
"""


def sabotaged(folder: Path, code: str, **more: str) -> dict[str, str]:
    """Return surroundings in which a provider's code is changed in every process."""
    place = folder / "sabotage"
    place.mkdir()
    (place / "sitecustomize.py").write_text(code)
    return environment(folder, PYTHONPATH=str(place), **more)


def test_a_library_that_crashes_is_1_and_the_others_are_measured(here: Path, tmp_path: Path) -> None:
    """A worker killed by its library costs one row, with the reason in words there and on stderr."""
    arguments = ("--preset", "both.toml", "--headless", "--effort", "quick", "--output", "json")
    ended = sigtui(here, *arguments, env=sabotaged(tmp_path, SABOTAGE))
    assert ended.returncode == 1
    rows = {row["algorithm"]: row for row in json.loads(ended.stdout)["results"]}
    assert rows["ed25519"]["error"] == "the worker process died (exit code 9)"
    assert rows["ed25519"]["mean_us"] is None
    assert rows["ecdsa-p256-sha256"]["error"] is None
    assert rows["ecdsa-p256-sha256"]["samples"] >= 5
    assert "ed25519 · cryptography · sign · reused-key · m: failed: the worker process died" in ended.stderr


@contextmanager
def running(folder: Path, *arguments: str, **options: Any) -> Iterator["subprocess.Popen[str]"]:  # noqa: ANN401 - of Popen
    """Start the command, and make sure that it ends."""
    given: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(folder)}
    with subprocess.Popen([COMMAND, *arguments], cwd=folder, text=True, **given | options) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(process: "subprocess.Popen[str]", text: str) -> None:
    """Read stderr up to the line that holds a text."""
    assert process.stderr is not None
    for line in process.stderr:
        if text in line:
            return
    raise AssertionError(f"the command never said {text!r}")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_prints_and_exports_what_it_has(
    here: Path, tmp_path: Path, number: signal.Signals
) -> None:
    """Ctrl+C and SIGTERM in the middle of a run are 130, with partial results and no process left."""
    target = tmp_path / "partial.json"
    arguments = ("--preset", "tiny.toml", "--headless", "--effort", "medium", "--output", "json")
    with running(here, *arguments, "--export", str(target)) as process:
        wait_for(process, "worker process 2 of 5")
        workers = psutil.Process(process.pid).children()
        process.send_signal(number)
        out, err = process.communicate(timeout=GUARD_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in err
    document = json.loads(out)
    assert document["method"]["cancelled"] is True
    assert document["results"][0]["samples"] > 100
    assert document["results"][0]["error"] is None
    assert target.read_text() == out
    assert not [worker for worker in workers if worker.is_running()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_before_anything_is_measured_is_130(
    here: Path, tmp_path: Path, number: signal.Signals
) -> None:
    """A signal while the providers are being tried ends at once, with one line and no process left."""
    fifo = tmp_path / "entered"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with running(here, *headless(), env=sabotaged(tmp_path, HANG, ENTERED=str(fifo))) as process:
        entered, _, _ = select.select([reader], [], [], GUARD_SECONDS)
        os.close(reader)
        assert entered
        workers = psutil.Process(process.pid).children()
        process.send_signal(number)
        out, err = process.communicate(timeout=GUARD_SECONDS)
    assert process.returncode == 130
    assert out == ""
    assert err == "sigtui: interrupted\n"
    assert workers
    assert not [worker for worker in workers if worker.is_running()]


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="has no /dev/full")
@pytest.mark.parametrize(
    "arguments", [headless("--output", "json"), ("presets",), ("--version",), ("--help",)]
)
def test_a_full_disk_is_told_in_a_line(here: Path, arguments: tuple[str, ...]) -> None:
    """A result that can't be written is 2 and a message, whatever was asked."""
    with FULL.open("w") as full:
        ended = sigtui(here, *arguments, stdout=full)
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == "sigtui: stdout: can't be written: No space left on device"


def test_a_reader_that_leaves_early_is_no_error_worth_a_message(here: Path) -> None:
    """``sigtui … | head -1`` says nothing about it."""
    read, write = os.pipe()
    os.close(read)
    try:
        ended = sigtui(here, *headless("--output", "json"), stdout=write)
    finally:
        os.close(write)
    assert "rror" not in ended.stderr
    assert "pipe" not in ended.stderr


CLOSED = {
    "stdout": (">&-", ("presets",), False, False),
    "stderr": ("2>&-", ("presets",), True, False),
    "all": ("<&- >&- 2>&-", headless("--export", "closed.json"), False, False),
}


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a shell does")
@pytest.mark.parametrize("name", CLOSED)
def test_streams_may_be_closed(here: Path, name: str) -> None:
    """``>&-`` and ``2>&-`` are no crash: what was measured is in the file, and nothing else is written to it."""
    redirections, arguments, out, err = CLOSED[name]
    target = here / "closed.json"
    target.unlink(missing_ok=True)
    shell = ("/bin/sh", "-c", f'exec "$0" "$@" {redirections}', COMMAND)
    ended = sigtui(here, *arguments, command=shell)
    assert ended.returncode == 0
    assert (bool(ended.stdout), bool(ended.stderr)) == (out, err)
    if "--export" in arguments:
        assert json.loads(target.read_bytes())["results"][0]["error"] is None


def test_help_names_the_efforts_and_formats_that_there_are(here: Path) -> None:
    """--help lists the same efforts, formats, suffixes and exit codes as the rest of sigtui knows."""
    assert tuple(EFFORTS) == EFFORT_NAMES
    assert set(exports.formats()) == set(FORMAT_NAMES)
    text = " ".join(sigtui(here, "--help").stdout.split())
    assert f"[{'|'.join(EFFORT_NAMES)}]" in text
    assert f"[{'|'.join(FORMAT_NAMES)}]" in text
    assert all(form.SUFFIX in text for form in exports.formats().values())
    for code in ("2", "130", "1", "0"):
        assert re.search(rf"\b{code} [a-z]", text)
    assert "sigtui --preset rfc9421 --headless" in text


@pytest.mark.parametrize("arguments", [("--version",), ("-h",), ("machine", "--help")])
def test_python_m_sigtui_is_the_same_command(here: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Both ways of starting it print the same, apart from the program's name."""
    module = subprocess.run(
        [sys.executable, "-m", "sigtui", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=environment(here),
    )
    assert (
        module.stdout.replace("python -m sigtui", "sigtui").split() == sigtui(here, *arguments).stdout.split()
    )
    assert __version__ in sigtui(here, "--version").stdout


def test_the_catalogue_is_listed_with_what_works_here(here: Path) -> None:
    """The real provider is asked for every algorithm, and each answer says available or why not."""
    ended = sigtui(here, "algorithms", "--output", "json")
    assert ended.returncode == 0
    assert ended.stderr == ""
    rows = json.loads(ended.stdout)["algorithms"]
    assert [row["id"] for row in rows] == [one.id for one in algorithms.catalogue()]
    able = {row["id"] for row in rows if any(told["available"] for told in row["providers"])}
    assert {"hmac-sha256", "rsa-2048-pss-sha512", "ecdsa-p256-sha256", "ed25519"} <= able


LISTS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "presets": lambda told: "rfc9421" in {row["name"] for row in told["presets"]},
    "machine": lambda told: told.keys() >= {"os", "python", "providers", "warnings"},
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_one_document_on_stdout(here: Path, name: str) -> None:
    """Each list comes as JSON on request, on stdout alone."""
    told = sigtui(here, name, "--output", "json")
    assert (told.returncode, told.stderr) == (0, "")
    assert LISTS[name](json.loads(told.stdout))


def test_a_list_is_utf_8_whatever_the_terminal_says(here: Path) -> None:
    """A list is a table by default, and a terminal that claims to know ASCII only is no crash."""
    (here / "config/sigtui/presets").mkdir(parents=True, exist_ok=True)
    (here / "config/sigtui/presets/mine.toml").write_text(PRESET.replace("tiny", "größer"), encoding="utf-8")
    ended = sigtui(here, "presets", env=environment(here, PYTHONIOENCODING="ascii"), encoding="utf-8")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.search("^mine +user +größer$", ended.stdout, re.MULTILINE)


def test_a_terminal_gets_a_bar_and_a_pipe_gets_the_result(here: Path) -> None:
    """With stderr on a terminal, progress is a bar there; stdout is a table no wider than the terminal."""
    ours, theirs = pty.openpty()
    try:
        ended = sigtui(here, *headless(), stderr=theirs)
        shown = b""
        while select.select([ours], [], [], 0)[0]:
            shown += os.read(ours, 65_536)
    finally:
        os.close(theirs)
        os.close(ours)
    assert ended.returncode == 0
    assert "1 of 1 cases finished" in shown.decode()
    assert "Traceback" not in shown.decode()
    lines = ended.stdout.splitlines()
    assert lines[0] == "tiny"
    assert any("µs" in line and "±99.9%" in line and "/s·core" in line for line in lines)
    assert any(line.startswith("=  ed25519 ") for line in lines)
    assert max(map(len, lines)) <= 120


SPEED = "+DTP:253:sign:Ed25519:1\n+R8:16225:253:Ed25519:0.99\n+F9:4:31252.3:28858.8:20233.9\n"


def test_an_import_prints_and_exports_what_another_tool_measured(here: Path) -> None:
    """From standard input; what has no id is said on stderr, and the export is a snapshot."""
    arguments = ("import", "-", "--openssl-version", "3.3.1", "--output", "json", "--export", "speed.toml")
    ended = sigtui(here, *arguments, input=SPEED)
    assert ended.returncode == 0
    document = json.loads(ended.stdout)
    assert [row["algorithm"] for row in document["results"]] == ["ed25519", None, None, None]
    assert document["origin"]["file"] == "stdin"
    assert (
        ended.stderr
        == "stdin: 3 rows without an id, kept under the tool's own name: KEM 4 (-mr gives no name)\n"
    )
    written = tomllib.loads((here / "speed.toml").read_text())
    assert written["results"][0]["mean_us"] == document["results"][0]["mean_us"]


def test_an_import_that_can_not_be_read_is_one_error(here: Path) -> None:
    """With the place, and what to do; nothing on stdout."""
    for arguments, problem in (
        (("import", "-"), "stdin: line 3: what +F9 means depends on the version of OpenSSL"),
        (("import", "-", "--tool", "opensl"), "did you mean 'openssl'"),
        (("import", "absent.json"), "absent.json: there is no such file"),
        (("import",), "Missing argument 'FILE...'"),
    ):
        ended = sigtui(here, *arguments, input=SPEED)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert problem in ended.stderr
