"""Which of several candidates stands for one fact: the best scored of those that state it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Trait


class Scored(NamedTuple):
    """A candidate with its confidence and the features that this sums."""

    confidence: float
    features: tuple[Feature, ...]
    candidate: Candidate


def best_of_each_fact(scored: Sequence[Scored]) -> list[Scored]:
    """Return one candidate a fact: two rules that read the same pair off the same word agree."""
    taken = set[Hashable]()
    kept = []
    for entry in sorted(scored, key=_rank):
        facts = _facts_of(entry.candidate)
        if taken.isdisjoint(facts):
            taken.update(facts)
            kept.append(entry)
    return kept


def _facts_of(found: Candidate) -> tuple[Hashable, Hashable]:
    """Return what makes another candidate the same fact: its words, or the text of its verb."""
    subject = found.subject_span or (found.subject.first, found.subject.last)
    object_ = (found.object.first, found.object.last)
    predicate = found.predicate
    # "used to create X" and "create X" are one
    done = predicate.act if found.rule.has(Trait.ACTED_ON) else predicate.text
    purpose = done if found.rule.has(Trait.PURPOSE) else ""
    same_words = (frozenset((subject, object_)), predicate.anchor, purpose)
    return same_words, (subject, done, object_)


def _rank(entry: Scored) -> tuple[float, str, int, int, str]:
    found = entry.candidate
    first = (found.subject.first, found.object.first)
    return -entry.confidence, found.rule.name, *first, found.predicate.text
