import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.snapshot import Snapshot
from sigtui.imports import import_results
from tests.imports.samples import imported


def suite(*values: float, **facts: object) -> Snapshot:
    """Return the snapshot of one benchmark with one run."""
    document = {
        "version": "1.0",
        "metadata": {"name": "ed25519 sign", **facts},
        "benchmarks": [{"runs": [{"metadata": {}, "values": values}]}],
    }
    return import_results(json.dumps(document).encode(), "a.json")


def test_all_values_of_all_runs_are_the_samples() -> None:
    """Calibration runs have none; the batch is loops times inner loops."""
    rows = imported("pyperf-many.json").results
    assert (rows[0].algorithm, rows[0].operation, rows[0].samples, rows[0].batch) == (
        "ecdsa-p256-sha256",
        "sign",
        12,
        40_960,
    )
    assert rows[0].error_us is not None
    assert rows[1].algorithm == "rsa-2048-pss-sha512"
    assert (rows[2].algorithm, rows[2].operation) == (None, "other")


def test_the_name_of_a_single_benchmark_is_in_the_metadata_above() -> None:
    """The tool moves common keys up."""
    (row,) = imported("pyperf-one.json").results
    assert (row.label, row.algorithm, row.samples, row.batch) == ("ed25519 sign", "ed25519", 15, 4_096)


def test_the_machine_is_told_without_the_hosts_name() -> None:
    """In the keys of sigtui's own machines."""
    made = imported("pyperf-one.json")
    assert made.machine == {
        "os": "Linux",
        "architecture": "x86_64",
        "cpu": "Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz",
        "logical_cpus": 4,
        "governor": "performance",
        "python": "CPython 3.12.3",
    }
    assert made.date == "2026-03-05T10:20:30"


def test_what_is_no_time_is_kept_without_figures() -> None:
    """The tool can measure memory."""
    (row,) = suite(8_192.0, unit="byte").results
    assert (row.mean_us, row.error) == (None, "measured in byte, which is no time")


def test_enough_values_have_percentiles() -> None:
    """From 20 on p95, from 500 on p99, as sigtui's own cases."""
    (few,), (many,) = suite(*[1e-6] * 19).results, suite(*[1e-6] * 500).results
    assert (few.p95_us, few.p99_us) == (None, None)
    assert (many.p95_us, many.p99_us) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"benchmarks": [], "version": "1.0", "runs": 1}', "holds no benchmarks"),
        ('{"benchmarks": 3, "runs": 1}', "is no JSON of pyperf: expected `array`"),
        ('{"benchmarks": [{"runs": [{"values": ["x"]}]}]}', "is no JSON of pyperf: expected `float`"),
        ('{"benchmarks": [{"runs": [{"values": [-1.0, 2.0]}]}]}', "min_us is -1000000.0"),
        ('{"benchmarks": [{"runs": [{"values": [1e308, 1e308]}]}]}', "no measurement has that"),
        ('{"benchmarks": [{"runs": [{"values": [1.0', "is no JSON: input data was truncated"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str, problem: str) -> None:
    """As one clear error."""
    with pytest.raises(FileError, match=problem):
        import_results(text.encode(), "a.json", tool="pyperf")


def test_a_benchmark_without_values_is_kept() -> None:
    """It was only calibrated."""
    (row,) = suite().results
    assert (row.algorithm, row.error) == ("ed25519", "the tool gives no time")


@given(st.lists(st.floats(1e-9, 1e3), min_size=1, max_size=40))
def test_values_survive(values: list[float]) -> None:
    """The least and the most of them, in µs to the picosecond, and how many there were."""
    (row,) = suite(*values).results
    assert row.samples == len(values)
    assert row.max_us == pytest.approx(max(values) * 1e6, abs=1e-6)
    assert row.min_us == pytest.approx(min(values) * 1e6, abs=1e-6)
