"""What a citation is: where a chunk or a quote stands, in terms that a reader can follow."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphwright.serving.snapshot import Snapshot
from graphwright.tables import Chunk, Evidence


@dataclasses.dataclass(frozen=True, slots=True)
class Citation:
    """A place in a document; ``start`` and ``end`` are offsets into its canonical text."""

    document_id: str
    title: str
    uri: str
    page: int | None
    heading_path: tuple[str, ...]
    start: int
    end: int

    @property
    def place(self) -> str:
        """Return page and headings below the title as one line; empty where there are neither."""
        page = [] if self.page is None else [f"page {self.page}"]
        first = 1 if self.heading_path[:1] == (self.title,) else 0
        headings = " > ".join(self.heading_path[first:])
        return ", ".join([*page, *([headings] if headings else [])])

    def to_dict(self) -> dict[str, Any]:
        """Return the citation as plain values."""
        return {**dataclasses.asdict(self), "heading_path": list(self.heading_path)}


@dataclasses.dataclass(frozen=True, slots=True)
class Quote:
    """A sentence, verbatim, that states a relation, and where it stands."""

    text: str
    confidence: float
    extractor: str
    rule: str
    citation: Citation

    def to_dict(self) -> dict[str, Any]:
        """Return the quote as plain values."""
        record = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        return {**record, "citation": self.citation.to_dict()}


def cite_chunk(snapshot: Snapshot, chunk: Chunk) -> Citation:
    """Return the citation of a chunk."""
    document = snapshot.document(chunk.document_id)
    return Citation(
        document_id=chunk.document_id,
        title=document["title"],
        uri=document["uri"],
        page=chunk.page,
        heading_path=chunk.heading_path,
        start=chunk.start,
        end=chunk.end,
    )


def quote_evidence(evidence: Evidence) -> Quote:
    """Return a row of evidence as a quote with its citation."""
    citation = Citation(
        document_id=evidence.document_id,
        title=evidence.title,
        uri=evidence.uri,
        page=evidence.page,
        heading_path=evidence.heading_path,
        start=evidence.start,
        end=evidence.end,
    )
    return Quote(evidence.quote, evidence.confidence, evidence.extractor, evidence.rule, citation)


def quotes_of(snapshot: Snapshot, relation: int, limit: int) -> tuple[Quote, ...]:
    """Return at most ``limit`` quotes that state a relation (by row), best first, all different.

    A sentence that several rules read, or that stands in several chunks, is quoted once.
    """
    chosen: dict[tuple[str, str, int], Quote] = {}
    for evidence in snapshot.evidence_of(relation):
        place = (evidence.document_id, evidence.quote, evidence.start)
        chosen.setdefault(place, quote_evidence(evidence))
        if len(chosen) == limit:
            break
    return tuple(chosen.values())
