"""Vectors in a column of bytes, as the embedding tables hold them, and as a matrix.

A table of vectors is larger than memory should be, so ``StoredVectors`` reads a file's rows when
they are asked for. Making vectors is in ``embedding_cache``; what a search reads is in
``graph.vector_file``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.errors import LakeError

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Vectors


def as_binary(vectors: Vectors) -> pa.Array:
    """Return rows ``(n, d)`` as a variable-length binary column, the type of a table's vectors."""
    rows, dimensions = vectors.shape
    offsets = np.arange(rows + 1, dtype=np.int32) * np.int32(dimensions * 4)
    data = np.ascontiguousarray(vectors, dtype="<f4")
    return pa.Array.from_buffers(
        pa.binary(), rows, [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    )


def as_matrix(column: pa.Array) -> Vectors:
    """Return a binary column as float32 ``(n, d)``, without a copy.

    Raises ``LakeError`` where the rows are not of one length, a multiple of 4.
    """
    if not len(column):
        return np.empty((0, 0), dtype=np.float32)
    offsets = np.frombuffer(column.buffers()[1], dtype=np.int32)
    offsets = offsets[column.offset : column.offset + len(column) + 1]
    widths = np.diff(offsets)
    if (widths != widths[0]).any() or widths[0] % 4 or widths[0] == 0:
        raise LakeError(
            f"An embeddings table holds vectors of {sorted(set(widths.tolist()))[:5]} bytes, but "
            "all must have one length, a multiple of 4.",
            remedy="Build the embeddings again.",
        )
    data = np.frombuffer(column.buffers()[2], dtype=np.uint8)[offsets[0] : offsets[-1]]
    return data.view("<f4").reshape(len(column), -1)


def vectors_of(embeddings: pa.Table) -> Vectors:
    """Return the vectors of an embeddings table in memory as float32 ``(n, dimensions)``."""
    parts = [as_matrix(chunk) for chunk in embeddings["vector"].chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.empty((0, 0), dtype=np.float32)


class StoredVectors:
    """The vectors ``(n, d)`` of an embeddings file: rows are read when they are asked for.

    Indexed like a matrix with positions in ascending order; one row group is kept at a time.
    Raises ``LakeError`` where the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = pq.ParquetFile(path)
        except (pa.ArrowException, OSError) as error:
            raise self._damaged(error) from error
        metadata = self._file.metadata
        groups = range(metadata.num_row_groups)
        self._ends = np.cumsum([metadata.row_group(group).num_rows for group in groups])
        self._last_group: tuple[int, Vectors] | None = None
        self.shape = (metadata.num_rows, self._group(0).shape[1] if metadata.num_rows else 0)

    def __len__(self) -> int:
        return int(self.shape[0])

    def __getitem__(self, positions: np.ndarray) -> Vectors:
        """Return the vectors at these positions, in their order."""
        found = np.empty((len(positions), self.shape[1]), dtype=np.float32)
        groups = np.searchsorted(self._ends, positions, side="right")
        for group in np.unique(groups):
            here, first = groups == group, self._ends[group - 1] if group else 0
            found[here] = self._group(int(group))[positions[here] - first]
        return found

    def _group(self, group: int) -> Vectors:
        if self._last_group is None or self._last_group[0] != group:
            try:
                rows = self._file.read_row_group(group, columns=["vector"])
            except (pa.ArrowException, OSError) as error:
                raise self._damaged(error) from error
            self._last_group = group, vectors_of(rows)
        return self._last_group[1]

    def _damaged(self, error: Exception) -> LakeError:
        return LakeError(
            f"{self._path} cannot be read as a table of vectors: {error}.",
            remedy="Delete the file and build again: it is made anew from what was embedded.",
        )
