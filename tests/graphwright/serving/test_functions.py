from __future__ import annotations

import pytest

from graphwright.errors import NotFoundError, SettingsError
from graphwright.graph.entity_card import inspect_entity
from graphwright.retrieval import STRATEGIES
from graphwright.serving import functions, models
from graphwright.serving.reader import Reader

QUESTION = "Who gives the second approval?"


@pytest.mark.parametrize("strategy", STRATEGIES.names)
def test_a_search_is_what_the_strategy_finds(reader: Reader, strategy: str) -> None:
    asked = models.SearchRequest(question=QUESTION, strategy=strategy, k=3)
    answer = functions.search(reader, asked)
    found = reader.strategy(strategy).retrieve(QUESTION, 3)
    assert answer.snapshot == reader.snapshot.id
    assert [p.chunk_id for p in answer.chunks] == [c.chunk_id for c in found.chunks]
    assert [f.text for f in answer.relations] == [r.sentence for r in found.relations]
    assert [e.name for e in answer.entity] == [e.name for e in found.entities]
    assert answer == functions.search(reader, asked)


def test_a_strategy_that_is_not_there_is_named_with_those_that_are(reader: Reader) -> None:
    with pytest.raises(SettingsError, match="'best', but there is only 'bm25'"):
        functions.search(reader, models.SearchRequest(question=QUESTION, strategy="best"))


@pytest.mark.parametrize("name", ["Orbit ERP", "OERP"])
def test_an_entity_has_what_its_card_has(reader: Reader, name: str) -> None:
    answer = functions.entity(reader, models.EntityRequest(name=name))
    card = inspect_entity(reader.snapshot, name)
    assert [f.text for f in answer.outgoing] == [f.sentence for f in card.outgoing]
    assert [f.text for f in answer.incoming] == [f.sentence for f in card.incoming]
    assert (answer.outgoing_count, answer.incoming_count) == card.facts
    assert [a.alias for a in answer.aliases] == ["Orbit ERP", "OERP"]
    by_id = models.EntityRequest(name=answer.entity.entity_id)
    assert functions.entity(reader, by_id) == answer


def test_evidence_is_marked_in_its_passage(reader: Reader) -> None:
    fact = functions.entity(reader, models.EntityRequest(name="Orbit ERP")).incoming[0]
    asked = models.EvidenceRequest(evidence_id=fact.quotes[0].evidence_id[:16])
    answer = functions.evidence(reader, asked)
    assert answer.passage[slice(*answer.quote_span)] == answer.quote.text == fact.quotes[0].text
    assert answer.fact.relation_id == fact.relation_id


def test_a_document_is_read_passage_by_passage(reader: Reader) -> None:
    ids = sorted(set(reader.snapshot.chunks["document_id"].to_pylist()))
    for document_id in ids:
        whole = functions.document(reader, models.DocumentRequest(document_id=document_id))
        assert [p.index for p in whole.passages] == list(range(whole.passage_count))
        for first in range(whole.passage_count):
            part = models.DocumentRequest(document_id=document_id, first=first, passages=1)
            assert functions.document(reader, part).passages == whole.passages[first : first + 1]
    assert any(p.facts for d in ids for p in _document(reader, d).passages)


def _document(reader: Reader, document_id: str) -> models.DocumentAnswer:
    return functions.document(reader, models.DocumentRequest(document_id=document_id))


def test_what_is_not_there_is_said(reader: Reader) -> None:
    with pytest.raises(NotFoundError, match="No entity is named 'Orbit EPR'"):
        functions.subgraph(reader, models.SubgraphRequest(name="Orbit EPR"))
    with pytest.raises(NotFoundError, match="No evidence of the published graph"):
        functions.evidence(reader, models.EvidenceRequest(evidence_id="0123456789abcdef"))
    with pytest.raises(NotFoundError, match="No document of the published graph"):
        functions.document(reader, models.DocumentRequest(document_id="0123456789abcdef"))


def test_strategies_say_what_they_do(reader: Reader) -> None:
    told = functions.strategies(reader).strategies
    assert sorted(strategy.name for strategy in told) == list(STRATEGIES.names)
    assert [strategy.name for strategy in told if strategy.default] == ["walk"]
    assert all(strategy.description for strategy in told)


def test_the_status_counts_what_is_served(reader: Reader) -> None:
    status = functions.status(reader)
    assert status.counts["entities"] == reader.snapshot.entities.num_rows
    assert (status.kind, status.publication) == ("published", 1)
