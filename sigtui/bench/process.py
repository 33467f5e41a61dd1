"""A worker process as the parent sees it: started, asked, answering in time or not, and ended."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Protocol

import sigtui
from sigtui.bench import protocol
from sigtui.bench.protocol import Command, Reply
from sigtui.errors import ProtocolError, WorkerError

_STDERR_KEPT = 2_000
_END_SECONDS = 1.0
START_SECONDS = 30.0
"""How long a worker may take to say Hello, or to take what it is sent."""


class Worker(Protocol):
    """What the runner needs of a worker; tests bring one that lives in this process."""

    async def start(self) -> protocol.Hello:
        """Start it; WorkerError if it does not come up."""

    async def send(self, command: Command) -> None:
        """Ask something; a worker that is gone shows at the next ``receive``."""

    async def receive(self, seconds: float) -> Reply:
        """Return the next answer; WorkerError if none comes in time or the worker died, ProtocolError."""

    async def stop(self) -> None:
        """End it politely, and by force if it does not end."""

    def kill(self) -> None:
        """End it at once; harmless if it is gone."""


class WorkerProcess:
    """``python -m sigtui.bench.worker`` with its pipes.

    It has a session of its own, so that Ctrl+C in the terminal reaches the parent alone, which then decides.
    """

    def __init__(self, arguments: tuple[str, ...] = ("-m", "sigtui.bench.worker")) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._killed = False
        self._stderr = b""
        self._drain: asyncio.Task[None] | None = None

    async def start(self) -> protocol.Hello:
        """Start the process and wait for its Hello."""
        root = str(Path(sigtui.__file__).parent.parent)
        # -P: a file random.py in the user's folder must not become the worker's random.
        # PYOQS_VERSION: `import oqs` must never clone and build a library behind the user's back.
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH")))),
            "PYOQS_VERSION": "disabled",
        }
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", *self._arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                env=environment,
            )
        except OSError as error:
            raise WorkerError(f"the worker process can't be started: {error}") from error
        self._drain = asyncio.create_task(self._keep_stderr())
        try:
            return await self._greeted()
        except BaseException:
            await self._end()
            raise

    async def send(self, command: Command) -> None:
        """Write a command to the worker's stdin."""
        stdin = self._running().stdin
        try:
            async with asyncio.timeout(START_SECONDS):
                if stdin:
                    stdin.write(protocol.encode(command))
                    await stdin.drain()
        except ConnectionError:
            pass  # the next receive knows more
        except TimeoutError:
            await self._end()
            raise WorkerError(f"the worker process hung: it read nothing for {START_SECONDS:g} s") from None

    async def receive(self, seconds: float) -> Reply:
        """Read a reply from the worker's stdout."""
        try:
            async with asyncio.timeout(seconds):
                return await self._read()
        except TimeoutError:
            await self._end()
            raise WorkerError(f"the worker process hung: no answer within {seconds:g} s") from None
        except asyncio.IncompleteReadError:
            raise WorkerError(await self._cause_of_death()) from None
        except ProtocolError:
            await self._end()
            raise

    async def stop(self) -> None:
        """Say Quit, wait a second, then kill."""
        if self._process is None:
            return
        await self.send(protocol.Quit())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
        await self._end()

    def kill(self) -> None:
        """Send SIGKILL to it and to whatever it started; the worker has nothing to save."""
        self._killed = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _greeted(self) -> protocol.Hello:
        if self._killed:  # before there was anything to kill
            raise WorkerError("the worker process was ended before it began")
        hello = await self.receive(START_SECONDS)
        if not isinstance(hello, protocol.Hello) or hello.version != protocol.VERSION:
            raise WorkerError("the worker process speaks another protocol: reinstall sigtui")
        return hello

    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise WorkerError("the worker process was not started")
        return self._process

    async def _read(self) -> Reply:
        stdout = self._running().stdout
        if stdout is None:
            raise WorkerError("the worker process has no stdout")
        kind, text, data = protocol.lengths(await stdout.readexactly(protocol.HEADER_BYTES))
        body = await stdout.readexactly(text), await stdout.readexactly(data)
        return protocol.decode(kind, *body)  # type: ignore[return-value] # only a worker writes here

    async def _keep_stderr(self) -> None:
        stderr = self._running().stderr
        while stderr and (chunk := await stderr.read(4096)):
            self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]

    async def _end(self) -> None:
        """Kill it and wait until it is gone and all it said has been read, but not for ever."""
        self.kill()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._running().wait()
                if self._drain is not None:
                    await self._drain

    async def _cause_of_death(self) -> str:
        process = self._running()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await process.wait()
        code = process.returncode
        await self._end()
        if code is None:
            return "the worker process closed its pipe"
        names = {int(known): known.name for known in signal.Signals}
        how = f"killed by {names.get(-code, f'signal {-code}')}" if code < 0 else f"exit code {code}"
        lines = self._stderr.decode(errors="replace").strip().splitlines()
        return f"the worker process died ({how})" + (f": {lines[-1]}" if lines else "")
