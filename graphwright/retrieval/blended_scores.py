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

_SPREAD_RANK = 100
"""The cosines are spread from the best to the one at this rank."""

_LEXICAL_SHARE = 0.5
"""What the best BM25 adds, as a share of that spread. With all of it questions in other words than
the passages' lose more than tickets and names gain (docs/retrieval.md)."""


def blended_scores(
    cosines: NDArray[np.floating], bm25: NDArray[np.floating]
) -> NDArray[np.float64]:
    """Return cosine + half of (best cosine - 100th cosine) * BM25 / best BM25 of each chunk.

    Both are of all chunks, in the order of their rows.
    """
    scores = cosines.astype(np.float64)
    best = float(bm25.max(initial=0))
    if best > 0:
        first = np.sort(scores[at_least_best(scores, _SPREAD_RANK)])[-_SPREAD_RANK:]
        scores += _LEXICAL_SHARE * (first[-1] - first[0]) * (bm25 / best)
    return scores
