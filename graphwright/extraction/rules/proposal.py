"""How triples are proposed: functions that declare their rules, and candidates of a clause."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, ParamSpec

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Voice
from graphwright.extraction.reading.complements import subjects
from graphwright.extraction.reading.denial import (
    is_affirmed_beside,
    is_but_joined,
    is_denied_act,
    is_none,
    is_set_against,
    set_aside_by,
)
from graphwright.extraction.reading.flags import GOVERNING, Flags
from graphwright.extraction.reading.predicates import Predicate
from graphwright.extraction.reading.qualifiers import joined_qualifiers
from graphwright.extraction.reading.restrictive_clauses import restricted_end
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
    affirmed = flags.negated and any(
        is_affirmed_beside(reading.tree, prep) for prep in triple[1].tail[:1]
    )
    if affirmed:
        flags = _without_denied(reading, flags, triple[1].tail[0])
    negated = _is_negated(reading, flags, triple)
    denied = any(is_denied_act(reading.tree, argument.head) for argument in triple[::2])
    denied = denied or _is_done_with_none(reading, triple)
    if negated != flags.negated or denied:
        flags = dataclasses.replace(flags, negated=negated, unstated=flags.unstated or denied)
    subject, predicate, object_ = triple
    told = (_of_all(reading, subject), predicate, _of_all(reading, object_))
    return Candidate(rule, *told, origin=clause.origin, voice=voice, flags=flags)


def _of_all(reading: ScopeReading, argument: Argument) -> Argument:
    """Return the things of which it is denied: "none of the guests", which the negation says."""
    tree, of = reading.tree, argument.head + 1
    if tree.lower[argument.head] not in ("none", "neither") or tree.lower[of : of + 1] != ["of"]:
        return argument
    inner = tree.first(of, "pobj")
    return argument if inner is None else reading.phrases.of(inner)


def _is_done_with_none(reading: ScopeReading, triple: tuple[Argument, Predicate, Argument]) -> bool:
    """Return whether something is done with none of an object: "fails with no message" does.

    So is what "is sent at no cost".
    """
    tail = [reading.tree.lower[index] for index in triple[1].tail]
    return tail[-1:] in (["with"], ["at"]) and is_none(
        reading.tree, reading.phrases, triple[2].head
    )


def _without_denied(reading: ScopeReading, flags: Flags, prep: int) -> Flags:
    """Return the flags of what is so, without the phrases of which that is denied."""
    tree = reading.tree
    start, end = tree.start[tree.head[prep]], tree.start[prep]
    kept = tuple(one for one in flags.qualifiers if not start < one.start < end)
    return dataclasses.replace(flags, negated=False, qualifiers=kept)


def _is_negated(
    reading: ScopeReading, flags: Flags, triple: tuple[Argument, Predicate, Argument]
) -> bool:
    """Return whether a clause, or a word at one of the arguments alone, denies a triple."""
    tree, phrases = reading.tree, reading.phrases
    subject, predicate, object_ = triple
    if any(is_but_joined(tree, phrases, argument.head) for argument in (subject, object_)):
        return False
    if flags.negated:
        return True
    if any(is_none(tree, phrases, argument.head) for argument in (subject, object_)):
        return True
    for argument in (subject, object_):
        aside = set_aside_by(tree, argument.first)
        in_predicate = argument is object_ and aside in predicate.tail
        denied = is_set_against(tree, phrases, argument) or (aside is not None and not in_predicate)
        # "not the gate, which is locked": what the clause says of the gate is so.
        if denied and not _describes(tree, predicate.anchor, argument.head):
            return True
    return False


def _describes(tree: Tree, verb: int, noun: int) -> bool:
    """Return whether a verb stands in a clause that hangs on a noun before it."""
    above = tree.head[verb]
    while above > noun and above != tree.head[above]:
        above = tree.head[above]
    return above == noun


def with_object(tree: Tree, candidate: Candidate, thing: Argument) -> Candidate:
    """Return a triple with what its verb is done to, beside its object, as a qualifier.

    "The buyer sends an order to the supplier" is about the supplier: "send to", of an order.
    """
    last = restricted_end(tree, thing) or thing.last
    last = last if not thing.last <= candidate.object.head < last else thing.last
    start, end = tree.start[thing.first], tree.end[last - 1]
    stated = Qualifier("object", tree.slice(thing.first, last), start, end)
    flags = candidate.flags
    kept = [one for one in flags.qualifiers if one.end <= start or end <= one.start]
    flags = dataclasses.replace(flags, qualifiers=joined_qualifiers((stated,), kept))
    return dataclasses.replace(candidate, flags=flags)


def governed(candidate: Candidate, inner: Flags) -> Candidate:
    """Return a triple over two verbs with the conditions and times of the inner one.

    "The card lets guests open the door if it is paid": a parser hangs them on either verb.
    """
    flags = candidate.flags
    governing = [found for found in inner.qualifiers if found.kind in GOVERNING]
    flags = dataclasses.replace(
        flags,
        condition=flags.condition or inner.condition,
        qualifiers=joined_qualifiers(governing, flags.qualifiers),
    )
    return dataclasses.replace(candidate, flags=flags)


def noun_triple(
    reading: ScopeReading,
    rule: Rule,
    triple: tuple[Argument, Predicate, Argument],
    features: tuple[Feature, ...] = (),
    *,
    unstated: bool = False,
) -> Candidate:
    """Return a triple that a rule reads beside the verbs, with who says its sentence.

    ``unstated`` says that the rule found it left open.
    """
    flags = reading.attribution_at(triple[0].head)
    if unstated or any(reading.is_denied_at(argument.head) for argument in (triple[0], triple[2])):
        flags = dataclasses.replace(flags, unstated=True)
    return Candidate(rule, *triple, flags=flags, features=features)
