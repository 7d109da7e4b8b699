"""What is asked of a whole document before its relations: a summary, then its entities.

Adobe, sections 2.1 and 2.2, with one difference: the model is given seed concepts only, never the
entities of other documents, so that the order of documents does not matter. Names that mean the
same are made one entity over all documents later, by SQL. The document may be longer than a model
reads at once: then its summary is made window by window.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.entities.normalise import normalise
from graphwright.llm.answers.answer import Problem, Usage
from graphwright.llm.answers.shorten import short_type, shorten
from graphwright.llm.prompts.entities import AnsweredEntity
from graphwright.llm.prompts.forms import ENTITIES, SUMMARY
from graphwright.llm.prompts.passage import Passage
from graphwright.llm.reading.ask import Answers, Asker, Question
from graphwright.llm.reading.entries import BadItem
from graphwright.llm.reading.folded_text import FoldedText, fold
from graphwright.llm.reading.known_concepts import KnownConcept
from graphwright.tables import Chunk, LlmEntity, LlmFailureReason, LlmOutline, TripleRejection

_LONGEST_NAME = 200


@dataclasses.dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as it is summarised: its text in windows, and the seed concepts near to it."""

    document_id: str
    windows: tuple[str, ...]
    known: tuple[KnownConcept, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class SummaryOutcome:
    """What one document gave: its summary, its entities (none where it failed), and the cost.

    ``outline`` is the row that holds the summary, or why there is none.
    """

    outline: LlmOutline
    entities: tuple[LlmEntity, ...]
    usage: Usage

    @property
    def failure_may_pass(self) -> bool:
        """Whether it failed for a reason that may be gone at the next build."""
        reason = self.outline.reason
        return reason is not None and LlmFailureReason(reason).transient


def windows_of(chunks: Sequence[Chunk], characters: int) -> tuple[str, ...]:
    """Return a document's text in windows of whole chunks, without their overlap, under headings.

    A window is at most ``characters`` long, unless one chunk is longer.
    """
    windows: list[str] = []
    end, above = 0, None
    for chunk in sorted(chunks, key=lambda c: c.index):
        new = chunk.text[max(0, end - chunk.start) :]
        end = max(end, chunk.end)
        heading = " > ".join(chunk.heading_path) if chunk.heading_path != above else ""
        above = chunk.heading_path
        piece = "\n".join(part for part in (heading and f"# {heading}", new.strip()) if part)
        if windows and len(windows[-1]) + len(piece) < characters:
            windows[-1] += f"\n{piece}"
        elif piece:
            windows.append(piece)
    return tuple(windows)


def summarise_document(asker: Asker, document: DocumentText) -> SummaryOutcome:
    """Return the summary and the entities of a document, or why there are none.

    A document without text is not asked about. Raises ``ExtractorError`` like ``Asker.ask``.
    """
    return _Summariser(asker, document).read()


class _Summariser:
    def __init__(self, asker: Asker, document: DocumentText) -> None:
        self._asker = asker
        self._document = document
        self._usage = Usage()
        self._version = ENTITIES.version(asker.settings.model)

    def read(self) -> SummaryOutcome:
        lines: list[str] = []
        for window in self._document.windows:
            said = self._asker.ask(Question(SUMMARY, _passage(window)))
            self._usage += said.usage
            if said.problem is not None:
                return self._failed(SUMMARY.name, said.problem, said.unusable)
            lines += [shorten(line, 1000) for part in said.parsed for _, line in part.items]
        summary = "\n".join(dict.fromkeys(lines))
        if not summary:
            return self._outcome((), summary=summary)
        known = [concept.line for concept in self._document.known]
        found = self._asker.ask(Question(ENTITIES, _passage(summary), known=known))
        self._usage += found.usage
        if found.problem is not None:
            return self._failed(ENTITIES.name, found.problem, found.unusable, summary)
        return self._outcome(self._entities(found), summary=summary)

    def _failed(
        self,
        stage: str,
        problem: Problem,
        unusable: tuple[str, ...],
        summary: str | None = None,
    ) -> SummaryOutcome:
        failure = {"stage": stage, "reason": problem.reason.value, "detail": problem.detail}
        return self._outcome((), summary=summary, answers=unusable, **failure)

    def _outcome(
        self,
        entities: tuple[LlmEntity, ...],
        *,
        summary: str | None,
        stage: str | None = None,
        reason: str | None = None,
        detail: str | None = None,
        answers: tuple[str, ...] = (),
    ) -> SummaryOutcome:
        outline = LlmOutline(
            document_id=self._document.document_id,
            version=f"{SUMMARY.prompt.title} {self._version}",
            summary=summary,
            known=tuple(concept.name for concept in self._document.known),
            stage=stage,
            reason=reason,
            detail=detail,
            answers=answers,
        )
        return SummaryOutcome(outline, entities, self._usage)

    def _entities(self, found: Answers[AnsweredEntity]) -> tuple[LlmEntity, ...]:
        """Return every entity answered; one that is not in the text, or twice, with a reason."""
        texts = [fold(window) for window in self._document.windows]
        rows: list[LlmEntity] = []
        seen: set[str] = set()
        for part in found.parsed:
            entries = [(index, entity) for index, entity in part.items]
            entries += [(bad.index, _nameless(bad)) for bad in part.bad]
            for _, entry in sorted(entries, key=lambda pair: pair[0]):
                row = self._entity(len(rows), entry, texts, seen)
                rows.append(row)
                seen |= {row.key} if row.rejection is None else set()
        return tuple(rows)

    def _entity(
        self, index: int, entry: AnsweredEntity, texts: Sequence[FoldedText], seen: set[str]
    ) -> LlmEntity:
        name = shorten(entry.name, _LONGEST_NAME)
        key = normalise(name)
        concept = self._concept(entry.known, key)
        return LlmEntity(
            document_id=self._document.document_id,
            index=index,
            name=name,
            key=key,
            type=concept.type if concept else short_type(entry.type) or "Concept",
            concept=concept.name if concept else None,
            version=self._version,
            rejection=_rejection(name, key, texts, seen),
        )

    def _concept(self, said: str | None, key: str) -> KnownConcept | None:
        """Return the seed concept that an entity is, among those that the model was given."""
        keys = {key, normalise(said)} if said else {key}
        return next((c for c in self._document.known if c.keys & keys), None)


def _nameless(bad: BadItem) -> AnsweredEntity:
    """Return an entry that is not as asked for as an entity without a name."""
    return AnsweredEntity.model_construct(name="", type=bad.fields.get("type"), known=None)


def _rejection(name: str, key: str, texts: Sequence[FoldedText], seen: set[str]) -> str | None:
    if not key:
        return TripleRejection.MALFORMED.value
    if not any(text.spans_of(name, (0, text.offsets[-1] + 1)) for text in texts if text.offsets):
        return TripleRejection.NOT_VERBATIM.value
    return TripleRejection.MERGED.value if key in seen else None


def _passage(text: str) -> Passage:
    return Passage(text, 0, len(text), ())
