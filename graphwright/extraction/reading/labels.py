"""Quotations, paths of menus and labels of a user interface: what stays whole in running text.

"Choose Copy to Clipboard", "the Manage Roles tile": a label may hold verbs and prepositions, which
the parser reads as parts of the sentence. Where one stands can be told from capitals: behind an
order, or between an article and its kind. What a name is made of is decided in ``phrases``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Scope, Tree, token_range

_JOINERS = frozenset({"to", "as", "by", "for", "of", "from", "with"})
_ORDER_TAGS = frozenset({"VB", "VBP", "VBG", "NN", "NNP"})
_BEFORE_LABELS = frozenset({"DT", "PRP$", "CC", "IN", "TO"})
_MAX_LABEL = 9
_LABEL = r"[A-Z][\w/-]*(?: (?:& )?[A-Z][\w/-]*){0,4}"
_ATOM = re.compile(
    r"“[^“”\n]{1,80}”|\"[^\"\n]{1,80}\"|`[^`\n]{1,80}`|‘[^‘’\n]{1,80}’|”[^“”\n]{1,80}”|«[^«»\n]{1,80}»"
    r"|(?<![\w'])'[^'\n]{1,80}'(?![\w'])"
    rf"|{_LABEL}(?: (?:>|→|›) {_LABEL})+"
)


def quotations(tree: Tree) -> Iterator[Scope]:
    """Yield the tokens of each text in quotation marks and of each path ("Users > Roles")."""
    for match in _ATOM.finditer(tree.text):
        start, end = match.start() + tree.offset, match.end() + tree.offset
        first, last = token_range(tree.start, start, end)
        if first < last and tree.scope[first] == tree.scope[last - 1]:
            yield first, last


def labels(tree: Tree) -> Iterator[Scope]:
    """Yield the tokens of each label of two words or more, with the kind that follows it."""
    for index in range(len(tree.words) - 1):
        if tree.lower[index] in words("interface_verbs") and tree.tag[index] in _ORDER_TAGS:
            inside = tree.scope[index] == tree.scope[index + 1]
            last = _end_behind_order(tree, index + 1) if inside else index
            if last - index > 2:
                yield index + 1, last
        if tree.lower[index] in words("screen_parts"):
            first = _start_before_kind(tree, index)
            if index - first > 1:
                yield first, index + 1


def _end_behind_order(tree: Tree, first: int) -> int:
    """Return where the words in capitals end that start at a token; itself where none does."""
    last, joined = _run(tree, first), first
    while last > first and last + 1 < len(tree.words) and tree.lower[last] in _JOINERS:
        joined = _run(tree, last + 1)
        if joined == last + 1 or joined - first > _MAX_LABEL or _goes_on(tree, joined):
            break
        last = joined
    return first if _goes_on(tree, last) else last


def _run(tree: Tree, index: int) -> int:
    """Return the token after the words in capitals that start at a token."""
    scope = tree.scope[index]
    while index < len(tree.words) and tree.scope[index] == scope and _is_capital(tree, index):
        index += 1
    return index


def _goes_on(tree: Tree, index: int) -> bool:
    """Return whether a common noun follows, of which the capitals are only a part."""
    return index < len(tree.words) and tree.tag[index] in NOUN_TAGS | {"CD", "HYPH"}


def _start_before_kind(tree: Tree, kind: int) -> int:
    """Return where the words in capitals before a kind start behind an article; else the kind."""
    scope, first = tree.scope[kind], kind
    if _goes_on(tree, kind + 1):
        return kind
    while first - 1 > scope and kind - first < _MAX_LABEL:
        joins = tree.lower[first - 1] in _JOINERS and first < kind
        if not _is_capital(tree, first - 1) and not (joins and _is_capital(tree, first - 2)):
            break
        first -= 1
    return first if tree.tag[first - 1] in _BEFORE_LABELS else kind


def _is_capital(tree: Tree, index: int) -> bool:
    return tree.words[index][0].isupper() or tree.words[index] == "&"
