"""Vectors of chunks, concepts, relations, tickets, help and applications; what they link."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import Reference, col, table


@dataclasses.dataclass(frozen=True, slots=True)
class Embedding:
    """The vector of one embedded thing."""

    id: str = col("Id of the entity, chunk, relation, piece of a section, intent, state or action.")
    text_hash: str = col("SHA-256 of the embedded text.")
    model: str = col("Fingerprint of the embedding model.")
    vector: bytes = col("Little-endian float32 values of unit length.")


@table(
    "entity_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "entities", "entity_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityEmbedding(Embedding):
    """The vector of an entity that is a concept: its name, with the definition of a seed file."""


@table(
    "chunk_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "chunks", "chunk_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class ChunkEmbedding(Embedding):
    """The vector of a chunk: headings, header and row name of a table it continues, and text."""


@table(
    "relation_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "relations", "relation_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RelationEmbedding(Embedding):
    """The vector of a relation of the layer knowledge, as one line."""


@table(
    "section_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "section_pieces", "piece_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class SectionEmbedding(Embedding):
    """The vector of a piece of a text-rich section (LinkedIn, section 3.1.3)."""


@table(
    "intent_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "help_intents", "intent_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class IntentEmbedding(Embedding):
    """The vector of what a user says of a help node; each distinct text is embedded once."""


@table(
    "ui_state_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "ui_states", "state_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiStateEmbedding(Embedding):
    """The vector of a state's text (Lemon Learning, section 2)."""


@table(
    "ui_action_embeddings",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "ui_actions", "action_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiActionEmbedding(Embedding):
    """The vector of an action's text (Lemon Learning, section 2)."""


@table(
    "implicit_ticket_links",
    key=("source_id", "target_id"),
    bucketed=False,
    references=(
        Reference("source_id", "tickets", "document_id"),
        Reference("target_id", "tickets", "document_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class ImplicitTicketLink:
    """Two tickets whose titles are near one another (LinkedIn, section 3.1.2)."""

    source_id: str = col("A ticket.")
    target_id: str = col("A ticket whose title is near; each pair stands once, lower id first.")
    cosine: float = col("Cosine of the vectors of their titles.")
    rank: int = col("Rank among the nearest of the source, from 1.")
    theta: float = col("Threshold that it passed.")
    model: str = col("Model of the vectors.")
