"""The step from entities, chunks and relations to vectors: embed what is new, then tell Milvus."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.ids import fingerprint
from graphwright.steps.whole import table_digest
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from graphwright.vectors.column import COLUMN_VERSION, StoredVectors
from graphwright.vectors.difference import EmbeddingCache
from graphwright.vectors.held import HeldNote, place_of
from graphwright.vectors.store import SyncCounts
from graphwright.vectors.texts import TEXTS_VERSION, Kind, texts_of

if TYPE_CHECKING:
    from graphwright.settings import MilvusSettings
    from graphwright.vectors.embedder import Embedder
    from graphwright.vectors.store import VectorStore

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


def embedding_causes(model: str) -> dict[str, str]:
    """Return what shapes a table of vectors beside its texts."""
    return {"embedding.model": model, "texts": TEXTS_VERSION, "vectors": COLUMN_VERSION}


def embedding_key(lake: Lake, table: str, buckets: int, model: str) -> str:
    """Return the key of a table of vectors. ``LakeError`` where what it is made from is absent."""
    return fingerprint([embedding_causes(model), table_digest(lake, EMBEDDED[table], buckets)])


def is_synced(lake: Lake, table: str, key: str, model: str, milvus: MilvusSettings) -> bool:
    """Return whether Milvus is known to equal the table of this key.

    Only Milvus Lite in the lake is believed without a look: nothing else writes there.
    """
    if milvus.uri is not None:
        return False
    return _note(lake, table, model, milvus).key() == key


def _note(lake: Lake, table: str, model: str, milvus: MilvusSettings) -> HeldNote:
    return HeldNote(lake.cache / "held", EMBEDDED[table], model, place_of(milvus, lake.milvus))


def embed_table(
    lake: Lake,
    table: str,
    buckets: int,
    *,
    model: str,
    milvus: MilvusSettings,
    open_embedder: Callable[[], Embedder],
    open_store: Callable[[], VectorStore],
    on_start: Callable[[int], None],
    on_progress: Callable[[int], None],
) -> EmbedReport:
    """Bring a table of vectors, and Milvus' collection of it, up to date.

    ``model`` is the embedder's fingerprint; the embedder is opened only if a text is new, and
    Milvus only if it may differ. Raises ``ModelError``, ``LakeError`` or ``VectorStoreError``.
    """
    kind = EMBEDDED[table]
    key = embedding_key(lake, table, buckets, model)
    embedded = 0
    if not lake.is_current(table, key):
        texts = _texts(lake, kind)
        cache = EmbeddingCache(lake.cache / "embeddings" / kind)
        missing = cache.missing(model, texts).num_rows
        on_start(missing)
        if missing:
            embedded = cache.ensure(open_embedder(), texts, on_progress).embedded
        made = cache.batches(model, texts, TABLES[table].schema)
        lake.write_batches(table, made, key=key, causes=embedding_causes(model))
        cache.tidy(model, texts)
    rows = pq.read_metadata(lake.path(table)).num_rows
    if is_synced(lake, table, key, model, milvus):
        return EmbedReport(rows, embedded, SyncCounts(0, 0, 0, rows))
    if milvus.uri is None and not lake.milvus.is_dir():
        # The folder to be made may get the number that the lost one had: forget what that one held.
        shutil.rmtree(lake.cache / "held", ignore_errors=True)
    # Opened last: a connection that idles while texts are embedded for an hour is cut off.
    with open_store() as store:
        note = _note(lake, table, model, milvus)  # opening may have made Milvus Lite's folder
        synced = _sync(store, note, key, lake, table)
    return EmbedReport(rows, embedded, synced)


def _sync(store: VectorStore, note: HeldNote, key: str, lake: Lake, table: str) -> SyncCounts:
    wanted = lake.read(table, columns=["id", "text_hash"])
    vectors = StoredVectors(lake.path(table))
    held = note.rows()
    if held is not None and store.count(note.kind, note.model) != len(held):
        held = None  # somebody else wrote there, or the machine lost what it had not yet stored
    note.drop()
    ids, hashes = wanted["id"].to_pylist(), wanted["text_hash"].to_pylist()
    counts = store.sync(note.kind, note.model, ids, hashes, vectors, held=held)
    note.write(key, wanted)
    return counts


def _texts(lake: Lake, kind: Kind) -> pa.Table:
    parts = [lake.read_file(kind, path) for path in lake.paths(kind)]
    return texts_of(kind, pa.concat_tables(parts))
