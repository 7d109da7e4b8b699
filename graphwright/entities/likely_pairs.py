"""Which pairs of names are worth a score: near by letters, words, initials or neighbours.

What is looked at is a function of the set of names and triples, whatever their order. Of letters,
each name has its ``NEAREST`` others by three-letter pieces; of everything else, names that share
what few have. Both are bounded a name, so that the pairs grow as the names do.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse
from sparse_dot_topn import sp_matmul_topn

from graphwright.entities.name_words import Name, noun

NEAREST = 10
"""Names that a name is compared with for their letters."""
LEAST_COSINE = 0.3
"""Of the three-letter pieces of two names, below which letters are no reason to compare them."""
MOST_SHARING = {"pieces": 3000, "words": 20, "neighbours": 10, "initials": 20}
"""Names that may share a piece, word, neighbour or initials before these say nothing."""

Pairs = np.ndarray[tuple[int, int], np.dtype[np.int64]]
"""Places of two names in the sorted list of names, a row each; the smaller place first."""


def words_of(name: Name) -> list[str]:
    """Return the words of a name's key in the singular."""
    return [noun(word) for word in name.key.split()]


def weighted(
    items: Sequence[Iterable[Hashable]], most: int | None = None
) -> tuple[Any, np.ndarray[Any, np.dtype[np.float64]]]:
    """Return how often each row has each item, as a sparse matrix, and the weight of each item.

    The weight is log(1 + rows / rows that have it): of a rare item much. Items of more than
    ``most`` rows are left out. The order of the columns is that in which rows name them.
    """
    columns: dict[Hashable, int] = {}
    rows, places = [], []
    for row, found in enumerate(items):
        for item in found:
            rows.append(row)
            places.append(columns.setdefault(item, len(columns)))
    shape = (len(items), max(len(columns), 1))
    counts = sparse.csr_matrix((np.ones(len(rows)), (rows, places)), shape=shape)
    having = np.maximum(counts.getnnz(axis=0), 1)
    weights = np.log1p(len(items) / having)
    if most is not None:
        weights = np.where(having > most, 0.0, weights)
    return counts, weights


def unit_rows(counts: Any, weights: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return the weighted rows of a sparse matrix, each of length 1 where it has anything."""
    found = sparse.csr_matrix(counts.multiply(weights[None, :]))
    lengths = np.sqrt(np.asarray(found.multiply(found).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1 / np.maximum(lengths, 1e-12)) @ found)


def pieces_of(key: str) -> list[str]:
    """Return the three-letter pieces of a key, its ends as spaces."""
    text = f" {key} "
    return [text[at : at + 3] for at in range(len(text) - 2)]


def likely_pairs(names: Sequence[Name], neighbours: Sequence[Iterable[Hashable]]) -> Pairs:
    """Return the pairs to be scored, sorted; ``names`` are sorted by key.

    ``neighbours`` is, of each name, what the triples say of it: (predicate, other name, side).
    """
    near = _near_letters(names)
    shared = itertools.chain(
        _sharing(map(words_of, names), MOST_SHARING["words"]),
        _sharing(neighbours, MOST_SHARING["neighbours"]),
        _initials(names),
    )
    # A pair as one number: numbers are sorted faster than rows.
    rows = max(len(names), 1)
    found = np.fromiter((one * rows + other for one, other in shared), dtype=np.int64)
    codes = np.unique(np.concatenate([near[:, 0] * rows + near[:, 1], found]))
    return np.stack(np.divmod(codes, rows), axis=1)


def _near_letters(names: Sequence[Name]) -> Pairs:
    counts, weights = weighted([pieces_of(name.key) for name in names])
    having = counts.getnnz(axis=0)
    told = unit_rows(counts, weights)
    # What almost all have is left out of the product, though it counts in each name's length.
    of_use = np.flatnonzero((having > 1) & (having <= MOST_SHARING["pieces"]))
    told = told[:, of_use].astype(np.float32)
    product = sp_matmul_topn(
        told, told.T.tocsr(), top_n=NEAREST + 1, threshold=LEAST_COSINE, n_threads=1, sort=True
    ).tocoo()
    pairs = np.stack([product.row, product.col], axis=1).astype(np.int64)
    return np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1)


def _sharing(items: Iterable[Iterable[Hashable]], most: int) -> Iterator[tuple[int, int]]:
    having: dict[Hashable, list[int]] = defaultdict(list)
    for row, found in enumerate(items):
        for item in dict.fromkeys(found):
            having[item].append(row)
    for rows in having.values():
        if len(rows) <= most:
            yield from itertools.combinations(rows, 2)


def _initials(names: Sequence[Name]) -> Iterator[tuple[int, int]]:
    """Yield names of one word with those of several words that start with its letters."""
    long: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(names):
        words = name.key.split()
        if len(words) > 1:
            long["".join(word[0] for word in words)].append(row)
    for row, name in enumerate(names):
        letters = name.key.replace(" ", "")
        of_one = all(len(word) == 1 for word in name.key.split()) or " " not in name.key
        rows = long.get(letters, ()) if of_one else ()
        for other in rows if len(rows) <= MOST_SHARING["initials"] else ():
            if other != row:
                yield (row, other) if row < other else (other, row)
