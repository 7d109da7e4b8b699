"""The files of tickets in a snapshot, mapped into memory; what they mean is in ``ticket_graph``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from graphwright.graph.arrow_file import open_arrow
from graphwright.graph.kinds import TICKET_GRAPH
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.manifest import Manifest
from graphwright.graph.vector_file import open_vectors, rows_file

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

VECTORS = "section_vectors.npy"
WORDS = "ticket_words"
"""The folder of the BM25 indexes of tickets."""

TICKETS, COMMENTS, COMMENT_ROWS = "tickets", "comments", "comment_rows.npy"
_VOCABULARY = "vocab.index.json"


@dataclasses.dataclass(frozen=True)
class TicketWords:
    """The words of tickets: those of title and body by ticket, and those of each comment.

    ``comment_rows`` are the section rows of the comments.
    """

    tickets: LexicalIndex
    comments: LexicalIndex
    comment_rows: NDArray[np.int64]

    @classmethod
    def open(cls, folder: Path, tickets: int) -> Self:
        """Map the indexes of so many tickets into memory; they outlive their files."""
        rows = open_vectors(folder / COMMENT_ROWS)
        return cls(
            LexicalIndex(_or_none(folder / TICKETS), tickets),
            LexicalIndex(_or_none(folder / COMMENTS), len(rows)),
            rows,
        )


@dataclasses.dataclass(frozen=True)
class TicketFiles:
    """What a snapshot holds of tickets.

    ``vectors`` is float32 (vectors, dimensions), of the sections in ``vector_rows``, ascending.
    """

    tables: Mapping[str, pa.Table]
    vectors: NDArray[np.float32]
    vector_rows: NDArray[np.int64]
    words: TicketWords

    @classmethod
    def open(cls, folder: Path, manifest: Manifest) -> Self | None:
        """Map the files into memory; None where the snapshot has no tickets."""
        if "tickets.arrow" not in manifest.files:
            return None
        tables = {name: open_arrow(folder / f"{name}.arrow") for name in TICKET_GRAPH.published}
        return cls(
            tables,
            open_vectors(folder / VECTORS),
            open_vectors(rows_file(folder / VECTORS)),
            TicketWords.open(folder / WORDS, tables["tickets"].num_rows),
        )


def _or_none(folder: Path) -> Path | None:
    """Return the folder of an index, None where no text had a word."""
    return folder if (folder / _VOCABULARY).is_file() else None
