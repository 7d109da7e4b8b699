"""The steps from tickets' records to their trees, and to the graph between them."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.documents.sources.formats import TICKET, find_format
from graphwright.ids import fingerprint
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import bucket_rows, parsed_by_id
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import (
    DocumentLink,
    LlmTicketSection,
    ParsedDocument,
    SourceDocument,
    TicketCluster,
    TicketEdge,
    TicketLink,
    TicketRecord,
    rows_of,
    table_of,
)
from graphwright.tickets.clusters import ticket_clusters
from graphwright.tickets.edges import ticket_edges
from graphwright.tickets.feedback import Solved, read_feedback
from graphwright.tickets.named import NamedTicket
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import Template, default_template, templates_of


class TicketsStep(BucketStep):
    """Read each ticket as a tree of sections, with the links that it states."""

    code = Code((__name__,))
    name = "tickets"
    outputs = (
        *("tickets", "ticket_sections", "section_pieces", "ticket_links"),
        "rejected_ticket_parts",
    )
    inputs = ("parsed_documents", "document_links", "ticket_records", "llm_ticket_sections")
    unit_column = "document_id"
    batch = 64

    @classmethod
    def of(cls, given: Given) -> TicketsStep:
        """Return the step for a lake and its settings. Raises ``SettingsError`` for a template."""
        return cls(templates_of(given.settings))

    def __init__(self, templates: Mapping[str, Template]) -> None:
        """``templates`` are those of collections that have one of their own."""
        digests = {name: template.digest for name, template in sorted(templates.items())}
        causes = {"template": default_template().digest, "templates": digests}
        super().__init__(causes, Pool(inline_units=256))
        self._templates = templates

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each ticket: none for other documents."""
        known = self.input_state(lake, "parsed_documents", bucket).units
        ids = lake.read("ticket_records", bucket, ["document_id"])["document_id"].to_pylist()
        said = _said_by_document(lake, bucket)
        return [
            Unit(
                document,
                fingerprint(
                    [
                        *(self.version, document, known[document]),
                        *map(dataclasses.astuple, said.get(document, ())),
                    ]
                ),
                "",
            )
            for document in ids
        ]

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents that are tickets."""
        return {s.document_id for s in sources if find_format(s.format) is TICKET}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (document, record, links of its markup, what an LLM said, template) by unit."""
        wanted = [unit.id for unit in units]
        documents = parsed_by_id(lake, bucket, wanted)
        records = {
            row.document_id: row
            for row in bucket_rows(lake, TicketRecord, bucket, "document_id", wanted)
        }
        links: defaultdict[str, list[DocumentLink]] = defaultdict(list)
        for link in bucket_rows(lake, DocumentLink, bucket, "document_id", wanted):
            links[link.document_id].append(link)
        said = _said_by_document(lake, bucket)
        return [
            (
                documents[unit.id],
                records[unit.id],
                links[unit.id],
                said.get(unit.id, []),
                self._templates.get(documents[unit.id].collection, default_template()),
            )
            for unit in units
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that reads a batch of tickets."""
        return _read_batch


def _said_by_document(lake: Lake, bucket: int) -> dict[str, list[LlmTicketSection]]:
    """Return what an LLM found in the tickets of a bucket, in order of the text."""
    found: dict[str, list[LlmTicketSection]] = {}
    for row in rows_of(LlmTicketSection, lake.read("llm_ticket_sections", bucket)):
        found.setdefault(row.document_id, []).append(row)
    return found


_Payload = tuple[ParsedDocument, TicketRecord, list[DocumentLink], list[LlmTicketSection], Template]


def _read_batch(payloads: list[_Payload]) -> list[UnitResult]:
    results = []
    for document, record, links, said, template in payloads:
        rows = read_ticket(document, record, template, links, said)
        results.append(
            UnitResult(
                {
                    "tickets": [rows.ticket],
                    "ticket_sections": list(rows.sections),
                    "section_pieces": list(rows.windows),
                    "ticket_links": list(rows.links),
                    "rejected_ticket_parts": list(rows.rejected),
                }
            )
        )
    return results


class TicketEdgesStep(JointTablesStep):
    """Join the links of all tickets to edges, and duplicates to clusters."""

    code = Code((__name__,))
    name = "ticket_edges"
    inputs = ("tickets", "ticket_links")
    outputs = ("ticket_edges", "ticket_clusters")
    stale_reason = "it is not there, or tickets, their links or feedback changed"

    @classmethod
    def of(cls, given: Given) -> TicketEdgesStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings.buckets, read_feedback(given.settings.feedback_path))

    def __init__(self, buckets: int, feedback: Sequence[Solved] = ()) -> None:
        self._buckets, self._feedback = buckets, feedback
        said = [dataclasses.astuple(one) for one in feedback]
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            "ticket_feedback": fingerprint(said),
        }

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        tickets = [one for bucket in range(self._buckets) for one in _named(lake, bucket)]
        links = [one for bucket in range(self._buckets) for one in _links(lake, bucket)]
        edges = ticket_edges(tickets, links, self._feedback)
        return {
            "ticket_edges": table_of(TicketEdge).from_rows(edges),
            "ticket_clusters": table_of(TicketCluster).from_rows(ticket_clusters(tickets, edges)),
        }


def _named(lake: Lake, bucket: int) -> Iterator[NamedTicket]:
    columns = lake.read("tickets", bucket, NamedTicket._fields).columns
    return map(NamedTicket, *(column.to_pylist() for column in columns))


def _links(lake: Lake, bucket: int) -> list[TicketLink]:
    return rows_of(TicketLink, lake.read("ticket_links", bucket))
