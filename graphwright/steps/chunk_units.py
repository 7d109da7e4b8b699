"""What makes the parse of a chunk new: its text, the layout of its blocks, and its place.

Read from columns, never as rows: where one page of a bucket was edited the keys of all its chunks
are compared, and a page has a hundred blocks of fifteen fields each.
"""

from __future__ import annotations

import dataclasses
import itertools
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from typing import Any, NamedTuple

import pyarrow.compute as pc

from graphwright.ids import fingerprint
from graphwright.language.sentences import touched
from graphwright.steps.bucketed.unit import Unit
from graphwright.store.lake import Lake


def parse_units(lake: Lake, bucket: int, version: str, documents: Set[str]) -> list[Unit]:
    """Return a unit for each chunk of these documents, in order of id.

    ``version`` is the step's.
    """
    if not documents:
        return []
    blocks = _blocks_by_document(lake, bucket)
    made = []
    for document, found in itertools.groupby(_chunk_places(lake, bucket), lambda c: c.document):
        if document not in documents:
            continue
        chunks = list(found)
        before, after = [None, *chunks[:-1]], [*chunks[1:], None]
        for chunk, previous, following in zip(chunks, before, after, strict=True):
            layout = [chunk.text_hash, blocks[document].touched(chunk.start, chunk.end)]
            place = _place(chunk, previous, following)
            made.append(Unit(chunk.id, fingerprint([version, layout]), place))
    return sorted(made, key=lambda unit: unit.id)


class _ChunkPlace(NamedTuple):
    """What the key of a chunk needs of it."""

    document: str
    position: int
    id: str
    start: int
    end: int
    text_hash: str


@dataclasses.dataclass(frozen=True, slots=True)
class _Blocks:
    """What shapes a parse of a document's blocks: kinds, spans, starts of cells and columns."""

    kinds: list[str]
    starts: list[int]
    ends: list[int]
    cells: list[list[tuple[int, int]]]

    def touched(self, start: int, end: int) -> list[list[object]]:
        """Return the blocks that a span touches, at offsets from its start.

        Of a row's cells only those that the span touches: a row of thousands has many chunks.
        """
        there = touched(self.starts, self.ends, start, end)
        columns = (self.kinds[there], self.starts[there], self.ends[there], self.cells[there])
        return [
            [
                kind,
                first - start,
                last - start,
                [[at - start, column] for at, column in _between(cells, start, end)],
            ]
            for kind, first, last, cells in zip(*columns, strict=True)
        ]


def _between(cells: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """Return the cells of a row from the last that starts at or before a span to its end."""
    first = max(bisect_right(cells, (start, sys.maxsize)) - 1, 0)
    return cells[first : bisect_left(cells, (end, -1))]


def _chunk_places(lake: Lake, bucket: int) -> list[_ChunkPlace]:
    """Return a bucket's chunks by document, in document order."""
    names = ["document_id", "index", "chunk_id", "start", "end", "text_hash"]
    data = lake.read("chunks", bucket, names)
    return sorted(itertools.starmap(_ChunkPlace, zip(*data.to_pydict().values(), strict=True)))


def _blocks_by_document(lake: Lake, bucket: int) -> dict[str, _Blocks]:
    """Return the blocks of each document of a bucket."""
    data = lake.read("parsed_documents", bucket, ["document_id", "blocks"])
    blocks, sizes = _flattened(data["blocks"].combine_chunks())
    cells, cell_counts = _flattened(blocks.field("cells"))
    values = [blocks.field(name).to_pylist() for name in ("kind", "start", "end")]
    places = zip(cells.field("start").to_pylist(), cells.field("column").to_pylist(), strict=True)
    values.append(_parted(list(places), cell_counts))
    columns = (_parted(column, sizes) for column in values)
    by_document = itertools.starmap(_Blocks, zip(*columns, strict=True))
    return dict(zip(data["document_id"].to_pylist(), by_document, strict=True))


def _flattened(lists: Any) -> tuple[Any, list[int]]:
    """Return the items of an Arrow array of lists, and how many each list has."""
    return lists.flatten(), pc.list_value_length(lists).to_pylist()


def _parted(values: Sequence[Any], sizes: Sequence[int]) -> list[list[Any]]:
    left = iter(values)
    return [list(itertools.islice(left, size)) for size in sizes]


def _place(chunk: _ChunkPlace, previous: _ChunkPlace | None, following: _ChunkPlace | None) -> str:
    """Return where a chunk stands, readable: id, start, and the neighbours that overlap it."""
    before = previous.end if previous else None
    after = following.start if following else None
    return f"{chunk.id}:{chunk.start}:{before}:{after}"


def start_of_place(identity_key: str) -> int:
    """Return where a chunk starts in its document, of the identity key of its unit."""
    _, start, _, _ = identity_key.split(":")
    return int(start)
