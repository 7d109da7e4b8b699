"""The pieces that texts are compared by, kept in the lake's cache bucket by bucket.

Which documents are copies is asked of all of them whenever one changed; their texts are cut into
pieces only where a bucket is another.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.documents.versions.copies import Pieces
from graphwright.ids import fingerprint
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.kept_tables import keep_table, read_kept
from graphwright.store.lake import Lake

_CODE = Code(("graphwright.documents.versions.copies",))
_SOURCE = b"graphwright.source"
_SCHEMA = pa.schema(
    [
        ("document_id", pa.string()),
        ("pieces", pa.list_(pa.uint64())),
        ("lengths", pa.list_(pa.int64())),
    ]
)


class KeptPieces:
    """The pieces of the documents of each bucket of ``parsed_documents``."""

    def __init__(self, lake: Lake) -> None:
        self._lake = lake
        self._folder = lake.cache / "pieces"

    def read(self, bucket: int) -> dict[str, Pieces] | None:
        """Return the pieces of a bucket's documents; None where they are to be cut."""
        table = read_kept(self._path(bucket))
        if table is None or table.schema.metadata.get(_SOURCE) != self._source(bucket):
            return None
        ids, pieces, lengths = (column.to_pylist() for column in table.columns)
        return {
            document: dict(zip(own, of_own, strict=True))
            for document, own, of_own in zip(ids, pieces, lengths, strict=True)
        }

    def keep(self, bucket: int, pieces: Mapping[str, Pieces]) -> None:
        """Keep the pieces of a bucket's documents in place of those before."""
        columns = [
            list(pieces),
            [list(own) for own in pieces.values()],
            [list(own.values()) for own in pieces.values()],
        ]
        table = pa.table(columns, schema=_SCHEMA)
        keep_table(self._path(bucket), table, {_SOURCE: self._source(bucket)})

    def drop_others(self, buckets: int) -> None:
        """Delete what is kept of buckets that there are no longer."""
        expected = {self._path(bucket) for bucket in range(buckets)}
        for path in LOCAL_FILES.paths(self._folder):
            if path not in expected:
                LOCAL_FILES.delete(path)

    def _source(self, bucket: int) -> bytes:
        state = self._lake.state(self._lake.path("parsed_documents", bucket))
        return fingerprint([version_of(_CODE), state.digest if state else ""]).encode()

    def _path(self, bucket: int) -> Path:
        return self._folder / f"{bucket:04d}.parquet"
