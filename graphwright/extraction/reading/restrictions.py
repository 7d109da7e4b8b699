"""Clauses without which a statement is false: "unless ...", "as long as ...", "provided that ...".

A clause with a mark of its own ("if") hangs on its verb; those whose words make a conjunction
together ("on condition that") hang on one of these words.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

_PROVIDED = frozenset({"provided", "providing", "assuming", "supposing"})
_CLAUSES = ("ccomp", "advcl", "acl", "relcl", "pcomp", "csubj")


def restricting_phrases(tree: Tree, verb: int) -> Iterator[tuple[int, int]]:
    """Yield (top, verb) of each clause below a verb that a conjunction of several words joins."""
    for holder in (verb, *tree.within(verb, "acomp", "dobj")):
        for child in tree.children[holder]:
            inner = _inner(tree, child)
            if inner is not None:
                yield child, inner


def joins_restriction(tree: Tree, index: int) -> bool:
    """Return whether a word starts a conjunction of several: "as long as", "on condition that"."""
    return _inner(tree, index) is not None


def _inner(tree: Tree, child: int) -> int | None:
    """Return the verb of the clause that a word starts as a conjunction, or None."""
    word = tree.lower[child]
    if word in _PROVIDED and tree.dep[child] in ("prep", "advcl", "acl"):
        return tree.first(child, *_CLAUSES)
    if word == "long" and tree.lower[child - 1] in ("as", "so"):
        return tree.first(child, *_CLAUSES)
    if word in ("on", "in") and tree.dep[child] == "prep":
        noun = tree.first(child, "pobj")
        named = noun == child + 1 and tree.lower[noun] in ("condition", "case")
        return tree.first(noun, *_CLAUSES) if noun is not None and named else None
    return None


def restricting_top(tree: Tree, verb: int) -> int | None:
    """Return the word that joins a clause to the statement that it restricts, or None.

    That is the verb itself with a mark of its own.
    """
    head = tree.head[verb]
    if tree.dep[verb] == "advcl" and _mark(tree, verb) in words("condition_marks"):
        return verb
    for top in (head, tree.head[head]):
        if top != verb and _inner(tree, top) == verb:
            return top
    return None


def _mark(tree: Tree, verb: int) -> str:
    mark = tree.first(verb, "mark")
    if mark is None:
        mark = next((a for a in tree.within(verb, "advmod") if a < verb), None)
    return "" if mark is None else tree.lower[mark]
