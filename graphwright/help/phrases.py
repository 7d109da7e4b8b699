"""A problem as a noun phrase in normal form, by which problems are compared."""

from __future__ import annotations

import functools
import re

from graphwright.tickets.normal_words import normal_words

_FUNCTION_WORDS = frozenset((
    "am", "are", "be", "been", "being", "can", "cannot", "cant", "could", "couldnt", "did",
    "didnt", "do", "doe", "does", "doesnt", "dont", "had", "has", "have", "how", "i", "if", "im",
    "is", "isnt", "it", "may", "me", "might", "must", "my", "not", "our", "shall", "should", "so",
    "that", "their", "them", "there", "these", "they", "this", "those", "to", "unable", "us", "was",
    "we", "were", "what", "when", "where", "whether", "which", "while", "who", "why", "will",
    "with", "without", "wont", "would", "you", "your", "youre", "youve",
))  # fmt: skip


@functools.lru_cache(65_536)
def problem_phrase(title: str) -> str:
    """Return the words of a problem that name it: "How to change a reservation" and "If you can't
    change your reservation" are both "change reservation".

    Only function words go. Never empty for a title that is not.
    """
    words = normal_words(re.sub(r"[’']", "", title)).split()
    kept = [word for word in words if word not in _FUNCTION_WORDS]
    return " ".join(kept or words) or " ".join(title.casefold().split())
