"""From a chunk's answers to table rows: the triples that its text bears out, and the others."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from graphwright.errors import ExtractorError
from graphwright.ids import content_id
from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.shorten import short_type, shorten
from graphwright.llm.prompts.triples import AnsweredTriple
from graphwright.llm.reading.entries import BadItem, ParsedAnswer
from graphwright.llm.reading.folded_text import Span
from graphwright.llm.reading.grammar import is_denied, read_modality, read_predicate
from graphwright.llm.reading.verbatim_check import Rejected, VerbatimCheck, Verified
from graphwright.tables import (
    Chunk,
    LlmFailure,
    LlmFailureReason,
    LlmTriple,
    RejectedLlmTriple,
    Sentence,
    TripleRejection,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc

EXTRACTOR = "llm"
_LONGEST_PART = 2000


@dataclasses.dataclass(frozen=True, slots=True)
class ExtractionOutcome:
    """What one chunk gave.

    A chunk that failed has ``failure`` and no triples, also where a part of it was answered, so
    that it stands in one table only. ``rejected`` are the triples that its text does not bear out.
    """

    chunk_id: str
    triples: tuple[LlmTriple, ...]
    rejected: tuple[RejectedLlmTriple, ...]
    failure: LlmFailure | None
    usage: Usage

    @property
    def failure_may_pass(self) -> bool:
        """Whether the chunk failed for a reason that may be gone at the next build."""
        return self.failure is not None and LlmFailureReason(self.failure.reason).transient


class ChunkRows:
    """Makes the rows of one chunk; ``doc`` is the parse of exactly its text, if there is one."""

    def __init__(
        self,
        chunk: Chunk,
        sentences: Sequence[Sentence],
        doc: Doc | None,
        *,
        rule: str,
        version: str,
    ) -> None:
        if doc is not None and doc.text != chunk.text:
            raise ExtractorError(
                f"The parse given for chunk {chunk.chunk_id} is of another text.",
                remedy="Build the annotations again.",
            )
        self._chunk = chunk
        self._doc = doc
        self._rule = rule
        self._version = version
        self._gate = VerbatimCheck(chunk, sentences)

    def from_answers(
        self, answers: Sequence[ParsedAnswer[AnsweredTriple]]
    ) -> tuple[tuple[LlmTriple, ...], tuple[RejectedLlmTriple, ...]]:
        """Return accepted triples by id, and rejected ones in the order of the answers.

        A triple that is answered twice is one row: the surer one.
        """
        accepted: dict[str, LlmTriple] = {}
        rejected: list[RejectedLlmTriple] = []
        base = 0
        for answer in answers:
            for index, answered in answer.items:
                checked = self._gate.check(answered)
                if isinstance(checked, Rejected):
                    rejected.append(self._rejected(base + index, answered, checked))
                else:
                    row = self._accepted(answered, checked)
                    accepted[row.triple_id] = _surer(row, accepted.get(row.triple_id))
            rejected += [self._bad(base, item) for item in answer.bad]
            base += len(answer.items) + len(answer.bad)
        triples = sorted(accepted.values(), key=lambda row: row.triple_id)
        return tuple(triples), tuple(sorted(rejected, key=lambda row: row.index))

    def _accepted(self, answered: AnsweredTriple, place: Verified) -> LlmTriple:
        predicate, voice = read_predicate(
            self._chunk.text, place.subject, place.predicate, self._doc
        )
        modality, cannot = read_modality(place.modality)
        parts = (place.subject, place.predicate, place.object)
        spans = [self._chunk.start + edge for span in parts for edge in span]
        return LlmTriple(
            triple_id=content_id(place.sentence.sentence_id, EXTRACTOR, self._rule, *spans),
            sentence_id=place.sentence.sentence_id,
            chunk_id=self._chunk.chunk_id,
            document_id=self._chunk.document_id,
            extractor=EXTRACTOR,
            rule=self._rule,
            version=self._version,
            subject=self._words_at(place.subject),
            subject_start=spans[0],
            subject_end=spans[1],
            subject_phrase_start=spans[0],
            subject_phrase_end=spans[1],
            subject_type=short_type(answered.subject_type),
            predicate=predicate,
            predicate_text=self._words_at(place.predicate),
            predicate_start=spans[2],
            predicate_end=spans[3],
            object=self._words_at(place.object),
            object_start=spans[4],
            object_end=spans[5],
            object_phrase_start=spans[4],
            object_phrase_end=spans[5],
            object_type=short_type(answered.object_type),
            voice=voice,
            negated=answered.negated or cannot or is_denied(place.predicate, self._doc),
            modality=modality,
            condition=place.condition,
            attribution=place.attribution,
            qualifiers=place.qualifiers,
            confidence=answered.confidence,
        )

    def _rejected(self, index: int, answered: AnsweredTriple, why: Rejected) -> RejectedLlmTriple:
        return self._row(index, answered.model_dump(), answered.confidence, why.reason, why.detail)

    def _bad(self, base: int, item: BadItem) -> RejectedLlmTriple:
        reason = TripleRejection.MALFORMED
        return self._row(base + item.index, item.fields, item.confidence, reason, item.detail)

    def _row(
        self,
        index: int,
        fields: Mapping[str, object],
        confidence: float | None,
        reason: TripleRejection,
        detail: str,
    ) -> RejectedLlmTriple:
        def part(name: str) -> str:
            return shorten(str(fields.get(name, "")), _LONGEST_PART)

        return RejectedLlmTriple(
            chunk_id=self._chunk.chunk_id,
            document_id=self._chunk.document_id,
            index=index,
            rule=self._rule,
            version=self._version,
            subject=part("subject"),
            predicate=part("predicate"),
            object=part("object"),
            quote=part("sentence"),
            confidence=confidence,
            reason=reason.value,
            detail=detail,
        )

    def _words_at(self, span: Span) -> str:
        return self._chunk.text[span[0] : span[1]]


def _surer(row: LlmTriple, other: LlmTriple | None) -> LlmTriple:
    """Return the row with the higher confidence; of equals, the one that says more."""
    if other is None:
        return row
    return max(row, other, key=lambda r: (r.confidence, r.negated, len(r.qualifiers), repr(r)))
