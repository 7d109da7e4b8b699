"""Rows of a table that have a weight, where most have none."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class Weighted:
    """Rows with a weight each, distinct and ascending; every other row has none."""

    rows: Rows
    weights: Floats

    @property
    def total(self) -> float:
        """Return the sum of the weights."""
        return float(self.weights.sum())

    def weight(self, row: int) -> float:
        """Return the weight of one row."""
        return float(self.weights_of(np.array([row]))[0])

    def weights_of(self, rows: Rows) -> Floats:
        """Return the weight of each of some rows."""
        if not len(self.rows):
            return np.zeros(len(rows))
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        return np.where(self.rows[places] == rows, self.weights[places], 0.0)


NOTHING = Weighted(np.zeros(0, np.int64), np.zeros(0, np.float64))


def weighted(rows: Rows, weights: Floats) -> Weighted:
    """Return rows in any order, those that come more than once with the sum of their weights."""
    distinct, places = np.unique(rows, return_inverse=True)
    added = np.bincount(places, weights, minlength=len(distinct))
    return Weighted(distinct, added.astype(np.float64, copy=False))
