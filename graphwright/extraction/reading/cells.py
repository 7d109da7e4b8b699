"""What a cell of a table says: the name of its row, its values, and how a long text starts.

The triples that cells make are decided in ``rules.table_cells``.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterator, Sequence
from enum import Enum

from graphwright.extraction.parse.tree import FINITE_TAGS, NOUN_TAGS, Scope, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.tables.documents import Cell

MAX_CELL_TOKENS = 8
"""A cell longer than this is a text: its first noun phrase stands for it."""

_MAX_PHRASE = 12
"""Words of a noun phrase that starts a text and is kept whole."""

_MAX_CODED_TOKENS = 30
_LONGEST_CODE = 2
_MEANING = frozenset({":", "-", "–", "="})
"""Signs between a value and what it means."""

_STOPS = frozenset({".", ";", ":", "!", "?"})
_DETERMINERS = frozenset({"a", "an", "the", "whether", "if", "which", "how"})


class CellPart(Enum):
    """How much of a cell's text a value is."""

    ALL = "all"
    PHRASE = "the noun phrase that is the first sentence of a long cell"
    START = "a phrase that goes on behind it"


Value = tuple[Argument, CellPart]
"""What a cell says of its row, and how much of the cell that is."""


@dataclasses.dataclass(frozen=True, slots=True)
class CellReading:
    """What a chunk holds of a cell: all of it, or a piece where its row is longer than a chunk.

    ``starts`` and ``ends`` say that the cell does so in this chunk; ``in_list`` that the piece goes
    on with a list right after one of its items.
    """

    reading: ScopeReading
    cell: Cell
    starts: bool = True
    ends: bool = True
    in_list: bool = False

    @property
    def is_whole(self) -> bool:
        """Return whether no part of the cell stands in another chunk."""
        return self.starts and self.ends


def holds_words(cells: Sequence[CellReading]) -> bool:
    """Return whether a cell holds more than signs."""
    return any(_text_of(cell.reading) is not None for cell in cells)


def key_of(cells: Sequence[CellReading]) -> tuple[Cell, Argument] | None:
    """Return which cell names its row, and the name: the first cell's text, or its first line.

    Where the first column is empty, as under a group of rows, the next cell names the row. A name
    that the chunk's end cuts is none.
    """
    ordered = sorted(cells, key=lambda found: found.cell.column)
    named = ((found, _text_of(found.reading)) for found in ordered)
    key, text = next(((found, name) for found, name in named if name is not None), (None, None))
    if key is None or text is None:
        return None
    reading = key.reading
    name = _first_line(reading) or text
    if name.tokens > _longest_key(reading) or (not key.ends and name.last >= reading.last):
        return None
    inside = key.cell.column > 0 and reading.tree.tag[name.head] not in NOUN_TAGS
    return None if inside else (key.cell, name)


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


def values_of(cell: CellReading) -> list[Value]:
    """Return what a cell says of its row: its text, each item of a list, or how a text starts.

    A piece that goes on with a cell gives the items of a list and nothing else.
    """
    reading = cell.reading
    value = _text_of(reading)
    if value is None:
        return []
    if not _is_clause(reading):
        items = _items(cell)
        coded = len(items) > 1 and all(_tells_code(reading.tree, item) for item in items)
        if coded and cell.is_whole and value.tokens <= _MAX_CODED_TOKENS:
            return [(value, CellPart.ALL)]  # "R: Read; W: Write" says what two values mean
        if len(items) > 1 or (items and cell.in_list):
            return [(item, CellPart.ALL) for item in items]
        if cell.is_whole and value.tokens <= MAX_CELL_TOKENS:
            return [(value, CellPart.ALL)]
    return list(_start_of(cell)) if cell.starts else []


def _start_of(cell: CellReading) -> Iterator[Value]:
    """Yield the phrase that a long cell starts with, unless the chunk's end may cut it."""
    reading = cell.reading
    phrase = first_phrase(reading, text_start(reading))
    part = CellPart.PHRASE
    if phrase is None:
        phrase = None if _is_clause(reading) else _leading_phrase(reading)
        ends = phrase is not None and _ends_there(reading, phrase)
        part = CellPart.ALL if ends else CellPart.START
    if phrase is None or _is_label_of_list(reading.tree, phrase, reading.last):
        return
    if cell.ends or phrase.last < reading.last:
        yield phrase, part


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
    if not ordered and (tree.tag[root] not in NOUN_TAGS or governs(tree, first)):
        return None
    if tree.has(root, "nsubj", "nsubjpass", "aux", "parataxis"):
        return None
    if "=" in tree.words[first:stop]:
        return None
    if tree.lower[first] in ("a", "an", "the"):
        first += 1
    phrase = reading.phrases.trim(root, first, stop)
    return phrase if phrase.tokens <= _MAX_PHRASE else None


def governs(tree: Tree, first: int) -> bool:
    """Return whether a first "noun" governs what follows: "Checks whether", "Download the key"."""
    behind = tree.lower[first + 1 : first + 2]
    return not _DETERMINERS.isdisjoint(behind) and tree.lower[first] not in ("all", "both")


def _is_label_of_list(tree: Tree, phrase: Argument, last: int) -> bool:
    """Return whether a phrase only announces what stands behind its colon: "Groups: A; B"."""
    colon = phrase.last + 1 < last and tree.words[phrase.last] == ":"
    return colon and tree.tag[phrase.head] == "NNS"


def _items(cell: CellReading) -> list[Argument]:
    """ "Sydney; Seoul" -> Sydney, Seoul; none where a part is longer than a name.

    Of a list that is cut, the items that this chunk holds whole.
    """
    reading, tree = cell.reading, cell.reading.tree
    stops = [i for i in range(reading.first, reading.last) if tree.words[i] == ";"]
    parts = [
        *zip([reading.first, *(stop + 1 for stop in stops)], [*stops, reading.last], strict=True)
    ]
    if not cell.starts and not cell.in_list:
        parts = []
    if (
        parts
        and ":" not in tree.words[slice(*parts[0])]
        and any(_announces(tree, first, last) for first, last in parts[1:])
    ):
        return []  # "Level; Values: 0 (off); 1 (on)": the later parts are of its values
    if not cell.ends:
        parts = parts[:-1]  # empty where a semicolon stands before the cut
    items = [
        reading.phrases.trim(head_of(tree, first, last), first, last)
        for first, last in parts
        if first < last and tree.words[first][0].isalnum()
    ]
    return items if all(item.tokens <= MAX_CELL_TOKENS for item in items) else []


def _tells_code(tree: Tree, item: Argument) -> bool:
    """Return whether an item says what a value means: "R: Read", "1 - Low", "Levels: 1 - Low"."""
    for sign in range(item.first + 1, item.last - 1):
        code, joined = sign - 1, tree.end[sign - 1] == tree.start[sign]
        if tree.words[sign] not in _MEANING or (joined and tree.words[sign] != ":"):
            continue  # "us-east-1"
        starts = code == item.first or tree.words[code - 1] == ":"
        if starts and (tree.tag[code] == "CD" or len(tree.words[code]) <= _LONGEST_CODE):
            return True
    return False


def _announces(tree: Tree, first: int, last: int) -> bool:
    """Return whether a part of a cell is a heading and the first of its own items: "Values: 0"."""
    colons = [i for i in range(first + 1, last - 1) if tree.words[i] in (":", "):")]
    if len(colons) != 1:
        return False
    plural = tree.lower[first].endswith("s") and tree.tag[first] == "VBZ"  # "Values" read as a verb
    return plural or any(tree.tag[i] in ("NNS", "NNPS") for i in range(first, colons[0]))


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
    if not any(map(str.isalnum, "".join(tree.words[reading.first : reading.last]))):
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
    return tree.tag[root] in FINITE_TAGS and tree.has(root, "nsubj", "nsubjpass", "expl")


def _ends_there(reading: ScopeReading, value: Argument) -> bool:
    """Return whether a phrase is all that its cell says first, up to a stop."""
    return value.last >= reading.last or reading.tree.words[value.last] in (".", ";", ":", "(")


def cells_between(cells: Sequence[Cell], start: int, end: int) -> Sequence[Cell]:
    """Return the cells of a row of which a span of the canonical text holds a part."""
    first = bisect.bisect_right(cells, start, key=lambda cell: cell.end)
    return cells[first : bisect.bisect_left(cells, end, key=lambda cell: cell.start)]


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


_SEEN = 300
"""Characters before a cut that show whether a cell is a list."""


def goes_on_with_list(text: str, cell: Cell, start: int) -> bool:
    """Return whether a piece of a cell starts after an item of a list: "Sydney; Seoul; " + "Oslo".

    Its items are those that stand directly before the cut.
    """
    parts = text[max(cell.start, start - _SEEN) : start].split(";")
    if len(parts) < 2 or parts[-1].strip():
        return False
    whole = parts[:-1] if start - _SEEN <= cell.start else parts[1:-1]
    return bool(whole) and all(len(part.split()) <= MAX_CELL_TOKENS for part in whole)
