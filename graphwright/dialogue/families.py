"""Values of which there are too many for one question, parted by a word that some of them share.

"Gold Account" and "Gold Plus Account" are asked for as "Gold", and told apart by the next question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS

_WORDS = re.compile(r"\w(?:[\w.+-]*\w)?")


def families(labels: Mapping[str, str], most: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return at most ``most`` families, each a word as written and the values whose labels hold it.

    ``labels`` maps values to what they are called. The largest come first; none is larger than one
    question can part. A family of one is called as it is, but where others hold all that tells it:
    beside "Plus" it is "Silver" that is offered, for who has a "Silver Plus Account" may take
    either, and "Silver Account" would be wrong.
    """
    left, common = dict(labels), _common(labels)
    telling = _telling(labels, common)
    found: list[tuple[str, tuple[str, ...]]] = []
    while left and len(found) < most:
        shared = _shared(left, common, most)
        word, values = max(shared.items(), key=lambda one: (len(one[1]), one[0]))
        if len(values) == 1 and len(told := telling[values[0]]) == 1:
            word, values = told[0], tuple(one for one in labels if told[0] in telling[one])
        label = _as_written(word, left[values[0]]) if len(values) > 1 else left[values[0]]
        found.append((label, values))
        left = {value: called for value, called in left.items() if value not in values}
    return found


def _common(labels: Mapping[str, str]) -> frozenset[str]:
    """Return the words that more than half of the labels hold, which tell little."""
    often = Counter(word for label in labels.values() for word in set(terms(label)))
    return frozenset(word for word, count in often.items() if 2 * count > len(labels))


def _telling(labels: Mapping[str, str], common: frozenset[str]) -> dict[str, list[str]]:
    """Return the words of each label that tell it from others."""
    out = common | FUNCTION_WORDS
    return {
        value: [word for word in dict.fromkeys(terms(label)) if word not in out]
        for value, label in labels.items()
    }


def _shared(
    labels: Mapping[str, str], common: frozenset[str], most: int
) -> dict[str, tuple[str, ...]]:
    """Return the values of each word that no more of them share than one question can part."""
    found: dict[str, list[str]] = {}
    for value, words in _telling(labels, common).items():
        for word in words or [labels[value]]:
            found.setdefault(word, []).append(value)
    small = {word: tuple(values) for word, values in found.items() if len(values) <= most}
    return small or {word: tuple(values[:1]) for word, values in found.items()}


def _as_written(term: str, label: str) -> str:
    """Return the word of a label that a term is of."""
    return next((word for word in _WORDS.findall(label) if term in terms(word)), term)


def members(label: str, values: Sequence[str], labels: Mapping[str, str]) -> list[str]:
    """Return the values whose labels hold the word that a family is called by."""
    return [value for value in values if set(terms(label)) <= set(terms(labels[value]))]
