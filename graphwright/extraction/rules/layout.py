"""Rules over the document's layout: table rows under their header, list items under a lead-in.

They join a parse with the blocks of the document. Where blocks and cells stand is decided by the
parsers of ``graphwright.documents``.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Scope
from graphwright.extraction.reading.cells import MAX_CELL_TOKENS, key_of, text_start, values_of
from graphwright.extraction.reading.clauses import Clause, Origin
from graphwright.extraction.reading.items import item_name, marks_of_item, names_act
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import LINEAR, Candidate, Flags, Predicate
from graphwright.extraction.rules.linear import term_sign
from graphwright.extraction.rules.verbal import CLAUSE_RULES
from graphwright.tables.documents import Block, BlockKind, Cell

_TERMS = frozenset({BlockKind.LIST_ITEM.value, BlockKind.HEADING.value})
_DIRECTIONS = frozenset({"following", "below", "these"})


def table_cells(
    rows: Sequence[Reading], cells: Sequence[Cell], headers: dict[int, tuple[Cell, str]]
) -> Iterator[Candidate]:
    """A row's (first cell, column header, cell) triples.

    ``rows`` are the readings of ``cells``; ``headers`` maps a column to its header cell and text.
    """
    named = key_of(rows, cells) if headers else None
    if named is None:
        return
    key, subject = named
    for index, (reading, cell) in enumerate(zip(rows, cells, strict=True)):
        header = headers.get(cell.column)
        if header is None or index == key or not header[1].strip():
            continue
        stated = list(verb_first(reading, subject))
        yield from stated or _cell(reading, subject, header)


def _cell(reading: Reading, subject: Argument, header: tuple[Cell, str]) -> Iterator[Candidate]:
    cell, text = header
    name = " ".join(text.split()).lower()
    for value, marks in values_of(reading):
        predicate = Predicate(name, cell.start, cell.end, value.first)
        yield Candidate("table_cell", subject, predicate, value, extractor=LINEAR, marks=marks)


def verb_first(reading: Reading, subject: Argument) -> Iterator[Candidate]:
    """A cell without a subject ("Stores the key"): the row's first cell is the subject."""
    tree, first = reading.tree, text_start(reading)
    verb = tree.root(reading.first, reading.last)
    if tree.tag[first] == "VBZ":
        verb = first
    if (
        tree.tag[verb] != "VBZ"
        or verb - first > 1
        or any(tree.within(verb, "nsubj", "nsubjpass", "expl"))
    ):
        return
    yield from clause_under(reading, verb, subject, "term_clause")


def term_clause(reading: Reading) -> Iterator[Candidate]:
    """ "initials: Contains the initials" -> (initials, contain, ..): what a term does."""
    tree, sign = reading.tree, term_sign(reading)
    verb = reading.last if sign is None else sign + 1
    if sign is None or verb >= reading.last or tree.tag[verb] != "VBZ":
        return
    term = reading.phrases.trim(sign - 1, reading.first, sign)
    if any(tree.dep[c] in ("nsubj", "nsubjpass", "expl") and c > verb for c in tree.children[verb]):
        return
    yield from clause_under(reading, verb, term, "term_clause")


def term_of(block: Block, blocks: Sequence[Block], text: str) -> tuple[int, int] | None:
    """Return the characters of the term that a block describes, or None.

    The term is the item that the block stands under, or the item or heading directly before it,
    if that is a name and no sentence.
    """
    above = block.parent if block.kind == BlockKind.LIST_ITEM.value else block.index - 1
    if above is None or above < 0 or blocks[above].kind not in _TERMS:
        return None
    found = text[blocks[above].start : blocks[above].end]
    name = found.rstrip(" \t\n:")
    if not name or name[-1] in ".!?;," or len(name.split()) > MAX_CELL_TOKENS or "\n" in name:
        return None
    return blocks[above].start, blocks[above].start + len(name)


def describes_term(reading: Reading, term: tuple[int, int]) -> Iterator[Candidate]:
    """ "Provides access to files." under "Binary" -> (Binary, provide access to, files)."""
    tree, verb = reading.tree, reading.first
    root = tree.root(reading.first, reading.last) == verb
    if not root or tree.tag[verb] != "VBZ" or any(tree.within(verb, "nsubj", "nsubjpass", "expl")):
        return
    for candidate in clause_under(reading, verb, Argument(verb, verb, verb + 1), "term_clause"):
        yield dataclasses.replace(candidate, place=term)


def clause_under(reading: Reading, verb: int, subject: Argument, rule: str) -> Iterator[Candidate]:
    """Yield the triples of a clause whose subject stands elsewhere in the document."""
    clause = Clause(verb, [subject.head], Origin.NONE, passive=False, reader=False)
    for candidate in _all_rules(reading, clause):
        if candidate.subject.head == subject.head:
            yield dataclasses.replace(
                candidate, rule=rule, subject=subject, extractor=LINEAR, origin="own"
            )


def _all_rules(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    for apply in CLAUSE_RULES:
        yield from apply(reading, clause)


def list_item(
    item: Reading, lead: Reading, lead_candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """An item under a lead-in.

    "The platform supports the following runtimes:" + "Kyma" gives (platform, support, Kyma) and
    (Kyma, be, runtimes); "The gateway can:" + "route requests" gives (gateway, route, requests).
    """
    tree = item.tree
    root = tree.root(item.first, item.last)
    direction = _direction(lead)
    if direction is not None and item.phrases.is_nominal(root) and tree.tag[root] != "PRP":
        yield from _filled(item, root, direction, lead_candidates)
    elif direction is None and tree.tag[root] in ("VB", "VBP", "VBZ", "NN"):
        yield from _continued(item, lead, root)


def _direction(lead: Reading) -> int | None:
    """Return the noun that the lead-in promises items for ("the following runtimes:"), or None."""
    tree = lead.tree
    if tree.words[lead.last - 1] != ":":
        return None
    for index in range(lead.last - 1, lead.first - 1, -1):
        if tree.tag[index] == "NNS" and any(
            tree.lower[child] in _DIRECTIONS for child in tree.children[index]
        ):
            return index
    return None


def _filled(
    item: Reading, root: int, direction: int, lead_candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    member = item_name(item, root)
    if member is None:
        return
    kind = item.phrases.of(direction)
    if item.tree.lemma[direction].lower() in words("kinds_of_act") and not names_act(item, member):
        return
    start = item.tree.start[item.first]
    silent = Predicate("be", start, start, member.first)
    marks = tuple(marks_of_item(item, member))
    yield Candidate("list_kind", member, silent, kind, extractor=LINEAR, marks=marks)
    for candidate in lead_candidates:
        told = dataclasses.replace(
            candidate, rule="list_member", extractor=LINEAR, marks=(*candidate.marks, *marks)
        )
        if candidate.object.head == direction and candidate.subject.head != direction:
            yield dataclasses.replace(told, object=member)
        elif candidate.subject.head == direction and candidate.object.head != direction:
            yield dataclasses.replace(told, subject=member)


def _continued(item: Reading, lead: Reading, root: int) -> Iterator[Candidate]:
    """Yield the triples of an item that continues the lead-in's unfinished clause."""
    tree = lead.tree
    clause = next((c for c in reversed(lead.clauses) if c.subjects and not c.reader), None)
    if clause is None or not _is_unfinished(lead, clause):
        return
    if tree.tag[root] == "VBZ" or root != item.first:
        return
    flags = lead.flags.of(clause)
    for head in clause.subjects:
        subject = lead.phrases.of(head)
        for candidate in clause_under(item, root, subject, "list_clause"):
            yield dataclasses.replace(candidate, flags=_both(candidate.flags, flags))


def _both(own: Flags, lead: Flags) -> Flags:
    """Return the flags of an item's clause with what the lead-in says of all its items."""
    return dataclasses.replace(
        own,
        negated=own.negated or lead.negated,
        modality=own.modality or lead.modality,
        condition=own.condition or lead.condition,
        attribution=own.attribution or lead.attribution,
    )


def _is_unfinished(lead: Reading, clause: Clause) -> bool:
    tree = lead.tree
    end = lead.last - 1
    while end > lead.first and not tree.words[end][0].isalnum():
        end -= 1
    return tree.tag[end] in ("MD", "TO") and clause.verb <= end + 1


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
