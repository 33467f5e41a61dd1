from dataclasses import replace

import numpy as np
import pytest

from sigtui.comparing.curves import curves, rebinned, without_distribution
from sigtui.comparing.pivot import compare
from sigtui.files.results import Histogram
from sigtui.model import Comparison
from tests.comparing.made import ED25519, P256, source


def test_stored_counts_keep_their_number_and_their_place() -> None:
    """Spread between their edges: quantiles are found again to a bin's width."""
    bins = rebinned(np.array([40_000.0, 50_000.0, 60_000.0, 90_000.0]), np.array([700, 250, 50]))
    assert int(bins.counts.sum()) == 1_000
    assert bins.quantile(0.35) == pytest.approx(45_000, rel=0.01)
    assert bins.quantile(0.95) == pytest.approx(60_000, rel=0.01)


def test_few_samples_in_wide_bins_are_not_lost() -> None:
    """What is rounded off one exact bin is in the next."""
    assert int(rebinned(np.array([1e3, 1e6]), np.array([3])).counts.sum()) == 3


def test_each_column_has_its_letter_and_its_marks() -> None:
    """Those without a stored distribution have no samples, and are named."""
    stored = replace(P256, histogram=Histogram(edges_us=(40.0, 50.0, 60.0), counts=(400, 200)))
    compared = compare(Comparison("t"), [source("run", stored, ED25519)])
    first, second = curves(compared, compared.rows[0])
    assert (first.name, first.letter, first.samples) == ("ecdsa-p256-sha256", "A", 600)
    assert first.median == pytest.approx((P256.median_us or 0) * 1_000)
    assert (second.letter, second.samples) == ("B", 0)
    assert without_distribution(compared, compared.rows[0]) == ("ed25519",)
