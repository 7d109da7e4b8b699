"""Strategies over tickets: S(T) as the paper writes it, what is found, and why."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ticket_rows import a_ticket, its_sections

from graphwright.errors import SettingsError
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.ticket_files import TicketWords
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.graph.ticket_texts import TicketTexts
from graphwright.tables import TicketSection
from graphwright.ticket_retrieval.probe import Probe, probe_of_question, probe_of_ticket
from graphwright.ticket_retrieval.question import AskedValue, Reason, TicketQuestion
from graphwright.ticket_retrieval.ticket_signals import standardised
from graphwright.ticket_retrieval.ticket_strategies import (
    TICKET_STRATEGIES,
    SectionsStrategy,
    TicketStrategyParts,
)

SECTIONS = ("summary", "description", "comment")


@pytest.fixture(scope="session")
def parts(ticket_texts):
    return TicketStrategyParts(ticket_texts)


def asked(parts, row, **changes):
    return dataclasses.replace(probe_of_ticket(parts.texts, row), **changes)


def keys(parts, found):
    return [parts.graph.tickets[one.row].key for one in found]


def slow_sum(graph: TicketGraph, probe: Probe, row: int) -> float:
    """S(T) of one ticket, written as the sums of the paper."""
    held = list(zip(graph.vectors.rows, graph.vectors.values, strict=True))
    return sum(
        max(float(np.dot(value, vector)) for vector in of_node)
        for section, values in probe.vectors.items()
        for value in values
        for node in graph.sections(row)
        if node.section == section
        if (
            of_node := [
                vector
                for place, vector in held
                if node.section_id
                in (graph.section(int(place)).section_id, graph.section(int(place)).parent_id)
            ]
        )
    )


unit = (
    st.tuples(st.integers(-3, 3), st.integers(-3, 3))
    .filter(any)
    .map(lambda pair: np.array(pair, dtype=np.float32) / np.linalg.norm(pair).astype(np.float32))
)
nodes = st.lists(
    st.tuples(
        st.integers(0, 3), st.sampled_from(SECTIONS), st.lists(unit, max_size=3), st.booleans()
    )
)


@settings(max_examples=40, deadline=None)
@given(nodes, st.dictionaries(st.sampled_from([*SECTIONS, "unknown"]), unit))
def test_the_sum_over_sections_is_the_papers(made, values):
    tickets = [a_ticket(f"T-{number}") for number in range(4)]
    sections, vectors = [], {}
    outer: dict[int, TicketSection] = {}
    for number, (ticket, name, given_vectors, is_inner) in enumerate(made):
        (section,) = its_sections(tickets[ticket], **{name: "text"})
        above = outer.get(ticket)
        if not is_inner or above is None or above.section == name:  # none holds one of its name
            above = None
        section = dataclasses.replace(
            section,
            section_id=f"{number}",
            index=number,
            parent_id=above.section_id if above else None,
        )
        outer[ticket] = above or section
        sections.append(section)
        if given_vectors:
            vectors[section.section_id] = np.array(given_vectors)
    graph = TicketGraph.of(tickets, sections, vectors=vectors)
    empty = np.zeros((0, 2), dtype=np.float32)
    probe = Probe({name: one[np.newaxis] for name, one in values.items()}, empty, empty, "", "")
    without = LexicalIndex(None, 4)  # no words are asked for
    texts = TicketTexts(graph, TicketWords(without, without, np.zeros(0, dtype=np.int64)))
    found = SectionsStrategy(TicketStrategyParts(texts)).rank(probe, 4)
    if found:
        expected = {row: slow_sum(graph, probe, row) for row in range(4)}
        assert {one.row: one.score for one in found} == pytest.approx(expected, abs=2e-6)
        assert [one.row for one in found] == sorted(
            range(4), key=lambda row: (-{o.row: o.score for o in found}[row], row)
        )
        for one in found:
            assert sum(reason.added for reason in one.why) == pytest.approx(one.score, abs=1e-5)
    else:
        assert not {*values} & {one.section for one in sections}


@pytest.mark.parametrize("name", TICKET_STRATEGIES.names)
def test_each_strategy_finds_the_ticket_of_the_same_problem_first(parts, name):
    strategy = TICKET_STRATEGIES.get(name)(parts)
    first = parts.graph.row("SHOP-1")
    found = strategy.rank(asked(parts, first), 3)
    assert keys(parts, found)[0] == "SHOP-2"
    assert first not in [one.row for one in found]
    assert found == strategy.rank(asked(parts, first), 3)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@pytest.mark.parametrize("name", TICKET_STRATEGIES.names)
def test_only_earlier_tickets_are_found_where_that_is_asked(parts, name):
    row = parts.graph.row("SHOP-3")
    probe = probe_of_ticket(parts.texts, row, only_earlier=True)
    found = TICKET_STRATEGIES.get(name)(parts).rank(probe, 5)
    assert {*keys(parts, found)} <= {"SHOP-1", "SHOP-2"}
    shut = dataclasses.replace(probe, excluded=frozenset([parts.graph.row("SHOP-1")]))
    assert {*keys(parts, TICKET_STRATEGIES.get(name)(parts).rank(shut, 5))} <= {"SHOP-2"}


def test_what_adds_to_a_score_is_told_with_its_section(parts):
    strategy = TICKET_STRATEGIES.get("tickets")(parts)
    best = strategy.rank(asked(parts, parts.graph.row("SHOP-1")), 1)[0]
    told = {reason.signal: reason for reason in best.why}
    section = parts.graph.section(told["title_body"].section_row)
    assert (section.section, section.text) == (
        "description",
        "After a sale the till prints an empty receipt.",
    )
    assert "components" in told
    assert all(reason.added > 0 for reason in best.why)
    assert sum(reason.added for reason in best.why) >= best.score - 1e-5


def test_a_hidden_comment_tells_nothing(parts):
    strategy = TICKET_STRATEGIES.get("tickets")(parts)
    question = asked(parts, parts.graph.row("SHOP-3"), short="loose bulb", long="")
    hidden = np.ones(len(parts.graph.section_table), dtype=np.bool_)
    seen = {r.signal for one in strategy.rank(question, 5) for r in one.why}
    unseen = strategy.rank(dataclasses.replace(question, hidden=hidden), 5)
    assert "comment_short" in seen
    assert "comment_short" not in {r.signal for one in unseen for r in one.why}


def test_a_typed_question_finds_by_summary_and_fields(parts, topics):
    values = tuple(
        AskedValue(section=section, value=value, reason=Reason.REST)
        for section, value in (
            ("summary", "lamp over the door is dark"),
            ("description", "lamp over the door is dark"),
            ("components", "Door Lamp"),
        )
    )
    question = TicketQuestion(text="", values=values)
    probe = probe_of_question(question, topics)
    for name in TICKET_STRATEGIES.names:
        assert keys(parts, TICKET_STRATEGIES.get(name)(parts).rank(probe, 2))[0] == "SHOP-3"
    dated = probe_of_question(question, topics, asked="2024-03-01T00:00:00+00:00")
    ranked = [TICKET_STRATEGIES.get("tickets")(parts).rank(one, 5) for one in (probe, dated)]
    undated, timed = ({why.signal for one in found for why in one.why} for found in ranked)
    assert "near_in_time" in timed - undated


@pytest.mark.parametrize("name", TICKET_STRATEGIES.names)
def test_a_question_without_words_finds_nothing_by_chance(parts, topics, name):
    probe = probe_of_question(TicketQuestion(text=""), topics, asked="2024-03-01T00:00:00+00:00")
    assert list(TICKET_STRATEGIES.get(name)(parts).rank(probe, 5)) == []


def test_what_is_unknown_neither_helps_nor_harms():
    values = np.array([1.0, np.nan, 3.0])
    assert standardised(values, np.ones(3, dtype=bool)).tolist() == [-1.0, 0.0, 1.0]
    assert standardised(np.array([2.0, 2.0]), np.ones(2, dtype=bool)).tolist() == [0.0, 0.0]


def test_an_unknown_strategy_is_an_error_that_lists_them():
    with pytest.raises(SettingsError, match="'bm25', 'dense', 'rrf', 'sections', 'tickets'"):
        TICKET_STRATEGIES.get("magic")


def test_a_found_ticket_tells_how_near_each_of_its_sections_is(parts):
    probe = asked(parts, parts.graph.row("SHOP-1"))
    for one in TICKET_STRATEGIES.get("tickets")(parts).rank(probe, 3):
        graph, expected = parts.graph, {}
        for place, vector in zip(graph.vectors.rows, graph.vectors.values, strict=True):
            section = graph.section(int(place))
            if section.document_id == graph.tickets[one.row].document_id:
                near = float(np.dot(vector, probe.title[0]))
                expected[section.section] = max(near, expected.get(section.section, -1.0))
        assert one.sections == pytest.approx(expected, abs=1e-5)
