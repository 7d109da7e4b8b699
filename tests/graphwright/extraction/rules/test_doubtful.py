"""Sentences from whose words no fact may be made: cut arguments, and what belongs elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

Extract = Callable[[str], Extracted]
Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "rule", "facts"),
    [
        # what one of several values means
        (
            "The state of the gate. Possible values: OPEN: The gate admits guests.",
            "object",
            set(),
        ),
        # what the reader does to reach something
        ("Confirm the list of ropes to start the copy.", "object", set()),
        # what an act rests on is no second object
        ("The harbour checks the ship based on the tide.", "object_preposition", set()),
        ("The crane lifts one of four boxes depending on the wind.", "object_preposition", set()),
        (
            "The clerk creates the invoice using the ledger.",
            "object_preposition",
            {("clerk", "create invoice using", "ledger")},
        ),
        (
            "Keepers can open all gates independently of the tide.",
            "object_preposition",
            {("Keepers", "open independently of", "tide")},
        ),
        # the reader does it, not what he uses
        ("Use the telescope to gain insight into the orbit.", "object_preposition", set()),
        ("Open the value help to choose the harbour from the list.", "object_preposition", set()),
        # a purpose has no subject of its own
        ("Enter a value, for example Oslo to refine the list.", "object", set()),
        # a noun without the words that say what it is
        ("The tug extends the fleet with the ability to tow barges.", "object_preposition", set()),
        (
            "The guide keeps the old harbour clean and safe.",
            "object",
            set(),
        ),
        # one span over two phrases
        (
            "For data archiving in Alder Cloud the Archive Development Kit provides signed forms.",
            "object",
            set(),
        ),
    ],
)
def test_no_fact_is_made_of_parts(extract: Extract, text: str, rule: str, facts: set[Fact]) -> None:
    assert extract(text).rule(rule) == facts


def test_what_a_relative_clause_moves_stands_beside_its_end(extract: Extract) -> None:
    found = extract("You can add labels that the brewery router returns to the cooper.")
    stated = found.triple("brewery router", "return to", "cooper")
    assert [q.text for q in stated.qualifiers if q.kind == "object"] == ["labels"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "The supported colours are red, green and blue paint.",
            {("supported colours", "be", "red, green and blue paint")},
        ),
        (
            "The minimum size is 2 rooms and 1 kitchen.",
            {("minimum size", "be", "2 rooms and 1 kitchen")},
        ),
        (
            "Kyma is a runtime and a framework.",
            {("Kyma", "be", "runtime"), ("Kyma", "be", "framework")},
        ),
    ],
)
def test_what_is_only_so_together_is_one_argument(
    extract: Extract, text: str, facts: set[Fact]
) -> None:
    assert extract(text).rule("copula") == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("You log into your Lake Alder account.", set()),
        ("The clerk adds the part to an Alder Forms app.", set()),
        ("Ledger ID", set()),
        ("The clerk opens the Tide Tables app.", {("Tide Tables", "be", "app")}),
        ("Interface IF_ORDER has two methods.", {("IF_ORDER", "be", "Interface")}),
    ],
)
def test_what_only_modifies_a_kind_is_not_of_it(
    extract: Extract, text: str, facts: set[Fact]
) -> None:
    assert extract(text).rule("designation") == facts


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("You can leave such tasks to the harbour clerk.", "be left to"),
        ("The length of this period can be changed for pilots.", "be changed for"),
        ("Some of these locks are opened with brass keys.", "be opened with"),
        ("The tower is visible on the following charts.", "be visible on"),
    ],
)
def test_what_points_at_its_text_is_context(extract: Extract, text: str, predicate: str) -> None:
    assert [t.layer for t in extract(text).triples if t.predicate == predicate] == ["context"]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        # a "verb" that is a part of a word, a noun, or describes one
        ("The forms are set to print-ready during the review.", set()),
        ("For this reason, safety features for the cargo lift apply.", set()),
        ("Open the list to see the top five most polluting kilns.", set()),
        (
            "You have the harbour crane set up with the new winch.",
            {("You", "have", "harbour crane")},
        ),
        ("You have the harbour crane lift the boat.", {("harbour crane", "lift", "boat")}),
        # a condition that is cut, or holds the first words of the subject
        (
            "Once you set them up for your mill, local bakers, shops in other towns, or guests "
            "outside your county can order the bread.",
            set(),
        ),
        (
            "If a note is read from a file, the clerk stamps the receipt.",
            {("clerk", "stamp", "receipt")},
        ),
        # somebody is free not to do it
        ("The captain may decide not to lower the anchor.", set()),
        ("The captain decides to lower the anchor.", {("captain", "decide to lower", "anchor")}),
    ],
)
def test_what_ends_at_the_wrong_place_is_no_fact(
    extract: Extract, text: str, given: set[Fact]
) -> None:
    assert extract(text).rule("object") == given


def test_what_somebody_has_done_is_done(extract: Extract) -> None:
    found = extract("You can quickly have the winch installed with brass fittings.")
    assert ("winch", "be installed with", "brass fittings") in found.rule("preposition")


def test_what_the_reader_does_with_a_tool_is_not_done_by_it(extract: Extract) -> None:
    facts = extract("You can use the crane to get the boxes by pulling the rope.").facts
    assert not {fact for fact in facts if fact[0] == "crane"}
