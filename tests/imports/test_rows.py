import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.files.results import MessageSize
from sigtui.imports._rows import SECOND, figures, line, message, number, row, whole


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,564.208", 1564.208),
        ("114.5", 114.5),
        ("0", 0),
        ("1e-3", 0.001),
        ("12,345,678", 12_345_678),
        ("-3", -3),
    ],
)
def test_numbers_are_read_as_tools_write_them(text: str, value: float) -> None:
    """Thousands are separated by commas."""
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "12,5", "1.564,2", "1,23,456", "0x10", "1_000", "12 3", "١٢", "--1"])
def test_what_is_no_number_is_none(text: str) -> None:
    """A decimal comma is one of them: it could be a thousand."""
    assert number(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("58321", 58_321), ("58,321", 58_321), ("5.8", None), ("1" * 19, None)]
)
def test_whole_numbers_have_at_most_eighteen_digits(text: str, value: int | None) -> None:
    """More is no count, and would not fit a snapshot."""
    assert whole(text) == value


@given(st.floats(1e-9, 1e15))
def test_a_number_survives(value: float) -> None:
    """As Python and as tools write it."""
    assert number(f"{value:,.6f}") == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("1024 bytes", None, MessageSize(bytes=1_024)),
        ("1,024 B of text", None, MessageSize(name="1,024 B of text", bytes=1_024)),
        ("4 KiB", None, MessageSize(bytes=4_096)),
        ("4 KB", None, MessageSize(name="4 KB")),
        ("some secret value", 17, MessageSize(name="some secret value", bytes=17)),
        ("", 50, MessageSize(bytes=50)),
    ],
)
def test_a_message_has_the_bytes_that_its_name_says(
    text: str, length: int | None, expected: MessageSize
) -> None:
    """A KB is left open, and a name that only says the length is none."""
    assert message(text, length) == expected


def test_a_row_without_a_time_says_so() -> None:
    """A mean of zero is none: nothing takes no time."""
    for mean in (None, 0.0):
        made = row("x", None, "sign", mean)
        assert (made.mean_us, made.ops_per_second, made.error) == (None, None, "the tool gives no time")


def test_a_row_knows_its_family_and_its_rate() -> None:
    """Both follow from what the tool gives."""
    made = row("Ed", "ed25519", "sign", 50.0)
    assert (made.family, made.ops_per_second, made.error) == ("eddsa", 20_000.0, None)


def test_samples_become_figures_with_an_interval() -> None:
    """Student's t for 99.9 % and one degree of freedom is 636.62; percentiles need more samples."""
    made = figures([1e-6, 3e-6], SECOND)
    assert made["mean_us"] == made["median_us"] == 2.0
    assert made["error_us"] == pytest.approx(636.619)
    assert (made["samples"], made["min_us"], made["max_us"], made["p95_us"]) == (2, 1.0, 3.0, None)
    assert figures([1.0], SECOND)["error_us"] is None
    assert figures([], SECOND) == {}


def test_a_tools_text_stays_on_one_printable_line() -> None:
    """It is somebody else's, and may be long."""
    assert line("a\n b\x1b[31m") == "a b\N{REPLACEMENT CHARACTER}[31m"
    assert len(line("x" * 5_000)) == 200
