"""From the text that a model answered to typed entries (triples, entities, sentences of a summary);
whether they are true to the passage is judged in ``verbatim_check``.
"""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any, Generic, TypeVar

import pydantic

from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.forms import Form

Item = TypeVar("Item")

_MOST_STARTS = 50
"""Opening braces that are tried: an answer with more of them in front holds no answer."""


@dataclasses.dataclass(frozen=True, slots=True)
class BadItem:
    """An entry of the answer's list that is not as asked; ``fields`` is what could be read."""

    index: int
    fields: dict[str, str]
    confidence: float | None
    detail: str


@dataclasses.dataclass(frozen=True, slots=True)
class ParsedAnswer(Generic[Item]):
    """The good entries of an answer with their positions, and those that are not as asked."""

    items: tuple[tuple[int, Item], ...]
    bad: tuple[BadItem, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Malformed:
    """An answer that cannot be used as a whole, and why."""

    detail: str


def parse_answer(text: str, form: Form[Item]) -> ParsedAnswer[Item] | Malformed:
    """Read an answer: a JSON object with the form's list, also inside prose or a code fence.

    One bad entry does not spoil the others; an answer whose every entry is bad is malformed.
    """
    found = _first_object(text, form.field)
    if found is None:
        return Malformed(f"no JSON object with {form.field!r} in the answer: {shorten(text)!r}")
    items = found[form.field]
    if not isinstance(items, list):
        return Malformed(f"{form.field!r} is {type(items).__name__}, a list was expected")
    parsed = _read_items(items, form)
    if items and not parsed.items:
        return Malformed(f"none of {len(items)} entries is as asked for: {parsed.bad[0].detail}")
    return parsed


def _first_object(text: str, field: str) -> dict[str, Any] | None:
    """Return the first JSON object that has the field; servers without structured output may
    write prose or a code fence around it.
    """
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_MOST_STARTS):
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            end = at + 1
        except RecursionError:
            return None  # nested past any sense, by accident or by malice
        else:
            if isinstance(value, dict) and field in value:
                return value
        at = text.find("{", end)
    return None


def _read_items(items: list[Any], form: Form[Item]) -> ParsedAnswer[Item]:
    good: list[tuple[int, Item]] = []
    bad: list[BadItem] = []
    for index, item in enumerate(items):
        try:
            good.append((index, form.read(item)))
        except pydantic.ValidationError as error:
            bad.append(_bad_item(index, item, error))
    return ParsedAnswer(tuple(good), tuple(bad))


def _bad_item(index: int, item: Any, error: pydantic.ValidationError) -> BadItem:
    problem = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    fields = item if isinstance(item, dict) else {}
    return BadItem(
        index=index,
        fields={k: shorten(v, 2000) for k, v in fields.items() if isinstance(v, str)},
        confidence=_number(fields.get("confidence")),
        detail=shorten(f"{place}: {problem['msg']}" if place else problem["msg"]),
    )


def _number(value: Any) -> float | None:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
