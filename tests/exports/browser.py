"""A browser without a window, spoken to over a pair of pipes in the Chrome DevTools Protocol."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SECONDS = 60.0  # for the whole visit: a browser that hangs is ended
_OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ),
    "--remote-debugging-pipe",
)

# The browser reads commands from descriptor 3 and writes to 4, which may be something else's in this process.
_BECOME = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in enumerate(ends, 3):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""


def browser() -> str | None:
    """Return the path of a browser of Chromium's kind, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Visit:
    """A tab. ``events`` are what the browser told of so far: their names with their parameters."""

    def __init__(self, reading: int, writing: int) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._reading, self._writing = reading, writing
        self._rest = b""
        self._count = 0
        self._session: str | None = None
        self._until = time.monotonic() + _SECONDS
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def open(self, path: Path) -> None:
        """Open a file and wait until all of it is there."""
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        while "Page.loadEventFired" not in [name for name, _ in self.events]:
            self._take()

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - whatever JSON a script returns
        """Return what a script says of the page."""
        told = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def screen(self, width: int, height: int = 900) -> None:
        """Show the page on a screen of this size."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def colours(self, scheme: str) -> None:
        """Make the reader somebody who likes ``light`` or ``dark``."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", features=[feature])

    def complaints(self) -> list[str]:
        """Return everything that the console would show."""
        names = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
        return [json.dumps(told) for name, told in self.events if name in names]

    def requested(self) -> list[str]:
        """Return every address that was asked for."""
        return [told["request"]["url"] for name, told in self.events if name == "Network.requestWillBeSent"]

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command and return its result."""
        self._count += 1
        command: dict[str, object] = {"id": self._count, "method": method, "params": parameters}
        if self._session is not None:
            command["sessionId"] = self._session
        os.write(self._writing, json.dumps(command).encode() + b"\0")
        while True:
            told = self._take()
            if told.get("id") == self._count:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result

    def _take(self) -> dict[str, Any]:
        """Return the browser's next message; an event is kept too."""
        while b"\0" not in self._rest:
            left = self._until - time.monotonic()
            ready, _, _ = select.select([self._reading], [], [], max(0.0, left))
            data = os.read(self._reading, 1 << 16) if ready else b""
            if not data:
                raise TimeoutError("the browser ended or said nothing in time")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        if "method" in told:
            self.events.append((told["method"], told.get("params", {})))
        return told


@contextmanager
def visit(path: str, profile: Path) -> Iterator[Visit]:
    """Start a browser with an empty profile; end it and all its processes."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = (path, *_OPTIONS, f"--user-data-dir={profile}")
    started = subprocess.Popen(
        [sys.executable, "-c", _BECOME, str(theirs_in), str(theirs_out), *command],
        pass_fds=(theirs_in, theirs_out),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Visit(ours_in, ours_out)
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        os.close(ours_in)
        os.close(ours_out)
