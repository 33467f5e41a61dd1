"""How soon, and in how much memory, a full report of BenchmarkDotNet is read, most of which are measurements."""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bars import Figure

_BYTES = 50 << 20
_BENCHMARKS = 60

_IMPORT = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from sigtui.files.store import read_bytes
from sigtui.imports import MOST_BYTES, import_results
path = Path(sys.argv[1])
snapshot = import_results(read_bytes(path, MOST_BYTES), str(path))
seconds = time.perf_counter() - start
import resource
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(seconds, most, len(snapshot.results))
"""


def measure() -> Iterator[Figure]:
    """Yield the seconds and the peak of resident memory of a process that imports 50 MB, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report-full.json")
        _write(path)
        done = subprocess.run([sys.executable, "-c", _IMPORT, str(path)], capture_output=True, check=True)
    seconds, most, rows = map(float, done.stdout.split())
    assert rows == _BENCHMARKS
    yield Figure("import of a 50 MB report of BenchmarkDotNet", seconds, 3, "s")
    yield Figure("its peak of resident memory", most / 1e6, 400, "MB")


def _write(path: Path) -> None:
    """Write a report of 50 MB, indented as BenchmarkDotNet does it."""
    chance = random.Random(1)  # noqa: S311 - figures of a file, no secret
    share = _BYTES // _BENCHMARKS
    with path.open("w", encoding="utf-8") as file:
        file.write('{"Title":"Bench.Sign-20260501-120000","HostEnvironmentInfo":{},"Benchmarks":[')
        for index in range(_BENCHMARKS):
            file.write("," if index else "")
            file.write(json.dumps(_head(index))[:-1] + ',"Measurements":[')
            written = 0
            while written < share:
                piece = json.dumps(_measurement(chance, written), indent=3)
                written += file.write("," + piece if written else piece)
            file.write("]}")
        file.write("]}\n")


def _head(index: int) -> dict[str, object]:
    return {
        "Type": "Sign",
        "Method": f"Sign{index}",
        "Parameters": "",
        "Statistics": {
            "N": 15,
            "Mean": 1_000.0 + index,
            "ConfidenceInterval": {"Level": 12, "Margin": 3.0},
        },
    }


def _measurement(chance: random.Random, place: int) -> dict[str, object]:
    return {
        "IterationMode": "Workload",
        "IterationStage": "Actual",
        "LaunchIndex": 1,
        "IterationIndex": place,
        "Operations": 4_096,
        "Nanoseconds": chance.uniform(1e8, 1e9),
    }
