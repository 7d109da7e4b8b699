"""How triples are proposed: functions that declare their rules, and candidates of a clause."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, ParamSpec

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Voice
from graphwright.extraction.reading.complements import subjects
from graphwright.extraction.reading.predicates import Predicate
from graphwright.extraction.reading.qualifiers import joined_qualifiers
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Rule
from graphwright.tables.triples import Qualifier

P = ParamSpec("P")


@dataclasses.dataclass(frozen=True, slots=True)
class RuleFunction(Generic[P]):
    """A function that proposes candidates, with the rules that it may name in them."""

    function: Callable[P, Iterator[Candidate]]
    rules: tuple[Rule, ...]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[Candidate]:
        """Return the candidates that the function proposes."""
        return self.function(*args, **kwargs)


def proposes(
    *rules: Rule,
) -> Callable[[Callable[P, Iterator[Candidate]]], RuleFunction[P]]:
    """Declare the rules whose triples a function proposes."""

    def declared(function: Callable[P, Iterator[Candidate]]) -> RuleFunction[P]:
        return RuleFunction(function, rules)

    return declared


def clause_triples(
    reading: ScopeReading,
    clause: Clause,
    rule: Rule,
    predicate: Predicate,
    heads: Sequence[int],
    *,
    avoid: Argument | None = None,
) -> Iterator[Candidate]:
    """Yield a triple for each subject and each object head that does not overlap ``avoid``."""
    for subject in subjects(reading, clause):
        for head in heads:
            object_ = reading.phrases.of(head)
            if avoid is None or not avoid.overlaps(object_):
                yield clause_triple(
                    reading, clause, rule, (subject, predicate, object_), clause.voice
                )


def clause_triple(
    reading: ScopeReading,
    clause: Clause,
    rule: Rule,
    triple: tuple[Argument, Predicate, Argument],
    voice: Voice,
) -> Candidate:
    """Return a triple that a rule reads from a clause, with the clause's flags."""
    flags = reading.flags.of(clause)
    if _is_set_against(reading, triple[2]):
        flags = dataclasses.replace(flags, negated=True)
    return Candidate(rule, *triple, origin=clause.origin, voice=voice, flags=flags)


def _is_set_against(reading: ScopeReading, argument: Argument) -> bool:
    """Return whether "not" stands before an object alone: "with A and not B", "not for C"."""
    tree, first = reading.tree, argument.first
    if tree.tag[argument.head] in NOUN_TAGS:
        first = min(first, reading.phrases.full(argument.head).first)
    if first - 1 > reading.first and tree.tag[first - 1] in ("IN", "TO"):
        first -= 1
    if first - 2 < reading.first or tree.lower[first - 1] != "not":
        return False
    return tree.lower[first - 2] in ("and", "but", ",") and tree.lower[first] not in words(
        "adding_words"
    )


def with_object(tree: Tree, candidate: Candidate, thing: Argument) -> Candidate:
    """Return a triple with what its verb is done to, beside its object, as a qualifier.

    "The buyer sends an order to the supplier" is about the supplier: "send to", of an order.
    """
    start, end = tree.start[thing.first], tree.end[thing.last - 1]
    stated = Qualifier("object", tree.slice(thing.first, thing.last), start, end)
    flags = candidate.flags
    kept = [one for one in flags.qualifiers if one.end <= start or end <= one.start]
    flags = dataclasses.replace(flags, qualifiers=joined_qualifiers((stated,), kept))
    return dataclasses.replace(candidate, flags=flags)


def noun_triple(
    reading: ScopeReading,
    rule: Rule,
    triple: tuple[Argument, Predicate, Argument],
    features: tuple[Feature, ...] = (),
) -> Candidate:
    """Return a triple that a rule reads beside the verbs, with who says its sentence."""
    flags = reading.attribution_at(triple[0].head)
    return Candidate(rule, *triple, flags=flags, features=features)
