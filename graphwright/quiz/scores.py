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
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
_ORDER, _WAY, _SHOWN, _NAMED = 0.5, 3.0, 2.0, 2.0
_ELSEWHERE, _WORDS_ALONE = 0.2, 0.5
_EARLIER = 0.02


def option_scores(
    question: str, options: Sequence[str], passages: Sequence[Passage]
) -> list[float]:
    """Return a score for each option; 0 throughout where the context says nothing of any."""
    weights = _rarity(passages)
    asked = _asked(question)
    at_way = _way_asked(question, passages)
    best = [0.0] * len(options)
    for place, passage in enumerate(passages):
        words = words_of(f"{passage.way} {passage.text}")
        meant = _selected(asked, passage, words, weights)
        if at_way:
            meant *= 1.0 if passage.way == at_way else _ELSEWHERE
        meant *= 1 - min(0.5, _EARLIER * place)
        keys = [name_key(word) for word in _WORD.findall(passage.text)]
        for at, option in enumerate(options):
            said = _said_of(option, passage, words, keys, weights)
            best[at] = max(best[at], meant * said)
    return best


def _asked(question: str) -> Sequence[tuple[frozenset[str], float, str]]:
    """Return what a question names, each with its weight and key: quoted names count most."""
    named = _QUOTED.findall(question)
    rest = words_of(_QUOTED.sub(" ", question))
    return [*((words_of(one), _NAMED, name_key(one)) for one in named), (rest, 1.0, "")]


def _way_asked(question: str, passages: Sequence[Passage]) -> str:
    """Return the longest menu path that the question names and a passage has; none is empty."""
    ways = {one.way for one in passages if JOINED in one.way and f"{one.way} " in f"{question} "}
    return max(ways, key=len, default="")


def _selected(
    asked: Sequence[tuple[frozenset[str], float, str]],
    passage: Passage,
    words: frozenset[str],
    weights: Mapping[str, float],
) -> float:
    """Return how far a passage is what the question speaks of, from 0.05 to 1.

    A quoted name that the page shows as it is counts whole, its words alone half.
    """
    total = score = 0.0
    for names, weight, key in asked:
        size = sum(weights.get(word, 1.0) for word in names)
        if not size:
            continue
        share = sum(weights.get(word, 1.0) for word in names & words) / size
        if key and passage.names:
            share = 1.0 if key in passage.names else _WORDS_ALONE * share
        total += weight
        score += weight * share
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
    elif name_key(option) in passage.names:
        score += _SHOWN
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
