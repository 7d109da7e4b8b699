"""What is asked about a ticket: which sections stand in the text that the rules left.

One call a ticket, more only for a long description. Every section is found again in that text word
by word, or it is a row with the reason; what the rules have read stays as they read it.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.forms import TICKET_SECTIONS
from graphwright.llm.prompts.passage import Passage
from graphwright.llm.prompts.tickets import AnsweredTicketSection
from graphwright.llm.reading.ask import Answers, Asker, Question
from graphwright.llm.reading.entries import ParsedAnswer
from graphwright.llm.reading.folded_text import FoldedText, fold
from graphwright.tables import (
    LlmFailureReason,
    LlmTicketFailure,
    LlmTicketSection,
    ParsedDocument,
    RejectedLlmTicketSection,
    TicketRecord,
    TicketSectionRejection,
)
from graphwright.tickets.left_text import (
    SAID_CONFIDENCE,
    description_pieces,
    is_left,
    sections_to_find,
)
from graphwright.tickets.pieces import Piece
from graphwright.tickets.template import Template

_LONGEST = 2000
"""Characters of a rejected section that are kept."""


@dataclasses.dataclass(frozen=True, slots=True)
class TicketToRead:
    """A ticket with the template of its collection."""

    document: ParsedDocument
    record: TicketRecord
    template: Template


@dataclasses.dataclass(frozen=True, slots=True)
class TicketReading:
    """The rows of a ticket; one that failed has its failure alone, and what it cost."""

    sections: tuple[LlmTicketSection, ...]
    rejected: tuple[RejectedLlmTicketSection, ...]
    failure: LlmTicketFailure | None
    usage: Usage

    @property
    def failure_may_pass(self) -> bool:
        """Whether it failed for a reason that may be gone at the next build."""
        return self.failure is not None and LlmFailureReason(self.failure.reason).transient


def read_ticket_sections(asker: Asker, ticket: TicketToRead) -> TicketReading:
    """Return what a model reads in a ticket. One of which the rules left nothing is not asked.

    Raises ``ExtractorError`` like ``Asker.ask``.
    """
    pieces = description_pieces(ticket.document, ticket.record, ticket.template)
    usage, finder = Usage(), _Finder(ticket, pieces, asker.settings.model)
    for passage in _windows(ticket.document, pieces, asker.settings.summary_characters):
        starts = [block.start for block in ticket.document.blocks]
        said: Answers[AnsweredTicketSection] = asker.ask(
            Question(TICKET_SECTIONS, passage, starts, _known(ticket.template))
        )
        usage += said.usage
        if (problem := said.problem) is not None:
            failure = LlmTicketFailure(
                ticket.document.document_id,
                TICKET_SECTIONS.name,
                problem.reason.value,
                problem.detail,
                said.unusable,
            )
            return TicketReading((), (), failure, usage)
        finder.add(said.parsed, passage)
    return TicketReading(finder.sections(), tuple(finder.rejected), None, usage)


def _known(template: Template) -> list[str]:
    """Return the sections that may be found, each with other names of it."""
    lines = []
    for name in sections_to_find(template):
        aliases = ", ".join(template.sections[name].aliases[:_ALIASES])
        lines.append(f"{name}: {aliases}" if aliases else name)
    return lines


_ALIASES = 4


def _windows(document: ParsedDocument, pieces: Sequence[Piece], most: int) -> Iterator[Passage]:
    """Yield the description from the first to the last text that rules left, in whole blocks.

    A window that holds none is not asked about; a block that is longer is a window of its own.
    """
    left = [piece for piece in pieces if is_left(piece)]
    if not left:
        return
    begin, end = left[0].start, left[-1].end
    starts = [block.start for block in document.blocks if begin < block.start < end]
    for at, after in itertools.pairwise([*starts, end]):
        if after - begin > most:
            yield from _passage(document, left, begin, at)
            begin = at
    yield from _passage(document, left, begin, end)


def _passage(
    document: ParsedDocument, left: Sequence[Piece], start: int, end: int
) -> Iterator[Passage]:
    if any(piece.start < end and start < piece.end for piece in left):
        yield Passage(document.text[start:end], start, end, (document.title,))


class _Finder:
    """Finds what a model answered again in a ticket; ``rejected`` is what it did not find."""

    def __init__(self, ticket: TicketToRead, pieces: Sequence[Piece], model: str) -> None:
        self._document = ticket.document
        self._known = frozenset(sections_to_find(ticket.template))
        self._pieces = pieces
        self._rule = TICKET_SECTIONS.version(model)
        self._text: FoldedText = fold(ticket.document.text)
        self._found: list[tuple[int, int, str]] = []
        self.rejected: list[RejectedLlmTicketSection] = []

    def add(self, answers: Sequence[ParsedAnswer[AnsweredTicketSection]], passage: Passage) -> None:
        """Add the answers about a passage."""
        for answer in answers:
            for _, entry in answer.items:
                self._add(entry, passage)
            for bad in answer.bad:
                section, text = bad.fields.get("section", ""), bad.fields.get("text", "")
                self._reject(section, text, TicketSectionRejection.MALFORMED, bad.detail)

    def sections(self) -> tuple[LlmTicketSection, ...]:
        """Return what was found, in order of the text."""
        document = self._document
        return tuple(
            LlmTicketSection(
                document_id=document.document_id,
                index=index,
                section=section,
                start=start,
                end=end,
                text=document.text[start:end],
                rule=self._rule,
                confidence=SAID_CONFIDENCE,
            )
            for index, (start, end, section) in enumerate(sorted(self._found))
        )

    def _add(self, entry: AnsweredTicketSection, passage: Passage) -> None:
        if entry.section not in self._known:
            detail = f"The template has no section {shorten(entry.section, 200)!r} of descriptions."
            self._reject(entry.section, entry.text, TicketSectionRejection.UNKNOWN_SECTION, detail)
            return
        places = self._text.spans_of(entry.text, (passage.start, passage.end))
        if not places:
            detail = "The ticket does not say that, word by word."
            self._reject(entry.section, entry.text, TicketSectionRejection.NOT_VERBATIM, detail)
            return
        reason = TicketSectionRejection.READ_BY_RULES
        for start, end in places:
            if self._is_free(start, end):
                if self._may_be(entry.section, start, end):
                    self._found.append((start, end, entry.section))
                    return
            else:
                reason = TicketSectionRejection.OVERLAP
        self._reject(entry.section, entry.text, reason, _WHY_NOT[reason])

    def _is_free(self, start: int, end: int) -> bool:
        return all(end <= first or last <= start for first, last, _ in self._found)

    def _may_be(self, section: str, start: int, end: int) -> bool:
        """Say whether a span stands in one piece that the rules left, or that they read so too."""
        return any(
            piece.start <= start and end <= piece.end
            for piece in self._pieces
            if is_left(piece) or piece.section == section
        )

    def _reject(self, section: str, text: str, reason: TicketSectionRejection, detail: str) -> None:
        self.rejected.append(
            RejectedLlmTicketSection(
                document_id=self._document.document_id,
                index=len(self.rejected),
                section=shorten(section, _LONGEST),
                text=shorten(text, _LONGEST),
                reason=reason.value,
                detail=detail,
            )
        )


_WHY_NOT = {
    TicketSectionRejection.READ_BY_RULES: "The rules read this text as another section.",
    TicketSectionRejection.OVERLAP: "Another section was answered for this text before.",
}
