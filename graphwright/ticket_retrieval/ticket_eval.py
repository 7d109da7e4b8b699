"""How well each strategy finds the tickets that it should: those of a file, or duplicates.

A ticket that duplicates or clones another asks with its own text, and only tickets that were opened
before it can be found. Links are given to no strategy; texts are as they are, so a key that stands
in them may help.
"""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from graphwright.csv_text import csv_entries
from graphwright.errors import NotFoundError, SettingsError
from graphwright.tables.tickets import TicketLinkKind

if TYPE_CHECKING:
    from graphwright.graph.ticket_graph import TicketGraph

COLUMNS = ("question", "tickets")
DEPTH = 50
"""Tickets that a strategy is asked for; one beyond counts as not found."""

RECALL_AT = (1, 3, 5)
_SAME = (TicketLinkKind.DUPLICATE, TicketLinkKind.CLONE)
_REMEDY = (
    "Write a CSV with the columns question and tickets: a text or a key, and the keys of the "
    "tickets to find, with blanks between them."
)


@dataclasses.dataclass(frozen=True, slots=True)
class EvalQuestion:
    """A text or a key that asks, and the rows of the tickets to find.

    ``earlier``: only tickets that were opened before the one that asks can be found.
    """

    asks: str
    gold: frozenset[int]
    earlier: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class StrategyScores:
    """Means over all questions: reciprocal rank of the first gold ticket, shares of gold found."""

    strategy: str
    mrr: float
    recall: tuple[float, ...]


def questions_of_links(graph: TicketGraph) -> list[EvalQuestion]:
    """Return a question for each ticket with an earlier one that it duplicates or clones."""
    asked = []
    for row, ticket in enumerate(graph.tickets):
        hops = (hop for hop in graph.edges(row) if hop.outward and hop.kind in _SAME)
        others = {hop.row for hop in hops if hop.row is not None and hop.row != row}
        gold = frozenset(other for other in others if _is_earlier(graph, other, ticket.created))
        if gold:
            asked.append(EvalQuestion(ticket.document_id, gold, earlier=True))
    return asked


def _is_earlier(graph: TicketGraph, row: int, created: str | None) -> bool:
    opened = graph.tickets[row].created
    return created is None or (opened is not None and opened <= created)


def questions_of_file(path: Path, graph: TicketGraph) -> tuple[list[EvalQuestion], list[str]]:
    """Return the questions of a file, and what of it is left out, each with its line and reason.

    Raises ``NotFoundError`` where there is no file, ``SettingsError`` where it is no such table.
    """
    if not path.is_file():
        raise NotFoundError(f"There is no file of questions at {path}.", remedy=_REMEDY)
    asked, left_out = [], []
    for line, question, keys in _rows(path):
        known = {key: graph.rows_of_key(key) for key in keys}
        gold = frozenset(row for rows in known.values() for row in rows)
        left_out += [f"Line {line}: there is no ticket {key}." for key in keys if not known[key]]
        if question and gold:
            asked.append(EvalQuestion(question, gold))
        else:
            lacks = "ticket to find" if question else "question"
            left_out.append(f"Line {line}: it has no {lacks}.")
    return asked, left_out


def _rows(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, question and keys of each row of a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        reader = csv_entries(text, strict=True)
        if not set(COLUMNS) <= set(reader.fieldnames or ()):
            raise SettingsError(
                f"{path} has the columns {', '.join(reader.fieldnames or ()) or 'none'}; "
                f"{' and '.join(COLUMNS)} were expected.",
                remedy=_REMEDY,
            )
        for row in reader:
            question, keys = ((row[name] or "").strip() for name in COLUMNS)
            yield reader.line_num, question, keys.split()
    except (UnicodeDecodeError, csv.Error) as error:
        raise SettingsError(f"{path} cannot be read as CSV: {error}.", remedy=_REMEDY) from None


def scores_of(
    strategy: str, found: Sequence[Sequence[int]], questions: Sequence[EvalQuestion]
) -> StrategyScores:
    """Return the means of a strategy; ``found`` are the rows that it found, best first."""
    ranks = [
        {row: rank for rank, row in enumerate(rows, 1) if row in one.gold}
        for rows, one in zip(found, questions, strict=True)
    ]
    return StrategyScores(
        strategy,
        round(fmean(1 / min(one.values()) if one else 0.0 for one in ranks), 4),
        tuple(round(fmean(_shares(ranks, questions, k)), 4) for k in RECALL_AT),
    )


def _shares(
    ranks: Sequence[Mapping[int, int]], questions: Sequence[EvalQuestion], k: int
) -> Iterator[float]:
    for one, question in zip(ranks, questions, strict=True):
        yield sum(rank <= k for rank in one.values()) / len(question.gold)
