"""The normal form of headings, names of fields and names of links, in which they are compared."""

from __future__ import annotations

import functools
import re

_ARTICLES = frozenset(("a", "an", "the"))
_NO_PLURAL = ("ss", "us", "is")
_NUMBER = re.compile(r"^\s*(?:\d{1,3}[.)]|[IVXivx]{1,4}[.)]|[-*•#]+)\s+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


_REMEMBERED = 200
"""Characters of a text that is remembered, at most: names are shorter, and paragraphs come once."""


def normal_words(text: str) -> str:
    """Return the words of a text in lower case, without articles, signs, numbering and plural.

    What stands in brackets goes too: "Steps (always)" are steps. Empty where no word is left.
    """
    return _remembered(text) if len(text) <= _REMEMBERED else _normal_words(text)


def _normal_words(text: str) -> str:
    inner = _BRACKETS.sub(" ", _NUMBER.sub("", text)) or text
    words = re.findall(r"[^\W_]+", inner.replace("'", "").replace("’", ""))
    return " ".join(_singular(word) for word in words if word.lower() not in _ARTICLES)


_remembered = functools.lru_cache(maxsize=65_536)(_normal_words)


def _singular(word: str) -> str:
    """Return a word in lower case, without the ending of a plural: "macOS" has none."""
    small = word.lower()
    written = word[-1] == "s" or word.isupper()
    if written and len(small) > 3 and small.endswith("s") and not small.endswith(_NO_PLURAL):
        return small[:-1]
    return small
