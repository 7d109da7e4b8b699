"""The example's tickets, built by the command line: cited, and answered from their sections."""

from __future__ import annotations

import pyarrow as pa
import pytest
from e2e_project import Built, json_of

from graphwright.graph.ticket_graph import TicketGraph
from graphwright.project import open_project
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, TicketSection
from graphwright.ticket_retrieval.answer import NOT_HERE, Route, TicketAnswerer
from graphwright.ticket_retrieval.plan_rules import PlanRules
from graphwright.ticket_retrieval.plan_run import PlanRunner
from graphwright.tickets.template import default_template


@pytest.fixture(scope="module")
def documents(example: Built) -> dict[str, ParsedDocument]:
    return {row.document_id: row for row in example.rows("parsed_documents")}


@pytest.fixture(scope="module")
def answerer(example: Built) -> TicketAnswerer:
    lake = Lake(example.lake)
    files = [lake.read_file("ticket_sections", path) for path in lake.paths("ticket_sections")]
    graph = TicketGraph.of(
        example.rows("tickets"),
        pa.concat_tables(files),
        edges=example.rows("ticket_edges"),
        clusters=example.rows("ticket_clusters"),
    )
    template = list(default_template().sections.values())
    runner = PlanRunner(graph, sections=[one.name for one in template])
    return TicketAnswerer(runner, PlanRules(graph, template))


def test_every_section_is_a_slice_of_its_ticket(
    example: Built, documents: dict[str, ParsedDocument]
) -> None:
    tickets = {row.document_id for row in example.rows("tickets")}
    sections: list[TicketSection] = example.rows("ticket_sections")
    assert len(tickets) == 60
    assert {section.document_id for section in sections} == tickets
    for one in sections:
        assert one.text == documents[one.document_id].text[one.start : one.end], one


def test_a_duplicate_is_answered_from_its_original(
    answerer: TicketAnswerer, documents: dict[str, ParsedDocument]
) -> None:
    answer = answerer.ask("How do I reproduce the problem that LED-103 duplicates?")
    (part,) = answer.parts
    assert answer.route is Route.GRAPH
    assert (part.key, part.section, part.status) == ("LED-101", "steps_to_reproduce", "Closed")
    assert part.text == documents[part.document_id].text[part.start : part.end]
    assert "Submit a purchase order" in part.text
    assert answerer.query(answer.plan).parts == answer.parts


def test_what_no_ticket_says_is_told(answerer: TicketAnswerer) -> None:
    answer = answerer.ask("What is the status of LED-999?")
    assert answer.route is Route.NONE
    assert "There is no ticket LED-999." in answer.notes


def test_tickets_are_passages_with_citations_and_state_no_facts(example: Built) -> None:
    question = "HD-503 right after sign-on"
    found = json_of("ask", question, "--lake", example.lake)
    uris = {chunk["citation"]["uri"] for chunk in found["chunks"]}
    assert "https://tickets.halvorn.example/browse/HDK-206" in uris
    tickets = {row.document_id for row in example.rows("tickets")}
    assert tickets.isdisjoint(row.document_id for row in example.rows("evidence"))


def test_what_a_search_finds_answers_only_where_it_is_near(example: Built) -> None:
    tickets = open_project(example.lake).tickets()
    known = tickets.ask("No customer can sign in to the portal. What was the cause?")
    assert known.route == Route.TEXT
    assert ("HDK-201", "cause") in {(part.key, part.section) for part in known.parts}
    stranger = tickets.ask("How do I replace the battery of the forklift?")
    assert (stranger.route, stranger.parts) == (Route.NONE, ())
    assert NOT_HERE in stranger.notes
