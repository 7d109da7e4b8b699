"""Tables of step 5: seed concepts, entities and their names, relations."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.triples import Layer

ENTITY_REFERENCE = Reference("entity_id", "entities", "entity_id")
RELATION_REFERENCE = Reference("relation_id", "relations", "relation_id")
TRIPLE_REFERENCE = Reference("triple_id", "resolved_triples", "triple_id")


class MentionForm(StrEnum):
    """What a mention is by its words and its place, the most telling test first."""

    PRONOUN = "pronoun"
    DATE = "date"
    QUANTITY = "quantity"
    LABEL = "label"  # The name of a button, field, menu or the like.
    IDENTIFIER = "identifier"  # One word of code.
    VALUE = "value"  # An expression of code, or an assignment.
    CLAUSE = "clause"
    ACTION = "action"  # A verb with what it is done to: a task.
    TITLE = "title"  # A heading, or a link to one, of more than a name.
    QUALITY = "quality"  # An adjective, adverb or participle.
    FRAGMENT = "fragment"  # Starts or ends where no phrase does.
    LIST = "list"  # Several things.
    DESCRIPTION = "description"  # Points at a thing by its relations or its place in a text.
    COMPLEMENTED = "complemented"  # A noun with "of" and a bare noun: "unit of measure".
    PARTICIPIAL = "participial"  # A participle comes first: "specified namespace".
    MODIFIED = "modified"  # An adjective comes first: "technical user".
    NAME = "name"
    COMPOUND = "compound"
    NOUN = "noun"


class EntityType(StrEnum):
    """What an entity without a seed concept is; only concepts are served as entities."""

    CONCEPT = "Concept"
    LABEL = "Interface label"
    TITLE = "Title"
    ACTION = "Action"
    STATEMENT = "Statement"
    QUALITY = "Quality"
    QUANTITY = "Quantity"
    DATE = "Date"
    VALUE = "Value"
    PRONOUN = "Pronoun"
    GENERIC = "Generic noun"
    DESCRIPTION = "Description"
    FRAGMENT = "Fragment"


class TypeSource(StrEnum):
    """By what the type of an entity is known, the surest first."""

    SEED = "seed"
    DECISION = "decision"
    WORD = "class word"  # "Approval Service" is a service, "method GET" a method.
    FORM = "form"  # What its mentions are by their words: an EntityType value.


class NameTier(StrEnum):
    """By what two names were compared, the surest first."""

    DECISION = "decision"  # The team says so.
    SEED = "seed"  # A seed concept has both.
    LETTERS = "same letters"  # Without case, spaces, hyphens, underscores and camel case.
    WORDS = "same content words"  # Without articles; singular; "event type", "type of event".
    SHORT = "short forms"  # The same content words, once acronyms and short forms are read.
    SCORED = "scored"  # Alike in letters, words and use: the model gives the chance of one thing.
    LLM = "llm"  # An LLM says so of a pair that the score leaves open.
    FRAME = "same frame"  # All but numbers and words of contrast are the same: never one thing.


class NameGuard(StrEnum):
    """What keeps two names apart that are alike."""

    NUMBERS = "numbers"
    SIGNS = "signs"  # "--help" and "help", "C++" and "C".
    SINGLE_LETTER = "single letter"  # A letter is a word of one and a part of a word of the other.
    IDENTIFIER = "identifier"  # A word of code is in one only.
    POINTING = "pointing word"  # "features of this product".
    SEVERAL = "several things"  # A list is a part of one, and "of" turns it around.
    LINK = "link word"  # Another preposition than "of".
    HEAD = "head"  # The number of instances is no instance number.
    ORDER = "word order"  # "data source", "source data": modifier and head.
    CONTRAST = "contrast"  # Inbound and outbound; read and write.
    TYPE = "type"  # Seeds or the team give them different types.
    BESIDE = "beside"  # They stand beside each other in a list.
    ENDS = "ends"  # They are subject and object of one triple.
    SEEDS = "seeds"  # They are names of different seed concepts.
    DECISION = "decision"  # The team keeps them apart.
    DERIVED = "derived word"  # "security office" and "security officer", "setter" and "setting".
    GROUP = "group"  # Something keeps another name of the one apart from one of the other.


class DecisionKind(StrEnum):
    """What the team can decide about names."""

    MUST_LINK = "must_link"
    CANNOT_LINK = "cannot_link"
    RENAME = "rename"
    TYPE = "type"
    DROP = "drop"


@table(
    "mention_forms",
    key=("document_id", "key", "form"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class MentionCount:
    """How often a document writes a name in one form, in triples that may give relations."""

    document_id: str = col("Document that holds the mentions.")
    key: str = col("Normalised name, before names are merged.")
    form: str = col("A MentionForm value.")
    mentions: int = col("Places where the name is written so; of a pronoun, where its name stands.")
    titled: int = col("Of these, those in titles and headings, or in links.")
    sentence_cased: int = col(
        "Of these, those of several words of which only the first has a capital, as an order has."
    )


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


@table("seed_broader", key=("key", "broader_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class SeedBroader:
    """A seed concept and one that the seed file puts directly above it."""

    key: str = col("Normalised name of the concept.")
    name: str = col("Name of the concept.")
    broader_key: str = col("Normalised name of the broader concept, itself a seed concept.")
    broader: str = col("Name of the broader concept.")
    source: str = col("Name of the seed file.")
    place: str = col("Where the file says so: the line of the concept, or the IRI of its subject.")


@table("entity_decisions", key=("line", "name_key", "other_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityDecision:
    """What the team decided about a name, or about two names, from the decisions file."""

    line: int = col("Line of the file in which it begins, from 1.")
    kind: str = col("A DecisionKind value.")
    name: str = col("The name that it is about.")
    name_key: str = col("Normalised name.")
    other: str = col("The other name, the new name or the type; empty for a name that is dropped.")
    other_key: str = col("Normalised other name; empty where that is no name.")
    author: str | None = col("Who decided, if the file says.")
    date: str | None = col("When, if the file says.")
    note: str | None = col("Why, if the file says.")


@table("names", key=("key",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class WrittenName:
    """A name of triples that are not rejected, before names are merged."""

    key: str = col("Normalised name.")
    form: str = col("The form as it is written most often.")
    mentions: int = col("Triples in which it stands.")
    kind: str = col("A MentionForm value: the form of most of its mentions; empty if unknown.")


@table("likely_pairs", key=("name_key", "other_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two names that are alike, scored, before seeds and the team say anything of them."""

    name_key: str = col("Normalised name, the first of both in alphabetical order.")
    other_key: str = col("The other normalised name.")
    score: float = col("Chance that both are one thing, from 0 to 1.")
    guard: str | None = col("A NameGuard value, if their words or the documents keep them apart.")
    seen: str = col("What the score is made of most.")
    evidence_triple_id: str | None = col("Triple by which the documents tell them apart, if any.")
    asked: bool = col("Whether only people can say, as a text uses one of the names.")


@table("name_pairs", key=("name_key", "other_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class NamePair:
    """Two names that are alike, and the guard that keeps them apart, if one does."""

    name_key: str = col("Normalised name, the first of both in alphabetical order.")
    other_key: str = col("The other normalised name.")
    tier: str = col("A NameTier value: what both have in common.")
    score: float = col(
        "Share of words that both have (Dice), 1 where their letters are the same; of the tier"
        " scored the chance that both are one thing."
    )
    guard: str | None = col("A NameGuard value, if one keeps them apart.")
    seen: str = col("What both have in common, as the tier compares names.")
    evidence_triple_id: str | None = col("Triple by which the documents tell them apart, if any.")


@table("name_groups", key=("name_key",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class NameGroup:
    """A name that is one with another by letters, words or the team's word, before acronyms are."""

    name_key: str = col("Normalised name.")
    target_key: str = col("Normalised name that names the group.")
    tier: str = col("A NameTier value: by what it was joined.")
    score: float = col("Score from 0 to 1, as in name_pairs.")
    reason: str = col("What it has in common with which name of the group.")


@table("llm_name_verdicts", key=("name_key", "other_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmNameVerdict:
    """What an LLM said of two names that the score leaves open; empty unless it is asked."""

    name_key: str = col("Normalised name, the first of both in alphabetical order.")
    other_key: str = col("The other normalised name.")
    score: float = col("Chance that both are one thing, as in name_pairs.")
    version: str = col("Prompt with its version, and model.")
    verdict: str | None = col("same, different or unsure; null where no usable answer was given.")
    reason: str | None = col("Why, as the model says, shortened.")
    failure: str | None = col("An LlmFailureReason value, where no usable answer was given.")
    detail: str | None = col("What the endpoint answered then, shortened, without secrets.")
    answers: tuple[str, ...] = col("Keys of kept answers that were of no use.", default=())


@table("llm_name_groups", key=("name_key",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmNameGroup:
    """A name that names a group, or stands alone, and that a verdict of an LLM joins to another."""

    name_key: str = col("Normalised name that named the group.")
    target_key: str = col("Normalised name that names both groups.")
    tier: str = col("llm.")
    score: float = col("Chance of the pair that was asked about.")
    reason: str = col("The verdict's reason, and the pair.")


@table("entity_merges", key=("alias_key", "tier", "target_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityMerge:
    """A decision that two names are, or are not, one entity, with its evidence."""

    alias_key: str = col("Normalised name that is merged away.")
    target_key: str = col("Normalised name that it is merged into.")
    tier: str = col(
        "seed, acronym or a NameTier value (names with equal keys are one entity without a merge)."
    )
    accepted: bool = col("Whether the merge was made.")
    score: float = col("Score from 0 to 1.")
    reason: str = col("Why it was made or not.")
    evidence_triple_id: str | None = col("Triple that introduces the acronym, if one does.")


@table("unused_decisions", key=("line", "name_key", "other_key"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class UnusedDecision:
    """A decision of the team that changes nothing, and why."""

    line: int = col("Line of the file in which it begins, from 1.")
    kind: str = col("A DecisionKind value.")
    name: str = col("The name that it is about.")
    name_key: str = col("Normalised name.")
    other: str = col("The other name, the new name or the type.")
    other_key: str = col("Normalised other name; empty where that is no name.")
    reason: str = col("Why it changes nothing.")


@table("entity_types", key=("key",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityTyping:
    """What a name stands for, by the votes of all its mentions, and why."""

    key: str = col("Normalised name, after names are merged; not each has an accepted fact.")
    type: str = col("An EntityType value.")
    reason: str = col("What the type was decided by.")
    mentions: int = col("Mentions that voted.")
    documents: int = col("Documents whose mentions have the winning form; copies count once.")
    form: str = col("A MentionForm value: the winning form.", default="")


@table("predicates", key=("form",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class PredicateForm:
    """A predicate of triples and the predicate of the relations that it is read as."""

    form: str = col("Predicate as triples have it.")
    predicate: str = col("Predicate that the relation has.")
    inverse: bool = col("Whether the relation has subject and object exchanged.")
    functional: bool = col("Whether a thing has one object of the predicate at a time.")
    closed: bool = col("Whether triples of predicates that are not here are left out.")
    source: str = col("Name of the team's file that says so; empty for the package's own.")
    line: int = col("Line of the file in which the predicate begins, from 1.")


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
    tier: str = col("How it came to the entity: exact, or the tier of entity_merges.")
    mention_count: int = col("Relation-giving triples in which it stands; 0 if only declared.")


@table("entities", key=("entity_id",), bucketed=False, headline=True)
@dataclasses.dataclass(frozen=True, slots=True)
class Entity:
    """A concept with its canonical name."""

    entity_id: str = col("Id from the normalised canonical name.")
    name: str = col("Canonical name: the seed's, else the form written most often.")
    key: str = col("Normalised canonical name.")
    type: str = col(
        "The type that the seed file or the team gives, else of a concept what its class word says,"
        " else an EntityType value."
    )
    definition: str | None = col("Definition from the seed file.")
    seed: bool = col("Whether a seed concept names it.")
    mention_count: int = col(
        "Accepted triples of the layer knowledge in which it is subject or object, those of copies"
        " included; 0 where only steps or navigation name it."
    )
    document_count: int = col(
        "Documents with such a triple; copies and versions of one document count once."
    )
    concept: bool = col(
        "Whether it is served as a concept: Concept, or of a seed. Others are kept as evidence.",
        default=True,
    )
    type_reason: str = col("What its type was decided by.", default="")
    procedure_count: int = col("The same triples of the layer procedure.", default=0)
    navigation_count: int = col("The same triples of the layers navigation and context.", default=0)
    type_source: str = col(
        "A TypeSource value: by what its type is known; empty in an older snapshot.", default=""
    )


@table(
    "entity_broader",
    key=("entity_id", "broader_key"),
    bucketed=False,
    references=(ENTITY_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class EntityBroader:
    """An entity and a concept that the seed file puts above it; no sentence says so."""

    entity_id: str = col("Entity of the seed concept.")
    entity: str = col("Its name.")
    broader_id: str | None = col("Entity of the broader concept; null where no document names it.")
    broader: str = col("Name of the broader concept.")
    broader_key: str = col("Normalised name of the broader concept.")
    source: str = col("Name of the seed file.")
    place: str = col("Where the file says so: the line of the concept, or the IRI of its subject.")


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

    relation_id: str = col(
        "Id from subject, predicate, object, negation, modality and restriction."
    )
    subject_id: str = col("Entity that is the subject.")
    subject: str = col("Canonical name of the subject.")
    predicate: str = col("Normalised predicate.")
    object_id: str = col("Entity that is the object.")
    object: str = col("Canonical name of the object.")
    negated: bool = col("Whether the fact is denied.")
    modality: str | None = col("Modal word, lower case, if the fact is modal.")
    text: str = col(
        "The fact as one line, without the headings of its restriction; what is embedded."
    )
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
    restriction: str | None = col(
        "Conditions, limits, times and cells of a row without which the fact is false, as one line,"
        " if any.",
        default=None,
    )
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


@table("review_queue", key=("position",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class ReviewPair:
    """Two names of two entities that a person should look at; one pair for each two entities."""

    position: int = col("Place in the queue, from 1: by uncertainty times mentions.")
    name_key: str = col("Normalised name, the first of both in alphabetical order.")
    other_key: str = col("The other normalised name.")
    name: str = col("The first name as it is written most often.")
    other: str = col("The other name as it is written most often.")
    tier: str = col("A NameTier value: by what both were compared.")
    score: float = col("Score of the pair, as in name_pairs.")
    guard: str | None = col("A NameGuard value, if one keeps them apart.")
    seen: str = col("What both have in common, as the tier compares names.")
    chance: float = col(
        "Chance that both are one thing: the score of the tier scored, but a half at most; of"
        " other tiers the share of stopped pairs that a reader called one. Uncertainty is 1 at a"
        " chance of a half, and 0 at 0 and 1."
    )
    mentions: int = col("Triples in which the first name stands.")
    other_mentions: int = col("Triples in which the other name stands.")
    type: str | None = col("Type of the first name's entity, if it has a relation.")
    other_type: str | None = col("Type of the other name's entity, if it has a relation.")
    shared_neighbours: int = col("Entities that have a relation with both.")
    evidence_triple_id: str | None = col("Triple by which the documents tell them apart, if any.")
