"""What a section of a ticket shows beside itself: the code and logs that it brings in."""

from __future__ import annotations

import pytest
from parsed_tickets import a_raw_ticket, parsed

from graphwright.documents.tickets.raw import Markup
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.ticket_retrieval.answer import TicketAnswerer
from graphwright.ticket_retrieval.brought_in import brought_in
from graphwright.ticket_retrieval.plan_rules import PlanRules
from graphwright.ticket_retrieval.plan_run import PlanRunner
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import default_template

LOG = "{noformat}\nERROR: no drawer\n    at Till.open(Till.java:12)\n{noformat}\n"
CODE = "{code}\nopen();\n{code}\n"


def graph_of(description: str) -> TicketGraph:
    document, record, _ = parsed(a_raw_ticket(description, markup=Markup.JIRA))
    rows = read_ticket(document, record, default_template())
    return TicketGraph.of([rows.ticket], rows.sections)


def brought_in_by(name: str, description: str) -> list[str]:
    graph = graph_of(description)
    section = next(one for one in graph.sections(0) if one.section == name)
    return [one.section for one in brought_in(graph, 0, section)]


@pytest.mark.parametrize(
    ("description", "found"),
    [
        (f"h3. Steps\nOpen the till.\n{LOG}Then it stays shut for the day.", ["logs"]),
        (f"h3. Steps\nOpen the till, which prints:\n\nh3. Log\n{LOG}", ["logs"]),
        (f"h3. Steps\nRun the code below.\n\nh3. Sample code\n{CODE}\nh3. Log\n{LOG}",
         ["code", "logs"]),
        (f"h3. Steps\nOpen the till.\n\nh3. Log\n{LOG}", []),  # another heading's
        (f"h3. Steps\nOpen the till.\n\nh3. Hints of ours\nSee the log:\n{LOG}", []),
        (f"h3. Steps\nOpen the till:\n\nh3. Expected result\nIt opens.\n\n{CODE}", []),
    ],
)  # fmt: skip
def test_steps_bring_in_what_stands_under_them_or_is_pointed_to(
    description: str, found: list[str]
) -> None:
    assert brought_in_by("steps_to_reproduce", description) == found


def test_what_an_unknown_heading_opens_belongs_to_no_section_before_it() -> None:
    said = f"h3. Steps\nOpen the till.\n\nh3. Colours\n{LOG}"
    assert brought_in_by("steps_to_reproduce", said) == []


def test_an_answer_shows_each_section_once_with_what_it_brings_in() -> None:
    graph = graph_of(f"h3. Steps\nOpen the till.\n{LOG}Push the drawer in again.\n")
    key = graph.tickets[0].key
    sections = list(default_template().sections.values())
    runner = PlanRunner(graph, sections=[one.name for one in sections])
    answerer = TicketAnswerer(runner, PlanRules(graph, sections))

    parts = answerer.ask(f"What are the steps and the log of {key}?").parts
    assert [part.section for part in parts[:2]] == ["steps_to_reproduce", "logs"]
    assert parts[1].why == "belongs to steps_to_reproduce before it"
    assert len({(part.start, part.end) for part in parts}) == len(parts)

    typed = f"MATCH (a:Ticket) WHERE a.key = '{key}' RETURN a.steps_to_reproduce"
    assert {part.section for part in answerer.query(typed).parts} == {"steps_to_reproduce"}
