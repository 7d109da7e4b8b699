"""Names of menus as people write them, in the form by which two of them are compared."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Iterable

PLACEHOLDER_NAME = "…"
"""What stands in a path for a name that the reader chooses."""

_WORD = re.compile(r"[^\W_]+")
_ELLIPSIS = re.compile(r"^(?:\.{2,}|…|\*)$")
_CHOSEN = re.compile(
    r"^(?:pick|select|choose|your|any|the|a|an|some|each|name of|id of)\b", re.IGNORECASE
)
_GENERIC_END = re.compile(
    r"\s+(?:page|menu|tab|button|link|screen|section|panel|item|dialog|view)s?$", re.IGNORECASE
)
_PLURAL_FROM = 4


def name_key(name: str) -> str:
    """Return the key of a name: letters and digits alone, no case, each word in the singular.

    ``Custom Fields...`` and ``custom-field`` have the same one, ``Auth Tokens`` and ``AuthTokens``
    too; a name without letters and digits has the empty key.
    """
    plain = unicodedata.normalize("NFKC", name).replace("&", " and ").casefold()
    return "".join(_singular(word) for word in _WORD.findall(plain.replace("'", "")))


def bare_key(name: str) -> str:
    """Return the key of a name without the noun that only says what it is: ``Users page``."""
    return name_key(_GENERIC_END.sub("", name.strip()))


def is_placeholder(name: str) -> bool:
    """Return whether a name stands for one that the reader chooses: ``[select queue]``, ``...``."""
    bare = name.strip().strip("*_\"'“”‘’")
    if _ELLIPSIS.match(bare):
        return True
    if len(bare) > 1 and bare[0] + bare[-1] in ("<>", "[]", "{}"):
        return True
    inner = bare[1:-1].strip()
    return bare[:1] + bare[-1:] == "()" and (bool(_CHOSEN.match(inner)) or inner.islower())


def _singular(word: str) -> str:
    if len(word) < _PLURAL_FROM or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


@dataclasses.dataclass(frozen=True, slots=True)
class Vocabulary:
    """Keys of the names that applications show: ``tops`` of first menus, ``names`` of all."""

    tops: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tops: Iterable[str], names: Iterable[str]) -> Vocabulary:
        """Return the vocabulary of names as they are shown."""
        first = frozenset(map(name_key, tops)) - {""}
        return cls(first, first | (frozenset(map(name_key, names)) - {""}))


NO_VOCABULARY = Vocabulary()
