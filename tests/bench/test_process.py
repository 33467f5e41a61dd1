"""Workers as real processes, and what becomes of a run when one dies, hangs or talks nonsense."""

import asyncio
import json
import os
import select
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import psutil
import pytest

from sigtui import algorithms
from sigtui.bench import process, protocol
from sigtui.bench.process import WorkerProcess
from sigtui.bench.runner import Limits, Runner
from sigtui.errors import ProtocolError, WorkerError
from sigtui.events import CaseFailed, CaseFinished, CasePrepared, CasePreparing, Event, RunEnded, WorkerEnded
from tests.fakes import Run, case, follow, plan, timed

BAD, GOOD = case("ml-dsa-44"), case("ed25519")
SCRIPT = str(Path(__file__).with_name("misbehaving.py"))
DEAF = str(Path(__file__).with_name("deaf.py"))
GUARD_SECONDS = 30
PATIENT = Limits(prepare=GUARD_SECONDS, measure=GUARD_SECONDS)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="uses signals and FIFOs")


def misbehaving(*what: str) -> Callable[[], WorkerProcess]:
    """Return what spawns workers of the script that does this."""
    return lambda: WorkerProcess((SCRIPT, *what))


def run_with(spawn: Callable[[], WorkerProcess], limits: Limits = PATIENT) -> Run:
    """Run the bad case and the good one with real workers: long enough for the misdeed on a busy machine too."""
    return asyncio.run(follow(Runner(plan([BAD, GOOD], timed(0.3)), spawn, limits=limits)))


def children() -> list[psutil.Process]:
    """Return the processes that this one started and that are still there."""
    found: list[psutil.Process] = psutil.Process().children(recursive=True)
    return found


DEATHS = {
    "exits": "the worker process died (exit code 7)",
    "is-killed": "the worker process died (killed by SIGKILL)",
    "segfaults": "the worker process died (killed by SIGSEGV)",
    "garbles": "the pipe carried garbage: b'*** buffer overf'",
}


@pytest.mark.parametrize(
    ("deed", "when"),
    [
        *(("exits", "prepare"), ("exits", "measure"), ("is-killed", "measure"), ("segfaults", "prepare")),
        *(("garbles", "prepare"), ("garbles", "measure")),
    ],
)
def test_a_worker_that_breaks_costs_its_case_alone(deed: str, when: str) -> None:
    """Whatever kills a worker, its case fails with the reason in words and a new worker does the rest."""
    told = run_with(misbehaving(f"{deed}@{when}"))
    assert told.of(CaseFailed) == [CaseFailed(BAD, DEATHS[deed])]
    assert [event.case for event in told.of(CaseFinished)] == [GOOD]
    assert (BAD in {event.case for event in told.of(CasePrepared)}) == (when == "measure")
    assert told.events[-1] == RunEnded(cancelled=False)
    assert DEATHS[deed] in [event.reason for event in told.of(WorkerEnded)]
    assert not children()


@pytest.mark.parametrize(("when", "limits"), [("prepare", Limits(2, 30)), ("measure", Limits(30, 2))])
def test_a_worker_that_hangs_is_ended_after_its_limit(when: str, limits: Limits) -> None:
    """A call that never returns fails its case after the limit, and the rest goes on."""
    told = run_with(misbehaving(f"hangs@{when}"), limits)
    assert told.of(CaseFailed) == [CaseFailed(BAD, "the worker process hung: no answer within 2 s")]
    assert [event.case for event in told.of(CaseFinished)] == [GOOD]
    assert not children()


def test_what_a_library_prints_does_not_disturb_the_protocol() -> None:
    """print() and writing to descriptor 1 in a timed call end up on stderr, and both cases are measured."""
    told = run_with(misbehaving("prints@measure"))
    assert not told.of(CaseFailed)
    assert {event.case for event in told.of(CaseFinished)} == {BAD, GOOD}
    assert told.state.processes == 1


def test_what_a_worker_started_ends_with_it(tmp_path: Path) -> None:
    """A process that a library forked is killed with the worker that hung: its end of the FIFO closes."""
    fifo = tmp_path / "held"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        told = run_with(misbehaving("forks-and-hangs@measure", str(fifo)), Limits(30, 2))
        poll = select.poll()
        poll.register(reader, 0)
        events = poll.poll(GUARD_SECONDS * 1_000)
    finally:
        os.close(reader)
    assert [event.case for event in told.of(CaseFailed)] == [BAD]
    assert events == [(reader, select.POLLHUP)]


def test_a_worker_that_dies_at_start_fails_every_case_with_its_last_words() -> None:
    """The last line that it wrote to stderr is part of the reason."""
    words = "ImportError: libcrypto.so.4: cannot open shared object file"
    spawn = lambda: WorkerProcess(("-c", f"import sys; sys.exit({words!r})"))  # noqa: E731 - it is a callback
    told = run_with(spawn)
    reason = f"the worker process died (exit code 1): {words}"
    assert set(told.of(CaseFailed)) == {CaseFailed(BAD, reason), CaseFailed(GOOD, reason)}
    assert not children()


def test_a_program_that_is_no_worker_is_refused_and_ended() -> None:
    """Something that answers with other bytes than Hello is not left running."""
    spawn = lambda: WorkerProcess(("-c", "print('Python 3.14 on linux', flush=True); input()"))  # noqa: E731 - it is a callback
    told = run_with(spawn)
    assert {event.reason for event in told.of(CaseFailed)} == {
        "the pipe carried garbage: b'Python 3.14 on l'"
    }
    assert not children()


def test_a_python_that_is_gone_is_a_reason_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """If not even the interpreter can be started, the cases fail and say so."""
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    told = run_with(WorkerProcess)
    assert {event.case for event in told.of(CaseFailed)} == {BAD, GOOD}
    assert all("can't be started" in event.reason for event in told.of(CaseFailed))


async def opened(fifo: Path) -> None:
    """Wait until somebody has written to a FIFO."""
    descriptor = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    written = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, written.set)
    try:
        await written.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


def test_cancel_ends_a_call_that_never_returns(tmp_path: Path) -> None:
    """Cancel, while the worker is deep inside a library, ends the run within 0.3 s and leaves no process."""
    fifo = tmp_path / "entered"
    os.mkfifo(fifo)
    runner = Runner(plan([BAD], timed(0.3)), misbehaving("hangs@measure", str(fifo)), limits=PATIENT)

    async def cancelled() -> tuple[Run, float]:
        loop = asyncio.get_running_loop()
        running = asyncio.create_task(follow(runner))
        async with asyncio.timeout(GUARD_SECONDS):
            await opened(fifo)
        start = loop.time()
        runner.cancel()
        return await running, loop.time() - start

    told, seconds = asyncio.run(cancelled())
    assert seconds < 0.3
    assert told.events[-1] == RunEnded(cancelled=True)
    assert not told.of(CaseFailed)
    assert not children()


def test_cancel_while_a_worker_starts_ends_the_run() -> None:
    """A worker that has not said Hello yet is ended too, whether or not its process exists by then."""
    for steps in (0, 1, 3):
        runner = Runner(plan([BAD], timed(0.05)), lambda: WorkerProcess(("-c", "input()")), limits=PATIENT)

        async def cancelled(runner: Runner = runner, steps: int = steps) -> Run:
            running = asyncio.create_task(follow(runner))
            for _ in range(steps):
                await asyncio.sleep(0)
            runner.cancel()
            return await running

        told = asyncio.run(cancelled())
        assert told.events[-1] == RunEnded(cancelled=True)
        assert not told.of(CaseFailed)
        assert not children()


def test_leaving_a_run_in_the_middle_leaves_no_worker() -> None:
    """Whoever stops listening to the events need not cancel for the process to end."""

    async def listened() -> Event:
        runner = Runner(plan([GOOD], timed(60.0)), misbehaving("prints@never"))
        async with aclosing(runner.events()) as events:
            async for event in events:
                if isinstance(event, CasePreparing):
                    return event
        raise AssertionError("the case was never prepared")

    asyncio.run(listened())
    assert not children()


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[WorkerProcess]:
    """Start a worker, by default the real one, and end it whatever happens."""
    worker = WorkerProcess(arguments) if arguments else WorkerProcess()
    try:
        await worker.start()
        yield worker
    finally:
        worker.kill()
        await worker.stop()


def prepared_by(worker_arguments: tuple[str, ...], algorithm: str) -> protocol.Reply:
    """Let a worker with the real providers prepare one case."""

    async def ask() -> protocol.Reply:
        async with started(*worker_arguments) as worker:
            await worker.send(protocol.Store("m", b"some secret value"))
            await worker.send(
                protocol.Prepare(0, algorithm, "cryptography", "sign", "reused-key", "m", 0, 1_000_000, b"")
            )
            return await worker.receive(GUARD_SECONDS)

    return asyncio.run(ask())


def test_files_in_this_folder_do_not_become_the_workers_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random.py, hmac.py or numpy.py beside the user's preset is not imported."""
    for name in ("random", "hmac", "numpy", "json", "struct", "cryptography", "sigtui"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the current folder')\n")
    monkeypatch.chdir(tmp_path)
    assert isinstance(prepared_by((), "hmac-sha256"), protocol.Prepared)


def test_the_worker_carries_nothing_but_what_is_timed() -> None:
    """Having measured every family, a worker has imported neither numpy nor anything of the screen."""
    families = {one.family: one.id for one in reversed(algorithms.catalogue())}
    code = f"""
import json, sys
from sigtui.bench import protocol, worker
from sigtui.providers import entries
server = worker.Server(entries())
list(server.answer(protocol.Store("m", b"message")))
for number, algorithm in enumerate({sorted(families.values())!r}):
    ask = protocol.Prepare(number, algorithm, "cryptography", "sign", "reused-key", "m", 0, 1_000_000, b"")
    prepared, = server.answer(ask)
    assert isinstance(prepared, protocol.Prepared), prepared
    measured, = server.answer(protocol.Measure(number, 1_000_000))
    assert isinstance(measured, protocol.Measured), measured
print(json.dumps(sorted(sys.modules)))
"""
    ended = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in json.loads(ended.stdout)}
    unwanted = {"numpy", "textual", "rich", "pydantic", "click", "plotext", "psutil", "asyncio", "tomllib"}
    assert not imported & unwanted
    assert "cryptography" in imported


def test_a_worker_ends_by_itself_when_its_parent_is_killed() -> None:
    """Nobody is left behind if sigtui is killed with SIGKILL: the worker sees the end of its pipe."""
    code = """
import asyncio
from sigtui.bench.process import WorkerProcess
async def main():
    hello = await WorkerProcess().start()
    print(hello.pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
    parent = subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        gone, _ = psutil.wait_procs([worker], GUARD_SECONDS)
    assert gone


def test_a_worker_ends_when_it_is_asked_to() -> None:
    """Quit ends it with no need for force, and stopping twice or killing then is harmless."""

    async def stopped() -> int | None:
        worker = WorkerProcess()
        hello = await worker.start()
        ended = psutil.Process(hello.pid)
        await worker.stop()
        await worker.stop()
        worker.kill()
        assert not ended.is_running()
        return hello.pid

    assert asyncio.run(stopped())
    assert not children()


def test_a_worker_that_ignores_quit_is_ended_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopping waits a moment, then kills."""
    monkeypatch.setattr(process, "_END_SECONDS", 0.1)

    async def stopped() -> None:
        worker = WorkerProcess((DEAF,))
        await worker.start()
        await worker.stop()

    asyncio.run(stopped())
    assert not children()


def test_a_worker_that_reads_nothing_does_not_block_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message larger than the pipe, sent to a worker that does not read, ends in an error in words."""

    async def sent() -> None:
        worker = WorkerProcess((DEAF,))
        await worker.start()
        monkeypatch.setattr(process, "START_SECONDS", 0.1)
        with pytest.raises(WorkerError, match=r"it read nothing for 0\.1 s"):
            await worker.send(protocol.Store("large", bytes(10 << 20)))

    asyncio.run(sent())
    assert not children()


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade in the middle of a session shows at once, and what to do about it."""
    monkeypatch.setattr(protocol, "VERSION", protocol.VERSION + 1)

    async def start() -> None:
        with pytest.raises(WorkerError, match="speaks another protocol: reinstall sigtui"):
            await WorkerProcess().start()

    asyncio.run(start())
    assert not children()


def test_a_worker_that_was_not_started_says_so() -> None:
    """Asking before starting is an error in words; stopping and killing are harmless."""

    async def ask() -> None:
        worker = WorkerProcess()
        await worker.stop()
        worker.kill()
        with pytest.raises(WorkerError, match="was not started"):
            await worker.send(protocol.Quit())

    asyncio.run(ask())


def test_half_a_frame_is_the_end_of_a_worker() -> None:
    """A worker that dies in the middle of an answer is told as dead, not as garbage."""
    code = "import os; os.write(1, b'SIGT\\6')"

    async def start() -> None:
        with pytest.raises(WorkerError, match=r"died \(exit code 0\)"):
            await WorkerProcess(("-c", code)).start()

    asyncio.run(start())


def test_garbage_before_hello_is_a_protocol_error() -> None:
    """Garbage is shown as it came, so that somebody can recognise who printed it."""

    async def start() -> None:
        with pytest.raises(ProtocolError, match="Downloading libo"):
            await WorkerProcess(("-c", "print('Downloading liboqs sources', flush=True); input()")).start()

    asyncio.run(start())
    assert not children()


def test_a_signal_reaches_the_parent_alone() -> None:
    """The worker is in a session of its own: Ctrl+C in the terminal is the parent's to decide about."""

    async def sessions() -> tuple[int, int]:
        worker = WorkerProcess()
        hello = await worker.start()
        try:
            return os.getsid(hello.pid), os.getsid(0)
        finally:
            await worker.stop()

    theirs, ours = asyncio.run(sessions())
    assert theirs != ours
