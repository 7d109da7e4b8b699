"""Restrictive qualifiers: conditions, limits, times and cells without which a fact is false.

Two facts that differ in them are two relations; a relation's text carries them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from graphwright.extraction.parse.lexicon import words
from graphwright.tables.triples import RESTRICTION_SEPARATOR, THING, Qualifier, Triple

RESTRICTING = frozenset(
    {"column", "condition", "limit", "object", "row", "table", "time", "heading"}
)
"""Kinds of qualifiers that are a part of what a relation is."""

DENIED_WITH = frozenset({"manner", "other", "place", "purpose"})
"""Other kinds, whose phrases a denied fact is denied with."""


def restriction_of(triple: Triple) -> str | None:
    """Return the restrictive qualifiers of a triple as one line, or None where it has none.

    Headings come first, in their order. The others are in the order of the alphabet, and a word of
    grammar that starts one is in lower case: equal restrictions are equal texts, wherever in their
    sentences they stand. A cell is told with the header above it: "Shift: early shift".
    """
    restricting = [found for found in triple.qualifiers if _restricts(found, triple.negated)]
    others = [_said(found) for found in restricting if found.kind != "heading"]
    told = joined_restrictions((*others, triple.condition or ""))
    return RESTRICTION_SEPARATOR.join(filter(None, (headings_of(triple), told))) or None


def headings_of(triple: Triple) -> str | None:
    """Return the headings that say which thing a triple's common nouns name, as one line.

    Its restriction starts with them. They are a part of what the fact is, but not of what it is
    compared by: all facts of a page would be alike in its title.
    """
    headings = [found for found in triple.qualifiers if found.kind == "heading"]
    lines = [" ".join(one.text.split()) for one in sorted(headings, key=lambda one: one.start)]
    return RESTRICTION_SEPARATOR.join(lines) or None


def joined_restrictions(texts: Iterable[str]) -> str | None:
    """Return restrictions as one, each once and none that stands in another; None without any."""
    lines = {_in_one_form(text) for text in texts if text}
    if not lines:
        return None
    kept = {text.casefold(): text for text in sorted(lines) if text}
    outer = [
        text for key, text in sorted(kept.items()) if not any(_is_inside(key, one) for one in kept)
    ]
    return RESTRICTION_SEPARATOR.join(outer) or None


def without_headings(qualifiers: Iterable[Qualifier]) -> tuple[Qualifier, ...]:
    """Return qualifiers without the headings that say which thing a common noun names."""
    return tuple(qualifier for qualifier in qualifiers if qualifier.kind != "heading")


def is_own_condition(triple: Triple) -> bool:
    """Return whether a triple only repeats the condition that it stands in: nothing is stated.

    "If the auditor deletes the ledger, ..." does not say that the auditor deletes it, nor do
    "catalogs that do not support apps" say that catalogs do not.
    """
    if not triple.condition:
        return False
    condition = _in_one_form(triple.condition).casefold()
    if condition in words("condition_marks"):
        return True  # what it holds under stands below its sentence
    ends = (triple.subject, triple.object) if triple.predicate_text else ()
    parts = [" ".join(text.split()).casefold() for text in (triple.predicate_text, *ends)]
    return bool(ends) and (
        all(part in condition for part in parts)
        or (all(part in condition for part in parts[:2]) and _goes_on(condition, parts[2]))
    )


def _goes_on(condition: str, object_: str) -> bool:
    """Return whether an object starts where a condition was cut: "when it has the value" of S."""
    own = object_.split()
    return any(condition.endswith(f" {' '.join(own[:end])}") for end in range(1, len(own)))


def _restricts(qualifier: Qualifier, negated: bool) -> bool:
    """Return whether a qualifier restricts; "then" and "again" only tell an order.

    What is denied is denied with each phrase behind it ("gives no support for old editions") and
    with the adverb that says how: "is not automatically deleted".
    """
    if qualifier.kind == "time":
        return qualifier.text.casefold() not in words("sequence_adverbs")
    phrase = qualifier.kind == "manner" or (qualifier.kind in DENIED_WITH and " " in qualifier.text)
    return qualifier.kind in RESTRICTING or (negated and phrase)


def _said(qualifier: Qualifier) -> str:
    """Return a qualifier as a restriction says it: what is acted on has a word before it."""
    return f"{THING}{qualifier.text}" if qualifier.kind == "object" else qualifier.told


def _in_one_form(text: str) -> str:
    line = " ".join(text.split())
    first, space, rest = line.partition(" ")
    lowered = first.lower()
    return lowered + space + rest if lowered in _starting_words() else line


@functools.cache
def _starting_words() -> frozenset[str]:
    """Return the words of grammar that a restriction may start with."""
    return words("condition_marks", "time_marks", "place_words", "time_words", "restriction_starts")


def _is_inside(text: str, other: str) -> bool:
    """Return whether a text stands in another as whole words."""
    return text != other and f" {text} " in f" {other} "
