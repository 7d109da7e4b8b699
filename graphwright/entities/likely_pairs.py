"""Which pairs of names are worth a score: near by letters, words, initials or neighbours.

What is looked at is a function of the set of names and triples, whatever their order. Of letters,
each name has its ``NEAREST`` others by three-letter pieces; of everything else, names that share
what few have. Both are bounded a name, so that the work and the pairs grow as the names do.
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
MOST_LOOKED_AT = 8000
"""Names that are looked at for one name by its rarest pieces: without a bound the work would grow
as the square of the names. Pairs that share common pieces alone are seldom one thing."""
FIRST_NEAREST, FIRST_COSINE = 30, 0.15
"""Of those, how many are compared by all their pieces, and how near the rarest must bring them."""

_AT_ONCE = 200_000
"""Pairs whose cosines are made at once: about 100 MB."""

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


def row_products(rows: Any, pairs: Pairs) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the product of both rows of each pair: their cosine, where rows are of length 1."""
    both = rows[pairs[:, 0]].multiply(rows[pairs[:, 1]])
    return np.asarray(both.sum(axis=1), dtype=np.float64).ravel()


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
    """Return each name with the nearest by the cosine of all their pieces.

    The rarest pieces of a name say which names are compared with it, so that its cost does not
    grow with their number.
    """
    counts, weights = weighted([pieces_of(name.key) for name in names])
    having = counts.getnnz(axis=0)
    told = unit_rows(counts, weights)
    # What almost all have is left out of the product, though it counts in each name's length.
    of_use = np.flatnonzero((having > 1) & (having <= MOST_SHARING["pieces"]))
    told = told[:, of_use].astype(np.float32)
    first = sp_matmul_topn(
        _rarest(told, having[of_use]), told.T.tocsr(), top_n=FIRST_NEAREST + 1,
        threshold=FIRST_COSINE, n_threads=1, sort=False,
    ).tocoo()  # fmt: skip
    others = first.row != first.col
    pairs = np.stack([first.row[others], first.col[others]], axis=1).astype(np.int64)
    return np.sort(_nearest(pairs, _cosines(told, pairs)), axis=1)


def _rarest(told: Any, having: np.ndarray[Any, np.dtype[Any]]) -> Any:
    """Return the rows with their rarest pieces alone, which ``MOST_LOOKED_AT`` names share at most.

    ``having`` is the number of rows that have each piece.
    """
    rows = np.repeat(np.arange(told.shape[0]), np.diff(told.indptr))
    looked_at = having[told.indices].astype(np.int64)
    order = np.lexsort((told.indices, looked_at, rows))
    so_far = np.cumsum(looked_at[order])
    before = np.concatenate([[0], so_far])[told.indptr[:-1]]
    kept = so_far - before[rows] <= MOST_LOOKED_AT
    places = order[kept]
    found = (told.data[places], (rows[kept], told.indices[places]))
    return sparse.csr_matrix(found, shape=told.shape)


def _cosines(rows: Any, pairs: Pairs) -> np.ndarray[Any, np.dtype[np.float64]]:
    found = [np.zeros(0)]
    for start in range(0, len(pairs), _AT_ONCE):
        found.append(row_products(rows, pairs[start : start + _AT_ONCE]))
    return np.concatenate(found)


def _nearest(pairs: Pairs, cosines: np.ndarray[Any, np.dtype[np.float64]]) -> Pairs:
    """Return the ``NEAREST`` pairs of each first name, those near enough."""
    near = cosines >= LEAST_COSINE
    pairs, cosines = pairs[near], cosines[near]
    order = np.lexsort((pairs[:, 1], -cosines, pairs[:, 0]))
    rows = pairs[order, 0]
    rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
    found: Pairs = pairs[order[rank < NEAREST]]
    return found


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
