"""Repairs of parses that are wrong in a way that can be told from the parse alone.

Small models read "can create, edit, and delete subaccounts" as a verb joined to nouns, and "the
vault stores passwords" as one long name. Each repair rests on what English never does: a verb and a
noun are not joined by a comma, and a plural does not stand inside a name without its verb.
"""

from __future__ import annotations

import itertools

from graphwright.extraction.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.language.sentences import is_plural_inside

_JOINING = frozenset({",", "and", "or", "and/or"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD", "VB"})
_MISREAD = NOUN_TAGS | {"JJ", "VBD", "VBN"}


def repair(tree: Tree, first: int, last: int) -> None:
    """Apply every repair to the tokens of a scope, in place, before the tree is linked."""
    repair_order(tree, first, last)
    repair_root(tree, first, last)
    repair_series(tree, first, last)
    repair_plural_verbs(tree, first, last)
    repair_noun_read_as_verb(tree, first, last)


def repair_order(tree: Tree, first: int, last: int) -> None:
    """ "Delete the file": a first word that governs an object is a verb, whatever its capital."""
    if first >= last or tree.lower[first].endswith("ing"):
        return
    if tree.tag[first] not in _MISREAD | {"NNP"} or tree.head[first] != first:
        return
    inside = range(first + 1, last)
    labels = {tree.dep[index] for index in inside if tree.head[index] == first}
    if "dobj" in labels and labels.isdisjoint({"nsubj", "nsubjpass", "aux"}):
        tree.tag[first], tree.dep[first], tree.lemma[first] = "VB", "ROOT", tree.lower[first]


def repair_root(tree: Tree, first: int, last: int) -> None:
    """ "The clerk in Berlin posts invoices": a plural with a subject and an object is a verb."""
    labels: dict[int, set[str]] = {}
    for index in range(first, last):
        labels.setdefault(tree.head[index], set()).add(tree.dep[index])
    for index, found in labels.items():
        if not first <= index < last or not {"nsubj", "dobj"} <= found:
            continue
        word = tree.words[index]
        if tree.tag[index] == "NNS" and word.isalpha() and word.islower() and word.endswith("s"):
            _make_verb(tree, index)


def repair_plural_verbs(tree: Tree, first: int, last: int) -> None:
    """ "The vault stores passwords", "... and caches answers": a plural inside a name is a verb."""
    finite = any(tree.tag[index] in _FINITE for index in range(first, last))
    for index in range(first + 1, last - 1):
        object_ = tree.head[index]
        if object_ <= index or not _may_be_verb(tree, index):
            continue
        if tree.lower[index - 1] in ("and", "or"):
            _rejoin(tree, index, object_)
        elif not finite and tree.tag[index - 1] in NOUN_TAGS and tree.words[last - 1] == ".":
            _as_root(tree, first, index, object_, last)
            return


def _may_be_verb(tree: Tree, index: int) -> bool:
    return is_plural_inside(
        tree.words[index], tree.tag[index], tree.dep[index], tree.tag[tree.head[index]]
    )


def _make_verb(tree: Tree, index: int) -> None:
    word = tree.lower[index]
    tree.tag[index] = "VBZ"
    tree.lemma[index] = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        tree.lemma[index] = word[:-1] if word.endswith("aches") else word[:-2]


def _rejoin(tree: Tree, verb: int, object_: int) -> None:
    """Join a verb after "and" to the verb that governs the noun before it."""
    joined = tree.head[object_]
    if tree.dep[object_] != "conj" or joined >= verb:
        return
    while tree.dep[joined] == "conj" and tree.tag[joined] in NOUN_TAGS:
        joined = tree.head[joined]
    above = tree.head[joined]
    if tree.dep[joined] != "dobj" or tree.tag[above] != "VBZ":
        return
    _make_verb(tree, verb)
    tree.dep[verb], tree.head[verb] = "conj", above
    tree.dep[object_], tree.head[object_] = "dobj", verb


def _as_root(tree: Tree, first: int, verb: int, object_: int, last: int) -> None:
    """Make a plural the verb of a sentence that has none: what stands before it is the subject."""
    subject = verb - 1
    if tree.head[object_] != object_ or any(
        tree.head[index] not in (object_, subject, verb) and tree.head[index] > verb
        for index in range(first, verb)
    ):
        return
    _make_verb(tree, verb)
    for index in range(first, subject):
        if tree.head[index] in (object_, verb):
            tree.head[index] = subject
    tree.dep[subject], tree.head[subject] = "nsubj", verb
    tree.dep[verb], tree.head[verb] = "ROOT", verb
    tree.dep[object_], tree.head[object_] = "dobj", verb
    for index in range(object_ + 1, last):
        if tree.head[index] == object_ and tree.dep[index] == "punct":
            tree.head[index] = verb


def repair_noun_read_as_verb(tree: Tree, first: int, last: int) -> None:
    """ "valves, actuators and flow meters": a bare verb joined to nouns is a part of a name."""
    for index in range(first + 1, last - 1):
        object_ = index + 1
        if tree.dep[index] != "conj" or tree.tag[index] not in ("VB", "VBP"):
            continue
        joined = tree.head[index]
        if tree.tag[joined] not in NOUN_TAGS or tree.lower[index - 1] not in _JOINING:
            continue
        if tree.head[object_] != index or tree.dep[object_] != "dobj":
            continue
        tree.tag[index], tree.dep[index], tree.head[index] = "NN", "compound", object_
        tree.dep[object_], tree.head[object_] = "conj", joined


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
