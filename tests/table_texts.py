"""Tables as documents of their own, taken through chunks, parses and rules as the steps do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from document_builders import source

from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.chunk import chunk_document
from graphwright.extraction.extract import extract_triples
from graphwright.extraction.reading.document import DocumentReading
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.settings import ChunkSettings
from graphwright.tables import BlockKind, DependencyTriple, ParsedDocument, Sentence

if TYPE_CHECKING:
    from spacy.language import Language

SMALL = ChunkSettings(max_characters=200, overlap=40)
Rows = Sequence[Sequence[str | None]]
"""Rows of cells; None is a place that the cell before it spans."""


def document_of(rows: Rows, heads: int = 1, heading: str = "") -> ParsedDocument:
    """Return a table, its first ``heads`` rows header, below a heading if there is one."""
    blocks = [RawBlock(BlockKind.HEADING, heading, level=1)] if heading else []
    for number, row in enumerate(rows):
        cells = tuple(
            RawCell(text, column, header=number < heads)
            for column, text in enumerate(row)
            if text is not None
        )
        blocks.append(RawBlock(BlockKind.TABLE_ROW, table=0, cells=cells))
    made = canonical_text(blocks)
    found = source("table.csv", b"")
    return ParsedDocument(
        document_id=found.document_id, collection="c", path="table.csv", uri="table.csv",
        format="csv", extractor="dependency", sha256="", title="table", text=made.text,
        blocks=made.blocks, pages=None, status="ok", left_out=(), warnings=(),
    )  # fmt: skip


def read_document(
    nlp: Language, parsed: ParsedDocument, limits: ChunkSettings = SMALL
) -> tuple[list[Sentence], list[DependencyTriple]]:
    """Return the sentences and triples of a document."""
    chunks = chunk_document(parsed, limits)
    known, triples, said = DocumentReading(parsed), [], []
    annotated = annotate(nlp, chunk_inputs(parsed, chunks))
    for chunk, (annotation, sentences) in zip(chunks, annotated, strict=True):
        doc = read_doc(annotation, nlp.vocab)
        triples += extract_triples(doc, chunk, sentences, known)
        said += sentences
    return said, triples
