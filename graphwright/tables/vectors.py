"""Tables of step 7: vectors of chunks, concepts and relations of knowledge."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import Reference, col, table


@dataclasses.dataclass(frozen=True, slots=True)
class Embedding:
    """The vector of one embedded thing."""

    id: str = col("Id of the entity, chunk or relation.")
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
