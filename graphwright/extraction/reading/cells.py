"""What a cell of a table says: the name of its row, its values, and how a long text starts.

The triples that cells make are decided by the rules of layout.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from enum import Enum

from graphwright.extraction.parse.tree import FINITE_TAGS, NOUN_TAGS, Scope, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.tables.documents import Block, Cell

MAX_CELL_TOKENS = 8
"""A cell longer than this is a text: its first noun phrase stands for it."""

_MAX_PHRASE = 12
"""Words of a noun phrase that starts a text and is kept whole."""

_STOPS = frozenset({".", ";", ":", "!", "?"})
_DETERMINERS = frozenset({"a", "an", "the", "whether", "if", "which", "how"})


class CellPart(Enum):
    """How much of a cell's text a value is."""

    ALL = "all"
    PHRASE = "the noun phrase that is the first sentence of a long cell"
    START = "a phrase that goes on behind it"


Value = tuple[Argument, CellPart]
"""What a cell says of its row, and how much of the cell that is."""


def key_of(rows: Sequence[ScopeReading], cells: Sequence[Cell]) -> tuple[int, Argument] | None:
    """Return which cell names its row, and the name: the first cell's text, or its first line.

    Where the first column is empty, as under a group of rows, the next cell names the row.
    """
    named = (
        (i, _text_of(rows[i])) for i in sorted(range(len(cells)), key=lambda i: cells[i].column)
    )
    index, text = next(((i, name) for i, name in named if name is not None), (0, None))
    if text is None:
        return None
    name = _first_line(rows[index]) or text
    if name.tokens > _longest_key(rows[index]):
        return None
    inside = cells[index].column > 0 and rows[index].tree.tag[name.head] not in NOUN_TAGS
    return None if inside else (index, name)


def _longest_key(reading: ScopeReading) -> int:
    """Return how many words may name a row: a task may have more, a sentence is no name."""
    sentence = reading.tree.words[reading.last - 1] in _STOPS or _is_clause(reading)
    return MAX_CELL_TOKENS if sentence else _MAX_PHRASE


def _first_line(reading: ScopeReading) -> Argument | None:
    """Return "Cluster Name" of "Cluster Name; CLI parameter: name", or None for another text."""
    tree = reading.tree
    stop = next((i for i in range(reading.first, reading.last) if tree.words[i] == ";"), None)
    if stop in (None, reading.first) or ":" in tree.words[reading.first : stop]:
        return None
    name = reading.phrases.trim(head_of(tree, reading.first, stop), reading.first, stop)
    dated = tree.label[name.head] in ("DATE", "TIME") or tree.tag[name.head] == "CD"
    return None if dated else name


def values_of(reading: ScopeReading) -> list[Value]:
    """Return what a cell says of its row: its text, each item of a list, or how a text starts."""
    value = _text_of(reading)
    if value is None:
        return []
    if not _is_clause(reading):
        items = _items(reading)
        if len(items) > 1:
            return [(item, CellPart.ALL) for item in items]
        if value.tokens <= MAX_CELL_TOKENS:
            return [(value, CellPart.ALL)]
    phrase = first_phrase(reading, text_start(reading))
    if phrase is not None:
        return [(phrase, CellPart.PHRASE)]
    start = None if _is_clause(reading) else _leading_phrase(reading)
    if start is None:
        return []
    return [(start, CellPart.ALL if _ends_there(reading, start) else CellPart.START)]


def text_start(reading: ScopeReading) -> int:
    """Return where the text of a cell starts, behind a remark such as "(Optional)"."""
    words, first = reading.tree.words, reading.first
    if words[first] != "(" or ")" not in words[first : first + 4]:
        return first
    start = words.index(")", first) + 1
    while start < reading.last and words[start] in _STOPS:
        start += 1
    return start if start < reading.last else first


def first_phrase(reading: ScopeReading, first: int) -> Argument | None:
    """Return the noun phrase or order that is all of a sentence that starts at a token, or None.

    "Number of log items that are deleted. It is never negative." starts with one.
    """
    tree = reading.tree
    stop = next((i for i in range(first, reading.last) if tree.words[i] in _STOPS), reading.last)
    if stop - first < 2 or (stop < reading.last and tree.words[stop] in (":", "?")):
        return None
    root = head_of(tree, first, stop)
    ordered = root == first and tree.tag[root] == "VB"
    if not ordered and (tree.tag[root] not in NOUN_TAGS or _governs(tree, first)):
        return None
    if any(tree.within(root, "nsubj", "nsubjpass", "aux", "parataxis")):
        return None
    if "=" in tree.words[first:stop]:
        return None
    if tree.lower[first] in ("a", "an", "the"):
        first += 1
    phrase = reading.phrases.trim(root, first, stop)
    return phrase if phrase.tokens <= _MAX_PHRASE else None


def _governs(tree: Tree, first: int) -> bool:
    """Return whether a first "noun" governs what follows: "Checks whether", "Download the key"."""
    return tree.lower[first + 1] in _DETERMINERS and tree.lower[first] not in ("all", "both")


def _items(reading: ScopeReading) -> list[Argument]:
    """ "Sydney; Seoul" -> Sydney, Seoul; none where a part is longer than a name."""
    tree = reading.tree
    stops = [i for i in range(reading.first, reading.last) if tree.words[i] == ";"]
    parts = zip([reading.first, *(stop + 1 for stop in stops)], [*stops, reading.last], strict=True)
    items = [
        reading.phrases.trim(head_of(tree, first, last), first, last)
        for first, last in parts
        if first < last and tree.words[first][0].isalnum()
    ]
    return items if all(item.tokens <= MAX_CELL_TOKENS for item in items) else []


def head_of(tree: Tree, first: int, last: int) -> int:
    """Return the first token of a span that stands under none of its tokens, or under itself."""
    outside = (
        i for i in range(first, last) if tree.head[i] == i or not first <= tree.head[i] < last
    )
    return next(outside, first)


def _text_of(reading: ScopeReading) -> Argument | None:
    """Return all words of a cell, without signs at its edges; None for a cell without words."""
    tree = reading.tree
    if reading.first >= reading.last:
        return None
    if not any(word[0].isalnum() for word in tree.words[reading.first : reading.last]):
        return None
    root = tree.root(reading.first, reading.last)
    return reading.phrases.trim(root, reading.first, reading.last)


def _leading_phrase(reading: ScopeReading) -> Argument | None:
    """Return the noun phrase that a long cell starts with, or None where it starts with a verb."""
    tree = reading.tree
    root = tree.root(reading.first, reading.last)
    if tree.tag[root] in NOUN_TAGS:
        argument = reading.phrases.of(root)
        phrase = reading.phrases.around(argument)
        if phrase.tokens <= MAX_CELL_TOKENS:
            argument = reading.phrases.trim(root, argument.first, phrase.last)
        if argument.first - reading.first <= 2:
            return argument
    return None


def _is_clause(reading: ScopeReading) -> bool:
    """Return whether a cell is a sentence: its facts are those of its clauses."""
    tree = reading.tree
    root = tree.root(reading.first, reading.last)
    return tree.tag[root] in FINITE_TAGS and any(tree.within(root, "nsubj", "nsubjpass", "expl"))


def _ends_there(reading: ScopeReading, value: Argument) -> bool:
    """Return whether a phrase is all that its cell says first, up to a stop."""
    return value.last >= reading.last or reading.tree.words[value.last] in (".", ";", ":", "(")


def header_of(block: Block, blocks: Sequence[Block], text: str) -> dict[int, tuple[Cell, str]]:
    """Return column -> (header cell, its text) for a table row; empty where it has no header."""
    if block.parent is None or not 0 <= block.parent < len(blocks):
        return {}
    parent = blocks[block.parent]
    return {cell.column: (cell, text[cell.start : cell.end]) for cell in parent.cells}


def cell_scopes(starts: Sequence[int], cells: Sequence[Cell], scope: Scope) -> list[Scope]:
    """Return the token range of each cell inside ``scope``."""
    first, last = scope
    return [
        (
            max(first, bisect.bisect_left(starts, cell.start)),
            min(last, bisect.bisect_left(starts, cell.end)),
        )
        for cell in cells
    ]
