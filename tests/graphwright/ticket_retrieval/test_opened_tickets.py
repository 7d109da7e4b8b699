"""The published tickets as people see them: one set of functions, typed."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shop_tickets import BLANK, EDGES, INK, ORDER, SECTIONS, TICKETS
from ticket_rows import an_edge
from ticket_tracker import TopicEmbedder, vector_of

from graphwright.errors import NotFoundError, PlanError, SettingsError
from graphwright.graph.ticket_files import TicketWords
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.graph.ticket_texts import TicketTexts, write_ticket_indexes
from graphwright.settings import Settings
from graphwright.tables.tickets import TicketCluster, TicketLinkKind
from graphwright.ticket_retrieval.answer import Route
from graphwright.ticket_retrieval.opened_tickets import OpenedTickets, shown_sections
from graphwright.ticket_retrieval.question import (
    AskedValue,
    Reason,
    TicketQuestion,
    WantedSection,
)
from graphwright.ticket_retrieval.readers_word import note_solved, noted_solutions
from graphwright.ticket_retrieval.ticket_eval import EvalQuestion, scores_of
from graphwright.ticket_retrieval.ticket_views import LINK_WORDS, SimilarTickets
from graphwright.tickets.template import default_template


@pytest.fixture(scope="module")
def opened(tmp_path_factory) -> OpenedTickets:
    """Return the shop's tickets, of which INK also solved ORDER."""
    clusters = [TicketCluster(one.document_id, INK.document_id, 2) for one in (INK, BLANK)]
    graph = TicketGraph.of(
        TICKETS,
        SECTIONS,
        edges=[*EDGES, an_edge(INK, "solve", ORDER)],
        clusters=clusters,
        vectors={one.section_id: vector_of(one.text)[None] for one in SECTIONS},
    )
    folder, sections = tmp_path_factory.mktemp("shop"), list(default_template().sections.values())
    write_ticket_indexes(graph, folder)
    return OpenedTickets(
        TicketTexts(graph, TicketWords.open(folder, len(graph))), sections, TopicEmbedder
    )


def test_a_card_has_tree_links_and_cluster(opened: OpenedTickets) -> None:
    card = opened.show("shop-9")
    assert card.ticket == INK
    assert [one.text for one in card.sections] == [
        one.text for one in SECTIONS if one.document_id == INK.document_id
    ]
    told = {(link.words, link.key, link.title) for link in card.links}
    assert ("is duplicated by", "SHOP-10", "Blank receipts") in told
    assert ("solved", "SHOP-12", "Order lamps by phone") in told
    assert [one.key for one in card.cluster] == ["SHOP-9", "SHOP-10"]


def test_an_absent_target_is_told_by_its_key_alone(opened: OpenedTickets) -> None:
    link = next(one for one in opened.show("SHOP-11").links if one.key == "OLD-3")
    assert (link.words, link.document_id, link.title) == ("depends on", None, None)
    with pytest.raises(NotFoundError, match="linked to SHOP-11"):
        opened.show("old-3")


def test_sections_have_their_depth() -> None:
    top, inner = SECTIONS[0], SECTIONS[1]
    tree = [top, _below(inner, top.section_id), _below(SECTIONS[2], inner.section_id)]
    assert [one.depth for one in shown_sections(tree)] == [0, 1, 2]


def _below(section, parent):
    return dataclasses.replace(section, parent_id=parent)


def test_an_answer_is_shown_with_its_plan_and_places(opened: OpenedTickets) -> None:
    found = opened.ask("How do I reproduce the ticket that SHOP-10 duplicates?")
    assert (found.route, [part.text for part in found.parts]) == (Route.GRAPH, ["Sell a pen."])
    again = opened.query(found.plan)
    assert (again.columns, again.rows) == (found.columns, found.rows)
    assert type(found).model_validate_json(found.model_dump_json()) == found


def test_what_solved_a_ticket_answers_for_it(opened: OpenedTickets) -> None:
    (part,) = opened.ask("What is the fix of SHOP-12?").parts
    assert (part.key, part.text) == ("SHOP-9", "Shake the ribbon.")
    assert part.why == "readers said that it solved SHOP-12, which has no fix"


@pytest.mark.parametrize("strategy", ["tickets", "sections", "dense", "bm25", "rrf"])
def test_similar_tickets_have_reasons(opened: OpenedTickets, strategy: str) -> None:
    by_key = opened.similar("SHOP-10", 2, strategy)
    assert by_key.key == "SHOP-10"
    assert "SHOP-10" not in [one.ticket.key for one in by_key.tickets]
    by_text = opened.similar("the lamp is dark", 1, strategy)
    assert by_text.key is None
    assert [one.ticket.key for one in by_text.tickets] == ["SHOP-11"]
    assert by_text.tickets[0].why


def test_counts_and_times(opened: OpenedTickets) -> None:
    assert opened.query("MATCH (t:Ticket) RETURN count(t)").count == len(TICKETS)
    times = opened.times("priority", ["Critical", "Minor"])
    assert {one.value for one in times.groups} == {"Critical", "Minor"}
    assert times.comparison is not None


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda opened: opened.show("SHOP-99"), NotFoundError),
        (lambda opened: opened.similar("  "), PlanError),
        (lambda opened: opened.similar("x" * 30_000), PlanError),
        (lambda opened: opened.similar("lamp", 3, "nearest"), SettingsError),
        (lambda opened: opened.query("CREATE (t:Ticket)"), PlanError),
        (lambda opened: opened.times("reason"), SettingsError),
        (lambda opened: opened.times("priority", ["Minor"]), SettingsError),
    ],
)
def test_what_cannot_be_answered_is_an_error(opened: OpenedTickets, ask, error) -> None:
    with pytest.raises(error):
        ask(opened)


def test_every_kind_of_link_has_words() -> None:
    assert set(LINK_WORDS) == set(TicketLinkKind)


def test_this_solved_it_is_noted_once_by_full_names(opened: OpenedTickets, tmp_path) -> None:
    said = tmp_path / "said.csv"
    collections = [{"name": "shop", "folder": "."}]
    settings = Settings.model_validate({"collections": collections, "ticket_feedback": str(said)})
    assert note_solved(settings, opened.graph, "shop-12", "shop-9")
    assert not note_solved(settings, opened.graph, "SHOP-12", "shop:SHOP-9")
    said.write_text(f"{said.read_text()}shop:SHOP-9,shop:GONE-1\n")
    noted = noted_solutions(settings, opened.graph)
    assert [(one.ticket, one.solved_by, one.counts) for one in noted] == [
        ("shop:GONE-1", "shop:SHOP-9", False),
        ("shop:SHOP-12", "shop:SHOP-9", True),
    ]
    for ticket, by, error in (
        ("SHOP-9", "SHOP-9", SettingsError),
        ("SHOP-9", "SHOP-99", NotFoundError),
    ):
        with pytest.raises(error):
            note_solved(settings, opened.graph, ticket, by)
    unnamed = Settings.model_validate({"collections": collections})
    with pytest.raises(SettingsError, match="ticket_feedback"):
        note_solved(unnamed, opened.graph, "SHOP-12", "SHOP-9")


TEXT = "Till prints nothing"


def rank_of(key: str, found: SimilarTickets) -> int:
    return [one.ticket.key for one in found.tickets].index(key) + 1


def test_strategies_are_scored_on_stated_duplicates(opened: OpenedTickets) -> None:
    found = opened.evaluate()
    by_name = {one.strategy: one for one in found.scores}
    assert found.questions == 1  # SHOP-10 duplicates SHOP-9; what was opened later is not found
    assert (by_name["tickets"].mrr, by_name["tickets"].recall) == (0.5, (0.0, 1.0, 1.0))
    assert set(by_name) == {"tickets", "sections", "dense", "bm25", "rrf"}


def test_strategies_are_scored_on_a_file_of_questions(opened: OpenedTickets, tmp_path) -> None:
    file = tmp_path / "questions.csv"
    lines = [f"{TEXT},SHOP-9 SHOP-99", ",SHOP-9", "unicorns eat hay,", "SHOP-10,SHOP-9"]
    file.write_text("\n".join(["question,tickets", *lines]))
    found = opened.evaluate(file)
    assert found.questions == 2
    expected = [1 / rank_of("SHOP-9", opened.similar(text)) for text in (TEXT, "SHOP-10")]
    mrr = {one.strategy: one.mrr for one in found.scores}["tickets"]
    assert mrr == round(sum(expected) / 2, 4)
    assert found.left_out == (
        "Line 2: there is no ticket SHOP-99.",
        "Line 3: it has no question.",
        "Line 4: it has no ticket to find.",
    )
    file.write_text("text,keys\na,b\n")
    with pytest.raises(SettingsError, match="question and tickets were expected"):
        opened.evaluate(file)
    with pytest.raises(NotFoundError, match="There is no file of questions"):
        opened.evaluate(tmp_path / "none.csv")


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(8)), st.sets(st.integers(0, 9), min_size=1))
def test_scores_are_shares_and_recall_never_falls_with_depth(ranked, gold) -> None:
    one = scores_of("any", [ranked], [EvalQuestion("it", frozenset(gold))])
    assert 0 <= one.mrr <= 1
    assert list(one.recall) == sorted(one.recall)
    assert (one.mrr == 0) == gold.isdisjoint(ranked)
    assert one.recall[0] == (ranked[0] in gold) / len(gold) or len(gold) > 1


def test_a_question_that_is_searched_for_shows_how_it_was_read(opened: OpenedTickets) -> None:
    found = opened.ask("How was it fixed: the till prints a blank receipt")
    assert found.read is not None
    assert {one.section for one in found.read.values} == {"summary", "description"}
    assert [(one.section, one.cue) for one in found.read.wanted] == [("fix", "fixed")]
    assert opened.ask("What is the status of SHOP-9?").read is None


def test_a_model_may_read_it_again(opened: OpenedTickets) -> None:
    def reread(by_rules: TicketQuestion) -> TicketQuestion:
        wanted = (WantedSection(section="summary", cue=Reason.MODEL.value),)
        lamp = AskedValue(section="summary", value="lamp", reason=Reason.MODEL)
        return by_rules.model_copy(update={"values": (lamp,), "wanted": wanted})

    found = opened.ask("The till prints a blank receipt", reread)
    assert found.read is not None
    assert [one.value for one in found.read.values] == ["lamp"]
    assert {part.section for part in found.parts} == {"summary"}
    assert "lamp" in found.parts[0].text.casefold()


def test_words_of_what_is_asked_about_are_no_wanted_sections(opened: OpenedTickets) -> None:
    found = opened.ask("How can this be reproduced: the till prints a blank receipt, no workaround")
    assert {(part.key, part.section) for part in found.parts} == {("SHOP-9", "steps_to_reproduce")}
