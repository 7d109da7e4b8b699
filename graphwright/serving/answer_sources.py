"""What a search found as numbered sources, and the messages that show them to a model.

Each source is one line of JSON, so whatever a document says stays inside its quotation marks. What
the model is told to do with them is in ``prompts``: SAP's context (section 3.2.4), Adobe's tuples
(section 3.2), and quotes, of which a model only says which ones answer.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

import pydantic
import yaml

from graphwright.serving.models import SearchAnswer, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphwright.serving.models import Fact

NOT_STATED = "The documents do not say."
"""What a model is told to answer where the sources do not hold the answer."""

Template = Literal["context", "tuples", "quotes"]


class _Prompt(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    name: str
    version: int
    system: str


@functools.cache
def prompt_of(
    template: Template | Literal["tickets", "ticket_questions", "dialogue", "guidance"],
) -> _Prompt:
    """Return the prompt of a template."""
    file = resources.files("graphwright.serving") / "prompts" / f"{template}.yaml"
    return _Prompt.model_validate(yaml.safe_load(file.read_text("utf-8")))


def sources_of(found: SearchAnswer, template: Template) -> tuple[Source, ...]:
    """Return what may be cited, numbered from 1: passages (``context`` only), then facts.

    Of ``quotes`` no sentence is there twice.
    """
    passages = found.chunks if template == "context" else ()
    sources = [
        Source(
            number=number,
            kind="passage",
            text=passage.text,
            chunk_id=passage.chunk_id,
            citation=passage.citation,
        )
        for number, passage in enumerate(passages, 1)
    ]
    told: set[str] = set()
    for fact in found.relations:
        for quote in fact.quotes[:1]:  # the best sentence that states it
            if template == "quotes" and quote.text in told:
                continue
            told.add(quote.text)
            sources.append(
                Source(
                    number=len(sources) + 1,
                    kind="fact",
                    text=quote.text,
                    fact=fact.text,
                    evidence_id=quote.evidence_id,
                    citation=quote.citation,
                )
            )
    return tuple(sources)


def messages_of(
    found: SearchAnswer, sources: tuple[Source, ...], template: Template
) -> list[dict[str, str]]:
    """Return the chat that asks a model the question over the sources."""
    lines = [_line(source, found, template) for source in sources]
    if template == "context":
        lines += [
            {"entity": e.name, "type": e.type, "definition": e.definition} for e in found.entity
        ]
    lines.append({"question": found.question})
    told = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    return [
        {"role": "system", "content": prompt_of(template).system},
        {"role": "user", "content": told},
    ]


def _line(source: Source, found: SearchAnswer, template: Template) -> dict[str, Any]:
    place = {"document": source.citation.title, "place": source.citation.locator}
    if source.citation.superseded:
        place["note"] = source.citation.version_note
    if source.kind == "passage":
        return {"source": source.number, **place, "passage": source.text}
    if template == "quotes":
        return {"source": source.number, "sentence": source.text}
    fact: Any = source.fact
    if template == "tuples":
        fact = next(_tuples(found, source.evidence_id))
    return {"source": source.number, **place, "fact": fact, "sentence": source.text}


def _tuples(found: SearchAnswer, evidence_id: str | None) -> Iterator[list[str]]:
    """Yield the fact that a piece of evidence states: its parts, and what restricts it."""
    for fact in found.relations:
        if any(quote.evidence_id == evidence_id for quote in fact.quotes):
            yield list(filter(None, _parts(fact)))


def _parts(fact: Fact) -> tuple[str | None, ...]:
    denied = "not " if fact.negated else ""
    modal = f"{fact.modality} " if fact.modality else ""
    return fact.subject, f"{modal}{denied}{fact.predicate}", fact.object, fact.restriction
