"""Why something is in an answer: its scores and ranks, and the way that led to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.ranking import at_least_best

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 200
"""How many of a list are sorted at once, to tell ranks."""


DEEPEST = 10_000
"""The last rank that is told. To tell a deep one of a million chunks, a tenth of all vectors would
have to be read, and it says no more than that it is deep."""


@dataclasses.dataclass(frozen=True, slots=True)
class ListedScore:
    """A score in one list over all chunks, and its rank there (from 1).

    The rank is null beyond ``DEEPEST``.
    """

    score: float
    rank: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class ChunkReason:
    """Why a chunk is in the answer.

    ``scores`` are its scores by name of the list (dense, bm25, blended, walk). ``seed`` is the
    name in the question, or else ``chunk`` the id of the chunk, from which the walk came last, and
    ``title`` what that chunk is called; ``entity`` is the one that led from there. All are null
    where the walk started at the chunk itself. ``fact`` is the one that the chunk states and by
    which it gains, as it is nearer to the question; null where none is. ``linked_from`` is
    the id of the document among the first that links to the chunk's, ``linked_title`` its title;
    null where none does.
    """

    scores: dict[str, ListedScore]
    seed: str | None = None
    chunk: str | None = None
    title: str | None = None
    entity: str | None = None
    fact: str | None = None
    linked_from: str | None = None
    linked_title: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class FactReason:
    """Why a fact is in the answer.

    ``cosine`` is the nearness of the fact to the question, ``passage`` the rank of the first
    passage that states it, ``names`` the entities of the question that it is about, ``words`` those
    of the question that it holds, ``answers`` the type of answer that it holds (person, time,
    number, place), each null or empty where there is none. ``first_document`` tells whether the
    document of the first passage states it, in that passage or elsewhere; ``estimated`` whether
    the cosine is estimated by words, as for a step, which has no vector.
    """

    cosine: float
    passage: int | None
    names: tuple[str, ...]
    words: tuple[str, ...]
    answers: str | None
    first_document: bool = False
    estimated: bool = False


class ScoreList:
    """A list over all chunks, in which the ranks of a few are told."""

    def __init__(
        self,
        scores: Callable[[], NDArray[np.floating]],
        settle_near: Callable[[float, int], bool] = lambda _score, _most: True,
        deepest: int = DEEPEST,
    ) -> None:
        """Take what gives the score of each chunk, by row, of which the first ones are exact.

        After ``settle_near`` every score is on the right side of another, unless it returns that
        not, as so many are better anyway. ``deepest`` is the last rank that is told.
        """
        self._made = scores
        self._settle_near = settle_near
        self._deepest = deepest

    def at(self, row: int) -> ListedScore:
        """Return a row's score and its rank among all."""
        score = float(self._scores[row])
        rank = 1 + self._better(score)
        return ListedScore(round(score, 6), rank if rank <= self._deepest else None)

    def _better(self, score: float) -> int:
        """Return how many scores are better, or more than matter."""
        # What is told of stands mostly among the first: the whole list is seldom counted.
        first = self._first
        if len(first) and score >= first[0]:
            return len(first) - int(np.searchsorted(first, score, side="right"))
        if not self._settle_near(score, self._deepest):
            return self._deepest
        return int(np.count_nonzero(self._made() > score))

    @cached_property
    def _scores(self) -> NDArray[np.floating]:
        return self._made()

    @cached_property
    def _first(self) -> NDArray[np.floating]:
        """The scores of the first few hundred chunks and of all that are level with them."""
        return np.sort(self._scores[at_least_best(self._scores, FIRST)])
