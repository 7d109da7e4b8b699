"""Clauses that say which thing a noun means: "the key that opens the safe", "files kept in X".

Such a clause follows its noun without a comma. Where the noun is an argument, what is said is said
of the thing with its clause: "delete the files that are locked" deletes no other files.
"""

from __future__ import annotations

from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.phrases import Phrases
from graphwright.tables.triples import Qualifier

_MAX_TOKENS = 24
_OPENING = frozenset({",", "(", ":", "-", "–", "—", ";", "."})


def restrictive_clause(tree: Tree, phrases: Phrases, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens of the clause behind an argument that says which thing is meant, or None.

    A name needs none, and an infinitive says what a thing is for.
    """
    ends = (argument.last, phrases.around(argument).last)
    nouns = range(argument.head, argument.last)
    common = [i for i in nouns if tree.tag[i] in NOUN_TAGS - NAME_TAGS and i not in tree.names]
    for clause in (c for noun in common for c in tree.within(noun, "relcl", "acl")):
        first, last = tree.left[clause], tree.right[clause]
        if first not in ends or not _describes(tree, clause):
            continue
        if "(" in tree.words[first:last]:
            last = tree.words.index("(", first)  # a remark says no more of which thing is meant
        while last - 1 > first and not tree.words[last - 1][-1].isalnum():
            last -= 1
        if 1 < last - first <= _MAX_TOKENS and tree.words[first] not in _OPENING:
            return first, last
    return None


def _describes(tree: Tree, clause: int) -> bool:
    """Return whether a clause tells of its noun; "using X" and "to do X" tell of an act."""
    if tree.dep[clause] == "acl":
        governs = any(tree.within(clause, "dobj", "prep", "agent", "oprd", "attr", "xcomp"))
        return governs and tree.tag[clause] in ("VBN", "VBD", "VBG") and not _is_means(tree, clause)
    finite = {clause, *tree.within(clause, "aux", "auxpass")}
    return any(tree.tag[word] in ("VBZ", "VBP", "VBD", "MD") for word in finite)


def _is_means(tree: Tree, clause: int) -> bool:
    return tree.lower[clause] in ("using", "based", "including", "according", "following")


def clause_qualifier(
    tree: Tree, phrases: Phrases, argument: Argument, others: tuple[tuple[int, int], ...]
) -> Qualifier | None:
    """Return the restrictive clause of an argument as a qualifier, or None.

    ``others`` are the tokens of what the triple says itself, with which it must share none.
    """
    span = restrictive_clause(tree, phrases, argument)
    if span is None or any(span[0] < last and first < span[1] for first, last in others):
        return None
    first, last = span
    return Qualifier("other", tree.slice(first, last), tree.start[first], tree.end[last - 1])
