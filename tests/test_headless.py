"""The headless run in this process, with fake workers: what it prints, exports, says and returns."""

import asyncio
import io
import json
import os
import signal
import tomllib
from collections.abc import Callable, Iterator, Mapping
from csv import DictReader
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sigtui import headless
from sigtui.bench import protocol
from sigtui.bench.process import Worker
from sigtui.bench.runner import Runner
from sigtui.cli import FORMAT_NAMES
from sigtui.errors import FileError, Problem, UsageError
from sigtui.exports import formats
from sigtui.files.snapshot import Snapshot
from sigtui.files.store import write_atomically
from sigtui.headless import Options
from sigtui.model import Algorithm, ProviderInfo, Support
from sigtui.progress import Bar
from tests.fakes import FakeClock, FakeMechanism, FakeWorker, Fleet, always, lognormal

PRESET = """
schema = 1
title = "two of them"
[run]
effort = "short"
operations = ["sign"]
modes = ["reused-key"]
[[algorithms]]
id = "ed25519"
[[algorithms]]
id = "ml-dsa-44"
[[messages]]
name = "m"
text = "some secret value"
"""


class Bad(FakeMechanism):
    """Signs something that nobody accepts."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign with another key."""
        return super().sign(private + b"!", message)


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Put the signal handlers back that a run sets."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Bench:
    """A headless run with fake workers: ``run`` it, then read its ``out`` and ``err``."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self.clock = FakeClock()
        self.folder = folder
        self.out = ""
        self.err = ""
        self.fleet = Fleet(
            {
                "ed25519": FakeMechanism(self.clock, sign=lognormal(2_000_000, 0.1).durations(1)),
                "ml-dsa-44": FakeMechanism(self.clock, sign=lognormal(3_000_000, 0.3).durations(2)),
            },
            self.clock,
            "cryptography",
        )
        self.available: Mapping[str, str] = {}
        self.cpus: list[int | None] = []
        self._capfd = capfd
        self.preset = folder / "two.toml"
        self.preset.write_text(PRESET)
        monkeypatch.setattr(headless, "discover", self._discover)
        monkeypatch.setattr(headless, "Runner", self._runner)
        self.spawn: Callable[[], Worker] = self.fleet

    async def _discover(self, tried: Mapping[str, list[Algorithm]]) -> tuple[ProviderInfo, ...]:
        chosen = tried["cryptography"]
        support = tuple(
            Support(one.id, one.id not in self.available, self.available.get(one.id, "")) for one in chosen
        )
        return (ProviderInfo("cryptography", True, versions={"cryptography": "50.0"}, support=support),)

    def _runner(self, *given: Any, cpu: int | None, **named: Any) -> Runner:  # noqa: ANN401 - passed on
        self.cpus.append(cpu)
        return partial(Runner, spawn=self.spawn, clock=self.clock)(*given, **named)

    def run(self, output: str = "json", *exports: Path, **options: Any) -> int:  # noqa: ANN401 - of Options
        """Run the preset; return the exit code."""
        chosen: dict[str, Any] = {"preset": str(self.preset), "effort": None, "cpu": None, "seed": None}
        code = headless.run(Options(output=output, exports=exports, **chosen | options))
        self.out, self.err = self._capfd.readouterr()
        return code


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Bench:
    """Return a headless run of two algorithms, ready to go."""
    return Bench(monkeypatch, capfd, tmp_path)


def rows_of(text: str) -> dict[str, Any]:
    """Return the results of a JSON snapshot by their algorithms."""
    return {row["algorithm"]: row for row in json.loads(text)["results"]}


def test_a_run_prints_its_snapshot_and_returns_0(bench: Bench) -> None:
    """The JSON on stdout is a snapshot with both results, verified and compared."""
    assert bench.run() == 0
    document = json.loads(bench.out)
    assert document["schema"] == "sigtui/snapshot/1"
    assert document["preset"]["title"] == "two of them"
    assert document["method"]["worker_processes"] == 3
    rows = rows_of(bench.out)
    assert list(rows) == ["ed25519", "ml-dsa-44"]
    for row in rows.values():
        assert (row["verified"], row["error"], row["batch"]) == (True, None, 1)
        assert row["samples"] > 100
    assert rows["ed25519"]["mean_us"] == pytest.approx(2_010, rel=0.03)
    assert rows["ml-dsa-44"]["ratio"] == pytest.approx(1.56, rel=0.06)
    assert rows["ml-dsa-44"]["ratio_low"] < rows["ml-dsa-44"]["ratio"] < rows["ml-dsa-44"]["ratio_high"]


@pytest.mark.parametrize("output", FORMAT_NAMES)
def test_stdout_carries_the_result_alone_in_every_format(bench: Bench, output: str) -> None:
    """What is on stdout is one document of its format; progress and warnings are on stderr."""
    assert bench.run(output) == 0
    parse: dict[str, Callable[[str], Any]] = {
        "json": rows_of,
        "toml": lambda text: {row["algorithm"]: row for row in tomllib.loads(text)["results"]},
        "csv": lambda text: {row["algorithm"]: row for row in DictReader(io.StringIO(text))},
        "table": lambda text: [line.strip("= ").split()[0] for line in text.splitlines() if "±" in line],
        "markdown": lambda text: [name for name in ("ed25519", "ml-dsa-44") if f"{name}" in text],
        "html": lambda text: [name for name in ("ed25519", "ml-dsa-44") if f'row">{name}' in text],
        "svg": lambda text: [name for name in ("ed25519", "ml-dsa-44") if f"{name}</text>" in text],
    }
    assert {"ed25519", "ml-dsa-44"} <= set(parse[output](bench.out))
    assert "worker process" in bench.err
    assert "[2/2]" in bench.err
    assert "[2/2]" not in bench.out


def test_progress_names_the_plan_the_processes_and_each_case(bench: Bench) -> None:
    """Without a terminal, stderr has a line for the plan, each worker process and each case that is over."""
    bench.run(output="table")
    lines = [line for line in bench.err.splitlines() if " measured, about " not in line]
    assert lines[0].startswith("two of them: 2 cases, effort short, about ")
    assert lines[1:4] == [f"worker process {number} of 3" for number in (1, 2, 3)]
    finished = sorted(line.split(": ")[0] for line in lines[4:])
    assert [line.split("] ")[0] for line in lines[4:]] == ["[1/2", "[2/2"]
    assert sorted(line.split("] ")[1] for line in finished) == [
        "ed25519 · cryptography · sign · reused-key · m",
        "ml-dsa-44 · cryptography · sign · reused-key · m",
    ]
    assert all("± " not in line and "±" in line and " ms (n=" in line for line in lines[4:])


def test_without_a_terminal_every_tenth_is_told_with_the_time_left(bench: Bench) -> None:
    """A log shows that the run goes on, long before its first case is finished."""
    bench.run()
    told = [line for line in bench.err.splitlines() if " measured, about " in line]
    tenths = [int(line.split(" %")[0]) for line in told]
    assert len(tenths) >= 5
    assert tenths == sorted(set(tenths))
    assert all(line.endswith(" s left") for line in told)


def test_an_interrupted_result_says_so_first(bench: Bench) -> None:
    """Whoever is shown a partial result is told, in the table and in the file."""
    bench.spawn = lambda: Interrupting(bench.fleet.server())
    target = bench.folder / "partial.json"
    assert bench.run("table", target) == 130
    assert "! Interrupted: " in bench.out
    assert " of 2 cases were finished. Spoils every n and ±." in bench.out
    assert json.loads(target.read_bytes())["warnings"][0].startswith("Interrupted: ")


def test_the_effort_of_the_command_outranks_that_of_the_preset(bench: Bench) -> None:
    """--effort quick runs one process, and the snapshot's preset and method both say quick."""
    assert bench.run(effort="quick") == 0
    document = json.loads(bench.out)
    assert document["method"]["effort"] == document["preset"]["run"]["effort"] == "quick"
    assert document["method"]["worker_processes"] == 1


def test_a_seed_is_recorded_and_repeats_the_order(bench: Bench) -> None:
    """--seed is in the snapshot; without it each run draws another and records that."""
    seeds = []
    for seed in (12345, None, None):
        bench.run(effort="quick", seed=seed)
        seeds.append(json.loads(bench.out)["method"]["seed"])
    assert seeds[0] == 12345
    assert len(set(seeds)) == 3


def test_a_failed_case_is_1_and_the_others_are_printed(bench: Bench) -> None:
    """A mechanism that fails its check costs its own row: the reason is in it, on stderr, and the code is 1."""
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "ml-dsa-44": Bad(bench.clock)}
    assert bench.run() == 1
    rows = rows_of(bench.out)
    assert rows["ml-dsa-44"]["error"] == "its own signature does not verify"
    assert rows["ml-dsa-44"]["verified"] is False
    assert rows["ml-dsa-44"]["mean_us"] is None
    assert rows["ed25519"]["mean_us"] > 0
    assert (
        "ml-dsa-44 · cryptography · sign · reused-key · m: failed: its own signature does not verify"
        in bench.err
    )


def test_warnings_go_to_stderr_where_the_result_does_not_show_them(bench: Bench) -> None:
    """Whoever reads JSON in a script still learns what spoils it; the table says it itself."""
    bench.run(effort="quick")
    assert any(line.startswith("! ") for line in bench.err.splitlines())
    bench.run(output="table", effort="quick")
    assert not any(line.startswith("! ") for line in bench.err.splitlines())


def test_a_failure_is_told_above_the_bar(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal too, a case that failed leaves a line with its reason."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "ml-dsa-44": Bad(bench.clock)}
    assert bench.run() == 1
    assert (
        "ml-dsa-44 · cryptography · sign · reused-key · m: failed: its own signature" in terminal.getvalue()
    )


def test_a_preset_is_not_overwritten_by_its_result(bench: Bench) -> None:
    """An export that names the preset itself is refused before anything is measured."""
    toml = bench.preset.rename(bench.preset.with_suffix(".toml"))
    bench.preset = toml
    before = toml.read_bytes()
    with pytest.raises(UsageError, match="is the preset itself"):
        bench.run("json", toml)
    assert toml.read_bytes() == before


def test_how_imprecise_new_keys_will_be_is_told_beforehand(bench: Bench) -> None:
    """Where a budget can't hold the keys that the effort's precision takes, both numbers are told."""
    bench.preset.write_text(
        PRESET.replace('"sign"', '"keygen"').replace('"ml-dsa-44"', '"rsa-2048-pss-sha512"')
    )
    mechanism = FakeMechanism(bench.clock, generate=always(70_000_000))
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "rsa-2048-pss-sha512": mechanism}
    bench.run(effort="quick")
    (line,) = [line for line in bench.err.splitlines() if line.startswith("imprecise: ")]
    assert "rsa-2048-pss-sha512 takes 70.0 ms on average" in line
    assert "±5 % takes about 626 of them (44 s), effort quick has time for 5" in line


def test_what_is_not_available_is_no_failure(bench: Bench) -> None:
    """An algorithm that nobody can do here is told with its reason and not planned; the code stays 0."""
    bench.available = {"ml-dsa-44": "needs OpenSSL 3.5"}
    assert bench.run() == 0
    assert list(rows_of(bench.out)) == ["ed25519"]
    assert "not planned: ml-dsa-44: cryptography: needs OpenSSL 3.5" in bench.err
    assert json.loads(bench.out)["skipped"] == [
        {"what": "ml-dsa-44", "reason": "cryptography: needs OpenSSL 3.5"}
    ]


@pytest.mark.parametrize("output", FORMAT_NAMES)
def test_if_nothing_remains_the_code_is_1(bench: Bench, output: str) -> None:
    """With nothing to measure, every format says so with an empty result, and the code is 1."""
    bench.available = {"ed25519": "FIPS", "ml-dsa-44": "FIPS"}
    target = bench.folder / "empty.json"
    assert bench.run(output, target) == 1
    assert "nothing can be measured here" in bench.err
    assert json.loads(target.read_bytes())["results"] == []
    assert not bench.fleet.workers
    if output == "json":
        assert json.loads(bench.out)["results"] == []


def test_exports_hold_what_is_printed(bench: Bench) -> None:
    """Each --export is written in the format of its suffix, and the JSON equals the one on stdout."""
    targets = [bench.folder / f"run.{suffix}" for suffix in ("json", "toml", "csv", "md")]
    assert bench.run("json", *targets, effort="quick") == 0
    assert targets[0].read_text() == bench.out
    assert len(tomllib.loads(targets[1].read_text())["results"]) == 2
    assert len(list(DictReader(io.StringIO(targets[2].read_text())))) == 2
    assert "ml-dsa-44" in targets[3].read_text()
    assert not [path for path in bench.folder.iterdir() if path.suffix == ".tmp"]


def test_exports_are_written_after_every_worker_process(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was measured so far is in the file before the next process begins: a crash later loses nothing."""
    written: list[int] = []

    def write(path: Path, data: bytes) -> None:
        written.append(sum(row["samples"] for row in json.loads(data)["results"]))

    monkeypatch.setattr(headless, "write_atomically", write)
    bench.run("json", bench.folder / "run.json")
    assert len(written) == 4  # three processes, and the end
    assert 0 < written[0] < written[1] < written[2] == written[3]


def test_an_export_that_fails_is_2_and_loses_nothing_else(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up during the run costs one file; the other one and stdout have the result."""
    full, fine = bench.folder / "full.json", bench.folder / "fine.json"

    def write_or_not(path: Path, data: bytes) -> None:
        if path == full:
            raise FileError(str(path), [Problem("", "can't be written: the disk is full")])
        write_atomically(path, data)

    monkeypatch.setattr(headless, "write_atomically", write_or_not)
    assert bench.run("json", full, fine) == 2
    assert f"sigtui: {full}: can't be written: the disk is full" in bench.err
    assert fine.read_text() == bench.out
    assert set(rows_of(bench.out)) == {"ed25519", "ml-dsa-44"}


class Interrupting(FakeWorker):
    """A worker during whose sixth slice somebody presses Ctrl+C, and again, impatiently."""

    signals: tuple[signal.Signals, ...] = (signal.SIGINT,)

    async def send(self, command: protocol.Command) -> None:
        """Raise the signals at the sixth slice."""
        await super().send(command)
        if self.count(protocol.Measure) == 6:
            for number in self.signals:
                signal.raise_signal(number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_130_and_keeps_what_it_has(bench: Bench, number: signal.Signals) -> None:
    """After Ctrl+C or SIGTERM the partial result is printed and exported."""
    kind = type("Once", (Interrupting,), {"signals": (number,)})
    bench.spawn = lambda: kind(bench.fleet.server())
    target = bench.folder / "partial.json"
    assert bench.run("json", target) == 130
    document = json.loads(bench.out)
    assert document["method"]["cancelled"] is True
    assert all(0 < row["samples"] < 100 for row in document["results"])
    assert target.read_text() == bench.out
    assert "goes on in a new one" not in bench.err


def test_a_second_interrupt_does_not_lose_what_the_first_one_ended(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C pressed again while the result is put together is not heard before it is printed and exported."""
    bench.spawn = lambda: Interrupting(bench.fleet.server())

    def interrupted(path: Path, data: bytes) -> None:
        signal.raise_signal(signal.SIGINT)
        write_atomically(path, data)

    monkeypatch.setattr(headless, "write_atomically", interrupted)
    target = bench.folder / "partial.json"
    assert bench.run("json", target) == 130
    assert target.read_text() == bench.out
    assert all(row["samples"] > 0 for row in json.loads(bench.out)["results"])


def test_an_interrupt_before_the_first_sample_leaves_rows_that_say_so(bench: Bench) -> None:
    """A case that was not reached has no figure and says why."""

    class AtOnce(FakeWorker):
        async def start(self) -> protocol.Hello:
            signal.raise_signal(signal.SIGINT)
            for _ in range(3):  # until the loop has heard of it
                await asyncio.sleep(0)
            return await super().start()

    bench.spawn = lambda: AtOnce(bench.fleet.server())
    assert bench.run() == 130
    rows = rows_of(bench.out)
    assert {row["error"] for row in rows.values()} == {"interrupted before its first sample"}
    assert {row["mean_us"] for row in rows.values()} == {None}


def test_an_export_that_fails_outranks_an_interrupt(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first code that applies counts: a file that can't be written is 2 even after Ctrl+C."""

    def refuse(path: Path, data: bytes) -> None:
        raise FileError(str(path), [Problem("", "can't be written")])

    monkeypatch.setattr(headless, "write_atomically", refuse)
    bench.spawn = lambda: Interrupting(bench.fleet.server())
    assert bench.run("json", bench.folder / "run.json") == 2


def test_an_interrupt_outranks_a_failed_case(bench: Bench) -> None:
    """130 before 1."""
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "ml-dsa-44": Bad(bench.clock)}
    bench.spawn = lambda: Interrupting(bench.fleet.server())
    assert bench.run() == 130
    assert rows_of(bench.out)["ml-dsa-44"]["error"] == "its own signature does not verify"


def test_a_cpu_is_checked_before_the_run_and_passed_on(bench: Bench) -> None:
    """--cpu with a CPU that is not there is refused with its name; a good one reaches the runner."""
    with pytest.raises(UsageError, match="--cpu"):
        bench.run(cpu=100_000)
    assert not bench.cpus
    usable = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    assert bench.run(effort="quick", cpu=usable) == 0
    assert bench.cpus == [usable]


BAD_TARGETS: dict[str, tuple[str, str]] = {
    "no folder": ("missing/run.json", "there is no folder"),
    "a folder": ("folder.json", "it is a folder"),
    "no suffix": ("run", "it has none; allowed: .csv, .html, .json, .md, .svg, .toml"),
    "an unknown suffix": ("run.xlsx", ".xlsx is no format"),
}


@pytest.mark.parametrize("name", BAD_TARGETS)
def test_an_export_that_can_not_work_is_refused_before_the_run(bench: Bench, name: str) -> None:
    """Nobody waits for a run whose result has no place to go."""
    (bench.folder / "folder.json").mkdir()
    target, reason = BAD_TARGETS[name]
    with pytest.raises((FileError, UsageError), match=reason):
        bench.run("json", bench.folder / target)
    assert not bench.fleet.workers


def test_slow_keys_are_told_beforehand(bench: Bench) -> None:
    """RSA key generation is announced with how long one key takes."""
    bench.preset.write_text(
        PRESET.replace('"sign"', '"keygen"').replace('"ml-dsa-44"', '"rsa-4096-pss-sha512"')
    )
    mechanism = FakeMechanism(bench.clock, generate=always(900_000_000))
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "rsa-4096-pss-sha512": mechanism}
    # 4096 bits are under a second a key, so that only 8192 would be announced
    assert bench.run(effort="quick") == 0
    assert "slow:" not in bench.err
    bench.preset.write_text(bench.preset.read_text().replace("rsa-4096", "rsa-8192"))
    bench.fleet.mechanisms = {**bench.fleet.mechanisms, "rsa-8192-pss-sha512": mechanism}
    assert bench.run(effort="quick") == 0
    assert "slow: creating a key of rsa-8192-pss-sha512 takes about 12 s, at times much more" in bench.err


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_a_terminal_gets_a_bar(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal progress is a bar that ends at 100 %, and the result is the same."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert bench.run() == 0
    shown = terminal.getvalue()
    assert "100%" in shown
    assert "preparing " in shown
    assert "worker process 1 of 3" not in shown
    assert set(rows_of(bench.out)) == {"ed25519", "ml-dsa-44"}


def test_the_bar_belongs_to_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stderr is no terminal, lines are written."""
    monkeypatch.setattr("sys.stderr", Terminal())
    assert isinstance(headless._progress(), Bar)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert not isinstance(headless._progress(), Bar)


class Full(io.StringIO):
    """A stderr on a full disk."""

    def write(self, text: str) -> int:
        """Fail."""
        raise OSError(28, "No space left on device")


def test_a_log_that_can_not_be_written_does_not_end_the_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Progress is lost on a full disk, the measurement is not."""
    monkeypatch.setattr("sys.stderr", Full())
    assert bench.run() == 0
    assert set(rows_of(bench.out)) == {"ed25519", "ml-dsa-44"}


def test_an_empty_snapshot_renders_in_every_format() -> None:
    """No format needs a result to be written."""
    for form in formats().values():
        assert isinstance(form.render(Snapshot()), bytes)
