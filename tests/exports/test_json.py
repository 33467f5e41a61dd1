import json

from sigtui.exports.json import render
from sigtui.files.snapshot import Snapshot, parse_snapshot
from tests.exports.fixed import FIXED


def test_it_reads_back_equal() -> None:
    """Every row, every unknown key."""
    assert parse_snapshot(render(FIXED), "x.json") == FIXED


def test_unknown_is_null_and_every_key_is_there() -> None:
    """Scripts find each key in each row; one row is one line."""
    document = json.loads(render(FIXED))
    keys = [set(row) for row in document["results"]]
    assert keys[0] == keys[-1]
    assert document["results"][0]["p99_us"] is None
    assert document["results"][0]["mode"] is None
    assert sum(line.startswith('    {"algorithm"') for line in render(FIXED).decode().splitlines()) == len(
        keys
    )


def test_an_empty_snapshot_is_json_too() -> None:
    """Nothing measured: an empty list."""
    assert json.loads(render(Snapshot()))["results"] == []
    assert parse_snapshot(render(Snapshot()), "x.json") == Snapshot()
