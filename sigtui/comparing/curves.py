"""The distributions of a comparison's row as pictures need them: from the histograms that snapshots keep."""

import numpy as np
from numpy.typing import NDArray

from sigtui.cells import no_p99
from sigtui.comparing.pivot import Compared, Row
from sigtui.files.results import Result
from sigtui.stats.bins import EDGES, Bins
from sigtui.stats.curve import Curve

LETTERS = "ABCDEF"
"""A column's letter in the picture, the first column's first."""


def curves(compared: Compared, row: Row) -> tuple[Curve, ...]:
    """Return a curve for each column of a row; one without a stored distribution has no samples."""
    return tuple(
        _curve(column.name, letter, cell.side.result)
        for column, letter, cell in zip(compared.columns, LETTERS, row.cells, strict=False)
        if cell is not None
    )


def without_distribution(compared: Compared, row: Row) -> tuple[str, ...]:
    """Name the columns of a row that have figures and no stored distribution, as published ones."""
    return tuple(
        column.name
        for column, cell in zip(compared.columns, row.cells, strict=True)
        if cell is not None and cell.side.result.histogram is None
    )


def _curve(name: str, letter: str, result: Result) -> Curve:
    stored = result.histogram
    bins = Bins.empty()
    if stored is not None:
        bins = rebinned(np.array(stored.edges_us) * 1_000, np.array(stored.counts))
    return Curve(
        name=name,
        letter=letter,
        bins=bins,
        shift=0.0,
        samples=int(bins.counts.sum()),
        batch=result.batch or 1,
        median=(result.median_us or 0.0) * 1_000,
        mean=(result.mean_us or 0.0) * 1_000,
        p99=None if no_p99(result) else (result.p99_us or 0.0) * 1_000,
    )


def rebinned(edges: NDArray[np.float64], counts: NDArray[np.int64]) -> Bins:
    """Return stored counts in exact bins, each spread evenly between its edges (ns); the number of samples stays."""
    cumulated = np.concatenate([[0.0], np.cumsum(counts, dtype=np.float64)])
    shares = np.interp(EDGES, np.maximum(edges, 0.0), cumulated)
    # Rounded sums, not rounded counts: what is rounded off one bin is in the next.
    return Bins(np.diff(np.rint(shares)).astype(np.int64))
