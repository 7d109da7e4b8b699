"""Gerunds that name an activity and stand as a subject: "Building a rocket requires care".

How long the name is that they make is decided in ``phrases``.
"""

from __future__ import annotations

from graphwright.extraction.tree import Tree


def is_gerund(tree: Tree, index: int) -> bool:
    """Return whether a token is a gerund that is the subject of a clause."""
    return tree.tag[index] == "VBG" and tree.dep[index] == "csubj"


def complement_of_gerund(tree: Tree, index: int) -> int | None:
    """Return the noun that ends the name of an activity, itself without one; None for no gerund."""
    if not is_gerund(tree, index):
        return None
    prep = tree.first(index, "prep")
    object_ = tree.first(index, "dobj")
    if object_ is None and prep is not None:
        object_ = tree.first(prep, "pobj")
    return index if object_ is None else object_
