"""Seed entities of a question (SAP, Algorithm 2, lines 1 and 4)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.retrieval.context import ContextEntity
from graphwright.retrieval.ranking import cosines_of, distinct_rows, rank_rows, top

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphwright.graph.name_index import NameIndex
    from graphwright.graph.snapshot import Snapshot

NEAREST_ENTITIES = 5
"""How many entities near the question's vector are seeds (SAP, section 3.2.1)."""

_MAX_WORDS = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Seed:
    """An entity row where a traversal starts, and the phrase that named it, if one did."""

    row: int
    phrase: str | None


def find_seeds(
    snapshot: Snapshot, phrases: Sequence[str], query: NDArray[np.float32]
) -> list[Seed]:
    """Return the concepts that the phrases name, in their order, then those near the question."""
    seeds = {seed.row: seed for seed in named_concepts(snapshot, phrases)}
    near = cosines_of(snapshot.entity_vectors, query)[snapshot.concepts]
    for place, _ in top(near, NEAREST_ENTITIES):
        row = int(snapshot.concepts[place])
        seeds.setdefault(row, Seed(row, None))
    return list(seeds.values())


def named_concepts(snapshot: Snapshot, phrases: Sequence[str]) -> list[Seed]:
    """Return the concepts among the entities that the phrases name, in their order, each once.

    What is no concept (a label, a number, a noun that names nothing by itself) is no seed.
    """
    return [seed for seed in named_seeds(snapshot, phrases) if snapshot.is_concept(seed.row)]


def named_seeds(snapshot: Snapshot, phrases: Sequence[str]) -> list[Seed]:
    """Return the entities that the phrases name, in their order, each once.

    A phrase that names no entity gives those that the longest phrases inside it name ("urgent
    purchase orders": "purchase orders"), if any; one that names several gives them all.
    """
    seeds: dict[int, Seed] = {}
    for phrase in phrases:
        words = phrase.split()[:_MAX_WORDS]
        for seed in _named(snapshot.names, words, phrase_length=len(words)):
            seeds.setdefault(seed.row, seed)
    return list(seeds.values())


def unknown_names(snapshot: Snapshot, phrases: Sequence[str]) -> tuple[str, ...]:
    """Return the phrases that name no entity and hold no name of one, without parts of others."""
    unknown = [phrase for phrase in phrases if not named_seeds(snapshot, [phrase])]
    words = {phrase: f" {phrase} " for phrase in unknown}
    return tuple(
        phrase
        for phrase in unknown
        if not any(phrase != other and words[phrase] in words[other] for other in unknown)
    )


def _named(names: NameIndex, words: list[str], *, phrase_length: int) -> Iterator[Seed]:
    """Return the entities that the longest run of words names, and those before and after it.

    A lone capitalised word of a phrase of ``phrase_length`` words is skipped: it is a part of a
    name ("Tree" in "Porcupine Tree"), and a part of a name is not the name.
    """
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size + 1):
            phrase = " ".join(words[start : start + size])
            if size == 1 < phrase_length and phrase.istitle():
                continue
            rows = names.find(phrase)
            if rows:
                yield from _named(names, words[:start], phrase_length=phrase_length)
                yield from (Seed(row, phrase) for row in rows)
                yield from _named(names, words[start + size :], phrase_length=phrase_length)
                return


def context_entities(
    snapshot: Snapshot, seeds: Sequence[Seed], query: NDArray[np.float32]
) -> tuple[ContextEntity, ...]:
    """Return seeds as the entities of an answer, in their order, with their cosines."""
    rows = distinct_rows(seed.row for seed in seeds)
    cosines = dict(rank_rows(snapshot.entity_vectors, rows, query))
    entities = snapshot.entity_rows([seed.row for seed in seeds])
    return tuple(
        ContextEntity(
            entity_id=entity.entity_id,
            name=entity.name,
            type=entity.type,
            definition=entity.definition,
            score=cosines[seed.row],
            phrase=seed.phrase,
        )
        for entity, seed in zip(entities, seeds, strict=True)
    )
