"""Rules over what two words of a clause share: a purpose, or the nouns joined behind an "of".

Each rule is a generator over one clause. A purpose is told of what serves it: "Open a port to debug
the application" says that the port is opened to debug it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from graphwright.extraction.candidates import Candidate, Predicate
from graphwright.extraction.clauses import Clause, Origin
from graphwright.extraction.lexicon import words
from graphwright.extraction.predicates import spanned, verb_predicate
from graphwright.extraction.reading import Reading, candidate_of, direct_objects, emit
from graphwright.extraction.tree import Tree
from graphwright.extraction.verbs import is_infinitive, particle

_ORIGINS = frozenset({Origin.ADVERBIAL, Origin.INFINITIVE, Origin.OBJECT_CONTROL, Origin.RELATIVE})
_SPREAD = frozenset({"object", "preposition", "object_preposition", "reader_act"})


def purposes(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "The service creates a key to encrypt data" -> (service, create key to encrypt, data)."""
    above, tree = clause.above, reading.tree
    if above is None or not _serves(reading, clause, above):
        return
    means = direct_objects(reading, above)
    ends = direct_objects(reading, clause)
    if len(means) != 1 or not ends or not reading.phrases.is_nominal(means[0]):
        return
    thing = reading.phrases.of(means[0])
    tail = f"to {tree.lemma[clause.verb].lower()} {particle(tree, clause.verb)}".rstrip()
    if not above.reader:
        done = verb_predicate(tree, above, object_=thing).text
        predicate = _both(tree, above, clause, f"{done} {tail}")
        yield from emit(reading, above, "purpose", predicate, ends, avoid=thing)
        return
    bare = Clause(above.verb, [], above.origin, passive=True, reader=True)
    predicate = _both(tree, above, clause, f"{verb_predicate(tree, bare).text} {tail}")
    for end in ends:
        triple = (thing, predicate, reading.phrases.of(end))
        yield candidate_of(reading, above, "purpose", triple, "passive")


def _both(tree: Tree, above: Clause, clause: Clause, text: str) -> Predicate:
    return spanned(tree, text, [above.verb, clause.verb], above.verb)


def _serves(reading: Reading, clause: Clause, above: Clause) -> bool:
    """Return whether a clause is the purpose of what the clause above does to its object."""
    tree, verb = reading.tree, clause.verb
    if clause.origin not in _ORIGINS or not is_infinitive(tree, verb):
        return False
    on_noun = tree.dep[verb] in ("acl", "relcl")  # "a key to encrypt data"
    if on_noun and tree.head[verb] not in tree.within(above.verb, "dobj"):
        return False
    if above.passive or clause.passive or tree.lemma[above.verb] in words("nonfactive_verbs"):
        return False
    idle = words("idle_verbs") | words("pointing_verbs")
    return tree.lemma[above.verb] not in idle and tree.lemma[verb] not in idle


def spread_of(reading: Reading, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """ "uses a set of roles and rules" -> (.., use set of, rules): what is joined to the first."""
    tree = reading.tree
    for candidate in found:
        if candidate.rule not in _SPREAD:
            continue
        inside = range(candidate.object.head + 1, candidate.object.last)
        prep = next((i for i in inside if tree.lower[i] == "of" and tree.dep[i] == "prep"), None)
        inner = None if prep is None else tree.first(prep, "pobj")
        if prep is None or inner is None:
            continue
        words_ = tree.slice(candidate.object.first, prep + 1)
        text = f"{candidate.predicate.text} {words_}"
        predicate = dataclasses.replace(candidate.predicate, text=text)
        yield from _members(reading, candidate, predicate, reading.phrases.conjuncts(inner)[1:])


def _members(
    reading: Reading, candidate: Candidate, predicate: Predicate, heads: Sequence[int]
) -> Iterator[Candidate]:
    for head in heads:
        member = reading.phrases.of(head)
        if not member.overlaps(candidate.object) and not member.overlaps(candidate.subject):
            yield dataclasses.replace(
                candidate, rule="of_conjunct", predicate=predicate, object=member
            )
