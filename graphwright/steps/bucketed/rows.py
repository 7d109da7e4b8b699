"""Rows of a bucket as Python objects, and of no more documents or chunks than are wanted.

Making objects of rows costs far more than reading them: a bucket of which one document changed is
read as Arrow, and only that document's rows become objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TypeVar

from graphwright.errors import LakeError
from graphwright.store.lake import Lake
from graphwright.tables import (
    Annotation,
    Chunk,
    ParsedDocument,
    Sentence,
    SourceDocument,
    rows_of,
    table_of,
)

Row = TypeVar("Row")


def bucket_rows(
    lake: Lake, cls: type[Row], bucket: int, column: str, wanted: Collection[str] | None
) -> list[Row]:
    """Return a bucket's rows of the table that ``cls`` declares, in the order of its key.

    Of these, the rows whose ``column`` holds one of the ``wanted`` values; all where that is None.
    Raises ``LakeError`` where the file is absent or damaged.
    """
    table = table_of(cls).name
    if wanted is None:
        return rows_of(cls, lake.read(table, bucket))
    return rows_of(cls, lake.read_where(table, bucket, column, wanted)) if wanted else []


def known_documents(lake: Lake) -> list[SourceDocument] | None:
    """Return the documents of the last observation; None where there was none.

    A damaged list counts as none: what looks for changes must go on to the build that heals it.
    """
    try:
        return rows_of(SourceDocument, lake.read("source_documents"))
    except LakeError:
        return None


def parsed_by_id(
    lake: Lake, bucket: int, wanted: Collection[str] | None = None
) -> dict[str, ParsedDocument]:
    """Return a bucket's parsed documents by id: those that are wanted, or all."""
    rows = bucket_rows(lake, ParsedDocument, bucket, "document_id", wanted)
    return {row.document_id: row for row in rows}


def chunks_of(
    lake: Lake, bucket: int, documents: Collection[str] | None = None
) -> dict[str, list[Chunk]]:
    """Return a bucket's chunks, or those of some documents, by document id in document order."""
    grouped: dict[str, list[Chunk]] = {}
    for chunk in bucket_rows(lake, Chunk, bucket, "document_id", documents):
        grouped.setdefault(chunk.document_id, []).append(chunk)
    return grouped


def chunks_by_id(lake: Lake, bucket: int, wanted: Collection[str]) -> dict[str, Chunk]:
    """Return the wanted chunks of a bucket by id."""
    return {row.chunk_id: row for row in bucket_rows(lake, Chunk, bucket, "chunk_id", wanted)}


def sentences_by_chunk(
    lake: Lake, bucket: int, wanted: Collection[str] | None = None
) -> dict[str, list[Sentence]]:
    """Return the sentences of a bucket's chunks, or of the wanted ones, by chunk id, in order."""
    grouped: dict[str, list[Sentence]] = {}
    for sentence in bucket_rows(lake, Sentence, bucket, "chunk_id", wanted):
        grouped.setdefault(sentence.chunk_id, []).append(sentence)
    return grouped


def annotations_by_chunk(lake: Lake, bucket: int, wanted: Collection[str]) -> dict[str, Annotation]:
    """Return the wanted annotations of a bucket by chunk id."""
    rows = bucket_rows(lake, Annotation, bucket, "chunk_id", wanted)
    return {row.chunk_id: row for row in rows}


def extractors_by_document(lake: Lake, bucket: int) -> dict[str, str]:
    """Return document id to the extractor that its collection asks for."""
    data = lake.read("parsed_documents", bucket, ["document_id", "extractor"])
    ids, extractors = data["document_id"].to_pylist(), data["extractor"].to_pylist()
    return dict(sorted(zip(ids, extractors, strict=True)))


def chunk_keys_by_document(
    lake: Lake, bucket: int, tables: Sequence[str]
) -> dict[str, list[object]]:
    """Return document id to the keys of its chunks in tables whose unit is a chunk."""
    data = lake.read("chunks", bucket, ["document_id", "index", "chunk_id"])
    units = []
    for table in tables:
        state = lake.state(lake.path(table, bucket))
        units.append(state.units if state else {})
    keys: dict[str, list[object]] = defaultdict(list)
    pairs = zip(data["document_id"].to_pylist(), data["chunk_id"].to_pylist(), strict=True)
    for document, chunk in pairs:
        keys[document].append([known.get(chunk) for known in units])
    return keys
