"""What a question asks for: its words, the relation that it asks about, and the type of answer."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence, Set
from enum import StrEnum
from typing import TYPE_CHECKING

from graphwright.retrieval.question_focus import focus_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from graphwright.retrieval.seed_entities import Seed

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X"})
_EMPTY = frozenset({"be", "have", "do", "mean", "name", "call", "use", "thing", "way"})
"""Verbs and nouns that nearly every question may hold, whatever it asks."""


class AnswerType(StrEnum):
    """What kind of thing would answer a question."""

    PERSON = "person"
    TIME = "time"
    NUMBER = "number"
    PLACE = "place"

    def is_in(self, told: str) -> bool:
        """Return whether a fact in words holds such a thing."""
        return _SIGNS[self].search(told) is not None


_PERSON = re.compile(r"(?-i:\b[A-Z])|\b(user|team|administrator|developer|manager|owner)s?\b")
_TIME = re.compile(
    r"\b(1[89]\d\d|20\d\d|\d{1,2}:\d\d|(mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"second|minute|hour|day|week|month|quarter|year|daily|weekly|monthly|yearly|annually)s?\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|"
    r"hundred|thousand|million|billion|dozen|half|twice|once)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b(in|at|on|under|from|to|within|inside|near|into)\b", re.IGNORECASE)
_SIGNS = {
    AnswerType.PERSON: _PERSON,
    AnswerType.TIME: _TIME,
    AnswerType.NUMBER: _AMOUNT,
    AnswerType.PLACE: _PLACE,
}
_NUMBER = re.compile(r"\b(how (many|much|long|often|old|large|big|far|fast)|what number)\b", re.I)
_QUESTION_WORDS = {
    "who": AnswerType.PERSON,
    "whom": AnswerType.PERSON,
    "whose": AnswerType.PERSON,
    "when": AnswerType.TIME,
    "where": AnswerType.PLACE,
}
_HEADS = {
    "year": AnswerType.TIME,
    "date": AnswerType.TIME,
    "day": AnswerType.TIME,
    "month": AnswerType.TIME,
    "time": AnswerType.TIME,
    "number": AnswerType.NUMBER,
    "amount": AnswerType.NUMBER,
    "limit": AnswerType.NUMBER,
    "size": AnswerType.NUMBER,
    "person": AnswerType.PERSON,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks.

    ``words`` are the lemmas of its content words but those of the names that it holds, ``answer``
    is the type of thing that it asks for, null where it may be anything. ``focus`` are those of the
    words that say what is asked for, and not of what: "role" and "need" of "Which role do I need
    for the app that starts the jobs?".
    """

    words: Set[str]
    answer: AnswerType | None
    focus: Set[str] = frozenset()


def read_question(doc: Doc, seeds: Sequence[Seed]) -> Asked:
    """Return what a parsed question asks; ``seeds`` are the entities that it names."""
    named = {word.casefold() for seed in seeds for word in (seed.phrase or "").split()}
    words = {
        token.lemma_.casefold()
        for token in doc
        if token.pos_ in _CONTENT and not token.is_stop and token.text.casefold() not in named
    }
    return Asked(words - _EMPTY, _answer_type(doc), focus_of(doc) & (words - _EMPTY))


def _answer_type(doc: Doc) -> AnswerType | None:
    if _NUMBER.search(doc.text):
        return AnswerType.NUMBER
    for token in doc:
        word = token.lower_
        if word in _QUESTION_WORDS:
            return _QUESTION_WORDS[word]
        if word in {"what", "which"}:
            return _HEADS.get(_head_of(token))
    return None


def _head_of(token: Token) -> str:
    """Return the noun that "which" or "what" asks about, as its lemma."""
    return token.head.lemma_.casefold() if token.head.pos_ in {"NOUN", "PROPN"} else ""
