"""Tables of step 5: seed concepts, entities and their names, relations."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.triples import Layer

ENTITY_REFERENCE = Reference("entity_id", "entities", "entity_id")
RELATION_REFERENCE = Reference("relation_id", "relations", "relation_id")
TRIPLE_REFERENCE = Reference("triple_id", "resolved_triples", "triple_id")


@table(
    "repeated_sentences",
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
    documents: int = col(
        "Documents of the collection that hold it word for word; copies and versions of one"
        " document count once."
    )
    collection_documents: int = col("Documents of the collection, counted alike.")


@table("seed_concepts", key=("key", "alias_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class SeedAlias:
    """A name of a concept that the data team declared; the concept's own name is one of them."""

    key: str = col("Normalised name of the concept.")
    name: str = col("Name of the concept.")
    type: str = col("Type of the concept.")
    definition: str | None = col("Definition, if the file gives one.")
    alias: str = col("A name that stands for the concept.")
    alias_key: str = col("Normalised alias.")


@table("entity_merges", key=("alias_key", "tier", "target_key"), bucketed=False)
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


@table("entities", key=("entity_id",), bucketed=False, headline=True)
@dataclasses.dataclass(frozen=True, slots=True)
class Entity:
    """A concept with its canonical name."""

    entity_id: str = col("Id from the normalised canonical name.")
    name: str = col("Canonical name: the seed's, else the form written most often.")
    key: str = col("Normalised canonical name.")
    type: str = col("Concept, or the type that the seed file gives.")
    definition: str | None = col("Definition from the seed file.")
    seed: bool = col("Whether a seed concept names it.")
    mention_count: int = col(
        "Accepted triples of the layer knowledge in which it is subject or object, those of copies"
        " included; 0 where only steps or navigation name it."
    )
    document_count: int = col(
        "Documents with such a triple; copies and versions of one document count once."
    )
    procedure_count: int = col("The same triples of the layer procedure.", default=0)
    navigation_count: int = col("The same triples of the layer navigation.", default=0)


@table(
    "relations",
    key=("relation_id",),
    bucketed=False,
    headline=True,
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
    support_count: int = col(
        "Distinct sentences, by their words, that state it, so that a copy adds none; those of"
        " superseded documents only where no other states it."
    )
    document_count: int = col(
        "Documents that state it; copies and versions of one document count once."
    )
    confidence: float = col(
        "1 minus the product of (1 - score) over those sentences; a sentence's score is its "
        "best triple's, raised where both extractors state the fact (macro agreed)."
    )
    superseded: bool = col("Whether only superseded documents state it.", default=False)
    layer: str = col(
        "A Layer value: the first of knowledge, procedure and navigation that states it.",
        default=Layer.KNOWLEDGE.value,
    )


@table(
    "rejected_triples",
    key=("triple_id",),
    bucketed=False,
    headline=True,
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
