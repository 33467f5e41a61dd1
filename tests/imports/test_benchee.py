import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.results import MessageSize, Result
from sigtui.imports import import_results
from tests.imports.samples import imported

HEAD = "Name                 ips        average  deviation         median         99th %\n"


def rows(text: str) -> tuple[Result, ...]:
    """Return the rows of a table."""
    return import_results((HEAD + text).encode(), "a.txt").results


def test_a_row_has_what_the_table_gives() -> None:
    """The deviation is a share of the average; the median and the 99th percentile have units of their own."""
    first = imported("benchee.txt").results[0]
    assert (first.algorithm, first.operation, first.message) == (
        "ecdsa-p256-sha256",
        "sign",
        MessageSize(bytes=17),
    )
    assert (first.mean_us, first.median_us, first.p99_us, first.ops_per_second) == (
        50.29,
        50.12,
        58.03,
        19_890.0,
    )
    assert first.stddev_us == pytest.approx(50.29 * 0.0488)
    assert first.error_us is None


def test_the_extended_table_adds_to_the_row() -> None:
    """A sample size is taken where it is exact: 98.81 K is none."""
    first, second = imported("benchee.txt").results[:2]
    assert (first.samples, first.min_us, first.max_us) == (None, 48.21, 912.11)
    assert (second.samples, second.min_us) == (3_512, 1_401.02)


def test_each_input_has_its_rows() -> None:
    """The same name under another input is another row."""
    made = imported("benchee.txt")
    lengths = [
        row.message and row.message.bytes for row in made.results if row.algorithm == "ecdsa-p256-sha256"
    ]
    assert lengths == [17, 1_024]
    assert made.extra["unmapped"] == ["rsa 2048 sign"]


def test_a_name_that_comes_again_is_another_row() -> None:
    """A page has the same names before and after a change; none replaces the other."""
    before, after = (
        "ed25519 sign  24.20 K   41.30 μs   ±10.00%   41.00 μs   49.90 μs\n",
        ("ed25519 sign  30.20 K   31.30 μs   ±10.00%   31.00 μs   39.90 μs\n"),
    )
    extended = "Name  minimum  maximum  sample size  mode\ned25519 sign  30.00 μs  45.00 μs  {}  31 μs\n\n"
    text = f"{before}\n{extended.format(11)}# After\n{HEAD}{after}\n{extended.format(12)}"
    first, second = rows(text)
    assert (first.mean_us, first.samples, first.algorithm) == (41.3, 11, "ed25519")
    assert (second.mean_us, second.samples, second.label) == (31.3, 12, "ed25519 sign")


@pytest.mark.parametrize(
    "heading",
    ["##### With input 17 B #####", "### With input `17 B`", "## With input 17 B", "With input 17 B ###"],
)
def test_an_input_is_read_from_every_form_of_its_heading(heading: str) -> None:
    """As Benchee prints it, and as a page's own heading."""
    told = "ed25519 sign  24.20 K   41.30 μs   ±10.00%   41.00 μs   49.90 μs\n"
    (row,) = import_results(f"{heading}\n{HEAD}{told}".encode(), "a.md").results
    assert row.message == MessageSize(bytes=17)


def test_an_input_that_names_the_key_is_no_message() -> None:
    """It says which algorithm it is."""
    told = "pss sha256 sign  0.70 K   1420.02 μs   ±1.10%   1419.00 μs   1478.00 μs\n"
    text = f"##### With input RSA 2048 #####\n{HEAD}{told}"
    (row,) = import_results(text.encode(), "a.txt").results
    assert (row.algorithm, row.message, row.extra) == ("rsa-2048-pss-sha256", None, {"input": "RSA 2048"})


def test_a_table_in_a_comment_is_read() -> None:
    """As people keep it under their script."""
    made = imported("benchee-comment.exs")
    assert [(row.algorithm, row.operation) for row in made.results] == [
        ("ed25519", "verify"),
        ("ed25519", "sign"),
        ("ed448", "sign"),
    ]
    assert made.results[2].mean_us == 1.99521
    assert made.machine == {
        "os": "Linux",
        "cpu": "AMD Ryzen 9 5900X 12-Core Processor",
        "logical_cpus": 24,
        "runtime": "Elixir 1.16.0, Erlang 26.1.2",
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no row that could be read"),
        ("ed25519 sign  1.2.3 K   50.29 μs   ±4.88%   50.12 μs   58.03 μs\n", "line 2: '1.2.3' is no number"),
        (
            "ed25519 sign  19.89 K   5,0.29 μs   ±4.88%   50.12 μs   58.03 μs\n",
            "line 2: '5,0.29 μs' is no number",
        ),
        ("ed25519 sign  19.89 K   NaN μs   ±4.88%   50.12 μs   58.03 μs\n", "mean_us is nan; no measurement"),
        ("ed25519 sign  19.89 K   ∞ μs   ±4.88%   50.12 μs   58.03 μs\n", "mean_us is inf; no measurement"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str, problem: str) -> None:
    """With the line."""
    with pytest.raises(FileError, match=problem):
        rows(text)


def test_more_rows_than_anybody_measures_are_refused() -> None:
    """As one error."""
    text = "".join(f"name {i}  19.89 K   50.29 μs   ±4.88%   50.12 μs   58.03 μs\n" for i in range(2_001))
    with pytest.raises(FileError, match="has more than 2,000 rows"):
        rows(text)


@given(
    st.floats(0.01, 1e6),
    st.floats(0, 500),
    st.sampled_from([("ns", 1e-3), ("μs", 1.0), ("ms", 1e3), ("s", 1e6)]),
)
def test_numbers_survive(mean: float, deviation: float, unit: tuple[str, float]) -> None:
    """With two decimals, in every unit."""
    (row,) = rows(f"ed25519 sign  19.89 K   {mean:.2f} {unit[0]}   ±{deviation:.2f}%   50.12 μs   58.03 μs\n")
    wanted = round(mean, 2) * unit[1]
    assert row.mean_us == pytest.approx(wanted, abs=1e-6)
    assert row.stddev_us == pytest.approx(wanted * round(deviation, 2) / 100, rel=1e-12, abs=1e-5)
