"""A question over tickets as a model reads it: of the same schema as the rules' (LinkedIn, 3.2.1).

What a model says is held to the question: each value stands in it word for word, and each section
is one of the template. Keys and values of fields are found by the rules alone. Where nothing of an
answer holds, the rules' reading stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from typing import Any

from graphwright.llm.reading.folded_text import fold
from graphwright.serving.answer_sources import prompt_of
from graphwright.ticket_retrieval.question import (
    AskedValue,
    Reason,
    TicketQuestion,
    WantedSection,
)

Write = Callable[[list[dict[str, str]]], str]
"""What has a language model answer a chat, in words."""

_SEARCHED = ("summary", "description")
"""Sections whose values are searched for by nearness."""


def read_by_model(
    by_rules: TicketQuestion, sections: Collection[str], write: Write
) -> TicketQuestion:
    """Return a question as a model reads it, as far as the question bears it out.

    ``by_rules`` is what the rules read, ``sections`` the names of the template. What ``write``
    raises is raised.
    """
    said = _object(write(question_messages(by_rules.text, sections)))
    values = tuple(_values(said.get("values"), by_rules.text))
    wanted = tuple(_wanted(said.get("wanted"), sections))
    if not values and not wanted:
        return by_rules
    fields = [one for one in by_rules.values if one.section not in _SEARCHED]
    searched = values or [one for one in by_rules.values if one.section in _SEARCHED]
    return by_rules.model_copy(
        update={"values": (*searched, *fields), "wanted": wanted or by_rules.wanted}
    )


def question_messages(question: str, sections: Collection[str]) -> list[dict[str, str]]:
    """Return the chat that asks a model to read a question."""
    lines = [
        json.dumps({"sections": list(sections)}),
        json.dumps({"question": question}, ensure_ascii=False),
    ]
    return [
        {"role": "system", "content": prompt_of("ticket_questions").system},
        {"role": "user", "content": "\n".join(lines)},
    ]


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object in a model's answer; empty where there is none."""
    start, end = text.find("{"), text.rfind("}")
    try:
        found = json.loads(text[start : end + 1]) if 0 <= start < end else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _values(said: object, question: str) -> Iterator[AskedValue]:
    """Yield the first value of each searched section that stands in the question."""
    folded, seen = fold(question), set[str]()
    for entry in said if isinstance(said, list) else ():
        section, text = (entry.get("section"), entry.get("text")) if _is_object(entry) else ("", "")
        if section not in _SEARCHED or section in seen or not isinstance(text, str):
            continue
        places = folded.spans_of(text, (0, len(question)))
        if places:
            seen.add(section)
            words = question[places[0][0] : places[0][1]]
            yield AskedValue(section=section, value=words, reason=Reason.MODEL)


def _is_object(entry: object) -> bool:
    return isinstance(entry, dict)


def _wanted(said: object, sections: Collection[str]) -> Iterator[WantedSection]:
    names = [one for one in said if isinstance(one, str)] if isinstance(said, list) else []
    for name in dict.fromkeys(names):
        if name in sections:
            yield WantedSection(section=name, cue=Reason.MODEL.value)
