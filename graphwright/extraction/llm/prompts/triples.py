"""The answer that ``triples.yaml`` asks for, as one pydantic schema.

Numbers carry no bounds in the JSON schema, because some compatible servers refuse them; the bounds
are checked when an answer is read. Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pydantic

PROMPT = "triples"
"""Name of the prompt file; the ``rule`` of the triples that it gives."""

QualifierKind = Literal[
    "time", "place", "condition", "purpose", "manner", "quantity", "reason", "other"
]

_BLANK = frozenset({"", "none", "null", "n/a"})


def _none_if_blank(value: object) -> object:
    """Read what small models write for "there is none" as null."""
    return None if isinstance(value, str) and value.strip().casefold() in _BLANK else value


def _check_share(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"a number from 0 to 1 was expected, {value} was found")
    return value


Words = Annotated[str, pydantic.StringConstraints(strip_whitespace=True)]
Optional = Annotated[Words | None, pydantic.BeforeValidator(_none_if_blank)]
Share = Annotated[float, pydantic.AfterValidator(_check_share)]


class _Part(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True)


class AnsweredQualifier(_Part):
    """What narrows a fact, copied from the passage."""

    kind: QualifierKind
    text: Words


class AnsweredTriple(_Part):
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


class TriplesAnswer(_Part):
    """The whole answer for a passage."""

    triples: tuple[AnsweredTriple, ...]


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of the answer in the strict form that endpoints enforce.

    Every property is required and no other is allowed; references are kept, defaults and titles
    are left out.
    """
    schema: dict[str, Any] = _strict(TriplesAnswer.model_json_schema())
    return schema


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(value) for key, value in node.items() if key not in _NOT_SENT}
    if "properties" in node:
        # Property names are data: one may be called "title".
        strict["properties"] = {k: _strict(v) for k, v in node["properties"].items()}
        strict["required"] = list(node["properties"])
        strict["additionalProperties"] = False
    return strict


_NOT_SENT = frozenset({"title", "default", "description"})
