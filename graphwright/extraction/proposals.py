"""What rules propose for a sentence: from its clauses, and from where it stands in its document.

All rules are listed in ``rules.registry``; those that read the layout are asked by name here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.parse.tree import Scope
from graphwright.extraction.reading.cells import CellReading
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.tables import KnownRow
from graphwright.extraction.reading.terms import term_of
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_candidates
from graphwright.extraction.rules.cross_references import listed_references, references
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.extraction.rules.list_items import list_item
from graphwright.extraction.rules.registry import (
    FOLLOWING_RULES,
    SCOPE_RULES,
    HeadingRule,
    token_rules,
)
from graphwright.extraction.rules.steps import instructions, prerequisites
from graphwright.extraction.rules.table_cells import table_cells
from graphwright.extraction.rules.term_clauses import TERM_CLAUSE, described_term, term_clause
from graphwright.extraction.scoring.repeated_heading import (
    REPEATS_HEADING,
    repeats_heading,
    requires_what_it_makes,
)
from graphwright.tables.documents import Block, BlockKind
from graphwright.tables.text import Sentence
from graphwright.tables.triples import Qualifier

Proposed = tuple[ScopeReading, Candidate]
"""A candidate with the words that it was read from."""


class Proposals:
    """The candidates of a chunk's sentences; those of a scope's clauses are made once."""

    def __init__(self, chunk: ChunkParse) -> None:
        self._chunk = chunk
        self._candidates = dict[Scope, list[Candidate]]()

    def of(self, sentence: Sentence) -> Iterator[Proposed]:
        """Yield all that the rules propose: clauses first, then what the layout says."""
        chunk = self._chunk
        by_layout = list(self._by_layout(sentence))
        named = {_said(found) for _, found in by_layout if found.rule is TERM_CLAUSE}
        goes_on = chunk.lead_ins.goes_on(sentence)
        for scope in chunk.scopes(sentence):
            reading = chunk.reading(scope)
            is_title = chunk.titles.is_title(sentence, reading)
            for candidate in self._clausal(scope):
                if goes_on and self._opens(scope, candidate):
                    continue  # "You can use it to:" + "Restart stalled pumps": no restart stalled
                if self._is_of_title(sentence, candidate, is_title=is_title):
                    continue
                if _said(candidate) not in named:  # else it is said of what the row names
                    yield reading, candidate
        yield from by_layout

    def _is_of_title(self, sentence: Sentence, candidate: Candidate, *, is_title: bool) -> bool:
        """Return whether what only names a text is read as a statement.

        What it abbreviates is so, and an item may be a step: "Create an Invoice".
        """
        if is_title:
            return not candidate.rule.has(Trait.INSIDE_NAME)
        stated = candidate.rule.family in (Family.VERB, Family.COPULA)
        act = candidate.rule.has(Trait.READER_ACT)
        return stated and not act and self._chunk.titles.is_linked(sentence)

    def _opens(self, scope: Scope, found: Candidate) -> bool:
        """Return whether a subject opens what is parsed, but for its article."""
        before = range(scope[0], found.subject.first)
        return found.subject_span is None and all(self._chunk.tree.tag[i] == "DT" for i in before)

    def _clausal(self, scope: Scope) -> list[Candidate]:
        if scope not in self._candidates:
            self._candidates[scope] = list(_candidates_of(self._chunk.reading(scope)))
        return self._candidates[scope]

    def _by_layout(self, sentence: Sentence) -> Iterator[Proposed]:
        """Yield what rules read from where the sentence stands: under a heading, in a list."""
        chunk = self._chunk
        yield from self._under_heading(sentence)
        block, readings = chunk.block(sentence), chunk.readings(sentence)
        if block is None or any(chunk.titles.is_title(sentence, one) for one in readings):
            return
        if sentence.kind == BlockKind.TABLE_ROW:
            yield from self._row(block, sentence)
            return
        if sentence.kind == BlockKind.LIST_ITEM:
            yield from self._item(sentence)
        for reading in readings:
            for candidate in term_clause(reading):
                yield reading, candidate
        if sentence.start == block.start:
            yield from self._description(block, readings)

    def _description(self, block: Block, readings: Sequence[ScopeReading]) -> Iterator[Proposed]:
        parsed = self._chunk.parsed
        term = term_of(block, parsed.blocks, parsed.text)
        if term is None:
            return
        for reading in readings:
            for candidate in described_term(reading, term):
                yield reading, candidate

    def _under_heading(self, sentence: Sentence) -> Iterator[Proposed]:
        chunk = self._chunk
        heading = chunk.headings.above(sentence.start)
        if heading is None or sentence.kind == BlockKind.TABLE_ROW:
            return
        text = chunk.parsed.text[slice(*heading)]
        for reading in chunk.readings(sentence):
            for rule in self._rules_under(sentence, reading):
                for candidate in rule(reading, heading):
                    if not requires_what_it_makes(chunk.tree, candidate, text):
                        yield reading, self._compared(candidate, text)

    def _compared(self, candidate: Candidate, heading: str) -> Candidate:
        """Return a candidate under a heading with the feature that it repeats it, if it does."""
        if not repeats_heading(self._chunk.tree, candidate, heading):
            return candidate
        features = (*candidate.features, REPEATS_HEADING)
        return dataclasses.replace(candidate, features=features)

    def _rules_under(self, sentence: Sentence, reading: ScopeReading) -> tuple[HeadingRule, ...]:
        """Return the rules that read a sentence with the heading above it."""
        chunk = self._chunk
        if chunk.titles.is_title(sentence, reading):
            return (listed_references,)
        if not chunk.states_prerequisites(sentence, reading):
            return (instructions, references)
        if chunk.lead_ins.is_one_of_ways(sentence):
            return (references,)
        return (prerequisites, references)

    def _row(self, block: Block, sentence: Sentence) -> Iterator[Proposed]:
        chunk = self._chunk
        row, name = chunk.tables.row(block), chunk.row_name(block, sentence)
        if row is None or name is None:
            return
        for candidate in table_cells(chunk.cells(sentence), row, name):
            cell = chunk.cell_at(sentence, candidate.object.first)
            assert cell is not None, "It was read from one of them."
            yield cell.reading, self._with_roles(candidate, row, cell)

    def _with_roles(self, candidate: Candidate, row: KnownRow, cell: CellReading) -> Candidate:
        """Return a fact of a cell with the other cells of its row that it needs."""
        text = self._chunk.parsed.text
        roles = tuple(
            Qualifier(kind, text[slice(*role.span)], *role.span, role.header)
            for kind, role in row.roles_for(cell.cell.column)
        )
        if not roles:
            return candidate
        flags = candidate.flags
        flags = dataclasses.replace(flags, qualifiers=(*flags.qualifiers, *roles))
        return dataclasses.replace(candidate, flags=flags)

    def _item(self, sentence: Sentence) -> Iterator[Proposed]:
        chunk = self._chunk
        lead_in = chunk.lead_ins.above_first_words(sentence)
        if lead_in is None:
            return
        for reading in chunk.readings(sentence):
            for candidate in list_item(reading, chunk.reading(lead_in), self._clausal(lead_in)):
                yield reading, candidate


def _said(found: Candidate) -> tuple[int, str, int, int]:
    """Return what a candidate says of its subject, whatever that is."""
    predicate, object_ = found.predicate, found.object
    return predicate.anchor, predicate.text, object_.first, object_.last


def _candidates_of(reading: ScopeReading) -> Iterator[Candidate]:
    for clause in reading.clauses:
        stated = clause_candidates(reading, clause)
        yield from stated
        for following_rule in FOLLOWING_RULES:
            yield from following_rule(reading, stated)
    tree = reading.tree
    for index in range(reading.first, reading.last):
        for token_rule in token_rules(tree.dep[index], tree.tag[index]):
            yield from token_rule.function(reading, index)
    for scope_rule in SCOPE_RULES:
        yield from scope_rule(reading)
