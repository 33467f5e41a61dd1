import json
from typing import Any

import pytest

from sigtui.errors import FileError
from sigtui.files.results import Result
from sigtui.imports import import_results
from tests.imports.samples import data, imported

NAME = "benchmarkdotnet-report-full.json"


def document() -> Any:  # noqa: ANN401 - JSON
    """Return the sample's values."""
    return json.loads(data(NAME))


def first(changed: object) -> Result:
    """Return the first row of a changed sample."""
    return import_results(json.dumps(changed).encode(), NAME).results[0]


def test_nanoseconds_become_microseconds() -> None:
    """With every figure that is there."""
    row = imported(NAME).results[0]
    assert (row.mean_us, row.error_us, row.stddev_us) == (19.369883, 0.136682, 0.114132)
    assert (row.min_us, row.median_us, row.p90_us, row.p95_us, row.max_us) == (
        19.180411,
        19.37122,
        19.50025,
        19.53075,
        19.560902,
    )
    assert (row.samples, row.allocated_bytes, row.p99_us) == (13, 152.0, None)


def test_a_host_that_another_version_describes_is_no_hindrance() -> None:
    """0.9 wrote the processor as an object; what is not understood of a host is left out."""
    changed = document()
    changed["HostEnvironmentInfo"] = {
        "BenchmarkDotNetVersion": "0.9.9.0",
        "OsVersion": ["?"],
        "ProcessorName": {"IsValueCreated": True, "Value": "Intel(R) Core(TM) i7-4702MQ CPU 2.20GHz"},
        "ProcessorCount": 8,
        "PhysicalCoreCount": "four",
        "ClrVersion": "MS.NET 4.0.30319.42000",
        "Architecture": "64-bit",
    }
    made = import_results(json.dumps(changed).encode(), NAME)
    assert made.machine == {
        "architecture": "64-bit",
        "cpu": "Intel(R) Core(TM) i7-4702MQ CPU 2.20GHz",
        "logical_cpus": 8,
        "runtime": "MS.NET 4.0.30319.42000",
    }
    assert made.method["tool_version"] == "0.9.9.0"


@pytest.mark.parametrize("level", [12, 0.999, "L999"])
def test_the_margin_of_a_999_interval_is_the_error(level: object) -> None:
    """However a version writes its level."""
    changed = document()
    changed["Benchmarks"][0]["Statistics"]["ConfidenceInterval"]["Level"] = level
    assert first(changed).error_us == 0.136682


@pytest.mark.parametrize("level", [7, 11, 13, 0.95, "L95", None, ""])
def test_no_other_interval_is_taken_for_one(level: object) -> None:
    """It would be another quantity under the same name; the snapshot says so."""
    changed = document()
    changed["Benchmarks"][0]["Statistics"]["ConfidenceInterval"]["Level"] = level
    made = import_results(json.dumps(changed).encode(), NAME)
    assert made.results[0].error_us is None
    assert made.method["interval"] == "of another level than 99.9 % in 2 of 3 rows, left out there"


def test_the_host_is_told_in_sigtuis_own_words() -> None:
    """What BenchmarkDotNet calls otherwise, and the date that is in its title only."""
    made = imported(NAME)
    assert made.machine == {
        "os": "Linux",
        "release": "Ubuntu 26.04 LTS (Resolute Raccoon) WSL",
        "architecture": "x86_64",
        "cpu": "12th Gen Intel Core i7-1255U",
        "cores": 6,
        "logical_cpus": 12,
        "runtime": ".NET 11.0.0 (11.0.0-preview.7)",
    }
    assert (made.date, made.preset["title"]) == ("2026-04-12T10:15:30", "Signing.Bench.EcdsaBenchmarks")
    assert made.method["tool_version"] == "0.15.8"


def test_jobs_with_runtimes_are_told_apart() -> None:
    """By what the display name says of the job."""
    changed = document()
    changed["Benchmarks"][0]["DisplayInfo"] = (
        "X.SignP256: .NET 9.0(Runtime=.NET 9.0) [Message=some secret value]"
    )
    assert first(changed).provider == ".NET 9.0"


def test_measurements_are_skipped_whatever_they_hold() -> None:
    """They are most of the file, and nothing of them is needed."""
    changed = document()
    changed["Benchmarks"][0]["Measurements"] = [{"Anything": [{"at": "all"}]}, 3, "x", None]
    assert first(changed) == imported(NAME).results[0]


def test_a_benchmark_without_statistics_is_kept() -> None:
    """It failed; the row says so."""
    failed = imported(NAME).results[2]
    assert (failed.label, failed.algorithm, failed.error) == (
        "EcdsaBenchmarks: HashOnly",
        None,
        "the tool gives no time",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b'{"HostEnvironmentInfo": {}, "Benchmarks": []}', "holds no benchmarks"),
        (b'{"HostEnvironmentInfo": {}}', r"is no JSON of BenchmarkDotNet: .*`Benchmarks`"),
        (
            b'{"HostEnvironmentInfo": {}, "Benchmarks": [{"Type": "A"}]}',
            r"`Method` - at `\$\.Benchmarks\[0\]`",
        ),
        (b'{"HostEnvironmentInfo": {}, "Benchmarks": [{"Method": 3}]}', r"expected `str`.*Method"),
        (b'{"HostEnvironmentInfo": {},\n "Benchmarks": [\n', "is no JSON: input data was truncated"),
        (b'{"HostEnvironmentInfo": {},\n "Benchmarks": [NaN]}', r"is no JSON: line 2: invalid character"),
        (b'{"HostEnvironmentInfo": {"x": ' + b"[" * 100_000, "nested too deep"),
    ],
)
def test_what_is_no_report_is_refused(text: bytes, problem: str) -> None:
    """With the place: a path in the values, or a line of the text."""
    with pytest.raises(FileError, match=f"a.json: .*{problem}"):
        import_results(text, "a.json")


@pytest.mark.parametrize(
    ("mean", "problem"),
    [
        ("-3.0", r"mean_us is -0\.003; no measurement has that"),
        ("1e999", "no"),
        ("9" * 400, "no"),
        ("NaN", "is no JSON"),
    ],
)
def test_impossible_times_are_refused(mean: str, problem: str) -> None:
    """A negative one, and those that no number of a computer holds."""
    text = data(NAME).replace(b'"Mean":19369.8831', b'"Mean":' + mean.encode(), 1)
    with pytest.raises(FileError, match=problem):
        import_results(text, NAME)


def test_more_benchmarks_than_anybody_measures_are_refused() -> None:
    """As one error."""
    with pytest.raises(FileError, match="has more than 2,000 benchmarks"):
        first({"HostEnvironmentInfo": {}, "Benchmarks": [{"Method": "A"}] * 2_001})
