import tomllib

from sigtui.exports.toml import render
from sigtui.files.snapshot import parse_snapshot
from tests.exports.fixed import FIXED


def test_it_reads_back_equal_and_stays_the_same() -> None:
    """What is read and written again is the same file."""
    again = parse_snapshot(render(FIXED), "x.toml")
    assert again == FIXED
    assert render(again) == render(FIXED)


def test_unknown_is_absent() -> None:
    """No NaN, no empty text."""
    keygen = tomllib.loads(render(FIXED).decode())["results"][0]
    assert "mode" not in keygen
    assert "p99_us" not in keygen
    assert keygen["mean_us"] == 78_812.5
