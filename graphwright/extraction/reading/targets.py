"""What a step of a manual acts on: its objects, and what stands with a preposition beside them.

Which clauses are steps, and of what, is decided by the rules of steps.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.complements import (
    direct_objects,
    is_supplied,
    is_time,
    prepositions_of,
)
from graphwright.extraction.reading.denial import set_aside_by
from graphwright.extraction.reading.predicates import tail_words
from graphwright.extraction.reading.scope import ScopeReading

ADVISING = frozenset({"recommend", "suggest", "advise"})
_MAX_OBJECTS = 8
"""Words of joined objects that still make one predicate: "adding users and groups to"."""


class Target(NamedTuple):
    """What the reader acts on, with the words between it and the verb.

    ``tail`` holds the prepositions that lead to it; a ``further`` target stands with one beside
    another target, ``aside`` ("the role" of "assign the role to the user").
    """

    head: int
    words: str = ""
    tail: tuple[int, ...] = ()
    further: bool = False
    aside: Argument | None = None


def targets_of(reading: ScopeReading, clause: Clause) -> Iterator[Target]:
    """Yield what the reader acts on: the objects, else a complement."""
    tree = reading.tree
    heads = [h for h in direct_objects(reading, clause) if set_aside_by(tree, h) is None]
    if heads and not is_supplied(tree, clause.verb):
        yield from map(Target, heads)
        yield from _beside_object(reading, clause, heads)
        return
    if tree.has(clause.verb, "dobj", "ccomp", "xcomp", "attr", "acomp") and not (
        advises(tree, clause.verb)
    ):
        return
    phrases = list(prepositions_of(reading, clause, clause.verb))
    for tail, complements in phrases:
        if tail[0] == clause.verb + 1 or tail[0] == clause.verb + 2:
            text = tail_words(tree, tail)
            yield from (Target(head, text, tuple(tail)) for head in complements)
            first = reading.phrases.of(complements[0])
            aside = dataclasses.replace(first, first=min(tail[0], first.first))
            yield from _ahead(reading, clause, aside, phrases)
            return


def _ahead(
    reading: ScopeReading,
    clause: Clause,
    aside: Argument,
    phrases: Sequence[tuple[list[int], list[int]]],
) -> Iterator[Target]:
    """Yield what stands with a preposition before an order: "In the cockpit, assign the role"."""
    tree = reading.tree
    for tail, complements in phrases:
        pointed = tree.lemma[complements[0]].lower() in words("pointed_nouns")  # "for details"
        if tail[0] < clause.verb and not pointed and not is_time(tree, complements[0]):
            preposition = tail_words(tree, tail)
            for head in complements:
                yield Target(head, preposition, tuple(tail), further=True, aside=aside)


def _beside_object(reading: ScopeReading, clause: Clause, heads: Sequence[int]) -> Iterator[Target]:
    """Yield what stands with a preposition behind the object, or before the order.

    "Assign the role to the user" involves assigning the role to the user.
    """
    tree, thing = reading.tree, reading.phrases.of(heads[-1])
    first = reading.phrases.of(heads[0]).first
    if first < clause.verb:
        return
    first = first if thing.last - first <= _MAX_OBJECTS else thing.first
    if tree.tag[thing.head] not in NOUN_TAGS:
        return  # "send it to the clerk"
    aside = dataclasses.replace(thing, first=first)
    phrases = list(prepositions_of(reading, clause, clause.verb))
    yield from _ahead(reading, clause, aside, phrases)
    for tail, complements in (*phrases, *prepositions_of(reading, clause, heads[-1])):
        close = tail[0] == thing.last or _is_second(reading, clause, thing, tail, complements)
        if close and not is_time(tree, complements[0]):
            preposition = tail_words(tree, tail)
            for head in complements:
                yield Target(head, preposition, tuple(tail), further=True, aside=aside)


def _is_second(
    reading: ScopeReading, clause: Clause, thing: Argument, tail: list[int], complements: list[int]
) -> bool:
    """Return whether a later phrase is the verb's too: a name that "for" does not lead."""
    tree, named = reading.tree, reading.phrases.of(complements[0]).tokens > 1
    return (
        named
        and tail[0] > thing.last
        and tree.head[tail[0]] == clause.verb
        and (tree.lower[tail[0]] != "for")
    )


def advises(tree: Tree, verb: int) -> bool:
    """Return whether a verb says that the writer advises something: "we recommend"."""
    return tree.lemma[verb].lower() in ADVISING
