"""Tables of step 6: evidence, where entities are mentioned or named, and what is open."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.entities import ENTITY_REFERENCE, RELATION_REFERENCE, TRIPLE_REFERENCE
from graphwright.tables.text import CHUNK_REFERENCE
from graphwright.tables.triples import Layer, Qualifier


class ContradictionKind(StrEnum):
    """How two relations contradict each other."""

    POLARITY = "polarity"  # One denies what the other states.
    VALUE = "value"  # Two objects of a functional predicate.


class DisagreementKind(StrEnum):
    """How two extractors differ about a fact of a chunk that both read."""

    ONLY_RULES = "only_rules"
    ONLY_LLM = "only_llm"
    POLARITY = "polarity"
    MODALITY = "modality"


class MentionReason(StrEnum):
    """Where a chunk names an entity, the strongest reason first."""

    SECTION = "section"
    HEADING = "heading"
    TEXT = "text"


@table(
    "evidence",
    key=("relation_id", "triple_id"),
    bucketed=False,
    headline=True,
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
    superseded: bool = col(
        "Whether another document has taken its document's place.", default=False
    )
    layer: str = col("A Layer value, that of its triple.", default=Layer.KNOWLEDGE.value)
    stated_predicate: str | None = col(
        "Predicate of the triple, where the table predicates reads it as another.", default=None
    )


@table(
    "contradictions",
    key=("relation_id", "other_relation_id"),
    bucketed=False,
    references=(RELATION_REFERENCE, Reference("other_relation_id", "relations", "relation_id")),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Contradiction:
    """Two relations of knowledge of which one must be wrong, with the surest sentence of each."""

    relation_id: str = col("A relation; the one that states where the other denies.")
    other_relation_id: str = col("The relation that it contradicts, under the same restriction.")
    kind: str = col("A ContradictionKind value.")
    subject_id: str = col("Entity that both are about.")
    subject: str = col("Its name.")
    predicate: str = col("Predicate of both.")
    text: str = col("The relation as one line.")
    other_text: str = col("The other relation as one line.")
    evidence_id: str = col("Evidence of the relation with the highest confidence.")
    document_id: str = col("Document that states it there.")
    quote: str = col("The sentence.")
    other_evidence_id: str = col("The same evidence of the other relation.")
    other_document_id: str = col("Document that states the other there.")
    other_quote: str = col("Its sentence.")


@table(
    "entity_chunks",
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


@table(
    "name_mentions",
    key=("entity_id", "chunk_id"),
    bucketed=False,
    references=(ENTITY_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class NameMention:
    """A name of an entity stands in a chunk, in its headings or its text; no fact is read of it."""

    entity_id: str = col("The entity.")
    chunk_id: str = col("The chunk.")
    document_id: str = col("Document that holds the chunk.")
    reason: str = col("Where the name stands: section (the last heading is it), heading or text.")
    mention_count: int = col("How often, headings and text together.")


@table(
    "extractor_disagreements",
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
    key=("document_id", "part"),
    bucketed=False,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class PartialDocument:
    """A document of which a part is not in the graph: not parsed, not read, or not answered."""

    document_id: str = col("The document.")
    part: str = col("What is not whole: parse, table (columns that are not read), rules or llm.")
    collection: str = col("Collection of the document.")
    path: str = col("Path relative to the collection's root.")
    uri: str = col("Address that a citation shows.")
    status: str = col("A DocumentStatus value: partial.")
    chunks: int = col("Chunks of the document.")
    failed_chunks: int = col(
        "Chunks that are not read whole, or without an LLM answer; 0 for parse."
    )
    reasons: tuple[str, ...] = col(
        "Warnings of the parser, how much of tables is not read, what rules failed on, or prompt"
        " and reason of failures."
    )
