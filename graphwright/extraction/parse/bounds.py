"""Repair of "at most" and "at least": a small parser reads "at" as a preposition."""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import VERB_TAGS, Tree


def repair_bound(tree: Tree, first: int, last: int) -> None:
    """ "The hall seats at most 200 guests": what the number counts is what the verb governs."""
    for at in range(first + 1, last - 2):
        bound, verb = at + 1, tree.head[at]
        if tree.lower[at] != "at" or tree.lower[bound] not in ("most", "least"):
            continue
        if tree.dep[at] != "prep" or tree.tag[verb] not in VERB_TAGS or not first <= verb < at:
            continue
        noun = next((i for i in range(bound + 1, last) if tree.head[i] == at), None)
        if noun is None or tree.dep[noun] != "pobj" or tree.head[bound] == at:
            continue
        leading = _preposition_before(tree, at, verb)
        if leading is not None:  # "is listed in at most two books"
            tree.head[noun] = leading
            tree.tag[at], tree.dep[at], tree.head[at] = "RB", "advmod", bound
            continue
        measured = tree.lemma[noun].lower() in words("measure_nouns")
        taken = any(tree.head[i] == verb and tree.dep[i] == "dobj" for i in range(verb, last))
        tree.dep[noun] = "npadvmod" if measured or taken else "dobj"
        tree.head[noun] = verb
        tree.tag[at], tree.dep[at], tree.head[at] = "RB", "advmod", bound


def _preposition_before(tree: Tree, at: int, verb: int) -> int | None:
    """Return the preposition of a verb directly before "at", which lacks its noun."""
    prep = at - 1
    hangs = tree.dep[prep] == "prep" and tree.head[prep] == verb
    return prep if hangs and tree.tag[prep] in ("IN", "TO") else None
