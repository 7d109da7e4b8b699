"""Words of a page without what changes by itself: counts, times, dates, ids, addresses of people.

``Inbox (3)`` is ``Inbox`` in every capture, and ``Created 5 minutes ago`` is ``Created``. What
stays is what a user would call the thing.
"""

from __future__ import annotations

import functools
import re

LONGEST_NAME = 120
"""Characters of a name or text that a capture keeps."""
_LONGEST_LINE = 1000

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?\b)?\s*(?:\b(?:utc|gmt|z)\b)?"
_UNIT = (
    r"(?:s|m|h|d|ms|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|months?|years?"
    r"|quarters?)"
)
_IN_BRACKETS = r"[(\[]\s*(?:\d[\d.,\s]*|\d+\s*(?:/|of)\s*\d+)\+?\s*[)\]]"
_PEOPLE = (r"\b[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}\b",)
_PASSING = (
    r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b",
    r"\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?",
    r"\b\d{8}T\d{4}(?:\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?\b",
    r"\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b",
    rf"\b(?:{_DAY},?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\.?\s+)?{_MONTH}\.?\s+"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?|\d{{4}}\b)"
    rf"(?:,?\s*(?:at\s+)?{_CLOCK}(?:\s+\d{{4}}\b)?)?",
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s+{_MONTH}\b\.?",
    rf"\b{_CLOCK}",
    rf"\b(?:(?:about|over|almost|less than)\s+)?(?:\d+|an?)\s*{_UNIT}\s+ago\b",
    rf"\bin\s+\d+\s*{_UNIT}\b",
    r"\bjust now\b",
)
"""Times, dates and ids of runs: what changes by itself as time passes."""
_AMOUNTS = (
    rf"\b\d+(?:[.,]\d+)?\s*{_UNIT}\b",
    rf"(?<!\S){_IN_BRACKETS}|{_IN_BRACKETS}(?=\s|$)",
)
_HASH = r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b"
_MEASURED = r"\b\d+[.,]\d+\s*(?:s|ms|secs?|seconds?)\b|\b\d+[.,]\d{4,}\b"
"""How long a server took; three digits alone behind a sign are thousands."""


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.IGNORECASE) for one in patterns)


_VOLATILE = _compiled(*_PEOPLE, *_PASSING, *_AMOUNTS, _HASH)
_OF_ONE_MOMENT = _compiled(*_PASSING, _HASH, _MEASURED)
_COUNTED = r"(?:step|level|part|phase|stage|line|option|priority|tier|top|version|section|chapter)"
_OF_SO_MANY = re.compile(rf"(\b{_COUNTED}\s+\d{{1,2}})\s*(?:of|/)\s*\d+", re.IGNORECASE)
_KEPT_NUMBER = re.compile(rf"\b{_COUNTED}\s+\d{{1,2}}\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.-])(?<!\w\()#?[-+]?\d[\d.,]*(?:\s*(?:/|of|to|-)\s*\d[\d.,]*)*\s*[%+]?(?![\w-])"
)
_DATE_WORDS = re.compile(
    rf"^(?=.*[a-z])(?:{_MONTH}|{_DAY}|\W|\d|\b(?:st|nd|rd|th|to)\b)+$", re.IGNORECASE
)
_WEEKDAY_PHRASE = re.compile(
    rf"^(?P<kept>.*?\b(?:for|in|of|to|on|week of|previous|next|show|go to)\b:?)\s+{_MONTH}\b\.?$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?P<kept>(?:logged in as|signed in as|welcome(?: back)?,|hello,?|hi,?|you are|user:)) .+$",
    re.IGNORECASE,
)
_EDGES = " \t\n,;:·•|–—"
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_DURATION = re.compile(rf"^\d+\s*{_UNIT}$", re.IGNORECASE)
_ICON_LIGATURE = re.compile(r"^[a-z]+(?:_[a-z0-9]+)+$")


@functools.lru_cache(maxsize=50_000)
def stable_text(text: str) -> str:
    """Return a text without counts, times, dates, ids and names of users; may be empty.

    It is stable: what it returns is returned as it is.
    """
    found = " ".join(_INVISIBLE.sub("", text).split())[: 4 * LONGEST_NAME]
    for _ in range(4):
        shorter = _once(found)
        if shorter == found:
            break
        found = shorter
    return found


def timeless(text: str) -> str:
    """Return a text without times, dates, ids and measured times; all else stays, numbers too.

    One of more than ``_LONGEST_LINE`` characters stays whole.
    """
    return text if len(text) > _LONGEST_LINE else _timeless(text)


@functools.lru_cache(maxsize=50_000)
def _timeless(text: str) -> str:
    for pattern in _OF_ONE_MOMENT:
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def _once(text: str) -> str:
    if _DATE_WORDS.match(text):
        return "".join(one for one in text if one in "‹›«»<>←→◀▶")
    for pattern in _VOLATILE:
        text = pattern.sub(" ", text)
    text = _without_numbers(_OF_SO_MANY.sub(r"\1", text))
    for phrase in (_GREETING, _WEEKDAY_PHRASE):
        match = phrase.match(text)
        if match:
            text = match["kept"]
    text = re.sub(r"[(\[<]\s*[)\]>]", " ", text)
    return " ".join(text.split()).strip(_EDGES)[:LONGEST_NAME].strip(_EDGES)


def _without_numbers(text: str) -> str:
    kept = [match.span() for match in _KEPT_NUMBER.finditer(text)]
    return _NUMBER.sub(
        lambda match: (
            match[0] if any(a <= match.start() and match.end() <= b for a, b in kept) else " "
        ),
        text,
    )


def words_of_identifier(name: str) -> str:
    """Return the words of an icon's or attribute's name: ``fa-trash-o`` gives ``trash``."""
    bare = re.split(r"[#/]", name)[-1]
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", bare)
    words = [one for one in re.split(r"[-_.:\s]+", parts) if one]
    kept = [one for one in words if one.casefold() not in _OF_ICON_SETS and not one.isdigit()]
    return stable_text(" ".join(kept)).casefold()


_ICON_SETS = """fa fas far fal fab icon icons ico svg glyphicon bi mdi ti ri la las material symbols
outlined btn button o alt solid regular light sm md lg xs xl bp bp3 bp4 bp5 feather lucide tabler
img png gif"""
_OF_ICON_SETS = frozenset(_ICON_SETS.split())


def is_duration(text: str) -> bool:
    """Return whether a text is a length of time alone: on a button it is a choice, no clock."""
    return bool(_DURATION.match(text.strip()))


def is_icon_name(text: str) -> bool:
    """Return whether a text is a ligature of an icon font (``more_horiz``), not a word."""
    return bool(_ICON_LIGATURE.match(text))
