"""The layer of a fact, by what it says and by where its sentence stands."""

from __future__ import annotations

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.reading.event_cells import EventCells
from graphwright.extraction.reading.pointing import names_sort
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family
from graphwright.extraction.rules.layers import layer_of
from graphwright.tables.documents import BlockKind
from graphwright.tables.text import Sentence
from graphwright.tables.triples import Layer


class FactLayers:
    """The layers of a chunk's facts."""

    def __init__(self, chunk: ChunkParse) -> None:
        self._chunk = chunk
        self._event_cells = EventCells(chunk.parsed, chunk.headings, chunk.tables)

    def of(self, sentence: Sentence, named: Candidate) -> Layer:
        """Return the layer of a fact whose arguments are ``named``."""
        place = self._chunk.place(sentence)
        layer = layer_of(
            self._chunk.tree, named, required=place.required, is_symptom=place.states_symptoms
        )
        if layer is not Layer.KNOWLEDGE:
            return layer
        of_case = self._tells_case(sentence, named) or place.quotes_messages
        of_case = of_case or self._is_in_example(sentence, named)
        return Layer.CONTEXT if of_case else layer

    def _is_in_example(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a row or an item stands below "Example", and says more than a name does.

        Paragraphs there tell what the example shows, and what is so elsewhere too.
        """
        if sentence.kind not in (BlockKind.TABLE_ROW, BlockKind.LIST_ITEM):
            return False
        named = found.rule.family in (Family.NOUN, Family.PUNCTUATION)
        return not named and self._chunk.headings.shows_example(sentence.start)

    def _tells_case(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a clause tells of a fault, or of one of several cases, alone."""
        if found.rule.family not in (Family.VERB, Family.COPULA) or found.flags.condition:
            return False
        place = self._chunk.place(sentence)
        if place.states_symptoms and names_sort(self._chunk.tree, found.subject):
            return True
        return place.lists_cases or self._tells_event(sentence, found)

    def _tells_event(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a clause of a cell is so only when the error of its row occurs."""
        block = self._chunk.row_block(sentence)
        if block is None or found.subject_span is not None:
            return False
        cell = self._chunk.cell_at(sentence, found.object.first)
        return cell is not None and self._event_cells.tells(block, cell.cell.column)
