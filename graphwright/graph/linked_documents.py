"""Which documents link to which, and which chunks each has, by rows of a snapshot.

A link is an edge from a document to another one that the snapshot holds, whichever passage it
stands in: however many links a document has to another, they are one edge.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.vector_file import open_vectors

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    Rows = NDArray[np.int64]

_FILES = {"targets": "links.npy", "starts": "link_starts.npy", "chunk_starts": "chunk_starts.npy"}


@dataclasses.dataclass(frozen=True, slots=True)
class LinkedDocuments:
    """The links between documents, over mapped arrays.

    Those of document i lead to ``targets[starts[i] : starts[i + 1]]``, ascending; its chunks are
    the rows from ``chunk_starts[i]`` to ``chunk_starts[i + 1]``.
    """

    targets: NDArray[np.int32]
    starts: Rows
    chunk_starts: Rows

    def __bool__(self) -> bool:
        """Return whether there is any link."""
        return len(self.targets) > 0

    def document_of(self, chunk: int) -> int:
        """Return the row of the document that a chunk is of."""
        return int(np.searchsorted(self.chunk_starts, chunk, side="right")) - 1

    def linked_from(self, document: int) -> Rows:
        """Return the rows of the documents that a document links to, ascending."""
        start, end = self.starts[document : document + 2]
        return self.targets[start:end].astype(np.int64)

    def chunks_of(self, documents: Rows) -> tuple[Rows, Rows]:
        """Return the rows of the chunks of some documents, and by place of which each is one."""
        first = self.chunk_starts[documents]
        count = self.chunk_starts[documents + 1] - first
        before = np.cumsum(count) - count
        owners = np.repeat(np.arange(len(documents)), count)
        return (first - before)[owners] + np.arange(len(owners)), owners


def link_documents(
    sources: Rows, targets: Rows, chunk_documents: Rows, count: int
) -> LinkedDocuments:
    """Return the links of ``count`` documents, each link from a source to a target.

    ``chunk_documents`` are the documents of all chunks, ascending. What leads from a document to
    itself is left out.
    """
    others = sources != targets
    pairs = np.unique(sources[others].astype(np.int64) * max(count, 1) + targets[others])
    return LinkedDocuments(
        targets=(pairs % max(count, 1)).astype("<i4"),
        starts=_starts(pairs // max(count, 1), count),
        chunk_starts=_starts(chunk_documents, count),
    )


def write_links(folder: Path, links: LinkedDocuments) -> None:
    """Write links to the files of a snapshot's folder."""
    for name, file in _FILES.items():
        np.save(folder / file, getattr(links, name), allow_pickle=False)


def open_links(folder: Path, files: Collection[str]) -> LinkedDocuments | None:
    """Map the links of a snapshot that has these files; None where it is older than links."""
    if not set(_FILES.values()) <= set(files):
        return None
    return LinkedDocuments(**{name: open_vectors(folder / file) for name, file in _FILES.items()})


def _starts(owners: Rows, count: int) -> Rows:
    """Return n + 1 offsets: what owner i has is rows [i] to [i + 1]."""
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=count))]).astype("<i8")
