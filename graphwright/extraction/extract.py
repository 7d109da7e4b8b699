"""From the parse of a chunk to its candidate triples: runs the rules, scores, selects, gives ids.

All rules are listed in ``rules.registry``. Names are resolved and triples accepted or rejected in
``resolve``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.documents.blocks.lookup import block_at
from graphwright.errors import ExtractorError
from graphwright.extraction.failures import failing_alone
from graphwright.extraction.parse.marked_names import read_marks
from graphwright.extraction.parse.repair import repair
from graphwright.extraction.parse.tree import Scope, Tree, token_range, token_starts
from graphwright.extraction.place import Place
from graphwright.extraction.procedures import STEP_KINDS, ToldSentence
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import (
    CellReading,
    cell_scopes,
    cells_between,
    goes_on_with_list,
)
from graphwright.extraction.reading.denial import is_missing
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.event_cells import EventCells
from graphwright.extraction.reading.header_words import tells_case
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.lead_ins import LeadIns
from graphwright.extraction.reading.limits import LimitReader
from graphwright.extraction.reading.marked_names import splits_marked, takes_marked_as_verb
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.pointing import names_one_of_text, names_sort
from graphwright.extraction.reading.qualifiers import joined_qualifiers, without_others
from graphwright.extraction.reading.row_names import RowName, name_by_key
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.short_conditions import condition_behind
from graphwright.extraction.reading.tables import KnownRow
from graphwright.extraction.reading.terms import clause_label, term_of
from graphwright.extraction.reading.titles import Titles
from graphwright.extraction.rules.actions import Action, actions_of, tells_result
from graphwright.extraction.rules.antecedents import with_antecedents, with_named_ends
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_candidates
from graphwright.extraction.rules.cross_references import listed_references, references
from graphwright.extraction.rules.declaration import Family, Feature, Trait
from graphwright.extraction.rules.doubtful import is_doubtful
from graphwright.extraction.rules.layers import layer_of
from graphwright.extraction.rules.layout import (
    TERM_CLAUSE,
    described_term,
    list_item,
    table_cells,
    term_clause,
)
from graphwright.extraction.rules.limits import limits_of, names_excluded, with_limits
from graphwright.extraction.rules.registry import (
    FOLLOWING_RULES,
    SCOPE_RULES,
    HeadingRule,
    token_rules,
)
from graphwright.extraction.rules.steps import instructions, is_ordered, prerequisites
from graphwright.extraction.scoring.confidence import (
    FeatureNames,
    confidence,
    feature_names,
    load_weights,
)
from graphwright.extraction.scoring.features import features_of
from graphwright.extraction.scoring.repeated_heading import (
    REPEATS_HEADING,
    repeats_heading,
    requires_what_it_makes,
    stems,
)
from graphwright.extraction.scoring.selection import Scored, best_of_each_fact
from graphwright.ids import content_id
from graphwright.tables.documents import Block, BlockKind, Mark, ParsedDocument
from graphwright.tables.text import Chunk, Sentence
from graphwright.tables.triples import (
    RESTRICTION_SEPARATOR,
    DependencyFailure,
    DependencyTriple,
    Layer,
    Qualifier,
    StepAction,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc

_STEPS_ONLY = re.compile(
    r"(?:if|when|where|as) (?:required|necessary|needed|desired|applicable)", re.IGNORECASE
)
"""Conditions of a lead-in that tell when steps are needed, and not when something is so."""

_POINTING = frozenset({"you", "it", "them", "us", "me", "him", "her", "they", "this", "that"})
_NEAR = 8
"""Characters in which a stop, and what may stand behind it, are looked for."""
_STOPS = (".", "!", "?", ";", ":", "…")
_BEHIND_STOPS = " \"')]}”’»"


def extract_triples(
    doc: Doc,
    chunk: Chunk,
    sentences: Sequence[Sentence],
    document: ParsedDocument | DocumentReading,
    version: str = "",
) -> list[DependencyTriple]:
    """Return the triples of a chunk's unfiltered sentences, in order of sentence and span.

    ``doc`` is the parse of ``chunk.text``; ``sentences`` are the chunk's; every span of the result
    is an offset into the document's text, and that text at the span is the field, character for
    character. Only sentences whose ``filter`` is None are read. ``version`` is what the rows say of
    the code that made them; who keeps them gives it. A chunk that may not be the only one of its
    document is read with the ``DocumentReading`` of the others.
    """
    return [triple for triple, _ in extract_with_features(doc, chunk, sentences, document, version)]


def extract_with_features(
    doc: Doc,
    chunk: Chunk,
    sentences: Sequence[Sentence],
    document: ParsedDocument | DocumentReading,
    version: str = "",
) -> list[tuple[DependencyTriple, FeatureNames]]:
    """Return what ``extract_triples`` does, each triple with what its score sums."""
    known = DocumentReading(document) if isinstance(document, ParsedDocument) else document
    extractor = _ChunkExtractor(doc, chunk, sentences, known, version)
    read = extractor.with_features
    found = [entry for sentence in extractor.unfiltered for entry in read(sentence)]
    return sorted(found, key=lambda entry: _order(entry[0]))


@dataclasses.dataclass(frozen=True, slots=True)
class ChunkReading:
    """What the rules read in a chunk: its triples in order, and what its sentences order.

    ``failures`` are the sentences that a rule failed on, which gave nothing else.
    """

    triples: list[DependencyTriple]
    told: list[ToldSentence]
    failures: list[DependencyFailure]


def read_chunk(
    doc: Doc,
    chunk: Chunk,
    sentences: Sequence[Sentence],
    known: DocumentReading,
    version: str = "",
) -> ChunkReading:
    """Return the triples that ``extract_triples`` does, and what ``procedure_steps`` needs."""
    reading = ChunkReading([], [], [])
    with failing_alone(unfiltered(sentences), reading.failures):
        extractor = _ChunkExtractor(doc, chunk, sentences, known, version)
        for sentence in extractor.unfiltered:
            with failing_alone([sentence], reading.failures):
                found = extractor.triples(sentence)
                told = list(extractor.told(sentence))
                reading.triples.extend(found)
                reading.told.extend(told)
    reading.triples.sort(key=_order)
    return reading


def unfiltered(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that rules read, in the order of the text."""
    return sorted((s for s in sentences if s.filter is None), key=lambda sentence: sentence.start)


def _said(found: Candidate) -> tuple[int, str, int, int]:
    """Return what a candidate says of its subject, whatever that is."""
    predicate, object_ = found.predicate, found.object
    return predicate.anchor, predicate.text, object_.first, object_.last


def _order(triple: DependencyTriple) -> tuple[int, int, int, str, str]:
    return (
        triple.subject_start, triple.predicate_start, triple.object_start, triple.rule,
        triple.triple_id,
    )  # fmt: skip


class _ChunkExtractor:
    """Reads one chunk: scopes, readings and candidates, each made once."""

    def __init__(
        self,
        doc: Doc,
        chunk: Chunk,
        sentences: Sequence[Sentence],
        known: DocumentReading,
        version: str,
    ) -> None:
        parsed = known.parsed
        _check_slice(chunk, parsed)
        self._chunk, self._parsed, self._version = chunk, parsed, version
        self._sentences = sorted(sentences, key=lambda sentence: sentence.start)
        self.unfiltered = unfiltered(sentences)
        self._starts = token_starts(doc, chunk.start)
        self._blocks = {s.sentence_id: block_at(parsed.blocks, s.start) for s in self._sentences}
        self._scopes = {s.sentence_id: self._scopes_of(s) for s in self._sentences}
        scopes = [scope for found in self._scopes.values() for scope in found]
        self._tree = repaired_tree(doc, chunk.start, scopes, known.marks)
        self._phrases = Phrases(self._tree)
        self._limits = LimitReader(self._tree, self._phrases)
        self._lead_ins = LeadIns(self._tree, parsed.blocks, self._sentences, self._scopes)
        self._headings, self._row_names = known.headings, known.row_names
        self._titles = Titles(known, self._lead_ins)
        self._tables = known.tables
        self._event_cells = EventCells(parsed, known.headings, known.tables)
        self._weights, self._source_kind = load_weights(), known.source_kind
        self._places = dict[str, Place]()
        self._readings = dict[Scope, ScopeReading]()
        self._candidates = dict[Scope, list[Candidate]]()
        self._cut_tokens = frozenset(self._at_cuts())

    def _scopes_of(self, sentence: Sentence) -> list[Scope]:
        scope = token_range(self._starts, sentence.start, sentence.end)
        block = self._row_block(sentence)
        if block is None or not block.cells:
            return [scope]
        cells = cells_between(block.cells, sentence.start, sentence.end)
        return cell_scopes(self._starts, cells, scope)

    def _block_of(self, sentence: Sentence) -> Block | None:
        return self._blocks[sentence.sentence_id]

    def _row_block(self, sentence: Sentence) -> Block | None:
        return self._block_of(sentence) if sentence.kind == BlockKind.TABLE_ROW else None

    def _place(self, sentence: Sentence) -> Place:
        found = self._places.get(sentence.sentence_id)
        if found is None:
            found = Place(sentence, self._parsed, self._headings, self._lead_ins)
            self._places[sentence.sentence_id] = found
        return found

    def _reading(self, scope: Scope) -> ScopeReading:
        if scope not in self._readings:
            self._readings[scope] = ScopeReading(self._tree, self._phrases, *scope)
        return self._readings[scope]

    def _confidence(self, candidate: Candidate, features: Sequence[Feature]) -> float:
        return confidence(candidate, features, self._weights, self._source_kind)

    def triples(self, sentence: Sentence) -> list[DependencyTriple]:
        """Return a sentence's triples."""
        return [self._triple(sentence, found) for found in self._stated(sentence)]

    def with_features(self, sentence: Sentence) -> list[tuple[DependencyTriple, FeatureNames]]:
        """Return a sentence's triples, each with what its score sums."""
        return [
            (self._triple(sentence, found), feature_names(found.candidate, found.features))
            for found in self._stated(sentence)
        ]

    def _stated(self, sentence: Sentence) -> list[Scored]:
        """Return the best of the candidates of a sentence that state one fact."""
        scored = [
            Scored(self._confidence(candidate, features), features, candidate)
            for reading, proposed in self._proposed(sentence)
            if self._is_sound(proposed) and not is_doubtful(reading, proposed)
            for candidate in (with_antecedents(self._tree, self._phrases, proposed),)
            if candidate is not None
            for features in (features_of(reading, candidate),)
        ]
        return best_of_each_fact(scored)

    def told(self, sentence: Sentence) -> Iterator[ToldSentence]:
        """Yield what a sentence under the heading of a task orders or tells, if it may do so."""
        block, task = self._block_of(sentence), self._headings.above(sentence.start)
        if block is None or task is None or sentence.kind not in STEP_KINDS:
            return
        if self._headings.is_label(block):
            return
        ((first, last),) = self._scopes[sentence.sentence_id]
        if first >= last:
            return
        reading = self._reading((first, last))
        if self._states_prerequisites(sentence, reading):
            return
        if self._titles.is_title(sentence, reading):
            return
        actions = actions_of(reading)
        conditions = self._place(sentence).conditions
        above = [one.text for one in conditions if not task[0] <= one.start < task[1]]
        yield ToldSentence(
            sentence,
            block,
            task,
            tuple(self._action(action, above) for action in actions),
            is_result=not actions and tells_result(reading),
            restates=bool(actions) and self._restates(actions, task),
        )

    def _action(self, action: Action, above: Sequence[str]) -> StepAction:
        """Return an action with its condition and those that are set above its sentence."""
        place = action.object or Argument(action.verb, action.verb, action.verb + 1)
        start, end = self._span(place)
        object_ = None if action.object is None else self._parsed.text[start:end]
        conditions = [*above, action.condition] if action.condition else above
        return StepAction(
            action.predicate, object_, RESTRICTION_SEPARATOR.join(conditions) or None, start, end
        )

    def _restates(self, actions: Sequence[Action], task: Span) -> bool:
        """Return whether the first order has the verb of the heading: what the page is about."""
        heading = stems(self._parsed.text[slice(*task)].split())
        return stems([self._tree.lemma[actions[0].verb]]) <= heading

    def _is_sound(self, candidate: Candidate) -> bool:
        """Return whether a triple has two arguments, and cuts no name that the author marked.

        An abbreviation may stand inside such a name: "[Transport Tool (TT)]". What the sentence
        leaves open, or excepts, is no triple.
        """
        if candidate.flags.unstated or names_excluded(self._limits, candidate):
            return False
        if candidate.rule.family is Family.NOUN and self._tells_of_nothing(candidate):
            return False
        subject = () if candidate.subject_span is not None else (candidate.subject,)
        if any(argument.overlaps(candidate.object) for argument in subject):
            return False
        if any(self._is_cut(argument) for argument in (*subject, candidate.object)):
            return False
        tree = self._tree
        if not tree.names or candidate.rule.has(Trait.INSIDE_NAME):
            return True
        return not takes_marked_as_verb(tree, candidate.predicate) and not any(
            splits_marked(tree, argument) for argument in (*subject, candidate.object)
        )

    def _tells_of_nothing(self, candidate: Candidate) -> bool:
        """Return whether a noun phrase is about what there may be none of: "without downtime"."""
        heads = (candidate.subject.head, candidate.object.head)
        return any(is_missing(self._tree, self._phrases, head) for head in heads)

    def _at_cuts(self) -> Iterator[int]:
        """Yield the words of rows beside which the chunk's border parts a sentence of a cell."""
        for sentence in self.unfiltered:
            for found in self._cells(sentence) if self._is_piece(sentence) else ():
                if not found.starts and not self._ends_sentence(sentence.start):
                    yield found.reading.first
                if not found.ends and not self._ends_sentence(sentence.end):
                    yield found.reading.last - 1

    def _is_piece(self, sentence: Sentence) -> bool:
        block = self._row_block(sentence)
        return block is not None and (sentence.start > block.start or sentence.end < block.end)

    def _ends_sentence(self, offset: int) -> bool:
        before = self._parsed.text[max(0, offset - _NEAR) : offset]
        return before.rstrip(_BEHIND_STOPS).endswith(_STOPS)

    def _is_cut(self, argument: Argument) -> bool:
        return any(token in self._cut_tokens for token in range(argument.first, argument.last))

    def _proposed(self, sentence: Sentence) -> Iterator[tuple[ScopeReading, Candidate]]:
        scopes = [scope for scope in self._scopes[sentence.sentence_id] if scope[0] < scope[1]]
        by_layout = list(self._by_layout(sentence))
        named = {_said(found) for _, found in by_layout if found.rule is TERM_CLAUSE}
        goes_on = self._lead_ins.goes_on(sentence)
        for scope in scopes:
            reading = self._reading(scope)
            is_title = self._titles.is_title(sentence, reading)
            for candidate in self._clausal(scope):
                if goes_on and self._opens(scope, candidate):
                    continue  # "You can use it to:" + "Restart stalled pumps": no restart stalled
                if self._is_of_title(sentence, candidate, is_title=is_title):
                    continue
                if _said(candidate) not in named:  # else it is said of what the row names
                    yield reading, candidate
        yield from by_layout

    def _is_title(self, sentence: Sentence, scopes: Sequence[Scope]) -> bool:
        read = [self._reading(scope) for scope in scopes if scope[0] < scope[1]]
        return any(self._titles.is_title(sentence, reading) for reading in read)

    def _is_of_title(self, sentence: Sentence, candidate: Candidate, *, is_title: bool) -> bool:
        """Return whether what only names a text is read as a statement.

        What it abbreviates is so, and an item may be a step: "Create an Invoice".
        """
        if is_title:
            return not candidate.rule.has(Trait.INSIDE_NAME)
        stated = candidate.rule.family in (Family.VERB, Family.COPULA)
        act = candidate.rule.has(Trait.READER_ACT)
        return stated and not act and self._titles.is_linked(sentence)

    def _opens(self, scope: Scope, found: Candidate) -> bool:
        """Return whether a subject opens what is parsed, but for its article."""
        before = range(scope[0], found.subject.first)
        return found.subject_span is None and all(self._tree.tag[i] == "DT" for i in before)

    def _clausal(self, scope: Scope) -> list[Candidate]:
        if scope not in self._candidates:
            self._candidates[scope] = list(_candidates_of(self._reading(scope)))
        return self._candidates[scope]

    def _by_layout(self, sentence: Sentence) -> Iterator[tuple[ScopeReading, Candidate]]:
        """Yield what rules read from where the sentence stands: under a heading, in a list."""
        yield from self._under_heading(sentence)
        block = self._block_of(sentence)
        scopes = self._scopes[sentence.sentence_id]
        if block is None or self._is_title(sentence, scopes):
            return
        if sentence.kind == BlockKind.TABLE_ROW:
            yield from self._row(block, sentence)
            return
        if sentence.kind == BlockKind.LIST_ITEM:
            yield from self._item(sentence)
        for scope in self._scopes[sentence.sentence_id]:
            for candidate in term_clause(self._reading(scope)):
                yield self._reading(scope), candidate
        if sentence.start == block.start:
            yield from self._description(block, sentence)

    def _description(
        self, block: Block, sentence: Sentence
    ) -> Iterator[tuple[ScopeReading, Candidate]]:
        term = term_of(block, self._parsed.blocks, self._parsed.text)
        for scope in self._scopes[sentence.sentence_id] if term is not None else ():
            if term is not None and scope[0] < scope[1]:
                reading = self._reading(scope)
                for candidate in described_term(reading, term):
                    yield reading, candidate

    def _under_heading(self, sentence: Sentence) -> Iterator[tuple[ScopeReading, Candidate]]:
        heading = self._headings.above(sentence.start)
        if heading is None or sentence.kind == BlockKind.TABLE_ROW:
            return
        for scope in self._scopes[sentence.sentence_id]:
            if scope[0] < scope[1]:
                reading = self._reading(scope)
                for rule in self._rules_under(sentence, reading):
                    for candidate in rule(reading, heading):
                        text = self._parsed.text[slice(*heading)]
                        if not requires_what_it_makes(self._tree, candidate, text):
                            yield reading, self._compared(candidate, text)

    def _compared(self, candidate: Candidate, heading: str) -> Candidate:
        """Return a candidate under a heading with the feature that it repeats it, if it does."""
        if not repeats_heading(self._tree, candidate, heading):
            return candidate
        features = (*candidate.features, REPEATS_HEADING)
        return dataclasses.replace(candidate, features=features)

    def _rules_under(self, sentence: Sentence, reading: ScopeReading) -> tuple[HeadingRule, ...]:
        """Return the rules that read a sentence with the heading above it."""
        if self._titles.is_title(sentence, reading):
            return (listed_references,)
        if not self._states_prerequisites(sentence, reading):
            return (instructions, references)
        if self._lead_ins.is_one_of_ways(sentence):
            return (references,)
        return (prerequisites, references)

    def _row(self, block: Block, sentence: Sentence) -> Iterator[tuple[ScopeReading, Candidate]]:
        cells = self._cells(sentence)
        row = self._tables.row(block)
        name = None if row is None else self._name_of(row, block, cells, sentence)
        if row is None or name is None:
            return
        readings = [found.reading for found in cells]
        for candidate in table_cells(cells, row, name):
            inside = candidate.object.first
            stated = self._with_roles(candidate, row, cells)
            yield next(r for r in readings if r.first <= inside < r.last), stated

    def _name_of(
        self, row: KnownRow, block: Block, cells: Sequence[CellReading], sentence: Sentence
    ) -> RowName | None:
        first_cell = self._row_names.name_of(block, cells, (sentence.start, sentence.end))
        return name_by_key(row.key, cells, first_cell)

    def _with_roles(
        self, candidate: Candidate, row: KnownRow, cells: Sequence[CellReading]
    ) -> Candidate:
        """Return a fact of a cell with the other cells of its row that it needs."""
        inside = candidate.object.first
        column = next(f.cell.column for f in cells if f.reading.first <= inside < f.reading.last)
        roles = tuple(
            Qualifier(kind, self._parsed.text[slice(*role.span)], *role.span, role.header)
            for kind, role in row.roles_for(column)
        )
        if not roles:
            return candidate
        flags = candidate.flags
        flags = dataclasses.replace(flags, qualifiers=(*flags.qualifiers, *roles))
        return dataclasses.replace(candidate, flags=flags)

    def _cells(self, sentence: Sentence) -> list[CellReading]:
        """Return the cells of a table row of which a sentence holds words."""
        block = self._row_block(sentence)
        if block is None or not block.cells:
            return []
        start, end = sentence.start, sentence.end
        cells = cells_between(block.cells, start, end)
        scopes = self._scopes[sentence.sentence_id]
        return [
            CellReading(
                self._reading(scope),
                cell,
                cell.start >= start,
                cell.end <= end,
                cell.start < start and goes_on_with_list(self._parsed.text, cell, start),
            )
            for scope, cell in zip(scopes, cells, strict=True)
            if scope[0] < scope[1]
        ]

    def _item(self, sentence: Sentence) -> Iterator[tuple[ScopeReading, Candidate]]:
        (scope,) = self._scopes[sentence.sentence_id]
        lead_in = self._lead_ins.above_first_words(sentence)
        if lead_in is None or scope[0] >= scope[1]:
            return
        reading = self._reading(scope)
        for candidate in list_item(reading, self._reading(lead_in), self._clausal(lead_in)):
            yield reading, candidate

    def _triple(self, sentence: Sentence, scored: Scored) -> DependencyTriple:
        found = scored.candidate
        subject = found.subject_span or self._span(found.subject)
        object_ = found.object_span or self._span(found.object)
        spans = (found.subject_span, found.object_span)
        phrases = [
            phrase if span is None else span
            for phrase, span in zip(self._noun_phrases(found), spans, strict=True)
        ]
        predicate = (found.predicate.start, found.predicate.end)
        if predicate[0] == predicate[1]:
            predicate = (sentence.start, sentence.start)
        text = self._parsed.text
        named = with_named_ends(self._tree, self._phrases, found)
        return DependencyTriple(
            triple_id=content_id(
                "triple",
                sentence.sentence_id,
                found.rule.name,
                *subject,
                found.predicate.text,  # "develop or deploy" gives two predicates over one span
                *predicate,
                *object_,
            ),
            sentence_id=sentence.sentence_id,
            chunk_id=sentence.chunk_id,
            document_id=sentence.document_id,
            extractor=found.rule.extractor.value,
            rule=found.rule.name,
            version=self._version,
            subject=text[slice(*subject)],
            subject_start=subject[0],
            subject_end=subject[1],
            subject_phrase_start=phrases[0][0],
            subject_phrase_end=phrases[0][1],
            subject_type=None if found.subject_span else self._type(found.subject),
            predicate=found.predicate.text,
            predicate_text=text[slice(*predicate)],
            predicate_start=predicate[0],
            predicate_end=predicate[1],
            object=text[slice(*object_)],
            object_start=object_[0],
            object_end=object_[1],
            object_phrase_start=phrases[1][0],
            object_phrase_end=phrases[1][1],
            object_type=None if found.object_span else self._type(found.object),
            voice=found.voice.value,
            negated=found.flags.negated,
            modality=found.flags.modality,
            condition=found.flags.condition,
            attribution=found.flags.attribution,
            qualifiers=self._qualifiers(
                found,
                subject,
                object_,
                (*self._above(found, sentence), *self._headings_naming(found, named, sentence)),
            ),
            confidence=scored.confidence,
            layer=self._layer(sentence, named).value,
        )

    def _layer(self, sentence: Sentence, named: Candidate) -> Layer:
        place = self._place(sentence)
        layer = layer_of(
            self._tree, named, required=place.required, is_symptom=place.states_symptoms
        )
        if layer is not Layer.KNOWLEDGE:
            return layer
        of_case = self._tells_case(sentence, named) or place.quotes_messages
        of_case = of_case or self._is_in_example(sentence, named)
        return Layer.CONTEXT if of_case else layer

    def _is_in_example(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a row or an item stands below "Example", and says more than a name does.

        Paragraphs there tell what the example shows, and what is so elsewhere too.
        """
        if sentence.kind not in (BlockKind.TABLE_ROW, BlockKind.LIST_ITEM):
            return False
        named = found.rule.family in (Family.NOUN, Family.PUNCTUATION)
        return not named and self._headings.shows_example(sentence.start)

    def _tells_case(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a clause tells of a fault, or of one of several cases, alone."""
        if found.rule.family not in (Family.VERB, Family.COPULA) or found.flags.condition:
            return False
        place = self._place(sentence)
        if place.states_symptoms and names_sort(self._tree, found.subject):
            return True
        return place.lists_cases or self._tells_event(sentence, found)

    def _tells_event(self, sentence: Sentence, found: Candidate) -> bool:
        """Return whether a clause of a cell is so only when the error of its row occurs."""
        block = self._row_block(sentence)
        if block is None or found.subject_span is not None:
            return False
        column = self._column_of(sentence, found)
        return column is not None and self._event_cells.tells(block, column)

    def _column_of(self, sentence: Sentence, found: Candidate) -> int | None:
        """Return the column of the cell in which the object of a candidate stands."""
        inside = found.object.first
        cells = self._cells(sentence)
        columns = (f.cell.column for f in cells if f.reading.first <= inside < f.reading.last)
        return next(columns, None)

    def _states_prerequisites(self, sentence: Sentence, reading: ScopeReading) -> bool:
        """Return whether a heading or the lead-in above a sentence says "Prerequisites".

        The steps of a task may follow its prerequisites in one list: they order something.
        """
        if self._headings.states_prerequisites(sentence.start):
            return True
        return self._lead_ins.states_prerequisites(sentence) and not is_ordered(reading)

    def _noun_phrases(self, found: Candidate) -> list[Span]:
        """Return the spans of the phrases around subject and object, neither in the other."""
        spans = []
        for own, other in ((found.subject, found.object), (found.object, found.subject)):
            phrase = self._phrases.around(own)
            first, last = phrase.first, phrase.last
            if phrase.overlaps(other):
                first = own.first if other.first < own.first else first
                last = own.last if other.first > own.first else last
            spans.append(self._span(Argument(own.head, first, last)))
        return spans

    def _span(self, argument: Argument) -> Span:
        return self._tree.start[argument.first], self._tree.end[argument.last - 1]

    def _type(self, argument: Argument) -> str | None:
        return self._tree.label[argument.head] or None

    def _above(self, found: Candidate, sentence: Sentence) -> Sequence[Qualifier]:
        """Return the conditions set above a candidate's sentence, if its rule reads a statement.

        What is read beside the verbs names things, and has no condition of a clause either.
        "Do the following if required:" says of the steps alone when they are to be done.
        """
        if found.rule.family in (Family.NOUN, Family.PUNCTUATION):
            return []
        above = self._place(sentence).conditions
        if found.rule.has(Trait.READER_ACT) or found.rule.has(Trait.STEP):
            return above
        return [one for one in above if not _STEPS_ONLY.fullmatch(one.text)]

    def _headings_naming(
        self, found: Candidate, named: Candidate, sentence: Sentence
    ) -> list[Qualifier]:
        """Return what says which thing a subject is, where its words do not.

        "The key is rotated" is true of the key of its section, or of its row, alone.
        """
        clause = found.rule.family in (Family.VERB, Family.COPULA) and found.subject_span is None
        of_text = clause and names_one_of_text(self._tree, named.subject)
        label = self._label_before(found, sentence) if clause else []
        if not (of_text or found.rule.has(Trait.OF_SECTION)):
            return [Qualifier("heading", self._parsed.text[slice(*span)], *span) for span in label]
        block = self._row_block(sentence)
        spans = [] if block is None else self._row_spans(block, sentence)
        if block is not None:
            spans += self._case_of_column(block, sentence, found, is_named=bool(spans))
        spans += [*label, *self._place(sentence).topics]
        return [Qualifier("heading", self._parsed.text[slice(*span)], *span) for span in spans]

    def _label_before(self, found: Candidate, sentence: Sentence) -> list[Span]:
        """Return the label that starts a clause's text: "Night watch: A guard closes the gate"."""
        anchor = found.predicate.anchor
        scopes = (s for s in self._scopes[sentence.sentence_id] if s[0] <= anchor < s[1])
        scope = next(scopes, None)
        label = None if scope is None else clause_label(self._reading(scope), found.subject.first)
        return [] if label is None else [self._span(label)]

    def _case_of_column(
        self, block: Block, sentence: Sentence, found: Candidate, *, is_named: bool
    ) -> list[Span]:
        """Return the header above a clause's cell, which may tell a case: "Used Component".

        That above the name of a row says only what it is a name of.
        """
        layout, column = self._tables.layout(block), self._column_of(sentence, found)
        if column is None or column not in layout.headers:
            return []
        if is_named and column <= layout.last_named:
            return []
        head = layout.headers[column]
        return [(head.start, head.end)] if tells_case(layout.text(head)) else []

    def _row_spans(self, block: Block, sentence: Sentence) -> list[Span]:
        """Return the cells that name a row and tell it from others of that name."""
        row, cells = self._tables.row(block), self._cells(sentence)
        name = None if row is None else self._name_of(row, block, cells, sentence)
        if row is None or name is None:
            return []
        return [name.span, *(role.span for role in row.key.roles)]

    def _short_conditions(self, found: Candidate) -> list[Qualifier]:
        """Return the conditions in brackets behind the arguments: "Description (if available)"."""
        own = (found.object,) if found.subject_span is not None else (found.subject, found.object)
        spans = [condition_behind(self._tree, argument) for argument in own]
        texts = [(self._span(Argument(s[0], *s))) for s in spans if s is not None]
        return [Qualifier("condition", self._parsed.text[slice(*span)], *span) for span in texts]

    def _qualifiers(
        self, found: Candidate, subject: Span, object_: Span, above: Sequence[Qualifier]
    ) -> tuple[Qualifier, ...]:
        """Return the qualifiers beside the two arguments, with the numbers that count them.

        ``above`` are those that hold for the whole sentence.
        """
        own = without_others(self._tree, found.flags.qualifiers, found.object)
        kept = [
            qualifier
            for qualifier in joined_qualifiers(own, above)
            if qualifier.text.lower() not in _POINTING
            and not any(
                qualifier.start < end and start < qualifier.end for start, end in (subject, object_)
            )
        ]
        for argument in (found.subject, found.object):
            number = self._phrases.quantity(argument)
            if number is not None:
                start, end = self._tree.start[number[0]], self._tree.end[number[1] - 1]
                kept.append(Qualifier("quantity", self._parsed.text[start:end], start, end))
        kept = list(joined_qualifiers(kept, self._short_conditions(found)))
        kept = with_limits(self._tree, kept, limits_of(self._tree, self._limits, found))
        return tuple(sorted(kept, key=lambda qualifier: (qualifier.start, qualifier.end)))


def repaired_tree(
    doc: Doc, offset: int, scopes: Sequence[Scope], marks: Sequence[Mark] = ()
) -> Tree:
    """Return the parse that the rules read: marks applied, mistakes mended, linked.

    ``offset`` is where the chunk starts in the canonical text.
    """
    tree = Tree(doc, offset, scopes)
    read_marks(tree, marks, scopes)
    for first, last in scopes:
        repair(tree, first, last)
    tree.link()
    return tree


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


def _check_slice(chunk: Chunk, parsed: ParsedDocument) -> None:
    if parsed.text[chunk.start : chunk.end] != chunk.text:
        raise ExtractorError(
            f"Chunk {chunk.chunk_id} is not the text of document {parsed.document_id} from "
            f"{chunk.start} to {chunk.end}.",
            remedy="Chunks and parsed documents are of different builds: build both again.",
        )
