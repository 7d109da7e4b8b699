"""Which terms stand how often in which texts, and what each adds to a text's BM25 score.

A library that is given all texts at once holds every word of each as an object; here a term of a
text is 20 bytes, and its score is computed from whole arrays. The formula is that of ``bm25s``,
Lucene's (Kamphuis et al., 2020), in the same order of operations, so its results are the same bits.
"""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

_BLOCK_WORDS = 1 << 22
"""Words whose terms are counted at once."""


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
    """The terms of some texts: which, in which text (from the block's ``first``), how often."""

    first: int
    terms: Numbers
    texts: Numbers
    often: Numbers


class Postings:
    """The terms of texts, which are taken one after another."""

    def __init__(self, term_of: Callable[[str], str]) -> None:
        """Take what makes a word a search term."""
        # Words are numbered as they come, so that each distinct one is made a term only once.
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._term_of = term_of
        self._words, self._lengths = array("i"), array("q")
        self._blocks: list[_Block] = []
        self._counted = 0

    @property
    def texts(self) -> int:
        """Return how many texts were taken."""
        return len(self._lengths)

    def add(self, words: Sequence[str]) -> None:
        """Take the words of the next text."""
        self._words.extend(map(self._numbers.__getitem__, words))
        self._lengths.append(len(words))
        if len(self._words) >= _BLOCK_WORDS:
            self._count()

    def _count(self) -> None:
        """Count the words of the texts since the last block; terms they become in the end."""
        lengths = np.array(self._lengths[self._counted :], dtype=np.int64)
        texts, many = np.repeat(np.arange(len(lengths)), lengths), max(len(self._numbers), 1)
        pairs, often = np.unique(
            texts * many + np.array(self._words, dtype=np.int64), return_counts=True
        )
        found = (pairs % many, pairs // many, often)
        self._blocks.append(_Block(self._counted, *(one.astype(np.int32) for one in found)))
        self._counted = len(self._lengths)
        del self._words[:]

    def scores(self, k1: float, b: float) -> TermScores:
        """Return the scores of all texts; terms are numbered in their sorted order.

        It is asked once: no text is taken after it.
        """
        self._count()
        names = [self._term_of(word) for word in self._numbers]
        vocabulary = {term: i for i, term in enumerate(sorted(set(names)))}
        number = np.array([vocabulary[name] for name in names], dtype=np.int32)
        for place, block in enumerate(self._blocks):
            self._blocks[place] = _by_term(block, number)
        return _scored(self._blocks, vocabulary, np.array(self._lengths), k1, b)


def _by_term(block: _Block, number: Numbers) -> _Block:
    """Return a block with terms in place of words, in the order of terms and then of texts."""
    keys = number[block.terms].astype(np.int64) << 32 | block.texts
    pairs, places = np.unique(keys, return_inverse=True)
    often = np.bincount(places, block.often, minlength=len(pairs)).astype(np.int32)
    texts = (pairs & 0xFFFFFFFF).astype(np.int32)
    return _Block(block.first, (pairs >> 32).astype(np.int32), texts, often)


def _scored(
    blocks: Sequence[_Block],
    vocabulary: dict[str, int],
    lengths: NDArray[np.int64],
    k1: float,
    b: float,
) -> TermScores:
    counts = [np.bincount(block.terms, minlength=len(vocabulary)) for block in blocks]
    holding: NDArray[np.int64] = np.asarray(np.sum(counts, axis=0, dtype=np.int64))
    starts = np.concatenate([[0], np.cumsum(holding)]).astype(np.int64)
    data, texts = np.empty(starts[-1], np.float32), np.empty(starts[-1], np.int32)
    rarity = _rarity(holding, len(lengths))
    average = lengths.mean() if lengths.any() else 1.0
    longer = k1 * ((1 - b) + b * lengths / average)
    free = starts[:-1].copy()
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
