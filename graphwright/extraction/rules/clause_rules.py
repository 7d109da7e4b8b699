"""The list of all rules over a clause, in the order in which each clause is asked."""

from __future__ import annotations

from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.copular import adjectives, copulas, states
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
