import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.results import MessageSize
from sigtui.files.snapshot import Snapshot
from sigtui.imports import import_results
from tests.imports.samples import imported

HEAD = "| Method | Mean | Error |\n|---|---:|---:|\n"


def read(text: str) -> Snapshot:
    """Return the snapshot of a text."""
    return import_results(text.encode(), "a.md")


@pytest.mark.parametrize(
    ("cell", "mean"),
    [
        ("114.5 ns", 0.1145),
        ("19.37 us", 19.37),
        ("19.37 μs", 19.37),
        ("19.37 µs", 19.37),
        ("1,564.208 us", 1_564.208),
        ("1.204 ms", 1_204.0),
        ("2.5 s", 2_500_000.0),
        ("1.5 m", 90_000_000.0),
        ("**19.37 us**", 19.37),
    ],
)
def test_the_unit_is_in_the_cell(cell: str, mean: float) -> None:
    """Every row of a column can have another one."""
    (row,) = read(f"{HEAD}| Ed25519_Sign | {cell} | 0.1 us |\n").results
    assert (row.algorithm, row.operation, row.error_us) == ("ed25519", "sign", 0.1)
    assert row.mean_us == pytest.approx(mean)


@pytest.mark.parametrize("head", ["Mean [us]", "Mean (us)"])
def test_the_unit_can_be_in_the_head(head: str) -> None:
    """Where a summary style puts it there."""
    (row,) = read(
        f"| Method | {head} | Allocated [KB] |\n|---|---|---|\n| Ed25519_Sign | 1,019.37 | 1.5 |\n"
    ).results
    assert (row.mean_us, row.allocated_bytes) == (1_019.37, 1_536.0)


def test_a_leading_pipe_and_a_rule_can_be_missing() -> None:
    """As people paste tables; empty rows separate groups."""
    plain = "Method | Mean\nEd25519_Sign | 50.1 us\n | \nEd25519_Verify | 90.1 us |\n"
    assert [(row.operation, row.mean_us) for row in read(plain).results] == [("sign", 50.1), ("verify", 90.1)]


def test_the_title_above_names_what_the_rows_leave_open() -> None:
    """The curve, and the platform, which tells rows of the same algorithm apart."""
    made = imported("benchmarkdotnet-pasted.md")
    told = [(row.algorithm, row.provider, row.operation, row.mode) for row in made.results]
    assert ("ecdsa-p256-sha256", "Linux", "sign", None) in told
    assert ("ecdsa-p256-sha256", "Windows", "verify", None) in told
    assert ("rsa-2048-pss-sha512", "Windows", "sign", "single-shot") in told
    assert made.extra["unmapped"] == ["RSA 2048 - Windows: RSA_Sign"]


def test_one_platform_is_the_machines_system() -> None:
    """With nothing to tell apart no row needs it."""
    made = read(f"ECDsa P256 - Linux\n{HEAD}| Sign | 19.3 us | 0.1 us |\n")
    assert made.machine["os"] == "Linux"
    assert made.preset["title"] == "ECDsa P256 - Linux"
    assert [(row.algorithm, row.provider) for row in made.results] == [("ecdsa-p256-sha256", None)]


def test_messages_have_their_length() -> None:
    """A text that is cut has it behind it; a short one is the message itself; a number is a length."""
    rows = imported("benchmarkdotnet-pasted.md").results
    assert rows[0].message == MessageSize(name="High(...)ory.", bytes=1_024)
    assert rows[1].message == MessageSize(name="some secret value", bytes=17)
    assert imported("benchmarkdotnet-github.md").results[0].message == MessageSize(bytes=1_024)


def test_the_block_above_tells_the_machine() -> None:
    """In the keys of sigtui's own machines; none of its lines is taken for a title."""
    made = imported("benchmarkdotnet-github.md")
    assert made.machine == {
        "os": "Windows",
        "release": "Windows 11 (10.0.26200.6725/25H2/2025Update/HudsonValley2)",
        "architecture": "x86_64",
        "cpu": "12th Gen Intel Core i7-1255U 1.70GHz",
        "cores": 10,
        "logical_cpus": 12,
        "runtime": ".NET 10.0.0 (10.0.0-rtm.25523.111, 10.0.25.52411)",
    }
    assert made.preset["title"] == "BenchmarkDotNet 0.15.8"


def test_the_old_block_is_read_too() -> None:
    """Before 0.13.3 there was an equals sign, and the system had a name."""
    block = (
        "``` ini\n\nBenchmarkDotNet=v0.13.1, OS=Windows 10.0.19043\nIntel Core i7-8700K CPU 3.70GHz, 1 CPU, 12 logical "
        "and 6 physical cores\n.NET SDK=6.0.100\n  [Host]     : .NET 6.0.0 (6.0.21.52210), X64 RyuJIT\n\n\n```\n"
    )
    made = read(block + HEAD + "| Ed25519_Sign | 50 us | 1 us |\n")
    assert (made.method["tool_version"], made.machine["os"]) == ("0.13.1", "Windows")
    assert (made.machine["cpu"], made.machine["cores"]) == ("Intel Core i7-8700K CPU 3.70GHz", 6)


@pytest.mark.parametrize(
    ("block", "logical", "cores"),
    [
        ("Intel Core i7-3770K CPU 3.50GHz (Ivy Bridge), 1 CPU, 8 logical cores and 4 physical cores", 8, 4),
        ("Intel Core i7-3770K CPU 3.50GHz (Ivy Bridge), 1 CPU, 8 logical and 4 physical cores", 8, 4),
        ("Intel Core i7-3770K CPU 3.50GHz (Ivy Bridge), 1 CPU, 8 logical cores", 8, None),
        ("Processor=Intel Core i7-3770K CPU 3.50GHz (Ivy Bridge), ProcessorCount=8", 8, None),
    ],
)
def test_every_versions_words_for_the_processor_are_read(block: str, logical: int, cores: int | None) -> None:
    """From 0.10 on."""
    made = read(f"BenchmarkDotNet=v0.10.8, OS=Windows 10\n{block}\n\n{HEAD}| Ed25519_Sign | 50 us | 1 us |\n")
    assert made.machine["cpu"] == "Intel Core i7-3770K CPU 3.50GHz (Ivy Bridge)"
    assert (made.machine.get("logical_cpus"), made.machine.get("cores")) == (logical, cores)


def test_columns_behind_the_times_are_no_parameters() -> None:
    """Every version and plug-in has others: they tell no benchmarks apart, and name no message."""
    made = read(
        "| Method | Hash | Mean | Gen 0/1k Op | Completed Work Items | Allocated native memory | Input |\n"
        "|---|---|---|---|---|---|---|\n"
        "| EcdsaP384Sign | SHA384 | 50 us | 0.1 | 1.0 | 12 B | 3 |\n"
    )
    (row,) = made.results
    assert (row.label, row.algorithm, row.message) == ("EcdsaP384Sign Hash=SHA384", "ecdsa-p384-sha384", None)


def test_what_markdown_hides_is_put_back() -> None:
    """Quotes and bars in names are written otherwise, and a name of several words has quotes."""
    (row,) = read(
        "| Method | Message | Mean |\n|---|---|---|\n"
        "| &#39;Ed25519 \\| sign&#39; | {&quot;a(...)&quot;:0} [182] | 50 us |\n"
    ).results
    assert (row.label, row.message) == ("Ed25519 | sign", MessageSize(name='{"a(...)":0}', bytes=182))


def test_runtimes_are_told_apart() -> None:
    """The same algorithm under two of them is two rows with an id each, with what it allocates."""
    rows = imported("benchmarkdotnet-github.md").results
    assert [(row.provider, row.allocated_bytes) for row in rows[:3]] == [
        (".NET 10.0", 304.0),
        (".NET 9.0", 312.0),
        (".NET 10.0", 1_536.0),
    ]
    assert {row.algorithm for row in rows[:3]} == {"rsa-2048-pss-sha256"}
    assert rows[0].p95_us == 1_209.0


def test_jobs_are_told_apart_where_there_are_several() -> None:
    """One job is nothing to tell of."""
    head = "| Method | Job | Mean |\n|---|---|---|\n"
    both = read(head + "| Ed25519_Sign | A | 50 us |\n| Ed25519_Sign | B | 60 us |\n").results
    assert [(row.algorithm, row.provider) for row in both] == [("ed25519", "A"), ("ed25519", "B")]
    assert [row.provider for row in read(head + "| Ed25519_Sign | A | 50 us |\n").results] == [None]


def test_a_table_of_another_tool_is_not_taken_for_one() -> None:
    """Hyperfine writes markdown too, which no tool here reads."""
    with pytest.raises(FileError, match="is no result of a tool that is known"):
        read("| Command | Mean [ms] | Relative |\n|:---|---:|---:|\n| `x` | 4.1 ± 0.3 | 1.00 |\n")


def test_a_row_that_failed_is_kept() -> None:
    """BenchmarkDotNet writes NA for it."""
    failed = imported("benchmarkdotnet-github.md").results[-1]
    assert (failed.algorithm, failed.mean_us, failed.error) == ("ed25519", None, "the tool gives no time")


def test_a_table_without_errors_says_why_there_is_no_interval() -> None:
    """Its ± is absent with a reason."""
    made = read("| Method | Mean |\n|---|---|\n| Ed25519_Sign | 50 us |\n")
    assert made.method["interval"] == "none where a table has no column Error"
    assert "interval" not in read(HEAD + "| Ed25519_Sign | 50 us | 1 us |\n").method


@pytest.mark.parametrize("cell", ["19,37 us", "19.37", "19.37 parsecs", "fast", "1.564,2 us", "us"])
def test_a_cell_that_is_no_time_is_refused(cell: str) -> None:
    """With line, column and what is wanted; a decimal comma could be a thousand."""
    with pytest.raises(
        FileError, match=r"a\.md: line 3, column Mean: .* is no number with a unit; such as 114\.5 ns"
    ):
        read(f"{HEAD}| Ed25519_Sign | {cell} | 0.1 us |\n")


def test_a_row_that_is_cut_off_is_refused() -> None:
    """With its line."""
    with pytest.raises(FileError, match="line 3: 2 cells under 3 heads; is the line cut off"):
        read(f"{HEAD}| Ed25519_Sign | 19.37 us |\n")


def test_more_rows_than_anybody_measures_are_refused() -> None:
    """As one error."""
    with pytest.raises(FileError, match="has more than 2,000 rows"):
        read(HEAD + "| Ed25519_Sign | 1 us | 1 us |\n" * 2_001)


@given(st.floats(0.001, 1e9), st.sampled_from([("ns", 1e-3), ("us", 1.0), ("ms", 1e3), ("s", 1e6)]))
def test_numbers_survive(value: float, unit: tuple[str, float]) -> None:
    """To the picosecond, with thousands separated."""
    (row,) = read(f"{HEAD}| Ed25519_Sign | {value:,.4f} {unit[0]} | 0.1 us |\n").results
    wanted = round(value, 4) * unit[1]
    if row.mean_us is not None:
        assert row.mean_us == pytest.approx(wanted, rel=1e-12, abs=1e-6)
    else:
        assert wanted < 1e-6
