import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.imports import import_results
from tests.imports.samples import imported


def test_no_command_has_an_id() -> None:
    """Its time is mostly the start of a process; the snapshot says so."""
    made = imported("hyperfine.json")
    assert {(row.algorithm, row.operation) for row in made.results} == {(None, "other")}
    assert "no algorithm's own time" in str(made.method["what"])


def test_seconds_become_microseconds() -> None:
    """What the tool gives stands; the interval comes from the times, where they are kept."""
    first, second, _ = imported("hyperfine.json").results
    assert (first.mean_us, first.stddev_us, first.median_us, first.max_us) == (
        4_120.0,
        310.0,
        4_050.0,
        5_200.0,
    )
    assert (first.samples, first.batch) == (6, 1)
    assert first.error_us is not None
    assert (second.samples, second.error_us, second.stddev_us) == (None, None, None)


def test_a_command_that_failed_says_so() -> None:
    """Its time is that of failing."""
    assert imported("hyperfine.json").results[2].error == "the command failed in 3 of 3 runs"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"results": [], "command": 1}', "holds no results"),
        ('{"results": [{"command": "x"}]}', "is no JSON of hyperfine: .*`mean`"),
        ('{"results": [{"command": "x", "mean": "1"}]}', "is no JSON of hyperfine: expected `float`"),
        ('{"results": [{"command": "x", "mean": -1.0}]}', "mean_us is -1000000.0"),
        ('{"results": [{"command": "x", "mean": 1.0', "is no JSON: input data was truncated"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str, problem: str) -> None:
    """As one clear error."""
    with pytest.raises(FileError, match=problem):
        import_results(text.encode(), "a.json")


@given(st.text(max_size=40), st.floats(1e-6, 1e6))
def test_any_command_and_mean_survive(command: str, mean: float) -> None:
    """A command is somebody else's text, whatever it is."""
    text = json.dumps({"results": [{"command": command, "mean": mean}]}).encode()
    (row,) = import_results(text, "a.json").results
    assert row.mean_us == pytest.approx(mean * 1e6, abs=1e-6)
