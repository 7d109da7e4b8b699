"""Which sentences are titles of other texts, and state nothing by themselves.

"Posting Invoices" does so below "Related Information", below "For more information, see:" and where
a paragraph is nothing but its link.
"""

from __future__ import annotations

from graphwright.documents.blocks.lookup import block_at
from graphwright.extraction.reading.cross_references import listed_title
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.lead_ins import LeadIns
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.tables.documents import BlockKind
from graphwright.tables.text import Sentence


class Titles:
    """Tells the titles of other texts from the sentences of a chunk."""

    def __init__(self, known: DocumentReading, lead_ins: LeadIns) -> None:
        self._blocks, self._links = known.parsed.blocks, known.links
        self._headings, self._lead_ins = known.headings, lead_ins
        self._announced = dict[str, bool]()
        self._linked = dict[str, bool]()

    def is_title(self, sentence: Sentence, reading: ScopeReading) -> bool:
        """Return whether a sentence is the title of another text, by what announces it."""
        key = sentence.sentence_id
        if key not in self._announced:
            self._announced[key] = self._is_announced(sentence)
        return self._announced[key] and listed_title(reading) is not None

    def _is_announced(self, sentence: Sentence) -> bool:
        """Return whether what stands above a sentence, or its links, say that it is a title."""
        if self._headings.lists_texts(sentence.start) or self._lead_ins.lists_texts(sentence):
            return True
        return sentence.kind == BlockKind.PARAGRAPH and self.is_linked(sentence)

    def is_linked(self, sentence: Sentence) -> bool:
        """Return whether a sentence stands in a block that is nothing but links.

        Items of a list may be steps that other texts tell: "1. Create an Invoice".
        """
        key = sentence.sentence_id
        if key not in self._linked:
            block = block_at(self._blocks, sentence.start)
            self._linked[key] = block is not None and self._links.fill(block)
        return self._linked[key]
