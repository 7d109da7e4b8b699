"""Conditions without a clause of their own: "by default", "if found", "(where available)".

A small parser hangs them on whatever noun stands before them, so they are told by their words; each
belongs to the verb above.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.tree import VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.conditions import Span

_MARKS = {
    "if": frozenset({"JJ", "VBN", "VBD", "RB"}),
    "unless": frozenset({"JJ", "VBN", "VBD", "RB"}),
    "when": frozenset({"JJ", "VBN", "VBD"}),
    "where": frozenset({"JJ"}),
}
"""Words that start such a condition, and the tags of what may follow as all of it."""

_STARTS = frozenset({*_MARKS, "by"})
_BETWEEN = frozenset({"not", "already", "otherwise", "explicitly", "so", "still"})
_STOPS = frozenset({",", ".", ";", ":", ")", "]", "-RRB-", "!", "–", "—"})
_HELPERS = frozenset({"aux", "auxpass", "amod", "compound", "nmod", "prep", "xcomp", "parataxis"})
_DEFAULT = ("by", "default")
_MAX_DEPTH = 20


def short_conditions(tree: Tree, verb: int) -> Iterator[Span]:
    """Yield the short conditions that belong to a verb, in order."""
    if _STARTS.isdisjoint(tree.words_around(verb)):
        return
    first, last = tree.left[verb], tree.right[verb]
    lower = tree.lower
    for index in range(first, last):
        word = lower[index]
        if word == "by":
            if tuple(lower[index : index + 2]) == _DEFAULT and not _goes_on(tree, index + 1):
                end = index + 2
            else:
                continue
        else:
            end = condition_end(tree, index) if word in _MARKS else 0
        if end and _verb_above(tree, index if word == "by" else end - 1) == verb:
            yield index, end


def condition_end(tree: Tree, index: int) -> int:
    """Return the token after a short condition that starts at a token, or 0 where none does."""
    tags = _MARKS.get(tree.lower[index])
    scope, word = tree.scope[index], index + 1
    while word < len(tree.words) and tree.lower[word] in _BETWEEN:
        word += 1
    if tags is None or word >= len(tree.words) or tree.scope[word] != scope:
        return 0
    end = word + 1
    stops = end == len(tree.words) or tree.scope[end] != scope or tree.words[end] in _STOPS
    return end if stops and tree.tag[word] in tags else 0


def condition_behind(tree: Tree, argument: Argument) -> Span | None:
    """Return the short condition in brackets behind an argument: "Description (if available)"."""
    last = argument.last
    if last + 1 >= len(tree.words) or tree.words[last] not in ("(", "[", "-LRB-"):
        return None
    end = condition_end(tree, last + 1)
    return (last + 1, end) if end else None


def _goes_on(tree: Tree, noun: int) -> bool:
    """Return whether a word only starts a name: "by default rules"."""
    return tree.dep[noun] in ("compound", "amod") and tree.head[noun] > noun


def _verb_above(tree: Tree, index: int) -> int | None:
    """Return the verb of the clause that a token stands in; the token itself is none."""
    if tree.head[index] == index:
        return None
    index = tree.head[index]
    for _ in range(_MAX_DEPTH):
        if tree.tag[index] in VERB_TAGS and tree.dep[index] not in _HELPERS:
            return index
        if tree.head[index] == index:
            return index
        index = tree.head[index]
    return None
