"""The qualifiers of a fact: its clause's own, and what stands above its sentence or names it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.header_words import tells_case
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.limits import LimitReader
from graphwright.extraction.reading.pointing import names_one_of_text
from graphwright.extraction.reading.qualifiers import joined_qualifiers, without_others
from graphwright.extraction.reading.short_conditions import condition_behind
from graphwright.extraction.reading.terms import clause_label
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.extraction.rules.limits import limits_of, with_limits
from graphwright.tables.documents import Block
from graphwright.tables.text import Sentence
from graphwright.tables.triples import Qualifier

_STEPS_ONLY = re.compile(
    r"(?:if|when|where|as) (?:required|necessary|needed|desired|applicable)", re.IGNORECASE
)
"""Conditions of a lead-in that tell when steps are needed, and not when something is so."""

_POINTING = frozenset({"you", "it", "them", "us", "me", "him", "her", "they", "this", "that"})


class FactQualifiers:
    """The qualifiers of a chunk's facts, each with its span in the document's text."""

    def __init__(self, chunk: ChunkParse, limits: LimitReader) -> None:
        self._chunk, self._limits = chunk, limits

    def of(
        self, sentence: Sentence, found: Candidate, named: Candidate, arguments: tuple[Span, Span]
    ) -> tuple[Qualifier, ...]:
        """Return the qualifiers beside the two arguments, with the numbers that count them.

        ``named`` is the candidate with the arguments that name what its own point at.
        """
        chunk = self._chunk
        above = (*self._above(sentence, found), *self._headings_naming(sentence, found, named))
        own = without_others(chunk.tree, found.flags.qualifiers, found.object)
        kept = [
            qualifier
            for qualifier in joined_qualifiers(own, above)
            if qualifier.text.lower() not in _POINTING
            and not any(qualifier.start < end and start < qualifier.end for start, end in arguments)
        ]
        for argument in (found.subject, found.object):
            number = chunk.phrases.quantity(argument)
            if number is not None:
                kept.append(self._qualifier("quantity", self._words(number)))
        kept = list(joined_qualifiers(kept, self._short_conditions(found)))
        kept = with_limits(chunk.tree, kept, limits_of(chunk.tree, self._limits, found))
        return tuple(sorted(kept, key=lambda qualifier: (qualifier.start, qualifier.end)))

    def _words(self, words: tuple[int, int]) -> Span:
        """Return the span of words, the last of them not among them."""
        return self._chunk.span(Argument(words[0], *words))

    def _qualifier(self, kind: str, span: Span) -> Qualifier:
        return Qualifier(kind, self._chunk.parsed.text[slice(*span)], *span)

    def _above(self, sentence: Sentence, found: Candidate) -> Sequence[Qualifier]:
        """Return the conditions set above a candidate's sentence, if its rule reads a statement.

        What is read beside the verbs names things, and has no condition of a clause either.
        "Do the following if required:" says of the steps alone when they are to be done.
        """
        if found.rule.family in (Family.NOUN, Family.PUNCTUATION):
            return []
        above = self._chunk.place(sentence).conditions
        if found.rule.has(Trait.READER_ACT) or found.rule.has(Trait.STEP):
            return above
        return [one for one in above if not _STEPS_ONLY.fullmatch(one.text)]

    def _headings_naming(
        self, sentence: Sentence, found: Candidate, named: Candidate
    ) -> list[Qualifier]:
        """Return what says which thing a subject is, where its words do not.

        "The key is rotated" is true of the key of its section, or of its row, alone.
        """
        chunk = self._chunk
        clause = found.rule.family in (Family.VERB, Family.COPULA) and found.subject_span is None
        of_text = clause and names_one_of_text(chunk.tree, named.subject)
        spans = self._label_before(sentence, found) if clause else []
        if of_text or found.rule.has(Trait.OF_SECTION):
            block = chunk.row_block(sentence)
            of_row = [] if block is None else self._row_spans(block, sentence)
            if block is not None:
                of_row += self._case_of_column(block, sentence, found, is_named=bool(of_row))
            spans = [*of_row, *spans, *chunk.place(sentence).topics]
        return [self._qualifier("heading", span) for span in spans]

    def _label_before(self, sentence: Sentence, found: Candidate) -> list[Span]:
        """Return the label that starts a clause's text: "Night watch: A guard closes the gate"."""
        anchor = found.predicate.anchor
        scopes = (s for s in self._chunk.scopes(sentence) if s[0] <= anchor < s[1])
        scope = next(scopes, None)
        if scope is None:
            return []
        label = clause_label(self._chunk.reading(scope), found.subject.first)
        return [] if label is None else [self._chunk.span(label)]

    def _case_of_column(
        self, block: Block, sentence: Sentence, found: Candidate, *, is_named: bool
    ) -> list[Span]:
        """Return the header above a clause's cell, which may tell a case: "Used Component".

        That above the name of a row says only what it is a name of.
        """
        layout = self._chunk.tables.layout(block)
        cell = self._chunk.cell_at(sentence, found.object.first)
        if cell is None or cell.cell.column not in layout.headers:
            return []
        column = cell.cell.column
        if is_named and column <= layout.last_named:
            return []
        head = layout.headers[column]
        return [(head.start, head.end)] if tells_case(layout.text(head)) else []

    def _row_spans(self, block: Block, sentence: Sentence) -> list[Span]:
        """Return the cells that name a row and tell it from others of that name."""
        row, name = self._chunk.tables.row(block), self._chunk.row_name(block, sentence)
        if row is None or name is None:
            return []
        return [name.span, *(role.span for role in row.key.roles)]

    def _short_conditions(self, found: Candidate) -> list[Qualifier]:
        """Return the conditions in brackets behind the arguments: "Description (if available)"."""
        own = (found.object,) if found.subject_span is not None else (found.subject, found.object)
        words = [condition_behind(self._chunk.tree, argument) for argument in own]
        return [self._qualifier("condition", self._words(w)) for w in words if w is not None]
