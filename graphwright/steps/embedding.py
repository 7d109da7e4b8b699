"""The steps from entities, chunks and relations to vectors: embed what is new, then tell Milvus."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.graph.kinds import GRAPHS, Embedded
from graphwright.ids import fingerprint
from graphwright.steps.base.step import Given, Step, StepReport, Work, table_digest
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import row_count
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.embedding_cache import EmbeddingCache
from graphwright.vectors.embedding_texts import Kind, columns_of, kind_of, texts_of
from graphwright.vectors.opening import Opening
from graphwright.vectors.sync_state import SYNC_STATES, SyncState
from graphwright.vectors.vector_column import StoredVectors
from graphwright.vectors.vector_store import SyncCounts, open_vector_store, place_of

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Embedder
    from graphwright.vectors.vector_store import VectorStore

_DECLARED: dict[str, Embedded] = {
    kind.vectors: kind for _, graph in GRAPHS for kind in graph.embedded
}

EMBEDDED: dict[str, Kind] = {vectors: kind_of(kind.table) for vectors, kind in _DECLARED.items()}
"""Table of vectors to the table whose rows are embedded, as the graphs declare."""

NAME_VECTORS = "names"
"""Folder of the vectors of names before they are merged."""

_FEW_TEXTS = 256
"""So many are embedded within seconds, in which Milvus Lite may be kept from other programs."""

_TEXTS_CODE = Code(("graphwright.vectors.embedding_texts", "graphwright.vectors.vector_column"))
"""The code that makes the texts, and the column that holds vectors."""


@dataclasses.dataclass(frozen=True)
class VectorTable:
    """A line of the pipeline: the table that holds the vectors of another table's rows."""

    name: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return the table whose rows are embedded."""
        return (EMBEDDED[self.name],)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the table of vectors."""
        return (self.name,)

    def of(self, given: Given) -> EmbedStep:
        """Return the step for a lake and its settings."""
        return EmbedStep(self.name, given)


class EmbedStep(Step):
    """A table of vectors, and Milvus' collection of it.

    The embedder is opened only if a text is new, and Milvus only if it may differ.
    """

    unit = "texts"
    stale_reason = "its model or what Milvus holds changed"
    technologies = ("milvus", "onnx")

    def __init__(self, table: str, given: Given) -> None:
        settings = given.settings
        self.name, self.inputs, self.outputs = table, (EMBEDDED[table],), (table,)
        self._kind, self._declared = EMBEDDED[table], _DECLARED[table]
        self._model = embedder_fingerprint(settings.embedding)
        self.causes = {
            "embedding.model": self._model,
            "texts": version_of(_TEXTS_CODE),
        }
        if self._declared.where is not None:
            self.causes["rows"] = "{} = {}".format(*self._declared.where)
        self._buckets, self._milvus = settings.buckets, settings.milvus
        self._open_embedder = given.open_embedder or _embedder_of(given)
        self._open_vectors = given.open_vectors or _vectors_of(given)
        self._view_of = given.view_of

    @property
    def title(self) -> str:
        """Return what is embedded."""
        return f"embed {self._kind}"

    def key(self, lake: Lake) -> str:
        """Return the key of the table. ``LakeError`` where what it is made from is absent."""
        return fingerprint([self.causes, table_digest(lake, self._kind, self._buckets)])

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the table is of its input as it is, and Milvus is known to hold it."""
        key = self.key(lake)
        return self._is_synced(lake, key) and lake.is_current(self.name, key)

    def _is_synced(self, lake: Lake, key: str) -> bool:
        """Return whether Milvus is known to equal the table of this key.

        Only Milvus Lite in the lake is believed without a look: nothing else writes there. A view
        has none: nobody reads it.
        """
        if self._view_of is not None and self._milvus.uri is None:
            return True
        return self._milvus.uri is None and self._note(lake).key() == key

    def _note(self, lake: Lake) -> SyncState:
        place = place_of(self._milvus, lake.milvus)
        return SyncState(lake.cache / SYNC_STATES, self._kind, self._model, place)

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Embed the texts that are new, write the table, and bring Milvus to the same.

        Raises ``ModelError``, ``LakeError`` or ``VectorStoreError``.
        """
        key, report = self.key(lake), StepReport()
        with Opening(lambda: self._opened(lake), self._kind, self._model) as vectors:
            if not lake.is_current(self.name, key):
                report.worked = self._embed(lake, key, work, vectors)
            rows = row_count(lake.path(self.name))
            synced = SyncCounts(0, 0, 0, rows)
            if not self._is_synced(lake, key):
                synced = self._sync(lake, key, vectors)
        report.count(self.name, None, rows)
        report.made = report.worked > 0
        report.numbers = {
            "texts_embedded": report.worked,
            "milvus_added": synced.added,
            "milvus_updated": synced.updated,
            "milvus_deleted": synced.deleted,
        }
        return report

    def _embed(self, lake: Lake, key: str, work: Work, vectors: Opening) -> int:
        """Write the table of vectors and return how many texts had to be embedded for it."""
        texts, embedded = self._texts(lake), 0
        cache = EmbeddingCache(
            vectors_folder(lake, self._kind),
            shared=shared_folders(lake, self._view_of, self._kind),
        )
        missing = cache.missing(self._model, texts)
        work.on_start(missing.num_rows)
        if (
            missing.num_rows <= _FEW_TEXTS
            and self._milvus.uri is None
            and not self._is_synced(lake, key)
        ):
            vectors.begin()
        if missing.num_rows:
            embedder = self._open_embedder()
            embedded = cache.ensure(embedder, texts, work.on_progress, missing=missing).embedded
        made = cache.batches(self._model, texts, TABLES[self.name].schema)
        lake.write_batches(self.name, made, key=key, causes=self.causes)
        cache.tidy(self._model, texts)
        return embedded

    def _texts(self, lake: Lake) -> pa.Table:
        return texts_of(self._kind, sought_rows(lake, self.name))

    def _opened(self, lake: Lake) -> VectorStore:
        if self._milvus.uri is None and not lake.milvus.is_dir():
            # The folder to be made may get the number that the lost one had: forget what that held.
            # Where the disk refuses, the build ends: what is believed to be there would never come.
            LOCAL_FILES.delete(lake.cache / SYNC_STATES)
        return self._open_vectors()

    def _sync(self, lake: Lake, key: str, vectors: Opening) -> SyncCounts:
        # Opened last: a connection that idles while texts are embedded for an hour is cut off.
        store = vectors.store()
        note = self._note(lake)  # opening may have made Milvus Lite's folder
        wanted = lake.read(self.name, columns=["id", "text_hash"])
        stored = note.rows()
        if stored is not None and vectors.count() != len(stored):
            stored = None  # somebody else wrote there, or the machine lost what was not saved
        note.drop()
        ids, hashes = wanted["id"].to_pylist(), wanted["text_hash"].to_pylist()
        rows = StoredVectors(lake.path(self.name))
        counts = store.sync(note.kind, note.model, ids, hashes, rows, stored=stored)
        note.write(key, wanted)
        return counts


def sought_rows(lake: Lake, vectors: str) -> pa.Table:
    """Return what texts are made of the rows that a table of vectors is for."""
    declared, columns = _DECLARED[vectors], columns_of(EMBEDDED[vectors])
    if declared.where is not None:
        columns = (*columns, declared.where[0])
    read = tuple(dict.fromkeys(columns))
    parts = (lake.read_file(declared.table, path, read) for path in lake.paths(declared.table))
    return pa.concat_tables([part.filter(declared.sought(part)) for part in parts])


def sought_count(lake: Lake, vectors: str) -> int:
    """Return how many rows a table of vectors is for. Raises ``LakeError``."""
    declared = _DECLARED[vectors]
    if declared.where is None:
        return lake.row_count(declared.table)
    columns = [declared.where[0]]
    parts = (lake.read_file(declared.table, path, columns) for path in lake.paths(declared.table))
    return sum(int(declared.sought(rows).to_numpy().sum()) for rows in parts)


def vectors_folder(lake: Lake, kind: str) -> Path:
    """Return where the vectors of a kind are kept: rows of a table, or ``NAME_VECTORS``."""
    return lake.cache / "embeddings" / kind


def shared_folders(lake: Lake, view_of: Lake | None, kind: str) -> list[Path]:
    """Return the folders of others whose vectors are of use to a kind.

    An entity is mostly called as its name is written, so these two share what they have; and a view
    finds all that its lake has.
    """
    alike = ("entities", NAME_VECTORS) if kind in ("entities", NAME_VECTORS) else (kind,)
    lakes = (lake, view_of) if view_of is not None else (lake,)
    own = vectors_folder(lake, kind)
    folders = [vectors_folder(one, other) for one in lakes for other in alike]
    return [folder for folder in folders if folder != own]


def _embedder_of(given: Given) -> Callable[[], Embedder]:
    def open_embedder() -> Embedder:
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415  # heavy

        return make_embedder(given.settings.embedding, given.settings.worker_count)

    return open_embedder


def _vectors_of(given: Given) -> Callable[[], VectorStore]:
    def open_vectors() -> VectorStore:
        return open_vector_store(given.settings.milvus, given.lake.milvus)

    return open_vectors
