"""Whether a model's wording of a reply still says what the reply says, and nothing else.

The spans and templates go out as they are where any of these finds a fault. Numbers, names, links
and negations must be the same, steps in their order, and nobody may be said to have acted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from graphwright.dialogue.reply import Part
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS, NEGATIONS

_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>()\"']+[^\s<>()\"'.,;:!?]|[\w.+-]+@[\w-]+\.[\w.]+")
_NAME = re.compile(r"(?<![.!?:\n]\s)(?<!^)\b[A-Z][\w+-]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*")
_NEGATION = re.compile(r"n't\b|\b(?:" + "|".join(sorted(NEGATIONS)) + r")\b", re.IGNORECASE)
_ACTOR = re.compile(r"\b(?:I|[Ww]e|[Oo]ur team)\b(?:'\w+)?")
_LEAST_SHARE = 0.5
"""Share of a step's words by which it is found again."""


class Fault(StrEnum):
    """What a wording has lost or made up."""

    NUMBERS = "numbers"
    LINKS = "links"
    NAMES = "names"
    NEGATIONS = "negations"
    ORDER = "order"
    ACTS = "acts"


def faults(parts: Sequence[Part], worded: str) -> tuple[Fault, ...]:
    """Return what is wrong with a wording of some parts; nothing: it may be said."""
    said = "\n".join(part.text for part in parts)
    found = [fault for fault, differs in _CHECKS if differs(said, worded)]
    return (*found, Fault.ORDER) if _is_out_of_order(parts, worded) else tuple(found)


def _numbers(said: str, worded: str) -> bool:
    return set(_NUMBER.findall(said)) != set(_NUMBER.findall(worded))


def _links(said: str, worded: str) -> bool:
    return set(_LINK.findall(said)) != set(_LINK.findall(worded))


def _names(said: str, worded: str) -> bool:
    """Return whether a name is lost, or one is there that no word of what is said spells."""
    lost = {name for name in _NAME.findall(said) if name != "I"} - set(
        re.findall(r"[\w+-]+", worded)
    )
    known = {word.casefold() for word in re.findall(r"[\w+-]+", said)} | FUNCTION_WORDS
    made_up = {name for name in _NAME.findall(worded) if name.casefold() not in known}
    return bool(lost or made_up)


def _negations(said: str, worded: str) -> bool:
    return len(_NEGATION.findall(said)) != len(_NEGATION.findall(worded))


def _acts(said: str, worded: str) -> bool:
    """Return whether the agent speaks of itself more than what is said does: it does not act."""
    return bool(Counter(_ACTOR.findall(worded)) - Counter(_ACTOR.findall(said)))


_CHECKS: tuple[tuple[Fault, Callable[[str, str], bool]], ...] = (
    (Fault.NUMBERS, _numbers),
    (Fault.LINKS, _links),
    (Fault.NAMES, _names),
    (Fault.NEGATIONS, _negations),
    (Fault.ACTS, _acts),
)


def _is_out_of_order(parts: Sequence[Part], worded: str) -> bool:
    """Return whether a span is not found again, or stands before one that it came after."""
    places = [_place(part.text, worded) for part in parts if part.document_id is not None]
    found = [place for place in places if place is not None]
    return len(found) < len(places) or found != sorted(found)


def _place(text: str, worded: str) -> float | None:
    """Return the mean place of a span's words in a wording, None where too few are there."""
    words = terms(worded)
    own = [word for word in dict.fromkeys(terms(text)) if word not in FUNCTION_WORDS]
    held = [words.index(word) for word in own if word in words]
    if not own:
        return None if not text.strip() else 0.0
    return sum(held) / len(held) if held and len(held) >= _LEAST_SHARE * len(own) else None
