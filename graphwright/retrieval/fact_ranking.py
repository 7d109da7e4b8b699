"""Facts that answer: those of the first passages and of the question's names, by what is asked.

Nearness alone ranks facts that repeat the question first. What answers it holds the relation that
is asked about, or the type of thing that is asked for, and stands in a passage that ranks high.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.citation import Quote, quotes_of
from graphwright.retrieval.asked import Asked
from graphwright.retrieval.context import QUOTES_PER_RELATION, ContextRelation, context_relation
from graphwright.retrieval.explanation import FactReason
from graphwright.retrieval.parameters import FactParameters
from graphwright.retrieval.ranking import rank_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.retrieval.seed_entities import Seed
    from graphwright.retrieval.strategy import StrategyParts

_WORD = re.compile(r"\w+")
_NEGATIONS = frozenset({"not", "no", "never", "without", "neither", "nor"})


@dataclasses.dataclass(frozen=True)
class Question:
    """A question as facts are ranked by it."""

    vector: NDArray[np.float32]
    seeds: Sequence[Seed]
    asked: Asked

    @cached_property
    def stems(self) -> list[tuple[str, str]]:
        """Return each word that is asked about, with how it or a form of it begins in a line."""
        return [(word, _stem(word)) for word in sorted(self.asked.words)]


@dataclasses.dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact that may answer: its row, what it is scored by, and its words."""

    row: int
    score: float
    words: Set[str]
    reason: FactReason


class FactRanking:
    """Ranks the facts of a snapshot for questions."""

    def __init__(self, parts: StrategyParts, parameters: FactParameters) -> None:
        """Take the snapshot, what of it holds, and the numbers."""
        self._snapshot = parts.snapshot
        self._validity = parts.validity
        self._valid_first = parts.valid_first
        self._parameters = parameters
        self._navigation = parts.navigation

    def rank(
        self, question: Question, passages: Sequence[int], count: int
    ) -> tuple[ContextRelation, ...]:
        """Return at most ``count`` facts, best first; none where none is near what is asked.

        ``passages`` are the rows of the chunks that were found, best first.
        """
        stated = self._stated(passages[: self._parameters.passages])
        near = self._near(question, stated)
        found = {row: self._candidate(question, row, cosine, stated) for row, cosine in near}
        # Quotes cost most: those of the first facts alone are read, and what they add counts too.
        first = [found[row] for row, _ in self._valid(found.values())[: 2 * count]]
        quoted = {one.row: self._quoted(question, one) for one in first}
        again = self._valid(candidate for candidate, _ in quoted.values())
        chosen = _diverse([(*quoted[row], score) for row, score in again], count, self._parameters)
        relations = self._snapshot.relation_rows([one.row for one, _, _ in chosen])
        return tuple(
            context_relation(relation, score, quotes, one.reason)
            for relation, (one, quotes, score) in zip(relations, chosen, strict=True)
        )

    def _valid(self, candidates: Iterable[_Candidate]) -> list[tuple[int, float]]:
        """Return rows with their scores, best first, those of documents that hold before others."""
        scored = [(one.row, round(one.score, 6)) for one in candidates]
        ranked = sorted(scored, key=lambda one: (-one[1], one[0]))
        return self._valid_first.relations(ranked, len(ranked))

    def _stated(self, passages: Sequence[int]) -> dict[int, int]:
        """Return each relation that the passages state, with the rank of the first that does.

        Those of other layers than knowledge are asked for or left out.
        """
        stated: dict[int, int] = {}
        for rank, chunk in enumerate(passages, start=1):
            rows = self._snapshot.stated_in(chunk)
            kept = rows if self._navigation else self._snapshot.graph.knowledge_of(rows)
            for row in kept.tolist():
                stated.setdefault(row, rank)
        return stated

    def _near(self, question: Question, stated: Mapping[int, int]) -> list[tuple[int, float]]:
        """Return the candidates near enough to the question, nearest first, with their cosines."""
        p, snapshot = self._parameters, self._snapshot
        rows = set(stated)
        for seed in question.seeds:
            near = snapshot.graph.neighbourhood(seed.row, p.neighbours, navigation=self._navigation)
            rows.update(near.relations.tolist())
        subjects, objects = snapshot.graph.relation_edges.T
        ordered = np.array(sorted(row for row in rows if subjects[row] != objects[row]), np.int64)
        ranked = rank_rows(snapshot.relation_vectors, ordered, question.vector)
        return [(row, cosine) for row, cosine in ranked[: p.candidates] if cosine >= p.least_cosine]

    def _candidate(
        self, question: Question, row: int, cosine: float, stated: Mapping[int, int]
    ) -> _Candidate:
        ends = set(self._snapshot.graph.relation_edges[row].tolist())
        names = tuple(seed.phrase or "" for seed in question.seeds if seed.row in ends)
        bare = FactReason(cosine, stated.get(row), names, (), None)
        told: str = self._snapshot.relations["text"][row].as_py()
        return self._scored(question, row, told, bare)

    def _quoted(
        self, question: Question, found: _Candidate
    ) -> tuple[_Candidate, tuple[Quote, ...]]:
        """Return a fact with its quotes, scored by what the best of them adds to it, too."""
        quotes = quotes_of(self._snapshot, found.row, QUOTES_PER_RELATION, self._validity)
        text: str = self._snapshot.relations["text"][found.row].as_py()
        told = " ".join([text, *(quotes[0].qualifiers if quotes else ())])
        return self._scored(question, found.row, told, found.reason), quotes

    def _scored(self, question: Question, row: int, told: str, reason: FactReason) -> _Candidate:
        p, asked = self._parameters, question.asked
        words = _WORD.findall(told.casefold())
        line = f" {' '.join(words)} "
        shared = tuple(word for word, stem in question.stems if stem in line)
        answers = asked.answer if asked.answer and asked.answer.is_in(told) else None
        reason = dataclasses.replace(reason, words=shared, answers=answers and answers.value)
        score = (
            reason.cosine
            + p.passage / (reason.passage or np.inf)
            + p.name * bool(reason.names)
            + p.word * len(shared) / max(len(asked.words), 1)
            + p.answer * bool(answers)
        )
        return _Candidate(row, float(score), frozenset(words), reason)


def _stem(lemma: str) -> str:
    """Return how a lemma's forms begin, behind a space: a short word is only found as it is."""
    return f" {lemma[: max(4, len(lemma) - 2)]}" if len(lemma) > 3 else f" {lemma} "


_Quoted = tuple[_Candidate, tuple[Quote, ...], float]


def _diverse(found: Sequence[_Quoted], count: int, p: FactParameters) -> list[_Quoted]:
    """Return the first facts, without those that say again what one before them says."""
    kept: list[_Quoted] = []
    sentences: Counter[str] = Counter()
    for one, quotes, score in found:
        sentence = quotes[0].text if quotes else ""
        told = any(_says_again(one.words, other.words, p.same_words) for other, _, _ in kept)
        if len(kept) < count and not told and sentences[sentence] < p.same_sentence:
            sentences[sentence] += 1
            kept.append((one, quotes, score))
    return kept


def _says_again(one: Set[str], other: Set[str], share: float) -> bool:
    """Tell whether two facts share their words, but for a number or a negation in either."""
    if any(word in _NEGATIONS or not word.isalpha() for word in one ^ other):
        return False
    return len(one & other) >= share * len(one | other)
