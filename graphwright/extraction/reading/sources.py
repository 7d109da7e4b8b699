"""Who says what a clause states: "according to Lee", but not "according to business needs"."""

from __future__ import annotations

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clause import Clause, Origin

_SPEAKERS = frozenset({"PERSON", "ORG", "NORP", "GPE"})


def source_of(tree: Tree, clause: Clause) -> int | None:
    """Return the noun behind "according to" that says what a clause states, or None.

    A source stands before the whole clause, or is somebody by name. Behind a verb it is the measure
    by which something is done, and so it is in an order: "according to your needs, choose X".
    """
    for prep in tree.within(clause.verb, "prep"):
        if tree.lower[prep] != "according":
            continue
        inner = tree.first(prep, "prep")
        noun = tree.first(prep if inner is None else inner, "pobj")
        if noun is None:
            continue
        named = tree.label[noun] in _SPEAKERS and not tree.has(noun, "poss")
        if named or _leads(tree, clause, prep, noun):
            return noun
    return None


def _leads(tree: Tree, clause: Clause, prep: int, noun: int) -> bool:
    """Return whether a phrase stands before the subject of a clause that is no order."""
    if clause.reader or clause.origin is not Origin.OWN or tree.has(noun, "poss"):
        return False
    return all(prep < subject for subject in (*clause.subjects, clause.verb))
