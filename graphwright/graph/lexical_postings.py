"""Which terms stand how often in which texts, and what each adds to a text's BM25 score.

A library that is given all texts at once holds every word of each as an object; here a term of a
text is 20 bytes, and its score is computed from whole arrays. The formula is that of ``bm25s``,
Lucene's (Kamphuis et al., 2020), in the same order of operations, so its results are the same bits.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.lexical_words import words_of_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

_BLOCK_CHARACTERS = 1 << 22
"""Characters of the texts whose terms are counted at once."""


@dataclasses.dataclass(frozen=True, slots=True)
class TermScores:
    """What each term adds to the scores of texts, term by term in the order of ``vocabulary``.

    Term i adds ``data[starts[i] : starts[i + 1]]`` to the texts ``texts[starts[i] : ...]``, which
    ascend.
    """

    vocabulary: dict[str, int]
    data: NDArray[np.float32]
    texts: Numbers
    starts: NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class _Block:
    """The terms of some texts: which, in which text (from the block's ``first``), how often.

    They stand in the order of terms, as numbered when they came, and then of texts.
    """

    first: int
    terms: Numbers
    texts: Numbers
    often: Numbers


class Postings:
    """The terms of texts, which are taken one after another."""

    def __init__(self, term_of: Callable[[str], str]) -> None:
        """Take what makes a word a search term."""
        self._term_of = term_of
        # Terms are numbered as they come; each distinct word is made one only once.
        self._numbers: dict[str, int] = {}
        self._of_words: dict[str, int] = {}
        self._waiting: list[str] = []
        self._characters = 0
        self._lengths: list[NDArray[np.int64]] = []
        self._blocks: list[_Block] = []
        self._counted = 0

    @property
    def texts(self) -> int:
        """Return how many texts were taken."""
        return self._counted + len(self._waiting)

    def add(self, text: str) -> None:
        """Take the next text."""
        self._waiting.append(text)
        self._characters += len(text)
        if self._characters >= _BLOCK_CHARACTERS:
            self._count()

    def _count(self) -> None:
        """Count the terms of the texts that wait."""
        many, found = max(len(self._waiting), 1), words_of_texts(self._waiting)
        numbers = np.array([self._number(word) for word in found.distinct], dtype=np.int64)
        texts = np.repeat(np.arange(len(self._waiting)), found.lengths)
        pairs, often = np.unique(numbers[found.numbers] * many + texts, return_counts=True)
        columns = (pairs // many, pairs % many, often)
        self._blocks.append(_Block(self._counted, *(one.astype(np.int32) for one in columns)))
        self._lengths.append(found.lengths)
        self._counted += len(self._waiting)
        self._waiting, self._characters = [], 0

    def _number(self, word: str) -> int:
        """Return the number of a word's term."""
        number = self._of_words.get(word)
        if number is None:
            number = self._numbers.setdefault(self._term_of(word), len(self._numbers))
            self._of_words[word] = number
        return number

    def scores(self, k1: float, b: float) -> TermScores:
        """Return the scores of all texts; terms are numbered in their sorted order.

        It is asked once: no text is taken after it.
        """
        self._count()
        return _scored(self._blocks, self._numbers, np.concatenate(self._lengths), k1, b)


def _scored(
    blocks: Sequence[_Block],
    numbers: Mapping[str, int],
    lengths: NDArray[np.int64],
    k1: float,
    b: float,
) -> TermScores:
    """Return the scores; ``numbers`` are those of terms in the blocks."""
    vocabulary = {term: place for place, term in enumerate(sorted(numbers))}
    order = np.array([numbers[term] for term in vocabulary], dtype=np.int64)
    counts = [np.bincount(block.terms, minlength=len(order)) for block in blocks]
    holding: NDArray[np.int64] = np.asarray(np.sum(counts, axis=0, dtype=np.int64))
    starts = np.concatenate([[0], np.cumsum(holding[order])]).astype(np.int64)
    data, texts = np.empty(starts[-1], np.float32), np.empty(starts[-1], np.int32)
    rarity = _rarity(holding, len(lengths))
    average = lengths.mean() if lengths.any() else 1.0
    longer = k1 * ((1 - b) + b * lengths / average)
    free = np.empty(len(order), np.int64)
    free[order] = starts[:-1]
    for block, count in zip(blocks, counts, strict=True):
        before = np.cumsum(count) - count
        places = np.arange(len(block.terms)) + (free - before)[block.terms]
        rows, often = block.texts + np.int32(block.first), block.often.astype(np.float32)
        texts[places] = rows
        data[places] = rarity[block.terms] * (often / (longer[rows] + often))
        free += count
    return TermScores(vocabulary, data, texts, starts)


def _rarity(holding: NDArray[np.int64], texts: int) -> NDArray[np.float32]:
    """Return how much a term tells that stands in so many of all texts."""
    told = [math.log(1 + (texts - n + 0.5) / (n + 0.5)) for n in holding.tolist()]
    return np.array(told, dtype=np.float32)
