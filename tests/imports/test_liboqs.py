import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.results import Lengths, MessageSize
from sigtui.imports import import_results
from tests.imports.samples import imported

HEAD = (
    "Operation | Iterations | Total time (s) | Time (us): mean | pop. stdev | CPU cycles: mean | pop. stdev\n"
    "--- | ---:| ---:| ---:| ---:| ---:| ---:\n"
)


def test_each_scheme_has_its_operations() -> None:
    """Its name stands on a line of its own; the message of speed_sig has 50 bytes."""
    rows = imported("liboqs-info.txt").results[:3]
    assert [(row.algorithm, row.operation, row.mode) for row in rows] == [
        ("ml-dsa-65", "keygen", None),
        ("ml-dsa-65", "sign", "reused-key"),
        ("ml-dsa-65", "verify", "reused-key"),
    ]
    assert (rows[1].samples, rows[1].mean_us, rows[1].stddev_us) == (21_019, 142.729, 95.331)
    assert (rows[0].message, rows[1].message) == (None, MessageSize(bytes=50))


def test_info_gives_sizes() -> None:
    """Keys to all rows of the scheme, the signature to signing; a shorter one that was seen is kept too."""
    rows = imported("liboqs-info.txt").results
    assert {(row.public_key_bytes, row.private_key_bytes) for row in rows[:3]} == {(1_952, 4_032)}
    assert [row.signature_bytes for row in rows[:3]] == [
        None,
        Lengths(min=3_309, mean=3_309.0, max=3_309),
        None,
    ]
    assert rows[7].signature_bytes == Lengths(min=655, mean=655.0, max=752)


def test_a_scheme_without_cycles_is_read_alike() -> None:
    """Column 6 is not needed."""
    rows = imported("liboqs-high-precision.txt").results
    assert [row.algorithm for row in rows[::3]][:2] == ["ml-dsa-44", "ml-dsa-44-mu"]
    assert rows[1].mean_us == 3_521.379


def test_the_machine_is_told() -> None:
    """In the keys of sigtui's own machines."""
    made = imported("liboqs-high-precision.txt")
    assert made.machine == {
        "architecture": "aarch64",
        "os": "Linux",
        "release": "6.12.25+rpt-rpi-v8",
        "features": ["neon"],
        "compiler": "gcc (12.2.0)",
        "providers": {"liboqs": {"liboqs": "0.15.0", "openssl": "3.0.18"}},
    }
    assert made.date == "2026-03-04T23:46:26"


@pytest.mark.parametrize(
    "text",
    [
        "  ML-DSA-65\nkeypair | 52 | 3.0 | 57.6 | 2.3\nsign | 18 | 3.0 | 166.4 | 88.7  <- wide\n",
        "| ML-DSA-65 | | | | | | |\n"
        "| keypair | 52 | 3.0 | 57.6 | 2.3 | 1 | 1 |\n| sign | 18 | 3.0 | 166.4 | 8 | 1 | 1 |\n",
    ],
)
def test_a_table_that_somebody_rewrote_is_read(text: str) -> None:
    """A scheme without its blank cells, and bars before the lines."""
    head = HEAD if text.startswith(" ") else "".join(f"| {line} |\n" for line in HEAD.splitlines())
    rows = import_results(f"{head}{text}".encode(), "a.md").results
    assert [(row.algorithm, row.operation, row.mean_us) for row in rows] == [
        ("ml-dsa-65", "keygen", 57.6),
        ("ml-dsa-65", "sign", 166.4),
    ]


def test_an_operation_that_is_none_of_sigtuis_is_kept() -> None:
    """As speed_sig -f has."""
    text = HEAD + "ML-DSA-44 | | | | | |\nfullcycle | 10 | 3.0 | 900.0 | 1.0 | 1 | 1\n"
    (row,) = import_results(text.encode(), "a.txt").results
    assert (row.algorithm, row.label, row.operation) == (None, "ML-DSA-44 fullcycle", "other")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("", "no row that could be read"),
        ("ML-DSA-44 | | | | | |\n", "no row that could be read"),
        (
            "ML-DSA-44 | | | | | |\nsign | many | 3.0 | 900.0 | 1.0 | 1 | 1\n",
            "line 4: a row .* without its iterations",
        ),
        (
            "ML-DSA-44 | | | | | |\nsign | 10 | 3.0 | | 1.0 | 1 | 1\n",
            "line 4: a row .* without its iterations or its mean",
        ),
        ("ML-DSA-44 | | | | | |\nsign | 10 | 3.0 | -3.5 | 1.0 | 1 | 1\n", "mean_us is -3.5"),
        ("sign | 10 | 3.0 | 1.0 | 1.0 | 1 | 1\n" * 2_001, "has more than 2,000 rows"),
    ],
)
def test_what_can_not_be_read_is_refused(rows: str, problem: str) -> None:
    """With the line."""
    with pytest.raises(FileError, match=problem):
        import_results((HEAD + rows).encode(), "a.txt")


@given(st.integers(1, 10**9), st.floats(0.001, 1e9))
def test_numbers_survive(iterations: int, mean: float) -> None:
    """As speed_sig prints them."""
    text = f"{HEAD}ML-DSA-44 | | | | | |\nsign | {iterations} | 3.000 | {mean:.3f} | 1.000 | 1 | 1\n"
    (row,) = import_results(text.encode(), "a.txt").results
    assert row.samples == iterations
    assert row.mean_us == pytest.approx(mean, abs=6e-4)
