"""A quarter-size copy of a snapshot's vectors, by which the nearest rows are found without reading
all of them: each row as int8 codes, with how far these may be from it.

Codes give a row's cosine within a bound that is known, so what may be among the nearest is known
too, and only that is read from the vectors themselves (``retrieval.cosines``). The files are a
function of the vectors, bit for bit: every step is one rounding, or a sum of whole numbers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numkong
import numpy as np

from graphwright.graph.vector_file import open_vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LEAST_ROWS = 10_000
"""Vectors of fewer rows are read whole as fast as their codes, and then some of them."""

_LARGEST = 127
_FINE = 256
"""What a code leaves out is bounded in so many parts of a code."""

_BLOCK_ROWS = 32_768
"""Rows that are scanned at once, half a millisecond: then another thread may run."""

_CODED_ROWS = 1024
"""Rows that are coded at once: what that takes stays in the processor's own memory."""

_ROUNDING = 1e-5
"""More than float32 sums of a few thousand products of unit vectors may be off."""


def code_files(vectors: Path) -> tuple[Path, Path]:
    """Return where the codes of a file of vectors are, and their scales and bounds."""
    stem = vectors.stem.removesuffix("_vectors")
    return vectors.with_name(f"{stem}_codes.npy"), vectors.with_name(f"{stem}_code_bounds.npy")


def write_codes(vectors: Path) -> None:
    """Write the codes of a file of vectors beside it; memory is flat in their number.

    Codes are int8 ``(n, d)``. Bounds are float32 ``(n, 3)``: the scale of a row's codes, the length
    of what they stand for, and the most that this may be from the row.
    """
    array, (codes_file, bounds_file) = open_vectors(vectors), code_files(vectors)
    with codes_file.open("wb") as codes, bounds_file.open("wb") as bounds:
        for file, kind, width in ((codes, "|i1", array.shape[1]), (bounds, "<f4", 3)):
            header = {"descr": kind, "fortran_order": False, "shape": (len(array), width)}
            np.lib.format.write_array_header_1_0(file, header)
        for start, end in _blocks(len(array), _CODED_ROWS):
            rows, told = _coded(array[start:end])
            codes.write(rows.data)
            bounds.write(told.data)


def _coded(rows: Floats) -> tuple[NDArray[np.int8], Floats]:
    scale = np.abs(rows).max(axis=1) / np.float32(_LARGEST)
    scaled = rows / np.where(scale > 0, scale, np.float32(1))[:, np.newaxis]
    codes = np.rint(scaled)
    left_out = np.ceil(np.abs(scaled - codes) * _FINE).astype(np.int32)
    whole = codes.astype(np.int32)
    length = np.sqrt((whole * whole).sum(axis=1))
    error = np.sqrt((left_out * left_out).sum(axis=1)) / _FINE
    bounds = np.column_stack([scale, scale * length, scale * error]).astype("<f4")
    return codes.astype(np.int8), bounds


@dataclasses.dataclass(frozen=True)
class VectorCodes:
    """The opened codes of the vectors of a table, row by row."""

    codes: NDArray[np.int8]
    bounds: Floats

    @classmethod
    def open(cls, vectors: Path) -> VectorCodes:
        """Map the codes of a file of vectors into memory."""
        codes, bounds = code_files(vectors)
        return cls(open_vectors(codes), open_vectors(bounds))

    def scan(self, query: Floats) -> tuple[Floats, Floats]:
        """Return about the dot product of each row with a query, and by how much it may be off."""
        [coded], [[scale, _, error]] = _coded(query[np.newaxis].astype(np.float32))
        products = np.empty(len(self.codes), dtype=np.float32)
        for start, end in _blocks(len(self.codes), _BLOCK_ROWS):
            numkong.dot(self.codes[start:end], coded, out=products[start:end])
        products *= self.bounds[:, 0] * scale
        slack = self.bounds[:, 1] * error
        slack += self.bounds[:, 2] * np.float32(np.linalg.norm(query))
        slack += np.float32(_ROUNDING)
        return products, slack


def _blocks(rows: int, size: int) -> Iterator[tuple[int, int]]:
    for start in range(0, rows, size):
        yield start, min(start + size, rows)
