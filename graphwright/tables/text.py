"""Tables of step 2: chunks and sentences."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE

CHUNK_REFERENCE = Reference("chunk_id", "chunks", "chunk_id")


class SentenceFilter(StrEnum):
    """Why a sentence gives no dependency triples."""

    NO_VERB_PHRASE = "no_verb_phrase"
    OVERLAP = "overlap"
    CUT = "cut"
    HEADING = "heading"
    CODE = "code"
    INDEX = "index"  # An entry of a table of contents, menu or index.
    LICENCE = "licence"
    TOO_LONG = "too_long"
    WIDE_TABLE = "wide_table"  # The cells of a row behind the last column that is read.
    OTHER_LANGUAGE = "other_language"  # Its chunk is surely not English; rows of tables are read.


@table(
    "chunks",
    key=("document_id", "index"),
    bucketed=True,
    headline=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one section: an exact slice of the canonical text, at most 2,048 characters."""

    chunk_id: str = col("Id from document, heading path, text and its repetition.")
    document_id: str = col("Document that the chunk is a slice of.")
    index: int = col("Position in the document, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character in the canonical text.")
    text: str = col("Exactly the canonical text from start to end.")
    text_hash: str = col("SHA-256 of the text.")
    heading_path: tuple[str, ...] = col("Headings above the chunk, outermost first.")
    table_header: str | None = col(
        "Header row of the table that the chunk continues; in a piece of a row, its header cells."
    )
    page: int | None = col("Page, slide or sheet on which the chunk starts.")
    row_name: str | None = col(
        "Name of the table row that the chunk continues: its first cell.", default=None
    )
    embedded: int | None = col(
        "Characters of its text that are embedded; null: all of them.", default=None
    )


@table(
    "sentences",
    key=("chunk_id", "index"),
    bucketed=True,
    headline=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, list item, heading or table row of a chunk; filtered ones carry a reason."""

    sentence_id: str = col("Id from the chunk and the position inside it.")
    chunk_id: str = col("Chunk that holds the sentence.")
    document_id: str = col("Document that holds the sentence.")
    index: int = col("Position in the chunk, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character in the canonical text.")
    text: str = col("Exactly the canonical text from start to end.")
    kind: str = col("BlockKind of the block that holds it.")
    tokens: int = col("Number of spaCy tokens.")
    filter: str | None = col("A SentenceFilter value where it gives no dependency triples.")
