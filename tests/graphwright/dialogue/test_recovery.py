"""Dialogues that go wrong at first: refused options, wrong answers, pages that lead to others."""

from __future__ import annotations

import dataclasses

from graphwright.dialogue.lexical_search import LexicalIntentSearch
from graphwright.dialogue.manager import GraphAgent
from graphwright.dialogue.page_parts import named_part
from graphwright.dialogue.reply import ReplyAction
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.words import TEMPLATES
from graphwright.graph.help_graph import HelpGraph
from graphwright.help.rows import read_page
from graphwright.tables import HelpEdge, HelpEdgeKind, HelpPage
from tests.help_rows import Part, help_graph
from tests.parsed_help import parsed_page

NONE = "None of these. It is about:"


def _agent(graph: HelpGraph, **settings: int | float) -> GraphAgent:
    made = dataclasses.replace(DialogueSettings(), **settings)
    return GraphAgent(graph, LexicalIntentSearch(graph), made)


def _of_markdown(markdown: str) -> HelpGraph:
    """Return the graph of a page as it is read."""
    document = parsed_page(markdown)
    name, nodes = document.document_id, read_page(document).nodes
    edges = [
        HelpEdge(one.node_id, one.parent_id, one.node_id, HelpEdgeKind.CHILD, None, None)
        for one in nodes
        if one.parent_id is not None
    ]
    page = HelpPage(name, "help", document.title, None, nodes[0].node_id, None, None, None)
    components = {one.node_id: nodes[0].node_id for one in nodes}
    return HelpGraph(nodes, {name: page}, edges, (), components, {name: document.text})


def test_what_leads_to_another_page_is_said_before_it() -> None:
    lost = Part(
        "Lost parcel",
        ("See Track a delivery.",),
        actionable=False,
        why_not="refers_on",
        links=("Track a delivery",),
    )
    own = _agent(help_graph([lost, Part("Track a delivery", ("Open the map.",))]))
    assert own.reply(["lost parcel"]).text == "See Track a delivery.\nOpen the map."
    again = own.reply(["lost parcel", "That does not help."])
    assert "See Track" not in again.text


def _pages_alike() -> HelpGraph:
    return help_graph(
        [
            Part(
                f"Clean a {one} screen",
                parts=(
                    Part(f"Wet {one} cloth", (f"Wash the {one} screen.",)),
                    Part(f"Dry {one} cloth", (f"Rub the {one} screen.",)),
                ),
            )
            for one in ("blue", "green", "grey")
        ]
    )


def test_who_refuses_all_problems_hears_the_part_of_one_that_they_name() -> None:
    own = _agent(_pages_alike(), sure_from=1.1)
    turns = ["how do I clean a screen"]
    assert own.reply(turns).text == TEMPLATES["which_problem"]
    said = own.reply([*turns, f"{NONE} Dry green cloth."])
    assert said.text == "Clean a green screen\nDry green cloth\nRub the green screen."


def test_after_a_no_an_option_goes_before_a_part_of_another_page() -> None:
    parts = (Part("Blue shop", ("Ask Ann.",)), Part("Opening", ("Come at nine.",)))
    own = _agent(
        help_graph([Part("Visit a red shop", parts=parts), Part("Blue shop", ("Ask Bob.",))]),
        sure_from=1.1,
    )
    turns = ["where is the red or blue shop"]
    labels = [one.label for one in own.reply(turns).options]
    assert "Blue shop" in labels
    assert own.reply([*turns, "no, Blue shop"]).text == "Ask Bob."


def test_who_refuses_all_options_has_chosen_none_of_them() -> None:
    cases = tuple(
        Part(f"{one} saver", (f"{one} saves.",), ("account", f"{one} saver"), "Which account?")
        for one in ("Gold", "Silver", "Jade")
    )
    own = _agent(help_graph([Part("Save money", parts=cases)]))
    turns = ["how do I save money"]
    assert own.reply(turns).action == ReplyAction.CLARIFICATION
    assert own.reply([*turns, "gold"]).text.endswith("Gold saves.")
    assert own.reply([*turns, "no, gold"]).text.endswith("Gold saves.")
    assert "Gold saves." not in own.reply([*turns, f"{NONE} gold account."]).text


def test_who_may_have_named_the_wrong_system_is_offered_the_others() -> None:
    systems = tuple(
        Part(one, (f"Run the {one} file.",), ("system", one), "Which system?")
        for one in ("Windows", "Linux")
    )
    page = Part("Install the till", parts=(*systems, Part("Later", ("Restart it.",))))
    graph = help_graph([page])
    nodes = [
        dataclasses.replace(one, condition_kind="platform" if one.condition else None)
        for one in graph.nodes
    ]
    own = _agent(dataclasses.replace(graph, nodes=nodes))
    turns = ["how do I install the till", "Windows", "That does not help."]
    said = own.reply(turns)
    assert "Restart it." in said.text
    assert "Linux file" not in said.text
    assert [one.label for one in said.options] == ["Linux"]
    assert own.reply([*turns, "Linux"]).text.endswith("Run the Linux file.")


def test_a_clause_is_said_as_the_sentence_that_it_opens() -> None:
    own = _agent(
        _of_markdown(
            """
            # Reset the till

            Keep it up to date:

            - If the till is old, press the blue button.
            - If the till is new, press the red button.
            """
        )
    )
    turns = ["how do I reset the till", "If the till is old"]
    assert own.reply(turns).text.endswith("If the till is old, press the blue button.")
    cases = own.reply([turns[0], "I'm not sure"]).text.splitlines()
    assert cases[-1] == "If the till is new, press the red button."


def _shops(*others: Part) -> GraphAgent:
    pages = [
        Part("Till support", ("Ring the till desk.",), product=("Support", "Till")),
        Part("Scale support", ("Ring the scale desk.",), product=("Support", "Scale")),
    ]
    return _agent(help_graph([*pages, *others]), sure_from=1.1)


def test_a_product_that_alone_is_near_is_offered_by_its_page_and_is_not_asked_for() -> None:
    own = _shops(Part("Lift a till", ("Use two hands.",)))
    turns = ["heavy till", "Till support"]
    assert "Till support" in [one.label for one in own.reply(turns[:1]).options]
    assert own.reply(turns).text == "Ring the till desk."


def test_products_that_are_all_near_are_offered_by_their_topic() -> None:
    own = _shops(Part("Support a shelf", ("Use two screws.",)))
    labels = [one.label for one in own.reply(["screws and support from a desk"]).options]
    assert "Support" in labels
    assert not {"Till support", "Scale support"} & set(labels)


def test_the_one_part_of_a_page_that_asks_for_more_is_no_answer_whole() -> None:
    own = _agent(
        _of_markdown(
            """
            # Something on the bill is wrong

            Do not pay a part of it. What is wrong?

            * **The price**: Compare it with the order.
            * **The tax**: Send us your number.
            """
        )
    )
    turns = ["the bill is wrong"]
    asked = own.reply(turns)
    assert [one.label for one in asked.options] == ["The price", "The tax"]
    assert "Send us" not in asked.text
    assert own.reply([*turns, "The tax"]).text.endswith("Send us your number.")


def test_lines_of_what_only_leads_elsewhere_name_no_part() -> None:
    links = Part("Common", ("No such file",), actionable=False, why_not="refers_on")
    error = Part("Error: no such thing or file", ("Import the file.",))
    page = Part("Fix a sketch", parts=(links, error, Part("Is it old?", ("Wait.",))))
    view = _agent(help_graph([page])).view
    named = named_part(view, 0, "it says: no such file", ())
    assert named is None
    assert named_part(view, 0, "please import the file now", ()) == 2
