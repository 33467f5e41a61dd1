import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.encoded import Range, Tightest, Use, Wire
from sigtui.files.results import Blocks, Histogram, Lengths, MessageSize, Outliers, Result
from sigtui.files.snapshot import (
    SCHEMA,
    Snapshot,
    parse_snapshot,
    read_snapshot,
    render_toml,
    to_document,
    write_snapshot,
)

# contract.md, "Snapshot": the table's keys, and those that were added to it.
CONTRACT = [
    *("algorithm", "provider", "operation", "mode", "message", "label"),
    *("samples", "batch", "keys", "mean_us", "error_us", "stddev_us"),
    *("min_us", "p5_us", "median_us", "p90_us", "p95_us", "p99_us", "p999_us", "max_us", "mad_us"),
    *("median_normalised_us", "ops_per_second", "ratio", "ratio_low", "ratio_high"),
    *("outliers", "skewness", "mvalue", "drift", "quantiles_us", "histogram", "rounds_us"),
    *("signature_bytes", "signature_encoding", "public_key_bytes", "private_key_bytes", "private_key_form"),
    *("spki_bytes", "pkcs8_bytes", "allocated_bytes", "wire", "verified", "error"),
]
ADDED = [
    "call",
    "overhead_ns",
    "overhead_subtracted",
    "error_rounds_us",
    "family",
    "mvalue_typical",
    "stopped",
    "blocks",
]

RESULT = Result(
    algorithm="ecdsa-p256-sha256",
    operation="sign",
    mode="reused-key",
    message=MessageSize(name="property", bytes=17),
    samples=10,
    mean_us=49.5,
    outliers=Outliers(low=0, high=2),
    quantiles_us=((0.5, 48.1), (0.9, 51.0)),
    histogram=Histogram(edges_us=(40.0, 50.0, 60.0), counts=(7, 3)),
    rounds_us=((48.0, 1.0),),
    signature_bytes=Lengths(min=70, mean=71.0, max=72),
    verified=True,
)
SNAPSHOT = Snapshot(
    preset={"schema": 1, "title": "T", "algorithms": [{"id": "ecdsa-p256-sha256"}]},
    machine={"cpu": "a CPU", "warnings": ["busy"]},
    method={"version": "0.1.0", "effort": "short", "worker_processes": 3},
    date="2026-05-01T12:00:00+02:00",
    results=(RESULT,),
)


def as_json(snapshot: Snapshot) -> bytes:
    """Return a snapshot as strict JSON."""
    return json.dumps(to_document(snapshot), allow_nan=False).encode()


def problems(document: Mapping[str, object], place: str = "s.json") -> dict[str, str]:
    """Read a wrong snapshot and return its problems, text by key."""
    with pytest.raises(FileError) as caught:
        parse_snapshot(json.dumps(document).encode(), place)
    assert caught.value.place == place
    return {problem.key: problem.text for problem in caught.value.problems}


def with_result(**changes: object) -> dict[str, object]:
    """Return a snapshot's document whose one result has these values."""
    return {"schema": SCHEMA, "results": [{"operation": "sign", **changes}]}


def test_a_result_has_every_key_of_the_contract() -> None:
    """No name is missing, misspelled or too much."""
    names = [each.name for each in fields(Result) if each.name != "extra"]
    assert sorted(names) == sorted(CONTRACT + ADDED)


def test_a_document_has_the_contracts_keys_in_order() -> None:
    """JSON has every key, unknown ones being null, in one fixed order."""
    document = to_document(SNAPSHOT)
    assert list(document) == ["schema", "preset", "machine", "method", "date", "results"]
    results = document["results"]
    assert isinstance(results, list)
    assert list(results[0]) == [each.name for each in fields(Result) if each.name != "extra"]
    assert results[0]["p99_us"] is None
    assert results[0]["quantiles_us"] == [[0.5, 48.1], [0.9, 51.0]]
    assert results[0]["histogram"] == {"edges_us": [40.0, 50.0, 60.0], "counts": [7, 3]}


def test_both_formats_read_back() -> None:
    """TOML and JSON give the same snapshot."""
    assert parse_snapshot(render_toml(SNAPSHOT), "s.toml") == SNAPSHOT
    assert parse_snapshot(as_json(SNAPSHOT), "s.json") == SNAPSHOT


def test_the_format_is_told_by_content_and_suffix() -> None:
    """JSON is JSON under any name; what is called .json must be JSON."""
    assert parse_snapshot(b"\n  " + as_json(SNAPSHOT), "s.toml") == SNAPSHOT
    with pytest.raises(FileError, match="is no JSON"):
        parse_snapshot(render_toml(SNAPSHOT), "s.JSON")
    with pytest.raises(FileError, match="is no TOML"):
        parse_snapshot(b"x", "s")


def test_the_toml_has_results_last_and_unknown_absent() -> None:
    """One line a key, and nothing that says None or NaN."""
    text = render_toml(SNAPSHOT).decode()
    document = tomllib.loads(text)
    assert list(document)[-1] == "results"
    assert "p99_us" not in document["results"][0]
    assert "edges_us = [40.0, 50.0, 60.0]\n" in text


def test_not_a_number_is_unknown() -> None:
    """NaN and infinities are written as unknown, and read as unknown."""
    snapshot = Snapshot(machine={"load": math.nan}, results=(Result(operation="sign", mean_us=math.inf),))
    text = as_json(snapshot)
    assert json.loads(text)["machine"] == {"load": None}
    assert json.loads(text)["results"][0]["mean_us"] is None
    assert b"mean_us" not in render_toml(snapshot)
    for data in (b'{"schema": "%s", "results": [{"operation": "sign", "mean_us": %s}]}',):
        for figure in (b"NaN", b"-Infinity", b"1e999", b"null"):
            read = parse_snapshot(data % (SCHEMA.encode(), figure), "s.json")
            assert read.results[0].mean_us is None
    toml = f'schema = "{SCHEMA}"\n[[results]]\noperation = "sign"\nmean_us = nan\n'
    assert parse_snapshot(toml.encode(), "s").results[0].mean_us is None


def test_whole_numbers_are_numbers() -> None:
    """A figure without a fraction is read as a figure, a count with one is refused."""
    read = parse_snapshot(json.dumps(with_result(mean_us=5)).encode(), "s.json")
    assert read.results[0].mean_us == 5.0
    assert problems(with_result(samples=5.0)) == {"results[0].samples": "must be a whole number, not 5.0"}


def test_unknown_keys_stay_at_their_place() -> None:
    """The keys of a newer sigtui are kept at the top, in results, in their parts and in free tables."""
    document = {
        "schema": SCHEMA,
        "preset": {"wire": {"envelope": "jws"}},
        "machine": {"extra": 1},
        "method": {"tool": {"name": "x"}},
        "date": "2026",
        "results": [{"operation": "sign", "message": {"name": "m", "hash": "h"}, "energy_uj": [1, {"a": 2}]}],
        "comparisons": [{"title": "t"}],
        "extra": {"a": 1},
    }
    read = parse_snapshot(json.dumps(document).encode(), "s.json")
    assert read.extra == {"comparisons": [{"title": "t"}], "extra": {"a": 1}}
    assert read.results[0].extra == {"energy_uj": [1, {"a": 2}]}
    written = json.loads(as_json(read))
    assert written["results"][0]["message"] == {"name": "m", "bytes": None, "hash": "h"}
    assert written["results"][0]["energy_uj"] == [1, {"a": 2}]
    for key in ("preset", "machine", "method", "date", "comparisons", "extra"):
        assert written[key] == document[key]
    assert parse_snapshot(render_toml(read), "s.toml") == read


def test_unknown_keys_of_the_wire_stay_at_their_place() -> None:
    """In the block, its range, its budgets and its tightest one; a budget's name may be anything."""
    wire = {
        "mtu": 1500,
        "energy": [1],
        "encoded_range": {"min": 1, "typical": 2, "max": 3, "p99": 3},
        "budgets": {"extra": {"fits": True, "used": 0.5, "bytes": 1, "limit": 2, "left": 1}},
        "tightest": {"budget": "extra", "level": "note", "used": 0.5, "since": "v2"},
    }
    read = parse_snapshot(json.dumps(with_result(wire=wire)).encode(), "s.json")
    told = read.results[0].wire
    assert told is not None
    assert told.extra == {"energy": [1]}
    assert told.budgets == {"extra": Use(fits=True, used=0.5, bytes=1, limit=2, extra={"left": 1})}
    written = json.loads(as_json(read))["results"][0]["wire"]
    assert {key: value for key, value in written.items() if value is not None} == wire
    assert parse_snapshot(render_toml(read), "s.toml") == read


def test_what_is_wrong_in_the_wire_is_said_with_its_place() -> None:
    """All at once, a budget by its name."""
    wire = {
        "mtu": -1,
        "encoded_range": {"min": "1"},
        "budgets": {"our column": {"fits": 1}, "nginx": 5},
        "forms": {"raw": 1.5},
        "warnings": [1],
    }
    assert problems(with_result(wire=wire)) == {
        "results[0].wire.mtu": "must be at least 0, not -1",
        "results[0].wire.encoded_range.min": "must be a whole number, not '1'",
        "results[0].wire.budgets.'our column'.fits": "must be true or false, not 1",
        "results[0].wire.budgets.nginx": "must be a table, not 5",
        "results[0].wire.forms.raw": "must be a whole number, not 1.5",
        "results[0].wire.warnings[0]": "must be text, not 1",
    }
    deep: object = 1
    for _ in range(80):
        deep = {"a": deep}
    nested = problems(with_result(wire={"budgets": {"a b": {"new": deep}}}))
    assert "nested too deep" in nested["results[0].wire.budgets.'a b'"]


def test_dates_of_unknown_keys_are_text_in_json() -> None:
    """TOML keeps a date as a date, JSON says it in ISO 8601."""
    read = parse_snapshot(f'schema = "{SCHEMA}"\nwhen = 2026-01-02\nat = 2026-01-02T03:04:05\n'.encode(), "s")
    assert read.extra == {"when": date(2026, 1, 2), "at": datetime(2026, 1, 2, 3, 4, 5)}
    assert parse_snapshot(render_toml(read), "s") == read
    assert json.loads(as_json(read))["when"] == "2026-01-02"


def test_the_least_snapshot_is_its_schema() -> None:
    """Everything else may be missing or null."""
    assert parse_snapshot(f'schema = "{SCHEMA}"'.encode(), "s") == Snapshot()
    document = dict.fromkeys(["preset", "machine", "method", "date", "results"])
    assert parse_snapshot(json.dumps({"schema": SCHEMA, **document}).encode(), "s") == Snapshot()
    nulls = {key: None for key in CONTRACT + ADDED if key != "operation"}
    read = parse_snapshot(json.dumps(with_result(**nulls)).encode(), "s")
    assert read.results == (Result(operation="sign"),)


def test_all_wrong_types_come_at_once() -> None:
    """Each known key has its type, and its place is said."""
    document = {
        "schema": SCHEMA,
        "machine": [],
        "method": {"effort": 5, "worker_processes": "3"},
        "preset": {"title": 1},
        "date": 2026,
        "results": [
            {"mean_us": "5", "verified": "yes", "batch": -1, "message": "m", "outliers": {"low": 1}},
            {
                "operation": "sign",
                "quantiles_us": [[1, 2, 3], [1]],
                "histogram": {"edges_us": [1], "counts": [1]},
                "blocks": {"processes": [0], "rounds": [0], "samples": [5, 6], "means_us": [1.5]},
            },
            5,
        ],
    }
    assert problems(document) == {
        "machine": "must be a table, not a list",
        "date": "must be text, not 2026",
        "results[0].operation": "is required",
        "results[0].message": "must be a table, not 'm'",
        "results[0].batch": "must be at least 0, not -1",
        "results[0].mean_us": "must be a number, not '5'",
        "results[0].outliers.high": "is required",
        "results[0].verified": "must be true or false, not 'yes'",
        "results[1].quantiles_us[0]": "must have at most 2 items, not 3",
        "results[1].quantiles_us[1][1]": "is required",
        "results[1].blocks": "has lists of different lengths; it needs a value for each block in all of them",
        "results[1].histogram": "has 1 edges_us and 1 counts; it needs one edge more than counts",
        "results[2]": "must be a table, not 5",
        "preset.title": "must be text, not 1",
        "method.effort": "must be text, not 5",
        "method.worker_processes": "must be a whole number, not '3'",
    }


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (None, "is required; this sigtui reads 'sigtui/snapshot/1'"),
        (
            "sigtui/snapshot/2",
            "made by a newer sigtui: 'sigtui/snapshot/2', this one reads 'sigtui/snapshot/1'",
        ),
        ("sigtui/snapshot/x", "must be 'sigtui/snapshot/1', not 'sigtui/snapshot/x'"),
        (1, "is 1, a preset's; a snapshot has 'sigtui/snapshot/1'"),
        ([], "must be 'sigtui/snapshot/1', not a list"),
    ],
)
def test_a_wrong_schema_is_the_only_problem(schema: object, text: str) -> None:
    """A missing, a newer, a strange one and a preset are told apart."""
    assert problems({"schema": schema, "date": 5}) == {"schema": text}


def test_what_could_not_be_written_again_is_refused() -> None:
    """A nest of a newer key that is too deep is one problem at its place."""
    deep: object = 1
    for _ in range(80):
        deep = {"a": deep}
    assert "nested too deep" in problems(with_result(new=deep))["results[0].new"]
    assert "nested too deep" in problems(with_result(wire=deep))["results[0].wire"]
    assert "nested too deep" in problems({"schema": SCHEMA, "new": deep})["new"]


def test_a_snapshot_is_written_and_read(tmp_path: Path) -> None:
    """The file on disk is the canonical text."""
    path = tmp_path / "s.toml"
    write_snapshot(path, SNAPSHOT)
    assert path.read_bytes() == render_toml(SNAPSHOT)
    assert read_snapshot(path) == SNAPSHOT


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FIGURES = st.floats(allow_nan=False, allow_infinity=False)
COUNTS = st.integers(0, (1 << 63) - 1)
PLAIN = st.recursive(
    TEXTS | FIGURES | st.integers(-(1 << 63), (1 << 63) - 1) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
TABLES = st.dictionaries(TEXTS, PLAIN, max_size=3)


def extras(*known: str) -> st.SearchStrategy[dict[str, object]]:
    """Draw keys that this version does not know."""
    return st.dictionaries(TEXTS.filter(lambda key: key not in known), PLAIN, max_size=2)


@st.composite
def histograms(draw: st.DrawFn) -> Histogram:
    """Draw a histogram of up to four bins."""
    counts = draw(st.lists(COUNTS, max_size=4))
    edges = draw(st.lists(FIGURES, min_size=len(counts) + 1, max_size=len(counts) + 1))
    return Histogram(edges_us=tuple(edges), counts=tuple(counts), extra=draw(extras("edges_us", "counts")))


def maybe(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Draw a value, or that it is unknown."""
    return st.none() | values


WIRES = st.builds(
    Wire,
    nominal=maybe(st.booleans()),
    envelope=maybe(TEXTS),
    transport=maybe(TEXTS),
    mtu=maybe(COUNTS),
    encoded_bytes=maybe(COUNTS),
    encoded_range=maybe(
        st.builds(
            Range,
            min=maybe(COUNTS),
            typical=maybe(COUNTS),
            max=maybe(COUNTS),
            extra=extras("min", "typical", "max"),
        )
    ),
    signature_input_bytes=maybe(COUNTS),
    packets=maybe(COUNTS),
    fragmented=maybe(st.booleans()),
    first_window=maybe(st.booleans()),
    extra_round_trips=maybe(COUNTS),
    budgets=maybe(
        st.dictionaries(
            TEXTS,
            st.builds(
                Use,
                fits=maybe(st.booleans()),
                used=maybe(FIGURES),
                bytes=maybe(COUNTS),
                limit=maybe(COUNTS),
                extra=extras("fits", "used", "bytes", "limit"),
            ),
            max_size=3,
        )
    ),
    tightest=maybe(
        st.builds(
            Tightest,
            budget=maybe(TEXTS),
            level=maybe(TEXTS),
            used=maybe(FIGURES),
            extra=extras("budget", "level", "used"),
        )
    ),
    forms=maybe(st.dictionaries(TEXTS, COUNTS, max_size=3)),
    travel=maybe(TEXTS),
    warnings=maybe(st.lists(TEXTS, max_size=3).map(tuple)),
    extra=extras(*(each.name for each in fields(Wire))),
)

PARTS: dict[str, st.SearchStrategy[object]] = {
    "message": st.builds(
        MessageSize, name=st.none() | TEXTS, bytes=st.none() | COUNTS, extra=extras("name", "bytes")
    ),
    "outliers": st.builds(Outliers, low=COUNTS, high=COUNTS, extra=extras("low", "high")),
    "histogram": histograms(),
    "blocks": st.lists(st.tuples(COUNTS, COUNTS, COUNTS, FIGURES), max_size=3).map(
        lambda rows: Blocks(
            processes=tuple(row[0] for row in rows),
            rounds=tuple(row[1] for row in rows),
            samples=tuple(row[2] for row in rows),
            means_us=tuple(row[3] for row in rows),
        )
    ),
    "signature_bytes": st.builds(
        Lengths, min=COUNTS, mean=FIGURES, max=COUNTS, extra=extras("min", "mean", "max")
    ),
    "quantiles_us": st.lists(st.tuples(FIGURES, FIGURES), max_size=3).map(tuple),
    "rounds_us": st.lists(st.tuples(FIGURES, FIGURES), max_size=3).map(tuple),
    "wire": WIRES,
    "verified": st.booleans(),
}
TEXT_KEYS = {"algorithm", "label", "family", "provider", "mode", "call", "signature_encoding"}
TEXT_KEYS |= {"private_key_form", "stopped", "error"}
COUNT_KEYS = {
    "samples",
    "batch",
    "keys",
    "public_key_bytes",
    "private_key_bytes",
    "spki_bytes",
    "pkcs8_bytes",
}


def values_of(key: str) -> st.SearchStrategy[object]:
    """Draw values of a result's key."""
    if key in TEXT_KEYS:
        return TEXTS
    return COUNTS if key in COUNT_KEYS else PARTS.get(key, FIGURES)


KEYS = sorted({*CONTRACT, *ADDED} - {"operation", "overhead_subtracted"})


@st.composite
def results(draw: st.DrawFn) -> Result:
    """Draw a result with any of its keys known, and some that only a newer sigtui knows."""
    known = {key: draw(values_of(key)) for key in draw(st.sets(st.sampled_from(KEYS), max_size=8))}
    return Result(
        operation=draw(TEXTS),
        overhead_subtracted=draw(st.booleans()),
        extra=draw(extras(*CONTRACT, *ADDED)),
        **known,  # type: ignore[arg-type]  # each value is drawn for its key
    )


SNAPSHOTS = st.builds(
    Snapshot,
    preset=TABLES.filter(lambda table: not {"title", "baseline"} & set(table)),
    machine=TABLES,
    method=TABLES.filter(lambda table: not {"version", "effort", "worker_processes"} & set(table)),
    date=TEXTS,
    results=st.lists(results(), max_size=3).map(tuple),
    extra=extras("schema", "preset", "machine", "method", "date", "results"),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SNAPSHOTS)
def test_every_snapshot_reads_back(snapshot: Snapshot) -> None:
    """Any snapshot, unknown keys included, comes back from both formats as it was."""
    assert parse_snapshot(render_toml(snapshot), "s.toml") == snapshot
    assert parse_snapshot(as_json(snapshot), "s.json") == snapshot


WRONG = st.none() | PLAIN


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from([*KEYS, "operation", "overhead_subtracted"]),
    WRONG,
    st.sampled_from(["preset", "machine", "method", "date", "results", "other"]),
    WRONG,
)
def test_any_value_is_read_or_refused(key: str, value: object, top_key: str, top: object) -> None:
    """Whatever is at a known key, a snapshot or a FileError comes of it."""
    document = {**with_result(**{key: value}), top_key: top}
    try:
        snapshot = parse_snapshot(json.dumps(document).encode(), "s.json")
    except FileError as error:
        assert error.problems
    else:
        assert parse_snapshot(as_json(snapshot), "s.json") == snapshot


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing but a FileError comes of any bytes, bare or behind a right schema."""
    for text in (data, f'schema = "{SCHEMA}"\n'.encode() + data):
        try:
            parse_snapshot(text, "s")
        except FileError as error:
            assert error.problems
