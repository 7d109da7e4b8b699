"""Repairs of series: verbs read as nouns ("create, edit, and delete"), and a noun read as a verb.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

import itertools

from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import MISREAD_TAGS, NOUN_TAGS, VERB_TAGS, Tree

_JOINING = frozenset({",", "and", "or", "and/or"})


@needs(both({"VB", "VBP", "NN"}, {"conj"}), {"dobj"})
def repair_noun_read_as_verb(tree: Tree, first: int, last: int) -> None:
    """ "valves, actuators and flow meters": a bare verb joined to nouns is a part of a name."""
    for index in range(first + 1, last - 1):
        object_ = index + 1
        if tree.dep[index] != "conj" or tree.tag[index] not in ("VB", "VBP", "NN"):
            continue
        joined = tree.head[index]
        if tree.tag[index] == "NN" and tree.tag[joined] in VERB_TAGS:
            joined = index - 2
        if tree.tag[joined] not in NOUN_TAGS or tree.lower[index - 1] not in _JOINING:
            continue
        if tree.head[object_] != index or tree.dep[object_] != "dobj":
            continue
        for other in range(first, last):
            if tree.head[other] == index and other != object_:
                tree.head[other] = joined if other < index else object_
        tree.tag[index], tree.dep[index], tree.head[index] = "NN", "compound", object_
        tree.dep[object_], tree.head[object_] = "conj", joined


@needs(both(MISREAD_TAGS, {"conj"}), VERB_TAGS, {","})
def repair_series(tree: Tree, first: int, last: int) -> None:
    """Turn the misread verbs of a series into verbs joined to the first one, in place."""
    for index in range(first + 2, last):
        verb = tree.head[index]
        if tree.dep[index] != "conj" or verb != index - 2 or tree.words[index - 1] != ",":
            continue
        if tree.tag[verb] in VERB_TAGS and _is_misread(tree, index):
            _rebuild(tree, verb, index, last)


def _is_misread(tree: Tree, index: int) -> bool:
    return tree.tag[index] in MISREAD_TAGS and tree.words[index].islower()


def _rebuild(tree: Tree, verb: int, index: int, last: int) -> None:
    """Join each word of the series to the one before; the noun after the last is its object."""
    series = [index]
    position = index + 1
    while position < last and tree.lower[position] in _JOINING:
        while position < last and tree.lower[position] in _JOINING:
            position += 1
        if position >= last or not tree.words[position].islower():
            return
        series.append(position)
        position += 1
    object_ = _object_after(tree, series[-1], last)
    if len(series) < 2 or object_ is None:
        return
    for before, word in itertools.pairwise([verb, *series]):
        tree.tag[word], tree.dep[word], tree.head[word] = "VB", "conj", before
        tree.lemma[word] = tree.lower[word]
    tree.dep[object_], tree.head[object_] = "dobj", series[-1]
    for prep in range(object_ + 1, last):
        if tree.dep[prep] == "prep" and tree.head[prep] in (verb, *series[:-1]):
            tree.head[prep] = series[-1]


def _object_after(tree: Tree, word: int, last: int) -> int | None:
    """Return the noun that the word before it was taken to modify, or None."""
    noun = tree.head[word]
    acts = tree.dep[noun] in ("nsubj", "nsubjpass") and tree.head[noun] > noun
    if word < noun < last and tree.tag[noun] in NOUN_TAGS and not acts:
        return noun  # not "was sold, hired, or harbour boats were lent"
    return None
