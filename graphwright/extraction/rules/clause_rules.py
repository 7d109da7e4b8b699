"""The list of all rules over a clause, in the order in which each clause is asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.copular import adjectives, copulas, states
from graphwright.extraction.rules.declaration import Rule
from graphwright.extraction.rules.nameless import adverbials, clausal_objects
from graphwright.extraction.rules.proposal import RuleFunction
from graphwright.extraction.rules.purpose import purposes
from graphwright.extraction.rules.verbal import (
    agents,
    enabling,
    existentials,
    objects,
    prepositions,
    recipients,
)

CLAUSE_RULES: tuple[RuleFunction[[ScopeReading, Clause]], ...] = (
    objects,
    agents,
    prepositions,
    copulas,
    adjectives,
    states,
    recipients,
    clausal_objects,
    adverbials,
    existentials,
    enabling,
    purposes,
)


def clause_candidates(reading: ScopeReading, clause: Clause) -> list[Candidate]:
    """Return what all rules over a clause read from one."""
    return [found for rule in CLAUSE_RULES for found in rule.function(reading, clause)]


def clause_with_subject(
    reading: ScopeReading, verb: int, subject: Argument, rule: Rule
) -> Iterator[Candidate]:
    """Yield the triples of a clause whose subject stands elsewhere in the document."""
    clause = Clause(verb, [subject.head], Origin.NONE, passive=False, reader=False)
    for candidate in clause_candidates(reading, clause):
        if candidate.subject.head == subject.head:
            yield dataclasses.replace(candidate, rule=rule, subject=subject, origin=Origin.OWN)
