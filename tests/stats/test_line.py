import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.line import cost

SIZES = (17, 93, 1_024, 10_240)


@given(fixed=st.floats(0.1, 1e4), per_byte=st.floats(1e-4, 10))
def test_a_straight_line_is_found(fixed: float, per_byte: float) -> None:
    """With its two costs, and the share that grows."""
    found = cost(SIZES, [fixed + per_byte * size for size in SIZES])
    assert found is not None
    assert found.fixed == pytest.approx(fixed, rel=1e-6)
    assert found.per_byte == pytest.approx(per_byte, rel=1e-6)
    assert found.share(1_024) == pytest.approx(per_byte * 1_024 / (fixed + per_byte * 1_024))
    assert found.share(0) == 0


def test_a_long_message_does_not_drown_the_short_ones() -> None:
    """Residuals count by their share of the time: the fixed cost stays near what short messages take."""
    found = cost((17, 93, 1_024, 10 << 20), (1.0, 1.04, 1.5, 5_500.0))
    assert found is not None
    assert found.fixed == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    ("sizes", "times"),
    [((17,), (1.0,)), ((17, 17), (1.0, 2.0)), ((17, 93), (2.0, 1.0)), ((17, 93), (0.0, 1.0))],
)
def test_what_is_no_growing_cost_has_no_line(sizes: tuple[int, ...], times: tuple[float, ...]) -> None:
    """One length, or a longer message that costs less: noise is larger than hashing then."""
    assert cost(sizes, times) is None
