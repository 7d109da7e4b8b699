"""Rules over what two words of a clause share: a purpose, or the nouns joined behind an "of".

Each function is a generator. A purpose is said of what serves it: "Open a port to debug
the application" says that the port is opened to debug it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.reading.clause import Clause, Origin, Voice
from graphwright.extraction.reading.complements import direct_objects, is_time
from graphwright.extraction.reading.flags import GOVERNING, NO_FLAGS
from graphwright.extraction.reading.light_verbs import is_means, offers
from graphwright.extraction.reading.pointing import is_name
from graphwright.extraction.reading.predicates import (
    Predicate,
    joined_words,
    spanned,
    verb_predicate,
)
from graphwright.extraction.reading.qualifiers import joined_qualifiers
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.targets import Target, targets_of
from graphwright.extraction.reading.verbs import gerund, is_infinitive, particle
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import (
    clause_triple,
    clause_triples,
    governed,
    proposes,
    with_object,
)

_ORIGINS = frozenset({Origin.ADVERBIAL, Origin.INFINITIVE, Origin.OBJECT_CONTROL, Origin.RELATIVE})
_SEVERAL = 2
_WANTING = frozenset({"want", "wish", "like", "need"})


PURPOSE = Rule(
    "purpose",
    Family.VERB,
    reads(
        "The service creates a key to encrypt the passwords.",
        ("service", "create to encrypt", "passwords"),
    ),
    traits=frozenset({Trait.SUBJECT_OF_CLAUSE, Trait.ACTED_ON, Trait.PURPOSE, Trait.HOLDER}),
)


@proposes(PURPOSE)
def purposes(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "The service creates a key to encrypt data" -> (service, create to encrypt, data)."""
    first, tree = first_joined(reading, clause), reading.tree
    above = _served(reading, first)
    if above is None or tree.lemma[clause.verb].lower() in _idle():
        return
    means = direct_objects(reading, above)
    acts = is_end_of_act(first)
    joined = first is not clause
    if joined and not acts and direct_objects(reading, first) == direct_objects(reading, clause):
        return  # "to create and delete roles" is one fact
    if len(means) != 1 or not reading.phrases.is_nominal(means[0]):
        return
    if is_time(tree, means[0]) or _is_cut(tree, clause):
        return  # "takes ten minutes to reach X"
    thing, wanted = reading.phrases.of(means[0]), reading.flags.of(above)
    if clause.verb < above.verb and _is_first_of_orders(tree, above):
        return  # "To post it, open the list, choose the form, then sign it": all of that serves
    if wanted.negated and clause.verb < above.verb:
        return  # "To save fuel, the ship does not use the engine": not using it serves that
    inner = reading.flags.of(clause)
    if _is_wanted(tree, first):  # the condition is the purpose
        wanted, inner = dataclasses.replace(wanted, condition=None), NO_FLAGS
    for end in ends_of(reading, clause):
        if not above.reader:
            yield from _purposes_of(reading, (above, first, clause), thing, end)
            continue
        bare = Clause(above.verb, [], above.origin, passive=True, reader=True)
        used = verb_predicate(tree, bare)
        if is_means(tree, above.verb) and not _only_picks(tree, above.verb, thing):
            used = dataclasses.replace(used, text="be used", act="be used")
        predicate = _serving(tree, (above, first, clause), used, end)
        triple = (thing, predicate, reading.phrases.of(end.head))
        found = clause_triple(reading, above, PURPOSE, triple, Voice.PASSIVE)
        found = governed(dataclasses.replace(found, flags=wanted), inner)
        yield with_ends(reading, clause, found)


def _only_picks(tree: Tree, verb: int, thing: Argument) -> bool:
    """Return whether a thing is picked and serves nothing itself: "Select the boats to check them".

    A control that has a name is used: "Choose Save to post the order".
    """
    picks = tree.lemma[verb].lower() in ("select", "choose")
    return picks and not is_name(tree, thing)


def _purposes_of(
    reading: ScopeReading, clauses: tuple[Clause, Clause, Clause], thing: Argument, end: Target
) -> Iterator[Candidate]:
    """Yield what a subject does, offers or has for a purpose: "create to", "allow to"."""
    tree, above = reading.tree, clauses[0]
    used = verb_predicate(tree, above)
    offered = offers(tree, above.verb) and not used.intended and not above.lead.text
    possible = tree.lower[thing.head] in words("possibility_nouns")
    if offered and (possible or is_bare(tree, thing)):  # "gives flexible ways to", "has tools to"
        used = dataclasses.replace(used, text="allow", act="allow")
    predicate = _serving(tree, clauses, used, end)
    for stated in clause_triples(reading, above, PURPOSE, predicate, [end.head], avoid=thing):
        found = governed(stated, reading.flags.of(clauses[2]))
        found = with_ends(reading, clauses[2], found)
        vague = used.text == "allow" or (possible and thing.tokens == 1)
        yield found if vague else with_object(tree, found, thing)


def _is_first_of_orders(tree: Tree, clause: Clause) -> bool:
    """Return whether the reader does two more things behind what a clause orders."""
    orders = [clause.verb]
    for verb in orders if clause.reader else ():
        orders += [
            v for v in tree.within(verb, "conj", "dep") if v > verb and tree.tag[v] in ("VB", "VBP")
        ]
    return len(orders) > _SEVERAL


def with_ends(reading: ScopeReading, clause: Clause, found: Candidate) -> Candidate:
    """Return a purpose with the places and other ends behind its verb: "collect A from B"."""
    start, object_ = reading.tree.end[clause.verb], reading.tree.start[found.object.head]
    own = [q for q in found.flags.qualifiers if not q.start <= object_ < q.end]
    ends = [
        qualifier
        for qualifier in reading.flags.of(clause).qualifiers
        if qualifier.start >= start and qualifier.kind not in GOVERNING
    ]
    joined = joined_qualifiers(own, ends)
    return dataclasses.replace(found, flags=dataclasses.replace(found.flags, qualifiers=joined))


def _is_cut(tree: Tree, clause: Clause) -> bool:
    """Return whether the object of a purpose is to do or to be something.

    "To enable users to read X", "to make finding X easier".
    """
    made = tree.lemma[clause.verb].lower() == "make"
    if made and tree.has(clause.verb, "ccomp", "xcomp", "acomp", "oprd"):
        return True
    enables = tree.lemma[clause.verb].lower() in words("enabling_verbs")
    return enables and any(
        is_infinitive(tree, v) for v in tree.within(clause.verb, "xcomp", "ccomp")
    )


def is_end_of_act(clause: Clause) -> bool:
    """Return whether a clause is the purpose of what the reader does: "Use X to create Y"."""
    return clause.origin is Origin.INFINITIVE and clause.above is not None and clause.above.reader


def ends_of(reading: ScopeReading, clause: Clause) -> Iterator[Target]:
    """Yield what a purpose is about: its objects, else what its preposition leads to."""
    heads = direct_objects(reading, clause)
    if heads:
        yield from map(Target, heads)
        return
    yield from (end for end in targets_of(reading, clause) if not end.further)


def first_joined(reading: ScopeReading, clause: Clause) -> Clause:
    """Return the first of the verbs that a verb is joined to: "lets you create and delete X"."""
    while clause.origin is Origin.CONJUNCT and reading.tree.dep[clause.verb] == "conj":
        above = reading.finder.of(reading.tree.head[clause.verb])
        if above is None or above.verb >= clause.verb:
            break
        clause = above
    return clause


def _idle() -> frozenset[str]:
    """Return the verbs by which nothing is done."""
    return words("idle_verbs", "metadiscourse_verbs")


def _serving(
    tree: Tree, clauses: tuple[Clause, Clause, Clause], used: Predicate, end: Target
) -> Predicate:
    """Return the predicate of a purpose: "create key to encrypt", "be used for logging on to".

    ``clauses`` are the one whose object serves, the first of the joined purposes and the purpose;
    ``used`` is the predicate of the first.
    """
    above, first, clause = clauses
    lemma = tree.lemma[clause.verb].lower()
    gerundive = tree.dep[first.verb] == "pcomp"
    done = joined_words(
        gerund(lemma) if gerundive else lemma, particle(tree, clause.verb), end.words
    )
    aim = f"for {done}" if gerundive else f"to {done}"
    verbs = [above.verb, clause.verb]
    predicate = spanned(tree, f"{used.text} {aim}", verbs, above.verb, tail=end.tail)
    act = f"{used.act} {aim}" if gerundive else done
    return dataclasses.replace(predicate, act=act, intended=used.intended)


def _served(reading: ScopeReading, clause: Clause) -> Clause | None:
    """Return the clause whose object serves a clause, or None."""
    tree, verb = reading.tree, clause.verb
    if tree.has(verb, "neg"):
        return None  # "adjust the limit (not to exceed 5 tons)" bounds the limit
    above = _used_for(reading, clause) if tree.dep[verb] == "pcomp" else _led_by(reading, clause)
    if above is None or above.passive or clause.passive:
        return None
    done = tree.lemma[above.verb].lower()
    if above.reader and done == "read":
        return None  # "To do A, read B" points to a text
    needed = done == "need" and above.reader and not above.chain
    return above if needed or not (done in words("nonfactive_verbs") or done in _idle()) else None


def _led_by(reading: ScopeReading, clause: Clause) -> Clause | None:
    """Return the clause that an infinitive is the purpose of, past "need to" and "if you want"."""
    tree, verb = reading.tree, clause.verb
    above = clause.above
    if above is None or not is_infinitive(tree, verb):
        return None
    if _is_wanted(tree, clause):
        above = reading.finder.of(tree.head[above.verb])
        return above if above is not None and above.reader else None
    if clause.origin not in _ORIGINS:
        return None
    on_noun = tree.dep[verb] in ("acl", "relcl")  # "a key to encrypt data"
    if on_noun and tree.head[verb] not in tree.within(above.verb, "dobj"):
        return None
    asked = tree.first(above.verb, "xcomp")
    if above.reader and asked not in (None, verb) and tree.lemma[above.verb] in words("duty_verbs"):
        return reading.finder.of(asked)  # "To do A, you need to create B"
    return above


def _is_wanted(tree: Tree, clause: Clause) -> bool:
    """Return whether a condition says what its reader wants to do: "If you want to do A, use B"."""
    above = clause.above
    if above is None or not clause.reader or tree.dep[clause.verb] != "xcomp":
        return False
    marked = any(tree.lower[mark] == "if" for mark in tree.within(above.verb, "mark"))
    denied = tree.has(above.verb, "neg")
    return (
        marked
        and not denied
        and tree.dep[above.verb] == "advcl"
        and above.verb < tree.head[above.verb]
        and tree.lemma[above.verb] in _WANTING
    )


def _used_for(reading: ScopeReading, clause: Clause) -> Clause | None:
    """Return the clause whose object is for what a gerund says: "use X for analyzing Y"."""
    tree = reading.tree
    prep = tree.head[clause.verb]
    holder = tree.head[prep]
    if tree.lower[prep] != "for" or tree.has(clause.verb, "nsubj"):
        return None
    verb = tree.head[holder] if tree.dep[holder] == "dobj" else holder
    if tree.lemma[verb].lower() != "use" or prep < verb:
        return None
    return reading.finder.of(verb)


OF_CONJUNCT = Rule(
    "of_conjunct",
    Family.VERB,
    reads(
        "The vehicle uses a combination of sensors and cameras.",
        ("vehicle", "use combination of", "cameras"),
    ),
)


@proposes(OF_CONJUNCT)
def joined_behind_of(reading: ScopeReading, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """ "uses a set of roles and rules" -> (.., use set of, rules): what is joined to the first."""
    tree = reading.tree
    for candidate in found:
        if not candidate.rule.has(Trait.VERB_COMPLEMENT):
            continue
        inside = range(candidate.object.head + 1, candidate.object.last)
        prep = next((i for i in inside if tree.lower[i] == "of" and tree.dep[i] == "prep"), None)
        inner = None if prep is None else tree.first(prep, "pobj")
        if prep is None or inner is None:
            continue
        words_ = tree.slice(candidate.object.first, prep + 1)
        text = f"{candidate.predicate.text} {words_}"
        predicate = dataclasses.replace(candidate.predicate, text=text, tail=(prep,))
        yield from _members(reading, candidate, predicate, reading.phrases.conjuncts(inner)[1:])


def _is_beside_whole(tree: Tree, of: int, noun: int) -> bool:
    """Return whether a noun is joined to a whole: "a path of good ways and a wealth of tools".

    Both have an article, which what stands behind "of" has not.
    """
    first = tree.first(of, "pobj")
    if first is None or tree.lemma[tree.head[of]].lower() in words("nouns_of_two"):
        return False
    one = [any(tree.lower[i] in ("a", "an") for i in tree.within(n, "det")) for n in (first, noun)]
    return one == [False, True] and tree.has(tree.head[of], "det")


def _members(
    reading: ScopeReading, candidate: Candidate, predicate: Predicate, heads: Sequence[int]
) -> Iterator[Candidate]:
    for head in heads:
        if _is_beside_whole(reading.tree, predicate.tail[0], head):
            continue
        member = reading.phrases.of(head)
        if not member.overlaps(candidate.object) and not member.overlaps(candidate.subject):
            yield dataclasses.replace(
                candidate, rule=OF_CONJUNCT, predicate=predicate, object=member
            )
