"""Links between tickets that nobody states: their titles are near one another."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import Reference, col, table


@table(
    "implicit_ticket_links",
    key=("source_id", "target_id"),
    bucketed=False,
    references=(Reference("source_id", "tickets", "document_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class ImplicitTicketLink:
    """Two tickets whose titles are near one another (LinkedIn, section 3.1.2)."""

    source_id: str = col("A ticket.")
    target_id: str = col("A ticket whose title is near; each pair stands once, lower id first.")
    cosine: float = col("Cosine of the vectors of their titles.")
    rank: int = col("Rank among the nearest of the source, from 1.")
    theta: float = col("Threshold that it passed.")
    model: str = col("Model of the vectors.")
