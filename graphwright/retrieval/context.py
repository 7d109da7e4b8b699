"""The answer of a retrieval: ranked chunks, relations and entities, each with its citation.

How chunks and entities were ranked is in the strategies; how all are shown in
``graphwright.pages.terminal.answers``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.graph.citation import Citation, Quote, cite_chunk, quotes_from, readings_of_each
from graphwright.graph.fact_text import quoted_fact_text
from graphwright.graph.snapshot import Snapshot
from graphwright.retrieval.explanation import ChunkReason, FactReason
from graphwright.retrieval.fact_cosines import FactSearch, near_facts
from graphwright.retrieval.ranking import distinct_rows
from graphwright.tables import Layer, Relation

if TYPE_CHECKING:
    from graphwright.graph.topology import Neighbourhood
    from graphwright.retrieval.strategy import StrategyParts

QUOTES_PER_RELATION = 3

Ranked = Sequence[tuple[int, float]]
"""Rows of one table with their scores, best first."""


@dataclasses.dataclass(frozen=True, slots=True)
class ContextChunk:
    """A chunk of the answer; ``score`` is the strategy's, comparable in one answer only."""

    chunk_id: str
    text: str
    score: float
    citation: Citation
    why: ChunkReason | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class ContextRelation:
    """A relation of the answer; ``score`` is the strategy's, comparable in one answer only.

    ``superseded`` says whether only documents state it of which others took the place; ``layer``
    what it is good for: knowledge, with the walk a step, and with ``navigation`` any.
    """

    relation_id: str
    subject_id: str
    subject: str
    predicate: str
    object_id: str
    object: str
    text: str
    negated: bool
    modality: str | None
    confidence: float
    support_count: int
    score: float
    quotes: tuple[Quote, ...]
    superseded: bool = False
    why: FactReason | None = None
    restriction: str | None = None
    layer: str = Layer.KNOWLEDGE.value

    @property
    def sentence(self) -> str:
        """Return the fact as English; ``text`` has the predicate in its normal form."""
        return quoted_fact_text(self, self.quotes)


@dataclasses.dataclass(frozen=True, slots=True)
class ContextEntity:
    """A seed entity: ``phrase`` of the question names it, or its vector is near the phrase's.

    Where ``phrase`` is null, its vector is near that of the whole question. ``type_source`` is by
    what its type is known, empty in a snapshot that is older than the column.
    """

    entity_id: str
    name: str
    type: str
    definition: str | None
    score: float
    phrase: str | None
    type_source: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Context:
    """What a strategy found for a question, best first in each list.

    ``unknown`` are the names in the question that name nothing in the graph, nor hold such a name;
    strategies that look for no names leave it empty. What does not hold on the day of the question
    stands last; the citations say why.
    """

    query: str
    strategy: str
    chunks: tuple[ContextChunk, ...]
    relations: tuple[ContextRelation, ...]
    entities: tuple[ContextEntity, ...]
    unknown: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the context as the dictionary of SAP, section 3.2.4, of plain values.

        ``unknown`` stands beside what the paper has.
        """
        return {
            "chunks": [_plain(chunk) for chunk in self.chunks],
            "relations": [_plain(relation) for relation in self.relations],
            "entity": [_plain(entity) for entity in self.entities],
            "unknown": list(self.unknown),
        }


def _plain(value: object) -> Any:
    if isinstance(value, Citation | Quote):
        return value.to_dict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return value


def context_chunks(
    snapshot: Snapshot, ranked: Ranked, why: Callable[[int], ChunkReason] | None = None
) -> tuple[ContextChunk, ...]:
    """Return ranked chunk rows with their text and citation, and the reason for each row."""
    chunks = snapshot.chunk_rows([row for row, _ in ranked])
    return tuple(
        ContextChunk(
            chunk.chunk_id, chunk.text, score, cite_chunk(snapshot, chunk), why and why(row)
        )
        for chunk, (row, score) in zip(chunks, ranked, strict=True)
    )


def nearest_relations(
    parts: StrategyParts, reached: Iterable[Neighbourhood], search: FactSearch, count: int
) -> tuple[ContextRelation, ...]:
    """Return the ``count`` reached relations nearest to the question, with their sentences.

    Those that hold stand first.
    """
    snapshot, validity = parts.snapshot, parts.validity
    rows = distinct_rows(row for one in reached for row in one.relations.tolist())
    ranked = parts.valid_first.relations(near_facts(parts, rows, search), count)
    kept = [row for row, _ in ranked]
    readings = readings_of_each(snapshot, kept, QUOTES_PER_RELATION, validity)
    return tuple(
        context_relation(relation, score, quotes_from(snapshot, read))
        for relation, read, (_, score) in zip(
            snapshot.relation_rows(kept), readings, ranked, strict=True
        )
    )


def context_relation(
    relation: Relation, score: float, quotes: tuple[Quote, ...], why: FactReason | None = None
) -> ContextRelation:
    """Return a relation as a fact of an answer."""
    return ContextRelation(
        relation_id=relation.relation_id,
        subject_id=relation.subject_id,
        subject=relation.subject,
        predicate=relation.predicate,
        object_id=relation.object_id,
        object=relation.object,
        text=relation.text,
        negated=relation.negated,
        modality=relation.modality,
        confidence=relation.confidence,
        support_count=relation.support_count,
        score=score,
        quotes=quotes,
        superseded=relation.superseded,
        restriction=relation.restriction,
        layer=relation.layer,
        why=why,
    )
