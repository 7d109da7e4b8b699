"""Tables of what an LLM said of whole documents, before it was asked for relations."""

from __future__ import annotations

import dataclasses

from graphwright.tables.declare import col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE


@table(
    "llm_outlines",
    group="triples",
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
    group="triples",
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
