"""An answer over tickets in a model's words, each sentence checked against its sections."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable

from graphwright.serving.answer_sources import NOT_STATED, prompt_of
from graphwright.serving.answer_statements import is_not_stated, statements_of
from graphwright.serving.models import Citation, Source, Statement
from graphwright.ticket_retrieval.answer import AnswerPart, TicketAnswer

Write = Callable[[list[dict[str, str]]], str]
"""What has a language model answer a chat, in words."""


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenTicketAnswer:
    """Words over an answer's sections; ``verified``: the check passed for each sentence.

    ``stated`` says whether the sections hold an answer.
    """

    answer: TicketAnswer
    text: str
    stated: bool
    statements: tuple[Statement, ...]
    sources: tuple[Source, ...]
    verified: bool
    template: str


def written(answer: TicketAnswer, write: Write) -> WrittenTicketAnswer:
    """Return an answer in words; ``write`` is not asked where no section was found."""
    prompt = prompt_of("tickets")
    sources = tuple(_source(number, part) for number, part in enumerate(answer.parts, 1))
    text = write(ticket_messages(answer)).strip() if sources else NOT_STATED
    stated = not is_not_stated(text)
    statements = statements_of(text, sources, answer.question) if stated else ()
    return WrittenTicketAnswer(
        answer=answer,
        text=text if stated else NOT_STATED,
        stated=stated,
        statements=statements,
        sources=sources,
        verified=bool(statements) and all(one.verdict == "supported" for one in statements),
        template=f"{prompt.name} v{prompt.version}",
    )


def ticket_messages(answer: TicketAnswer) -> list[dict[str, str]]:
    """Return the chat that asks a model the question over the sections of an answer.

    Each section is one line of JSON, so what a ticket says stays inside its quotation marks.
    """
    lines = [_line(number, part) for number, part in enumerate(answer.parts, 1)]
    lines.append(json.dumps({"question": answer.question}, ensure_ascii=False))
    return [
        {"role": "system", "content": prompt_of("tickets").system},
        {"role": "user", "content": "\n".join(lines)},
    ]


def _line(number: int, part: AnswerPart) -> str:
    told = {
        "source": number,
        "ticket": part.key,
        "title": part.title,
        "status": part.status,
        "resolution": part.resolution,
        "section": part.section,
        "text": part.text,
    }
    return json.dumps({**told, **({"note": part.note} if part.note else {})}, ensure_ascii=False)


def _source(number: int, part: AnswerPart) -> Source:
    """Return a section as what a sentence may cite; its title holds what its line told."""
    title = " ".join(filter(None, (part.key, part.title, part.status, part.resolution)))
    cited = Citation(
        document_id=part.document_id,
        title=title,
        uri="",
        locator=part.section,
        page=None,
        heading_path=(part.section,),
        start=part.start,
        end=part.end,
        format="ticket",
        box_unit=None,
        box=None,
        superseded=False,
        version_note="",
    )
    return Source(number=number, kind="passage", text=part.text, citation=cited)
