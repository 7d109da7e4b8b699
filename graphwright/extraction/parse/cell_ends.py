"""Repair of a phrase that ends a cell and that a parser gave to the cell behind it.

A row is parsed as one line: "Holds the key of the clerk | Optional" reads like "clerk Optional".
"""

from __future__ import annotations

from graphwright.extraction.parse.needs import needs
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree

_BEFORE_NOUN = {
    "DT": "det", "PRP$": "poss", "JJ": "amod", "JJR": "amod", "JJS": "amod", "CD": "nummod",
    "VBN": "amod", "NN": "compound", "NNP": "compound", "NNS": "compound", "NNPS": "compound",
}  # fmt: skip
"""Tags of what stands before the noun of a phrase, with their relation to it."""

_GOVERNING = frozenset({"IN", "TO"})
_TAKEN = frozenset({"dobj", "pobj", "pcomp", "ccomp", "xcomp", "attr", "acomp"})


@needs(NOUN_TAGS)
def repair_end_of_cell(tree: Tree, first: int, last: int) -> None:
    """Give the last noun of a scope, which hangs outside it, to the word before its phrase."""
    end = last
    while end > first and not tree.words[end - 1][0].isalnum():
        end -= 1
    noun = end - 1
    if noun <= first or tree.tag[noun] not in NOUN_TAGS or first <= tree.head[noun] < last:
        return
    start = noun
    while start > first and tree.tag[start - 1] in _BEFORE_NOUN:
        start -= 1
    above = start - 1
    if above < first or _has_object(tree, above, last):
        return
    if tree.tag[above] in _GOVERNING and tree.dep[above] in ("prep", "agent"):
        tree.dep[noun] = "pobj"
    elif tree.tag[above] in VERB_TAGS - {"VBN"} and tree.lemma[above] != "be":
        tree.dep[noun] = "dobj"
    else:
        return
    tree.head[noun] = above
    for index in range(start, noun):
        if not first <= tree.head[index] < last:
            tree.head[index], tree.dep[index] = noun, _BEFORE_NOUN[tree.tag[index]]


def _has_object(tree: Tree, above: int, last: int) -> bool:
    """Return whether a word has an object already, or hangs below what follows it."""
    if tree.head[above] > above:
        return True
    return any(tree.head[i] == above and tree.dep[i] in _TAKEN for i in range(above + 1, last))
