"""A BM25 index of texts: how text becomes terms, how it is saved and searched.

Its scores and files are those of ``bm25s``; ranking its scores is in ``retrieval``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from graphwright.graph.lexical_postings import Postings
from graphwright.graph.lexical_words import words
from graphwright.graph.vector_file import open_vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

_K1, _B = 1.5, 0.75


def terms(text: str) -> list[str]:
    """Return the search terms of a text: its words, case-folded, plurals cut."""
    return [_singular(word) for word in words(text)]


def _singular(word: str) -> str:
    """Return a word without its plural ending (the "S stemmer" of Harman, 1991)."""
    if len(word) < 4 or not word.endswith("s"):
        return word
    if word.endswith("ies") and word[-4] not in "ae":
        return word[:-3] + "y"
    if word.endswith("es") and word[-3] not in "aeo":
        return word[:-1]
    return word if word[-2] in "us" else word[:-1]


def indexed_text(
    title: str,
    heading_path: Sequence[str],
    header: str | None,
    text: str,
    row_name: str | None = None,
) -> str:
    """Return what is indexed of a chunk: title, headings, table header and row name, then text."""
    above = dict.fromkeys([title, *heading_path, header or "", row_name or ""])
    return "\n".join([*(line for line in above if line and line not in text), text])


def save_index(folder: Path, texts: Iterable[str]) -> None:
    """Write the index of ``texts`` (row i is text i) to ``folder``: arrays and JSON, no pickle.

    Terms are numbered in their sorted order, so equal texts give equal files. Nothing is written
    where no text has a term.
    """
    import bm25s  # noqa: PLC0415  # heavy

    postings = _postings(texts)
    scores = postings.scores(_K1, _B)
    if not scores.vocabulary:
        return
    index = bm25s.BM25(k1=_K1, b=_B, backend="numpy", csc_backend="numpy")
    index.vocab_dict, index.nonoccurrence_array = scores.vocabulary, None
    index.scores = {
        "data": scores.data,
        "indices": scores.texts,
        "indptr": scores.starts,
        "num_docs": postings.texts,
    }
    index.save(folder, show_progress=False)


def _postings(texts: Iterable[str]) -> Postings:
    postings = Postings(_singular)
    for text in texts:
        postings.add(text)
    return postings


class LexicalIndex:
    """An opened BM25 index over ``rows`` texts.

    Its files are mapped when it is made, so it outlives them. The library that made it is not
    needed: it keeps what each term adds to each row's score, and a search adds these up.
    """

    def __init__(self, folder: Path | None, rows: int) -> None:
        """Map the index into memory; without a folder it is an index without terms."""
        self._rows = rows
        self._vocabulary: dict[str, int] = {}
        self._arrays: dict[str, NDArray[Any]] = {}
        if folder is not None:
            text = (folder / "vocab.index.json").read_text(encoding="utf-8")
            self._vocabulary = json.loads(text)
            for name in ("data", "indices", "indptr"):
                path = folder / f"{name}.csc.index.npy"
                self._arrays[name] = open_vectors(path)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Return the index of texts that were never saved: row i is text i."""
        postings = _postings(texts)
        index, scores = cls(None, postings.texts), postings.scores(_K1, _B)
        index._vocabulary = scores.vocabulary
        index._arrays = {"data": scores.data, "indices": scores.texts, "indptr": scores.starts}
        return index

    @property
    def rows(self) -> int:
        """Return how many texts there are."""
        return self._rows

    def knows_a_term(self, query: str) -> bool:
        """Return whether a term of the query stands in any row: whether any score is above 0."""
        return any(term in self._vocabulary for term in terms(query))

    def rarity(self, query: str) -> dict[str, float]:
        """Return how much each known term of the query tells, as BM25 does: rare ones most."""
        found = sorted(self._vocabulary.keys() & set(terms(query)))
        return {term: self.told(term) for term in found}

    def told(self, term: str) -> float:
        """Return how much a term tells: most where no row has it."""
        column, holding = self._vocabulary.get(term), 0
        if column is not None:
            first, last = self._arrays["indptr"][column : column + 2].tolist()
            holding = last - first
        return math.log(1 + (self._rows - holding + 0.5) / (holding + 0.5))

    def postings(self, term: str) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the rows that hold a term, ascending, and what it adds to the score of each."""
        column = self._vocabulary.get(term)
        if column is None:
            return np.empty(0, np.int32), np.empty(0, np.float32)
        found = slice(*self._arrays["indptr"][column : column + 2].tolist())
        return self._arrays["indices"][found], self._arrays["data"][found]

    def scores(self, query: str) -> NDArray[np.float32]:
        """Return the BM25 score of each row (0 where no term of the query stands in it)."""
        scores = np.zeros(self._rows, dtype=np.float32)
        for term in terms(query):
            rows, added = self.postings(term)
            scores[rows] += added  # a row stands in the postings of a term once
        return scores

    def shares(self, query: str) -> NDArray[np.float64]:
        """Return the score of each row as a share of what the query's terms tell altogether.

        Each term counts once, and one that no row has too: so shares of two queries compare. They
        are from 0 to below 1.
        """
        scores, told = np.zeros(self._rows), 1.0
        for term in sorted(set(terms(query))):
            rows, added = self.postings(term)
            scores[rows] += added
            told += self.told(term)
        return scores / told
