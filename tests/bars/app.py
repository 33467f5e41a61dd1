"""Measuring inside the app against measuring without a screen: its figures have to be the same.

Both run alternately: the app in a pseudo-terminal of 120 × 40, its histogram of the row in question repainting all the
while, its figures read from the file that it keeps of its last run.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sigtui.algorithms import catalogue
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot, read_snapshot
from tests.bars import Figure
from tests.test_terminal import Terminal

_PAIRS = 5
_NAME = "ecdsa-p256-sha256"

# The shipped preset's algorithms and message. The cursor is on the first of them.
_OTHERS = ("hmac-sha256", "ecdsa-p384-sha384", "ed25519", "rsa-2048-pss-sha512", "ml-dsa-44")
_PRESET = "\n".join(
    (
        'schema = 1\ntitle = "sign"\n[run]\neffort = "short"\noperations = ["sign"]\nmodes = ["reused-key"]',
        *(f'[[algorithms]]\nid = "{name}"' for name in (_NAME, *_OTHERS)),
        '[[messages]]\nname = "properties"\nrandom_bytes = 93\nseed = 1\n',
    )
)


def measure() -> Iterator[Figure]:
    """Yield how far the normalised medians are apart, and both p99, in µs."""
    inside, outside = [], []
    with TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "sign.toml").write_text(_PRESET)
        for turn in range(_PAIRS):
            # Who goes first changes, as in against_pyperf.
            if turn % 2:
                inside.append(_row(_in_the_app(home)))
                outside.append(_row(_headless(home)))
            else:
                outside.append(_row(_headless(home)))
                inside.append(_row(_in_the_app(home)))
    apart = _normalised(inside) / _normalised(outside) - 1
    yield Figure(f"{_NAME} sign: normalised median in the app against headless", abs(apart) * 100, 5, "%")
    yield Figure(f"{_NAME} sign: p99 in the app", _p99(inside), None, "µs")
    yield Figure(f"{_NAME} sign: p99 headless", _p99(outside), None, "µs")


def _in_the_app(home: Path) -> Snapshot:
    terminal = Terminal(home, "-m", "sigtui", "--preset", "sign.toml")
    try:
        # The app tries its whole catalogue first, which would be another's load.
        terminal.until_shown("r measures")
        terminal.press("m")
        terminal.until_shown(f"of {len(catalogue())} algorithms")
        terminal.press("gr")
        terminal.until_shown("Done: ")
        terminal.press("q")
        terminal.until_ended()
    finally:
        terminal.child.close(force=True)
    (kept,) = home.rglob("last-run.toml")
    return read_snapshot(kept)


def _headless(home: Path) -> Snapshot:
    target = home / "headless.toml"
    command = ["--preset", "sign.toml", "--headless", "--export", str(target)]
    subprocess.run(
        [sys.executable, "-m", "sigtui", *command],
        capture_output=True,
        check=True,
        cwd=home,
        env=os.environ | {"HOME": str(home)},
    )
    return read_snapshot(target)


def _row(run: Snapshot) -> Result:
    return next(result for result in run.results if result.algorithm == _NAME)


def _normalised(rows: list[Result]) -> float:
    return statistics.median(row.median_normalised_us or 0.0 for row in rows)


def _p99(rows: list[Result]) -> float:
    return statistics.median(row.p99_us or 0.0 for row in rows)
