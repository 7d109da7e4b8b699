"""Repairs of verbs that a small parser takes for plurals: "The scanner prints labels."

A verb in the third person is spelt like a plural. What tells them apart is number: a plural is no
subject of a verb in the singular, and does not stand inside the name of another plural. All other
repairs are in ``repair``, which applies these.
"""

from __future__ import annotations

from graphwright.entities.plurals import singular
from graphwright.extraction.parse.compounds import is_above, take_name
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Scope, Tree
from graphwright.language.plural_verbs import (
    ParsedWords,
    is_plural_inside,
    looks_like_both,
    plural_verb,
    subject_before,
)

_OBJECTS = frozenset(
    {"dobj", "attr", "acomp", "ccomp", "xcomp", "oprd", "aux", "auxpass", "dative", "expl"}
)
_OWN = frozenset({"nsubj", "nsubjpass", "dobj", "aux", "mark", "expl"})
"""Relations of what only a verb has below it."""

_MANY = frozenset({"these", "those", "all", "both", "many", "several", "few", "most", "some", "no"})
_IN_NAME = frozenset({"det", "compound", "amod", "nmod", "nummod", "poss", "punct"})
_LIKE_NAMES = frozenset({"compound", "nmod", "amod", "nsubj"})
"""Relations of a verb that was read as a plural inside a name."""

_OF_OBJECT = frozenset({"relcl", "acl", "appos", "nummod", "amod"})


def make_verb(tree: Tree, index: int) -> None:
    """Make a word that ends in "s" a verb in the third person."""
    word = tree.lower[index]
    tree.tag[index] = "VBZ"
    tree.lemma[index] = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")) and not word.endswith("caches"):
        tree.lemma[index] = word[:-2]


@needs({"VB", "VBP"})
def repair_third_person(tree: Tree, first: int, last: int) -> None:
    """ "Supports private registries": a first verb that ends in "s" orders nobody."""
    while first < last and tree.words[first] in (":", "-"):  # "(label cut off): Supports ..."
        first += 1
    if first >= last or tree.tag[first] not in ("VB", "VBP") or tree.head[first] != first:
        return
    word = tree.lower[first]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        make_verb(tree, first)


@needs({"CD"}, {"VBZ"})
def repair_numbered_subject(tree: Tree, first: int, last: int) -> None:
    """ "Pump 12 moves the water": a number behind a noun is a part of the verb's subject.

    A first word that was taken for an order is that noun, as no order governs a finite verb.
    """
    for number in range(first + 1, last - 2):
        noun, verb = number - 1, number + 1
        if tree.tag[number] != "CD" or tree.tag[verb] != "VBZ":
            continue
        if noun == first and tree.tag[noun] in ("VB", "VBP"):
            _as_subject(tree, (first, last), noun, verb)
        named = tree.tag[noun] in NOUN_TAGS and tree.dep[noun] in ("nsubj", "nsubjpass")
        if named and tree.head[number] in (noun, verb):
            tree.dep[number], tree.head[number] = "nummod", noun


@needs({"#"})
def repair_number_sign(tree: Tree, first: int, last: int) -> None:
    """ "The address of room #12 is new": a number behind its sign is a part of the noun before."""
    for sign in range(first + 1, last - 1):
        noun, number = sign - 1, sign + 1
        if tree.words[sign] != "#" or tree.tag[number] != "CD" or tree.tag[noun] not in NOUN_TAGS:
            continue
        if tree.head[sign] != number and tree.head[number] != sign:
            continue
        above = tree.head[number]
        if tree.head[noun] == number and above != sign:
            tree.dep[noun], tree.head[noun] = tree.dep[number], noun if above == number else above
        if is_above(tree, number, noun) or is_above(tree, sign, noun):
            continue
        for other in range(number + 1, last):
            if tree.head[other] in (sign, number):
                tree.head[other] = noun
        tree.dep[sign], tree.head[sign] = "quantmod", number
        tree.dep[number], tree.head[number] = "nummod", noun


def _as_subject(tree: Tree, scope: Scope, noun: int, verb: int) -> None:
    """Make a first word that was read as a verb the subject of the verb behind its number."""
    if tree.head[noun] == noun and tree.head[verb] == noun:
        for index in range(verb + 1, scope[1]):
            if tree.head[index] == noun:
                tree.head[index] = verb
        tree.dep[verb], tree.head[verb] = "ROOT", verb
    elif tree.head[noun] != verb:
        return
    tree.tag[noun], tree.lemma[noun] = "NN", tree.lower[noun]
    tree.dep[noun], tree.head[noun] = "nsubj", verb
    tree.head[noun + 1] = noun


@needs(both({"RBR"}, {"nsubj"}))
def repair_misread_subject(tree: Tree, first: int, last: int) -> None:
    """ "The dispatcher assigns drivers": what an article leads and a verb follows is a noun."""
    for index in range(first + 1, last - 1):
        verb = tree.head[index]
        if tree.tag[index] == "RBR" and tree.dep[index] == "nsubj" and verb == index + 1:
            compared = tree.lower[index] in ("more", "less")
            if tree.tag[verb] == "VBZ" and tree.tag[index - 1] == "DT" and not compared:
                tree.tag[index], tree.lemma[index] = "NN", tree.lower[index]


@needs({"VBZ"}, both({"NNS", "VBZ"}, {"nsubj", "compound", "appos"}))
def repair_agreement(tree: Tree, first: int, last: int) -> None:
    """ "The gateway routes requests": a plural is no subject of a verb in the singular.

    So the plural is the verb, with the noun before it as its subject, and the "verb" its object.
    """
    for verb in range(first + 1, last - 1):
        object_ = verb + 1
        if tree.tag[object_] != "VBZ" or not looks_like_both(tree.words[object_]):
            continue
        if tree.head[verb] != object_ or tree.dep[verb] not in ("nsubj", "compound", "appos"):
            continue
        if tree.tag[verb] not in ("NNS", "VBZ") or not looks_like_both(tree.words[verb]):
            continue
        subject = _subject_of(tree, first, verb, object_)
        if subject is not None and _may_be_object(tree, (first, last), object_):
            _take_over(tree, (first, last), (subject, verb, object_))


def _subject_of(tree: Tree, first: int, verb: int, object_: int) -> int | None:
    """Return the subject that stands before a verb that was taken for a part of it, or None."""
    before = subject_before(tree.words[first:verb], tree.tag[first:verb], verb - first)
    if before is None or any(
        tree.lower[index] in _MANY for index in range(first, verb) if tree.head[index] == verb
    ):
        return None
    subjects = (index for index in range(first, verb) if tree.dep[index] == "nsubj")
    subject = next((i for i in subjects if tree.head[i] in (verb, object_)), first + before)
    governed = subject == first + before and _follows_preposition(tree, first, subject)
    return None if governed or tree.tag[subject] in ("NNS", "NNPS") else subject


def _follows_preposition(tree: Tree, first: int, noun: int) -> bool:
    """Return whether a preposition stands before a name: "for custom shapes callouts"."""
    start = noun
    while start > first and tree.dep[start - 1] in _IN_NAME:
        start -= 1
    return start > first and (tree.dep[start - 1] == "prep" or tree.lower[start - 1] == "for")


def _may_be_object(tree: Tree, scope: Scope, word: int) -> bool:
    """Return whether a "verb" governs nothing that only verbs do, and may be a noun."""
    if tree.lemma[word].lower() in words("never_nouns"):
        return False
    below = {tree.dep[index] for index in range(*scope) if tree.head[index] == word}
    return below.isdisjoint(_OBJECTS)


def _take_over(tree: Tree, scope: Scope, found: tuple[int, int, int]) -> None:
    """Make a plural the verb in place of the "verb" behind it, which becomes its object."""
    subject, verb, object_ = found
    make_verb(tree, verb)
    tree.dep[verb], tree.head[verb] = tree.dep[object_], tree.head[object_]
    if tree.head[object_] == object_:
        tree.head[verb] = verb
    for index in range(*scope):
        if index == verb or tree.head[index] not in (verb, object_):
            continue
        if index < subject and tree.dep[index] in ("det", "compound", "amod", "nmod", "poss"):
            tree.head[index] = subject
        elif index > object_ and (tree.lower[index] == "of" or tree.dep[index] in _OF_OBJECT):
            tree.head[index] = object_
        else:
            tree.head[index] = verb
    _name_both(tree, subject, verb, object_)


def _name_both(tree: Tree, subject: int, verb: int, object_: int) -> None:
    """Make two words subject and object of a verb; a number behind the subject is its own."""
    if tree.tag[subject] not in NOUN_TAGS:
        tree.tag[subject], tree.lemma[subject] = "NN", tree.lower[subject]
    tree.dep[subject], tree.head[subject] = "nsubj", verb
    if tree.tag[subject + 1] == "CD":
        tree.dep[subject + 1], tree.head[subject + 1] = "nummod", subject
    if tree.tag[object_] == "VBZ":
        tree.tag[object_], tree.lemma[object_] = "NNS", singular(tree.lower[object_])
    tree.dep[object_], tree.head[object_] = "dobj", verb


@needs(both({"VBZ"}, {"ccomp"}))
def repair_plural_behind_name(tree: Tree, first: int, last: int) -> None:
    """ "Draw Harbour Map objects": a verb without a subject, right behind an object, heads it."""
    for word in range(first + 2, last):
        noun, verb = word - 1, tree.head[word]
        if tree.tag[word] != "VBZ" or tree.dep[word] != "ccomp" or verb >= noun:
            continue
        if tree.dep[noun] != "dobj" or tree.head[noun] != verb or tree.tag[noun] not in NAME_TAGS:
            continue
        below = [i for i in range(first, last) if tree.head[i] == word and i != word]
        if not looks_like_both(tree.words[word]) or _OWN.intersection(tree.dep[i] for i in below):
            continue
        take_name(tree, first, last, noun, word)
        tree.tag[word], tree.lemma[word] = "NNS", singular(tree.lower[word])
        for index in below:
            tree.head[index] = verb


@needs(both({"VBZ"}, {"advcl", "conj", "ccomp"}))
def repair_plural_behind_governed(tree: Tree, first: int, last: int) -> None:
    """ "is meant for the owner of the guest accounts": what nothing joins is no second verb.

    A noun behind a preposition, and behind it a "verb" without a subject: a plural.
    """
    for word in range(first + 3, last):
        noun, above = word - 1, tree.head[word]
        if tree.tag[word] != "VBZ" or tree.dep[word] not in ("advcl", "conj", "ccomp"):
            continue
        if tree.dep[noun] != "pobj" or tree.tag[noun] != "NN" or not first <= above < noun:
            continue
        below = [i for i in range(first, last) if tree.head[i] == word and i != word]
        led = not _OWN.isdisjoint(tree.dep[i] for i in below) or any(i < word for i in below)
        if led or not looks_like_both(tree.words[word]) or noun in tree.names:
            continue
        take_name(tree, first, last, noun, word)
        tree.tag[word], tree.lemma[word] = "NNS", singular(tree.lower[word])


@needs({"NNS", "NNPS"}, {"VB", "VBP"})
def repair_described_cell(tree: Tree, first: int, last: int) -> None:
    """ "Displays pilot exam results": one thing has no verb in the plural, so the first word is it.

    The "verb" is a part of the name that the first word governs.
    """
    if first + 3 >= last or tree.tag[first] not in ("NNS", "NNPS"):
        return
    if not looks_like_both(tree.lower[first]) or first in tree.names:
        return
    verb = next((i for i in range(first + 2, last - 1) if tree.tag[i] in ("VB", "VBP")), None)
    if verb is None or any(tree.tag[i] not in ("NN", "NNP", "JJ") for i in range(first + 1, verb)):
        return
    object_ = verb + 1
    plain = tree.dep[object_] == "dobj" and tree.head[object_] == verb
    if tree.tag[verb - 1] not in ("NN", "NNP") or not plain or tree.tag[object_] not in NOUN_TAGS:
        return
    above = tree.head[verb]
    make_verb(tree, first)
    tree.dep[first], tree.head[first] = "ROOT", first
    for index in range(first + 1, last):
        inside = index < object_
        if inside or tree.head[index] in (verb, above):
            tree.dep[index] = "compound" if inside else tree.dep[index]
            tree.head[index] = object_ if inside else first
    tree.tag[verb], tree.lemma[verb] = "NN", tree.lower[verb]
    tree.dep[object_], tree.head[object_] = "dobj", first


@needs({"nsubj"}, {"dobj"}, {"NNS", "JJ"})
def repair_root(tree: Tree, first: int, last: int) -> None:
    """ "The clerk in Berlin posts invoices": a plural with a subject and an object is a verb."""
    labels: dict[int, set[str]] = {}
    for index in range(first, last):
        labels.setdefault(tree.head[index], set()).add(tree.dep[index])
    for index, found in labels.items():
        if not first <= index < last or not {"nsubj", "dobj"} <= found:
            continue
        word = tree.words[index]
        plain = word.isalpha() and word.islower() and word.endswith("s")
        if plain and tree.tag[index] in ("NNS", "JJ"):
            make_verb(tree, index)


@needs(both({"NNP", "NNPS"}, {"compound"}) | both({"NNS", "VBZ"}, _LIKE_NAMES), {"and", "or", "."})
def repair_plural_verbs(tree: Tree, first: int, last: int) -> None:
    """ "The vault stores passwords", "... and caches answers": a plural inside a name is a verb."""
    for index in range(first + 1, last - 1):
        object_ = tree.head[index]
        if object_ > index and _may_be_verb(tree, index) and tree.lower[index - 1] in ("and", "or"):
            _rejoin(tree, index, object_)
    sentence = ParsedWords(
        tree.words[first:last],
        tree.tag[first:last],
        tree.dep[first:last],
        [
            (above if first <= above < last else index) - first
            for index, above in enumerate(tree.head[first:last], first)
        ],
    )
    found = plural_verb(sentence)
    if found is not None:
        subject, verb, object_ = found
        _as_root(tree, (first, last), (first + subject, first + verb, first + object_))


def _may_be_verb(tree: Tree, index: int) -> bool:
    return is_plural_inside(
        tree.words[index], tree.tag[index], tree.dep[index], tree.tag[tree.head[index]]
    )


def _rejoin(tree: Tree, verb: int, object_: int) -> None:
    """Join a verb after "and" to the verb that governs the noun before it."""
    joined = tree.head[object_]
    if tree.dep[object_] != "conj" or joined >= verb:
        return
    while tree.dep[joined] == "conj" and tree.tag[joined] in NOUN_TAGS:
        if tree.head[joined] >= joined:
            return
        joined = tree.head[joined]
    above = tree.head[joined]
    if tree.dep[joined] != "dobj" or tree.tag[above] != "VBZ":
        return
    make_verb(tree, verb)
    tree.dep[verb], tree.head[verb] = "conj", above
    tree.dep[object_], tree.head[object_] = "dobj", verb


def _as_root(tree: Tree, scope: Scope, found: tuple[int, int, int]) -> None:
    """Make a plural the verb of a sentence that has none: what stands before it is the subject."""
    subject, verb, object_ = found
    make_verb(tree, verb)
    for index in range(scope[0], subject):
        if tree.head[index] in (object_, verb):
            tree.head[index] = subject
    for index in range(object_ + 1, scope[1]):
        if tree.head[index] != object_:
            continue
        if tree.dep[index] == "punct" or (tree.dep[index] == "prep" and tree.lower[index] != "of"):
            tree.head[index] = verb
    tree.dep[verb], tree.head[verb] = "ROOT", verb
    _name_both(tree, subject, verb, object_)
