"""The step from entities, chunks and relations to vectors: embed what is new, then tell Milvus."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.ids import fingerprint
from graphwright.lake import Lake
from graphwright.steps.whole import table_digest
from graphwright.tables import TABLES
from graphwright.vectors.difference import EmbeddingCache
from graphwright.vectors.texts import TEXTS_VERSION, Kind, texts_of

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Embedder
    from graphwright.vectors.store import SyncCounts, VectorStore

EMBEDDED: dict[str, Kind] = {
    "entity_embeddings": "entities",
    "chunk_embeddings": "chunks",
    "relation_embeddings": "relations",
}
"""Table of vectors to the table whose rows are embedded."""


@dataclasses.dataclass(frozen=True, slots=True)
class EmbedReport:
    """What an embedding step did, in rows and in distinct texts."""

    rows: int
    texts_embedded: int
    synced: SyncCounts


def embed_table(
    lake: Lake,
    table: str,
    buckets: int,
    *,
    model: str,
    open_embedder: Callable[[], Embedder],
    open_store: Callable[[], VectorStore],
    on_start: Callable[[int], None],
    on_progress: Callable[[int], None],
) -> EmbedReport:
    """Bring a table of vectors, and Milvus' collection of it, up to date.

    ``model`` is the embedder's fingerprint; the embedder itself is opened only if a text is new.
    Raises ``ModelError``, ``LakeError`` or ``VectorStoreError``.
    """
    kind = EMBEDDED[table]
    key = fingerprint([model, TEXTS_VERSION, table_digest(lake, kind, buckets)])
    embedded = 0
    if not lake.is_current(table, key):
        texts = _texts(lake, kind)
        cache = EmbeddingCache(lake.cache / "embeddings" / kind)
        missing = cache.missing(model, texts).num_rows
        on_start(missing)
        if missing:
            embedded = cache.ensure(open_embedder(), texts, on_progress).embedded
        lake.write(table, cache.assemble(model, texts, TABLES[table].schema), key=key)
        cache.tidy(model, texts)
    # Opened last: a connection that idles while texts are embedded for an hour is cut off.
    with open_store() as store:
        synced = store.sync_table(kind, model, lake.read(table))
    return EmbedReport(pq.read_metadata(lake.path(table)).num_rows, embedded, synced)


def _texts(lake: Lake, kind: Kind) -> pa.Table:
    parts = [lake.read_file(kind, path) for path in lake.paths(kind)]
    return texts_of(kind, pa.concat_tables(parts))
