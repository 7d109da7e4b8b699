"""Repairs of subjects and objects that are misread: a noun taken for a verb, a verb for an object.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.plural_verbs import (
    make_verb,
)
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Scope, Tree

_OF_NOUN = frozenset({"det", "compound", "amod", "nmod", "nummod", "poss", "prep", "punct"})

_SINGULAR = frozenset({"this", "that", "a", "an", "each", "every"})


@needs({"to"}, {"VB"}, both({"NNS"}, {"dobj"}))
def repair_noun_read_as_infinitive(tree: Tree, first: int, last: int) -> None:
    """ "Assign users to role collections": where the verb leads "to" something, a noun follows."""
    for index in range(first + 2, last - 1):
        to, noun, verb = index - 1, index + 1, tree.head[index]
        if tree.tag[index] != "VB" or tree.lower[to] != "to" or tree.tag[noun] != "NNS":
            continue
        if tree.dep[noun] != "dobj" or tree.head[noun] != index or verb >= to:
            continue
        if tree.tag[verb] in NOUN_TAGS:
            verb = tree.head[verb]
        if tree.lemma[verb].lower() in words("leading_verbs"):
            _lead_to_noun(tree, (first, last), index, verb)


@needs({"to"}, {"version"})
def repair_version(tree: Tree, first: int, last: int) -> None:
    """ "Migrate the rule to version v2": "version" before a number is no verb."""
    for word in range(first + 2, last - 1):
        to, number, verb = word - 1, word + 1, tree.head[word]
        if tree.lower[word] != "version" or tree.tag[word] != "VB" or tree.lower[to] != "to":
            continue
        counted = tree.words[number][-1].isdigit() and tree.head[number] == word
        if not counted or verb == word or verb >= to:
            continue
        _lead_to_noun(tree, (first, last), word, verb)
        tree.tag[number] = "NNP"


def _lead_to_noun(tree: Tree, scope: Scope, word: int, verb: int) -> None:
    """Make an infinitive a part of the name behind it: "to" before it leads there from a verb."""
    to, noun = word - 1, word + 1
    tree.tag[to], tree.dep[to], tree.head[to] = "IN", "prep", verb
    tree.tag[word], tree.dep[word], tree.head[word] = "NN", "compound", noun
    tree.dep[noun], tree.head[noun] = "pobj", to
    for other in range(*scope):
        if tree.head[other] == word and other != noun:
            tree.head[other] = verb


@needs(both(NOUN_TAGS, {"nsubj"}), both(NOUN_TAGS | {"JJ", "JJR"}, {"pobj"}))
def repair_name_in_object(tree: Tree, first: int, last: int) -> None:
    """ "used as the user identifier": a noun has no subject of its own, but a name before it."""
    for index in range(first, last - 1):
        noun = index + 1
        if tree.dep[index] != "nsubj" or tree.head[index] != noun or tree.dep[noun] != "pobj":
            continue
        if tree.tag[noun] in NOUN_TAGS | {"JJ", "JJR"} and tree.tag[index] in NOUN_TAGS:
            tree.dep[index] = "compound"
            tree.tag[noun] = tree.tag[noun] if tree.tag[noun] in NOUN_TAGS else "NN"
            for left in range(first, index):
                if tree.head[left] == index and tree.dep[left] == "det":
                    tree.head[left] = noun


@needs(both({"VBZ"}, {"pobj"}))
def repair_verb_read_as_object(tree: Tree, first: int, last: int) -> None:
    """ "The history of chess dates back": a finite verb is no object of a preposition."""
    for index in range(first + 3, last):
        prep = tree.head[index]
        if tree.tag[index] != "VBZ" or tree.dep[index] != "pobj" or tree.dep[prep] != "prep":
            continue
        noun, before = tree.head[prep], index - 1
        if tree.head[noun] != noun or tree.tag[noun] not in NOUN_TAGS or noun >= prep:
            continue
        if tree.head[before] != index or tree.tag[before] not in NOUN_TAGS:
            continue
        for left in range(prep + 1, index):
            if tree.head[left] == index:
                tree.head[left] = before
        for right in range(index + 1, last):
            if tree.head[right] == noun:
                tree.head[right] = index
        tree.dep[before], tree.head[before] = "pobj", prep
        tree.dep[noun], tree.head[noun] = "nsubj", index
        tree.dep[index], tree.head[index] = "ROOT", index
        return


@needs(both({"VBZ"}, {"dobj", "pobj"}))
def repair_plural_object(tree: Tree, first: int, last: int) -> None:
    """ "Assign the restriction fields to X": what a verb or a preposition governs is a noun."""
    for index in range(first + 1, last):
        before = index - 1
        if tree.tag[index] != "VBZ" or tree.dep[index] not in ("dobj", "pobj"):
            continue
        governed = tree.tag[before] in VERB_TAGS and tree.head[index] == before
        if not tree.words[index].islower() or not (governed or tree.tag[before] in NOUN_TAGS):
            continue
        tree.tag[index] = "NNS"
        if tree.dep[before] == tree.dep[index] and tree.head[before] == tree.head[index]:
            tree.dep[before], tree.head[before] = "compound", index


@needs(both({"NNS"}, {"ccomp"}))
def repair_noun_read_as_content(tree: Tree, first: int, last: int) -> None:
    """ "Ships have one or more cargo holds": a noun that nothing makes a clause is an object."""
    for noun in range(first + 2, last):
        verb = tree.head[noun]
        if tree.dep[noun] != "ccomp" or tree.tag[noun] != "NNS" or verb >= noun:
            continue
        inside = range(first, last)
        below = {tree.dep[i] for i in inside if tree.head[i] == noun}
        taken = any(_is_object(tree, i, verb) for i in inside)
        acts = tree.lower[noun + 1 : noun + 2] == ["to"]  # "allows guests to enter"
        if tree.tag[verb] in VERB_TAGS and below <= _OF_NOUN and below and not (taken or acts):
            tree.dep[noun] = "dobj"


@needs(both({"VBG", "NN", "NNP"}, {"amod", "compound"}), both({"VBZ"}, {"ROOT"}))
def repair_gerund_subject(tree: Tree, first: int, last: int) -> None:
    """ "Storytelling relies on images": what modifies a finite verb like a noun is its subject."""
    for index in range(first, last - 1):
        verb = tree.head[index]
        if tree.dep[index] in ("amod", "compound") and tree.tag[index] in ("VBG", "NN", "NNP"):
            subjects = ("nsubj", "nsubjpass", "csubj", "expl")
            if verb == index + 1 and tree.tag[verb] == "VBZ" and tree.dep[verb] == "ROOT":
                inside = range(first, last)
                if not any(tree.head[i] == verb and tree.dep[i] in subjects for i in inside):
                    tree.tag[index], tree.dep[index] = "NN", "nsubj"


@needs(both({"VBG"}, {"csubj"}), {"is", "was"})
def repair_object_of_gerund_subject(tree: Tree, first: int, last: int) -> None:
    """ "Removing keys from a ring is easy": not the keys are, as "is" has one subject."""
    for verb in range(first + 2, last):
        if tree.lower[verb] not in ("is", "was") or tree.tag[first] != "VBG":
            continue
        noun = next((i for i in range(first + 1, verb) if tree.dep[i] == "nsubj"), None)
        if tree.dep[first] != "csubj" or tree.head[first] != verb or noun is None:
            continue
        if tree.head[noun] == verb and tree.tag[noun] in ("NNS", "NNPS"):
            tree.dep[noun], tree.head[noun] = "dobj", first


@needs(both({"NNS"}, {"nsubj"}), {"VBP", "VB"}, _SINGULAR)
def repair_plural_subject(tree: Tree, first: int, last: int) -> None:
    """ "This library handles data creation": one library, so that "handles" is the verb."""
    for verb in range(first + 3, last - 1):
        plural = verb - 1
        if tree.tag[verb] not in ("VBP", "VB") or tree.head[plural] != verb:
            continue
        if tree.dep[plural] != "nsubj" or tree.tag[plural] != "NNS":
            continue
        object_ = next((i for i in range(verb + 1, last) if _is_object(tree, i, verb)), None)
        single = any(
            tree.head[i] in (plural, plural - 1) and tree.lower[i] in _SINGULAR
            for i in range(first, plural)
        )
        if single and object_ == verb + 1 and tree.tag[plural - 1] == "NN":
            _swap(tree, (first, last), verb, object_)
            return


@needs({"appos"}, {","})
def repair_introduced_subject(tree: Tree, first: int, last: int) -> None:
    """ "In the X, Y environment, the limit is 5": what no comma parts from its verb is the subject.

    The noun between the commas belongs to the words before it, not to the verb.
    """
    if first >= last or tree.tag[first] != "IN" or tree.dep[first] != "prep":
        return
    verb = tree.head[first]
    for noun in range(first + 1, last):
        before = tree.head[noun]
        if tree.dep[noun] != "appos" or tree.dep[before] not in ("nsubj", "nsubjpass"):
            continue
        if tree.head[before] != verb or not first < before < noun < verb:
            continue
        between = tree.words[before + 1 : noun]
        if "," not in between or "(" in between or "," in tree.words[noun:verb]:
            continue
        if "," in tree.words[first:before]:
            tree.dep[noun], tree.head[noun] = tree.dep[before], verb
            tree.dep[before], tree.head[before] = "dep", first
            return


def _is_object(tree: Tree, index: int, verb: int) -> bool:
    return tree.head[index] == verb and tree.dep[index] == "dobj"


def _swap(tree: Tree, scope: Scope, verb: int, object_: int) -> None:
    """Make the plural before a verb the verb; the verb becomes part of its object's name."""
    plural = verb - 1
    make_verb(tree, plural)
    tree.dep[plural], tree.head[plural] = tree.dep[verb], tree.head[verb]
    if tree.head[verb] == verb:
        tree.head[plural] = plural
    for index in range(*scope):
        if index < plural - 1 and tree.head[index] == plural:
            tree.head[index] = plural - 1
        elif index != plural and tree.head[index] == verb:
            tree.head[index] = plural
    tree.dep[plural - 1], tree.head[plural - 1] = "nsubj", plural
    tree.tag[verb], tree.dep[verb], tree.head[verb] = "NN", "compound", object_
    tree.dep[object_], tree.head[object_] = "dobj", plural
