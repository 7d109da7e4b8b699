"""The vectors in Milvus: three collections a model, written by difference, and searched.

Parquet is the truth and Milvus a copy that can be made again: ``sync`` reads which ids and text
hashes Milvus holds and writes only what differs, so whatever a crash left is healed by the next
sync. Opening and closing the connection is in ``milvus_connection``.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from graphwright.errors import VectorStoreError
from graphwright.ids import sha256_text
from graphwright.vectors.embedding_texts import KINDS, Kind
from graphwright.vectors.milvus_connection import Connection, open_lite, open_server
from graphwright.vectors.vector_store import Hit, SyncCounts

if TYPE_CHECKING:
    from graphwright.settings import MilvusSettings
    from graphwright.vectors.embedder import Progress, Vectors
    from graphwright.vectors.vector_column import StoredVectors

PREFIX = "graphwright"
"""How the names of collections begin where no setting says otherwise."""

_BATCH_BYTES = 1_500_000
_FLUSH_BATCHES = 10
"""Milvus Lite holds what it has not yet stored as Python objects: ten times its size at the end."""

_READ_ROWS = 16_384
"""Most rows that a Milvus server gives in one answer."""

_ID_LENGTH = 64
_HASH_LENGTH = 64
_ALL = 1_000_000_000


@dataclasses.dataclass(frozen=True)
class _Rows:
    """The rows that a collection shall hold."""

    ids: Sequence[str]
    text_hashes: Sequence[str]
    vectors: Vectors | StoredVectors

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def dimensions(self) -> int:
        return int(self.vectors.shape[1])

    def records(self, positions: Sequence[int]) -> list[dict[str, Any]]:
        vectors = self.vectors[np.asarray(positions)]
        return [
            {"id": self.ids[position], "text_hash": self.text_hashes[position], "vector": vector}
            for position, vector in zip(positions, vectors, strict=True)
        ]

    def check(self) -> None:
        sizes = len(self.ids), len(self.text_hashes), len(self.vectors)
        if len(self.vectors.shape) != 2 or len(set(sizes)) != 1:
            raise VectorStoreError(
                f"{sizes[0]} ids, {sizes[1]} text hashes and vectors of shape "
                f"{self.vectors.shape} do not fit together."
            )
        repeated = len(self.ids) - len(set(self.ids))
        if repeated:
            raise VectorStoreError(f"{repeated} of {sizes[0]} ids to write repeat another.")


@dataclasses.dataclass(frozen=True)
class _Difference:
    """Positions in the wanted rows to add and to update, and ids to delete."""

    add: list[int]
    update: list[int]
    delete: list[str]

    @property
    def changed(self) -> list[int]:
        return sorted(self.add + self.update)

    def counts(self, wanted: int) -> SyncCounts:
        unchanged = wanted - len(self.add) - len(self.update)
        return SyncCounts(len(self.add), len(self.update), len(self.delete), unchanged)


class MilvusStore:
    """A ``VectorStore``: Milvus Lite in the lake, or a Milvus server.

    Use as a context manager, or call ``close``: until then Milvus Lite's directory is locked.
    One process at a time can have it open. All methods raise ``VectorStoreError``.
    Lakes that share a server need a database each: ``http://host:19530/database``.
    """

    def __init__(self, connection: Connection, prefix: str = PREFIX) -> None:
        """``prefix`` is how the names of its collections begin: others are none of its own."""
        self._connection = connection
        self._prefix = prefix
        self._loaded: set[str] = set()

    @classmethod
    def lite(cls, folder: Path, *, wait_seconds: float = 10.0, prefix: str = PREFIX) -> MilvusStore:
        """Open Milvus Lite in a folder (made if absent), waiting while another process has it."""
        return cls(open_lite(folder, wait_seconds), prefix)

    @classmethod
    def server(
        cls,
        uri: str,
        token: str = "",
        *,
        connect_seconds: float = 5.0,
        operation_seconds: float | None = None,
        prefix: str = PREFIX,
    ) -> MilvusStore:
        """Connect to a Milvus server or cluster; ``token`` is ``user:password`` or an API key.

        A request may take ``operation_seconds``, by default as many as a build's.
        """
        return cls(open_server(uri, token, connect_seconds, operation_seconds), prefix)

    @classmethod
    def from_settings(
        cls, settings: MilvusSettings, folder: Path, *, wait_seconds: float = 10.0
    ) -> MilvusStore:
        """Open the server that the settings name, or Milvus Lite in ``folder`` without one."""
        if settings.uri is None:
            return cls.lite(folder, wait_seconds=wait_seconds, prefix=settings.prefix)
        token = os.environ.get(settings.token_env, "")
        return cls.server(settings.uri, token, prefix=settings.prefix)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and free Milvus Lite's lock; closing twice does no harm."""
        self._connection.close()

    def sync(
        self,
        kind: Kind,
        model_fingerprint: str,
        ids: Sequence[str],
        text_hashes: Sequence[str],
        vectors: Vectors | StoredVectors,
        *,
        stored: Mapping[str, str] | None = None,
        on_progress: Progress | None = None,
    ) -> SyncCounts:
        """Make the collection hold exactly these rows; ``vectors`` is float32 ``(n, d)``.

        A row is written when its id is new or its text hash differs. ``stored`` is the text hash of
        each id that the collection holds, where the caller knows: else it is listed, which takes
        longer. ``on_progress`` gets the number of rows written since its last call.
        """
        rows = _Rows(ids, text_hashes, vectors)
        rows.check()
        name = collection_name(kind, model_fingerprint, self._prefix)
        there: dict[str, str] = {}
        # Rows are written once a collection is whole; to look at its index counts them anew.
        if stored or self._is_complete(name):
            self._check_fields(name, rows.dimensions)
            there = self._stored(name) if stored is None else dict(stored)
        elif len(rows):
            self._create(name, rows.dimensions)
        difference = _compare(there, rows)
        self._delete(name, difference.delete)
        self._upsert(name, rows, difference.changed, on_progress)
        return difference.counts(len(rows))

    def search(self, kind: Kind, model_fingerprint: str, vector: Vectors, limit: int) -> list[Hit]:
        """Return the ``limit`` nearest rows, best first, rows of equal score in order of id."""
        name = collection_name(kind, model_fingerprint, self._prefix)
        if not self._exists(name):
            raise VectorStoreError(
                f"{self._connection.where} has no collection {name}.",
                remedy="Build the embeddings with this model first.",
            )
        self._load(name)
        found = self._connection.call(
            "search",
            name,
            data=[np.asarray(vector, dtype=np.float32)],
            limit=limit,
            anns_field="vector",
        )
        hits = [Hit(str(entry["id"]), float(entry["distance"])) for entry in found[0]]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def count(self, kind: Kind, model_fingerprint: str) -> int:
        """Return the number of rows; 0 where the collection is absent."""
        name = collection_name(kind, model_fingerprint, self._prefix)
        if not self._exists(name):
            return 0
        if not self._connection.lite:  # it counts without reading its index
            self._load(name)
        rows = self._connection.call("query", name, filter="", output_fields=["count(*)"])
        return int(rows[0]["count(*)"])

    def collections(self) -> list[str]:
        """Return the names of all collections that Graphwright made, of all models."""
        prefixes = tuple(f"{self._prefix}_{kind}_" for kind in KINDS)
        names = self._connection.call("list_collections")
        return sorted(name for name in names if name.startswith(prefixes))

    def drop(self, kind: Kind, model_fingerprint: str) -> None:
        """Remove a collection, if it is there (an old model's, for example)."""
        name = collection_name(kind, model_fingerprint, self._prefix)
        self._loaded.discard(name)
        self._connection.call("drop_collection", name)

    def _exists(self, name: str) -> bool:
        return bool(self._connection.call("has_collection", name))

    def _is_complete(self, name: str) -> bool:
        """Return whether the collection is there, after removing one whose making was cut off."""
        if not self._exists(name):
            return False
        if self._connection.call("list_indexes", name):
            return True
        self._connection.call("drop_collection", name)
        return False

    def _create(self, name: str, dimensions: int) -> None:
        import pymilvus  # noqa: PLC0415  # slow to import

        schema = pymilvus.MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        kinds = pymilvus.DataType
        schema.add_field("id", kinds.VARCHAR, is_primary=True, max_length=_ID_LENGTH)
        schema.add_field("text_hash", kinds.VARCHAR, max_length=_HASH_LENGTH)
        schema.add_field("vector", kinds.FLOAT_VECTOR, dim=dimensions)
        index = pymilvus.MilvusClient.prepare_index_params()
        index.add_index("vector", index_type="FLAT", metric_type="COSINE")
        self._connection.call(
            "create_collection",
            name,
            schema=schema,
            consistency_level="Strong",  # the next sync must see what this one wrote
        )
        # Milvus Lite has made the index when it answers; the client waits for that in any case,
        # and half a second at least.
        self._connection.call("create_index", name, index, sync=not self._connection.lite)
        self._connection.call("load_collection", name)
        self._loaded.add(name)

    def _check_fields(self, name: str, dimensions: int) -> None:
        """Refuse a collection of another form (an empty table has no dimensions to compare)."""
        description = self._connection.call("describe_collection", name)
        fields = {field["name"]: field for field in description["fields"]}
        found = int(fields.get("vector", {}).get("params", {}).get("dim") or 0)
        if set(fields) != {"id", "text_hash", "vector"} or dimensions not in (0, found):
            raise VectorStoreError(
                f"The collection {name} in {self._connection.where} has the fields "
                f"{sorted(fields)} and {found} dimensions, but id, text_hash and vector with "
                f"{dimensions} dimensions were expected.",
                remedy="Drop that collection: the next build writes it again.",
            )

    def _load(self, name: str) -> None:
        if name not in self._loaded:
            self._connection.call("load_collection", name)
            self._loaded.add(name)

    def _stored(self, name: str) -> dict[str, str]:
        """Return the text hash of each id that the collection holds."""
        self._load(name)
        return {row["id"]: row["text_hash"] for row in self._read_all(name)}

    def _read_all(self, name: str) -> Iterator[dict[str, Any]]:
        fields = ["id", "text_hash"]
        if self._connection.lite:  # it scans the collection for each page, but has no limit
            yield from self._connection.call(
                "query", name, filter="", output_fields=fields, limit=_ALL
            )
            return
        pages = self._connection.call(
            "query_iterator", name, filter="", output_fields=fields, batch_size=_READ_ROWS
        )
        with self._connection.guard():
            while rows := pages.next():
                yield from rows
            pages.close()

    def _delete(self, name: str, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), 1000):
            self._connection.call("delete", name, ids=ids[start : start + 1000])

    def _upsert(
        self, name: str, rows: _Rows, positions: Sequence[int], on_progress: Progress | None
    ) -> None:
        size = max(1, _BATCH_BYTES // (4 * max(1, rows.dimensions)))
        for number, start in enumerate(range(0, len(positions), size), start=1):
            batch = rows.records(positions[start : start + size])
            self._connection.call("upsert", name, batch)
            if self._connection.lite and number % _FLUSH_BATCHES == 0:
                self._connection.call("flush", name)
            if on_progress is not None:
                on_progress(len(batch))


def collection_name(kind: Kind, model_fingerprint: str, prefix: str = PREFIX) -> str:
    """Return the collection of a kind's vectors by a model."""
    return f"{prefix}_{kind}_{sha256_text(model_fingerprint)[:12]}"


def _compare(stored: dict[str, str], rows: _Rows) -> _Difference:
    """Return what differs; ``stored`` is emptied of the ids that stay."""
    add, update = [], []
    for position, identifier in enumerate(rows.ids):
        found = stored.pop(identifier, None)
        if found is None:
            add.append(position)
        elif found != rows.text_hashes[position]:
            update.append(position)
    return _Difference(add, update, sorted(stored))
