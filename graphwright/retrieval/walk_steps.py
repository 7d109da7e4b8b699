"""Steps of a walk from rows of one kind to rows of another, and the part of them that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.weighted_rows import Weighted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]


class Steps:
    """A sparse matrix of shares: from each row, to others, in all 1 or nothing."""

    def __init__(self, count: int, source: Rows, target: Rows, weights: Floats) -> None:
        """Take the entries in order of ``source`` (rows of ``count``)."""
        sums = np.bincount(source, weights, minlength=count)
        self._targets = target.astype(np.int32)
        self._shares = (weights / np.maximum(sums[source], np.finfo(float).tiny)).astype("f4")
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(source, minlength=count))])

    def of(self, row: int) -> Weighted:
        """Return where a step from one row leads, with the share of each."""
        entries = slice(self._starts[row], self._starts[row + 1])
        return Weighted(self._targets[entries].astype(np.int64), self._shares[entries])

    def entries(self, rows: Rows) -> tuple[Rows, Floats, Rows]:
        """Return where steps from these rows lead, with what share, and from which row by place.

        What is reached from several rows stands there for each of them.
        """
        entries, owners = self._entries(rows)
        shares = self._shares[entries].astype(np.float64)
        return self._targets[entries].astype(np.int64), shares, owners

    def shares_to(self, target: int, rows: Rows) -> Floats:
        """Return the share of a step from each of some rows that leads to one place."""
        entries, owners = self._entries(rows)
        there = self._targets[entries] == target
        shares = self._shares[entries[there]]
        return np.bincount(owners[there], shares, minlength=len(rows)).astype(np.float64)

    def _entries(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the entries of rows, and of which of the rows, by place, each is one."""
        first = self._starts[rows]
        count = self._starts[rows + 1] - first
        before = np.cumsum(count) - count
        owners = np.repeat(np.arange(len(rows)), count)
        return (first - before)[owners] + np.arange(len(owners)), owners


class Reached:
    """The rows of one kind that a walk has come to, in the order in which it came there.

    What is computed of them grows with their number and not with the graph: of ``count`` rows only
    those that are reached are ever touched.
    """

    def __init__(self, count: int) -> None:
        """Begin with none."""
        self._place = np.zeros(count, dtype=np.int32)  # from 1 on; 0 is not reached
        self.rows = np.zeros(0, dtype=np.int64)

    def places(self, rows: Rows) -> Rows:
        """Return the place of each row, which may come more than once; new ones get one."""
        new = rows[self._place[rows] == 0]
        if len(new):
            new = np.unique(new)
            first = len(self.rows) + 1
            self._place[new] = np.arange(first, first + len(new), dtype=np.int32)
            self.rows = np.concatenate([self.rows, new])
        return self._place[rows].astype(np.int64) - 1

    def spread(self, weights: Floats) -> Floats:
        """Return weights by place with a 0 for each row that was reached after them."""
        later = len(self.rows) - len(weights)
        return np.concatenate([weights, np.zeros(later)]) if later else weights

    def laid_out(self, start: Weighted) -> Floats:
        """Return the weights of some rows by place."""
        places = self.places(start.rows)
        return np.bincount(places, start.weights, minlength=len(self.rows)).astype(np.float64)

    def weighted(self, weights: Floats) -> Weighted:
        """Return the rows that have a weight, given the weights by place."""
        kept = np.flatnonzero(weights)
        order = kept[np.argsort(self.rows[kept])]
        return Weighted(self.rows[order], weights[order])


class ReachedSteps:
    """Of all steps from one kind to another those from rows where a walk has been."""

    def __init__(self, steps: Steps, source: Reached, target: Reached) -> None:
        """Begin with none of the steps."""
        self._steps, self._source, self._target = steps, source, target
        self._taken = np.zeros(0, dtype=bool)
        self._from, self._to = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        self._shares = np.zeros(0)

    def take_from(self, weights: Floats) -> None:
        """Add the steps from each row that has a weight, given the weights by place."""
        has = weights > 0
        has[: len(self._taken)] &= ~self._taken
        new = np.flatnonzero(has)
        if not len(new):
            return
        has[: len(self._taken)] |= self._taken
        self._taken = has
        targets, shares, owners = self._steps.entries(self._source.rows[new])
        self._from = np.concatenate([self._from, new[owners]])
        self._to = np.concatenate([self._to, self._target.places(targets)])
        self._shares = np.concatenate([self._shares, shares])

    def flow(self, weights: Floats) -> Floats:
        """Return by place what arrives, given what leaves by place."""
        arriving = weights[self._from] * self._shares
        count = len(self._target.rows)
        return np.bincount(self._to, arriving, minlength=count).astype(np.float64, copy=False)
