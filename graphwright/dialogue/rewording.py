"""Whether a model's wording of a reply still says what the reply says, and nothing else.

The spans and templates go out as they are where any of these finds a fault. Numbers, names, links
and negations must be the same, steps in their order, each sentence must be made of words that are
said, and nobody may be said to have acted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from graphwright.dialogue.reply import Part
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS, NEGATIONS

_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>()\"']+[^\s<>()\"'.,;:!?]|[\w.+-]+@[\w-]+\.[\w.]+")
_NAME = re.compile(r"(?<![.!?:\n]\s)(?<!^)\b[A-Z][\w+-]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*")
_NEGATION = re.compile(r"n't\b|\b(?:" + "|".join(sorted(NEGATIONS)) + r")\b", re.IGNORECASE)
_ACTOR = re.compile(r"\b(?:i|we|our team)\b(?:'\w+)?")
_FINISHED = re.compile(r"\b(?:ha(?:s|ve|d)\s+(?:\w+\s+)?been|was|were|done)\b", re.IGNORECASE)
"""Says of something that it happened: "Your order has been refunded"."""
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n+")
_POLITE = frozenset(("please", "sure", "sorry", "thanks", "thank", "first", "next", "finally"))
_KNOWN_SHARE = 0.7
"""Share of a sentence's words that neighbouring pieces of what is said have, at least."""
_JOINED = 3
"""Neighbouring pieces that a sentence may put into one, at most."""
_LEAST_SHARE = 0.6
"""Share of a span's words that one sentence has, at least."""


class Fault(StrEnum):
    """What a wording has lost or made up."""

    NUMBERS = "numbers"
    LINKS = "links"
    NAMES = "names"
    NEGATIONS = "negations"
    ORDER = "order"
    ACTS = "acts"
    MADE_UP = "made_up"


def faults(parts: Sequence[Part], worded: str) -> tuple[Fault, ...]:
    """Return what is wrong with a wording of some parts; nothing: it may be said."""
    said = "\n".join(part.text for part in parts)
    found = [fault for fault, differs in _CHECKS if differs(said, worded)]
    return (*found, Fault.ORDER) if _is_out_of_order(parts, worded) else tuple(found)


def _numbers(said: str, worded: str) -> bool:
    return set(_NUMBER.findall(said)) != set(_NUMBER.findall(worded))


def _links(said: str, worded: str) -> bool:
    return set(_LINK.findall(said)) != set(_LINK.findall(worded))


def _names(said: str, worded: str) -> bool:
    """Return whether a name is lost, or one is there that no word of what is said spells."""
    lost = {name for name in _NAME.findall(said) if name != "I"} - set(
        re.findall(r"[\w+-]+", worded)
    )
    words = {word.casefold() for word in re.findall(r"[\w+-]+", said)}
    known = words | FUNCTION_WORDS | _POLITE
    made_up = {name for name in _NAME.findall(worded) if name.casefold() not in known}
    return bool(lost or made_up)


def _negations(said: str, worded: str) -> bool:
    return len(_NEGATION.findall(said)) != len(_NEGATION.findall(worded))


def _acts(said: str, worded: str) -> bool:
    """Return whether more is said to have happened, or of the agent itself: it does not act."""
    return any(
        Counter(pattern.findall(worded.casefold())) - Counter(pattern.findall(said.casefold()))
        for pattern in (_ACTOR, _FINISHED)
    )


def _made_up(said: str, worded: str) -> bool:
    """Return whether a sentence has words of its own: a step that nobody named is no wording.

    Words from here and there make another sentence, so a few neighbouring pieces must have them.
    """
    pieces = [set(terms(one)) for one in _SENTENCE_END.split(said)]
    near = [set().union(*pieces[at : at + _JOINED]) for at in range(len(pieces))]
    for sentence in _SENTENCE_END.split(worded):
        own = [w for w in terms(sentence) if w not in FUNCTION_WORDS | _POLITE]
        known = max(sum(word in words for word in own) for words in near)
        if own and known < _KNOWN_SHARE * len(own):
            return True
    return False


_CHECKS: tuple[tuple[Fault, Callable[[str, str], bool]], ...] = (
    (Fault.NUMBERS, _numbers),
    (Fault.LINKS, _links),
    (Fault.NAMES, _names),
    (Fault.NEGATIONS, _negations),
    (Fault.ACTS, _acts),
    (Fault.MADE_UP, _made_up),
)


def _is_out_of_order(parts: Sequence[Part], worded: str) -> bool:
    """Return whether a span is not found again, or only before one that it came after."""
    sentences = [set(terms(one)) for one in _SENTENCE_END.split(worded)]
    last = 0
    for text in dict.fromkeys(part.text for part in parts if part.document_id is not None):
        own = set(terms(text)) - FUNCTION_WORDS
        if not own:
            continue
        shares = [len(own & words) / len(own) for words in sentences]
        best = max(shares)
        after = [at for at, share in enumerate(shares) if share == best and at >= last]
        if best < _LEAST_SHARE or not after:
            return True
        last = after[0]
    return False
