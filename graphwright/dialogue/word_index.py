"""BM25 over texts that are held in memory."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.lexical_index import terms
from graphwright.graph.lexical_postings import Postings

if TYPE_CHECKING:
    from numpy.typing import NDArray

_K1, _B = 1.5, 0.75


class WordIndex:
    """BM25 scores of texts, each as a share of what the terms of a query tell altogether."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Index the texts; row i is text i."""
        postings = Postings(str)  # they are terms already
        for text in texts:
            postings.add(terms(text))
        self._rows = postings.texts
        self._index = postings.scores(_K1, _B)

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of each row, from 0 to below 1; terms that no text has count too."""
        scores, told = np.zeros(self._rows), 1.0
        for term in sorted(set(terms(query))):
            column = self._index.vocabulary.get(term)
            holding = 0
            if column is not None:
                found = slice(*self._index.starts[column : column + 2].tolist())
                scores[self._index.texts[found]] += self._index.data[found]
                holding = found.stop - found.start
            told += math.log(1 + (self._rows - holding + 0.5) / (holding + 0.5))
        return scores / told
