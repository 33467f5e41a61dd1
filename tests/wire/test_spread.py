from hypothesis import given
from hypothesis import strategies as st

from sigtui.model import LengthRange
from sigtui.wire.spread import Spread


def test_what_was_seen_keeps_its_ends_and_rounds_its_mean() -> None:
    """The mean of 70, 71 and 71 is 70.67 bytes, 71 as a whole byte."""
    assert Spread.seen(LengthRange(3, 212, 70, 71)) == Spread(70, 71, 71)


@given(st.integers(0, 10_000))
def test_what_never_varies_says_so(value: int) -> None:
    """One value is least, typical and most."""
    assert Spread.of(value) == Spread(value, value, value)
    assert not Spread.of(value).varies
    assert Spread(value, value, value + 1).varies


def test_a_function_is_applied_to_all_three() -> None:
    """Each of the three is what the function makes of it."""
    assert Spread(1, 2, 3).each(lambda size: 10 * size) == Spread(10, 20, 30)
