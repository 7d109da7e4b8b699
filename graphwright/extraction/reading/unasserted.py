"""Clauses that assert nothing: what is imagined, wished, aimed at, or asked to be.

"Suppose the gate is open", "you want to sell the boat", "guests who own a card": what such a clause
says is not so of the things that it names, or only of those that it picks out. What an example
shows is in ``examples``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.clause import DESCRIBING, Clause, Origin
from graphwright.extraction.reading.conditions import is_supposed, picks_out
from graphwright.extraction.reading.denial import is_certain
from graphwright.extraction.reading.verbs import is_infinitive

_MAX_DEPTH = 12
_SUBJECTS = ("nsubj", "nsubjpass")
_SPEAKERS = frozenset({"you", "we", "us", "'s", "i"})
_DUTIES = frozenset({"must", "should", "shall"})
_WANTING = frozenset({"want", "wish", "like"})
"""Verbs of which an object is to be something: who "plans the tour drawn in red" draws none."""


def is_imagined(tree: Tree, verb: int) -> bool:
    """Return whether a verb stands below an order to imagine it: "Suppose the gate is open".

    So it does behind one: "Let's picture the following scene: the gate is open".
    """
    if any(_leads_scene(tree, before) for before in tree.within(verb, "advcl", "ccomp", "dep")):
        return True
    for _ in range(_MAX_DEPTH):
        above = tree.head[verb]
        if above == verb:
            return False
        verb = above
        if _imagines(tree, verb):
            return True
    return False


def _leads_scene(tree: Tree, verb: int) -> bool:
    """Return whether the writer lets the reader see something, before a colon."""
    if tree.lower[verb] != "let" or tree.words[min(tree.right[verb], len(tree.words) - 1)] != ":":
        return False
    seen = tree.within(verb, "ccomp", "xcomp")
    return any(tree.lower[who] in _SPEAKERS for act in seen for who in tree.within(act, *_SUBJECTS))


def _imagines(tree: Tree, verb: int) -> bool:
    """Return whether the writer supposes what follows: "imagine", "let's say"."""
    led = tree.lower[tree.head[verb]] == "let" and tree.dep[verb] in ("ccomp", "xcomp")
    if tree.lemma[verb].lower() not in words("imagining_verbs"):
        return led and tree.lower[verb] == "say"
    if tree.tag[verb] not in ("VB", "VBP") or tree.has(verb, "neg"):
        return False
    subject = tree.first(verb, *_SUBJECTS)
    return subject is None or tree.lower[subject] in _SPEAKERS or subject > verb


def is_aim(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause is what somebody acts for: "calls to announce the guests"."""
    if tree.dep[clause.verb] != "advcl":
        return False
    first = tree.left[clause.verb]
    if tree.lower[first] == "so" and first > tree.scope[first]:
        # "calls him so he has one" tells why; "calls him, so he has one" what came of it
        return tree.lower[first + 1] == "that" or tree.words[first - 1] != ","
    return clause.origin is Origin.ADVERBIAL and is_infinitive(tree, clause.verb)


def is_for_somebody(tree: Tree, verb: int) -> bool:
    """Return whether an infinitive names who is to do it: "ready for guests to enter the hall"."""
    marks = (tree.lower[mark] for mark in tree.within(verb, "mark") if mark < verb)
    return is_infinitive(tree, verb) and "for" in marks


def is_wish_of_reader(tree: Tree, clause: Clause) -> bool:
    """Return whether the reader only wants what a clause says: "you want to sell the boat".

    So does "you want the boat to be red", whatever has a colour.
    """
    above = clause.above
    content = tree.dep[clause.verb] in ("ccomp", "xcomp") and not clause.reader
    if above is not None and _is_wished_of_object(tree, clause, above):
        return True
    if content and above is not None and _is_aim_of_reader(tree, above):
        return True
    if above is not None and above.reader and not clause.reader:
        return tree.lemma[above.verb] in words("wishing_verbs") and content
    for _ in range(_MAX_DEPTH):
        above = clause.above
        if above is None or not clause.reader:
            return False
        led = clause.origin is Origin.CONTROL and tree.lemma[above.verb] in words("wishing_verbs")
        if led and tree.dep[clause.verb] in ("xcomp", "conj", "ccomp"):
            return not is_supposed(tree, above.verb)
        clause = above
    return False


def _is_wished_of_object(tree: Tree, clause: Clause, above: Clause) -> bool:
    """Return whether an object is to be, or not to be, what a participle says: "want it sold"."""
    wished = tree.lemma[above.verb] in _WANTING
    participle = clause.origin is Origin.PARTICIPLE and tree.tag[clause.verb] == "VBN"
    noun = tree.head[clause.verb]
    return wished and participle and tree.dep[noun] == "dobj" and tree.head[noun] == above.verb


def _is_aim_of_reader(tree: Tree, clause: Clause) -> bool:
    """Return whether the reader acts to bring something about: "To let the boat sail, cut X"."""
    if tree.dep[clause.verb] != "advcl" or not is_infinitive(tree, clause.verb):
        return False
    who = tree.first(tree.head[clause.verb], *_SUBJECTS)
    return who is None or tree.lower[who] in _SPEAKERS


def is_to_be_checked(tree: Tree, verb: int, above: Clause) -> bool:
    """Return whether a clause says what the reader has to see to: "Check that the gate is shut"."""
    if tree.dep[verb] not in ("ccomp", "csubj") or not (above.reader or not above.subjects):
        return False
    sees_to = tree.lemma[above.verb] in words("ensuring_verbs")
    sure = any(
        tree.lower[word] in ("sure", "certain")
        for word in tree.within(above.verb, "acomp", "ccomp")
    )
    sure = sure or any(tree.lower[word] == "care" for word in tree.within(above.verb, "dobj"))
    return sees_to or sure


def is_first_check(tree: Tree, verb: int) -> bool:
    """Return whether a sentence starts with "ensure that", which a parser may take for a name."""
    first = tree.head[verb]
    led = tree.dep[verb] == "ccomp" and first == tree.scope[verb] < verb
    return led and tree.lower[first] in words("ensuring_verbs")


def first_of_complement(tree: Tree, verb: int) -> int:
    """Return the first of joined complements: "Check that A is open and that B is shut"."""
    for _ in range(_MAX_DEPTH):
        above = tree.head[verb]
        if tree.dep[verb] != "conj" or above >= verb or tree.tag[above] not in VERB_TAGS:
            break
        verb = above
    return verb


def is_of_earlier(tree: Tree, verb: int) -> bool:
    """Return whether a clause tells how things were before: "boats that were moored before"."""
    past = any(tree.tag[i] == "VBD" for i in (verb, *tree.within(verb, "aux", "auxpass")))
    if not past:
        return False
    return any(
        tree.lower[word] == "before" and not tree.children[word]
        for word in tree.within(verb, "prep", "advmod")
    )


def is_one_of_two(tree: Tree, verb: int) -> bool:
    """Return whether another clause may hold instead: "or" joins two."""
    first = tree.head[verb] if tree.dep[verb] == "conj" else verb
    joined = any(tree.dep[other] == "conj" for other in tree.children[first])
    return joined and any(tree.lower[joint] == "or" for joint in tree.within(first, "cc"))


def may_be_another(tree: Tree, verb: int) -> bool:
    """Return whether two whole clauses are told of which one holds: "A is shut or B is lost"."""
    first = tree.head[verb] if tree.dep[verb] == "conj" else verb
    others = (other for other in tree.within(first, "conj") if tree.has(other, *_SUBJECTS))
    or_else = any(tree.lower[tree.left[other] - 1] == "or" for other in others)
    return or_else and tree.has(first, *_SUBJECTS)


def is_asked_about(tree: Tree, verb: int) -> bool:
    """Return whether a clause is what somebody tells or sees: "you tell how the guests sleep"."""
    first = tree.left[verb]
    return tree.dep[verb] == "ccomp" and tree.tag[first] in ("WRB", "WP", "WDT") and first < verb


def is_had_done(tree: Tree, clause: Clause) -> bool:
    """Return whether the reader has something done: "You have the lamp set up on the pier".

    So does "have the guard open the gate".
    """
    above = clause.above
    if above is None or not above.reader or tree.lemma[above.verb] != "have":
        return False
    done = tree.tag[clause.verb] in ("VBN", "VBD")
    done = done or (tree.tag[clause.verb] == "VB" and tree.dep[clause.verb] in ("ccomp", "xcomp"))
    bare = done and not tree.has(clause.verb, "aux", "auxpass")
    return bare and above.verb < clause.verb


def is_place_of_order(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause says where an order is to be followed: "Moor where the quay is low".

    Of a place by name it tells something.
    """
    verb, above = clause.verb, clause.above
    if above is None or not above.reader or tree.dep[verb] not in ("relcl", "advcl"):
        return False
    first = tree.left[verb]
    led = tree.lower[first] == "where" and tree.words[first - 1] != ","
    noun = tree.head[verb]
    return led and (tree.dep[verb] == "advcl" or tree.tag[noun] not in NAME_TAGS)


def is_indirect_question(tree: Tree, verb: int) -> bool:
    """Return whether a clause is what is asked or chosen: "define for which halls a clerk works".

    It is so of some of them alone.
    """
    if tree.dep[verb] not in ("ccomp", "pcomp", "csubj", "advcl"):
        return False
    first = tree.left[verb]
    first += tree.tag[first] == "IN"
    return tree.lower[first] in ("which", "what", "whose") and first < verb


def picks_from_many(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause tells which of many things are meant: "guests who own a card".

    It says that some do. One certain thing has what its clause says ("the key that opens the
    safe"), and so has one that is told of for the first time, but for one that the reader has yet
    to make: "Create a key that opens the safe".
    """
    if clause.origin not in DESCRIBING or not picks_out(tree, clause.verb):
        return False
    noun = tree.head[clause.verb]
    if clause.gap is None:
        return not (is_certain(tree, noun) or _is_introduced(tree, noun, clause.above))
    asked = (tree.lower[word] for word in tree.within(clause.verb, "advmod") if word < clause.verb)
    return "where" in asked and not is_certain(tree, _counted(tree, noun))


def _is_introduced(tree: Tree, noun: int, above: Clause | None) -> bool:
    """Return whether a sentence tells that there is such a thing: "The bank has a vault that"."""
    if not any(tree.lower[sign] in ("a", "an") for sign in tree.within(noun, "det")):
        return False
    if above is None:
        return True
    if tree.dep[noun] in _SUBJECTS and tree.tag[above.verb] in ("VBZ", "VBP"):
        return False  # "A guest who owns a card pays less"
    if noun > above.verb and is_infinitive(tree, above.verb):
        return False  # "uses a crane to lift a boat moored to the quay"
    modal = any(tree.tag[helper] == "MD" for helper in tree.within(above.verb, "aux"))
    return not (above.reader or modal)


def is_choice_of_duty(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause tells which known thing is to be taken: "the key that they must use".

    That they have to take one is told elsewhere; here it is only said which.
    """
    if clause.gap is None or clause.reader or not is_certain(tree, clause.gap):
        return False
    due = any(tree.lower[helper] in _DUTIES for helper in tree.within(clause.verb, "aux"))
    return due and picks_out(tree, clause.verb)


def is_aim_of_act(tree: Tree, clause: Clause) -> bool:
    """Return whether an act is let to serve an aim: "allows the mooring of a boat to save fuel".

    It is not the mooring that saves anything.
    """
    above, verb = clause.above, first_of_complement(tree, clause.verb)
    if above is None or not clause.subjects or not is_infinitive(tree, verb):
        return False
    if tree.dep[verb] not in ("ccomp", "xcomp"):
        return False
    act = clause.subjects[0]
    named = tree.tag[act] in ("NN", "VBG") and tree.lower[act].endswith("ing") and act < verb
    allowed = tree.lemma[tree.head[verb]].lower() in words("allowing_verbs")
    return allowed and named and any(tree.lower[of] == "of" for of in tree.within(act, "prep"))


def _counted(tree: Tree, noun: int) -> int:
    """Return the noun of which another is the kind: "requests" of "requests of type A"."""
    prep = tree.head[noun]
    return tree.head[prep] if tree.dep[noun] == "pobj" and tree.lower[prep] == "of" else noun
