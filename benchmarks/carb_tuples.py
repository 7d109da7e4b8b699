"""Rows of ``dependency_triples`` as the tuples that CaRB counts.

The table keeps a statement with several arguments as several triples, each with the others as its
qualifiers. CaRB's tuples hold all arguments of a statement, so one triple stands for it: subject
and object with their whole noun phrases, the predicate as written, then the qualifiers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carb_scorer import Extraction
from carb_text import PlainSentence

from graphwright.extraction.rules.declaration import Extractor
from graphwright.extraction.rules.verbal import PASSIVE
from graphwright.tables.triples import DependencyTriple

SILENT = {"be": "is", "have": "has", "be in": "is in", "be abbreviated as": "is"}
"""The words for predicates of noun phrases, which no verb of the sentence writes."""

Span = tuple[int, int]


def tuples_of(
    sentence: PlainSentence, triples: Sequence[DependencyTriple], *, minimal: bool = False
) -> list[Extraction]:
    """Return the tuples of a sentence's triples; ``minimal`` gives the bare triples instead."""
    kept = triples if minimal else without_repeats(triples)
    return [tuple_of(sentence, triple, minimal=minimal) for triple in kept]


def without_repeats(triples: Sequence[DependencyTriple]) -> list[DependencyTriple]:
    """Return the triples that no other triple of the sentence says as a part of its own tuple."""
    return [
        triple
        for triple in triples
        if not any(_holds(other, triple) for other in triples if other is not triple)
    ]


def _holds(other: DependencyTriple, triple: DependencyTriple) -> bool:
    """Return whether another triple's tuple says what a triple says.

    Either both parts of the triple stand inside one argument of the other, or the two share subject
    and verb and one object is a further argument of the other triple.
    """
    spans = [*_beside(other), (other.subject_phrase_start, other.subject_phrase_end)]
    if any(_within(triple, span) for span in spans):
        return True
    if (other.subject_start, other.subject_end) != (triple.subject_start, triple.subject_end):
        return False
    if min(other.predicate_end, triple.predicate_end) <= max(
        other.predicate_start, triple.predicate_start
    ):
        return False
    if not any(_inside(triple, span) for span in _beside(other)):
        return False
    mutual = any(_inside(other, span) for span in _beside(triple))
    return not mutual or _precedence(other) < _precedence(triple)


def _beside(triple: DependencyTriple) -> list[Span]:
    spans = [(q.start, q.end) for q in triple.qualifiers]
    return [*spans, (triple.object_phrase_start, triple.object_phrase_end)]


def _within(triple: DependencyTriple, span: Span) -> bool:
    """Return whether a noun phrase's own relation stands inside a span."""
    if triple.extractor != Extractor.LINEAR:
        return False
    both = (triple.subject_start, triple.object_start, triple.subject_end, triple.object_end)
    return span[0] <= min(both) and max(both) <= span[1]


def _inside(triple: DependencyTriple, span: Span) -> bool:
    return span[0] <= triple.object_start and triple.object_end <= span[1]


def _precedence(triple: DependencyTriple) -> tuple[int, int, str]:
    """Of two triples that hold each other, the one whose object stands nearest behind the verb."""
    behind = triple.object_start >= triple.predicate_start
    return (0 if behind else 1, abs(triple.object_start - triple.predicate_start), triple.triple_id)


def tuple_of(
    sentence: PlainSentence, triple: DependencyTriple, *, minimal: bool = False
) -> Extraction:
    """Return a triple as a tuple of CaRB's words."""
    relation = sentence.words(triple.predicate_start, triple.predicate_end)
    if triple.extractor == Extractor.LINEAR and triple.predicate in SILENT:
        relation = SILENT[triple.predicate]  # "such as" and "of" are no words of a verb
    spans = list(_arguments(triple, minimal=minimal))
    if triple.rule == PASSIVE.name:  # stored as active: the sentence names the object first
        spans[0], spans[1] = spans[1], spans[0]
    arguments = tuple(sentence.words(*span) for span in spans)
    return Extraction(relation, arguments, triple.confidence, triple.rule)


def _arguments(triple: DependencyTriple, *, minimal: bool) -> Iterator[Span]:
    if minimal:
        yield triple.subject_start, triple.subject_end
        yield triple.object_start, triple.object_end
        return
    beside = [(q.start, q.end) for q in triple.qualifiers]
    subject = (triple.subject_phrase_start, triple.subject_phrase_end)
    object_ = (triple.object_phrase_start, triple.object_phrase_end)
    cut = min([object_[1], *(start for start, _ in beside if start >= triple.object_end)])
    stated = [subject, (object_[0], cut), (triple.predicate_start, triple.predicate_end)]
    yield from stated[:2]
    for start, end in beside:
        if not any(first < end and start < last for first, last in stated):
            yield start, end
