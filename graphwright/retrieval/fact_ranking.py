"""Facts that answer: those of the first passages and of the question's names, by what is asked.

Nearness alone ranks facts that repeat the question first. What answers it holds the relation that
is asked about, or the type of thing that is asked for, and stands in a passage that ranks high, or
elsewhere in the document that ranks first: an author names a thing once, and says the rest of it
below. What a step of the first few passages does answers who asks what to do.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.citation import Readings, quotes_from, readings_of_each
from graphwright.graph.qualifiers import qualifier_texts
from graphwright.retrieval.asked import Asked
from graphwright.retrieval.context import QUOTES_PER_RELATION, ContextRelation, context_relation
from graphwright.retrieval.explanation import FactReason
from graphwright.retrieval.fact_cosines import (
    FactSearch,
    estimated_cosines,
    near_facts,
    stated_first,
)
from graphwright.retrieval.parameters import FactParameters
from graphwright.tables.triples import Layer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.retrieval.seed_entities import Seed
    from graphwright.retrieval.strategy import StrategyParts

_WORD = re.compile(r"\w+")
_NEGATIONS = frozenset({"not", "no", "never", "without", "neither", "nor"})


@dataclasses.dataclass(frozen=True)
class Question:
    """A question as facts are ranked by it."""

    text: str
    vector: NDArray[np.float32]
    seeds: Sequence[Seed]
    asked: Asked

    @cached_property
    def stems(self) -> list[tuple[str, str]]:
        """Return each word that is asked about, with how it or a form of it begins in a line."""
        return [(word, _stem(word)) for word in sorted(self.asked.words)]

    def held(self, line: str) -> tuple[str, ...]:
        """Return the words that are asked about and that a folded line holds."""
        return tuple(word for word, stem in self.stems if stem in line)

    def share(self, words: Sequence[str]) -> float:
        """Return which share of what is asked about some of its words are."""
        return len(words) / max(len(self.asked.words), 1)

    def focused(self, words: Sequence[str]) -> float:
        """Return which share of what is asked for is among some of its words."""
        return len(self.asked.focus & set(words)) / max(len(self.asked.focus), 1)


@dataclasses.dataclass(frozen=True, slots=True)
class _Stated:
    """Relations of any layer: by the rank of the first passage that states them, and those of the
    document of the first one. ``steps`` are what the steps of the first few passages do.
    """

    by_rank: Mapping[int, int]
    in_document: Set[int]
    steps: Set[int]


@dataclasses.dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact that may answer: its row and line, what it is scored by, and its words."""

    row: int
    line: str
    score: float
    words: Set[str]
    reason: FactReason


class FactRanking:
    """Ranks the facts of a snapshot for questions."""

    def __init__(self, parts: StrategyParts, parameters: FactParameters) -> None:
        """Take the snapshot, what of it holds, and the numbers."""
        self._parts = parts
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
        stated = self._stated(passages)
        near = self._near(question, passages, stated)
        found = self._candidates(question, near, stated)
        # Quotes cost most: those of the first facts alone are read, and what they add counts too.
        quoted = self._quoted(question, [row for row, _ in self._valid(found)[: 2 * count]], found)
        again = self._valid({row: candidate for row, (candidate, _) in quoted.items()})
        chosen = _diverse([(*quoted[row], score) for row, score in again], count, self._parameters)
        relations = self._snapshot.relation_rows([one.row for one, _, _ in chosen])
        return tuple(
            context_relation(relation, score, quotes_from(self._snapshot, readings), one.reason)
            for relation, (one, readings, score) in zip(relations, chosen, strict=True)
        )

    def _valid(self, candidates: Mapping[int, _Candidate]) -> list[tuple[int, float]]:
        """Return rows with their scores, best first, those of documents that hold before others."""
        scored = [(row, round(one.score, 6)) for row, one in candidates.items()]
        ranked = sorted(scored, key=lambda one: (-one[1], one[0]))
        return self._valid_first.relations(ranked, len(ranked))

    def _stated(self, passages: Sequence[int]) -> _Stated:
        """Return what the first passages and the document of the first of them state."""
        first, own = passages[: self._parameters.passages], self._own_document(passages[:1])
        by_rank = stated_first(self._snapshot, first)
        in_document = stated_first(self._snapshot, own).keys()
        return _Stated(by_rank, in_document, self._steps(by_rank))

    def _own_document(self, passages: Sequence[int]) -> list[int]:
        """Return the passages of a passage's document, of a long one those around it."""
        for chunk in passages:
            rows, most = self._snapshot.chunks_beside(chunk), self._parameters.document_passages
            start = max(min(rows.index(chunk) - most // 2, len(rows) - most), 0)
            return rows[start : start + most]
        return []

    def _near(
        self, question: Question, passages: Sequence[int], stated: _Stated
    ) -> list[tuple[int, float]]:
        """Return the candidates near enough to the question, nearest first, with their cosines."""
        p, snapshot = self._parameters, self._snapshot
        rows = self._of_layer({*stated.by_rank, *stated.in_document}, Layer.KNOWLEDGE)
        for seed in question.seeds:
            near = snapshot.graph.neighbourhood(seed.row, p.neighbours, navigation=self._navigation)
            rows.update(near.relations.tolist())
        search = FactSearch(question.text, question.vector, passages)
        ranked = near_facts(self._parts, self._of_two(rows), search, p)
        steps = self._of_two(stated.steps).tolist()
        ranked += estimated_cosines(snapshot, steps, question.text, p)
        ranked.sort(key=lambda one: (-one[1], one[0]))
        return [(row, cosine) for row, cosine in ranked[: p.candidates] if cosine >= p.least_cosine]

    def _steps(self, by_rank: Mapping[int, int]) -> set[int]:
        """Return what the steps of the first few passages do; all is asked for with navigation."""
        if self._navigation:
            return set()
        most = self._parameters.step_passages
        first = {row for row, rank in by_rank.items() if rank <= most}
        return self._of_layer(first, Layer.PROCEDURE)

    def _of_layer(self, relations: Set[int], layer: Layer) -> set[int]:
        """Return those of a layer; those of every one where a question asks for them."""
        if self._navigation:
            return set(relations)
        rows = np.array(list(relations), np.int64)
        return set(self._snapshot.graph.of_layer(rows, layer).tolist())

    def _of_two(self, relations: Set[int]) -> NDArray[np.int64]:
        """Return relations between two entities, ascending."""
        ordered = np.array(sorted(relations), np.int64)
        subjects, objects = self._snapshot.graph.relation_edges[ordered].T
        kept: NDArray[np.int64] = ordered[subjects != objects]
        return kept

    def _candidates(
        self, question: Question, near: Sequence[tuple[int, float]], stated: _Stated
    ) -> dict[int, _Candidate]:
        rows = [row for row, _ in near]
        ends = self._snapshot.graph.relation_edges[np.array(rows, np.int64)].tolist()
        found = {}
        for (row, cosine), both, text in zip(
            near, ends, self._snapshot.relation_texts(rows), strict=True
        ):
            names = tuple(seed.phrase or "" for seed in question.seeds if seed.row in both)
            rank, document = stated.by_rank.get(row), row in stated.in_document
            bare = FactReason(cosine, rank, names, (), None, document, row in stated.steps)
            found[row] = self._scored(question, (row, text), text, bare)
        return found

    def _quoted(
        self, question: Question, rows: Sequence[int], found: Mapping[int, _Candidate]
    ) -> dict[int, tuple[_Candidate, Readings]]:
        """Return facts with what states them, scored by what the best sentence adds, too."""
        readings = readings_of_each(self._snapshot, rows, QUOTES_PER_RELATION, self._validity)
        quoted = {}
        for row, read in zip(rows, readings, strict=True):
            one, added = found[row], qualifier_texts(read[0]) if read else ()
            told = " ".join([one.line, *added])
            again = self._scored(question, (row, one.line), told, one.reason)
            sentence = _folded(" ".join([told, *(best[0].quote for best in read[:1])]))
            held = question.share(question.held(sentence)) * self._parameters.sentence
            quoted[row] = dataclasses.replace(again, score=again.score + held), read
        return quoted

    def _scored(
        self, question: Question, fact: tuple[int, str], told: str, bare: FactReason
    ) -> _Candidate:
        """Return a fact of a row and line with its score.

        ``told`` has what its sentence adds, ``bare`` what is known without its words.
        """
        p, asked = self._parameters, question.asked
        line = _folded(told)
        shared = question.held(line)
        answers = asked.answer if asked.answer and asked.answer.is_in(told) else None
        score = (
            bare.cosine
            + p.passage / (bare.passage or np.inf)
            + p.document * bare.first_document
            + p.name * bool(bare.names)
            + p.word * question.share(shared)
            + p.focus * question.focused(shared)
            + p.answer * bool(answers)
        )
        reason = FactReason(
            cosine=bare.cosine,
            passage=bare.passage,
            names=bare.names,
            words=shared,
            answers=answers and answers.value,
            first_document=bare.first_document,
            estimated=bare.estimated,
        )
        return _Candidate(*fact, float(score), frozenset(line.split()), reason)


def _folded(text: str) -> str:
    """Return the words of a text without case, each between two spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _stem(lemma: str) -> str:
    """Return how a lemma's forms begin, behind a space: a short word is only found as it is."""
    return f" {lemma[: max(4, len(lemma) - 2)]}" if len(lemma) > 3 else f" {lemma} "


_Quoted = tuple[_Candidate, Readings, float]


def _diverse(found: Sequence[_Quoted], count: int, p: FactParameters) -> list[_Quoted]:
    """Return the first facts, without those that say again what one before them says."""
    kept: list[_Quoted] = []
    sentences: Counter[str] = Counter()
    for one, readings, score in found:
        if len(kept) == count:
            break
        sentence = readings[0][0].quote if readings else ""
        told = any(_says_again(one.words, other.words, p.same_words) for other, _, _ in kept)
        most = 1 if one.reason.estimated else p.same_sentence
        if not told and sentences[sentence] < most:
            sentences[sentence] += 1
            kept.append((one, readings, score))
    return kept


def _says_again(one: Set[str], other: Set[str], share: float) -> bool:
    """Tell whether two facts share their words, but for a number or a negation in either."""
    same = len(one & other)
    if same < share * (len(one) + len(other) - same):
        return False
    return not any(word in _NEGATIONS or not word.isalpha() for word in one ^ other)
