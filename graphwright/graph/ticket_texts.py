"""What of a ticket is searched: its title, its body, and what was said about it later.

The vectors of each are kept together, so that a question looks at no others; the words of title and
body are one BM25 index over tickets, those of comments one over comments.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import pyarrow as pa

from graphwright.graph.lexical_index import save_index
from graphwright.graph.ticket_files import COMMENT_ROWS, COMMENTS, TICKETS, TicketWords
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.tables.tickets import Ticket

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot

    Floats = NDArray[np.floating]
    Numbers = NDArray[np.int64]

_BLOCK = 4096
"""Tickets, or sections, whose texts are in memory at once."""

SUMMARY, DESCRIPTION, COMMENT = "summary", "description", "comment"


class Part(IntEnum):
    """The parts of a ticket that a question is compared with; fields are none of them."""

    TITLE = 0
    BODY = 1
    DISCUSSION = 2
    FIELD = 3


def parts_of_sections(graph: TicketGraph) -> NDArray[np.int8]:
    """Return the part of each section row: a comment is one whatever section it is."""
    fields = {field.name for field in dataclasses.fields(Ticket)}
    by_name = {SUMMARY: Part.TITLE, COMMENT: Part.DISCUSSION}
    kinds = [
        by_name.get(name, Part.FIELD if name in fields else Part.BODY)
        for name in graph.section_names
    ]
    parts = np.array(kinds, dtype=np.int8)[graph.section_codes]
    commented = graph.section_table["author_role"].is_valid().to_numpy()
    parts[commented & (parts == Part.BODY)] = Part.DISCUSSION
    return parts


def write_ticket_indexes(graph: TicketGraph, folder: Path) -> None:
    """Write the BM25 indexes of tickets' own words and of their comments into a folder."""
    parts = parts_of_sections(graph)
    comments = np.flatnonzero((parts == Part.DISCUSSION) & _holders(graph))
    for name, texts in ((TICKETS, _own_texts(graph, parts)), (COMMENTS, _texts(graph, comments))):
        (folder / name).mkdir(parents=True, exist_ok=True)
        save_index(folder / name, texts)
    np.save(folder / COMMENT_ROWS, comments.astype("<i8"), allow_pickle=False)


def _holders(graph: TicketGraph) -> NDArray[np.bool_]:
    """Return which section rows stand in no other, whose text is theirs too."""
    outer: NDArray[np.bool_] = graph.section_table["parent_id"].is_null().to_numpy()
    return outer


def own_text(graph: TicketGraph, row: int, parts: NDArray[np.int8]) -> str:
    """Return title and body of a ticket as one text."""
    [text] = _own_texts_of(graph, row, row + 1, parts)
    return text


def _own_texts(graph: TicketGraph, parts: NDArray[np.int8]) -> Iterator[str]:
    for first in range(0, len(graph), _BLOCK):
        yield from _own_texts_of(graph, first, min(first + _BLOCK, len(graph)), parts)


def _own_texts_of(
    graph: TicketGraph, first: int, last: int, parts: NDArray[np.int8]
) -> Iterator[str]:
    """Yield title and body of each ticket from ``first`` up to ``last``."""
    start, end = graph.section_rows(first)[0], graph.section_rows(last - 1)[1]
    sections = graph.section_table.slice(start, end - start)
    outer = sections["parent_id"].is_null().to_numpy()
    own = np.flatnonzero((parts[start:end] <= Part.BODY) & outer)
    texts = sections["text"].take(pa.array(own)).to_pylist()
    tickets = graph.section_tickets[start:end][own]
    bounds = np.searchsorted(tickets, np.arange(first, last + 1)).tolist()
    for of_ticket in itertools.starmap(slice, itertools.pairwise(bounds)):
        yield "\n".join(texts[of_ticket])


def _texts(graph: TicketGraph, rows: Numbers) -> Iterator[str]:
    column = graph.section_table["text"]
    for first in range(0, len(rows), _BLOCK):
        yield from column.take(pa.array(rows[first : first + _BLOCK])).to_pylist()


class PartVectors:
    """The vectors of one part of all tickets, in the order of tickets."""

    def __init__(self, graph: TicketGraph, wanted: NDArray[np.bool_]) -> None:
        """Take the rows of the graph's vectors that are of the part."""
        places = np.flatnonzero(wanted)
        self._whole = len(places) == len(graph.vectors.rows)
        self.values = graph.vectors.values if self._whole else graph.vectors.values[places]
        self.section_rows: Numbers = graph.vectors.rows[places]
        self.tickets: Numbers = graph.vector_tickets[places]
        self._tickets_all = len(graph)
        self._starts = np.flatnonzero(np.diff(self.tickets, prepend=-1))

    def of_ticket(self, row: int) -> NDArray[np.float32]:
        """Return the vectors of one ticket."""
        first, last = np.searchsorted(self.tickets, [row, row + 1])
        return self.values[first:last]

    def best(self, scores: Floats) -> NDArray[np.float64]:
        """Return the best of some scores, one a vector, of each ticket; NaN where it has none."""
        found = np.full(self._tickets_all, np.nan)
        if len(self._starts):
            found[self.tickets[self._starts]] = np.maximum.reduceat(scores, self._starts)
        return found

    def best_section(self, scores: Floats, row: int) -> int | None:
        """Return the section row of a ticket's best vector, the first of equal ones."""
        first, last = np.searchsorted(self.tickets, [row, row + 1])
        return (
            int(self.section_rows[first + np.argmax(scores[first:last])]) if last > first else None
        )


class TicketTexts:
    """What questions are compared with: vectors by part, and the words of tickets and comments."""

    def __init__(self, graph: TicketGraph, words: TicketWords) -> None:
        """Take a graph, and the indexes that ``write_ticket_indexes`` wrote for it."""
        self.graph = graph
        self.parts = parts_of_sections(graph)
        of_vectors = self.parts[graph.vectors.rows]
        self.vectors = {
            part: PartVectors(graph, of_vectors == part) for part in (Part.TITLE, Part.BODY)
        }
        self.comment_rows = words.comment_rows
        self.words, self.comment_words = words.tickets, words.comments

    @classmethod
    def open(cls, snapshot: Snapshot) -> Self:
        """Return the texts of a snapshot's tickets. Raises ``NotFoundError``: it has none."""
        graph = TicketGraph.open(snapshot)
        assert snapshot.tickets is not None
        return cls(graph, snapshot.tickets.words)

    def best_comment(self, scores: Floats, hidden: NDArray[np.bool_] | None) -> NDArray[np.float64]:
        """Return the best score of each ticket's comments that are not hidden; NaN: it has none."""
        shown = slice(None) if hidden is None else ~hidden[self.comment_rows]
        tickets = self.graph.section_tickets[self.comment_rows[shown]]
        found = np.full(len(self.graph), -1.0)
        np.maximum.at(found, tickets, scores[shown])
        found[found < 0] = np.nan
        return found
