"""Rows and records of the graph as parts of the service's answers."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from graphwright.graph.fact_text import quoted_fact_text
from graphwright.serving import models

if TYPE_CHECKING:
    from graphwright.graph import citation, entity_card
    from graphwright.retrieval import context
    from graphwright.tables import Entity, Relation


def citation_of(cited: citation.Citation) -> models.Citation:
    """Return a citation, with its place as one line."""
    # By its fields: a dictionary of copies of them took most of the time of an answer's form.
    return models.Citation.model_validate(cited, from_attributes=True)


def quote_of(quote: citation.Quote) -> models.Quote:
    """Return a quote with its citation."""
    return models.Quote(
        evidence_id=quote.evidence_id,
        text=quote.text,
        confidence=quote.confidence,
        extractor=quote.extractor,
        rule=quote.rule,
        qualifiers=quote.qualifiers,
        citation=citation_of(quote.citation),
    )


def fact_of(
    relation: Relation | context.ContextRelation,
    quotes: tuple[citation.Quote, ...],
    *,
    score: float | None = None,
    why: Any = None,
) -> models.Fact:
    """Return a relation with its quotes, and with what it was ranked by in an answer."""
    return models.Fact(
        relation_id=relation.relation_id,
        subject_id=relation.subject_id,
        subject=relation.subject,
        predicate=relation.predicate,
        object_id=relation.object_id,
        object=relation.object,
        text=quoted_fact_text(relation, quotes),
        restriction=relation.restriction,
        negated=relation.negated,
        modality=relation.modality,
        layer=relation.layer,
        confidence=relation.confidence,
        support_count=relation.support_count,
        superseded=relation.superseded,
        score=score,
        quotes=tuple(quote_of(quote) for quote in quotes),
        why=None if why is None else dataclasses.asdict(why),
    )


def passage_of(chunk: context.ContextChunk) -> models.Passage:
    """Return a chunk of an answer."""
    return models.Passage(
        chunk_id=chunk.chunk_id,
        text=chunk.text,
        score=chunk.score,
        citation=citation_of(chunk.citation),
        why=None if chunk.why is None else dataclasses.asdict(chunk.why),
    )


def seed_of(entity: context.ContextEntity) -> models.Entity:
    """Return an entity that a question named, or lies near."""
    return models.Entity(
        entity_id=entity.entity_id,
        name=entity.name,
        type=entity.type,
        definition=entity.definition,
        score=entity.score,
        phrase=entity.phrase,
        type_source=entity.type_source,
    )


def entity_of(entity: Entity) -> models.Entity:
    """Return an entity that was asked for."""
    return models.Entity(
        entity_id=entity.entity_id,
        name=entity.name,
        type=entity.type,
        definition=entity.definition,
        concept=entity.concept,
        type_source=entity.type_source,
    )


def procedure_of(procedure: entity_card.Procedure) -> models.Procedure:
    """Return how a document says that a task is done."""
    return models.Procedure(
        steps=tuple(models.Step(number=s.number, text=s.text) for s in procedure.steps),
        citation=citation_of(procedure.citation),
    )
