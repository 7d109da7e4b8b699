"""What is no concept answers nothing as an entity, and is still found and still part of facts."""

from __future__ import annotations

import copy
import dataclasses
from typing import TYPE_CHECKING

import pytest
from serving_lake import Rows, write_tables

from graphwright.graph.entity_card import inspect_entity
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.publish.publish import publish_snapshot
from graphwright.retrieval import STRATEGIES
from graphwright.retrieval.strategy import StrategyParts
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

WITHHELD = "Orbit ERP"
QUESTION = "What does Orbit ERP store?"


@pytest.fixture(scope="module")
def withheld(
    tmp_path_factory: pytest.TempPathFactory, handbook: Rows, embedder: Embedder
) -> Snapshot:
    """Return the handbook's graph in which one entity is an interface label."""
    rows = copy.copy(handbook)
    rows.entities = [
        dataclasses.replace(entity, type="Interface label", concept=False)
        if entity.name == WITHHELD
        else entity
        for entity in handbook.entities
    ]
    concepts = {entity.entity_id for entity in rows.entities if entity.concept}
    rows.entity_embeddings = [one for one in handbook.entity_embeddings if one.id in concepts]
    root = tmp_path_factory.mktemp("withheld")
    publish_snapshot(
        root,
        write_tables(root / "tables", rows),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )
    return open_snapshot(root, verify=True)


@pytest.mark.parametrize("name", ["graph", "walk"])
def test_it_is_no_entity_of_an_answer(
    snapshot: Snapshot, withheld: Snapshot, embedder: Embedder, nlp: Language, name: str
) -> None:
    def answer(graph: Snapshot):
        strategy = STRATEGIES.get(name)(StrategyParts(graph, lambda: embedder, lambda: nlp))
        return strategy.retrieve(QUESTION, 3)

    assert WITHHELD in {entity.name for entity in answer(snapshot).entities}
    context = answer(withheld)
    assert WITHHELD not in {entity.name for entity in context.entities}
    assert context.unknown == ()
    assert context.relations
    assert context.chunks


def test_it_is_found_and_keeps_its_facts(snapshot: Snapshot, withheld: Snapshot) -> None:
    card = inspect_entity(withheld, WITHHELD)
    assert card.entity.type == "Interface label"
    assert card.facts == inspect_entity(snapshot, WITHHELD).facts
    assert withheld.relations.equals(snapshot.relations)


def test_rows_of_concepts(snapshot: Snapshot, withheld: Snapshot) -> None:
    rows = range(snapshot.entities.num_rows)
    assert snapshot.concepts.tolist() == list(rows)
    (row,) = withheld.names.find(WITHHELD)
    assert withheld.concepts.tolist() == [other for other in rows if other != row]
    assert withheld.entity_vectors.rows_at(range(len(rows) - 1)) == withheld.concepts.tolist()
    assert [withheld.is_concept(other) for other in rows] == [other != row for other in rows]
