"""Rules over a clause with a full verb: objects, passives, prepositions, recipients, enabling.

Each rule is a generator over one clause and names itself in ``Candidate.rule``. Where the subject
is only the reader of a manual ("Assign the role to the user", "you can ..."), the facts are about
the objects: (role, be assigned to, user). Clauses with "be" are in ``copular``.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Origin, Voice
from graphwright.extraction.reading.complements import (
    direct_objects,
    is_adverbial,
    is_supplied,
    is_time,
    prepositions_of,
    subjects,
)
from graphwright.extraction.reading.denial import is_none, set_aside_by
from graphwright.extraction.reading.light_verbs import (
    enabling_text,
    fixed_phrase,
    giving_verb,
    made_use_of,
)
from graphwright.extraction.reading.predicates import (
    Predicate,
    joined_words,
    noun_form,
    spanned,
    verb_predicate,
)
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import hinders, is_infinitive, particle
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import (
    clause_triple,
    clause_triples,
    governed,
    proposes,
    with_object,
)
from graphwright.extraction.rules.purpose import (
    ends_of,
    first_joined,
    is_end_of_act,
    purposes,
    with_ends,
)

OBJECT = Rule(
    "object",
    Family.VERB,
    reads("SAP launched Joule for Consultants.", ("SAP", "launch", "Joule for Consultants")),
    traits=frozenset(
        {
            Trait.SUBJECT_OF_CLAUSE,
            Trait.SUBJECT_OF_VERB,
            Trait.VERB_COMPLEMENT,
            Trait.TRANSITIVE,
            Trait.ACTED_ON,
        }
    ),
)


@proposes(OBJECT)
def objects(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "SAP acquired Qualtrics" -> (SAP, acquire, Qualtrics)."""
    tree = reading.tree
    if clause.passive or is_supplied(tree, clause.verb):
        return
    if is_end_of_act(first_joined(reading, clause)) and any(purposes(reading, clause)):
        return  # "Use X to create Y": X is used to create it
    used = made_use_of(reading.tree, clause.verb)
    if used is not None and not clause.lead.text:
        verb, (of, noun) = clause.verb, used
        predicate = spanned(reading.tree, "use", [verb, of], verb)
        heads = reading.phrases.conjuncts(noun)
        yield from clause_triples(reading, clause, OBJECT, predicate, heads)
        return
    fixed = fixed_phrase(reading.tree, clause.verb)
    predicate = verb_predicate(reading.tree, clause, tail=fixed)
    for head in direct_objects(reading, clause):
        if not (
            _is_enabled(tree, clause.verb, head)
            or _is_hindered(tree, clause.verb, head)
            or _is_ruled_out(reading, clause.verb, head)
        ):
            yield from clause_triples(reading, clause, OBJECT, predicate, [head])


def _is_enabled(tree: Tree, verb: int, object_: int) -> bool:
    """Return whether an object is to do or to be something: "enables the value to be used"."""
    if tree.lemma[verb].lower() not in words("enabling_verbs"):
        return False
    below = (*tree.within(verb, "xcomp", "ccomp"), *tree.within(object_, "acl", "relcl"))
    return any(is_infinitive(tree, done) for done in below if done > object_)


def _is_hindered(tree: Tree, verb: int, object_: int) -> bool:
    """Return whether an object is kept from doing something: "prevents users from deleting"."""
    if not hinders(tree, verb):
        return False
    behind = (*tree.within(verb, "prep"), *tree.within(object_, "prep"))
    return any(tree.lower[p] == "from" and tree.has(p, "pcomp") for p in behind)


def _is_ruled_out(reading: ScopeReading, verb: int, object_: int) -> bool:
    """Return whether it is seen to that there is none of an object: "ensures no downtime".

    Nobody denies that anything is ensured there.
    """
    tree = reading.tree
    sees_to = tree.lemma[verb].lower() in words("ensuring_verbs")
    return sees_to and is_none(tree, reading.phrases, object_)


_GROUNDS = frozenset({"based", "depending"})
"""Participles that say on what an act rests, whatever its object."""

_CHANGING = frozenset({"become", "remain", "stay", "get", "seem"})
"""Verbs that take an adjective as "be" does."""

_OPEN = frozenset({"may", "might", "could"})
"""Modals that leave open whether something is done."""

_LEADING = frozenset({"from", "into", "to", "with"})
"""Prepositions that some verbs take, wherever in their objects a parser hangs them."""

PASSIVE = Rule(
    "passive",
    Family.VERB,
    reads(
        "The platform was acquired by the Northwind Group.",
        ("Northwind Group", "acquire", "platform"),
    ),
    traits=frozenset({Trait.SUBJECT_OF_CLAUSE, Trait.SUBJECT_OF_VERB}),
)


PREPOSITION = Rule(
    "preposition",
    Family.VERB,
    reads("The role is assigned to the user.", ("role", "be assigned to", "user")),
    traits=frozenset(
        {Trait.SUBJECT_OF_CLAUSE, Trait.SUBJECT_OF_VERB, Trait.VERB_COMPLEMENT, Trait.PREPOSITIONAL}
    ),
)

OBJECT_PREPOSITION = Rule(
    "object_preposition",
    Family.VERB,
    reads(
        "The gateway provides secure access to the backend systems.",
        ("gateway", "provide access to", "backend systems"),
    ),
    traits=frozenset(
        {
            Trait.SUBJECT_OF_CLAUSE,
            Trait.SUBJECT_OF_VERB,
            Trait.VERB_COMPLEMENT,
            Trait.TRANSITIVE,
            Trait.PREPOSITIONAL,
            Trait.OBJECT_IN_PREDICATE,
        }
    ),
)

READER_ACT = Rule(
    "reader_act",
    Family.VERB,
    reads("Assign the role collection to the user.", ("role collection", "be assigned to", "user")),
    traits=frozenset(
        {Trait.SUBJECT_OF_CLAUSE, Trait.VERB_COMPLEMENT, Trait.PREPOSITIONAL, Trait.READER_ACT}
    ),
)


@proposes(PASSIVE, PREPOSITION)
def agents(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "Qualtrics was acquired by SAP" -> (SAP, acquire, Qualtrics), voice passive.

    "By default" and "by itself" say how, "by 1990" says when.
    """
    for agent in () if clause.chain else reading.tree.within(clause.verb, "agent"):
        doer = reading.tree.first(agent, "pobj")
        if doer is None:
            continue
        if is_time(reading.tree, doer) and not _arranges(reading.tree, clause.verb):
            continue
        itself = reading.tree.lower[doer] in words("reflexive_pronouns")
        if not itself and not is_adverbial(reading.tree, agent, doer):
            yield from _of_agent(reading, clause, agent, doer)


def _arranges(tree: Tree, verb: int) -> bool:
    """Return whether "by" tells the order or the parts that something has: "sorted by name"."""
    parted = tree.lemma[verb].lower() == "break" and tree.has(verb, "prt")  # "broken down by area"
    return parted or tree.lemma[verb].lower() in words("arranging_verbs")


def _of_agent(reading: ScopeReading, clause: Clause, agent: int, doer: int) -> Iterator[Candidate]:
    """Yield who does what a passive clause says is done, or by what it is arranged."""
    tree, phrases = reading.tree, reading.phrases
    if _arranges(tree, clause.verb):
        predicate = verb_predicate(tree, clause, tail=[agent])
        yield from clause_triples(reading, clause, PREPOSITION, predicate, phrases.conjuncts(doer))
        return
    done = verb_predicate(tree, clause, passive=False)
    predicate = spanned(tree, done.text, [clause.verb, agent], clause.verb)
    predicate = dataclasses.replace(predicate, intended=done.intended)
    for head in phrases.conjuncts(doer):
        for patient in subjects(reading, clause):
            triple = (phrases.of(head), predicate, patient)
            yield clause_triple(reading, clause, PASSIVE, triple, Voice.PASSIVE)


@proposes(PREPOSITION, OBJECT_PREPOSITION, READER_ACT)
def prepositions(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "X runs on Kyma" -> (X, run on, Kyma); "X gives access to Y" -> (X, give access to, Y)."""
    tree, phrases = reading.tree, reading.phrases
    heads = [] if clause.passive else direct_objects(reading, clause)
    if _is_read_elsewhere(reading, clause, heads) or _is_read_as_purpose(reading, clause, heads):
        return
    heads = [head for head in heads if set_aside_by(tree, head) is None]
    supplied = is_supplied(tree, clause.verb)
    whom = bool(heads) and tree.tag[heads[0]] == "PRP"
    if whom and not supplied:
        heads = []
    if heads and tree.tag[heads[0]] in ("PRP", "DT"):
        return  # "provides you with X", "solves this by X": the predicate would say nothing
    for tail, complements in prepositions_of(reading, clause, clause.verb):
        if fixed_phrase(tree, clause.verb) == tuple(tail) or tree.lower[tail[0]] == "following":
            continue  # "takes X into account"; "adds types, following the rules": a clause
        if (heads and is_time(tree, complements[0])) or (whom and _is_of_whom(tree, tail)):
            continue
        if supplied and tail[0] < clause.verb and tree.lower[tail[0]] == "with":
            continue  # "With the app, provide users with access"
        own = heads[:1] if heads[:1] != [clause.gap] else []
        if own and clause.verb < tail[0] < own[0]:
            own = []  # "acts as a gateway": what follows is no object before the preposition
        object_ = phrases.of(own[0]) if own else None
        if object_ is not None and _stands_apart(tree, clause, object_, tail):
            continue
        yield from _with_preposition(reading, clause, object_, tail, complements)
        for argument in map(phrases.of, heads[1:] if own else ()):
            if argument.last <= tail[0]:  # "add users and groups to the team"
                yield from _with_preposition(reading, clause, argument, tail, complements)
    if heads[:1] not in ([], [clause.gap]):
        yield from _behind_object(reading, clause, heads[0])


def _is_of_whom(tree: Tree, tail: Sequence[int]) -> bool:
    """Return whether a phrase says nothing without the pronoun before it.

    "Access it using X": what is accessed is the point. "Turns them into records": they turn.
    """
    return tree.tag[tail[-1]] == "VBG" or tree.lower[tail[0]] == "into"


def _is_read_elsewhere(reading: ScopeReading, clause: Clause, objects_: Sequence[int]) -> bool:
    """Return whether prepositions are read with a noun or adjective, or with a purpose."""
    tree, verb = reading.tree, clause.verb
    if tree.lemma[verb] == "be" and tree.has(verb, "attr", "acomp"):
        return True
    if clause.passive and tree.has(verb, "oprd") and tree.lemma[verb] in words("naming_verbs"):
        return True  # "was declared a park in 1981" says more than "was declared in 1981"
    if tree.lemma[verb] in _CHANGING and tree.has(verb, "acomp"):
        return True  # "becomes visible to the users": the verb alone says nothing
    return not objects_ and _goes_with_means(reading, clause)


def _is_read_as_purpose(reading: ScopeReading, clause: Clause, objects_: Sequence[int]) -> bool:
    """Return whether the reader does it by a means: "Use the app to learn more about X".

    The app is used to do so, which is read as its purpose; it learns nothing itself.
    """
    return (
        bool(objects_)
        and is_end_of_act(first_joined(reading, clause))
        and any(purposes(reading, clause))
    )


def _goes_with_means(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether the reader goes or works somewhere: "Use the app to log on and work in X".

    What is used does to an object what the reader wants done; here it is only used to do so.
    """
    while clause.origin in (Origin.CONJUNCT, Origin.CONTROL) and clause.above is not None:
        clause = clause.above
    return is_end_of_act(clause)


def _may_be_due(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether it is open if the reader has to do it: "You may have to move the crane"."""
    led = {reading.tree.lemma[verb].lower() for verb in clause.chain}
    return reading.flags.of(clause).modality in _OPEN and not led.isdisjoint(words("duty_verbs"))


def _behind_object(reading: ScopeReading, clause: Clause, head: int) -> Iterator[Candidate]:
    """Yield the triples of the prepositions that hang on an object."""
    argument = reading.phrases.of(head)
    for tail, complements in prepositions_of(reading, clause, head):
        if tail[0] >= argument.last and not is_time(reading.tree, complements[0]):
            yield from _with_preposition(reading, clause, argument, tail, complements)


def _with_preposition(
    reading: ScopeReading,
    clause: Clause,
    object_: Argument | None,
    tail: Sequence[int],
    complements: Sequence[int],
) -> Iterator[Candidate]:
    """Yield the triples of one preposition; for the reader's acts they are about the object."""
    tree = reading.tree
    rule = PREPOSITION if object_ is None else OBJECT_PREPOSITION
    if clause.reader and object_ is not None:
        if not _acts(tree, clause) and not _finds(tree, clause, tail):
            return
        if _may_be_due(reading, clause):
            return
        if _is_of_noun(reading, clause, object_, tail, complements):
            return
        if _is_helped(reading, clause):
            return  # what helps is told to help with that
        predicate = _passive_of_reader(tree, clause, tail)
        for head in complements:
            triple = (object_, predicate, reading.phrases.of(head))
            yield clause_triple(reading, clause, READER_ACT, triple, Voice.PASSIVE)
        return
    predicate = _with_tail(tree, clause, object_, tail)
    for found in clause_triples(reading, clause, rule, predicate, complements, avoid=object_):
        said = object_ is None or _is_said(tree, clause, object_, tail)
        missing = object_ is None and _moves_gap(reading, clause, complements)
        if missing and clause.gap is not None:
            yield with_object(tree, found, reading.phrases.of(clause.gap))
        else:
            yield found if object_ is None or said else with_object(tree, found, object_)


def _is_helped(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether something only helps the reader do it: "the map helps you sail to X"."""
    first = first_joined(reading, clause)
    above = first.above
    helps = above is not None and reading.tree.lemma[above.verb].lower() == "help"
    return helps and above is not None and _enables(reading, first, above)


def _stands_apart(tree: Tree, clause: Clause, object_: Argument, tail: Sequence[int]) -> bool:
    """Return whether a preposition says nothing that is done to an object.

    It stands inside the object, or says how: "checks the key based on the rules".
    """
    inside = object_.first <= tail[0] < object_.last
    return inside or (tree.lower[tail[0]] in _GROUNDS and not clause.reader)


def _moves_gap(reading: ScopeReading, clause: Clause, complements: Sequence[int]) -> bool:
    """Return whether the verb's object is the noun of its clause: "files that it sends to X"."""
    if clause.passive or clause.gap is None or clause.gap in complements:
        return False
    return direct_objects(reading, clause) == [clause.gap]


def _is_of_noun(
    reading: ScopeReading,
    clause: Clause,
    object_: Argument,
    tail: Sequence[int],
    complements: Sequence[int],
) -> bool:
    """Return whether a phrase belongs to the object of an act: "view the changes to roles".

    So does "for" with a bare name, or where the purpose is already said: "To do A, use the tools
    for Northwind".
    """
    tree, word = reading.tree, reading.tree.lower[tail[0]]
    lemma = tree.lemma[clause.verb].lower()
    if word == "to" and tree.head[tail[0]] == object_.head:
        taking = words("verbs_with_to", "leading_verbs", "light_verbs")
        takes = tree.lemma[object_.head].lower() in words("nouns_with_to")
        return takes and lemma not in taking | {"grant"}
    behind = lemma == "use" and tail[0] == object_.last
    if word in _GROUNDS and behind:
        return True  # "use a template based on another"
    if word != "for" or not behind:
        return False
    said = any(
        is_infinitive(tree, c) and c < clause.verb for c in tree.within(clause.verb, "advcl")
    )
    name = reading.phrases.of(complements[0])
    bare = tree.tag[name.head] in NAME_TAGS and not tree.has(name.head, "det", "compound")
    return said or bare


def _is_said(tree: Tree, clause: Clause, object_: Argument, tail: Sequence[int]) -> bool:
    """Return whether a predicate has the whole of an object: "access" of "access to"."""
    whole = object_.tokens == 1 or noun_form(tree, object_) == tree.slice(
        object_.first, object_.last
    )
    return whole and _names_act(tree, clause, object_, tail)


def _with_tail(
    tree: Tree, clause: Clause, object_: Argument | None, tail: Sequence[int]
) -> Predicate:
    """Return the predicate of a verb with a preposition: "send to", "provide access to", "use"."""
    if object_ is None:
        return verb_predicate(tree, clause, tail=tail)
    if not _names_act(tree, clause, object_, tail):
        return verb_predicate(tree, clause, tail=tail)
    stated = verb_predicate(tree, clause, object_=object_, tail=tail)
    given, lemma = giving_verb(tree, clause.verb), tree.lemma[clause.verb].lower()
    if clause.lead.text or given == lemma or not stated.text.startswith(f"{lemma} "):
        return stated
    text = given + stated.text.removeprefix(lemma)
    return dataclasses.replace(stated, text=text, act=text)


def _names_act(tree: Tree, clause: Clause, object_: Argument, tail: Sequence[int]) -> bool:
    """Return whether a noun says with its verb what is done: "provides access to", "has X in".

    Such a verb is light, or the preposition is the noun's own.
    """
    close = tail[0] == object_.last or _is_joined_to(tree, object_.last, tail[0])
    lemma, word = tree.lemma[clause.verb].lower(), tree.lower[tail[0]]
    light = lemma == "grant" or (lemma in words("light_verbs") and lemma != "use")
    if word in _LEADING and lemma in words(f"verbs_with_{word}"):
        owned = tree.lemma[object_.head].lower() in words(f"nouns_with_{word}")
        return close and light and owned
    return close and (light or tree.head[tail[0]] == object_.head)


def _is_joined_to(tree: Tree, first: int, prep: int) -> bool:
    """Return whether a preposition says again what the first does: "to A and to B"."""
    again = first < prep and tree.lower[first] == tree.lower[prep]
    return again and tree.tag[prep - 1] == "CC"


def _acts(tree: Tree, clause: Clause) -> bool:
    """Return whether the reader does something to the object.

    Not "have X", not "avoid using X", not "follow the instructions in X".
    """
    verbs = {tree.lemma[verb] for verb in (*clause.chain, clause.verb)}
    return verbs.isdisjoint(words("negative_verbs")) and (
        tree.lemma[clause.verb] not in words("idle_verbs", "metadiscourse_verbs")
    )


def _finds(tree: Tree, clause: Clause, tail: Sequence[int]) -> bool:
    """Return whether the reader is told where something is: "you find the log in the folder"."""
    located = tree.lemma[clause.verb] in words("finding_verbs")
    if tree.lemma[clause.verb] == "see" and clause.origin is Origin.READER:
        return False  # "see X in the documentation" points away
    return located and not clause.chain and tree.lower[tail[0]] in words("place_words")


def _passive_of_reader(tree: Tree, clause: Clause, tail: Sequence[int]) -> Predicate:
    """Return what the reader does as something that is done: "be assigned to", without a lead."""
    stated = verb_predicate(tree, clause, tail=tail, passive=True)
    bare = Clause(clause.verb, [], clause.origin, passive=True, reader=True)
    done = verb_predicate(tree, bare, tail=tail, passive=True)
    return dataclasses.replace(done, start=stated.start, end=stated.end)


RECIPIENT = Rule(
    "recipient",
    Family.VERB,
    reads(
        "The buyer sends the supplier a purchase order.",
        ("buyer", "send to", "supplier"),
    ),
)


@proposes(RECIPIENT)
def recipients(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "sends the supplier an order" -> (.., send to, supplier), with the order beside it."""
    tree, phrases = reading.tree, reading.phrases
    own = [child for child in tree.within(clause.verb, "dobj", "dative") if child > clause.verb]
    if len(own) != 2 or clause.passive or not all(phrases.is_nominal(child) for child in own):
        return
    recipient, thing = own
    if not tree.has(thing, "det", "poss", "nummod"):
        return  # more often one long name than two objects
    if tree.lower[tree.left[thing] - 1] in (",", "and", "or"):
        return  # "shows its name, the age and the height"
    if tree.tag[tree.left[recipient]] == "WDT":
        return  # "decides which clerk stores the key"
    argument = phrases.of(thing)
    if clause.reader:
        predicate = _to_recipient(_passive_of_reader(tree, clause, ()))
        triple = (argument, predicate, phrases.of(recipient))
        yield clause_triple(reading, clause, RECIPIENT, triple, Voice.PASSIVE)
        return
    predicate = _to_recipient(verb_predicate(tree, clause))
    for found in clause_triples(
        reading, clause, RECIPIENT, predicate, phrases.conjuncts(recipient), avoid=argument
    ):
        yield with_object(tree, found, argument)


def _to_recipient(predicate: Predicate) -> Predicate:
    """Return a predicate with the "to" that no word states before a recipient."""
    return dataclasses.replace(predicate, text=f"{predicate.text} to")


EXISTENTIAL = Rule(
    "existential",
    Family.VERB,
    reads("There are three roles in the system.", ("roles", "exist in", "system")),
)


@proposes(EXISTENTIAL)
def existentials(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "There are three roles in the system" -> (roles, exist in, system)."""
    tree, phrases = reading.tree, reading.phrases
    if not tree.has(clause.verb, "expl"):
        return
    thing = tree.first(clause.verb, "attr", "dobj", "nsubj")
    if thing is None or not phrases.is_nominal(thing):
        return
    for holder in (clause.verb, thing):
        for tail, complements in prepositions_of(reading, clause, holder):
            if tree.lower[tail[0]] == "of" or clause.verb < tail[0] < thing:
                continue
            text = "exist " + " ".join(tree.lower[index] for index in tail)
            predicate = spanned(tree, text, [clause.verb], clause.verb, tail=tail)
            for subject, complement in itertools.product(phrases.conjuncts(thing), complements):
                triple = (phrases.of(subject), predicate, phrases.of(complement))
                yield clause_triple(reading, clause, EXISTENTIAL, triple, Voice.NONE)


ENABLING = Rule(
    "enabling",
    Family.VERB,
    reads(
        "The platform allows developers to build applications.",
        ("platform", "allow to build", "applications"),
    ),
    traits=frozenset({Trait.SUBJECT_OF_CLAUSE, Trait.SUBJECT_OF_VERB}),
)


@proposes(ENABLING)
def enabling(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "X lets developers build apps" -> (X, allow to build, apps), with who may beside it."""
    tree, first = reading.tree, first_joined(reading, clause)
    above = first.above
    if above is None or not _enables(reading, first, above):
        return
    if any(tree.has(verb, "neg") for verb in (first.verb, clause.verb)):
        return  # "allows users not to save drafts"
    who = None if first.reader or not first.subjects else reading.phrases.of(first.subjects[0])
    if tree.dep[first.verb] == "pcomp":
        lead, act = f"{tree.lemma[above.verb]} from", tree.lower[clause.verb]
    else:
        lead, act = enabling_text(tree, above.verb), tree.lemma[clause.verb]
    text = joined_words(lead, act, particle(tree, clause.verb))
    for end in ends_of(reading, clause):
        done, verbs = f"{text} {end.words}".rstrip(), [above.verb, clause.verb]
        predicate = spanned(tree, done, verbs, above.verb, tail=end.tail)
        for found in clause_triples(reading, above, ENABLING, predicate, [end.head]):
            stated = with_ends(reading, clause, governed(found, reading.flags.of(clause)))
            yield stated if who is None else with_object(tree, stated, who)


def _enables(reading: ScopeReading, clause: Clause, above: Clause) -> bool:
    """Return whether the verb above lets, asks or helps somebody do the verb of the clause."""
    tree, verb = reading.tree, clause.verb
    if tree.dep[verb] == "pcomp" and clause.origin is Origin.OBJECT_CONTROL:
        return not (above.reader or above.passive)
    if tree.dep[verb] not in ("xcomp", "ccomp") or clause.origin is Origin.CONTROL:
        return False
    if above.reader or above.passive or clause.passive or verb < above.verb:
        return False
    bare = is_infinitive(tree, verb) or not tree.has(verb, "mark", "aux")
    return bare and tree.lemma[above.verb] in words("nonfactive_verbs")
