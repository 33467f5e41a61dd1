"""What is entered as a number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.numbers import count
from sigtui.tui.dialogs.content import whole_number


@given(st.integers(min_value=-(10**30), max_value=10**30), st.sampled_from(",_ "))
def test_a_number_is_read_as_it_is_shown(number: int, separator: str) -> None:
    """With its thousands separated or not, and white space around it."""
    assert whole_number(f" {number} ") == number
    assert whole_number(f"{number:,}".replace(",", separator)) == number


@given(st.integers(min_value=0, max_value=10**12))
def test_the_apps_own_spelling_is_read(number: int) -> None:
    """What a table shows can be typed."""
    assert whole_number(count(number)) == number


@given(st.text(alphabet="0123456789,_ +-.x٣", max_size=12))
def test_anything_else_is_no_number(text: str) -> None:
    """Whatever is read means the digits that were typed, in groups of three."""
    number = whole_number(text)
    if number is None:
        return
    digits = text.strip().lstrip("+-")
    assert str(abs(number)) == "".join(each for each in digits if each.isdigit()).lstrip("0") or number == 0
    for separator in ",_ ":
        groups = digits.split(separator)
        assert all(len(group) == 3 for group in groups[1:]) or len(groups) == 1


@pytest.mark.parametrize(
    "text", ["", " ", "1,5", "1,0000", "10,00", "1,000_000", ",000", "1e3", "1.000", "9" * 5_000]
)
def test_what_could_mean_something_else_is_refused(text: str) -> None:
    """A decimal comma is none between thousands."""
    assert whole_number(text) is None
