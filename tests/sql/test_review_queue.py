"""The queue of pairs for a person: what is in it, in which order, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from graph_rows import GraphRows, build, read, write_rows

from graphwright.tables import EntityDecision, NameGroup, NamePair

Queue = Callable[..., list[dict[str, Any]]]


def _pair(one: str, other: str, score: float = 0.5, **more: Any) -> NamePair:
    first, second = sorted((one, other))
    shown = {"tier": "scored", "guard": None, "seen": "", "evidence_triple_id": None} | more
    return NamePair(first, second, score=score, **shown)


def _decision(kind: str, name: str, other: str) -> EntityDecision:
    return EntityDecision(1, kind, name, name, other, other, None, None, None)


@pytest.fixture
def queue(tmp_path: Path) -> Queue:
    def of(rows: GraphRows, pairs: Iterable[NamePair], **more: list[object]) -> Any:
        made = rows.rows() | {"name_pairs": list(pairs)} | more
        return read(build(write_rows(tmp_path, made), tmp_path), "review_queue")

    return of


def _rows(*names: str, facts: int = 1) -> GraphRows:
    rows = GraphRows()
    for name in names:
        for number in range(facts):
            rows.fact(name, "have", f"part {number} of {name}", path=f"{number}.md")
    return rows


def test_the_least_certain_pair_of_the_most_used_names_comes_first(queue: Queue) -> None:
    rows = _rows("ape", "bee", "cat", "dog")
    for number in range(5):
        rows.fact("eel", "see", f"fly {number}", path=f"{number}.md")
    pairs = [_pair("ape", "bee", 0.1), _pair("cat", "dog", 0.9), _pair("ape", "eel", 0.4)]
    found = queue(rows, pairs)
    assert [(row["position"], row["name_key"], row["other_key"]) for row in found] == [
        (1, "ape", "eel"),  # .8 * 6
        (2, "cat", "dog"),  # 1 * 2
        (3, "ape", "bee"),  # .2 * 2
    ]
    assert (found[0]["name"], found[0]["mentions"], found[0]["other_mentions"]) == ("ape", 1, 5)
    assert (found[0]["chance"], found[0]["score"], found[0]["tier"]) == (0.4, 0.4, "scored")
    # The model was sure, and still joined nothing: it is no surer than even.
    assert (found[1]["chance"], found[1]["score"]) == (0.5, 0.9)


def test_neighbours_that_both_have_are_counted_once(queue: Queue) -> None:
    rows = GraphRows()
    rows.fact("ape", "eat", "leaf")
    rows.fact("ape", "like", "leaf", path="b.md")
    rows.fact("leaf", "feed", "bee", path="c.md")
    rows.fact("bee", "eat", "moss", path="d.md")
    assert queue(rows, [_pair("ape", "bee")])[0]["shared_neighbours"] == 1


@pytest.mark.parametrize(
    ("pair", "waits"),
    [
        ({}, True),
        ({"guard": "group"}, True),
        ({"guard": "beside"}, False),
        ({"guard": "numbers"}, False),
        ({"tier": "same letters", "guard": "signs"}, True),
        ({"tier": "same content words", "guard": "identifier"}, True),
        ({"tier": "same content words", "guard": "head"}, False),
        ({"tier": "same frame", "guard": "numbers"}, False),
    ],
)
def test_a_pair_waits_where_little_or_nothing_stopped_it(
    queue: Queue, pair: dict[str, str], *, waits: bool
) -> None:
    found = queue(_rows("ape", "bee"), [_pair("ape", "bee", **pair)])
    assert len(found) == waits


def test_what_a_cheap_tier_scores_is_no_chance(queue: Queue) -> None:
    found = queue(_rows("ape", "bee"), [_pair("ape", "bee", 1.0, tier="same letters",
                                              guard="signs")])  # fmt: skip
    assert (found[0]["score"], found[0]["chance"]) == (1.0, 0.145)


def test_names_that_are_one_do_not_wait(queue: Queue) -> None:
    group = NameGroup("bee", "ape", "same letters", 1.0, "why")
    pairs = [_pair("ape", "bee"), _pair("bee", "cat")]
    found = queue(_rows("ape", "bee", "cat"), pairs, name_groups=[group])
    assert [(row["name_key"], row["other_key"]) for row in found] == [("bee", "cat")]


def test_one_pair_of_two_entities_is_enough(queue: Queue) -> None:
    group = NameGroup("bee", "ape", "same letters", 1.0, "why")
    pairs = [_pair("ape", "cat", 0.2), _pair("bee", "cat", 0.4)]
    found = queue(_rows("ape", "bee", "cat"), pairs, name_groups=[group])
    assert [(row["name_key"], row["other_key"]) for row in found] == [("bee", "cat")]


@pytest.mark.parametrize("kind", ["cannot_link", "must_link"])
def test_what_the_team_decided_does_not_wait_nor_what_follows_of_it(
    queue: Queue, kind: str
) -> None:
    group = NameGroup("bee", "ape", "same letters", 1.0, "why")
    pairs = [_pair("ape", "cat"), _pair("bee", "cat")]
    decided = [_decision(kind, "cat", "bee")]
    rows = _rows("ape", "bee", "cat")
    assert queue(rows, pairs, name_groups=[group], entity_decisions=decided) == []


def test_names_of_two_seed_concepts_do_not_wait(queue: Queue) -> None:
    rows = _rows("ape", "bee", "cat")
    rows.seed("ape")
    rows.seed("bee")
    found = queue(rows, [_pair("ape", "bee"), _pair("bee", "cat")])
    assert [(row["name_key"], row["other_key"]) for row in found] == [("bee", "cat")]
