"""From the parse of a chunk to its candidate triples: runs the rules, scores, gates, gives ids.

The rules are in ``verbal`` (clauses), ``nominal`` (noun phrases), ``linear`` (signs) and ``layout``
(lists, tables). Names are resolved and triples accepted or rejected in ``resolve``.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from graphwright.errors import ExtractorError
from graphwright.extraction.parse.marked import cuts_name, read_marks
from graphwright.extraction.parse.repair import repair
from graphwright.extraction.parse.tree import Scope, Tree, token_range, token_starts
from graphwright.extraction.reading.phrases import Argument, Phrases
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules import layout
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.headings import (
    HeadingRule,
    Headings,
    instructions,
    listings,
    prerequisites,
    references,
)
from graphwright.extraction.rules.linear import SCOPE_RULES
from graphwright.extraction.rules.nominal import token_rules
from graphwright.extraction.rules.pointing import listed_title
from graphwright.extraction.rules.purpose import spread_of
from graphwright.extraction.rules.verbal import CLAUSE_RULES
from graphwright.extraction.scoring.confidence import confidence, load_weights
from graphwright.extraction.scoring.features import signs_of
from graphwright.extraction.scoring.repeated import repeats
from graphwright.ids import content_id
from graphwright.tables.documents import Block, BlockKind, Mark, ParsedDocument
from graphwright.tables.text import Chunk, Sentence
from graphwright.tables.triples import DependencyTriple, Qualifier

if TYPE_CHECKING:
    from spacy.tokens import Doc

Signs = tuple[str, ...]
"""Names of what speaks for or against a triple: see ``graphwright.extraction.scoring.features``."""


class _Scored(NamedTuple):
    score: float
    signs: Signs
    candidate: Candidate


def extract_triples(
    doc: Doc,
    chunk: Chunk,
    sentences: Sequence[Sentence],
    parsed: ParsedDocument,
    version: str = "",
) -> list[DependencyTriple]:
    """Return the triples of a chunk's unfiltered sentences, in order of sentence and span.

    ``doc`` is the parse of ``chunk.text``; ``sentences`` are the chunk's; every span of the result
    is an offset into ``parsed.text``, and that text at the span is the field, character for
    character. Only sentences whose ``filter`` is None are read. ``version`` is what the rows say of
    the code that made them; who keeps them gives it.
    """
    return [triple for triple, _ in extract_with_signs(doc, chunk, sentences, parsed, version)]


def extract_with_signs(
    doc: Doc,
    chunk: Chunk,
    sentences: Sequence[Sentence],
    parsed: ParsedDocument,
    version: str = "",
) -> list[tuple[DependencyTriple, Signs]]:
    """Return what ``extract_triples`` does, each triple with the signs that its score sums."""
    extractor = _ChunkExtractor(doc, chunk, sentences, parsed, version)
    found = [entry for sentence in extractor.live for entry in extractor.triples(sentence)]
    return sorted(found, key=lambda entry: _order(entry[0]))


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
        parsed: ParsedDocument,
        version: str,
    ) -> None:
        _check_slice(chunk, parsed)
        self._chunk, self._parsed, self._version = chunk, parsed, version
        self._sentences = sorted(sentences, key=lambda sentence: sentence.start)
        self.live = [sentence for sentence in self._sentences if sentence.filter is None]
        self._starts = token_starts(doc, chunk.start)
        self._scopes = {s.sentence_id: self._scopes_of(s) for s in self._sentences}
        scopes = [scope for found in self._scopes.values() for scope in found]
        self._tree = _linked(Tree(doc, chunk.start, scopes), scopes, parsed.marks)
        self._phrases = Phrases(self._tree)
        self._headings = Headings(parsed)
        self._weights = load_weights()
        self._readings = dict[Scope, Reading]()
        self._candidates = dict[Scope, list[Candidate]]()

    def _scopes_of(self, sentence: Sentence) -> list[Scope]:
        scope = token_range(self._starts, sentence.start, sentence.end)
        block = self._block_at(sentence.start) if sentence.kind == BlockKind.TABLE_ROW else None
        if block is None or not block.cells:
            return [scope]
        return layout.cell_scopes(self._starts, block.cells, scope)

    def _block_at(self, offset: int) -> Block | None:
        """Return the last block that starts at or before an offset of the canonical text."""
        blocks = self._parsed.blocks
        position = bisect.bisect_right(blocks, offset, key=lambda block: block.start) - 1
        return blocks[position] if position >= 0 and offset < blocks[position].end else None

    def _reading(self, scope: Scope) -> Reading:
        if scope not in self._readings:
            self._readings[scope] = Reading(self._tree, self._phrases, *scope)
        return self._readings[scope]

    def triples(self, sentence: Sentence) -> list[tuple[DependencyTriple, Signs]]:
        """Return a sentence's triples with their signs: the best of those that state one fact."""
        scored = [
            _Scored(confidence(signs, self._weights), signs, candidate)
            for reading, candidate in self._proposed(sentence)
            if candidate.place is not None or not candidate.subject.overlaps(candidate.object)
            if not cuts_name(self._tree, candidate)
            for signs in (signs_of(reading, candidate),)
        ]
        return [
            (self._triple(sentence, found.score, found.candidate), found.signs)
            for found in _best(scored)
        ]

    def _proposed(self, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        scopes = [scope for scope in self._scopes[sentence.sentence_id] if scope[0] < scope[1]]
        for scope in scopes:
            reading = self._reading(scope)
            for candidate in self._clausal(scope):
                yield reading, candidate
        for reading, candidate in self._laid_out(sentence):
            yield reading, candidate

    def _clausal(self, scope: Scope) -> list[Candidate]:
        if scope not in self._candidates:
            self._candidates[scope] = list(_run(self._reading(scope)))
        return self._candidates[scope]

    def _laid_out(self, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        """Yield what the place of the sentence in a table or list says."""
        yield from self._under_heading(sentence)
        block = self._block_at(sentence.start)
        if block is None:
            return
        if sentence.kind == BlockKind.TABLE_ROW:
            yield from self._row(block, sentence)
            return
        if sentence.kind == BlockKind.LIST_ITEM:
            yield from self._item(block, sentence)
        for scope in self._scopes[sentence.sentence_id]:
            for candidate in layout.term_clause(self._reading(scope)):
                yield self._reading(scope), candidate
        if sentence.start == block.start:
            yield from self._description(block, sentence)

    def _description(self, block: Block, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        term = layout.term_of(block, self._parsed.blocks, self._parsed.text)
        for scope in self._scopes[sentence.sentence_id] if term is not None else ():
            if term is not None and scope[0] < scope[1]:
                reading = self._reading(scope)
                for candidate in layout.describes_term(reading, term):
                    yield reading, candidate

    def _under_heading(self, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        heading = self._headings.above(sentence.start)
        if heading is None or sentence.kind == BlockKind.TABLE_ROW:
            return
        for scope in self._scopes[sentence.sentence_id]:
            if scope[0] < scope[1]:
                reading = self._reading(scope)
                for rule in self._rules_under(sentence.start, reading):
                    for candidate in rule(reading, heading):
                        yield reading, self._marked(candidate, heading)

    def _marked(self, candidate: Candidate, heading: tuple[int, int]) -> Candidate:
        """Return a candidate under a heading with the mark that it repeats it, if it does."""
        if not repeats(self._tree, candidate, self._parsed.text[slice(*heading)]):
            return candidate
        return dataclasses.replace(candidate, marks=(*candidate.marks, "repeats_heading"))

    def _rules_under(self, offset: int, reading: Reading) -> tuple[HeadingRule, ...]:
        """Return the rules that read a sentence with the heading above it."""
        if self._headings.lists_texts(offset) and listed_title(reading) is not None:
            return (listings,)
        needed = self._headings.states_prerequisites(offset)
        return (prerequisites if needed else instructions, references)

    def _row(self, block: Block, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        headers = layout.header_of(block, self._parsed.blocks, self._parsed.text)
        scopes = self._scopes[sentence.sentence_id]
        whole = [
            (self._reading(scope), cell)
            for scope, cell in zip(scopes, block.cells, strict=False)
            if scope[0] < scope[1]
        ]
        for candidate in layout.table_cells(
            [reading for reading, _ in whole], [cell for _, cell in whole], headers
        ):
            yield self._reading_at(candidate.object.first, whole), candidate

    def _reading_at(self, index: int, whole: Iterable[tuple[Reading, object]]) -> Reading:
        return next(reading for reading, _ in whole if reading.first <= index < reading.last)

    def _item(self, block: Block, sentence: Sentence) -> Iterator[tuple[Reading, Candidate]]:
        (scope,) = self._scopes[sentence.sentence_id]
        if block.parent is None or sentence.start > block.start + 8 or scope[0] >= scope[1]:
            return
        lead = self._lead_in(self._parsed.blocks[block.parent])
        if lead is None:
            return
        reading = self._reading(scope)
        for candidate in layout.list_item(reading, self._reading(lead), self._clausal(lead)):
            yield reading, candidate

    def _lead_in(self, block: Block) -> Scope | None:
        """Return the last sentence of a lead-in block, if it stands in this chunk."""
        inside = [s for s in self._sentences if block.start <= s.start < block.end]
        if not inside or inside[-1].kind == BlockKind.TABLE_ROW:
            return None
        scope = self._scopes[inside[-1].sentence_id][0]
        return scope if scope[0] < scope[1] else None

    def _triple(self, sentence: Sentence, score: float, found: Candidate) -> DependencyTriple:
        subject, object_ = found.place or self._span(found.subject), self._span(found.object)
        phrases = self._whole_phrases(found)
        if found.place is not None:
            phrases[0] = found.place
        predicate = (found.predicate.start, found.predicate.end)
        if predicate[0] == predicate[1]:
            predicate = (sentence.start, sentence.start)
        text = self._parsed.text
        return DependencyTriple(
            triple_id=content_id(
                "triple",
                sentence.sentence_id,
                found.rule,
                *subject,
                found.predicate.text,  # "develop or deploy" gives two predicates over one span
                *predicate,
                *object_,
            ),
            sentence_id=sentence.sentence_id,
            chunk_id=sentence.chunk_id,
            document_id=sentence.document_id,
            extractor=found.extractor,
            rule=found.rule,
            version=self._version,
            subject=text[slice(*subject)],
            subject_start=subject[0],
            subject_end=subject[1],
            subject_phrase_start=phrases[0][0],
            subject_phrase_end=phrases[0][1],
            subject_type=None if found.place else self._type(found.subject),
            predicate=found.predicate.text,
            predicate_text=text[slice(*predicate)],
            predicate_start=predicate[0],
            predicate_end=predicate[1],
            object=text[slice(*object_)],
            object_start=object_[0],
            object_end=object_[1],
            object_phrase_start=phrases[1][0],
            object_phrase_end=phrases[1][1],
            object_type=self._type(found.object),
            voice=found.voice,
            negated=found.flags.negated,
            modality=found.flags.modality,
            condition=found.flags.condition,
            attribution=found.flags.attribution,
            qualifiers=self._qualifiers(found, subject, object_),
            confidence=score,
        )

    def _whole_phrases(self, found: Candidate) -> list[tuple[int, int]]:
        """Return the spans of the phrases around subject and object, neither in the other."""
        wholes = []
        for own, other in ((found.subject, found.object), (found.object, found.subject)):
            whole = self._phrases.around(own)
            first, last = whole.first, whole.last
            if whole.overlaps(other):
                first = own.first if other.first < own.first else first
                last = own.last if other.first > own.first else last
            wholes.append(self._span(Argument(own.head, first, last)))
        return wholes

    def _span(self, argument: Argument) -> tuple[int, int]:
        return self._tree.start[argument.first], self._tree.end[argument.last - 1]

    def _type(self, argument: Argument) -> str | None:
        return self._tree.label[argument.head] or None

    def _qualifiers(
        self, found: Candidate, subject: tuple[int, int], object_: tuple[int, int]
    ) -> tuple[Qualifier, ...]:
        """Return the qualifiers beside the two arguments, with the numbers that count them."""
        kept = [
            qualifier
            for qualifier in found.flags.qualifiers
            if not any(
                qualifier.start < end and start < qualifier.end for start, end in (subject, object_)
            )
        ]
        for argument in (found.subject, found.object):
            number = self._phrases.quantity(argument)
            if number is not None:
                start, end = self._tree.start[number], self._tree.end[number]
                kept.append(Qualifier("quantity", self._parsed.text[start:end], start, end))
        return tuple(sorted(kept, key=lambda qualifier: (qualifier.start, qualifier.end)))


def _linked(tree: Tree, scopes: Sequence[Scope], marks: Sequence[Mark]) -> Tree:
    read_marks(tree, marks, scopes)
    for first, last in scopes:
        repair(tree, first, last)
    tree.link()
    return tree


def _run(reading: Reading) -> Iterator[Candidate]:
    for clause in reading.clauses:
        stated = [found for clause_rule in CLAUSE_RULES for found in clause_rule(reading, clause)]
        yield from stated
        yield from spread_of(reading, stated)
    for index in range(reading.first, reading.last):
        for token_rule in token_rules(reading.tree, index):
            yield from token_rule(reading, index)
    for scope_rule in SCOPE_RULES:
        yield from scope_rule(reading)


def _best(scored: Sequence[_Scored]) -> list[_Scored]:
    """Return one candidate a fact: two rules that read the same pair off the same word agree."""
    taken = set[object]()
    kept = []
    for entry in sorted(scored, key=_rank):
        found = entry.candidate
        subject, object_ = (
            (argument.first, argument.last) for argument in (found.subject, found.object)
        )
        told = found.place or subject
        deed = _deed(found)
        end = deed if found.rule == "purpose" else ""  # "used to create and delete" are two
        same_word = (frozenset((told, object_)), found.predicate.anchor, end)
        same_text = (told, deed, object_)
        if same_word in taken or same_text in taken:
            continue
        taken.update((same_word, same_text))
        kept.append(entry)
    return kept


def _deed(found: Candidate) -> str:
    """Return what is done: "create" of both "be used to create X" and "create X"."""
    text = found.predicate.text
    return text.rpartition(" to ")[2] if found.rule in ("object", "purpose") else text


def _rank(entry: _Scored) -> tuple[float, str, int, int, str]:
    found = entry.candidate
    first = (found.subject.first, found.object.first)
    return -entry.score, found.rule, *first, found.predicate.text


def _check_slice(chunk: Chunk, parsed: ParsedDocument) -> None:
    if parsed.text[chunk.start : chunk.end] != chunk.text:
        raise ExtractorError(
            f"Chunk {chunk.chunk_id} is not the text of document {parsed.document_id} from "
            f"{chunk.start} to {chunk.end}.",
            remedy="Chunks and parsed documents are of different builds: build both again.",
        )
