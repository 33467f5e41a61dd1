"""Foreign files as the tools write and people paste them, and the golden files of what sigtui makes of each."""

from collections.abc import Callable, Mapping
from pathlib import Path

from sigtui.exports import table, toml
from sigtui.files.snapshot import Snapshot
from sigtui.imports import import_results

SAMPLES = Path(__file__).parent / "samples"
GOLDEN = Path(__file__).parent / "golden"

TOOLS: Mapping[str, str] = {
    "benchee.txt": "benchee",
    "benchee-comment.exs": "benchee",
    "benchmarkdotnet-github.md": "benchmarkdotnet",
    "benchmarkdotnet-pasted.md": "benchmarkdotnet",
    "benchmarkdotnet-report-full.json": "benchmarkdotnet",
    "hyperfine.json": "hyperfine",
    "liboqs-high-precision.txt": "liboqs",
    "liboqs-info.txt": "liboqs",
    "openssl-1.1-quoted.txt": "openssl",
    "openssl-3.0.txt": "openssl",
    "openssl-3.3-mr.txt": "openssl",
    "openssl-3.5-mr-both.txt": "openssl",
    "openssl-3.5.txt": "openssl",
    "openssl-4.0-mr.txt": "openssl",
    "pyperf-many.json": "pyperf",
    "pyperf-one.json": "pyperf",
}
"""Each sample, and whose it is."""

VERSIONS: Mapping[str, str] = {"openssl-3.3-mr.txt": "3.3.1", "openssl-4.0-mr.txt": "OpenSSL 4.0.0"}
"""What has to be said of samples that don't say it themselves."""

RENDERED: Mapping[str, Callable[[Snapshot], bytes]] = {
    ".toml": toml.render,
    ".table.txt": lambda snapshot: table.render(snapshot, 100),
}
"""How each golden file is made, by what its name ends in."""


def data(name: str) -> bytes:
    """Return a sample's bytes."""
    return (SAMPLES / name).read_bytes()


def imported(name: str) -> Snapshot:
    """Return the snapshot of a sample."""
    return import_results(data(name), name, openssl_version=VERSIONS.get(name))
