"""Seed entities of a question (SAP, Algorithm 2, lines 1 and 4)."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from graphwright.graph.name_index import fold
from graphwright.retrieval.context import ContextEntity
from graphwright.retrieval.cosines import entity_cosines
from graphwright.retrieval.ranking import distinct_rows, rank_held

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphwright.graph.name_spelling import NameSpelling
    from graphwright.graph.snapshot import Snapshot

NEAREST_ENTITIES = 5
"""How many entities near the question's vector are seeds (SAP, section 3.2.1)."""

_MAX_WORDS = 10

Find = Callable[[str], list[int]]
"""What returns the entity rows that a name stands for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Seed:
    """An entity row where a traversal starts, and the phrase that named it, if one did."""

    row: int
    phrase: str | None


def find_seeds(
    snapshot: Snapshot, phrases: Sequence[str], query: NDArray[np.float32]
) -> list[Seed]:
    """Return the concepts that the phrases name, in their order, then those near the question."""
    named = concepts_among(snapshot, distinct_seeds(named_by_each(snapshot, phrases).values()))
    return list(distinct_seeds([named, nearest_seeds(snapshot, query)]))


def nearest_seeds(snapshot: Snapshot, query: NDArray[np.float32]) -> list[Seed]:
    """Return the concepts nearest to the question's vector."""
    near = entity_cosines(snapshot, query)
    found = near.top(NEAREST_ENTITIES, snapshot.not_concepts)
    rows = snapshot.entity_vectors.rows_at([place for place, _ in found])
    return [Seed(row, None) for row in rows if snapshot.is_concept(row)]


def concepts_among(snapshot: Snapshot, seeds: Iterable[Seed]) -> tuple[Seed, ...]:
    """Return those of some seeds that are concepts.

    What is no concept (a label, a number, a noun that names nothing by itself) is no seed.
    """
    return tuple(seed for seed in seeds if snapshot.is_concept(seed.row))


def distinct_seeds(groups: Iterable[Sequence[Seed]]) -> tuple[Seed, ...]:
    """Return the seeds of all groups in their order, each entity once."""
    seeds: dict[int, Seed] = {}
    for seed in itertools.chain.from_iterable(groups):
        seeds.setdefault(seed.row, seed)
    return tuple(seeds.values())


def named_by_each(
    snapshot: Snapshot, phrases: Sequence[str], spelling: NameSpelling | None = None
) -> dict[str, list[Seed]]:
    """Return for each phrase the entities that it names, none where it holds no name of one.

    A phrase that names no entity gives those that the longest phrases inside it name ("urgent
    purchase orders": "purchase orders"), if any; one that names several gives them all. With
    ``spelling`` one that names none gives what it names as it may have been meant.
    """
    find = cache(snapshot.names.find)  # phrases overlap
    split = {phrase: phrase.split()[:_MAX_WORDS] for phrase in phrases}
    named = {
        phrase: list(_named(find, words, phrase_length=len(words)))
        for phrase, words in split.items()
    }
    for phrase in (phrase for phrase in split if spelling and not named[phrase]):
        named[phrase] = _meant(find, phrase, spelling)
    return named


def _meant(find: Find, phrase: str, spelling: NameSpelling | None) -> list[Seed]:
    """Return the entities that a misspelt phrase names as a whole."""
    meant = spelling.meant(fold(phrase)) if spelling else []
    return [Seed(row, phrase) for row in dict.fromkeys(row for name in meant for row in find(name))]


def outermost(phrases: Iterable[str]) -> tuple[str, ...]:
    """Return the phrases that are no part of another of them."""
    words = {phrase: f" {phrase} " for phrase in phrases}
    return tuple(
        phrase
        for phrase in words
        if not any(phrase != other and words[phrase] in words[other] for other in words)
    )


def _named(find: Find, words: list[str], *, phrase_length: int) -> Iterator[Seed]:
    """Return the entities that the longest run of words names, and those before and after it.

    A lone capitalised word of a phrase of ``phrase_length`` words is skipped: it is a part of a
    name ("Tree" in "Porcupine Tree"), and a part of a name is not the name.
    """
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size + 1):
            phrase = " ".join(words[start : start + size])
            if size == 1 < phrase_length and phrase.istitle():
                continue
            rows = find(phrase)
            if rows:
                yield from _named(find, words[:start], phrase_length=phrase_length)
                yield from (Seed(row, phrase) for row in rows)
                yield from _named(find, words[start + size :], phrase_length=phrase_length)
                return


def context_entities(
    snapshot: Snapshot, seeds: Sequence[Seed], query: NDArray[np.float32]
) -> tuple[ContextEntity, ...]:
    """Return seeds, which are concepts, as the entities of an answer, with their cosines."""
    rows = distinct_rows(seed.row for seed in seeds)
    cosines = dict(rank_held(snapshot.entity_vectors, rows, query))
    entities = snapshot.entity_rows([seed.row for seed in seeds])
    return tuple(
        ContextEntity(
            entity_id=entity.entity_id,
            name=entity.name,
            type=entity.type,
            definition=entity.definition,
            score=cosines[seed.row],
            phrase=seed.phrase,
            type_source=entity.type_source,
        )
        for entity, seed in zip(entities, seeds, strict=True)
    )
