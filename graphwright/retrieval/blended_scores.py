"""Dense and lexical scores of chunks as one: a blend of scores, not of ranks.

BM25 adds at most half as much as the cosines of the first hundred chunks are apart. So it moves
what is about as near, and never lifts what shares a word and nothing else; the fusion of ranks
(``fusion``) cannot tell these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.ranking import at_least_best

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.retrieval.cosines import Cosines

_SPREAD_RANK = 100
"""The cosines are spread from the best to the one at this rank."""

_LEXICAL_SHARE = 0.5
"""What the best BM25 adds, as a share of that spread. With all of it questions in other words than
the passages' lose more than tickets and names gain (docs/retrieval.md)."""


def lexical_scores(cosines: Cosines, bm25: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return what BM25 adds to the cosine of each chunk, which makes it the blended score.

    That is half of (best cosine - 100th cosine) * BM25 / best BM25, both in the order of rows.
    """
    best = float(bm25.max(initial=0))
    if best <= 0:
        return np.zeros(len(bm25))
    values = cosines.settled(_SPREAD_RANK)
    first = np.sort(values[at_least_best(values, _SPREAD_RANK)].astype(np.float64))[-_SPREAD_RANK:]
    added: NDArray[np.float64] = _LEXICAL_SHARE * (first[-1] - first[0]) * (bm25 / best)
    return added
