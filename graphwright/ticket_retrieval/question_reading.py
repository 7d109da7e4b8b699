"""A question's values and wanted sections by rules, without a language model.

A sentence that asks has a cue of the template near its begin ("how to reproduce", "what is the
status of"): it wants that section, and what follows the cue is what the ticket is about. Keys,
quotes and values of fields are taken out; the rest is the value of summary and description.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from graphwright.graph.ticket_graph import TicketGraph
from graphwright.ticket_retrieval.question import (
    LONGEST_QUESTION,
    AskedValue,
    Reason,
    TicketQuestion,
    WantedSection,
)
from graphwright.ticket_retrieval.question_vocabulary import Vocabulary, Word, words_of

SUMMARY, DESCRIPTION = "summary", "description"

_CUE_WITHIN = 9
"""A cue stands among so many words of its sentence; later ones belong to what is asked about."""

_BEFORE_COLON = 3
"""Words between a cue and the colon that ends the asking: "how to reproduce this issue: ..."."""

_BETWEEN_CUES = frozenset(["and", "or", "to", "the", "it", "be", "this"])

_SENTENCE = re.compile(r"[^.?!\n]*(?:[.!](?=\S)[^.?!\n]*)*[.?!\n]?")
_QUOTED = re.compile(r"\"([^\"\n]{2,})\"|“([^”\n]{2,})”|(?<!\w)'([^'\n]{2,})'(?!\w)")
_KEY = re.compile(r"(?<![\w-])(?:[\w.-]+:)?(?:[\w./-]*#\d+|[A-Za-z][A-Za-z0-9_]*-\d+)(?![\w-])")
_NUMBERED = re.compile(r"\b(?:ticket|issue|bug)\s+#?(\d+)\b", re.IGNORECASE)
_LIKE_A_KEY = re.compile(r"[A-Z][A-Z0-9_]+-\d+")

_ASKING = frozenset(
    [
        "how",
        "what",
        "why",
        "which",
        "who",
        "whose",
        "when",
        "where",
        "show",
        "list",
        "find",
        "give",
        "tell",
        "get",
        "print",
        "return",
    ]
)
_AUXILIARIES = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "can",
        "could",
        "will",
        "would",
        "should",
        "may",
    ]
)
_FUNCTION_WORDS = _AUXILIARIES | frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "there",
        "any",
        "some",
        "of",
        "for",
        "in",
        "on",
        "at",
        "to",
        "with",
        "about",
        "from",
        "by",
        "me",
        "us",
        "we",
        "i",
        "you",
        "my",
        "our",
        "your",
        "and",
        "or",
        "if",
        "where",
        "when",
        "which",
        "who",
        "please",
        "not",
        "need",
        "needed",
    ]
)
_TICKET_WORDS = frozenset(
    ["ticket", "tickets", "issue", "issues", "bug", "bugs", "problem", "problems", "error", "case"]
)


class AskedSection(Protocol):
    """What a question needs of a section of the template."""

    @property
    def name(self) -> str:
        """The section's name."""

    @property
    def cues(self) -> tuple[str, ...]:
        """Words of a question that want it."""

    @property
    def value(self) -> str:
        """What its value is: choice, text, code, person or time."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Cue:
    section: str
    kind: str
    words: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class _FoundCue:
    cue: _Cue
    first: int
    last: int


class RuleReader:
    """Reads questions by the cues of a template and the fields of the published tickets."""

    def __init__(self, graph: TicketGraph, sections: Sequence[AskedSection]) -> None:
        """Take the tickets, and the sections of their template."""
        self._graph = graph
        self._vocabulary = Vocabulary.of(graph.tickets)
        self._cues = [
            _Cue(one.name, str(one.value), tuple(word.folded for word in words_of(cue)))
            for one in sections
            for cue in one.cues
        ]
        self._field_cues = {
            one.name: frozenset(word.folded for cue in one.cues for word in words_of(cue))
            for one in sections
        }

    def __call__(self, text: str) -> TicketQuestion:
        """Return what a question asks; nothing of it is lost but words that only ask."""
        cut = text[:LONGEST_QUESTION]
        keys, absent, rest = self._without_keys(cut)
        quotes, rest = _without_quotes(rest)
        wanted, about = self._wanted(rest, named=bool(keys or absent))
        fields, about = self._without_fields(about)
        value = " ".join(about.split())
        rest_too = value if any(map(_tells, words_of(value))) else ""
        return TicketQuestion(
            text=cut,
            keys=keys,
            absent_keys=absent,
            values=(*_texts(quotes, rest_too), *fields),
            wanted=wanted,
            cut=len(text) > len(cut),
        )

    def _without_keys(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """Return keys of tickets, what only looks like one, and the text without both."""
        keys, absent, spans = dict[str, None](), dict[str, None](), []
        for found in (*_KEY.finditer(text), *_NUMBERED.finditer(text)):
            key = found.group(found.lastindex or 0)
            if self._graph.rows_of_key(key):
                keys[key] = None
            elif _LIKE_A_KEY.fullmatch(key):
                absent[key] = None
            else:
                continue
            spans.append(found.span())
        return tuple(keys), tuple(absent), _blanked(text, spans)

    def _wanted(self, text: str, *, named: bool) -> tuple[tuple[WantedSection, ...], str]:
        """Return the sections that sentences ask for, and the text without what only asks.

        Where tickets are ``named``, a sentence that begins with a cue asks too: "status of T-1".
        """
        wanted, about = dict[str, WantedSection](), []
        for sentence in _SENTENCE.findall(text):
            words = words_of(sentence)
            asks = _asks(words, sentence) or (named and self._cue_at(words, 0, ""))
            cues = self._cues_of(words) if asks else []
            for found in cues:
                said = " ".join(found.cue.words)
                wanted.setdefault(
                    found.cue.section, WantedSection(section=found.cue.section, cue=said)
                )
            about.append(_after(sentence, words, cues[-1].last) if cues else sentence)
        return tuple(wanted.values()), " ".join(about)

    def _cues_of(self, words: Sequence[Word]) -> list[_FoundCue]:
        """Return the first cue of a sentence, and those that follow with "and", "or" or "to"."""
        found: list[_FoundCue] = []
        place, asking = 0, words[0].folded if words else ""
        while place < len(words) and (found or place < _CUE_WITHIN):
            cue = self._cue_at(words, place, asking)
            if cue is not None:
                found.append(cue)
                place = cue.last
            elif found and words[place].folded not in _BETWEEN_CUES:
                break
            else:
                place += 1
        return found

    def _cue_at(self, words: Sequence[Word], place: int, asking: str) -> _FoundCue | None:
        """Return the longest cue that begins at a word; who and when choose among equal ones."""
        kind = {"when": "time", "who": "person"}.get(asking)
        here = [
            cue
            for cue in self._cues
            if cue.words == tuple(w.folded for w in words[place : place + len(cue.words)])
        ]
        best = max(here, key=lambda cue: (len(cue.words), cue.kind == kind), default=None)
        return None if best is None else _FoundCue(best, place, place + len(best.words))

    def _without_fields(self, text: str) -> tuple[list[AskedValue], str]:
        """Return values of fields, and the text without those that a cue of the field names.

        "iOS" alone also tells what the ticket is about, and stays.
        """
        words, fields, spans = words_of(text), [], []
        for found in self._vocabulary.find(words, self._field_cues):
            cues = self._field_cues.get(found.field, frozenset())
            fields.append(
                AskedValue(section=found.field, value=found.value, reason=Reason.VOCABULARY)
            )
            first, last = found.first, found.last
            before = first > 0 and words[first - 1].folded in cues
            after = last < len(words) and words[last].folded in cues
            if before or after:
                spans.append((words[first - before].start, words[last - 1 + after].end))
        return fields, _blanked(text, spans)


def _without_quotes(text: str) -> tuple[list[str], str]:
    found = list(_QUOTED.finditer(text))
    quotes = [next(filter(None, one.groups())).strip() for one in found]
    return [quote for quote in quotes if quote], _blanked(text, [one.span() for one in found])


def _texts(quotes: Sequence[str], rest: str) -> Iterator[AskedValue]:
    """Yield the values of summary and description: quotes are nearer to a summary than the rest."""
    quoted = " ".join(quotes)
    if quoted:
        yield AskedValue(section=SUMMARY, value=quoted, reason=Reason.QUOTE)
    elif rest:
        yield AskedValue(section=SUMMARY, value=rest, reason=Reason.REST)
    if rest or quoted:
        reason = Reason.REST if rest else Reason.QUOTE
        yield AskedValue(section=DESCRIPTION, value=rest or quoted, reason=reason)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text with blanks in place of spans, which may lie over one another."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _asks(words: Sequence[Word], sentence: str) -> bool:
    return bool(words) and (words[0].folded in _ASKING or sentence.rstrip().endswith("?"))


def _after(sentence: str, words: Sequence[Word], place: int) -> str:
    """Return what a sentence asks about: from the first word after its cues that tells something.

    After a colon near its cues all is kept as it stands.
    """
    colon = sentence.find(":", words[place - 1].end)
    between = [word for word in words[place:] if word.start < colon]
    if colon >= 0 and len(between) <= _BEFORE_COLON:
        return sentence[colon + 1 :].strip()
    while place < len(words) and not _tells(words[place]):
        place += 1
    if place == len(words):
        return ""
    return sentence[words[place].start :].rstrip("?! .\n")


def _tells(word: Word) -> bool:
    """Say whether a word tells anything of what a ticket is about."""
    return word.folded not in _FUNCTION_WORDS and word.folded not in _TICKET_WORDS
