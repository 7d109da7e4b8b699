"""Closed classes of English words by which titles, conditions and resolutions are read."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = frozenset(("a", "an", "the"))
POSSESSIVES = frozenset(("my", "your", "our", "their", "his", "her", "its"))
DETERMINERS = ARTICLES | POSSESSIVES | {"this", "that", "these", "those", "each", "every", "any"}
PREPOSITIONS = _words(
    "about after at before between by for from in into of on through to under using via vs with"
    " within without"
)
CONJUNCTIONS = frozenset(("and", "or", "but", "nor", "than", "as"))
PRONOUNS = frozenset(("i", "you", "we", "it", "they", "me", "us", "them", "he", "she"))
QUESTION_WORDS = frozenset(("how", "what", "when", "where", "which", "who", "whom", "whose", "why"))
AUXILIARIES = _words(
    "am are be been being can could did do does had has have is may might must shall should was"
    " were will would"
)
NEGATIONS = frozenset(("cannot", "never", "no", "none", "not", "without"))
SUBORDINATORS = frozenset(("if", "when", "unless", "while", "whether", "because", "until", "since"))

FUNCTION_WORDS = (
    DETERMINERS
    | PREPOSITIONS
    | CONJUNCTIONS
    | PRONOUNS
    | QUESTION_WORDS
    | AUXILIARIES
    | NEGATIONS
    | SUBORDINATORS
)
"""Words that name nothing."""
