"""Making the files of tickets in a snapshot's folder, where the lake has any.

Tickets stand in the order of their keys and sections in that of tickets, as readers walk them
(``graph.ticket_graph``); vectors stand in the order of sections. So opening copies nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from graphwright.graph.arrow_file import BATCH_ROWS, open_arrow, write_blocks
from graphwright.graph.kinds import TICKET_GRAPH
from graphwright.graph.ticket_files import VECTORS, WORDS
from graphwright.graph.ticket_graph import TicketGraph, order_of_sections, order_of_tickets
from graphwright.graph.ticket_texts import write_ticket_indexes
from graphwright.graph.vector_file import rows_file, write_vectors
from graphwright.publish.mapped_tables import TablePaths, map_for_now, map_table
from graphwright.publish.row_positions import positions
from graphwright.store.folder import LOCAL_FILES
from graphwright.tables import Ticket, rows_of


@dataclasses.dataclass(frozen=True, slots=True)
class TicketFilesMade:
    """Rows of each table, and the size of the vectors, which may still be written (0: none)."""

    counts: Mapping[str, int]
    dimensions: Future[int]


def has_tickets(tables: TablePaths) -> bool:
    """Return whether the snapshot of some tables holds tickets."""
    return "tickets" in tables


def write_ticket_files(
    folder: Path, tables: TablePaths, embedder: str, beside: Executor
) -> TicketFilesMade:
    """Write the tables and word indexes of tickets to a snapshot's folder, their vectors beside.

    Raises ``SnapshotError`` where tables contradict each other.
    """
    made = {name: map_table(folder, tables, name) for name in TICKET_GRAPH.published}
    tickets = rows_of(Ticket, made["tickets"])
    order = order_of_tickets(tickets)
    _rewrite(folder, "tickets", made["tickets"], np.array(order, dtype=np.int64))
    tickets = [tickets[row] for row in order]
    places = order_of_sections(made["ticket_sections"], tickets)
    sections = _rewrite(folder, "ticket_sections", made["ticket_sections"], places)
    dimensions = beside.submit(_write_vectors, folder, tables, sections, embedder)
    write_ticket_indexes(TicketGraph(tickets, sections), folder / WORDS)
    return TicketFilesMade({name: rows.num_rows for name, rows in made.items()}, dimensions)


def _rewrite(folder: Path, name: str, table: pa.Table, order: NDArray[np.int64]) -> pa.Table:
    """Write a mapped table anew in another order, block by block, and return it mapped."""
    path = folder / f"{name}.arrow"
    LOCAL_FILES.delete(path)  # what is mapped stays until it is let go of
    blocks = (
        table.take(pa.array(order[first : first + BATCH_ROWS]))
        for first in range(0, len(order), BATCH_ROWS)
    )
    write_blocks(path, table.schema, blocks)
    return open_arrow(path)


def _write_vectors(folder: Path, tables: TablePaths, sections: pa.Table, embedder: str) -> int:
    """Write the vectors of pieces in the order of sections, and the section row of each."""
    columns = ("piece_id", "section_id", "index")
    pieces = map_for_now(folder, tables, "section_pieces", columns)
    rows = positions(pieces["section_id"], sections["section_id"], "section_pieces.section_id")
    of_section = rows.to_numpy().astype("<i8")
    order = np.lexsort((pieces["index"].to_numpy(), of_section))
    np.save(rows_file(folder / VECTORS), of_section[order], allow_pickle=False)
    ids = pieces["piece_id"].take(pa.array(order))
    return write_vectors(folder / VECTORS, ids, tables["section_embeddings"], embedder)
