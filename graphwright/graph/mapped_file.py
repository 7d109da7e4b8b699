"""How the system is told in which order a file that is mapped into memory will be read.

Where a page that is read is not in memory, Linux reads what stands around it too: 128 KB by
default, 8 MB on some disks. That is right for a file that is read whole. Of one that does not fit
into memory, and of which a question reads a thousand rows here and there, a gigabyte would be read
for a megabyte.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

LEAST_BYTES = 1 << 28
"""Smaller files are soon in memory as a whole, and sooner by what stands around each row."""


def expect_single_rows(mapping: mmap.mmap) -> None:
    """Tell the system that single rows of a mapped file will be read, in no order."""
    if len(mapping) >= LEAST_BYTES:
        mapping.madvise(mmap.MADV_RANDOM)


def rows_of_mapped(array: Array, rows: NDArray[np.int64]) -> Array:
    """Return some rows of an array, as ``array[rows]`` does.

    Where the array is mapped from a large file, all rows that are not in memory are asked for at
    once: reading them one after another would wait for each.
    """
    mapping = getattr(array.base, "base", None)
    if isinstance(mapping, mmap.mmap) and len(mapping) >= LEAST_BYTES:
        first, width = len(mapping) - array.nbytes, array.strides[0]
        for start in (first + rows * width).tolist():
            page = start - start % mmap.PAGESIZE
            mapping.madvise(mmap.MADV_WILLNEED, page, start + width - page)
    wanted: Array = array[rows]
    return wanted


def map_file(path: Path) -> mmap.mmap:
    """Map a file, which is not empty, into memory, read only."""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
