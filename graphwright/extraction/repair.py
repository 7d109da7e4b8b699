"""Repairs of parses that are wrong in a way that can be told from the parse alone.

Small models read "can create, edit, and delete subaccounts" as a verb joined to nouns. A verb and a
noun are never joined by a comma, so what follows the verb must be verbs too.
"""

from __future__ import annotations

import itertools

from graphwright.extraction.tree import NOUN_TAGS, VERB_TAGS, Tree

_JOINING = frozenset({",", "and", "or", "and/or"})
_MISREAD = NOUN_TAGS | {"JJ", "VBD", "VBN"}


def repair_series(tree: Tree, first: int, last: int) -> None:
    """Turn the misread verbs of a series into verbs joined to the first one, in place."""
    for index in range(first + 2, last):
        verb = tree.head[index]
        if tree.dep[index] != "conj" or verb != index - 2 or tree.words[index - 1] != ",":
            continue
        if tree.tag[verb] in VERB_TAGS and _is_misread(tree, index):
            _rebuild(tree, verb, index, last)


def _is_misread(tree: Tree, index: int) -> bool:
    return tree.tag[index] in _MISREAD and tree.words[index].islower()


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


def _object_after(tree: Tree, word: int, last: int) -> int | None:
    """Return the noun that the word before it was taken to modify, or None."""
    noun = tree.head[word]
    if word < noun < last and tree.tag[noun] in NOUN_TAGS:
        return noun
    return None
