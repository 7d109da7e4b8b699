"""All rules: for each kind of function the list of those that are asked, in order.

A new rule is a declaration and a function in one of these modules, a line in one of these lists,
and a weight in ``scoring/weights.yaml``. Rules that read a heading or the layout are asked by name
in ``proposals``.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.acronyms import acronyms, identifiers
from graphwright.extraction.rules.clause_rules import CLAUSE_RULES
from graphwright.extraction.rules.cross_references import listed_references, references, topics
from graphwright.extraction.rules.declaration import Rule, Trait
from graphwright.extraction.rules.definitions import definitions
from graphwright.extraction.rules.designations import designations, marked_kinds
from graphwright.extraction.rules.kinds import examples, listed_members
from graphwright.extraction.rules.list_items import list_item
from graphwright.extraction.rules.nominal import (
    appositions,
    noun_adjectives,
    noun_prepositions,
    of_relations,
    places_in_places,
    possessives,
    titles,
)
from graphwright.extraction.rules.proposal import RuleFunction
from graphwright.extraction.rules.purpose import joined_behind_of
from graphwright.extraction.rules.steps import instructions, prerequisites
from graphwright.extraction.rules.table_cells import table_cells
from graphwright.extraction.rules.term_clauses import described_term, term_clause

TokenRule = RuleFunction[[ScopeReading, int]]
HeadingRule = RuleFunction[[ScopeReading, Span]]

TOKEN_RULES_BY_DEPENDENCY: dict[str, tuple[TokenRule, ...]] = {
    "appos": (appositions, places_in_places, listed_members),
    "npadvmod": (appositions, places_in_places),
    "poss": (possessives,),
    "prep": (of_relations, examples, noun_prepositions, noun_adjectives),
}
TOKEN_RULES_BY_TAG: dict[str, tuple[TokenRule, ...]] = {
    "NN": (designations,),
    "NNP": (titles, designations),
    "NNS": (marked_kinds,),
}
"""Rules over noun phrases, by the relation or tag of the token that they start from: asking all
of every token would cost."""

SCOPE_RULES = (acronyms, identifiers, definitions, topics)
"""Rules over a sentence or cell as a whole."""

HEADING_RULES = (instructions, prerequisites, references, listed_references)
"""Rules over a sentence and the heading above it."""

LAYOUT_RULES = (table_cells, term_clause, described_term, list_item)
"""Rules over a sentence and its place in a table or list."""

FOLLOWING_RULES = (joined_behind_of,)
"""Rules over what the rules of clauses found."""


@functools.cache
def token_rules(dependency: str, tag: str) -> tuple[TokenRule, ...]:
    """Return the rules that may start from a token with a dependency label and a tag."""
    by_dependency = TOKEN_RULES_BY_DEPENDENCY.get(dependency, ())
    return by_dependency + TOKEN_RULES_BY_TAG.get(tag, ())


def rule_functions() -> Sequence[RuleFunction[Any]]:
    """Return all functions that propose triples."""
    by_token = (*TOKEN_RULES_BY_DEPENDENCY.values(), *TOKEN_RULES_BY_TAG.values())
    lists: tuple[Sequence[RuleFunction[Any]], ...] = (
        CLAUSE_RULES,
        FOLLOWING_RULES,
        *by_token,
        SCOPE_RULES,
        HEADING_RULES,
        LAYOUT_RULES,
    )
    return tuple(dict.fromkeys(itertools.chain.from_iterable(lists)))


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """Return all rules once, in the order of the functions that propose them."""
    proposed = itertools.chain.from_iterable(f.rules for f in rule_functions())
    return tuple(dict.fromkeys(proposed))


@functools.cache
def names_of_rules(trait: Trait) -> frozenset[str]:
    """Return the names of the rules that have a trait, as they stand in the column ``rule``."""
    return frozenset(rule.name for rule in all_rules() if rule.has(trait))
