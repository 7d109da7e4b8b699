from __future__ import annotations

import pytest

from graphwright.graph.entity_card import UnknownEntityError, inspect_entity
from graphwright.graph.snapshot import Snapshot


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
