from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from serving_lake import Documents, Section, make_rows

from graphwright.entities.normalise import normalise
from graphwright.graph.entity_card import UnknownEntityError, inspect_entity
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.ids import content_id, document_id
from graphwright.pages.terminal.answers import render_entity
from graphwright.tables import ProcedureStep
from graphwright.vectors.embedder import Embedder


@pytest.mark.parametrize("name", ["Orbit ERP", "oerp", "ORBIT erp"])
def test_a_card_through_any_name(snapshot: Snapshot, name: str) -> None:
    card = inspect_entity(snapshot, name)
    assert card.entity.name == "Orbit ERP"
    assert [(a.alias, a.tier, a.mention_count) for a in card.aliases] == [
        ("Orbit ERP", "exact", 3),
        ("OERP", "acronym", 0),
    ]
    assert [(m.tier, m.accepted) for m in card.merges] == [("acronym", True)]
    assert card.chunks == 3
    assert card.homonyms == ()


def test_what_the_seed_file_says_is_broader_is_told_both_ways_and_is_no_fact(
    snapshot: Snapshot,
) -> None:
    order, orbit = (inspect_entity(snapshot, name) for name in ("PO", "Orbit ERP"))
    assert [(one.broader, one.broader_id is None) for one in order.broader] == [
        ("Orbit ERP", False),
        ("document", True),
    ]
    assert [one.entity for one in orbit.narrower] == ["purchase order"]
    assert (order.narrower, orbit.broader) == ((), ())
    assert not [fact for fact in order.outgoing if fact.relation.object == "document"]
    told = render_entity(order)
    assert "Broader, as the seed file says" in told
    assert "Orbit ERP  (seeds.yaml, line 2)" in told


def test_facts_in_both_directions_with_their_quotes(snapshot: Snapshot) -> None:
    card = inspect_entity(snapshot, "Orbit ERP")
    assert [fact.relation.text for fact in card.outgoing] == ["Orbit ERP store supplier contract"]
    assert [fact.relation.text for fact in card.incoming] == ["plant manager use Orbit ERP"]
    stored = card.outgoing[0]
    assert stored.relation.support_count == 2
    assert [quote.citation.title for quote in stored.quotes] == [
        "The support handbook",
        "The purchasing handbook",
    ]
    quote = card.incoming[0].quotes[0]
    assert quote.text == "The plant manager gives the second approval in Orbit ERP."
    assert (quote.citation.page, quote.citation.start, quote.citation.end) == (1, 63, 120)


def test_a_limit_keeps_the_best_supported_facts_and_says_how_many_there_are(
    snapshot: Snapshot,
) -> None:
    names = {entity.name for entity in snapshot.entity_rows(range(snapshot.entities.num_rows))}
    wholes = [inspect_entity(snapshot, name) for name in sorted(names)]
    assert max(max(card.facts) for card in wholes) > 1
    for whole in wholes:
        cut = inspect_entity(snapshot, whole.entity.name, limit=1)
        assert cut.facts == whole.facts == (len(whole.outgoing), len(whole.incoming))
        assert (cut.outgoing, cut.incoming) == (whole.outgoing[:1], whole.incoming[:1])
        for facts in (whole.outgoing, whole.incoming):
            ranks = [(-f.relation.support_count, -f.relation.confidence) for f in facts]
            assert ranks == sorted(ranks)


def test_an_unknown_name_comes_with_suggestions(snapshot: Snapshot) -> None:
    with pytest.raises(
        UnknownEntityError, match=r"named 'Orbit EPR'\. Near it are: Orbit ERP"
    ) as e:
        inspect_entity(snapshot, "Orbit EPR")
    assert e.value.suggestions[0] == "Orbit ERP"


def test_a_name_like_no_other(snapshot: Snapshot) -> None:
    with pytest.raises(UnknownEntityError, match="No name is spelt like it"):
        inspect_entity(snapshot, "xylophone")


NAVIGATED: Documents = {
    "ledger.md": [
        Section(
            "Close the Year",
            [
                ("Open the ledger.", [("Close the Year", "involve opening", "ledger", 0.9)]),
                ("The ledger holds every posting.", [("ledger", "hold", "posting", 0.9)]),
                ("See Open the Year.", [("Close the Year", "refer to", "Open the Year", 0.9)]),
            ],
        )
    ]
}


def _step(position: int, number: str, text: str, **changes: object) -> ProcedureStep:
    whole = " ".join(sentence for sentence, _ in NAVIGATED["ledger.md"][0].sentences)
    start = whole.index(text)
    step = ProcedureStep(
        step_id=f"step {position}", document_id=document_id("handbook", "ledger.md"),
        chunk_id=content_id("chunk", "ledger.md", 0), sentence_id=f"sentence {position}",
        task="Close the Year", task_key=normalise("Close the Year"), task_start=0, task_end=14,
        position=position, number=number, parent_id=None, start=start, end=start + len(text),
        text=text, actions=(), condition=None, result=None, result_start=None, result_end=None,
    )  # fmt: skip
    return dataclasses.replace(step, **changes)  # type: ignore[arg-type]


@pytest.fixture
def navigated(embedder: Embedder, publish: Callable[..., str], lake: Path) -> Snapshot:
    rows = make_rows(NAVIGATED, embedder)
    first = _step(1, "1", "Open the ledger.", condition="optional")
    part = _step(2, "1.1", "The ledger holds every posting.", parent_id="step 1")
    rows.procedure_steps = [part, first]
    publish(rows)
    return open_snapshot(lake)


def test_facts_of_other_layers_are_shown_where_they_are_asked_for(navigated: Snapshot) -> None:
    card = inspect_entity(navigated, "Close the Year")
    assert (card.outgoing, card.facts, card.other_facts) == ((), (0, 0), 2)
    whole = inspect_entity(navigated, "Close the Year", navigation=True)
    assert {f.relation.predicate for f in whole.outgoing} == {"involve opening", "refer to"}
    assert whole.other_facts == 0
    assert ", procedure]" in render_entity(whole)
    assert ", navigation]" in render_entity(whole)
    ledger = inspect_entity(navigated, "ledger")
    assert [f.relation.predicate for f in (*ledger.outgoing, *ledger.incoming)] == ["hold"]


def test_an_entity_of_navigation_alone_is_found(navigated: Snapshot) -> None:
    card = inspect_entity(navigated, "Open the Year")
    assert (card.entity.name, card.facts, card.other_facts) == ("Open the Year", (0, 0), 1)
    named = dataclasses.replace(card.entity, mention_count=0, document_count=0, navigation_count=1)
    first = render_entity(dataclasses.replace(card, entity=named)).splitlines()[1]
    assert first == "  0 mentions in 0 documents and 1 chunks, 1 more in steps and references"


def test_a_task_is_shown_as_its_ordered_steps(navigated: Snapshot) -> None:
    card = inspect_entity(navigated, "close the year")
    [procedure] = card.procedures
    assert [(s.number, s.text) for s in procedure.steps] == [
        ("1", "Open the ledger."),
        ("1.1", "The ledger holds every posting."),
    ]
    assert procedure.citation.uri == "https://handbook.example/ledger.md"
    lines = render_entity(card).splitlines()
    assert "  1. Open the ledger. [optional]" in lines
    assert "     1.1. The ledger holds every posting." in lines
    assert any(line.startswith("2 facts of steps and references") for line in lines)
    assert inspect_entity(navigated, "ledger").procedures == ()
