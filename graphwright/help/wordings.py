"""A problem as a user would say it: as a question, a complaint, a request, by form alone.

What a title is, is told from its closed words and from the page: a word that the page uses after
"to", or before a determiner at the start of a line, is a verb there.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from graphwright.help.function_words import (
    AUXILIARIES,
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    PRONOUNS,
    QUESTION_WORDS,
)
from graphwright.tables import IntentKind


@dataclasses.dataclass(frozen=True, slots=True)
class Wording:
    """What a user says, what kind of utterance that is, and the rule that worded it."""

    text: str
    kind: IntentKind
    rule: str


_ANCHOR = re.compile(r"\s*\{#[^}]*\}")
_NUMBER = re.compile(r"^(?:step\s+)?\d+(?:\.\d+)*[.):]\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


def as_title(problem: str) -> str:
    """Return a problem without the marks and numbers that order it on its page."""
    words = " ".join(_ANCHOR.sub("", problem).split())
    return _NUMBER.sub("", words).rstrip(" .:") or words


_PERSONS = {
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself", "you're": "I'm",
    "you've": "I've", "you'll": "I'll", "you'd": "I'd",
}  # fmt: skip
_SECOND = re.compile(r"\b(?:(\w+)\s+)?(you(?:r|rs|rself|['’](?:re|ve|ll|d))?)\b", re.IGNORECASE)


def in_first_person(text: str) -> str:
    """Return what is said to a reader as the reader says it: "your board" is "my board"."""

    def swapped(match: re.Match[str]) -> str:
        before, word = match[1], match[2].lower().replace("’", "'")
        after_preposition = word == "you" and before and before.lower() in PREPOSITIONS
        said = "me" if after_preposition else _PERSONS[word]
        return f"{before} {said}" if before else said

    text = _SECOND.sub(swapped, text)
    text = re.sub(r"\b(I\s+)are\b", r"\1am", text)
    return re.sub(r"\b([Aa])re(\s+I)\b", r"\1m\2", text)


_TO_VERB = re.compile(r"\bto\s+([a-z]+)\b")
_LINE_VERB = re.compile(
    rf"^\W*(?:\d+[.)]\s+)?([A-Za-z]+)\s+(?:{'|'.join(sorted(DETERMINERS))})\b",
    re.MULTILINE | re.IGNORECASE,
)


def verbs_of(text: str) -> frozenset[str]:
    """Return the words that a page uses as verbs: "to" before them, or an imperative's object."""
    found = [*_TO_VERB.findall(text), *_LINE_VERB.findall(text)]
    return frozenset(word.lower() for word in found) - FUNCTION_WORDS


_HOW = re.compile(r"^how (?:to|do i|do you|can i|can you)\s+(.+)$", re.IGNORECASE)
_CLAUSE = re.compile(r"^(?:if|when|in case)\s+([^,]+)", re.IGNORECASE)
_CANNOT = re.compile(
    r"^(?:i|you) (?:can(?:not|['’]?t| not)|(?:am|are) (?:unable|not able) to)\s+(.+)$",
    re.IGNORECASE,
)
_WISH = re.compile(r"^(?:i|you) (?:want|need|wish|would like|[’']d like) to\s+(.+)$", re.IGNORECASE)
_NEGATION = re.compile(
    r"(?<=\w )(?:cannot|(?:is|are|was|were|do|does|did|has|have|can|could|will|wo|ca|would)"
    r"(?:n[’']?t| not))\b",
    re.IGNORECASE,
)
_ERROR = re.compile(r"^(?:[\w ]+ )?error(?:\s*[:–—]\s*|\s+-\s+|\s+(?=[\"“`]))", re.IGNORECASE)
_ABOUT = re.compile(r"^about\s+(.+)$", re.IGNORECASE)


def wordings(problem: str, verbs: frozenset[str]) -> Iterator[Wording]:
    """Yield how users may bring a problem, its title first; ``verbs`` are those of its page."""
    title = as_title(problem)
    yield Wording(title, IntentKind.TITLE, "title")
    words = [word.lower() for word in _WORD.findall(title)]
    if not words:
        return
    if how := _HOW.match(title):
        yield from _of_act(how[1].rstrip("?"), "how_to")
    elif title.endswith("?") or _opens_question(words):
        yield Wording(f"{in_first_person(title).rstrip('?')}?", IntentKind.QUESTION, "question")
    elif clause := _CLAUSE.match(title):
        yield from _of_clause(clause[1])
    elif _ERROR.match(title):
        yield from _of_error(title)
    elif _is_act(title, words, verbs):
        yield from _of_act(title, "imperative")
    elif _NEGATION.search(title):
        yield from _of_clause(title)
    else:
        yield from _of_name(title, words)


def _opens_question(words: list[str]) -> bool:
    """Tell a question without its mark: "What is a pre-order", "Can I ..."."""
    if words[0] in QUESTION_WORDS:
        return len(words) > 1
    follows = PRONOUNS | DETERMINERS
    return words[0] in AUXILIARIES and len(words) > 1 and words[1] in follows


def _is_act(title: str, words: list[str], verbs: frozenset[str]) -> bool:
    """Tell an imperative: its first word governs a determiner, or the page has it as a verb."""
    first = words[0]
    if first in FUNCTION_WORDS or first.endswith("ing") or len(words) == 1:
        return False
    if not re.match(rf"{re.escape(first)}[\s,]", title, re.IGNORECASE):
        return False
    return words[1] in DETERMINERS or first in verbs


def _of_act(act: str, rule: str) -> Iterator[Wording]:
    said = in_first_person(_lower_first(act.strip()))
    yield Wording(f"How do I {said}?", IntentKind.QUESTION, rule)
    yield Wording(f"I can't {said}", IntentKind.COMPLAINT, rule)
    yield Wording(f"I want to {said}", IntentKind.REQUEST, rule)


def _of_clause(clause: str) -> Iterator[Wording]:
    if wish := _WISH.match(clause):
        yield from _of_act(wish[1], "wish")
        return
    said = in_first_person(clause.strip())
    yield Wording(said[:1].upper() + said[1:], IntentKind.COMPLAINT, "clause")
    if cannot := _CANNOT.match(clause):
        act = in_first_person(_lower_first(cannot[1]))
        yield Wording(f"How do I {act}?", IntentKind.QUESTION, "clause")


def _of_error(title: str) -> Iterator[Wording]:
    said = _ERROR.sub("", title).strip("\"'“”‘’` ")
    if said and _WORD.search(said):
        yield Wording(said, IntentKind.ERROR, "error_title")
        yield Wording(f"I get the error: {said}", IntentKind.COMPLAINT, "error_title")


def _of_name(title: str, words: list[str]) -> Iterator[Wording]:
    """Yield what is asked of a title that is no sentence: of a bare noun phrase nothing is."""
    if about := _ABOUT.match(title):
        said = in_first_person(_lower_first(about[1]))
        yield Wording(f"I want to know about {said}", IntentKind.REQUEST, "about")
    elif words[0].endswith("ing") and len(words) > 1:
        said = in_first_person(_lower_first(title))
        yield Wording(f"I need help {said}", IntentKind.REQUEST, "gerund")


def _lower_first(text: str) -> str:
    """Return a phrase as it stands inside a sentence; names and acronyms keep their letters."""
    first = text.split(maxsplit=1)[0] if text else ""
    return text[:1].lower() + text[1:] if first[1:].islower() or first in ("A", "I") else text
