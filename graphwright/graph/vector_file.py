"""Vectors of a snapshot: little-endian float32 arrays in the order of the table that they embed.

Where only some rows of a table have vectors, a second file tells which.

Searching them is in ``retrieval.ranking``; Milvus, which holds the same vectors, is in
``graphwright.vectors``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from graphwright.errors import LakeError, SnapshotError
from graphwright.graph.mapped_file import expect_single_rows
from graphwright.vectors.vector_column import as_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BATCH_ROWS = 4096
_HELD_BYTES = 1 << 28
"""Vectors that are held to be written in another order than the tables'; these are read once for
each so many. To write each vector at its place would take longer, and hold up other threads."""

_COLUMNS = ["id", "model", "vector"]
_REMEDY = "Build the embeddings again; nothing was published."


def write_vectors(
    path: Path, ids: pa.ChunkedArray[Any], parts: Sequence[Path], embedder_fingerprint: str
) -> int:
    """Write the vectors of ``ids``, in their order, from embedding tables; return their size.

    Memory is flat in the size of the vectors. Raises ``SnapshotError`` where an id has no vector,
    a vector no id, or a vector is of another model or size. Without ids the size is 0.
    """
    if not len(ids):
        np.save(path, np.zeros((0, 0), dtype="<f4"), allow_pickle=False)
        return 0
    size, rows_of_vectors = _size(parts, path.stem), _rows_of_vectors(parts, ids, path.stem)
    filled = np.zeros(len(ids), dtype=bool)
    filled[rows_of_vectors] = True
    if not filled.all():
        bare = ids[int(np.argmin(filled))].as_py()
        raise SnapshotError(
            f"{path.stem}: {int((~filled).sum())} of {len(ids)} ids have no vector, such as "
            f"{bare!r}.",
            remedy=_REMEDY,
        )
    # Not through a mapping: where the disk is full, writing to one kills the process.
    with path.open("wb") as file:
        header = {"descr": "<f4", "fortran_order": False, "shape": (len(ids), size)}
        np.lib.format.write_array_header_1_0(file, header)
        held = max(1, _HELD_BYTES // (4 * size))
        for first in range(0, len(ids), held):
            vectors = np.empty((min(held, len(ids) - first), size), dtype="<f4")
            for rows, found in _placed(
                parts, rows_of_vectors, embedder_fingerprint, size, path.stem
            ):
                here = (rows >= first) & (rows < first + held)
                vectors[rows[here] - first] = found[here]
            file.write(vectors.data)
    return size


def _placed(
    parts: Sequence[Path], rows_of_vectors: np.ndarray, model: str, size: int, what: str
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield vectors as they stand in the tables, each batch with their rows."""
    done = 0
    for batch in _batches(parts, model, what):
        yield rows_of_vectors[done : done + len(batch)], _matrix(batch["vector"], size, what)
        done += len(batch)


def _size(parts: Sequence[Path], what: str) -> int:
    for batch in _read(parts, 1, ["vector"]):
        return len(batch["vector"][0].as_py()) // 4
    raise SnapshotError(f"{what}: the table of embeddings is empty.", remedy=_REMEDY)


def _batches(parts: Sequence[Path], model: str, what: str) -> Iterator[pa.RecordBatch]:
    for batch in _read(parts, _BATCH_ROWS, _COLUMNS):
        others: list[Any] = pc.unique(batch["model"]).to_pylist()
        if others not in ([model], []):
            raise SnapshotError(
                f"{what}: embeddings are of the models {sorted(others)}, expected {model}.",
                remedy=_REMEDY,
            )
        yield batch


def _read(parts: Sequence[Path], rows: int, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    for part in parts:
        try:
            yield from pq.ParquetFile(part).iter_batches(rows, columns=columns)
        except (pa.ArrowException, OSError) as error:
            raise SnapshotError(
                f"{part} is not readable as a table of vectors: {error}.", remedy=_REMEDY
            ) from error


def _rows_of_vectors(parts: Sequence[Path], ids: pa.ChunkedArray[Any], what: str) -> np.ndarray:
    """Return the row in ``ids`` of each vector; looked up at once, for all of them."""
    batches = [batch["id"] for batch in _read(parts, _BATCH_ROWS, ["id"])]
    rows = pc.index_in(pa.chunked_array(batches, pa.string()), value_set=ids)
    if rows.null_count:
        raise SnapshotError(
            f"{what}: {rows.null_count} vectors belong to no row of the table.", remedy=_REMEDY
        )
    result: np.ndarray = rows.to_numpy()
    return result


def _matrix(column: pa.Array[Any], size: int, what: str) -> np.ndarray:
    try:
        matrix = as_matrix(column)
    except LakeError as error:
        raise SnapshotError(f"{what}: {error}") from error
    if matrix.shape[1] != size:
        raise SnapshotError(
            f"{what}: a vector has {matrix.shape[1]} float32 values, but the first one has {size}.",
            remedy=_REMEDY,
        )
    return matrix


@dataclasses.dataclass(frozen=True, slots=True)
class RowVectors:
    """The vectors of those rows of a table that have one.

    ``values`` is float32 (vectors, dimensions); ``rows`` are the rows that they are of, ascending,
    null where every row has one.
    """

    values: NDArray[np.float32]
    rows: NDArray[np.int32] | None

    def has(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows have a vector."""
        if self.rows is None:
            return np.ones(len(rows), dtype=bool)
        places = self.places_of(rows)
        within = places < len(self.rows)
        within[within] = self.rows[places[within]] == rows[within]
        return within

    def places_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the place in ``values`` of each of some rows that have a vector."""
        if self.rows is None:
            return rows
        # Of one type, or all rows that are mapped would be read to be made of another.
        return np.searchsorted(self.rows, rows.astype(self.rows.dtype))

    def rows_at(self, places: Sequence[int]) -> list[int]:
        """Return the rows of the vectors at some places."""
        return list(places) if self.rows is None else self.rows[list(places)].tolist()


def rows_file(vectors: Path) -> Path:
    """Return where the rows are told that a file of vectors is of."""
    return vectors.with_name(f"{vectors.stem.removesuffix('_vectors')}_vector_rows.npy")


def open_vectors(path: Path, *, single_rows: bool = False) -> np.ndarray:
    """Map a vector file (n, size) into memory, read only.

    ``single_rows`` says that it will be read row by row, in no order.
    """
    mapped = np.load(path, mmap_mode="r", allow_pickle=False)
    if single_rows:
        expect_single_rows(mapped.base)
    # Not as the class ``memmap``, each slice of which costs a microsecond or two more.
    array: np.ndarray = np.asarray(mapped)
    return array
