"""Asking the system for all that some rows of a mapped Arrow file need, before they are read.

A row stands in as many places of a file as it has columns, and a text in two: where it begins is
told elsewhere. Read one after another, each page that is not in memory is waited for, several
hundred times for the ten facts of an answer. Here those of all rows are asked for at once: first
where texts and lists begin, then what stands in them.
"""

from __future__ import annotations

import dataclasses
import mmap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from graphwright.graph.mapped_file import ask_for_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Bytes = tuple[Numbers, Numbers]

_OFFSET_BITS = 32


@dataclasses.dataclass(frozen=True, slots=True)
class Slices:
    """Slices of batches: the batch of each, its first row, and the first behind its last."""

    batches: Numbers
    firsts: Numbers
    lasts: Numbers


@dataclasses.dataclass(frozen=True, slots=True)
class _Fixed:
    """A buffer of each batch, with so many ``bits`` a row from a byte of the file on.

    ``more`` rows stand there than the batch has: offsets also say where the last row ends. A batch
    that has no such buffer has no bits.
    """

    starts: Numbers
    bits: Numbers
    more: int

    def bytes_of(self, slices: Slices) -> Bytes:
        """Return where the bytes of slices begin and end."""
        starts, bits = self.starts[slices.batches], self.bits[slices.batches]
        ends = (slices.lasts + self.more) * bits
        return starts + slices.firsts * bits // 8, starts + (ends + 7) // 8


@dataclasses.dataclass(frozen=True, slots=True)
class _Texts:
    """Texts of each batch, from a byte of the file on; ``offsets`` say where each begins.

    An offset is told by its place in the file, in numbers of four bytes.
    """

    offsets: Numbers
    starts: Numbers

    def bytes_of(self, slices: Slices, numbers: NDArray[np.int32]) -> Bytes:
        """Return where the texts of slices begin and end."""
        starts, offsets = self.starts[slices.batches], self.offsets[slices.batches]
        return starts + numbers[offsets + slices.firsts], starts + numbers[offsets + slices.lasts]


@dataclasses.dataclass(frozen=True, slots=True)
class _Lists:
    """Lists of each batch, of which each has its items as rows of other columns."""

    offsets: Numbers
    items: tuple[_Part, ...]

    def slices_of(self, slices: Slices, numbers: NDArray[np.int32]) -> Slices:
        """Return the items of slices, where there are any."""
        offsets = self.offsets[slices.batches]
        firsts, lasts = numbers[offsets + slices.firsts], numbers[offsets + slices.lasts]
        some = firsts < lasts
        return Slices(slices.batches[some], *(n[some].astype(np.int64) for n in (firsts, lasts)))


_Part = _Fixed | _Texts | _Lists


class ArrowPages:
    """The pages of a mapped Arrow file; threads may share it."""

    def __init__(self, mapping: mmap.mmap, batches: Sequence[pa.RecordBatch]) -> None:
        """Take the mapping, and the batches whose buffers lie in it."""
        self._mapping, self._batches = mapping, batches
        self._first: int = pa.py_buffer(mapping).address
        self._numbers: NDArray[np.int32] = np.frombuffer(mapping, "<i4", len(mapping) // 4)
        self._known: dict[int, tuple[_Part, ...]] = {}

    def ask_for(self, slices: Slices, columns: Iterable[int]) -> None:
        """Ask for slices, in the columns at some places; only where texts begin is waited for."""
        wanted = [(part, slices) for column in columns for part in self._parts_of(column)]
        while wanted:
            self._ask(p.bytes_of(some) for p, some in wanted if isinstance(p, _Fixed))
            self._ask(
                p.bytes_of(some, self._numbers) for p, some in wanted if isinstance(p, _Texts)
            )
            wanted = [
                (item, p.slices_of(some, self._numbers))
                for p, some in wanted
                if isinstance(p, _Lists)
                for item in p.items
            ]

    def _ask(self, parts: Iterable[Bytes]) -> None:
        every = list(parts)
        if every:
            starts, ends = map(np.concatenate, zip(*every, strict=True))
            ask_for_bytes(self._mapping, starts, ends)

    def _parts_of(self, column: int) -> tuple[_Part, ...]:
        if column not in self._known:
            arrays = [batch.column(column) for batch in self._batches]
            self._known[column] = tuple(self._parts(arrays)) if arrays else ()
        return self._known[column]

    def _parts(self, arrays: Sequence[pa.Array[Any]]) -> Iterator[_Part]:
        """Yield what a column consists of, given as it is in each batch.

        A struct is its fields, row by row.
        """
        kind, buffers = arrays[0].type, [array.buffers() for array in arrays]
        yield self._fixed([some[0] for some in buffers], 1)
        if pa.types.is_struct(kind):
            for number in range(kind.num_fields):
                yield from self._parts([array.field(number) for array in arrays])
        elif pa.types.is_list(kind) or pa.types.is_string(kind):
            offsets = self._fixed([some[1] for some in buffers], _OFFSET_BITS, more=1)
            yield offsets
            if pa.types.is_list(kind):
                items = tuple(self._parts([array.values for array in arrays]))
                yield _Lists(offsets.starts // 4, items)
            else:
                yield _Texts(offsets.starts // 4, self._places([some[2] for some in buffers]))
        else:
            yield self._fixed([some[1] for some in buffers], kind.bit_width)

    def _fixed(self, buffers: Sequence[pa.Buffer | None], bits: int, more: int = 0) -> _Fixed:
        there = np.array([buffer is not None for buffer in buffers])
        return _Fixed(self._places(buffers), np.where(there, bits, 0), more)

    def _places(self, buffers: Sequence[pa.Buffer | None]) -> Numbers:
        """Return at which byte of the file each buffer begins; 0 where there is none."""
        places = [0 if one is None else one.address - self._first for one in buffers]
        return np.array(places, np.int64)
