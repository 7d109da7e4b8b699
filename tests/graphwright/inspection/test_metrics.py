from __future__ import annotations

import pytest
from graph_rows import GraphRows, build, write_rows

from graphwright.inspection.metrics import METRICS, table_metrics
from graphwright.tables import HAS_TEXT, DocumentStatus, TripleRejection


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    folder = tmp_path_factory.mktemp("views")
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.fact("PO", "be in", "Store")
    rows.fact("Mail", "go to", "Manager", rejection="low_confidence")
    return build(write_rows(folder, rows.rows()), folder)


def test_every_reason_is_a_number_though_it_does_not_occur(views):
    found = table_metrics("rejected_triples", views)
    assert set(found) == {f"rejected_{reason}" for reason in TripleRejection}
    assert found["rejected_low_confidence"] == 1
    assert found["rejected_merged"] == 1
    assert found["rejected_too_long"] == 0


def test_merges_and_facts(views):
    assert table_metrics("entity_merges", views) == {
        "merged_by_seed": 0,
        "merged_by_acronym": 1,
        "merged_by_decision": 0,
        "merged_by_spelling": 0,
        "merges_refused": 0,
    }
    assert table_metrics("entities", views) == {
        "seed_entities": 0,
        "concepts": 2,
        "concept_share": 1.0,
        "mean_mentions": 1.0,
        "entities_without_knowledge": 0,
    }
    assert table_metrics("evidence", views) == {
        "sentences_with_a_fact": 1,
        "documents_with_a_fact": 1,
        "evidence_knowledge": 1,
        "evidence_procedure": 0,
        "evidence_navigation": 0,
        "evidence_context": 0,
    }


@pytest.mark.parametrize("table", METRICS)
def test_an_empty_table_has_the_same_names_and_only_zeros(table, views):
    empty = {name: [] for measure in METRICS[table] for name in measure.reads}
    found = table_metrics(table, empty)
    assert set(found.values()) == {0}
    if table in views:
        assert set(found) == set(table_metrics(table, views))


def test_a_table_without_measures_has_no_numbers():
    assert table_metrics("annotations", {"annotations": []}) == {}


def test_the_statuses_of_documents_are_those_declared():
    found = table_metrics("rejected_documents", {"rejected_documents": []})
    assert set(found) == {
        f"rejected_{status}" for status in DocumentStatus if status not in HAS_TEXT
    }
