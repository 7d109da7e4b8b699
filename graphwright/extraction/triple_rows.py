"""From a candidate to the row of its triple: spans, phrases, types, qualifiers, layer and id."""

from __future__ import annotations

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.fact_layers import FactLayers
from graphwright.extraction.fact_qualifiers import FactQualifiers
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.limits import LimitReader
from graphwright.extraction.rules.antecedents import with_named_ends
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.scoring.selection import Scored
from graphwright.ids import content_id
from graphwright.tables.text import Sentence
from graphwright.tables.triples import DependencyTriple


class TripleRows:
    """Makes the rows of a chunk's triples; ``version`` is what they say of the code."""

    def __init__(self, chunk: ChunkParse, limits: LimitReader, version: str) -> None:
        self._chunk, self._version = chunk, version
        self._qualifiers = FactQualifiers(chunk, limits)
        self._layers = FactLayers(chunk)

    def row(self, sentence: Sentence, scored: Scored) -> DependencyTriple:
        """Return the row of what was read in a sentence."""
        chunk, found = self._chunk, scored.candidate
        subject = found.subject_span or chunk.span(found.subject)
        object_ = found.object_span or chunk.span(found.object)
        spans = (found.subject_span, found.object_span)
        phrases = [
            phrase if span is None else span
            for phrase, span in zip(self._noun_phrases(found), spans, strict=True)
        ]
        predicate = (found.predicate.start, found.predicate.end)
        if predicate[0] == predicate[1]:
            predicate = (sentence.start, sentence.start)
        text = chunk.parsed.text
        named = with_named_ends(chunk.tree, chunk.phrases, found)
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
            qualifiers=self._qualifiers.of(sentence, found, named, (subject, object_)),
            confidence=scored.confidence,
            layer=self._layers.of(sentence, named).value,
        )

    def _noun_phrases(self, found: Candidate) -> list[Span]:
        """Return the spans of the phrases around subject and object, neither in the other."""
        spans = []
        for own, other in ((found.subject, found.object), (found.object, found.subject)):
            phrase = self._chunk.phrases.around(own)
            first, last = phrase.first, phrase.last
            if phrase.overlaps(other):
                first = own.first if other.first < own.first else first
                last = own.last if other.first > own.last else last
            spans.append(self._chunk.span(Argument(own.head, first, last)))
        return spans

    def _type(self, argument: Argument) -> str | None:
        return self._chunk.tree.label[argument.head] or None
