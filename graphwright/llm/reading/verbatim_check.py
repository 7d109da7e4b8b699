"""The verbatim check: a model's triple counts only where its words stand in the chunk.

The predicate and at least one of subject and object are found in the sentence that states the
fact, the other at least in the chunk (a model may put a name where the sentence has a pronoun).
The modal word is found in the sentence too, every other flag and qualifier in the chunk: a
condition that cannot be found must not turn into a fact without one. What fails becomes a row with
its reason.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.triples import AnsweredTriple
from graphwright.llm.reading.folded_text import FoldedText, Span, fold
from graphwright.tables import Chunk, Qualifier, Sentence, SentenceFilter, TripleRejection
from graphwright.tables.documents import BlockKind

_ELSEWHERE = frozenset({SentenceFilter.OVERLAP.value, SentenceFilter.CUT.value})
"""Filters of sentences that a neighbouring chunk holds whole: it states their facts."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verified:
    """Where a triple stands, as offsets into the chunk's text, in the sentence that states it."""

    sentence: Sentence
    subject: Span
    predicate: Span
    object: Span
    modality: str | None
    condition: str | None
    attribution: str | None
    qualifiers: tuple[Qualifier, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Rejected:
    """Why a triple does not pass."""

    reason: TripleRejection
    detail: str


class VerbatimCheck:
    """The check of one chunk: its text is folded once for all triples."""

    def __init__(self, chunk: Chunk, sentences: Sequence[Sentence]) -> None:
        self._chunk = chunk
        # Sentences that the chunk is asked about come before those it only repeats.
        self._sentences = sorted(
            sentences, key=lambda s: (s.filter in _ELSEWHERE, s.start, s.end, s.index)
        )
        self._folded: FoldedText = fold(chunk.text)
        self._chunk_span: Span = (0, len(chunk.text))

    def check(self, answer: AnsweredTriple) -> Verified | Rejected:
        """Return where the triple stands, or why it does not pass."""
        problem = "no sentence of the chunk"
        for sentence in self._candidates(answer):
            found = self._check_in(answer, sentence)
            if isinstance(found, Verified):
                return _unless_elsewhere(found)
            problem = found
        return Rejected(TripleRejection.NOT_VERBATIM, shorten(problem))

    def _candidates(self, answer: AnsweredTriple) -> Iterator[Sentence]:
        """Yield the sentences that hold the quote; where none does, those that hold all parts.

        Models shorten quotes, so a bad quote alone does not condemn a triple: its three parts
        together in one sentence do as well.
        """
        quotes = self._folded.spans_of(answer.sentence, self._chunk_span)
        quoted = [s for s in self._sentences if any(_overlap(self._span(s), q) for q in quotes)]
        if quoted:
            yield from quoted
            return
        parts = (answer.subject, answer.predicate, answer.object)
        for sentence in self._sentences:
            if all(self._folded.spans_of(part, self._span(sentence)) for part in parts):
                yield sentence

    def _check_in(self, answer: AnsweredTriple, sentence: Sentence) -> Verified | str:
        spans = self._parts(answer, sentence)
        if isinstance(spans, str):
            return spans
        flags = self._flags(answer, sentence)
        if isinstance(flags, str):
            return flags
        qualifiers = self._qualifiers(answer, sentence)
        if isinstance(qualifiers, str):
            return qualifiers
        return Verified(sentence, *spans, *flags, qualifiers)

    def _parts(self, answer: AnsweredTriple, sentence: Sentence) -> tuple[Span, Span, Span] | str:
        """Return the spans of subject, predicate and object that lie closest together."""
        here = self._span(sentence)
        predicates = self._folded.spans_of(answer.predicate, here)
        if not predicates and sentence.kind == BlockKind.TABLE_ROW:
            # A table states its predicates once, in the header row.
            predicates = self._folded.spans_of(answer.predicate, self._chunk_span)
        if not predicates:
            return f"predicate {answer.predicate!r} is not in the sentence"
        subjects, objects = self._near(answer.subject, here), self._near(answer.object, here)
        for name, places in (("subject", subjects), ("object", objects)):
            if not places:
                return f"{name} {getattr(answer, name)!r} is not in the chunk"
        options = itertools.product(subjects, predicates, objects)
        apart = [o for o in options if _one_is_inside(o, here) and not _overlap(o[0], o[2])]
        if not apart:
            return "subject and object are not two things, one of them in the sentence"
        return min(apart, key=_distance)

    def _near(self, phrase: str, here: Span) -> list[Span]:
        return self._folded.spans_of(phrase, here) or self._folded.spans_of(
            phrase, self._chunk_span
        )

    def _flags(
        self, answer: AnsweredTriple, sentence: Sentence
    ) -> tuple[str | None, str | None, str | None] | str:
        """Return modality, condition and attribution as written."""
        written: list[str | None] = []
        for name in ("modality", "condition", "attribution"):
            words, where = getattr(answer, name), "sentence" if name == "modality" else "chunk"
            find = self._folded.spans_of if where == "sentence" else self._near
            places = find(words, self._span(sentence)) if words else []
            if words and not places:
                return f"{name} {words!r} is not in the {where}"
            written.append(self._words_at(places[0]) if places else None)
        return written[0], written[1], written[2]

    def _qualifiers(
        self, answer: AnsweredTriple, sentence: Sentence
    ) -> tuple[Qualifier, ...] | str:
        found: set[tuple[int, int, str]] = set()
        for qualifier in answer.qualifiers:
            places = self._near(qualifier.text, self._span(sentence))
            if not places:
                return f"{qualifier.kind} {qualifier.text!r} is not in the chunk"
            found.add((*places[0], qualifier.kind))
        base = self._chunk.start
        return tuple(
            Qualifier(kind, self._words_at((start, end)), base + start, base + end)
            for start, end, kind in sorted(found)
        )

    def _span(self, sentence: Sentence) -> Span:
        base = self._chunk.start
        return sentence.start - base, sentence.end - base

    def _words_at(self, span: Span) -> str:
        return self._chunk.text[span[0] : span[1]]


def _unless_elsewhere(found: Verified) -> Verified | Rejected:
    if found.sentence.filter not in _ELSEWHERE:
        return found
    return Rejected(TripleRejection.OVERLAP, "the neighbouring chunk holds the sentence whole")


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _one_is_inside(spans: tuple[Span, Span, Span], here: Span) -> bool:
    return _overlap(spans[0], here) or _overlap(spans[2], here)


def _distance(spans: tuple[Span, Span, Span]) -> tuple[int, int, tuple[Span, Span, Span]]:
    """Order by overlaps with the predicate, then by characters covered, then by place."""
    subject, predicate, object_ = spans
    overlaps = _overlap(subject, predicate) + _overlap(predicate, object_)
    covered = max(end for _, end in spans) - min(start for start, _ in spans)
    return overlaps, covered, spans
