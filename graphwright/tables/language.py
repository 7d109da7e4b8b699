"""Tables of step 3: parses of chunks, and coreference."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.text import CHUNK_REFERENCE


@table(
    "annotations",
    key=("chunk_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Annotation:
    """A chunk's spaCy parse: parsed once, read by every rule."""

    chunk_id: str = col("Chunk that was parsed.")
    document_id: str = col("Document that holds the chunk.")
    tokens: int = col("Number of spaCy tokens.")
    pipeline: str = col("Name and version of the spaCy pipeline.")
    doc: bytes = col("spaCy DocBin that holds the one Doc.")


@table(
    "coreference_failures",
    key=("chunk_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class CoreferenceFailure:
    """A chunk that coreferee failed on; its triples are made without its chains."""

    chunk_id: str = col("Chunk without chains.")
    document_id: str = col("Document that holds the chunk.")
    detail: str = col("What failed: class and message of the error.")


@table(
    "coreference_chains",
    key=("chunk_id", "mention_start", "mention_end"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class CoreferenceMention:
    """A mention and the name that it stands for; a chain is the mentions of one name."""

    chunk_id: str = col("Chunk that holds mention and name.")
    document_id: str = col("Document that holds the chunk.")
    chain: int = col("Number of the chain in the chunk, from 0.")
    mention: str = col("The mention as written.")
    mention_start: int = col("Offset of the mention in the canonical text.")
    mention_end: int = col("Offset after the mention in the canonical text.")
    kind: str = col("pronoun or nominal.")
    name: str = col("The name as written where the chain is named; conjuncts joined by ' and '.")
    name_start: int = col("Offset of the name in the canonical text.")
    name_end: int = col("Offset after the name in the canonical text.")
