"""Who finds the chunks nearest to a question: the snapshot's own vectors, or a Milvus server.

Both give the same list: what Milvus finds is scored again by the snapshot's vectors. Where Milvus
is down, or holds other rows than the snapshot, the snapshot answers and ``on_failure`` is told.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphwright.errors import SettingsError, VectorStoreError
from graphwright.retrieval.cosines import chunk_cosines
from graphwright.retrieval.ranking import rank_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.vectors.vector_store import VectorStore

    Vector = NDArray[np.float32]
    Ranked = list[tuple[int, float]]
    OnFailure = Callable[[VectorStoreError], None]

_LOG = logging.getLogger(__name__)

_ASKED_BEYOND = 32
"""Rows asked for beyond those wanted: some of equal score may stand in another order there."""

_PAUSE_SECONDS = 10.0
"""How long a server that failed is not asked again: each question would wait for it."""


class ChunkSearch(Protocol):
    """Finds the chunks nearest to a question."""

    def nearest(self, vector: Vector, count: int) -> Ranked:
        """Return the ``count`` chunk rows nearest to a unit vector, with cosines, best first."""


class SnapshotChunks:
    """The search over the snapshot's own vectors."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def nearest(self, vector: Vector, count: int) -> Ranked:
        """Return the ``count`` nearest chunk rows."""
        return chunk_cosines(self._snapshot, vector).top(count)


def log_failure(error: VectorStoreError) -> None:
    """Log that the snapshot answered in place of the store: what is done by default."""
    _LOG.warning("The snapshot's own vectors are searched: %s", error)


class ChunkStore:
    """A vector store that is opened when it is first asked; threads and snapshots share it.

    After a failure it is not asked for a while, and then opened anew.
    """

    def __init__(
        self, open_store: Callable[[], VectorStore], on_failure: OnFailure = log_failure
    ) -> None:
        self._open_store, self._on_failure = open_store, on_failure
        self._store: VectorStore | None = None
        self._not_before = 0.0
        self._lock = threading.Lock()

    def search(self, model: str, vector: Vector, count: int) -> list[str] | None:
        """Return the ids of the ``count`` nearest chunks, None where the store cannot tell."""
        if time.monotonic() < self._not_before:
            return None
        try:
            found = self._opened().search("chunks", model, vector, count)
        except VectorStoreError as error:
            self.failed(error)
            return None
        return [hit.id for hit in found]

    def failed(self, error: VectorStoreError) -> None:
        """Tell of a failure, and ask no more for a while."""
        with self._lock:
            self._not_before = time.monotonic() + _PAUSE_SECONDS
            store, self._store = self._store, None
        if store is not None:
            store.close()
        self._on_failure(error)

    def _opened(self) -> VectorStore:
        with self._lock:
            if self._store is None:
                self._store = self._open_store()
            return self._store


class StoredChunks:
    """The search in a vector store, with the snapshot's vectors behind it."""

    def __init__(self, snapshot: Snapshot, store: ChunkStore) -> None:
        self._snapshot, self._store = snapshot, store
        self._behind = SnapshotChunks(snapshot)

    def nearest(self, vector: Vector, count: int) -> Ranked:
        """Return the ``count`` nearest chunk rows, from the store where it can tell."""
        wanted = min(count + _ASKED_BEYOND, len(self._rows))
        ids = self._store.search(self._snapshot.manifest.embedder, vector, wanted)
        if ids is None:
            return self._behind.nearest(vector, count)
        rows = [self._rows[chunk] for chunk in ids if chunk in self._rows]
        if len(rows) < wanted:
            self._store.failed(
                VectorStoreError(
                    f"Of {wanted} chunks asked for, Milvus found {len(rows)} that are in snapshot "
                    f"{self._snapshot.id}.",
                    remedy="Build the lake again: then both hold the same chunks.",
                )
            )
            return self._behind.nearest(vector, count)
        ordered = np.array(sorted(rows), dtype=np.int64)
        return rank_rows(self._snapshot.chunk_vectors, ordered, vector)[:count]

    @cached_property
    def _rows(self) -> dict[str, int]:
        ids: list[str] = self._snapshot.chunks["chunk_id"].to_pylist()
        return {chunk: row for row, chunk in enumerate(ids)}


def no_server() -> SettingsError:
    """Return what is wrong where Milvus shall be searched and no server is named."""
    return SettingsError(
        "retrieval.vectors is 'milvus', but milvus.uri names no server.",
        remedy="Set milvus.uri, or retrieval.vectors to 'snapshot': one process at a time can "
        "have the Milvus Lite of a lake open.",
    )
