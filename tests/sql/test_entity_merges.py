from __future__ import annotations

import dataclasses

import pytest
from graph_rows import GraphRows, read, write_rows

import sql
from graphwright.quality.catalogue import checks_of
from graphwright.quality.run import run_checks
from graphwright.tables import EntityMerge


@pytest.fixture
def merges(tmp_path):
    def of(rows: GraphRows) -> list[tuple[object, ...]]:
        views = write_rows(tmp_path, rows.rows())
        made = sql.run_select("entity_merges", views).to_pylist()
        columns = ("alias_key", "target_key", "tier", "accepted", "reason")
        return [tuple(row[name] for name in columns) for row in made]

    return of


SEED = "declared by a seed concept"
ONLY = "the only expansion that the documents give"


def test_an_acronym_with_one_expansion_is_merged_with_its_best_evidence(tmp_path):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO", confidence=0.7)
    best = rows.acronym("purchase order", "PO", path="b.md", confidence=0.9)
    made = sql.run_select("entity_merges", write_rows(tmp_path, rows.rows())).to_pylist()
    assert made == [
        {
            "alias_key": "po",
            "target_key": "purchase order",
            "tier": "acronym",
            "accepted": True,
            "score": 0.9,
            "reason": ONLY,
            "evidence_triple_id": best.triple_id,
        }
    ]


def test_equal_scores_take_the_smallest_triple_id_as_evidence(tmp_path):
    rows = GraphRows()
    triples = [rows.acronym("Purchase Order", "PO", path=f"{n}.md") for n in range(5)]
    made = sql.run_select("entity_merges", write_rows(tmp_path, rows.rows())).to_pylist()
    assert made[0]["evidence_triple_id"] == min(triple.triple_id for triple in triples)


def test_an_acronym_with_two_expansions_is_merged_into_neither(merges):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.acronym("Post Office", "PO", path="b.md")
    reason = "ambiguous: the documents give 2 expansions"
    assert merges(rows) == [
        ("po", "post office", "acronym", False, reason),
        ("po", "purchase order", "acronym", False, reason),
    ]


def test_expansions_that_are_one_seed_concept_are_one_expansion(merges):
    rows = GraphRows()
    rows.seed("Purchase Order", "Procurement Order")
    rows.acronym("Purchase Order", "PO")
    rows.acronym("Procurement Order", "PO", path="b.md")
    assert merges(rows) == [
        ("po", "purchase order", "acronym", True, ONLY),
        ("procurement order", "purchase order", "seed", True, SEED),
    ]


def test_the_seeds_decide_what_an_acronym_stands_for(merges):
    rows = GraphRows()
    rows.seed("Purchase Order", "PO")
    rows.acronym("Post Office", "PO")
    rows.acronym("Purchase Order", "PO", path="b.md")
    assert merges(rows) == [
        ("po", "post office", "acronym", False, "the seed concepts decide this name"),
        ("po", "purchase order", "acronym", True, "agrees with a seed concept"),
        ("po", "purchase order", "seed", True, SEED),
    ]


def test_two_different_seed_concepts_are_never_merged(merges):
    rows = GraphRows()
    rows.seed("PO")
    rows.seed("Purchase Order")
    rows.acronym("Purchase Order", "PO")
    assert merges(rows) == [
        ("po", "purchase order", "acronym", False, "the seed concepts decide this name")
    ]


def test_an_alias_of_two_seed_concepts_is_left_open_by_both_tiers(merges):
    rows = GraphRows()
    rows.seed("Purchase Order", "PO")
    rows.seed("Post Office", "PO")
    rows.acronym("Purchase Order", "PO")
    under_two = "the alias stands under 2 seed concepts"
    assert merges(rows) == [
        ("po", "purchase order", "acronym", False, "the seed concepts decide this name"),
        ("po", "post office", "seed", False, under_two),
        ("po", "purchase order", "seed", False, under_two),
    ]


def test_an_alias_that_is_itself_a_seed_concept_stays_one(merges):
    rows = GraphRows()
    rows.seed("ERP", "SAP")
    rows.seed("SAP")
    assert merges(rows) == [("sap", "erp", "seed", False, "the alias is itself a seed concept")]


@pytest.mark.parametrize(
    ("expansion", "acronym", "accepted"),
    [
        ("S/4HANA 2022", "S4 2021", False),
        ("Windows 11", "Win", False),
        ("Open Data Protocol v4", "OData v4", True),
        ("Business to Business", "B2B", True),
    ],
)
def test_names_whose_numbers_differ_are_not_merged(merges, expansion, acronym, accepted):
    rows = GraphRows()
    rows.acronym(expansion, acronym)
    [(*_, made, reason)] = merges(rows)
    assert (made, reason) == (accepted, ONLY if accepted else "the numbers differ")


def test_an_acronym_of_an_acronym_is_not_followed(merges):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.acronym("PO", "P", path="b.md")
    assert merges(rows) == [
        ("p", "po", "acronym", False, "the expansion is itself an acronym"),
        ("po", "purchase order", "acronym", True, ONLY),
    ]


def test_acronyms_that_name_each_other_are_not_merged(merges):
    rows = GraphRows()
    rows.acronym("PO", "P")
    rows.acronym("P", "PO", path="b.md")
    assert [row[3] for row in merges(rows)] == [False, False]


def test_a_chain_over_a_seed_ends_in_the_seed_concept(merges):
    rows = GraphRows()
    rows.seed("Procurement Document", "Purchase Order")
    rows.acronym("Purchase Order", "PO")
    assert merges(rows) == [
        ("po", "procurement document", "acronym", True, ONLY),
        ("purchase order", "procurement document", "seed", True, SEED),
    ]


def test_rejected_negated_and_other_triples_introduce_nothing(merges):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.fact("Purchase Order", "be abbreviated as", "POR", path="b.md")
    rows.triples[0] = dataclasses.replace(rows.triples[0], rejection="low_confidence")
    rows.acronym("Purchase Order", "PUR", path="c.md")
    rows.triples[2] = dataclasses.replace(rows.triples[2], negated=True)
    assert merges(rows) == []


def test_merges_without_seeds_and_triples_are_none(merges):
    assert merges(GraphRows()) == []


def test_checks_of_merges_find_a_chain_and_missing_evidence(tmp_path):
    rows = GraphRows().rows()
    rows["entity_merges"] = [
        EntityMerge("a", "b", "seed", True, 1.0, "", None),
        EntityMerge("b", "c", "acronym", True, 0.9, "", "nowhere"),
    ]
    views = write_rows(tmp_path, rows)
    failed = {r.name: r.failed_rows for r in run_checks(checks_of("entity_merges"), views)}
    assert failed["every_name_has_one_entity"] == 1
    assert failed["every_acronym_has_evidence"] == 1
    assert len(read(views, "entity_merges")) == 2
