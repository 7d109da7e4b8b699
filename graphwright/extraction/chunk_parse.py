"""A chunk as the rules read it: its sentences with their parse and their place in the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.documents.blocks.lookup import block_at
from graphwright.errors import ExtractorError
from graphwright.extraction.parse.marked_names import read_marks
from graphwright.extraction.parse.repair import repair
from graphwright.extraction.parse.tree import Scope, Tree, token_range, token_starts
from graphwright.extraction.place import Place
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import (
    CellReading,
    cell_scopes,
    cells_between,
    goes_on_with_list,
)
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.lead_ins import LeadIns
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.row_names import RowName, name_by_key
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.titles import Titles
from graphwright.extraction.rules.steps import is_ordered
from graphwright.tables.documents import Block, BlockKind, Mark
from graphwright.tables.text import Chunk, Sentence

if TYPE_CHECKING:
    from spacy.tokens import Doc


def unfiltered(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that rules read, in the order of the text."""
    return sorted((s for s in sentences if s.filter is None), key=lambda sentence: sentence.start)


class ChunkParse:
    """The sentences of a chunk: scopes of words, blocks, readings, cells; each is made once."""

    def __init__(
        self, doc: Doc, chunk: Chunk, sentences: Sequence[Sentence], known: DocumentReading
    ) -> None:
        """Raise ``ExtractorError`` where the chunk is not of this text of the document."""
        parsed = known.parsed
        if parsed.text[chunk.start : chunk.end] != chunk.text:
            raise ExtractorError(
                f"Chunk {chunk.chunk_id} is not the text of document {parsed.document_id} from "
                f"{chunk.start} to {chunk.end}.",
                remedy="Chunks and parsed documents are of different builds: build both again.",
            )
        self.parsed, self.known = parsed, known
        self.headings, self.tables = known.headings, known.tables
        ordered = sorted(sentences, key=lambda sentence: sentence.start)
        self.unfiltered = unfiltered(sentences)
        self._starts = token_starts(doc, chunk.start)
        self._blocks = {s.sentence_id: block_at(parsed.blocks, s.start) for s in ordered}
        self._scopes = {s.sentence_id: self._scopes_of(s) for s in ordered}
        scopes = [scope for found in self._scopes.values() for scope in found]
        self.tree = repaired_tree(doc, chunk.start, scopes, known.marks)
        self.phrases = Phrases(self.tree)
        self.lead_ins = LeadIns(self.tree, parsed.blocks, ordered, self._scopes)
        self.titles = Titles(known, self.lead_ins)
        self._places = dict[str, Place]()
        self._readings = dict[Scope, ScopeReading]()
        self._cells = dict[str, list[CellReading]]()

    def _scopes_of(self, sentence: Sentence) -> list[Scope]:
        scope = token_range(self._starts, sentence.start, sentence.end)
        block = self.row_block(sentence)
        if block is None or not block.cells:
            return [scope]
        cells = cells_between(block.cells, sentence.start, sentence.end)
        return cell_scopes(self._starts, cells, scope)

    def block(self, sentence: Sentence) -> Block | None:
        """Return the block in which a sentence stands."""
        return self._blocks[sentence.sentence_id]

    def row_block(self, sentence: Sentence) -> Block | None:
        """Return the block of a sentence that is of a row of a table."""
        return self.block(sentence) if sentence.kind == BlockKind.TABLE_ROW else None

    def place(self, sentence: Sentence) -> Place:
        """Return what stands above a sentence."""
        found = self._places.get(sentence.sentence_id)
        if found is None:
            found = Place(sentence, self.parsed, self.headings, self.lead_ins)
            self._places[sentence.sentence_id] = found
        return found

    def scopes(self, sentence: Sentence) -> list[Scope]:
        """Return the words of a sentence, those of each cell of a row apart; none empty."""
        return [scope for scope in self._scopes[sentence.sentence_id] if scope[0] < scope[1]]

    def reading(self, scope: Scope) -> ScopeReading:
        """Return what the words of a scope consist of."""
        if scope not in self._readings:
            self._readings[scope] = ScopeReading(self.tree, self.phrases, *scope)
        return self._readings[scope]

    def readings(self, sentence: Sentence) -> list[ScopeReading]:
        """Return those of a sentence, one for each of its scopes."""
        return [self.reading(scope) for scope in self.scopes(sentence)]

    def cells(self, sentence: Sentence) -> list[CellReading]:
        """Return the cells of a table row of which a sentence holds words."""
        found = self._cells.get(sentence.sentence_id)
        if found is None:
            found = self._cells[sentence.sentence_id] = self._cells_of(sentence)
        return found

    def _cells_of(self, sentence: Sentence) -> list[CellReading]:
        block = self.row_block(sentence)
        if block is None or not block.cells:
            return []
        start, end = sentence.start, sentence.end
        cells = cells_between(block.cells, start, end)
        return [
            CellReading(
                self.reading(scope),
                cell,
                cell.start >= start,
                cell.end <= end,
                cell.start < start and goes_on_with_list(self.parsed.text, cell, start),
            )
            for scope, cell in zip(self._scopes[sentence.sentence_id], cells, strict=True)
            if scope[0] < scope[1]
        ]

    def cell_at(self, sentence: Sentence, word: int) -> CellReading | None:
        """Return the cell of a table row in which a word stands."""
        for found in self.cells(sentence):
            if found.reading.first <= word < found.reading.last:
                return found
        return None

    def row_name(self, block: Block, sentence: Sentence) -> RowName | None:
        """Return what names the row that a sentence is of, where the table has such rows."""
        row = self.tables.row(block)
        if row is None:
            return None
        cells = self.cells(sentence)
        first_cell = self.known.row_names.name_of(block, cells, (sentence.start, sentence.end))
        return name_by_key(row.key, cells, first_cell)

    def states_prerequisites(self, sentence: Sentence, reading: ScopeReading) -> bool:
        """Return whether a heading or the lead-in above a sentence says "Prerequisites".

        The steps of a task may follow its prerequisites in one list: they order something.
        """
        if self.headings.states_prerequisites(sentence.start):
            return True
        return self.lead_ins.states_prerequisites(sentence) and not is_ordered(reading)

    def span(self, argument: Argument) -> Span:
        """Return the span of an argument in the document's text."""
        return self.tree.start[argument.first], self.tree.end[argument.last - 1]


def repaired_tree(
    doc: Doc, offset: int, scopes: Sequence[Scope], marks: Sequence[Mark] = ()
) -> Tree:
    """Return the parse that the rules read: marks applied, mistakes mended, linked.

    ``offset`` is where the chunk starts in the canonical text.
    """
    tree = Tree(doc, offset, scopes)
    read_marks(tree, marks, scopes)
    for first, last in scopes:
        repair(tree, first, last)
    tree.link()
    return tree
