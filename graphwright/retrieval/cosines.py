"""The cosines of all rows with a question, exact where it matters and no dearer than it must be.

Where vectors have codes (``graph.vector_codes``), each cosine is first known within a bound. Before
the best are taken, what may be among them is made exact, so a ranking is the one that reading every
vector would give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.mapped_file import rows_of_mapped
from graphwright.retrieval.ranking import DECIMALS, cosines_of, floor_of, top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.graph.vector_codes import VectorCodes

    Floats = NDArray[np.floating]

_ROUNDED = 2 * 10.0**-DECIMALS
"""How far scores may be apart that are the same once they are rounded."""


class Cosines:
    """The cosines of the rows of some vectors with one question."""

    def __init__(
        self, vectors: Floats, query: NDArray[np.float32], codes: VectorCodes | None = None
    ) -> None:
        """Take the vectors (rows, dimensions), a unit query vector, and the vectors' codes."""
        self._vectors, self._query = vectors, query
        self._slack: Floats | None = None
        if codes is None:
            self.values = cosines_of(vectors, query)
        else:
            self.values, self._slack = codes.scan(query)

    def settled(self, count: int, plus: Floats | None = None) -> Floats:
        """Return the cosine of each row, of which the ``count`` best are exact.

        They are the best with what ``plus`` adds to each row. No other row's value, exact or not,
        is above theirs. The array is this object's own, and later calls make more of it exact.
        """
        if self._slack is not None:
            low, high = self._range(self._slack, plus)
            self._settle(np.flatnonzero(high >= floor_of(low, count) - _ROUNDED))
        return self.values

    def settle_near(self, score: float, most: int, plus: Floats | None = None) -> bool:
        """Make exact what may be on either side of a score, so that what is better can be told.

        Returns whether it is done: it is not where ``most`` rows or more are better without that.
        """
        if self._slack is not None:
            low, high = self._range(self._slack, plus)
            if np.count_nonzero(low > score) >= most:
                return False
            self._settle(np.flatnonzero((low <= score) & (high >= score)))
        return True

    def top(self, count: int, plus: Floats | None = None) -> list[tuple[int, float]]:
        """Return the ``count`` best rows with rounded scores, best first, ties by row."""
        values = self.settled(count, plus)
        return top(values if plus is None else values + plus, count)

    def best_of_each(
        self, rows: NDArray[np.int64], owners: NDArray[np.int64], plus: Floats
    ) -> NDArray[np.int64]:
        """Return by place in ``rows`` the best of each owner, with what ``plus`` adds to each row.

        ``owners`` tells of which owner each row is one, ascending; ties go by row.
        """
        if self._slack is not None:
            least = np.full(int(owners.max(initial=-1)) + 1, -np.inf)
            middle, slack = self.values[rows] + plus[rows], self._slack[rows]
            np.maximum.at(least, owners, middle - slack)
            self._settle(rows[middle + slack >= least[owners] - _ROUNDED])
        order = np.lexsort((rows, -np.round(self.values[rows] + plus[rows], DECIMALS), owners))
        return order[np.flatnonzero(np.diff(owners, prepend=-1))]

    def _range(self, slack: Floats, plus: Floats | None) -> tuple[Floats, Floats]:
        middle = self.values if plus is None else self.values + plus
        return middle - slack, middle + slack

    def _settle(self, rows: NDArray[np.int64]) -> None:
        assert self._slack is not None
        rows = rows[self._slack[rows] > 0]
        self.values[rows] = cosines_of(rows_of_mapped(self._vectors, rows), self._query)
        self._slack[rows] = 0


def chunk_cosines(snapshot: Snapshot, query: NDArray[np.float32]) -> Cosines:
    """Return the cosines of a snapshot's chunks with a unit query vector."""
    return Cosines(snapshot.chunk_vectors, query, snapshot.chunk_codes)


def entity_cosines(snapshot: Snapshot, query: NDArray[np.float32]) -> Cosines:
    """Return the cosines of a snapshot's entities with a unit query vector, by vector."""
    return Cosines(snapshot.entity_vectors.values, query, snapshot.entity_codes)
