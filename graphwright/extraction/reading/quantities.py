"""Which words before a noun count it, and whether they are what the text says of it.

"three users" names users, and their number is a qualifier. "256 characters", "on multiple levels"
and "need different keys" say nothing without the amount. How far a number reaches ("more than one")
is a limit. Which tokens a name has is in ``phrases``.
"""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument

MEASURES = frozenset({"MONEY", "PERCENT", "QUANTITY", "DATE", "TIME"})
_SEVERAL = frozenset({"multiple", "several", "numerous", "different"})
_EACH = frozenset({"a", "an", "per", "each", "every"})
_SPANS = frozenset({"hour", "day", "night", "week", "month", "quarter", "season", "year"})


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


def over_rate(tree: Tree, argument: Argument) -> Argument:
    """Return an amount with what it is of: "2 hours | per year"."""
    per = argument.last
    within = per < len(tree.words) and tree.scope[per] == tree.scope[argument.head]
    if not within or tree.lower[per] != "per" or tree.dep[per] != "prep":
        return argument
    counted = argument.first > tree.scope[per] and tree.tag[argument.first - 1] == "CD"
    first = argument.first - counted
    return dataclasses.replace(argument, first=first, last=tree.right[per])


def end_of_rate(tree: Tree, noun: int) -> int:
    """Return the token behind what an amount is of ("six days | a week"), or 0."""
    each, span = noun + 1, noun + 2
    if span >= len(tree.words) or tree.scope[span] != tree.scope[noun]:
        return 0
    return span + 1 if tree.lower[each] in _EACH and tree.lower[span] in _SPANS else 0


def end_of_range(tree: Tree, prep: int, last: int) -> int | None:
    """Return the noun that ends a range of times or numbers, wherever it hangs: "from 1 to 9".

    ``last`` is the token behind the first of them.
    """
    if tree.lower[prep] != "from" or last >= len(tree.words) or tree.lower[last] != "to":
        return None
    counts = tree.tag[last - 1] == "CD" or tree.label[last - 1] in ("DATE", "TIME")
    return tree.first(last, "pobj") if counts and tree.scope[last] == tree.scope[prep] else None
