"""From a parsed chunk to its sentences: spans, kinds and the reason of each filtered one.

Where sentences start is decided before the parse, from the document's blocks; the parser decides
only inside a block. Running the parser is in ``graphwright.language.annotate``.
"""

from __future__ import annotations

import dataclasses
import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.ids import content_id
from graphwright.language.language_detection import other_language
from graphwright.language.plural_verbs import ParsedWords, plural_verb
from graphwright.tables.documents import Block, BlockKind, ParsedDocument
from graphwright.tables.text import Chunk, Sentence, SentenceFilter

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

MAX_SENTENCE_TOKENS = 200
"""A longer sentence is a list or a dump; the parser's mistakes grow with the length."""

MAX_COLUMNS = 256
"""Columns of a table that are read: a row with more is a dump of measurements, whose thousands of
facts about one thing would drown all others."""

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_NO_INNER_STARTS = _HEADINGS | {BlockKind.CODE.value}
_ONE_ROW = frozenset({BlockKind.TABLE_ROW.value, BlockKind.CODE.value, BlockKind.INDEX.value})
_PROSE = frozenset({BlockKind.PARAGRAPH.value, BlockKind.CAPTION.value, BlockKind.FOOTNOTE.value})
_UNREAD = {
    BlockKind.CODE.value: SentenceFilter.CODE,
    BlockKind.INDEX.value: SentenceFilter.INDEX,
    BlockKind.LICENCE.value: SentenceFilter.LICENCE,
    **dict.fromkeys(_HEADINGS, SentenceFilter.HEADING),
}
_FINITE_TAGS = frozenset({"VBD", "VBP", "VBZ", "MD"})
_TERMINATORS = tuple(".!?:;…")
_CLOSERS = "\"')]}”’»"
_START, _PARSER_DECIDES, _NO_START = 1, 0, -1
"""What spaCy keeps in SENT_START."""


@dataclasses.dataclass(frozen=True, slots=True)
class ChunkInput:
    """A chunk with what its sentences need to know of the document around it.

    ``blocks`` are those that the chunk touches, in order. ``previous_end`` is the end of the chunk
    before it and ``next_start`` the start of the one after it, both in the canonical text.
    """

    chunk: Chunk
    blocks: tuple[Block, ...]
    previous_end: int | None
    next_start: int | None


def chunk_inputs(parsed: ParsedDocument, chunks: Sequence[Chunk]) -> list[ChunkInput]:
    """Return one input for each chunk of the document, in the order of their index."""
    ordered = sorted(chunks, key=lambda chunk: chunk.index)
    last = len(ordered) - 1
    starts = [block.start for block in parsed.blocks]
    ends = [block.end for block in parsed.blocks]
    return [
        ChunkInput(
            chunk=chunk,
            blocks=parsed.blocks[touched(starts, ends, chunk.start, chunk.end)],
            previous_end=ordered[position - 1].end if position > 0 else None,
            next_start=ordered[position + 1].start if position < last else None,
        )
        for position, chunk in enumerate(ordered)
    ]


def touched(starts: Sequence[int], ends: Sequence[int], start: int, end: int) -> slice:
    """Return which blocks a span touches, by the offsets of blocks that follow one another.

    A workbook has thousands of blocks and of chunks: too many to compare each pair.
    """
    return slice(bisect_right(ends, start), bisect_left(starts, end))


def mark_sentence_starts(doc: Doc, item: ChunkInput) -> None:
    """Preset where sentences start, in a ``doc`` that has only been tokenised.

    A sentence starts with each block, each cell of a table row and each line of code, and nowhere
    else inside a heading or a line of code. In other blocks the parser decides, but only after
    punctuation that can end a sentence or a line break: it splits a short instruction too readily.
    """
    starts: set[int] = set()
    closed: list[tuple[int, int]] = []
    for block in item.blocks:
        starts.update(_start_offsets(block, item.chunk))
        if block.kind in _NO_INNER_STARTS:
            closed.append((block.start, block.end))
    _apply(doc, _local(starts, item.chunk), [_shift(span, item.chunk) for span in closed])


def sentences_of(doc: Doc, item: ChunkInput) -> list[Sentence]:
    """Return the sentences of a parsed chunk in order, each an exact slice without outer space."""
    spans = (_trimmed(span) for span in _joined(doc, item))
    kept = (span for span in spans if len(span))
    english = other_language(item.chunk.text) is None
    return [_sentence(span, index, item, english) for index, span in enumerate(kept)]


def _start_offsets(block: Block, chunk: Chunk) -> Iterator[int]:
    yield block.start
    if block.kind == BlockKind.TABLE_ROW.value:
        starts = (cell.start for cell in block.cells if cell.end > cell.start)
        yield from (start for start in starts if chunk.start < start < chunk.end)
    if block.kind == BlockKind.CODE.value:
        first = max(block.start, chunk.start)
        text = chunk.text[first - chunk.start : block.end - chunk.start]
        yield from (first + at + 1 for at, letter in enumerate(text) if letter == "\n")


def _local(offsets: set[int], chunk: Chunk) -> list[int]:
    return sorted(offset - chunk.start for offset in offsets if offset > chunk.start)


def _shift(span: tuple[int, int], chunk: Chunk) -> tuple[int, int]:
    return span[0] - chunk.start, span[1] - chunk.start


def _apply(doc: Doc, starts: Sequence[int], closed: Sequence[tuple[int, int]]) -> None:
    """Let the first word at or after each start begin a sentence, and none where it is closed."""
    words = [(token.text, token.idx) for token in doc]
    forced = {0, *_first_words(words, starts)}
    marks: list[int] = []
    may_start = False
    for index, (word, offset) in enumerate(words):
        # White space belongs to the sentence before it, so that a sentence starts with a word.
        may_not = word.isspace() or not may_start or _holds(closed, offset)
        marks.append(_START if index in forced else _NO_START if may_not else _PARSER_DECIDES)
        may_start = _may_start_after(word, may_start)
    # Each assignment to Token.is_sent_start looks through the whole Doc for a parse.
    column: Any = np.array(marks, dtype=np.int64).view(np.uint64)
    doc.from_array(["SENT_START"], column)


def _first_words(words: Sequence[tuple[str, int]], offsets: Sequence[int]) -> Iterator[int]:
    """Yield the index of the first word at or after each of some ascending offsets."""
    places = ((index, at) for index, (word, at) in enumerate(words) if not word.isspace())
    place = next(places, None)
    for offset in offsets:
        while place is not None and place[1] < offset:
            place = next(places, None)
        if place is not None:
            yield place[0]


def _holds(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    return any(start <= offset < end for start, end in spans)


def _may_start_after(word: str, may_start: bool) -> bool:
    """Whether a sentence may start after a word, given whether one might before it."""
    if word.isspace():
        return may_start or "\n" in word
    if not word.strip(_CLOSERS):
        return may_start
    return word.endswith(_TERMINATORS)


def _joined(doc: Doc, item: ChunkInput) -> Iterator[Span]:
    """Yield the parser's sentences, with those of one table row or code block joined.

    A row that has more columns than are read is two: those that are read, and the others.
    """
    finder = _BlockFinder(item)
    by_block = itertools.groupby(doc.sents, key=lambda sent: _group_of(sent, finder))
    for _, group in by_block:
        sents = list(group)
        yield doc[sents[0].start : sents[-1].end]


def _group_of(sent: Span, finder: _BlockFinder) -> tuple[str, int, bool]:
    first = _first_word(sent)
    block = finder.at(first)
    if block is not None and block.kind in _ONE_ROW:
        return "block", block.index, finder.is_behind_columns(first)
    return "sentence", sent.start, False


def _first_word(span: Span) -> int:
    return next((token.idx for token in span if not _is_space(token)), span.start_char)


class _BlockFinder:
    """Finds the block that holds an offset of the chunk's own text."""

    def __init__(self, item: ChunkInput) -> None:
        self._blocks = item.blocks
        self._shift = item.chunk.start

    def at(self, local: int) -> Block | None:
        offset = local + self._shift
        return next((b for b in self._blocks if b.start <= offset < b.end), None)

    def is_behind_columns(self, local: int) -> bool:
        """Return whether an offset of the chunk's text lies behind the columns that are read."""
        block, offset = self.at(local), local + self._shift
        cells = () if block is None else block.cells
        position = bisect_right(cells, offset, key=lambda cell: cell.start) - 1
        return position >= 0 and cells[position].column >= MAX_COLUMNS


def _is_space(token: Token) -> bool:
    """As ``token.is_space``, which a vocabulary without English's lexical flags cannot tell."""
    return token.text.isspace()


def _trimmed(span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and _is_space(span.doc[start]):
        start += 1
    while end > start and _is_space(span.doc[end - 1]):
        end -= 1
    return span.doc[start:end]


def _sentence(span: Span, index: int, item: ChunkInput, english: bool) -> Sentence:
    chunk = item.chunk
    finder = _BlockFinder(item)
    block = finder.at(span.start_char)
    kind = str(block.kind) if block is not None else BlockKind.PARAGRAPH.value
    reason = _filter(span, block, item) or _filter_of_text(span, kind, english)
    if reason is None and finder.is_behind_columns(span.start_char):
        reason = SentenceFilter.WIDE_TABLE
    return Sentence(
        sentence_id=content_id("sentence", chunk.chunk_id, index),
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        index=index,
        start=chunk.start + span.start_char,
        end=chunk.start + span.end_char,
        text=span.text,
        kind=kind,
        tokens=len(span),
        filter=reason.value if reason is not None else None,
    )


def _filter(span: Span, block: Block | None, item: ChunkInput) -> SentenceFilter | None:
    if _is_in_previous(span, block, item):
        return SentenceFilter.OVERLAP
    if _is_cut(span, block, item):
        return SentenceFilter.CUT
    return None


def _filter_of_text(span: Span, kind: str, english: bool) -> SentenceFilter | None:
    if kind in _UNREAD:
        return _UNREAD[kind]
    if kind not in _ONE_ROW and not english:
        return SentenceFilter.OTHER_LANGUAGE
    if kind not in _ONE_ROW and len(span) > MAX_SENTENCE_TOKENS:
        return SentenceFilter.TOO_LONG
    if kind in _PROSE and not has_verb_phrase(span):
        return SentenceFilter.NO_VERB_PHRASE
    return None


def has_verb_phrase(span: Span) -> bool:
    """Return whether the sentence has a finite verb or an imperative (SAP, section 3.1.1).

    A verb that the tagger took for a noun counts where the sentence shows it ("Delete the file.",
    "The vault stores passwords."): the rules repair such a parse.
    """
    return any(
        token.tag_ in _FINITE_TAGS or (token.tag_ == "VB" and _is_imperative(token.i, span))
        for token in span
    ) or _hides_verb(span)


def _hides_verb(span: Span) -> bool:
    first = span[0]
    if first.head.i == first.i and any(child.dep_ == "dobj" for child in first.rights):
        return True
    if any(
        token.dep_ == "nsubj" and any(child.dep_ == "dobj" for child in token.head.rights)
        for token in span
    ):
        return True
    return plural_verb(_parsed_words(span)) is not None


def _parsed_words(span: Span) -> ParsedWords:
    """Return the words of a sentence up to its stop; brackets and quotes behind it are left out."""
    tokens = list(span)
    while tokens and not tokens[-1].text.strip(_CLOSERS).strip():
        tokens.pop()
    return ParsedWords(
        [token.text for token in tokens],
        [token.tag_ for token in tokens],
        [token.dep_ for token in tokens],
        [token.head.i - span.start for token in tokens],
    )


def _is_imperative(index: int, span: Span) -> bool:
    """A bare verb that heads its clause, and is no infinitive with "to"."""
    token = span.doc[index]
    heads = token.head.i == index or token.dep_ in ("conj", "ccomp", "parataxis")
    return heads and not any(child.tag_ == "TO" for child in token.lefts)


def _is_in_previous(span: Span, block: Block | None, item: ChunkInput) -> bool:
    """Whether the chunk before has the whole sentence, so that it is not read twice."""
    if item.previous_end is None:
        return False
    limit = item.previous_end - item.chunk.start
    if span.end_char > limit:
        return False
    touches = not span.doc.text[span.end_char : limit].strip()
    return not touches or _is_complete(span, block, item)


def _is_cut(span: Span, block: Block | None, item: ChunkInput) -> bool:
    """Whether the chunk ends inside the sentence and the next chunk has all of it.

    The mirror image of ``_is_in_previous``: of a sentence at the border one chunk keeps one copy.
    """
    start = item.chunk.start + span.start_char
    if item.next_start is None or item.next_start > start:
        return False
    touches = not span.doc.text[span.end_char :].strip()
    return touches and not _is_complete(span, block, item)


def _is_complete(span: Span, block: Block | None, item: ChunkInput) -> bool:
    """Whether a sentence at a chunk's border ends there: with its block, or with punctuation."""
    if block is None or block.end <= item.chunk.start + span.end_char:
        return True
    return span.text.rstrip(_CLOSERS).endswith(_TERMINATORS)
