"""Clauses that tell what an example shows: "In the following example, the clerk pays".

What is so in an example, in a sample that is to be seen or in a case that is made up is not so of
the things that it names.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, Tree
from graphwright.extraction.reading.unasserted import first_of_complement

_MAX_DEPTH = 12
_SUBJECTS = ("nsubj", "nsubjpass")
_STOPS = frozenset({".", ":", ";", "!", "?"})
_BELOW_TOLD = frozenset({"acl", "relcl", "dobj", "conj", "xcomp"})
_ANY_ONE = frozenset({"a", "an", "one", "another"})
_SHOWN_BY = frozenset({"this", "the", "our", "that", "following"})


def is_shown(tree: Tree, verb: int) -> bool:
    """Return whether a clause tells what an example shows: "In the following example, ..."."""
    if _is_in_example(tree, verb) or _is_made_up(tree, verb) or _is_labelled(tree, verb):
        return True
    for _ in range(_MAX_DEPTH):
        if any(_names_example(tree, prep) for prep in tree.within(verb, "prep") if prep < verb):
            return True
        if tree.dep[verb] != "conj" or tree.head[verb] == verb:
            return False
        verb = tree.head[verb]
    return False


def _is_labelled(tree: Tree, verb: int) -> bool:
    """Return whether a text starts with the word that says what it is: "Example: The tug tows"."""
    first = tree.scope[verb]
    label = tree.lower[first].removesuffix("s")
    return label in words("showing_nouns") and tree.words[first + 1 : first + 2] == [":"]


def _names_example(tree: Tree, prep: int) -> bool:
    noun = tree.first(prep, "pobj")
    if noun is None or tree.lower[prep] != "in":
        return False
    if tree.lemma[noun].lower() in words("imagined_nouns"):  # "in the simplest scenario"
        return tree.tag[noun] == "NN" and any(
            tree.tag[word] == "JJS" for word in tree.within(noun, "amod")
        )
    shows = tree.lemma[noun].lower() in words("showing_nouns")
    return shows and not _SHOWN_BY.isdisjoint(tree.lower[prep + 1 : noun])


def _is_in_example(tree: Tree, verb: int) -> bool:
    """Return whether a clause describes what an example shows, or a sample that is to be seen.

    "The example below shows a gate that opens the lock", "See a sample gate that opens the lock";
    but "shows how a gate can be opened" tells what can be.
    """
    below = verb
    for _ in range(_MAX_DEPTH):
        above = tree.head[below]
        if above == below or tree.dep[below] in ("ccomp", "advcl", "nsubj", "nsubjpass"):
            return False
        if tree.dep[below] in ("dobj", "prep"):
            doer = tree.first(above, "nsubj")
            if doer is None and tree.lower[above] == "see":
                return _is_example(tree, below)
            if doer is not None and _is_example(tree, doer) and _is_one(tree, doer):
                return True
        below = above
    return False


def _is_example(tree: Tree, noun: int) -> bool:
    """Return whether a noun is an example, or a sample of something: "the code sample"."""
    beside = (word for word in tree.within(noun, "compound", "amod", "nmod") if word < noun)
    return any(tree.lemma[word].lower() in words("showing_nouns") for word in (noun, *beside))


def _is_one(tree: Tree, noun: int) -> bool:
    """Return whether an example is a certain one: "Examples include" tells of all."""
    return not _SHOWN_BY.isdisjoint(tree.lower[tree.left[noun] : noun])


def _is_made_up(tree: Tree, verb: int) -> bool:
    """Return whether an example is of any thing: "For example, a guest of the inn owns a boat".

    One of things with a name, or of what may be, tells something.
    """
    if words("illustrating_nouns").isdisjoint(tree.words_around(verb)):
        return False
    illustrates = False
    for _ in range(_MAX_DEPTH):
        illustrates = illustrates or is_illustration(tree, verb, first=True)
        doer = tree.first(verb, *_SUBJECTS)
        if illustrates and doer is not None:
            return _is_any_case(tree, verb, doer)
        above = tree.head[verb]
        if above == verb or tree.dep[verb] not in _BELOW_TOLD:
            return False
        verb = above
    return False


def _is_any_case(tree: Tree, verb: int, doer: int) -> bool:
    """Return whether a clause is of the reader, of any one thing or of one that stands below."""
    helpers = (tree.tag[helper] for helper in tree.within(verb, "aux"))
    if "MD" in helpers or tree.has(verb, "advcl"):
        return False
    ahead = any(tree.lower[word] in words("directions") for word in tree.within(doer, "amod"))
    if ahead or tree.lower[doer] == "you":
        return True
    named = any(tree.tag[word] in NAME_TAGS for word in (doer, *tree.children[doer]))
    return not named and any(tree.lower[word] in _ANY_ONE for word in tree.within(doer, "det"))


def is_illustration(tree: Tree, verb: int, *, first: bool = False) -> bool:
    """Return whether a clause is told as one case of many: "For example, the clerk pays".

    With ``first``, only if its sentence starts so.
    """
    verb = first_of_complement(tree, verb)
    pairs = ((prep, tree.first(prep, "pobj")) for prep in tree.within(verb, "prep") if prep < verb)
    return any(
        tree.lower[prep] == "for"
        and noun == prep + 1
        and tree.lower[noun] in words("illustrating_nouns")
        and not (first and prep > tree.scope[prep] and tree.words[prep - 1] not in _STOPS)
        for prep, noun in pairs
    )
