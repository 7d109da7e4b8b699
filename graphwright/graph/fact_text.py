"""A relation as a sentence for people; what its quotes add is put into words by ``qualifiers``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphwright.display.facts import fact_sentence, with_thing
from graphwright.graph.citation import Quote

LABELLING_RULES = frozenset({"table_cell"})
"""Rules whose predicate is the header of a column or row, which is no verb."""


class BareFact(Protocol):
    """What a relation says, with its predicate in normal form."""

    @property
    def subject(self) -> str:
        """Return the name of the subject."""

    @property
    def predicate(self) -> str:
        """Return the predicate in its normal form."""

    @property
    def object(self) -> str:
        """Return the name of the object."""

    @property
    def negated(self) -> bool:
        """Return whether the fact is denied."""

    @property
    def modality(self) -> str | None:
        """Return the word that leaves the fact open, if one does."""

    @property
    def restriction(self) -> str | None:
        """Return what the fact is false without, if anything."""


def fact_text(fact: BareFact, rules: Sequence[str] = ()) -> str:
    """Return a fact as English; ``rules`` are those that read it, the best first.

    What it is done to stands in its place ("The clerk sends an order to the mill"), what else
    restricts it in brackets behind it: "The clerk pays the rent (if the tenant owes)".
    """
    predicate, restriction = with_thing(fact.predicate, fact.restriction)
    sentence = fact_sentence(
        fact.subject,
        predicate,
        fact.object,
        negated=fact.negated,
        modality=fact.modality,
        labelled=not LABELLING_RULES.isdisjoint(rules[:1]),
    )
    return f"{sentence} ({restriction})" if restriction else sentence


def quoted_fact_text(fact: BareFact, quotes: Sequence[Quote]) -> str:
    """Return a fact as English, as the best of its quotes states it."""
    return fact_text(fact, [quote.rule for quote in quotes])
