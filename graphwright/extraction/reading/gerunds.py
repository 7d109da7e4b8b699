"""Gerunds that name an activity and stand as a subject: "Building a rocket requires care".

How long the name is that they make is decided in ``phrases``.
"""

from __future__ import annotations

from graphwright.extraction.parse.tree import Tree


def is_gerund(tree: Tree, index: int) -> bool:
    """Return whether a token is a gerund that is the subject of a clause."""
    return tree.tag[index] == "VBG" and tree.dep[index] == "csubj"


def complement_of_gerund(tree: Tree, index: int) -> int | None:
    """Return the word that ends the name of an activity, itself without one; None for no gerund.

    "Updating and modernizing roads" shares its object, "staying fit" ends with an adjective.
    """
    if not is_gerund(tree, index):
        return None
    prep, joined = tree.first(index, "prep"), tree.first(index, "conj")
    object_ = tree.first(index, "dobj")
    if prep is None:  # "logging out of the server"
        behind = (tree.first(word, "prep") for word in tree.within(index, "prt", "advmod"))
        prep = next(filter(None, behind), None)
    if object_ is None and prep is not None:
        inner = tree.first(prep, "prep")
        object_ = tree.first(prep if inner is None else inner, "pobj")
    if object_ is None and joined is not None and tree.tag[joined] == "VBG":
        object_ = tree.first(joined, "dobj")
    object_ = tree.first(index, "acomp") if object_ is None else object_
    return index if object_ is None else object_
