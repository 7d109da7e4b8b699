"""Tables of step 4: triples of the rules and of an LLM, why it gave none, and resolved triples."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.text import CHUNK_REFERENCE

SENTENCE_REFERENCE = Reference("sentence_id", "sentences", "sentence_id")
_REFERENCES = (DOCUMENT_REFERENCE, CHUNK_REFERENCE, SENTENCE_REFERENCE)


class TripleRejection(StrEnum):
    """Why a triple is no relation."""

    LOW_CONFIDENCE = "low_confidence"
    TOO_SHORT = "too_short"
    STOP_WORD = "stop_word"
    UNRESOLVED_PRONOUN = "unresolved_pronoun"
    NOT_VERBATIM = "not_verbatim"
    SELF_RELATION = "self_relation"
    OUTSIDE_VOCABULARY = "outside_vocabulary"  # The team left out all predicates but its own.
    MERGED = "merged"  # It says that two names are one entity: entity_merges holds that.
    TOO_LONG = "too_long"
    NAMELESS = "nameless"  # Its object is a statement or an adverb, which is no entity.
    SUPPOSED = "supposed"  # It stands in a condition, which states nothing.
    MISNAMED = "misnamed"  # It says what a label is, whose name is elsewhere that of a thing.
    MALFORMED = "malformed"
    OVERLAP = "overlap"
    BOILERPLATE = "boilerplate"  # Its sentence is in repeated_sentences.


class Layer(StrEnum):
    """What a triple is good for; of a relation that several layers state, the first counts."""

    KNOWLEDGE = "knowledge"  # It tells something of the things themselves.
    PROCEDURE = "procedure"  # It is an action of a step, which tells something in its order only.
    CONTEXT = "context"  # It tells something beside its text only: neither end names a thing.
    NAVIGATION = "navigation"  # It tells which text refers to, or is about, what.


class LlmFailureReason(StrEnum):
    """Why an LLM gave no usable answer for a chunk."""

    TRUNCATED = "truncated"
    REFUSED = "refused"
    MALFORMED = "malformed"
    BAD_REQUEST = "bad_request"
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    SERVER_ERROR = "server_error"
    UNREACHABLE = "unreachable"
    OVER_BUDGET = "over_budget"  # The call was not made: it could have passed the budget.

    @property
    def transient(self) -> bool:
        """Whether the next build asks again: that may succeed with nothing changed in the data."""
        return self in _TRANSIENT


_TRANSIENT = frozenset(
    {
        LlmFailureReason.RATE_LIMITED,
        LlmFailureReason.TIMEOUT,
        LlmFailureReason.SERVER_ERROR,
        LlmFailureReason.UNREACHABLE,
        LlmFailureReason.OVER_BUDGET,
    }
)


RESTRICTION_SEPARATOR = "; "
"""What stands between the parts of a restriction."""

THING = "of "
"""What a restriction has before what its predicate is done to: "send to" of "of an order"."""


@dataclasses.dataclass(frozen=True, slots=True)
class Qualifier:
    """What narrows a triple: limit, time, place, condition, purpose, quantity, a cell of a row."""

    kind: str = col(
        "limit, time, place, condition, purpose, manner, quantity, reason, object or other; row"
        " for a cell that the fact of a row needs beside its own, column for a header over several"
        " columns, table for a heading that says what a table is of; heading for one without"
        " which nobody knows which thing a common noun names."
    )
    text: str = col("The qualifier as written.")
    start: int = col("Offset in the canonical text.")
    end: int = col("Offset after it in the canonical text.")
    role: str = col("Header above a cell, for kind row; else empty.", default="")

    @property
    def told(self) -> str:
        """The qualifier in one line, a cell with the header above it: "Shift: early shift"."""
        line = " ".join(self.text.split())
        return f"{self.role}: {line}" if self.role else line


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """A triple as one sentence states it; every span is an offset into the canonical text."""

    triple_id: str = col("Id from sentence, rule, predicate and the three spans.")
    sentence_id: str = col("Sentence that states the triple.")
    chunk_id: str = col("Chunk that holds the sentence.")
    document_id: str = col("Document that holds the sentence.")
    extractor: str = col("dependency, linear or llm.")
    rule: str = col("Rule or prompt that made it.")
    version: str = col("Version of the rules or of prompt and model.")
    subject: str = col("Subject as written: the canonical text of its span.")
    subject_start: int = col("Offset of the subject.")
    subject_end: int = col("Offset after the subject.")
    subject_phrase_start: int = col(
        "Offset of the whole noun phrase that the subject is taken from."
    )
    subject_phrase_end: int = col("Offset after that phrase.")
    subject_type: str | None = col("Entity type that the model gives the subject, if any.")
    predicate: str = col("Normalised predicate: lemma with particle and preposition.")
    predicate_text: str = col("Predicate as written; empty where no word states it.")
    predicate_start: int = col("Offset of the predicate; of the sentence where no word states it.")
    predicate_end: int = col("Offset after the predicate.")
    object: str = col("Object as written: the canonical text of its span.")
    object_start: int = col("Offset of the object.")
    object_end: int = col("Offset after the object.")
    object_phrase_start: int = col("Offset of the whole noun phrase that the object is taken from.")
    object_phrase_end: int = col("Offset after that phrase.")
    object_type: str | None = col("Entity type that the model gives the object, if any.")
    voice: str = col("active, passive or none.")
    negated: bool = col("Whether the sentence denies the fact.")
    modality: str | None = col("Modal word as written (may, should, ...), if any.")
    condition: str | None = col("Condition as written (if ..., when ...), if any.")
    attribution: str | None = col("Who is said to say it, if anybody.")
    qualifiers: tuple[Qualifier, ...] = col("What else the clause says: time, place and the like.")
    confidence: float = col("Score from 0 to 1.")
    layer: str = col("A Layer value, that of its rule.", default=Layer.KNOWLEDGE.value)


@table("dependency_triples", key=("triple_id",), bucketed=True, references=_REFERENCES)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DependencyTriple(Triple):
    """A triple that rules read from a parse (dependency) or a layout (linear)."""


@table(
    "dependency_failures",
    key=("sentence_id",),
    bucketed=True,
    references=_REFERENCES,
)
@dataclasses.dataclass(frozen=True, slots=True)
class DependencyFailure:
    """A sentence that a rule failed on; the others of its document are read."""

    sentence_id: str = col("Sentence without triples, or without steps of its task.")
    chunk_id: str = col("Chunk that holds the sentence.")
    document_id: str = col("Document that holds the sentence.")
    detail: str = col("What failed: class and message of the error, and the function it arose in.")


@dataclasses.dataclass(frozen=True, slots=True)
class StepAction:
    """What a step has its reader do; one without an object has the span of its verb alone."""

    predicate: str = col("Normalised verb with its particle.")
    object: str | None = col("What it is done to, as written, if anything.")
    condition: str | None = col(
        "Conditions as written (if ..., when ...), also of headings and lead-ins, or that it is "
        "optional."
    )
    start: int = col("Offset of the object in the canonical text, else of the verb.")
    end: int = col("Offset after it.")


@table(
    "procedure_steps",
    key=("step_id",),
    bucketed=True,
    references=(*_REFERENCES, Reference("parent_id", "procedure_steps", "step_id")),
)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureStep:
    """A step of a task: a list item or sentence under its heading that says what to do."""

    step_id: str = col("Id from the document and the step's first sentence.")
    document_id: str = col("Document that tells the step.")
    chunk_id: str = col("Chunk that holds its first sentence.")
    sentence_id: str = col("Its first sentence.")
    task: str = col("Heading that names the task, as written.")
    task_key: str = col("Normalised name of the task: that of an entity where a fact names it.")
    task_start: int = col("Offset of the task's name in the canonical text.")
    task_end: int = col("Offset after it.")
    position: int = col("Place among all steps under that heading, nested ones too, from 1.")
    number: str = col('Its number and those of the steps around it: "2" or "2.1".')
    parent_id: str | None = col("Step that it is a part of, if any.")
    start: int = col("Offset of the step.")
    end: int = col("Offset after the step.")
    text: str = col("The step, verbatim.")
    actions: tuple[StepAction, ...] = col("What is done, in order; none where its parts say that.")
    condition: str | None = col("Condition of its first action, if it has one.")
    result: str | None = col("Sentence that says what comes of it, where one does.")
    result_start: int | None = col("Offset of that sentence.")
    result_end: int | None = col("Offset after it.")


@table(
    "llm_outlines",
    key=("document_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LlmOutline:
    """A document's summary by an LLM, for collections with the prompts entities; or why not."""

    document_id: str = col("The document.")
    version: str = col("Versions of the prompts, and the model.")
    summary: str | None = col("Summary, a sentence a line; null where there is none.")
    known: tuple[str, ...] = col("Seed concepts that the model was given, nearest first.")
    stage: str | None = col("Prompt that failed (summary or entities), if one did.")
    reason: str | None = col("An LlmFailureReason value where there are no entities for it.")
    detail: str | None = col("What the endpoint answered then, shortened, without secrets.")
    answers: tuple[str, ...] = col("Keys of kept answers that were of no use.")


@table(
    "llm_entities",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LlmEntity:
    """An entity that an LLM found in a document's summary; accepted ones guide its relations."""

    document_id: str = col("The document.")
    index: int = col("Position among the entities answered for the document, from 0.")
    name: str = col("Name as the model wrote it.")
    key: str = col("Normalised name.")
    type: str = col("Type: the seed concept's, else the model's, else Concept.")
    concept: str | None = col("Seed concept that the model took it for, if it was given that.")
    version: str = col("Version of prompt and model.")
    rejection: str | None = col(
        "A TripleRejection value (not_verbatim, malformed, merged) where it guides nothing."
    )


@table("llm_triples", key=("triple_id",), bucketed=True, references=_REFERENCES)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LlmTriple(Triple):
    """A triple that an LLM read from a chunk and that was found again in its text."""


@table(
    "rejected_llm_triples",
    key=("chunk_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RejectedLlmTriple:
    """A triple that an LLM answered but that its chunk does not bear out; it has no spans."""

    chunk_id: str = col("Chunk that the model was asked about.")
    document_id: str = col("Document that holds the chunk.")
    index: int = col("Position among the triples answered for the chunk, from 0.")
    rule: str = col("Prompt that made it.")
    version: str = col("Version of prompt and model.")
    subject: str = col("Subject as the model wrote it.")
    predicate: str = col("Predicate as the model wrote it.")
    object: str = col("Object as the model wrote it.")
    quote: str = col("Sentence as the model quoted it.")
    confidence: float | None = col("Score that the model gave, where it is a number.")
    reason: str = col("A TripleRejection value: not_verbatim, malformed or overlap.")
    detail: str = col("Which part was not found, or what is wrong with it.")


@table(
    "llm_failures",
    key=("chunk_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmFailure:
    """A chunk that the LLM gave no usable answer for, and why."""

    chunk_id: str = col("Chunk that failed.")
    document_id: str = col("Document that holds the chunk.")
    stage: str = col("Prompt that failed: triples, relations, or its document's summary, entities.")
    reason: str = col("An LlmFailureReason value.")
    detail: str = col("What the endpoint answered, shortened, without secrets.")
    answers: tuple[str, ...] = col("Keys of kept answers of no use; a retry forgets them.")


@table("resolved_triples", key=("triple_id",), bucketed=True, headline=True, references=_REFERENCES)
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedTriple(Triple):
    """A triple whose pronouns and mentions are replaced by their names; spans are kept."""

    subject_name: str = col("Name of the subject after coreference, cleaned for display.")
    subject_key: str = col("Normalised name of the subject: equal keys are one entity.")
    subject_resolved: bool = col("Whether coreference replaced the subject.")
    object_name: str = col("Name of the object after coreference, cleaned for display.")
    object_key: str = col("Normalised name of the object: equal keys are one entity.")
    object_resolved: bool = col("Whether coreference replaced the object.")
    restriction: str | None = col(
        "Conditions, limits, times and cells of a row without which the fact is false, as one line,"
        " if any.",
        default=None,
    )
    headings: str | None = col(
        "What the restriction starts with: the title, headings and name of a row that say which"
        " thing a common noun names, as one line, if any.",
        default=None,
    )
    rejection: str | None = col("A TripleRejection value where the triple is no relation.")
