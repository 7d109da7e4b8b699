"""A problem as a noun phrase in normal form, by which problems are compared."""

from __future__ import annotations

import functools
import re

from graphwright.help.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PRONOUNS,
    QUESTION_WORDS,
)
from graphwright.tickets.normal_words import normal_words

_DEMONSTRATIVES = DETERMINERS - {"each", "every", "any"}
_UNNAMED = (
    AUXILIARIES
    | PRONOUNS
    | QUESTION_WORDS
    | _DEMONSTRATIVES
    | {"if", "while", "whether", "to", "with", "without", "cannot", "not", "so", "there", "unable"}
)
_DROPPED = frozenset(map(normal_words, _UNNAMED)) | {f"{word}nt" for word in AUXILIARIES}
_IRREGULAR = frozenset(("cant", "wont", "shant"))
_SHORTENED = re.compile(r"[’'](?:m|re|ve|ll|d|s)\b", re.IGNORECASE)


@functools.lru_cache(65_536)
def problem_phrase(title: str) -> str:
    """Return the words of a problem that name it: "How to change a reservation" and "If you can't
    change your reservation" are both "change reservation".

    Only function words go. Never empty for a title that is not.
    """
    words = normal_words(_SHORTENED.sub("", title)).split()
    kept = [word for word in words if word not in _DROPPED and word not in _IRREGULAR]
    return " ".join(kept or words) or " ".join(title.casefold().split())
