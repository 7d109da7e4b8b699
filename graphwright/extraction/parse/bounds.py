"""Repair of "at most", "at least" and "up to", which a small parser reads as prepositions, and of
"between", which it reads as none.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import needs
from graphwright.extraction.parse.tree import VERB_TAGS, Tree


@needs({"at"}, {"most", "least"})
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


@needs({"up"}, {"to"})
def repair_upper_bound(tree: Tree, first: int, last: int) -> None:
    """ "The name must be up to 80 letters": the amount is what the verb governs."""
    for up in range(first + 1, last - 2):
        verb, number = tree.head[up], up + 2
        if tree.lower[up:number] != ["up", "to"] or tree.tag[number] != "CD":
            continue
        if tree.dep[up] != "prep" or tree.lemma[verb] != "be" or not first <= verb < up:
            continue
        noun = next((i for i in range(number, last) if tree.head[i] == up), None)
        if noun is None or tree.dep[noun] != "pobj" or tree.head[number] not in (noun, number):
            continue
        tree.dep[noun], tree.head[noun] = "attr", verb
        tree.tag[up], tree.dep[up], tree.head[up] = "RB", "quantmod", number


@needs({"between"}, {"CD"}, {"and"})
def repair_range(tree: Tree, first: int, last: int) -> None:
    """ "The pressure must be between 4 and 7 bar": what is between two amounts is neither."""
    for between in range(first + 1, last - 3):
        low = between + 1
        noun = tree.head[low]
        verb = tree.head[noun]
        if not starts_range(tree, between, last) or tree.head[between] not in (low, noun):
            continue
        if tree.dep[noun] == "attr" and tree.lemma[verb] == "be" and noun > low + 2:
            tree.tag[between], tree.dep[between], tree.head[between] = "IN", "prep", verb
            tree.dep[noun], tree.head[noun] = "pobj", between


def starts_range(tree: Tree, index: int, last: int) -> bool:
    """Return whether "between" and two numbers stand at a token: "between two and three keys"."""
    low, high = index + 1, index + 3
    if tree.lower[index] != "between" or high >= last:
        return False
    return (tree.tag[low], tree.lower[low + 1], tree.tag[high]) == ("CD", "and", "CD")


def _preposition_before(tree: Tree, at: int, verb: int) -> int | None:
    """Return the preposition of a verb directly before "at", which lacks its noun."""
    prep = at - 1
    hangs = tree.dep[prep] == "prep" and tree.head[prep] == verb
    return prep if hangs and tree.tag[prep] in ("IN", "TO") else None
