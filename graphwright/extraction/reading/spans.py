"""Where a span of tokens ends or goes on because of its signs: brackets, paths, capitals, orders.

Which tokens make a name is decided in ``phrases``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

_PATH_SIGNS = frozenset({"/", "<", ">", "~", "_"})
_PATH_STARTS = "/<_~"


def end_before_open_bracket(tree: Tree, head: int, last: int) -> int:
    """Return the end of a span, cut before a bracket that it opens and does not close."""
    for index in range(last - 1, head, -1):
        if tree.words[index] == ")":
            return last
        if tree.words[index] == "(":
            return index
    return last


def over_path(tree: Tree, first: int, last: int) -> tuple[int, int]:
    """Return a path or placeholder that the tokenizer cut, with the parts that touch it."""
    scope = tree.scope[first]
    before = max(scope, first - 1)
    signs = "".join(tree.words[before:last])
    if "/" not in signs and "<" not in signs:
        return first, last
    while first > scope and _touch(tree, first - 1) and _joins(tree, first - 1):
        first -= 1
    while last < len(tree.words) and tree.scope[last] == scope and _touch(tree, last - 1):
        if not _joins(tree, last) and not _joins(tree, last - 1):
            break
        last += 1
    return first, last


def is_label(tree: Tree, first: int, head: int) -> bool:
    """Return whether a noun with all before it is a name in capitals: "the tile Open Orders"."""
    if head in tree.names:
        return tree.names[head].first == first
    inside = tree.words[first : head + 1]
    return tree.left[head] == first and all(word[0].isupper() for word in inside)


def starts_order(tree: Tree, noun: int) -> bool:
    """Return whether a joined noun is the next order: "from the list and press Continue"."""
    return tree.words[tree.left[noun]] in words("interface_verbs")


def _touch(tree: Tree, index: int) -> bool:
    """Return whether no space stands behind a token."""
    return tree.end[index] == tree.start[index + 1]


def _joins(tree: Tree, index: int) -> bool:
    """Return whether a token is a sign that stands inside or around the parts of a path."""
    word = tree.words[index]
    return word in _PATH_SIGNS or (len(word) > 1 and word[0] in _PATH_STARTS)
