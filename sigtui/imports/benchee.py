"""The tables that Benchee prints on the console: names with their rates, averages, deviations and percentiles."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._names import algorithm_id, purpose
from sigtui.imports._rows import UNITS, line, message, no_number, number, row, snapshot, us

NAME = "benchee"
TITLE = "Benchee"
PURPOSE = "the tables that Benchee (Elixir) prints"

_HEAD = re.compile(r"^[# ]*Name +ips +average +deviation +median +99th %", re.MULTILINE)
_EXTENDED = re.compile(r"^Name +minimum +maximum +sample size")
# In a page's heading, which people make of it, nothing stands behind the input.
_INPUT = re.compile(r"^(?:#{2,} With input (?P<headed>.+?)(?: #+)?|With input (?P<told>.+?) #{3,})$")
_TIME = r"(?:\d[\d.,]*|∞|NaN) ?(?:ns|[μµu]s|ms|min|s|m|h)"
_ROW = re.compile(
    rf"^(?P<name>\S.*?) +(?P<rate>\d[\d.]*(?: [KMB])?) +(?P<mean>{_TIME}) +±(?P<deviation>\d[\d.]*)% "
    rf"+(?P<median>{_TIME}) +(?P<p99>{_TIME})$"
)
_EXTRA = re.compile(
    rf"^(?P<name>\S.*?) +(?P<least>{_TIME}) +(?P<most>{_TIME}) +(?P<size>\d[\d.]*(?: [KMB])?)(?=\s|\d|$)"
)
_FACTORS = {"": 1.0, "K": 1e3, "M": 1e6, "B": 1e9}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a table, with the input that it stands under and the number it has in the file."""

    place: int
    under: str
    found: re.Match[str]


def looks_like(head: str) -> bool:
    """Whether one of Benchee's tables is in it."""
    return _HEAD.search(head) is not None


def parse(source: Given) -> Snapshot:
    """Return a row for each line of the tables; FileError where they have none, or one that is no number."""
    lines = source.lines
    results: list[Result] = []
    places: dict[tuple[str, str], int] = {}
    for told in _lines(lines):
        key = (told.under, told.found["name"])
        if "rate" in told.found.groupdict():
            # A text with several runs has the same names again; what extends a table stands right below it.
            places[key] = len(results)
            results.append(_row(source, told))
        elif key in places:
            results[places[key]] = _extended(source, told, results[places[key]])
        if len(results) > MOST_ROWS:
            raise source.refused(f"has more than {MOST_ROWS:,} rows")
    if not results:
        raise source.refused(f"has the head of {TITLE}'s table, and no row that could be read under it")
    return snapshot(
        TITLE,
        None,
        results,
        machine=_machine("\n".join(lines)),
        method={
            "divisor": "elapsed time",
            "interval": "none, Benchee prints the deviation of single calls, no interval of the mean",
        },
    )


def _lines(lines: Iterable[str]) -> Iterator[_Line]:
    """Yield the rows of tables, also of those that stand in a comment."""
    under, form = "", None
    for place, raw in enumerate(lines, 1):
        told = re.sub(r"^# ?(?!#)", "", raw.rstrip()).strip()
        if found := _INPUT.match(told):
            under, form = (found["headed"] or found["told"]).strip("`"), None
        elif _HEAD.match(told):
            form = _ROW
        elif _EXTENDED.match(told):
            form = _EXTRA
        elif not told or told.endswith(":"):
            form = None
        elif form is not None and (found := form.match(told)):
            yield _Line(place, under, found)


def _row(source: Given, told: _Line) -> Result:
    found, name = told.found, told.found["name"]
    mean = _time(source, told, "mean")
    operation, mode = purpose(name, told.under)
    # An input can be the key that signs; then it is no message.
    is_message = bool(told.under) and algorithm_id(name, told.under) == algorithm_id(name)
    rate, _, factor = found["rate"].partition(" ")
    return row(
        name,
        algorithm_id(name, told.under),
        operation,
        mean,
        mode=None if mode is None else str(mode),
        message=message(told.under) if is_message else None,
        stddev_us=us(mean, _number(source, told, found["deviation"]) / 100),
        median_us=_time(source, told, "median"),
        p99_us=_time(source, told, "p99"),
        ops_per_second=_number(source, told, rate) * _FACTORS[factor],
        extra={} if is_message or not told.under else {"input": line(told.under)},
    )


def _extended(source: Given, told: _Line, result: Result) -> Result:
    """Return a row with what the extended table adds; a sample size of 15.52 K is no exact number."""
    size = told.found["size"]
    return replace(
        result,
        min_us=_time(source, told, "least"),
        max_us=_time(source, told, "most"),
        samples=int(size) if size.isdecimal() else None,
    )


def _time(source: Given, told: _Line, group: str) -> float:
    cell = told.found[group]
    unit = re.search(r"[a-zμµ]+$", cell)
    value = number(cell[: unit.start()].strip()) if unit else None
    if unit is None or value is None:
        raise source.refused(f"line {told.place}: {no_number(cell)}")
    return us(value, UNITS[unit[0]])


def _number(source: Given, told: _Line, text: str) -> float:
    value = number(text)
    if value is None:
        raise source.refused(f"line {told.place}: {no_number(text)}")
    return value


def _machine(text: str) -> dict[str, object]:
    """Return what the head says, in the keys of sigtui's own machines."""
    told = dict(
        re.findall(
            r"^[# ]*(Operating System|CPU Information|Number of Available Cores|Elixir|Erlang):? +(.+?) *$",
            text,
            re.MULTILINE,
        )
    )
    versions = [f"{name} {told[name]}" for name in ("Elixir", "Erlang") if name in told]
    cores = told.get("Number of Available Cores", "")
    return {
        "os": told.get("Operating System"),
        "cpu": told.get("CPU Information"),
        "logical_cpus": int(cores) if cores.isdecimal() and len(cores) < 7 else None,
        "runtime": ", ".join(versions),
    }
