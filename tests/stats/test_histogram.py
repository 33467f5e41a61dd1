from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.bins import EDGES
from sigtui.stats.histogram import Histogram, histogram
from tests.made import Times, collected


def normal(spread: float) -> Callable[[np.random.Generator], Times]:
    """Return draws from a normal distribution around 50 µs."""
    return lambda rng: rng.normal(50_000, spread, 5_000)


SHAPES: dict[str, Callable[[np.random.Generator], Times]] = {
    "narrow": normal(250),
    "usual": normal(1_000),
    "wide": normal(1_500),
    "across octaves": lambda rng: rng.normal(65_536, 6_000, 5_000),
    "short": lambda rng: rng.normal(300, 10, 5_000),
    "long tail": lambda rng: 200_000 + rng.exponential(800_000, 5_000),
}


def drawn(name: str) -> tuple[Times, Histogram]:
    """Return the samples of a shape, and their histogram."""
    times = np.rint(SHAPES[name](np.random.default_rng(5)))
    return times, histogram(collected(times))


@given(st.lists(st.integers(0, 2**53 - 1), min_size=1, max_size=100))
def test_every_sample_is_counted_between_the_edges(times: list[int]) -> None:
    """Whatever the samples: edges rise, none is left out, and none is in a neighbour's bar."""
    drawn = histogram(collected(times))
    edges, counts = np.array(drawn.edges), np.array(drawn.counts)
    assert edges.size == counts.size + 1
    assert (np.diff(edges) > 0).all()
    assert np.isin(edges, EDGES).all()
    assert counts.tolist() == np.histogram(np.array(times, dtype=np.float64), edges)[0].tolist()
    assert counts.sum() == len(times)
    assert counts.size <= 62


@pytest.mark.parametrize("name", SHAPES)
def test_the_bars_of_the_body_have_one_width(name: str) -> None:
    """Up to the 99th percentile all bars are as wide as each other: uneven ones would look like humps."""
    times, known = drawn(name)
    edges = np.array(known.edges)
    widths = np.diff(edges)[edges[1:] <= np.quantile(times, 0.99)]
    assert widths.size >= 12
    assert np.unique(widths).size == 1


@pytest.mark.parametrize("name", SHAPES)
def test_one_hump_is_drawn_as_one(name: str) -> None:
    """Beside the top of a smooth distribution no bar stands out of its neighbours by more than chance."""
    counts = np.array(drawn(name)[1].counts, dtype=np.float64)
    between = np.minimum(counts[:-2], counts[2:])
    assert (np.sqrt(between) - np.sqrt(counts[1:-1])).max() < 2.2


def test_the_tail_has_few_bars_that_grow() -> None:
    """One sample far out does not flatten the body: it has a bar of the last dozen."""
    times = np.append(np.random.default_rng(1).normal(50_000, 1_000, 2_000), 5e9)
    known = histogram(collected(times))
    body = sum(edge < 60_000 for edge in known.edges)
    assert 24 <= body <= 50
    assert len(known.counts) - body <= 13
    assert known.counts[-1] == 1
    widths = np.diff(known.edges)[body:]
    assert (np.diff(widths) > 0).all()


def test_a_shift_moves_the_edges_alone() -> None:
    """What is subtracted from every time is subtracted from the edges."""
    times = collected([100, 200, 300])
    plain, shifted = histogram(times), histogram(times, 40.0)
    assert shifted.counts == plain.counts
    assert shifted.edges == tuple(edge - 40 for edge in plain.edges)


def test_equal_samples_are_one_bar() -> None:
    """A single bar holds them."""
    assert histogram(collected([100, 100, 100])) == Histogram((100.0, 101.0), (3,))
