"""The command ``sigtui import``: other tools' results, printed as sigtui prints its own, and kept as snapshots."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from sigtui.errors import FileError, Problem, UsageError
from sigtui.exports import by_suffix, formats, table
from sigtui.files.snapshot import Snapshot
from sigtui.files.store import check_writable, read_bytes, write_atomically
from sigtui.findings import findings
from sigtui.imports import MOST_BYTES, import_results, joined, unmapped
from sigtui.numbers import count
from sigtui.streams import say

STDIN = "-"
"""What stands for standard input among the files."""

_NAMED = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked for; None and empty where it said nothing."""

    files: tuple[str, ...]
    tool: str | None = None
    openssl_version: str | None = None
    exports: tuple[Path, ...] = ()


def run(asked: Asked, output: str, width: int | None = None) -> bytes:
    """Read the files, write the exports, and return what is printed; what has no id is said on stderr.

    Several files are printed one after the other. In a file, and in every form but the table, they are one
    snapshot, which needs the same tool and machine. Raises SigtuiError for whatever is wrong.
    """
    targets = [(path, by_suffix(path)) for path in asked.exports]
    for path, _ in targets:
        check_writable(path)
        if any(_is_same(path, name) for name in asked.files):
            raise UsageError(f"--export {path}: is one of the files that are read, which it would overwrite")
    if asked.files.count(STDIN) > 1:
        raise UsageError(f"{STDIN} stands for standard input, which can be read once")
    read = _read(asked)
    one = joined(read) if targets or output != table.NAME else None
    for path, form in targets:
        write_atomically(path, form.render(one or read[0]))
    for snapshot in read:
        _tell(snapshot, warned=output == table.NAME)
    if one is not None and output != table.NAME:
        return formats()[output].render(one)
    wide = width or shutil.get_terminal_size((table.WIDTH, 24)).columns
    return b"\n".join(table.render(snapshot, wide) for snapshot in read)


def _read(asked: Asked) -> list[Snapshot]:
    """Return a snapshot for each file; what is wrong in any of them is said at once."""
    made: list[Snapshot] = []
    wrong: list[FileError] = []
    for name in asked.files:
        try:
            place, data = ("stdin", _stdin()) if name == STDIN else (name, read_bytes(Path(name), MOST_BYTES))
            made.append(import_results(data, place, asked.tool, asked.openssl_version))
        except FileError as error:
            wrong.append(error)
    if len(wrong) > 1:
        raise UsageError("\n".join(map(str, wrong)))
    if wrong:
        raise wrong[0]
    return made


def _stdin() -> bytes:
    try:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileError("stdin", [Problem("", f"can't be read: {error.strerror or error}")]) from error


def _is_same(path: Path, name: str) -> bool:
    given = Path(name)
    return name != STDIN and path.exists() and given.exists() and path.samefile(given)


def _tell(snapshot: Snapshot, *, warned: bool) -> None:
    """Say which rows have no id, and what spoils the figures where the table does not say it."""
    origin = snapshot.extra.get("origin")
    file = origin.get("file") if isinstance(origin, dict) else None
    without = unmapped(snapshot)
    if without:
        more = f" and {len(without) - _NAMED} more" if len(without) > _NAMED else ""
        number = sum(result.algorithm is None for result in snapshot.results)
        rows = "1 row" if number == 1 else f"{count(number)} rows"
        say(
            f"{file}: {rows} without an id, kept under the tool's own name: {', '.join(without[:_NAMED])}{more}"
        )
    for text in () if warned else findings(snapshot).warnings:
        say(f"! {text}")
