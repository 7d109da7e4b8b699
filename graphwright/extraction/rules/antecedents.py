"""Candidates about "it" and "their" become facts about the noun that these stand for, or none."""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.antecedents import antecedent_of
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.rules.candidate import Candidate


def with_antecedents(tree: Tree, phrases: Phrases, found: Candidate) -> Candidate | None:
    """Return a candidate whose pronouns have the nouns of their own sentence, or None.

    None says that more than one noun fits: who guesses states what the sentence does not. A
    pronoun with no such noun before it stays, as the text before may name what it stands for.
    """
    if _is_of_condition(tree, found):
        return found
    spans = [found.subject_span, found.object_span]
    for place, argument in enumerate((found.subject, found.object)):
        if spans[place] is not None or argument.tokens > 1:
            continue
        meant = antecedent_of(tree, phrases, argument.head)
        if meant.is_open:
            return None
        if meant.head is not None:
            name = phrases.of(meant.head)
            spans[place] = (tree.start[name.first], tree.end[name.last - 1])
    if spans == [found.subject_span, found.object_span]:
        return found
    return dataclasses.replace(found, subject_span=spans[0], object_span=spans[1])


def _is_of_condition(tree: Tree, found: Candidate) -> bool:
    """Return whether a candidate is a part of its own condition: "if they are paid"."""
    condition = (found.flags.condition or "").casefold()
    said = (tree.words[found.predicate.anchor], tree.slice(found.object.first, found.object.last))
    return bool(condition) and all(word.casefold() in condition for word in said)


def with_named_ends(tree: Tree, phrases: Phrases, found: Candidate) -> Candidate:
    """Return a candidate with the nouns of its sentence in the place of its pronouns."""
    subject, object_ = _named(tree, phrases, found.subject), _named(tree, phrases, found.object)
    if subject is found.subject and object_ is found.object:
        return found
    return dataclasses.replace(
        found,
        subject=subject,
        object=object_,
        subject_span=found.subject_span if subject is found.subject else None,
        object_span=found.object_span if object_ is found.object else None,
    )


def _named(tree: Tree, phrases: Phrases, argument: Argument) -> Argument:
    """Return the noun that a pronoun stands for, and any other argument itself."""
    meant = antecedent_of(tree, phrases, argument.head).head if argument.tokens == 1 else None
    return argument if meant is None else phrases.of(meant)
