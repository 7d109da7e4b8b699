"""Which pairs of names are looked at, and whether they are one by letters or words.

A pair is looked at where both names have the same key of a tier, so that a pair depends on its two
names and on those that share the key. Among many names of one key, each is compared with the
``MOST_PARTNERS`` that stand before it, so that a key that thousands share costs no more.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphwright.entities.contrasts import frame_word
from graphwright.entities.guards import guard_of
from graphwright.entities.name_words import LINKS, Name, letters, noun, parts, wording
from graphwright.entities.short_forms import read_in_full
from graphwright.tables.entities import MentionForm, NameGuard, NameTier

MOST_PARTNERS = 12

_NAMING = frozenset(
    (MentionForm.NAME, MentionForm.COMPOUND, MentionForm.NOUN, MentionForm.IDENTIFIER,
     MentionForm.MODIFIED, MentionForm.PARTICIPIAL, MentionForm.COMPLEMENTED)
)  # fmt: skip
_DIGITS = re.compile(r"\d+")


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """Two names that were compared; ``first`` is the one that would name both.

    ``seen`` is what both have in common, as the tier compares names; ``triple_id`` the triple by
    which the documents keep them apart, where the guard is one of theirs.
    """

    first: str
    second: str
    tier: NameTier
    score: float
    guard: NameGuard | None
    seen: str
    triple_id: str | None = None


def rank(name: Name) -> tuple[bool, int, int, str]:
    """Return by what names are ordered: which of several would name their entity."""
    return (name.kind not in _NAMING, -name.mentions, -name.key.count(" "), name.key)


def compared_pairs(
    names: Iterable[Name], expansions: Mapping[str, str] | None = None
) -> list[Pair]:
    """Return each pair of names that share a key, sorted: the first tier that makes them one,
    else the first that a guard stopped. The order of the names does not matter.

    ``expansions`` are what acronyms stand for, by key.
    """
    ordered = sorted(names, key=rank)
    found: dict[tuple[str, str], Pair] = {}
    for pair in _compared(ordered, expansions or {}):
        known = found.get((pair.first, pair.second))
        if known is None or (known.guard is not None and pair.guard is None):
            found[pair.first, pair.second] = pair
    return sorted(found.values(), key=lambda pair: (pair.first, pair.second))


def _compared(ordered: Sequence[Name], expansions: Mapping[str, str]) -> Iterator[Pair]:
    read = {name.key: read_in_full(name, expansions) for name in ordered}

    def joined_read(name: Name) -> str:
        return _joined(read[name.key])

    for tier, key_of in (*_KEYS, (NameTier.SHORT, joined_read)):
        for seen, first, second in _candidates(ordered, key_of, tier):
            one, other = first, second
            if tier is NameTier.SHORT:
                one, other = read[first.key], read[second.key]
                if one is first and other is second:
                    continue
            guard = guard_of(tier, one, other)
            if guard is not None or tier is not NameTier.FRAME:
                yield Pair(first.key, second.key, tier, _score(one, other), guard, seen)


def groups_of_candidates(names: Iterable[Name]) -> dict[str, int]:
    """Return a number for each name that any other could be one with, equal where it could."""
    top: dict[str, str] = {}

    def find(key: str) -> str:
        while top[key] != key:
            top[key] = key = top[top[key]]
        return key

    ordered = sorted(names, key=rank)
    for name in ordered:
        top[name.key] = name.key
    for tier, key_of in _KEYS:
        for sharing in _sharing(ordered, key_of).values() if tier is not NameTier.FRAME else ():
            for name in sharing[1:]:
                top[find(name.key)] = find(sharing[0].key)
    tops = [find(name.key) for name in ordered]
    sizes = Counter(tops)
    numbered = {key: number for number, key in enumerate(dict.fromkeys(tops))}
    return {name.key: numbered[of] for name, of in zip(ordered, tops, strict=True) if sizes[of] > 1}


def _candidates(
    ordered: Sequence[Name], key_of: Callable[[Name], str], tier: NameTier
) -> Iterator[tuple[str, Name, Name]]:
    partners = 1 if tier is NameTier.FRAME else MOST_PARTNERS
    for key, sharing in _sharing(ordered, key_of).items():
        for place, second in enumerate(sharing):
            before = sharing[max(0, place - 1) : place] if partners == 1 else sharing[:place]
            for first in before[:partners]:
                yield key, first, second


def _sharing(
    ordered: Iterable[Name], key_of: Callable[[Name], str]
) -> Mapping[str, Sequence[Name]]:
    found: dict[str, list[Name]] = defaultdict(list)
    for name in ordered:
        key = key_of(name)
        if key:
            found[key].append(name)
    return {key: sharing for key, sharing in found.items() if len(sharing) > 1}


def _letters(name: Name) -> str:
    return letters(name.key)


def _bag(name: Name) -> str:
    words = wording(name.key).words
    return " ".join(sorted(word for word in words if word not in LINKS))


def _joined(name: Name) -> str:
    return letters("".join(wording(name.key).words))


def _frame(name: Name) -> str:
    """Return a name with its numbers and words of contrast left open; empty where it has none."""
    words = [noun(word) for word in parts(name.form)]
    opened = [_DIGITS.sub("0", frame_word(word)) for word in words]
    return " ".join(opened) if opened != words else ""


_KEYS: tuple[tuple[NameTier, Callable[[Name], str]], ...] = (
    (NameTier.LETTERS, _letters),
    (NameTier.WORDS, _bag),
    (NameTier.WORDS, _joined),
    (NameTier.FRAME, _frame),
)


def _score(one: Name, other: Name) -> float:
    """Return the share of words that both have (Dice), or 1 where the letters are the same."""
    if letters(one.key) == letters(other.key):
        return 1.0
    words, others = Counter(one.key.split()), Counter(other.key.split())
    both = 2 * (words & others).total()
    return round(both / (words.total() + others.total()), 4)
