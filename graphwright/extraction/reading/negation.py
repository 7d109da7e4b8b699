"""Whether a verb's clause is denied: by its own "not", or by another word beside it.

What denies a noun, and other words that deny, are in ``denial``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.denial import (
    SIGNS,
    bounds,
    is_no_better,
    is_none,
    is_none_behind,
    set_aside_by,
)
from graphwright.extraction.reading.phrases import Phrases

_NEGATIVE = frozenset({"not", "n't", "never", "neither", "nor", "hardly", "scarcely", "nowhere"})
_SIGNS = _NEGATIVE | SIGNS
"""Of these words one stands in each sentence that denies something, but for "not" at its verb."""


def is_denied(tree: Tree, phrases: Phrases, verb: int) -> bool:
    """Return whether "not", or another word at a verb or its adjectives, denies its clause."""
    qualities = tuple(tree.within(verb, "acomp"))
    holders = (verb, *qualities)
    if any(_denies(tree, sign) for holder in holders for sign in tree.within(holder, "neg")):
        return True
    return not _SIGNS.isdisjoint(tree.words_around(verb)) and _is_denied_by(
        tree, phrases, verb, qualities
    )


def _denies(tree: Tree, sign: int) -> bool:
    """Return whether "not" denies its verb: no "not only", no ", not the owner" behind it."""
    if sign > tree.head[sign] and tree.words[sign - 1] == "," and tree.dep[sign] == "neg":
        return False
    behind = tree.lower[sign + 1 : sign + 2]
    return not behind or behind[0] not in words("adding_words")


def _is_denied_by(tree: Tree, phrases: Phrases, verb: int, qualities: tuple[int, ...]) -> bool:
    """Return whether another word than "not" at a verb or its adjectives denies a clause."""
    before = (sign for quality in qualities for sign in tree.within(quality, "preconj"))
    if any(tree.lower[sign] == "neither" for sign in before) or _follows_nor(tree, verb):
        return True
    if _is_denied_around(tree, phrases, verb):
        return True
    for child in tree.within(verb, "advmod", "preconj", "dobj", "nsubj", "nsubjpass", "attr"):
        if tree.dep[child] in ("advmod", "preconj"):
            negative = tree.lower[child] in _NEGATIVE and _denies(tree, child)
            if negative or _no_more(tree, child):
                return True
        elif is_none(tree, phrases, child):
            return True
    return False


def _is_denied_around(tree: Tree, phrases: Phrases, verb: int) -> bool:
    """Return whether a phrase beside a verb denies it: "by no clerk", "is no better than"."""
    beside = tree.within(verb, "prep", "dative", "agent")
    if any(is_none_behind(tree, phrases, prep) for prep in beside):
        return True
    if set_aside_by(tree, verb) is not None:
        return True
    return any(is_no_better(tree, a) for a in tree.within(verb, "acomp", "attr", "advmod"))


def _follows_nor(tree: Tree, verb: int) -> bool:
    """Return whether "nor" joins a clause to the one before: "..., nor does it do this"."""
    if tree.dep[verb] != "conj":
        return False
    joined = [word for word in tree.within(tree.head[verb], "cc") if word < verb]
    return bool(joined) and tree.lower[joined[-1]] == "nor"


def _no_more(tree: Tree, adverb: int) -> bool:
    """Return whether an adverb says that something has ended: "no longer", "no more"."""
    ended = tree.lower[adverb] in ("longer", "more")
    denied = [child for child in tree.children[adverb] if tree.lower[child] == "no"]
    return ended and any(not bounds(tree, child) for child in denied)
