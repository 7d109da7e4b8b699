"""Rules that read what stands beside a term as said of it: "initials: Contains the initials"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.terms import term_sign
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_with_subject
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes

TERM_CLAUSE = Rule(
    "term_clause",
    Family.LAYOUT,
    reads(
        "Role | Meaning\nAuditor | Reads the security logs", ("Auditor", "read", "security logs")
    ),
    traits=frozenset({Trait.DISTANT_CLAUSE, Trait.LISTED}),
)


@proposes(TERM_CLAUSE)
def term_clause(reading: ScopeReading) -> Iterator[Candidate]:
    """ "initials: Contains the initials" -> (initials, contain, ..): what a term does."""
    tree, sign = reading.tree, term_sign(reading)
    verb = reading.last if sign is None else sign + 1
    if sign is None or verb >= reading.last:
        return
    pointed = is_pointed_back(reading, verb)
    verb += pointed
    if tree.tag[verb] != "VBZ" and not pointed:
        return
    term = reading.phrases.trim(sign - 1, reading.first, sign)
    after = verb - pointed
    if any(
        tree.dep[c] in ("nsubj", "nsubjpass", "expl") and c > after
        for c in tree.children[verb]
        if c != after or not pointed
    ):
        return
    yield from clause_with_subject(reading, verb, term, TERM_CLAUSE)


@proposes(TERM_CLAUSE)
def described_term(reading: ScopeReading, term: Span) -> Iterator[Candidate]:
    """ "Provides access to files." under "Binary" -> (Binary, provide access to, files)."""
    tree, verb = reading.tree, reading.first
    root = tree.root(reading.first, reading.last) == verb
    if not root or tree.tag[verb] != "VBZ" or tree.has(verb, "nsubj", "nsubjpass", "expl"):
        return
    place = Argument(verb, verb, verb + 1)
    for candidate in clause_with_subject(reading, verb, place, TERM_CLAUSE):
        yield dataclasses.replace(candidate, subject_span=term)


def is_pointed_back(reading: ScopeReading, first: int) -> bool:
    """Return whether a text starts with a pronoun for what it is about: "This is the name"."""
    tree, verb = reading.tree, first + 1
    number = {"this": "VBZ", "it": "VBZ", "they": "VBP", "these": "VBP"}
    if verb >= reading.last or tree.lower[first] not in number:
        return False
    return (
        tree.tag[verb] == number[tree.lower[first]]
        and tree.head[first] == verb
        and tree.dep[first] == "nsubj"
    )
