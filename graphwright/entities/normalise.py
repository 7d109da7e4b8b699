"""Names of entities: the key under which equal names meet, and the form that people read.

``normalise`` folds only what seldom tells two things apart: case, Unicode forms, hyphens and white
space, determiners, a plural of the last word, a legal form at the end. Versions, numbers and
acronyms stay. Names whose keys differ (acronyms, seed aliases) are merged elsewhere, with evidence.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from graphwright.entities.plurals import singular

_DETERMINERS = frozenset(
    {"a", "an", "the", "this", "that", "these", "those", "its", "their", "your", "our", "my", "his",
     "her"}
)  # fmt: skip
_LEGAL_FORMS = frozenset(
    {"inc", "incorporated", "corp", "corporation", "co", "llc", "ltd", "limited", "gmbh", "ag",
     "se", "kgaa", "mbh", "pty", "bv", "nv", "srl", "sarl", "oy", "s.a", "s.p.a",
     "b.v", "n.v", "s.r.l"}
)  # fmt: skip
"""Forms that mean something else in technical text (KG, AS, SPA, PLC) are left out."""

_QUOTES = "\"'`“”„‘’‚«»‹›"
_EDGES = _QUOTES + " ,;:.!?"
_QUOTED_START = re.compile(r"^['`‘‚‹]([^'`’‘›]+)['`’‘›](?= )")
_MARKS = re.compile('["“”„«»]')
_BRACKETS = ("()", "[]", "<>", "{}")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe63\uff0d]")
_JOINS = re.compile(r"(?<=[^\W_])[-_]+(?=[^\W_])")
_ACRONYM_PLURAL = re.compile(r"[A-Z][A-Z0-9]+s")
_MAX_ROUNDS = 50
_REMEMBERED = 1 << 14
"""Names whose result is kept, a few megabytes: three in four names of a corpus come again."""


@functools.lru_cache(_REMEMBERED)
def display_name(text: str) -> str:
    """Return a name for people: spaces, quotes and a determiner removed at its edges, case kept."""
    return " ".join(_without_determiners(_clean(text).split(" ")))


@functools.lru_cache(_REMEMBERED)
def normalise(name: str) -> str:
    """Return the key of a name: equal keys are one entity.

    Idempotent, and empty only for a name without any visible character. Lower case, except for a
    word in capitals whose last letter would be taken for a plural ("LDAPS").
    """
    key = _fold(name)
    for _ in range(_MAX_ROUNDS):
        again = _fold(key)
        if again == key:
            break
        key = again
    return key


@functools.lru_cache(_REMEMBERED)
def _clean(text: str) -> str:
    """Return a text in NFKC without outer quotes, brackets and stops, its spaces single.

    Both forms of a name start from it.
    """
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
        text = _DASHES.sub("-", text)
    text = " ".join(text.split())
    text = _MARKS.sub("", text).strip() or text
    stripped = text
    while True:
        shorter = _QUOTED_START.sub(r"\1", stripped).strip(_EDGES)
        if len(shorter) > 2 and _is_enclosed(shorter):
            shorter = shorter[1:-1]
        if shorter == stripped or not shorter:
            return stripped if any(sign.isalnum() for sign in stripped) else text
        stripped = shorter


def _is_enclosed(text: str) -> bool:
    """Return whether one pair of brackets is around all of a text: not "[Ctrl] + [Space]"."""
    pair = text[0] + text[-1]
    if pair not in _BRACKETS:
        return False
    depth = 0
    for sign in text[:-1]:
        depth += (sign == pair[0]) - (sign == pair[1])
        if depth == 0:
            return False
    return True


def _fold(name: str) -> str:
    """Fold a name once; ``normalise`` repeats it until nothing changes."""
    words = _JOINS.sub(" ", _clean(name)).split()
    if not words:
        return ""
    words = _without_legal_form(_without_determiners(words))
    return " ".join([*(word.casefold() for word in words[:-1]), _fold_last(words[-1])])


def _without_determiners(words: list[str]) -> list[str]:
    first = 0
    while first < len(words) - 1 and words[first].lower() in _DETERMINERS:
        first += 1
    return words[first:]


def _without_legal_form(words: list[str]) -> list[str]:
    last = len(words)
    while last > 1 and _is_legal_form(words[last - 1]):
        last -= 1
        if last > 1 and words[last - 1] == "&":
            last -= 1
    kept = words[:last]
    if last < len(words):
        kept[-1] = kept[-1].rstrip(",;") or kept[-1]
    return kept


def _is_legal_form(word: str) -> bool:
    return word.strip(".,").lower() in _LEGAL_FORMS


def _fold_last(word: str) -> str:
    if _ACRONYM_PLURAL.fullmatch(word):
        return word[:-1].casefold()
    folded = word.casefold()
    one = singular(folded)
    if one != folded and word.isupper():
        return word  # an acronym that ends in S, not a plural
    return one
