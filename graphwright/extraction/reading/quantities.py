"""Which words before a noun count it, and whether they are what the text says of it.

"three users" names users, and their number is a qualifier. "256 characters", "on multiple levels"
and "need different keys" say nothing without the amount. How far a number reaches ("more than one")
is a limit. Which tokens a name has is in ``phrases``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

MEASURES = frozenset({"MONEY", "PERCENT", "QUANTITY", "DATE", "TIME"})
_SEVERAL = frozenset({"multiple", "several", "numerous", "different"})


def only_counts(tree: Tree, index: int, head: int) -> bool:
    """Return whether a number counts what is named, and is no part of a name or of an amount.

    So does the second of "between two and three users".
    """
    number = tree.head[index] if tree.dep[index] == "conj" else index
    if tree.dep[head] == "pobj" and tree.lower[tree.head[head]] == "between":
        return False  # "the price is between four and seven coins"
    return (
        tree.tag[index] == "CD"
        and tree.dep[number] == "nummod"
        and "." not in tree.words[index]
        and (tree.tag[head] == "NNS" or tree.lower[index] == "one")
        and tree.label[index] not in MEASURES
        and not _measures(tree, head)
    )


def _measures(tree: Tree, head: int) -> bool:
    return tree.lemma[head].lower() in words("measure_nouns")


def bounds_number(tree: Tree, index: int, head: int) -> bool:
    """Return whether a word says how far the number behind it reaches: "no more than three"."""
    number = index
    while number < head and tree.lower[number] in words("bounding_words"):
        number += 1
    return index < number and tree.tag[number] == "CD"


def states_amount(tree: Tree, index: int, head: int) -> bool:
    """Return whether a word left of a noun is its amount: "on multiple levels"."""
    alone = index == head - 1 and tree.tag[head] == "NNS" and tree.dep[head] in ("dobj", "pobj")
    return alone and tree.lower[index] in _SEVERAL
