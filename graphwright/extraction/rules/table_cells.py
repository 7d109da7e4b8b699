"""Rules that read the cells of a row under their headers, and what a cell states of its row."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import (
    CellPart,
    CellReading,
    first_phrase,
    governs,
    text_start,
    values_of,
)
from graphwright.extraction.reading.clause import DESCRIBING, Clause, Origin
from graphwright.extraction.reading.conditions import is_supposed
from graphwright.extraction.reading.flags import Flags
from graphwright.extraction.reading.header_words import (
    answer_of,
    header_words,
    is_description,
    statement_of,
)
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.predicates import Predicate, unwritten
from graphwright.extraction.reading.row_names import RowName
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.table_layout import Header
from graphwright.extraction.reading.tables import KnownRow
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_candidates, clause_with_subject
from graphwright.extraction.rules.declaration import Family, Feature, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes
from graphwright.extraction.rules.term_clauses import TERM_CLAUSE, is_pointed_back
from graphwright.language.plural_verbs import looks_like_both

TABLE_CELL = Rule(
    "table_cell",
    Family.LAYOUT,
    reads("Region | Provider\nFrankfurt | Azure", ("Frankfurt", "provider", "Azure")),
    traits=frozenset({Trait.LISTED, Trait.CELL}),
)


TABLE_STATEMENT = Rule(
    "table_statement",
    Family.LAYOUT,
    reads("Service | Available as Trial\nArchive | Yes", ("Archive", "be available as", "Trial")),
    traits=frozenset({Trait.LISTED}),
)

CELL_PHRASE = Feature(
    "cell_phrase", "The object is the noun phrase that is the first sentence of a long cell."
)
CELL_START = Feature(
    "cell_text", "The object is a phrase of a long table cell that goes on behind it."
)
_OF_PART = {CellPart.ALL: (), CellPart.PHRASE: (CELL_PHRASE,), CellPart.START: (CELL_START,)}


@proposes(TABLE_CELL, TERM_CLAUSE, TABLE_STATEMENT)
def table_cells(cells: Sequence[CellReading], row: KnownRow, name: RowName) -> Iterator[Candidate]:
    """A row's (name of the row, column header, cell) triples, and what its cells state of it.

    What names the row may stand in another chunk than ``cells``, where the row is longer than one.
    A row that no key tells from others is one fact: of its first value.
    """
    for found in cells:
        header = row.headers.get(found.cell.column)
        if (header is None and not row.defines) or found.cell.column == name.column:
            continue
        if row.key.only in (None, found.cell.column):
            does = found.starts and not _is_order(found.reading.tree, name)
            stated = list(_verb_first(found.reading, name)) if does else []
            if does and (header is None or is_description(header[1])):
                yield from _described(found.reading, name)
            if header is None:
                yield from stated or _definition(found, name)
            else:
                yield from stated or _affirmed(found, name, header) or _cell(found, name, header)


def _is_order(tree: Tree, name: RowName) -> bool:
    """Return whether a row is named by what its reader does, which does nothing: "Ask a clerk"."""
    argument = name.argument
    if argument is None or argument.tokens < 3:
        return False
    ordered = tree.tag[argument.first] in ("VB", "VBP")
    return ordered and tree.tag[argument.first + 1] in ("DT", "PRP$")


def _cell(found: CellReading, name: RowName, header: Header) -> Iterator[Candidate]:
    cell, text = header
    for value, part in values_of(found):
        predicate = Predicate(header_words(text), cell.start, cell.end, value.first)
        subject, span = _subject(name, value.first)
        features = _OF_PART[part]
        yield Candidate(TABLE_CELL, subject, predicate, value, features=features, subject_span=span)


def _definition(found: CellReading, name: RowName) -> Iterator[Candidate]:
    """What a term is, where the table has no header: "Kiln | An oven that bakes clay"."""
    tree = found.reading.tree
    for value, part in values_of(found)[:1]:
        if tree.tag[value.head] in NOUN_TAGS and part != CellPart.START:
            article = tree.tag[value.first] == "DT" and value.tokens > 1
            kind = dataclasses.replace(value, first=value.first + article)
            predicate = unwritten(tree, found.reading.first, "be", kind.first)
            subject, span = _subject(name, kind.first)
            yield Candidate(TABLE_STATEMENT, subject, predicate, kind, subject_span=span)


def _affirmed(found: CellReading, name: RowName, header: Header) -> list[Candidate]:
    """What "Yes" and "No" say of a header that is a statement: "Available as Trial"."""
    reading = found.reading
    answer = answer_of(reading.words) if found.is_whole else None
    statement = statement_of(header)
    if answer is None or statement is None:
        return []
    words_said, predicate_span, object_span = statement
    predicate = Predicate(words_said, *predicate_span, reading.first)
    subject, span = _subject(name, reading.first)
    token = Argument(reading.first, reading.first, reading.first + 1)
    return [
        Candidate(
            TABLE_STATEMENT, subject, predicate, token, flags=Flags(negated=not answer),
            subject_span=span, object_span=object_span,
        )
    ]  # fmt: skip


def _subject(name: RowName, token: int) -> tuple[Argument, Span | None]:
    """Return the tokens of a row's name; those are in another chunk, ``token`` and its place."""
    if name.argument is not None:
        return name.argument, None
    return Argument(token, token, token + 1), name.span


def _verb_first(reading: ScopeReading, name: RowName) -> Iterator[Candidate]:
    """A cell without a subject ("Stores the key"): the row's name is the subject."""
    tree, first = reading.tree, text_start(reading)
    verb = tree.root(reading.first, reading.last)
    if tree.tag[first] == "VBZ":
        verb = first
    if is_pointed_back(reading, first):
        subject, span = _subject(name, first + 1)
        for candidate in clause_with_subject(reading, first + 1, subject, TERM_CLAUSE):
            yield dataclasses.replace(candidate, subject_span=span)
        return
    if tree.tag[verb] != "VBZ" or verb - first > 1 or tree.has(verb, "nsubj", "nsubjpass", "expl"):
        return
    if verb == first and _asks(tree, name, tree.lower[verb]):
        return
    subject, span = _subject(name, verb)
    for candidate in clause_with_subject(reading, verb, subject, TERM_CLAUSE):
        yield dataclasses.replace(candidate, subject_span=span)


def _asks(tree: Tree, name: RowName, verb: str) -> bool:
    """Return whether a field has yes or no as its value: "IsOpen | Is open" says not that it is."""
    if name.argument is None:
        return False
    word = tree.words[name.argument.first]
    behind = word[len(verb) :][:1]
    return word.lower().startswith(verb) and (behind.isupper() or behind == "_")


def _described(reading: ScopeReading, name: RowName) -> Iterator[Candidate]:
    """What a description says of its first noun: "A unit that grants access" is what is named.

    So is "It" that starts the sentence behind that noun's.
    """
    tree, first = reading.tree, text_start(reading)
    phrase = first_phrase(reading, first)
    noun = tree.root(reading.first, reading.last) if phrase is None else phrase.head
    # "Delete a key that opens the gate", "Displays gates opened at night"
    ordered = governs(tree, first) or (noun > first and looks_like_both(tree.words[first]))
    if ordered or tree.tag[noun] not in NOUN_TAGS or reading.phrases.of(noun).first - first > 1:
        return
    for clause in reading.clauses:
        tells = clause.subjects == [noun] and clause.gap is None and clause.origin in DESCRIBING
        tells = tells and not (_is_in_name(tree, clause.verb) or _is_doer(tree, name, clause))
        if not (tells or _goes_on_with_it(tree, first, clause)) or is_supposed(tree, clause.verb):
            continue
        for found in clause_candidates(reading, clause):
            if found.subject.head != clause.subjects[0] or found.rule.has(Trait.PARTICIPLE_STATE):
                continue
            subject, span = _subject(name, found.subject.head)
            flags = dataclasses.replace(found.flags, picked=None)
            yield dataclasses.replace(
                found, rule=TERM_CLAUSE, subject=subject, subject_span=span, flags=flags,
                origin=Origin.OWN,
            )  # fmt: skip


def _is_doer(tree: Tree, name: RowName, clause: Clause) -> bool:
    """Return whether a clause tells of who is a field's value: "locked_by | guard who locked it".

    A field is written like code, or says by whom: "Locked By".
    """
    if name.argument is None or not any(tree.lower[i] == "who" for i in tree.children[clause.verb]):
        return False
    last = tree.words[name.argument.last - 1]
    return "_" in last or last.lower() == "by" or last.islower()


def _is_in_name(tree: Tree, verb: int) -> bool:
    """Return whether a participle and its bare object end a name: "The service offering name"."""
    object_ = tree.first(verb, "dobj")
    bare = object_ == verb + 1 and tree.tag[object_] == "NN" and not tree.children[object_]
    return bare and tree.tag[verb] == "VBG"


def _goes_on_with_it(tree: Tree, first: int, clause: Clause) -> bool:
    """Return whether a clause starts the second sentence of a text with "It"."""
    if clause.origin is not Origin.OWN or len(clause.subjects) != 1:
        return False
    (it,) = clause.subjects
    stops = [i for i in range(first, it) if tree.words[i] in (".", ";")]
    return tree.lower[it] == "it" and stops == [it - 1]
