"""The terms of a question and of names in an interface: words that name something, made alike.

Function words are left out, plurals cut, and words by which people and applications call the same
thing (``words.yaml``) become one.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS
from graphwright.yaml_file import parse_yaml

WORDS = Path(__file__).with_name("words.yaml")
_REMEDY = "It is a file of the package: install Graphwright again."
_ASKING = frozenset(
    ("please", "want", "need", "like", "way", "get", "go", "able", "possible", "help", "tell")
)
"""Words that ask and name nothing."""


def naming_terms(text: str) -> tuple[str, ...]:
    """Return the distinct terms of a text that name something, in order, made alike."""
    same = _same()
    found = (one for one in terms(text) if one not in FUNCTION_WORDS and one not in _ASKING)
    return tuple(dict.fromkeys(same.get(one, one) for one in map(_stem, found)))


def all_terms(texts: Iterable[str]) -> frozenset[str]:
    """Return the terms of several texts."""
    return frozenset(term for text in texts for term in naming_terms(text))


def _stem(term: str) -> str:
    """Return a verb without ``-ing`` and ``-ed``: ``creating`` is ``create`` in ``_same``."""
    for ending in ("ing", "ed"):
        if term.endswith(ending) and len(term) - len(ending) >= 3:
            stem = term.removesuffix(ending)
            doubled = len(stem) > 4 and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return stem[:-1] if doubled else stem.removesuffix("e")
    return term.removesuffix("e") if len(term) > 4 else term


@functools.cache
def _same() -> Mapping[str, str]:
    """Return the first word of each line for all its words, as terms."""
    rows = parse_yaml(WORDS.read_text(encoding="utf-8"), WORDS, remedy=_REMEDY)
    made = [[_stem(term) for word in row for term in terms(word)[:1]] for row in rows]
    return {word: row[0] for row in made for word in row}
