"""Tables of steps 2 and 3: chunks, sentences, annotations, coreference; and the LLM's failures."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE

CHUNK_REFERENCE = Reference("chunk_id", "chunks", "chunk_id")


class SentenceFilter(StrEnum):
    """Why a sentence gives no dependency triples."""

    NO_VERB_PHRASE = "no_verb_phrase"
    OVERLAP = "overlap"
    CUT = "cut"
    HEADING = "heading"
    CODE = "code"
    INDEX = "index"
    TOO_LONG = "too_long"
    OTHER_LANGUAGE = "other_language"  # Its chunk is surely not English; rows of tables are read.


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


@table(
    "chunks",
    group="text",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one section: an exact slice of the canonical text, at most 2,048 characters."""

    chunk_id: str = col("Id from document, heading path, text and its repetition.")
    document_id: str = col("Document that the chunk is a slice of.")
    index: int = col("Position in the document, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character in the canonical text.")
    text: str = col("Exactly the canonical text from start to end.")
    text_hash: str = col("SHA-256 of the text.")
    heading_path: tuple[str, ...] = col("Headings above the chunk, outermost first.")
    table_header: str | None = col("Header row of the table that the chunk continues.")
    page: int | None = col("Page, slide or sheet on which the chunk starts.")


@table(
    "sentences",
    group="text",
    key=("chunk_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, list item, heading or table row of a chunk; filtered ones carry a reason."""

    sentence_id: str = col("Id from the chunk and the position inside it.")
    chunk_id: str = col("Chunk that holds the sentence.")
    document_id: str = col("Document that holds the sentence.")
    index: int = col("Position in the chunk, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character in the canonical text.")
    text: str = col("Exactly the canonical text from start to end.")
    kind: str = col("BlockKind of the block that holds it.")
    tokens: int = col("Number of spaCy tokens.")
    filter: str | None = col("A SentenceFilter value where it gives no dependency triples.")


@table(
    "annotations",
    group="language",
    key=("chunk_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class Annotation:
    """A chunk's spaCy parse: parsed once, read by every rule."""

    chunk_id: str = col("Chunk that was parsed.")
    document_id: str = col("Document that holds the chunk.")
    tokens: int = col("Number of spaCy tokens.")
    pipeline: str = col("Name and version of the spaCy pipeline.")
    doc: bytes = col("spaCy DocBin that holds the one Doc.")


@table(
    "coreference_chains",
    group="language",
    key=("chunk_id", "mention_start", "mention_end"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class CoreferenceMention:
    """A mention and the name that it stands for; a chain is the mentions of one name."""

    chunk_id: str = col("Chunk that holds mention and name.")
    document_id: str = col("Document that holds the chunk.")
    chain: int = col("Number of the chain in the chunk, from 0.")
    mention: str = col("The mention as written.")
    mention_start: int = col("Offset of the mention in the canonical text.")
    mention_end: int = col("Offset after the mention in the canonical text.")
    kind: str = col("pronoun or nominal.")
    name: str = col("The name as written where the chain is named; conjuncts joined by ' and '.")
    name_start: int = col("Offset of the name in the canonical text.")
    name_end: int = col("Offset after the name in the canonical text.")


@table(
    "coreference_failures",
    group="language",
    key=("chunk_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, CHUNK_REFERENCE),
)
@dataclasses.dataclass(frozen=True, slots=True)
class CoreferenceFailure:
    """A chunk that coreferee failed on; its triples are made without its chains."""

    chunk_id: str = col("Chunk without chains.")
    document_id: str = col("Document that holds the chunk.")
    detail: str = col("What failed: class and message of the error.")


@table(
    "llm_failures",
    group="triples",
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
