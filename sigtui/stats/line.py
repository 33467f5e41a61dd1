"""A straight line through times of several message lengths: a fixed cost and a cost a byte."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Cost:
    """``fixed`` is what an empty message would cost, ``per_byte`` what each byte adds, in the times' unit."""

    fixed: float
    per_byte: float

    def share(self, size: int) -> float:
        """Return the share of a message's time that grows with its length: hashing, for a signature."""
        growing = self.per_byte * size
        return growing / (self.fixed + growing) if self.fixed + growing > 0 else 0.0


def cost(sizes: Sequence[int], times: Sequence[float]) -> Cost | None:
    """Fit a + b·n by least squares of relative residuals, so that a long message does not drown the short ones.

    None of fewer than two lengths, or where a longer message would cost less: then noise is larger than hashing.
    """
    if len(set(sizes)) < 2 or min(times) <= 0:
        return None
    lengths, values = np.array(sizes, dtype=np.float64), np.array(times, dtype=np.float64)
    design = np.column_stack([np.ones_like(lengths), lengths]) / values[:, None]
    (fixed, per_byte), *_ = np.linalg.lstsq(design, np.ones_like(values), rcond=None)
    return Cost(float(fixed), float(per_byte)) if per_byte > 0 and fixed > 0 else None
