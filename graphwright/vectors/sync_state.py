"""The sync state: what the vector store was last made to hold, kept beside the lake's caches.

Milvus Lite scans a collection to list its ids, which takes longer than writing a small difference.
So a sync notes what it left there. The note is dropped before anything is written, so a crash
leaves none, and then the collection is listed. It is bound to the place: another server, or a
folder of Milvus Lite that was deleted and made again, does not fit it.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.store.checksum import UNSEALED, read_seal, seal
from graphwright.store.folder import LOCAL_FILES
from graphwright.vectors.embedding_texts import Kind

SYNC_STATES, _METADATA_KEY = "held", b"graphwright.held"
"""The folder of sync states in a lake's cache, and what a state is called in its file: the names
that lakes have of old, whose collections would all be listed again under others."""


@dataclasses.dataclass(frozen=True, slots=True)
class SyncState:
    """Where the note about one collection lies, and which collection in which place it is about."""

    folder: Path
    kind: Kind
    model: str
    place: str

    def key(self) -> str | None:
        """Return the key of the table that the collection equals, or None if that is not known."""
        try:
            if read_seal(self._path) is None:
                return None  # of an older form
            note = json.loads((pq.read_schema(self._path).metadata or {})[_METADATA_KEY])
        except (OSError, pa.ArrowException, KeyError, ValueError):
            return None  # absent or damaged: the collection itself is listed
        fits = note["model"] == self.model and note["place"] == self.place
        return str(note["key"]) if fits else None

    def rows(self) -> dict[str, str] | None:
        """Return the text hash of each id that the collection holds, or None as ``key``."""
        if self.key() is None:
            return None
        try:
            rows = pq.ParquetFile(self._path).read()
        except (OSError, pa.ArrowException):
            return None
        return dict(zip(rows["id"].to_pylist(), rows["text_hash"].to_pylist(), strict=True))

    def drop(self) -> None:
        """Drop the note; call this before anything is written to the collection."""
        LOCAL_FILES.delete(self._path)

    def write(self, key: str, embeddings: pa.Table) -> None:
        """Note that the collection now equals a table of embeddings (its ids and text hashes).

        Raises ``LakeError`` where the note cannot be written.
        """
        note = json.dumps({"model": self.model, "place": self.place, "key": key}).encode()
        said = {**UNSEALED, _METADATA_KEY: note}
        rows = embeddings.select(["id", "text_hash"]).replace_schema_metadata(said)
        with LOCAL_FILES.replacing(self._path) as temporary:
            pq.write_table(rows, temporary, compression="zstd")
            seal(temporary)

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.kind}.parquet"
