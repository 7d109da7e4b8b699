"""Repairs of conditional clauses that a small parser hangs on the wrong word.

All other repairs are in ``repair``, which applies these.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import VERB_TAGS, Tree

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_MISREAD = frozenset({"ccomp", "advcl", "acl", "relcl", "conj", "prep", "dep"})
_NO_CLAUSE = frozenset({",", ".", ";", ":", "("})


def repair_case_clause(tree: Tree, first: int, last: int) -> None:
    """ "The lamp glows in case the tank is empty": "in case" joins the clause behind it."""
    for index in range(first, last - 3):
        case = index + 1
        if tree.lower[index] != "in" or tree.lower[case] != "case":
            continue
        verb = _verb_of_clause(tree, case + 1, last)
        if verb is None:
            continue
        whole = index == first and tree.dep[verb] == "ROOT"  # the main clause was misread
        if whole or tree.dep[verb] in _MISREAD:
            if tree.head[verb] in (index, case):  # so that no two words hang on each other
                above = tree.head[index]
                if above in (index, case, verb):
                    continue
                tree.head[verb] = above
            tree.dep[verb] = "advcl"
            for word in (index, case):
                tree.dep[word], tree.head[word] = "mark", verb


def _verb_of_clause(tree: Tree, start: int, last: int) -> int | None:
    """Return the verb of the clause whose subject starts at a token, or None."""
    for index in range(start, last):
        if tree.words[index] in _NO_CLAUSE or tree.tag[index] == "IN":
            return None
        if tree.dep[index] in _SUBJECTS:
            verb = tree.head[index]
            return verb if verb > index and tree.tag[verb] in VERB_TAGS else None
    return None


def repair_order_behind_condition(tree: Tree, first: int, last: int) -> None:
    """ "If the lamp is off, replace it and restart": the order behind the comma is the main clause.

    A condition is never joined to an order.
    """
    root = next((i for i in range(first, last) if tree.head[i] == i), None)
    if root is None or tree.tag[root] not in VERB_TAGS:
        return
    marked = any(
        tree.head[i] == root
        and tree.dep[i] in ("mark", "advmod")
        and tree.lower[i] in words("condition_marks")
        for i in range(first, min(first + 2, root))
    )
    order = next(
        (
            i
            for i in range(root + 2, last)
            if tree.head[i] == root and tree.dep[i] == "conj" and tree.words[i - 1] == ","
        ),
        None,
    )
    if not marked or order is None or tree.tag[order] not in ("VB", "VBP"):
        return
    if any(tree.head[i] == order and tree.dep[i] in _SUBJECTS for i in range(first, order)):
        return
    tree.tag[order] = "VB"
    tree.dep[order], tree.head[order] = "ROOT", order
    tree.dep[root], tree.head[root] = "advcl", order
    for index in range(order - 1, last):
        if tree.head[index] == root and index != order:
            tree.head[index] = order
