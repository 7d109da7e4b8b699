"""Groups of names that an LLM's verdicts join, over the groups that stand without them.

A verdict joins two groups where nothing keeps any of their names apart: no guard, no seed concept,
no type and no decision. The likeliest pairs are joined first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from graphwright.tables.entities import (
    LlmNameGroup,
    LlmNameVerdict,
    NameGroup,
    NameGuard,
    NamePair,
    NameTier,
)

_NO_EVIDENCE = frozenset(
    (NameGuard.IDENTIFIER, NameGuard.SIGNS, NameGuard.SEVERAL, NameGuard.GROUP)
)
"""Guards that say nothing of the two names by themselves."""

SAME, DIFFERENT = "same", "different"


def open_pairs(pairs: Iterable[NamePair], groups: Iterable[NameGroup]) -> list[NamePair]:
    """Return the scored pairs that nothing stopped and that are not one, the likeliest first.

    Of several pairs of the same two groups the likeliest is asked about: it stands for them.
    """
    target = {row.name_key: row.target_key for row in groups}
    found: dict[tuple[str, ...], NamePair] = {}
    for pair in sorted(pairs, key=lambda one: (-one.score, one.name_key, one.other_key)):
        both = {target.get(key, key) for key in (pair.name_key, pair.other_key)}
        if pair.tier == NameTier.SCORED and pair.guard is None and len(both) > 1:
            found.setdefault(tuple(sorted(both)), pair)
    return list(found.values())


def groups_by_verdict(
    verdicts: Iterable[LlmNameVerdict],
    pairs: Iterable[NamePair],
    groups: Iterable[NameGroup],
    declared: Mapping[str, tuple[str | None, str | None]],
    mentions: Mapping[str, int],
) -> list[LlmNameGroup]:
    """Return a row for each group that is joined to another, by the name that names it.

    ``declared`` is seed concept and type of a name, as far as seeds or the team say.
    ``mentions`` is how often a name is written: the group whose name is written most names both.
    """
    target = {row.name_key: row.target_key for row in groups}
    joined = _Joined(target, declared)
    said = sorted(verdicts, key=lambda one: (-one.score, one.name_key, one.other_key))
    # Of several names of one thing a pair may be told apart for all that: the team joined them.
    told = [pair for pair in pairs if pair.guard is not None and pair.guard not in _NO_EVIDENCE]
    joined.keep_apart((pair.name_key, pair.other_key) for pair in told)
    joined.keep_apart((v.name_key, v.other_key) for v in said if v.verdict == DIFFERENT)
    links = [one for one in said if one.verdict == SAME and joined.join(one)]
    return _rows(links, joined, mentions)


def _rows(
    links: Iterable[LlmNameVerdict], joined: _Joined, mentions: Mapping[str, int]
) -> list[LlmNameGroup]:
    by_head: dict[str, list[LlmNameVerdict]] = defaultdict(list)
    heads: dict[str, set[str]] = defaultdict(set)
    for link in links:
        for key in (link.name_key, link.other_key):
            by_head[joined.head(key)].append(link)
            heads[joined.top(key)].add(joined.head(key))
    rows = []
    for members in heads.values():
        first = min(members, key=lambda key: (not joined.is_seed(key), -mentions.get(key, 0), key))
        for head in sorted(members - {first}):
            link = by_head[head][0]
            reason = f"llm: {link.reason}; '{link.name_key}' and '{link.other_key}'"
            rows.append(LlmNameGroup(head, first, NameTier.LLM.value, link.score, reason))
    return sorted(rows, key=lambda row: row.name_key)


class _Joined:
    """Groups that grow by verdicts, each by the name that names it."""

    def __init__(
        self, target: Mapping[str, str], declared: Mapping[str, tuple[str | None, str | None]]
    ) -> None:
        self._target = target
        self._top: dict[str, str] = {}
        self._apart: dict[str, set[str]] = defaultdict(set)
        self._concept: dict[str, str] = {}
        self._type: dict[str, str] = {}
        for key, (concept, type_) in sorted(declared.items()):
            head = self.head(key)
            if concept is not None:
                self._concept[head] = concept
            if type_ is not None:
                self._type[head] = type_

    def head(self, key: str) -> str:
        """Return the name that names the group of a name, before verdicts."""
        return self._target.get(key, key)

    def top(self, key: str) -> str:
        """Return the name that stands for all that a name is joined with by now."""
        key = self.head(key)
        while self._top.get(key, key) != key:
            key = self._top[key]
        return key

    def is_seed(self, head: str) -> bool:
        """Return whether a seed concept names a group: it names what is joined to it too."""
        return self._concept.get(head) == head

    def keep_apart(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Note names whose groups are two things, unless they are one already."""
        for pair in pairs:
            one, other = (self.top(key) for key in pair)
            if one != other:
                self._apart[one].add(other)
                self._apart[other].add(one)

    def join(self, verdict: LlmNameVerdict) -> bool:
        """Make two groups one, and return whether nothing stood against it."""
        one, other = sorted((self.top(verdict.name_key), self.top(verdict.other_key)))
        if one == other or other in self._apart[one]:
            return False
        for said in (self._concept, self._type):
            if one in said and other in said and said[one] != said[other]:
                return False
        self._top[other] = one
        for far in self._apart.pop(other, set()):
            self._apart[far].discard(other)
            self._apart[far].add(one)
            self._apart[one].add(far)
        for said in (self._concept, self._type):
            if other in said:
                said.setdefault(one, said[other])
        return True
