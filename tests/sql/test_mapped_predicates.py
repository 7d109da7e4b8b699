"""Predicates that meet, a closed vocabulary, contradictions, and what stands above what."""

from __future__ import annotations

import dataclasses

import pytest
from graph_rows import GraphRows, built_apart

from graphwright.ids import content_id
from graphwright.tables import PredicateForm, SeedBroader

OWN = PredicateForm("own", "own", False, False, False, "", 1)
OWNED = dataclasses.replace(OWN, form="be owned by", inverse=True)
PRICE = PredicateForm("price", "price", False, True, False, "", 5)


@pytest.fixture
def made(tmp_path):
    def made_of(rows, *forms, broader=()):
        tables = rows.rows() | {"predicates": list(forms), "seed_broader": list(broader)}
        return built_apart(tables, tmp_path)

    return made_of


def test_a_predicate_and_its_inverse_meet_in_one_relation(made):
    rows = GraphRows()
    rows.fact("Lee", "own", "Mill", text="Lee owns Mill.")
    said = rows.fact("Mill", "be owned by", "Lee", text="Mill is owned by Lee.")
    tables = made(rows, OWN, OWNED)
    [relation] = tables["relations"]
    assert (relation["text"], relation["support_count"]) == ("Lee own Mill", 2)
    turned = next(row for row in tables["evidence"] if row["triple_id"] == said.triple_id)
    assert turned["stated_predicate"] == "be owned by"
    assert (turned["subject_start"], turned["subject_end"]) == (said.object_start, said.object_end)
    assert (turned["object_start"], turned["object_end"]) == (said.subject_start, said.subject_end)
    plain = next(row for row in tables["evidence"] if row["triple_id"] != said.triple_id)
    assert plain["stated_predicate"] is None


def test_denial_and_mood_stay_with_the_turned_relation(made):
    rows = GraphRows()
    rows.fact("Mill", "be owned by", "Lee", negated=True, modality="Can")
    [relation] = made(rows, OWN, OWNED)["relations"]
    assert (relation["text"], relation["negated"]) == ("Lee can not own Mill", True)


def test_a_closed_vocabulary_leaves_others_out_with_a_reason(made):
    rows = GraphRows()
    rows.fact("Lee", "own", "Mill")
    other = rows.fact("Lee", "like", "Mill")
    tables = made(rows, dataclasses.replace(OWN, closed=True))
    assert [row["predicate"] for row in tables["relations"]] == ["own"]
    assert [(row["triple_id"], row["reason"]) for row in tables["rejected_triples"]] == [
        (other.triple_id, "outside_vocabulary")
    ]


def test_contradictions_are_denials_and_two_objects_of_a_functional_predicate(made):
    rows = GraphRows()
    rows.fact("Lee", "own", "Mill", text="Lee owns Mill.", confidence=0.7)
    rows.fact("Lee", "own", "Mill", text="Yes, Lee owns Mill.", confidence=0.9)
    rows.fact("Lee", "own", "Mill", text="Lee does not own Mill.", path="b.md", negated=True)
    rows.fact("Mill", "price", "5", text="Mill: 5")
    rows.fact("Mill", "price", "6", text="Mill: 6")
    rows.fact("Lee", "like", "5")
    rows.fact("Lee", "like", "6")
    found = {row["kind"]: row for row in made(rows, OWN, PRICE)["contradictions"]}
    assert set(found) == {"polarity", "value"}
    assert found["polarity"]["quote"] == "Yes, Lee owns Mill."
    assert found["polarity"]["other_quote"] == "Lee does not own Mill."
    assert found["polarity"]["subject_id"] == content_id("entity", "lee")
    assert {found["value"]["quote"], found["value"]["other_quote"]} == {"Mill: 5", "Mill: 6"}


@pytest.mark.parametrize(
    "changes",
    [
        {"restriction": "in May"},
        {"modality": "may"},
        {"layer": "procedure"},
        {"negated": True},
        {"rejection": "low_confidence"},
    ],
)
def test_what_tells_two_values_apart_is_no_contradiction(made, changes):
    rows = GraphRows()
    rows.fact("Mill", "price", "5")
    rows.fact("Mill", "price", "6", **changes)
    assert made(rows, PRICE)["contradictions"] == []


def test_broader_concepts_stand_beside_the_facts(made):
    rows = GraphRows()
    rows.fact("Order", "be in", "Paper")
    above = [
        SeedBroader("order", "Order", "paper", "Paper", "seeds.yaml", "line 2"),
        SeedBroader("order", "Order", "thing", "Thing", "seeds.yaml", "line 2"),
        SeedBroader("unseen", "Unseen", "paper", "Paper", "seeds.yaml", "line 9"),
    ]
    tables = made(rows, broader=above)
    assert [(row["entity"], row["broader"], row["broader_id"]) for row in
            tables["entity_broader"]] == [
        ("Order", "Paper", content_id("entity", "paper")), ("Order", "Thing", None),
    ]  # fmt: skip
    assert [row["predicate"] for row in tables["relations"]] == ["be in"]


@pytest.mark.parametrize(
    ("name", "type_", "source"),
    [
        ("Approval Service", "Service", "class word"),
        ("mobile app", "Application", "class word"),
        ("method GET", "Method", "class word"),
        ("field orderDate", "Field", "class word"),
        ("method of payment", "Concept", "form"),
        ("table legs", "Concept", "form"),
        ("service", "Concept", "form"),
        ("ISTIO-SYSTEM", "Concept", "form"),
    ],
)
def test_a_class_word_tells_what_a_concept_is(made, name, type_, source):
    rows = GraphRows()
    rows.fact(name, "be in", "Mill")
    entity = next(row for row in made(rows)["entities"] if row["name"] == name)
    assert (entity["type"], entity["type_source"], entity["concept"]) == (type_, source, True)


def test_the_type_of_a_seed_goes_before_a_class_word(made):
    rows = GraphRows()
    rows.fact("Approval Service", "be in", "Mill")
    rows.seed("Approval Service", type_="Module")
    entity = next(row for row in made(rows)["entities"] if row["seed"])
    assert (entity["type"], entity["type_source"]) == ("Module", "seed")


def test_a_seed_without_a_type_leaves_it_to_the_class_word(made):
    rows = GraphRows()
    rows.fact("Approval Service", "be in", "Mill")
    for name in ("Approval Service", "Mill"):
        rows.seed(name, type_="Concept")
    found = {row["name"]: (row["type"], row["type_source"]) for row in made(rows)["entities"]}
    assert found == {"Approval Service": ("Service", "class word"), "Mill": ("Concept", "seed")}
