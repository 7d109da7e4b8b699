"""What a citation is: where a chunk or a quote stands, in terms that a reader can follow."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence, Set
from typing import Any

from graphwright.graph.locator import locator_text
from graphwright.graph.qualifiers import qualifier_texts
from graphwright.graph.snapshot import Snapshot
from graphwright.graph.validity import Validity, version_note
from graphwright.graph.written_names import WrittenNames, written_in
from graphwright.tables import Chunk, Evidence


@dataclasses.dataclass(frozen=True, slots=True)
class Citation:
    """A place in a document; ``start`` and ``end`` are offsets into its canonical text.

    ``superseded`` says whether another document took its place, and ``version_note`` by which and
    until when it was valid, in words; it is empty where nothing is known.
    """

    document_id: str
    title: str
    uri: str
    page: int | None
    heading_path: tuple[str, ...]
    start: int
    end: int
    format: str = ""
    box: tuple[float, ...] | None = None
    box_unit: str | None = None
    superseded: bool = False
    version_note: str = ""

    @property
    def locator(self) -> str:
        """Return page, slide or sheet with box or cells, and the headings below the title.

        One line; empty where the document has none of them.
        """
        first = 1 if self.heading_path[:1] == (self.title,) else 0
        headings = self.heading_path[first:]
        return locator_text(self.format, self.page, self.box, self.box_unit, headings)

    def to_dict(self) -> dict[str, Any]:
        """Return the citation as plain values."""
        return {**dataclasses.asdict(self), "heading_path": list(self.heading_path)}


@dataclasses.dataclass(frozen=True, slots=True)
class Quote:
    """A sentence, verbatim, that states a relation, what it adds to that, and where it stands.

    ``qualifiers`` are times, places, conditions and whatever else the sentence says of the fact, in
    its order; ``written`` is how it writes the names of the relation, which its text shows.
    """

    evidence_id: str
    text: str
    confidence: float
    extractor: str
    rule: str
    citation: Citation
    qualifiers: tuple[str, ...] = ()
    written: WrittenNames = dataclasses.field(default_factory=WrittenNames)

    def to_dict(self) -> dict[str, Any]:
        """Return the quote as plain values."""
        record = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        del record["written"]
        return {
            **record,
            "citation": self.citation.to_dict(),
            "qualifiers": list(self.qualifiers),
        }


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
        format=document["format"],
        superseded=_is_superseded(snapshot, chunk.document_id),
        version_note=version_note(snapshot, chunk.document_id),
    )


def quote_evidence(
    snapshot: Snapshot, evidence: Evidence, others: Sequence[Evidence] = ()
) -> Quote:
    """Return a row of evidence as a quote with its citation.

    ``others`` are further readings of the same fact in the same sentence; they may add to it.
    """
    citation = Citation(
        document_id=evidence.document_id,
        title=evidence.title,
        uri=evidence.uri,
        page=evidence.page,
        heading_path=evidence.heading_path,
        start=evidence.start,
        end=evidence.end,
        format=snapshot.document(evidence.document_id)["format"],
        box=evidence.box,
        box_unit=evidence.box_unit,
        superseded=_is_superseded(snapshot, evidence.document_id),
        version_note=version_note(snapshot, evidence.document_id),
    )
    return Quote(
        evidence_id=evidence.evidence_id,
        text=evidence.quote,
        confidence=evidence.confidence,
        extractor=evidence.extractor,
        rule=evidence.rule,
        citation=citation,
        qualifiers=qualifier_texts([evidence, *others]),
        written=written_in(evidence),
    )


def _is_superseded(snapshot: Snapshot, document_id: str) -> bool:
    version = snapshot.versions.get(document_id)
    return version is not None and version.superseded


def quotes_of(
    snapshot: Snapshot, relation: int, limit: int, validity: Validity | None = None
) -> tuple[Quote, ...]:
    """Return at most ``limit`` quotes that state a relation (by row), best first, all different.

    A sentence that several rules read, or that stands in several chunks, is quoted once. Documents
    that hold come before those that do not; the latter are left out where ``validity`` says so
    (by default they are not, and the day is today).
    """
    [readings] = readings_of_each(snapshot, [relation], limit, validity)
    return quotes_from(snapshot, readings)


Readings = Sequence[Sequence[Evidence]]
"""Sentences that state a relation, the best first: the evidence in each, the best first."""


def quotes_from(snapshot: Snapshot, readings: Readings) -> tuple[Quote, ...]:
    """Return a relation's readings as quotes."""
    return tuple(quote_evidence(snapshot, best, others) for best, *others in readings)


def readings_of_each(
    snapshot: Snapshot, relations: Sequence[int], limit: int, validity: Validity | None = None
) -> list[Readings]:
    """Return what ``quotes_of`` quotes of each relation, read at once for all of them."""
    validity = validity or Validity(snapshot)
    outdated = validity.documents()
    return [
        _readings(found, outdated, limit, leave_out=validity.leave_out)
        for found in snapshot.evidence_of_each(relations)
    ]


def _readings(
    found: list[Evidence], outdated: Set[str], limit: int, *, leave_out: bool
) -> Readings:
    readings: dict[tuple[str, str, int], list[Evidence]] = {}
    if outdated:
        found.sort(key=lambda evidence: evidence.document_id in outdated)
    for evidence in found:
        if leave_out and evidence.document_id in outdated:
            continue
        sentence = (evidence.document_id, evidence.quote, evidence.start)
        readings.setdefault(sentence, []).append(evidence)
    return list(itertools.islice(readings.values(), limit))
