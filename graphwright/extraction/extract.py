"""From the parse of a chunk to its triples: what is proposed and sound, scored, the best of each.

Names are resolved and triples accepted or rejected in ``resolve``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.extraction.chunk_parse import ChunkParse, unfiltered
from graphwright.extraction.failures import failing_alone
from graphwright.extraction.procedures import ToldSentence
from graphwright.extraction.proposals import Proposals
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.limits import LimitReader
from graphwright.extraction.rules.antecedents import with_antecedents
from graphwright.extraction.rules.doubtful import is_doubtful
from graphwright.extraction.scoring.confidence import (
    FeatureNames,
    confidence,
    feature_names,
    load_weights,
)
from graphwright.extraction.scoring.features import features_of
from graphwright.extraction.scoring.selection import Scored, best_of_each_fact
from graphwright.extraction.soundness import Soundness
from graphwright.extraction.told_sentences import told
from graphwright.extraction.triple_rows import TripleRows
from graphwright.tables.documents import ParsedDocument
from graphwright.tables.text import Chunk, Sentence
from graphwright.tables.triples import DependencyFailure, DependencyTriple

if TYPE_CHECKING:
    from spacy.tokens import Doc


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
    chunk_parse = ChunkParse(doc, chunk, sentences, known)
    read = _ChunkTriples(chunk_parse, version).with_features
    found = [entry for sentence in chunk_parse.unfiltered for entry in read(sentence)]
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
        chunk_parse = ChunkParse(doc, chunk, sentences, known)
        triples = _ChunkTriples(chunk_parse, version)
        for sentence in chunk_parse.unfiltered:
            with failing_alone([sentence], reading.failures):
                found, said = triples.of(sentence), told(chunk_parse, sentence)
                reading.triples.extend(found)
                reading.told.extend([said] if said is not None else ())
    reading.triples.sort(key=_order)
    return reading


def _order(triple: DependencyTriple) -> tuple[int, int, int, str, str]:
    return (
        triple.subject_start, triple.predicate_start, triple.object_start, triple.rule,
        triple.triple_id,
    )  # fmt: skip


class _ChunkTriples:
    """The triples of a chunk: what is proposed and sound, scored, the best of each."""

    def __init__(self, chunk: ChunkParse, version: str) -> None:
        limits = LimitReader(chunk.tree, chunk.phrases)
        self._chunk = chunk
        self._proposals = Proposals(chunk)
        self._soundness = Soundness(chunk, limits)
        self._rows = TripleRows(chunk, limits, version)
        self._weights = load_weights()

    def of(self, sentence: Sentence) -> list[DependencyTriple]:
        """Return a sentence's triples."""
        return [self._rows.row(sentence, found) for found in self._stated(sentence)]

    def with_features(self, sentence: Sentence) -> list[tuple[DependencyTriple, FeatureNames]]:
        """Return a sentence's triples, each with what its score sums."""
        return [
            (self._rows.row(sentence, found), feature_names(found.candidate, found.features))
            for found in self._stated(sentence)
        ]

    def _stated(self, sentence: Sentence) -> list[Scored]:
        """Return the best of the candidates of a sentence that state one fact."""
        return best_of_each_fact(list(self._scored(sentence)))

    def _scored(self, sentence: Sentence) -> Iterator[Scored]:
        chunk = self._chunk
        for reading, proposed in self._proposals.of(sentence):
            if not self._soundness.holds(proposed) or is_doubtful(reading, proposed):
                continue
            candidate = with_antecedents(chunk.tree, chunk.phrases, proposed)
            if candidate is None:
                continue
            features = features_of(reading, candidate)
            score = confidence(candidate, features, self._weights, chunk.known.source_kind)
            yield Scored(score, features, candidate)
