"""Answers without an LLM: options by what the context says of them.

The question selects among the passages, an option is judged by the passages that the question
selects: the share of its rare words that a passage holds, more where they stand there in the same
order, and for a menu path whether it is the way to the page of the passage.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from graphwright.applications.menu_names import name_key
from graphwright.quiz.context import Passage
from graphwright.quiz.draft import JOINED, words_of

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]|\bat ((?:[^>?,]+ > )+[^>?,]+)")
_ORDER, _WAY, _NAMED = 0.5, 1.5, 2.0
_EARLIER = 0.05


def option_scores(
    question: str, options: Sequence[str], passages: Sequence[Passage]
) -> list[float]:
    """Return a score for each option; 0 throughout where the context says nothing of any."""
    weights = _rarity(passages)
    asked = _asked(question)
    best = [0.0] * len(options)
    for place, passage in enumerate(passages):
        words = words_of(f"{passage.way} {passage.text}")
        meant = _selected(asked, words, weights, f"{passage.way}\n{passage.text}")
        meant *= 1 - min(0.5, _EARLIER * place)
        keys = [name_key(word) for word in _WORD.findall(passage.text)]
        for at, option in enumerate(options):
            said = _said_of(option, passage, words, keys, weights)
            best[at] = max(best[at], meant * said)
    return best


def _asked(question: str) -> Sequence[tuple[frozenset[str], float]]:
    """Return what a question names, each with its weight: quoted names count most."""
    named = [one or other for one, other in _QUOTED.findall(question)]
    rest = words_of(_QUOTED.sub(" ", question))
    return [*((words_of(one), _NAMED) for one in named), (rest, 1.0)]


def _selected(
    asked: Sequence[tuple[frozenset[str], float]],
    words: frozenset[str],
    weights: Mapping[str, float],
    text: str,
) -> float:
    """Return how far a passage is what the question speaks of, from 0.05 to 1."""
    del text
    total = score = 0.0
    for names, weight in asked:
        size = sum(weights.get(word, 1.0) for word in names)
        if size:
            total += weight
            score += weight * sum(weights.get(word, 1.0) for word in names & words) / size
    return 0.05 + 0.95 * (score / total if total else 0.0)


def _said_of(
    option: str,
    passage: Passage,
    words: frozenset[str],
    keys: Sequence[str],
    weights: Mapping[str, float],
) -> float:
    """Return how far a passage says an option: words, their order, and the way to its page."""
    own = [name_key(word) for word in _WORD.findall(option)]
    own = [word for word in own if word in words_of(option)]
    if not own:
        return 0.0
    size = sum(weights.get(word, 1.0) for word in own)
    covered = sum(weights.get(word, 1.0) for word in own if word in words) / size
    score = covered + _ORDER * _in_order(own, keys)
    if JOINED in option and passage.way:
        score += _WAY * _way_likeness(option, passage.way)
    return score


def _in_order(own: Sequence[str], keys: Sequence[str]) -> float:
    """Return the longest stretch of an option's words that stands in a passage, as a share."""
    places: dict[str, list[int]] = {}
    for at, key in enumerate(keys):
        places.setdefault(key, []).append(at)
    longest = 0
    for first in range(len(own)):
        for at in places.get(own[first], ()):
            length = 1
            while (
                first + length < len(own)
                and at + length < len(keys)
                and own[first + length] == keys[at + length]
            ):
                length += 1
            longest = max(longest, length)
    return longest / len(own)


def _way_likeness(option: str, way: str) -> float:
    """Return 1 for the same path, less for each name in which two paths differ, never below 0."""
    one, two = ([name_key(name) for name in path.split(JOINED)] for path in (option, way))
    same = sum(a == b for a, b in zip(one, two, strict=False))
    return 1.0 if one == two else 0.5 * same / max(len(one), len(two))


def _rarity(passages: Sequence[Passage]) -> Mapping[str, float]:
    """Return how rare each word is among the passages: its weight, 1 for what stands in none."""
    counts: Counter[str] = Counter()
    for passage in passages:
        counts.update(words_of(f"{passage.way} {passage.text}"))
    total = len(passages)
    return {word: math.log((total + 1) / (count + 0.5)) + 0.2 for word, count in counts.items()}
