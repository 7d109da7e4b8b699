"""The answer that ``triples.yaml`` and ``relations.yaml`` ask for, as one pydantic schema.

Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from typing import Literal

import pydantic

from graphwright.llm.prompts.schema_parts import Optional, Part, Share, Words

QualifierKind = Literal[
    "time", "place", "condition", "purpose", "manner", "quantity", "reason", "other"
]


class AnsweredQualifier(Part):
    """What narrows a fact, copied from the passage."""

    kind: QualifierKind
    text: Words


class AnsweredTriple(Part):
    """A fact as the model answers it; all words are copied from the passage, types excepted."""

    sentence: Words
    subject: Words
    subject_type: Optional = None
    predicate: Words
    object: Words
    object_type: Optional = None
    negated: bool = False
    modality: Optional = None
    condition: Optional = None
    attribution: Optional = None
    qualifiers: tuple[AnsweredQualifier, ...] = ()
    confidence: Share

    @pydantic.model_validator(mode="after")
    def _has_its_parts(self) -> AnsweredTriple:
        for name in ("subject", "predicate", "object"):
            if not getattr(self, name):
                raise ValueError(f"'{name}' is empty")
        return self


class TriplesAnswer(Part):
    """The whole answer for a passage."""

    triples: tuple[AnsweredTriple, ...]
