"""A relation as a sentence for people; what its quotes add is put into words by ``qualifiers``."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

from graphwright.display.facts import PREPOSITIONS, fact_sentence, is_plural
from graphwright.entities.plurals import singular
from graphwright.graph.citation import Quote
from graphwright.graph.written_names import WrittenNames, shown_name
from graphwright.tables.triples import RESTRICTION_SEPARATOR, THING

LABELLING_RULES = frozenset({"table_cell"})
"""Rules whose predicate is the header of a column or row, which is no verb."""


NAMING_RULE = "designation"
"""The rule whose subject is the name of one thing, and whose object is its kind."""

KIND_RULES = frozenset({"example", "list_kind"})
"""Rules whose object is a kind that the subject is one of."""


PURPOSE_RULES = frozenset({"enabling", "purpose"})
"""Rules whose predicate ends in what the thing that is acted on serves or does."""

_LEADING = frozenset({"as", "at", "by", "for", "from", "in", "on", "with"})
"""Prepositions that may lead to a noun within a predicate: "for users of"."""


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
    serves = not PURPOSE_RULES.isdisjoint(rules[:1])
    predicate, restriction = with_thing(fact.predicate, fact.restriction, serves=serves)
    named = NAMING_RULE in rules[:1]
    kind = named or not KIND_RULES.isdisjoint(rules[:1])
    sentence = fact_sentence(
        fact.subject,
        predicate,
        _one_of(fact, named=named) if kind else fact.object,
        negated=fact.negated,
        modality=fact.modality,
        labelled=not LABELLING_RULES.isdisjoint(rules[:1]),
        single=named,
    )
    return f"{sentence} ({restriction})" if restriction else sentence


def _one_of(fact: BareFact, *, named: bool) -> str:
    """Return the kind of one thing in the singular: "ORDER_LOG is parameter"."""
    words = fact.object.split(" ")
    if (not named and is_plural(fact.subject)) or not words[-1].islower():
        return fact.object
    return " ".join([*words[:-1], singular(words[-1])])


@dataclasses.dataclass(frozen=True, slots=True)
class PlainFact:
    """A fact that is no row of a table."""

    subject: str
    predicate: str
    object: str
    negated: bool
    modality: str | None
    restriction: str | None


def quoted_fact_text(fact: BareFact, quotes: Sequence[Quote]) -> str:
    """Return a fact as English, as the best of its quotes states it."""
    names = [quote.written for quote in quotes]
    return written_fact_text(fact, [quote.rule for quote in quotes], names)


def written_fact_text(fact: BareFact, rules: Sequence[str], written: Sequence[WrittenNames]) -> str:
    """Return a fact as English, with the identifiers that its sentences write."""
    shown = PlainFact(
        shown_name(fact.subject, [names.subject for names in written]),
        fact.predicate,
        shown_name(fact.object, [names.object for names in written]),
        fact.negated,
        fact.modality,
        fact.restriction,
    )
    return fact_text(shown, rules)


def with_thing(
    predicate: str, restriction: str | None, *, serves: bool = False
) -> tuple[str, str | None]:
    """Return a predicate with what it is done to in its place, and what is left of a restriction.

    "send to" of "of an order" is "send an order to"; a light verb's noun gives way to the whole
    phrase: "make change in" of "of code changes" is "make code changes in". Where the predicate
    holds another noun, what it is done to stands before that one: "list for guests of"; where it
    ends in what this ``serves``, before that: "check to open" of "of a pass" is "check a pass to
    open".
    """
    parts = restriction.split(RESTRICTION_SEPARATOR) if restriction else []
    things = [part for part in parts if part.startswith(THING)]
    words = predicate.split()
    aim = next((at for at in range(len(words) - 2, 0, -1) if _starts_aim(words, at)), None)
    end = aim if serves and aim is not None else _place_of_thing(words, aim)
    if len(things) != 1 or end is None:
        return predicate, restriction
    thing = things[0].removeprefix(THING)
    before = words[:end]
    if end > 1 and any(_is_form_of(word.lower(), words[end - 1]) for word in thing.split()):
        before.pop()
    rest = RESTRICTION_SEPARATOR.join(part for part in parts if part != things[0])
    return " ".join([*before, thing, *words[end:]]), rest or None


def _place_of_thing(words: Sequence[str], aim: int | None) -> int | None:
    """Return where in a predicate what it is done to stands: before a preposition or an aim."""
    end = len(words)
    if words[:1] == ["use"] and "to" in words:
        end = words.index("to")
    while end > 1 and words[end - 1] in PREPOSITIONS:
        end -= 1
    if end == len(words):
        return aim
    leads = (at for at in range(1, end) if words[at] in _LEADING)
    return next((at for at in leads if not words[at + 1].endswith("ing")), end)


def _starts_aim(words: Sequence[str], at: int) -> bool:
    """Return whether a word leads to what is done in the end: "to open", "for opening"."""
    return words[at] == "to" or (words[at] == "for" and words[at + 1].endswith("ing"))


def _is_form_of(word: str, base: str) -> bool:
    """Return whether a noun is another, or its plural."""
    return word == base or word in (f"{base}s", f"{base}es", f"{base[:-1]}ies")
