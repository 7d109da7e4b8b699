"""Names by their letters and by their words: what spelling and grammar say of two names.

``letters`` leaves out what writers do as they like (case, spaces, hyphens, underscores, camel
case). ``Wording`` is a name as noun phrase: "types of an event" is an event type, so the words
behind "of" come first, nouns are in the singular, and articles are left out. Whether two names are
one thing is decided in ``guards``.
"""

from __future__ import annotations

import dataclasses
import functools
import re

from graphwright.entities.plurals import singular
from graphwright.tables.entities import MentionForm

_ARTICLES = frozenset(("a", "an", "the", "your", "our"))
_POINTING = frozenset(
    ("this", "that", "these", "those", "its", "their", "his", "her", "my", "such")
)
_SEVERAL = frozenset(("and", "or", "&", "+"))
LINKS = frozenset(
    ("of", "for", "in", "to", "on", "by", "with", "at", "from", "as", "via", "per", "into", "under",
     "within", "between", "about", "over", "without", "after", "before", "during")
)  # fmt: skip
"""Words that join two nouns; only "of" says no more than that one belongs to the other."""

CLASS_WORDS = frozenset(
    ("annotation", "app", "application", "attribute", "button", "catalog", "class", "collection",
     "command", "component", "element", "event", "field", "file", "function", "header", "interface",
     "method", "module", "object", "option", "package", "page", "parameter", "plan", "port",
     "property", "role", "scenario", "section", "service", "system", "tab", "table", "template",
     "tile", "transaction", "value", "variable", "version", "view")
)  # fmt: skip
"""Nouns that say what a name is of, before it or behind it: "method GET", "GET method"."""

_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_LOOSE_JOIN = re.compile(r"(?<=\w)[-_](?=\s*\w)(?<!_)|\s+|(?<=[^\W_])_(?=\s*[^\W_])")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PLACEHOLDER = re.compile(r"<([\w.-]+)>")
_PIECES = re.compile(r"[\s_-]+")
_CODE = re.compile(
    r"[^\W_]_[^\W_]|[a-z\d][A-Z]|[^\W\d_]\d|\d[^\W\d_]|[^\W_][/.:][^\W_]|^[A-Z][A-Z\d]+$"
)
_ACRONYM_PLURAL = re.compile(r"[A-Z][A-Z\d]+s")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """A name of the triples: its key, the form that is written most often, and how it is used.

    ``kind`` is a ``MentionForm`` value, empty where no mention of it is written out.
    """

    key: str
    form: str
    mentions: int = 0
    kind: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Wording:
    """A name as a noun phrase.

    ``words`` stand with the head last; ``heads`` are the nouns before each "of". ``links`` are the
    other words that join nouns, ``pointing`` those that point at one thing of a text.
    """

    words: tuple[str, ...]
    heads: tuple[str, ...]
    links: tuple[str, ...]
    pointing: tuple[str, ...]
    several: bool


def letters(key: str) -> str:
    """Return the letters and digits of a key."""
    return _NOT_ALPHANUMERIC.sub("", key)


def spelling(key: str) -> str:
    """Return a key without spaces, without hyphens and underscores between two words, and without
    the signs that end a label.
    """
    plain = _PLACEHOLDER.sub(r"\1", key) if " " in key else key
    return _LOOSE_JOIN.sub("", plain.replace(" - ", " ")).rstrip("-_*|")


def numbers(name: str) -> tuple[str, ...]:
    """Return the numbers of a name in their order, "1.1" as one."""
    return tuple(_NUMBER.findall(name))


@functools.lru_cache(1 << 15)
def noun(word: str) -> str:
    """Return a word of a key in the singular, without its possessive ending."""
    return singular(_POSSESSIVE.sub("", word))


@functools.lru_cache(1 << 12)
def wording(key: str) -> Wording:
    """Return the words of a key as a noun phrase."""
    phrases: list[list[str]] = [[]]
    pointing, several = [], False
    found = key.split()
    for place, written in enumerate(found):
        word, is_last = written.rstrip(","), place == len(found) - 1
        several |= written in _SEVERAL or written.endswith(",")
        if word == "of":
            phrases.append([])
        elif is_last or (word not in _ARTICLES and word not in _POINTING):
            phrases[-1].append(noun(word))
        elif word in _POINTING:
            pointing.append(word)
    words = tuple(word for phrase in reversed(phrases) for word in phrase)
    return Wording(
        words=words,
        heads=tuple(phrase[-1] for phrase in phrases[:-1] if phrase),
        links=tuple(word for word in words if word in LINKS),
        pointing=tuple(pointing),
        several=several,
    )


def parts(form: str) -> tuple[str, ...]:
    """Return the words of a form in lower case, those of camel case and underscores apart."""
    split = _CAMEL.sub(" ", form)
    return tuple(word.casefold() for word in _PIECES.split(split) if word)


def code_words(form: str) -> tuple[str, ...]:
    """Return the words of a form that are written as no plain word is: ``NAME_1``, ``logoutPage``.

    They are folded to their letters; an acronym loses its plural.
    """
    return tuple(
        letters((word[:-1] if _ACRONYM_PLURAL.fullmatch(word) else word).casefold())
        for word in form.split()
        if _CODE.search(word) or _ACRONYM_PLURAL.fullmatch(word)
    )


def is_one_code_word(name: Name) -> bool:
    """Return whether the whole name is one word of code, a field or a constant."""
    if " " in name.form.strip():
        return False
    return name.kind == MentionForm.IDENTIFIER or bool(re.search(r"_|[a-z\d][A-Z]", name.form))


def written_words(name: Name) -> tuple[tuple[str, bool], ...]:
    """Return each word in lower case, and whether it has a capital or is code."""
    return tuple(
        (word.casefold(), word[0].isupper() or bool(_CODE.search(word)))
        for word in name.form.split()
    )


def turned_around(name: Name) -> tuple[tuple[str, bool], ...]:
    """Return the written words with a class word put behind what it names, or no words.

    It is one where a name follows it, all in capitals or code: "button Download", not "role user".
    """
    words = written_words(name)
    named = len(words) > 1 and all(is_name for _, is_name in words[1:])
    return (*words[1:], words[0]) if named and words[0][0] in CLASS_WORDS else ()
