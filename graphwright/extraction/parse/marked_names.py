"""Names that the author marked: the text of a link, a label in italics, an identifier in code.

"Choose *Test and Activate*": a marked label may hold verbs and signs, which the parser reads as
parts of the sentence. Which marks are names is decided here; ``marked_attachment`` mends the tree
so that each is one noun where it stands. What such a noun says is left to the rules.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence

from graphwright.extraction.parse.lexicon import is_code
from graphwright.extraction.parse.marked_attachment import JOINING, attach
from graphwright.extraction.parse.tree import (
    FINITE_TAGS,
    VERB_TAGS,
    MarkedName,
    Scope,
    Tree,
    token_range,
)
from graphwright.tables.documents import Mark, MarkKind

_LONGEST = {MarkKind.CODE.value: 16, MarkKind.LINK.value: 20, MarkKind.EMPHASIS.value: 10}
"""Tokens; a longer mark is a sentence or a piece of a program."""

_ENDS = frozenset(".,:;")
_PATH_SIGNS = frozenset({">", "→", "›"})
_NO_NAME_TAGS = frozenset(
    {"RB", "RBR", "RBS", "DT", "PDT", "IN", "CC", "MD", "PRP", "PRP$", "WDT", "WP", "WRB", "EX"}
)


def read_marks(tree: Tree, marks: Sequence[Mark], scopes: Iterable[Scope]) -> None:
    """Make each mark of a scope that is a name one noun, before the tree is linked.

    ``marks`` are those of the whole document, in order of their starts, the longer first.
    """
    if not marks or not tree.start:
        return
    low = bisect.bisect_left(marks, tree.start[0], key=lambda mark: mark.start)
    high = bisect.bisect_left(marks, tree.end[-1], key=lambda mark: mark.start)
    here = marks[low:high]
    for scope in scopes if here else ():
        found = list(_joined(tree, _names(tree, here, scope)))
        for name in found:
            tree.names.update(dict.fromkeys(range(name.first, name.last), name))
        for name in found:
            attach(tree, name, scope)


def joined_names(tree: Tree, index: int, end: int, step: int) -> list[MarkedName]:
    """Return the names that stand directly before (``step`` -1) or behind a token, joined ones too.

    ``end`` is the first token of the scope, or the one after its last.
    """
    found: list[MarkedName] = []
    index += step
    while index != end - (step < 0) and (index in tree.names or found):
        name = tree.names.get(index)
        if name is not None:
            found.append(name)
            index = name.last if step > 0 else name.first - 1
        elif tree.lower[index] in JOINING:
            index += step
        else:
            break
    return found


def _names(tree: Tree, marks: Sequence[Mark], scope: Scope) -> Iterator[MarkedName]:
    """Yield the marks of a scope that are names; of two that overlap, the first."""
    first, last = scope
    if first == last:
        return
    done = first
    low = bisect.bisect_left(marks, tree.start[first], key=lambda mark: mark.start)
    for mark in marks[low:]:
        if mark.start >= tree.end[last - 1]:
            return
        start, end = token_range(tree.start, mark.start, mark.end)
        if start < done or not start < end <= last or tree.start[start] != mark.start:
            continue
        if tree.end[end - 1] != mark.end:
            continue
        while end - 1 > start and tree.words[end - 1] in _ENDS and mark.kind != MarkKind.CODE:
            end -= 1
        if _is_name(tree, mark.kind, start, end, scope):
            done = end
            yield MarkedName(_own_head(tree, start, end), start, end, mark.kind)


def _own_head(tree: Tree, first: int, last: int) -> int:
    """Return the last word of a name, without the signs at its end."""
    return next((i for i in range(last - 1, first, -1) if tree.words[i][-1].isalnum()), first)


def _is_name(tree: Tree, kind: str, first: int, last: int, scope: Scope) -> bool:
    """Return whether a mark names something, and is neither a sentence nor only stressed."""
    if last - first > _LONGEST[kind] or _is_all(tree, first, last, scope):
        return False
    if kind == MarkKind.CODE:
        return any(sign.isalnum() for sign in tree.slice(first, last))
    start = tree.words[first]
    if not (start[0].isupper() or start[0].isdigit() or is_code(start)):
        return False
    return kind == MarkKind.LINK or not (
        _is_stressed(tree, first, last, scope) or _is_clause(tree, first, last)
    )


def _is_stressed(tree: Tree, first: int, last: int, scope: Scope) -> bool:
    """Return whether words are only stressed: "*Only* users", "must *NOT* be", "*Add* the role"."""
    opens = first == scope[0]
    if (opens or tree.words[first].isupper()) and tree.tag[first] in _NO_NAME_TAGS:
        return True
    return opens and tree.tag[first] in VERB_TAGS and _governs(tree, first, last, scope[1])


def _governs(tree: Tree, first: int, last: int, end: int) -> bool:
    """Return whether words of a mark have an object behind it."""
    return any(
        tree.dep[i] in ("dobj", "ccomp") and first <= tree.head[i] < last for i in range(last, end)
    )


def _is_all(tree: Tree, first: int, last: int, scope: Scope) -> bool:
    """Return whether a scope has no word but those of the mark, as a heading in bold has not."""
    outside = (*tree.words[scope[0] : first], *tree.words[last : scope[1]])
    return not any(sign.isalnum() for word in outside for sign in word)


def _is_clause(tree: Tree, first: int, last: int) -> bool:
    """Return whether stressed words are a statement: a finite verb, and few capitals."""
    inside = range(first, last)
    finite = any(
        tree.tag[i] in FINITE_TAGS
        and any(tree.head[j] == i and tree.dep[j] in ("nsubj", "nsubjpass") for j in inside)
        for i in inside
    )
    long = [word for word in tree.words[first:last] if len(word) > 3]
    return finite and sum(word[0].isupper() for word in long) * 2 <= len(long)


def _joined(tree: Tree, names: Iterable[MarkedName]) -> Iterator[MarkedName]:
    """Yield names, those of a path ("*Users* > *Roles*") as one."""
    path: MarkedName | None = None
    for name in names:
        between = [] if path is None else tree.words[path.last : name.first]
        if path is not None and between and _PATH_SIGNS.issuperset(between):
            path = MarkedName(name.head, path.first, name.last, name.kind)
            continue
        if path is not None:
            yield path
        path = name
    if path is not None:
        yield path
