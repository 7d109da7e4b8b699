"""The mentions that each pronoun of a window may stand for, before they are ranked.

After ``RulesAnalyzer.initialize`` of coreferee 1.5.0 (MIT licence).
"""

from __future__ import annotations

import bisect
import dataclasses

from graphwright.language.coreference_engine.grammar import Grammar
from graphwright.language.coreference_engine.pairs import UNLIKELY, Pairs

SENTENCES_BACK = 5
"""Sentences before a pronoun's own that its candidates come from."""


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A mention that a pronoun may stand for: its first word, or the coordination it heads."""

    root: int
    whole: bool
    uncertain: bool


def candidates_of(grammar: Grammar, pairs: Pairs) -> dict[int, list[Candidate]]:
    """Return the candidates of each pronoun that has one, by its index, in order of the text."""
    possible = [i for i in range(grammar.words.count) if grammar.noun[i] or grammar.anaphor[i]]
    found = {}
    for anaphor in possible:
        if grammar.anaphor[anaphor]:
            candidates = [
                *_before(anaphor, possible, grammar, pairs),
                *_after(anaphor, possible, grammar, pairs),
            ]
            if candidates:
                found[anaphor] = candidates
    return found


def _before(anaphor: int, possible: list[int], grammar: Grammar, pairs: Pairs) -> list[Candidate]:
    words = grammar.words
    first = words.sentence_starts[max(0, words.sentence[anaphor] - SENTENCES_BACK)]
    roots = possible[bisect.bisect_left(possible, first) : bisect.bisect_left(possible, anaphor)]
    return [c for root in roots for c in _mentions(root, anaphor, grammar, pairs)]


def _after(anaphor: int, possible: list[int], grammar: Grammar, pairs: Pairs) -> list[Candidate]:
    if not pairs.may_be_cataphoric(anaphor):
        return []
    _, end = grammar.words.span_of_sentence(grammar.words.sentence[anaphor])
    roots = possible[bisect.bisect_right(possible, anaphor) : bisect.bisect_left(possible, end)]
    return [
        candidate
        for root in roots
        if pairs.cataphoric(root, anaphor)
        for candidate in _mentions(root, anaphor, grammar, pairs)
    ]


def _mentions(root: int, anaphor: int, grammar: Grammar, pairs: Pairs) -> list[Candidate]:
    found = []
    for whole in (False, True) if grammar.siblings[root] else (False,):
        answer = pairs.refers(root, whole, anaphor)
        if answer:
            found.append(Candidate(root, whole, answer == UNLIKELY))
    return found
