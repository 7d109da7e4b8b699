"""Tables of steps 5 to 7: entities, relations, evidence and embeddings."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.text import CHUNK_REFERENCE
from graphwright.tables.triples import Qualifier

ENTITY_REFERENCE = Reference("entity_id", "entities", "entity_id")
RELATION_REFERENCE = Reference("relation_id", "relations", "relation_id")
TRIPLE_REFERENCE = Reference("triple_id", "resolved_triples", "triple_id")


class DisagreementKind(StrEnum):
    """How two extractors differ about a fact of a chunk that both read."""

    ONLY_RULES = "only_rules"
    ONLY_LLM = "only_llm"
    POLARITY = "polarity"
    MODALITY = "modality"


@table("seed_concepts", group="entities", key=("key", "alias_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class SeedAlias:
    """A name of a concept that the data team declared; the concept's own name is one of them."""

    key: str = col("Normalised name of the concept.")
    name: str = col("Name of the concept.")
    type: str = col("Type of the concept.")
    definition: str | None = col("Definition, if the file gives one.")
    alias: str = col("A name that stands for the concept.")
    alias_key: str = col("Normalised alias.")


@table("entity_merges", group="entities", key=("alias_key", "tier", "target_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityMerge:
    """A decision that two names are, or are not, one entity, with its evidence."""

    alias_key: str = col("Normalised name that is merged away.")
    target_key: str = col("Normalised name that it is merged into.")
    tier: str = col("seed or acronym (names with equal keys are one entity without a merge).")
    accepted: bool = col("Whether the merge was made.")
    score: float = col("Score from 0 to 1.")
    reason: str = col("Why it was made or not.")
    evidence_triple_id: str | None = col("Triple that introduces the acronym, if one does.")


@table(
    "entity_aliases",
    group="entities",
    key=("entity_id", "alias"),
    bucketed=False,
    references=(ENTITY_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityAlias:
    """A surface form of an entity."""

    entity_id: str = col("Entity that the form stands for.")
    alias: str = col("The form as written.")
    alias_key: str = col("Normalised form.")
    tier: str = col("How it came to the entity: exact, seed or acronym.")
    mention_count: int = col("Relation-giving triples in which it stands; 0 if only declared.")


@table("entities", group="entities", key=("entity_id",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class Entity:
    """A concept with its canonical name."""

    entity_id: str = col("Id from the normalised canonical name.")
    name: str = col("Canonical name: the seed's, else the form written most often.")
    key: str = col("Normalised canonical name.")
    type: str = col("Concept, or the type that the seed file gives.")
    definition: str | None = col("Definition from the seed file.")
    seed: bool = col("Whether a seed concept names it.")
    mention_count: int = col("Accepted triples in which it is subject or object.")
    document_count: int = col("Documents with such a triple.")


@table(
    "relations",
    group="entities",
    key=("relation_id",),
    bucketed=False,
    references=(
        Reference("subject_id", "entities", "entity_id"),
        Reference("object_id", "entities", "entity_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Relation:
    """An accepted fact between two entities, with its support."""

    relation_id: str = col("Id from subject, predicate, object, negation and modality.")
    subject_id: str = col("Entity that is the subject.")
    subject: str = col("Canonical name of the subject.")
    predicate: str = col("Normalised predicate.")
    object_id: str = col("Entity that is the object.")
    object: str = col("Canonical name of the object.")
    negated: bool = col("Whether the fact is denied.")
    modality: str | None = col("Modal word, lower case, if the fact is modal.")
    text: str = col("The fact as one line; what is embedded.")
    support_count: int = col("Distinct sentences, by text, that state it.")
    document_count: int = col("Documents that state it.")
    confidence: float = col(
        "1 minus the product of (1 - score) over distinct sentences; a sentence's score is its "
        "best triple's, raised where both extractors state the fact (macro agreed)."
    )


@table(
    "repeated_sentences",
    group="entities",
    key=("sentence_id",),
    bucketed=False,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RepeatedSentence:
    """A sentence that many documents of its collection repeat: it gives the graph no facts."""

    sentence_id: str = col("Sentence whose triples are rejected as boilerplate.")
    document_id: str = col("Document that holds the sentence.")
    collection: str = col("Collection that repeats it.")
    text: str = col("The sentence.")
    documents: int = col("Documents of the collection that hold it word for word.")
    collection_documents: int = col("Documents of the collection.")


@table(
    "rejected_triples",
    group="entities",
    key=("triple_id",),
    bucketed=False,
    references=(TRIPLE_REFERENCE, DOCUMENT_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedTriple:
    """A triple that is no relation, and why."""

    triple_id: str = col("Triple that was rejected.")
    document_id: str = col("Document that states it.")
    sentence_id: str = col("Sentence that states it.")
    extractor: str = col("dependency, linear or llm.")
    rule: str = col("Rule or prompt that made it.")
    subject: str = col("Subject after coreference.")
    predicate: str = col("Normalised predicate.")
    object: str = col("Object after coreference.")
    confidence: float = col("Score from 0 to 1.")
    reason: str = col("A TripleRejection value.")


@table(
    "evidence",
    group="graph",
    key=("relation_id", "triple_id"),
    bucketed=False,
    references=(
        RELATION_REFERENCE,
        TRIPLE_REFERENCE,
        DOCUMENT_REFERENCE,
        CHUNK_REFERENCE,
        Reference("sentence_id", "sentences", "sentence_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that states a relation, down to the characters."""

    evidence_id: str = col("Id from relation and triple.")
    relation_id: str = col("Relation that the sentence states.")
    triple_id: str = col("Triple that was read from it.")
    document_id: str = col("Document that holds it.")
    collection: str = col("Collection of the document.")
    title: str = col("Title of the document.")
    uri: str = col("Address that a citation shows.")
    page: int | None = col("Page, slide or sheet, where the format has one.")
    box: tuple[float, ...] | None = col("Left, top, right, bottom of the block.")
    box_unit: str | None = col("Unit of the box: pt, emu or cell.")
    heading_path: tuple[str, ...] = col("Headings above it, outermost first.")
    chunk_id: str = col("Chunk that holds it.")
    sentence_id: str = col("The sentence.")
    start: int = col("Offset of the quote in the canonical text.")
    end: int = col("Offset after the quote.")
    quote: str = col("The sentence, verbatim.")
    subject_start: int = col("Offset of the subject in the canonical text.")
    subject_end: int = col("Offset after the subject.")
    object_start: int = col("Offset of the object in the canonical text.")
    object_end: int = col("Offset after the object.")
    extractor: str = col("dependency, linear or llm.")
    rule: str = col("Rule or prompt that read it.")
    version: str = col("Version of the rules or of prompt and model.")
    confidence: float = col("Score of the triple, from 0 to 1.")
    condition: str | None = col(
        "Condition as written that the sentence sets for the fact, if any.", default=None
    )
    attribution: str | None = col(
        "Who is said in the sentence to say the fact, if anybody.", default=None
    )
    qualifiers: tuple[Qualifier, ...] = col(
        "What else the clause says of the fact: time, place and the like.", default=()
    )


@table(
    "extractor_disagreements",
    group="graph",
    key=("fact_id",),
    bucketed=False,
    references=(
        DOCUMENT_REFERENCE,
        CHUNK_REFERENCE,
        Reference("rules_triple_id", "resolved_triples", "triple_id"),
        Reference("llm_triple_id", "resolved_triples", "triple_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class ExtractorDisagreement:
    """A fact of a chunk that only one of two extractors states, or that they state differently."""

    fact_id: str = col("Id from chunk, subject, predicate and object.")
    chunk_id: str = col("Chunk that both extractors read.")
    document_id: str = col("Document that holds the chunk.")
    collection: str = col("Collection of the document; it has the extractor both.")
    kind: str = col("A DisagreementKind value.")
    subject: str = col("Subject after coreference.")
    predicate: str = col("Normalised predicate.")
    object: str = col("Object after coreference.")
    rules_triple_id: str | None = col("The rules' surest triple of it.")
    rules_negated: bool | None = col("Whether the rules read it as denied.")
    rules_modality: str | None = col("Modal word that the rules read.")
    rules_confidence: float | None = col("The rules' score.")
    llm_triple_id: str | None = col("The LLM's surest triple of it.")
    llm_negated: bool | None = col("Whether the LLM reads it as denied.")
    llm_modality: str | None = col("Modal word that the LLM reads.")
    llm_confidence: float | None = col("The LLM's score.")


@table(
    "partial_documents",
    group="graph",
    key=("document_id", "part"),
    bucketed=False,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class PartialDocument:
    """A document of which a part is not in the graph: not parsed, or not answered by the LLM."""

    document_id: str = col("The document.")
    part: str = col("What is not whole: parse or llm.")
    collection: str = col("Collection of the document.")
    path: str = col("Path relative to the collection's root.")
    uri: str = col("Address that a citation shows.")
    status: str = col("A DocumentStatus value: partial.")
    chunks: int = col("Chunks of the document.")
    failed_chunks: int = col("Chunks without an LLM answer; 0 for parse.")
    reasons: tuple[str, ...] = col("Warnings of the parser, or prompt and reason of the failures.")


@table(
    "entity_chunks",
    group="graph",
    key=("entity_id", "chunk_id"),
    bucketed=False,
    references=(ENTITY_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityChunk:
    """An entity is mentioned in a chunk."""

    entity_id: str = col("The entity.")
    chunk_id: str = col("The chunk.")
    document_id: str = col("Document that holds the chunk.")
    mention_count: int = col("Accepted triples of the chunk in which it stands.")


@dataclasses.dataclass(frozen=True, slots=True)
class Embedding:
    """The vector of one embedded thing."""

    id: str = col("Id of the entity, chunk or relation.")
    text_hash: str = col("SHA-256 of the embedded text.")
    model: str = col("Fingerprint of the embedding model.")
    vector: bytes = col("Little-endian float32 values of unit length.")


@table(
    "entity_embeddings",
    group="vectors",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "entities", "entity_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityEmbedding(Embedding):
    """The vector of an entity: its name, with the definition where a seed file gives one."""


@table(
    "chunk_embeddings",
    group="vectors",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "chunks", "chunk_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class ChunkEmbedding(Embedding):
    """The vector of a chunk: heading path, table header if it continues a table, and text."""


@table(
    "relation_embeddings",
    group="vectors",
    key=("id",),
    bucketed=False,
    references=(Reference("id", "relations", "relation_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RelationEmbedding(Embedding):
    """The vector of a relation as one line."""
