"""Which names are one by their letters, their words or the team's word, as groups of names.

Links are joined in an order that the names alone decide: the team's word, then what seeds say,
then tier by tier, the names that are written most often first. A link is refused where it would
put two names into one group that something keeps apart. Scored pairs come last: average
linkage of the groups that stand by then (``linkage``), so that a chance never undoes what letters
and words say. Acronyms are joined later, to the names of the groups (``sql/entity_merges.sql``).
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.entities.linkage import Chance, link_groups
from graphwright.entities.name_pairs import Pair, rank
from graphwright.entities.name_words import Name
from graphwright.entities.pair_model import pair_model
from graphwright.tables.entities import LikelyPair, NameGroup, NameGuard, NamePair, NameTier


@dataclasses.dataclass(frozen=True, slots=True)
class Contrast:
    """What a corpus says of two names: ``guard`` is BESIDE or ENDS, a triple says so."""

    guard: NameGuard
    triple_id: str


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What seeds, the team and the corpus say of names, by key.

    ``concepts`` is the seed concept of a name, which is its own where the name is its. ``types``
    are declared by seeds or the team. ``together``, ``apart`` and ``contrasts`` are pairs in
    alphabetical order.
    """

    concepts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    types: Mapping[str, str] = dataclasses.field(default_factory=dict)
    together: frozenset[tuple[str, str]] = frozenset()
    apart: frozenset[tuple[str, str]] = frozenset()
    contrasts: Mapping[tuple[str, str], Contrast] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Grouped:
    """The groups, a row for each name but the one that names its group, and all pairs."""

    groups: list[NameGroup]
    pairs: list[NamePair]


def in_order(one: str, other: str) -> tuple[str, str]:
    """Return two keys in alphabetical order."""
    return (one, other) if one < other else (other, one)


@dataclasses.dataclass(frozen=True, slots=True)
class Bounds:
    """The chance from which on scored pairs are joined, and from which on they are listed."""

    accept: float
    review: float

    @classmethod
    def of_model(cls) -> Bounds:
        """Return those of the package's model: ``pair_model.json`` is the one place that has them.

        A scored pair of ``accept`` or more that nothing keeps apart joins, by average linkage,
        unless only people can say. One from ``review`` on is a row of ``name_pairs``; where it has
        no guard and did not join, people are asked.
        """
        model = pair_model()
        return cls(model.accept, model.review)


def group_names(
    names: Iterable[Name],
    pairs: Iterable[Pair],
    known: Known,
    likely: Iterable[LikelyPair] = (),
    bounds: Bounds | None = None,
) -> Grouped:
    """Return which names are one; the order of names and pairs does not matter.

    Names that only the seeds or the team know must be among ``names``. Of ``likely`` those are left
    out that are among ``pairs``. Without ``bounds`` those of the model hold.
    """
    bounds = bounds or Bounds.of_model()
    by_key = {name.key: name for name in names}
    judged = [_guarded(pair, known) for pair in pairs]
    sets = _Sets(by_key, known)
    _keep_apart(judged, known, sets)
    for one, other in sorted(known.together):
        sets.join(_Link(one, other, NameTier.DECISION, 1.0, "the team says so"))
    for alias, concept in sorted(known.concepts.items()):
        if alias != concept:
            sets.join(_Link(concept, alias, NameTier.SEED, 1.0, "declared by a seed concept"))
    free = [pair for pair in judged if pair.guard is None]
    for pair in sorted(free, key=lambda pair: _order(pair, by_key)):
        said = f"{pair.tier}: {pair.seen}"
        sets.join(_Link(pair.first, pair.second, pair.tier, pair.score, said))
    compared = {_both(pair) for pair in judged}
    scored, asked = [], set[tuple[str, str]]()
    for row in likely:
        both = in_order(row.name_key, row.other_key)
        if both not in compared and all(key in by_key for key in both):
            scored.append(_guarded(_scored(row, by_key), known))
            if row.asked:
                asked.add(both)
    _keep_apart(scored, known, sets)
    _join_scored([pair for pair in scored if _both(pair) not in asked], sets, bounds.accept)
    listed = [*judged, *(pair for pair in scored if pair.score >= bounds.review)]
    rows = [_row(pair, known, sets) for pair in listed]
    return Grouped(sets.rows(), sorted(rows, key=lambda row: (row.name_key, row.other_key)))


def _scored(row: LikelyPair, names: Mapping[str, Name]) -> Pair:
    first, second = sorted((row.name_key, row.other_key), key=lambda key: rank(names[key]))
    guard = None if row.guard is None else NameGuard(row.guard)
    told = (row.score, guard, row.seen, row.evidence_triple_id)
    return Pair(first, second, NameTier.SCORED, *told)


def _both(pair: Pair) -> tuple[str, str]:
    return in_order(pair.first, pair.second)


def _keep_apart(pairs: Iterable[Pair], known: Known, sets: _Sets) -> None:
    for pair in pairs:
        if _tells_apart(pair) and _both(pair) not in known.together:
            sets.keep_apart(pair.first, pair.second)


def _join_scored(pairs: Sequence[Pair], sets: _Sets, accept: float) -> None:
    """Join groups by the chances of their names, where nothing keeps the groups apart.

    Two groups of spellings are as near as their nearest two names.
    """
    best: dict[tuple[str, str], Pair] = {}
    for pair in sorted(pairs, key=lambda pair: (-pair.score, pair.first, pair.second)):
        both = in_order(sets.top(pair.first), sets.top(pair.second))
        if pair.guard is None and both[0] != both[1]:
            best.setdefault(both, pair)
    # A group is called by its first name here, whichever of its names stands for it in ``sets``.
    first_of = sets.first_names()
    called: dict[tuple[str, str], Pair] = {
        in_order(first_of[one], first_of[other]): pair for (one, other), pair in best.items()
    }
    of_group: dict[str, list[str]] = {
        first_of[top]: [first_of[top]] for both in best for top in both
    }

    def join(one: str, other: str) -> bool:
        between = (
            called[both]
            for first in of_group[one]
            for second in of_group[other]
            if (both := in_order(first, second)) in called
        )
        pair = min(between, key=lambda pair: (-pair.score, pair.first, pair.second))
        said = f"{pair.tier}: {pair.seen}"
        joined = sets.join(_Link(pair.first, pair.second, pair.tier, pair.score, said))
        if joined:
            of_group[one] += of_group.pop(other)
        return joined

    chances: list[Chance] = [(*both, pair.score) for both, pair in sorted(called.items())]
    link_groups(chances, accept, join)


def _guarded(pair: Pair, known: Known) -> Pair:
    """Return a pair with what seeds, the team and the corpus have against it."""
    if pair.guard is not None:
        return pair
    one, other = pair.first, pair.second
    both = _both(pair)
    guard = None
    if both in known.apart:
        guard = NameGuard.DECISION
    elif _differ(known.concepts, one, other):
        guard = NameGuard.SEEDS
    elif _differ(known.types, one, other):
        guard = NameGuard.TYPE
    elif both in known.contrasts and both not in known.together:
        guard = known.contrasts[both].guard
        # A table that explains FirstName as "First name" tells one thing twice.
        if guard is NameGuard.ENDS and pair.tier is NameTier.LETTERS:
            guard = None
    return dataclasses.replace(pair, guard=guard)


_NO_EVIDENCE = frozenset((NameGuard.IDENTIFIER, NameGuard.SIGNS, NameGuard.SEVERAL))
"""Guards for which a pair by itself is too little to join; another name may join both."""


def _tells_apart(pair: Pair) -> bool:
    return pair.guard is not None and pair.guard not in _NO_EVIDENCE


def _differ(declared: Mapping[str, str], one: str, other: str) -> bool:
    return one in declared and other in declared and declared[one] != declared[other]


_TIERS = list(NameTier)


def _order(pair: Pair, names: Mapping[str, Name]) -> tuple[object, ...]:
    return (_TIERS.index(pair.tier), rank(names[pair.first]), rank(names[pair.second]))


def _row(pair: Pair, known: Known, sets: _Sets) -> NamePair:
    both = _both(pair)
    guard = pair.guard
    is_two = sets.top(pair.first) != sets.top(pair.second)
    # Of scored pairs the chance may be too small: that is no guard, and people are asked.
    may_be_asked = pair.tier is NameTier.SCORED and not sets.are_apart(pair.first, pair.second)
    if guard is None and is_two and not may_be_asked:
        guard = NameGuard.GROUP
    triple = pair.triple_id
    if triple is None and guard in (NameGuard.BESIDE, NameGuard.ENDS) and both in known.contrasts:
        triple = known.contrasts[both].triple_id
    return NamePair(
        name_key=both[0],
        other_key=both[1],
        tier=pair.tier.value,
        score=pair.score,
        guard=None if guard is None else guard.value,
        seen=pair.seen,
        evidence_triple_id=triple,
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Link:
    """Why two names were joined."""

    one: str
    other: str
    tier: NameTier
    score: float
    seen: str

    def row(self, key: str, target: str) -> NameGroup:
        """Return the row of the name that the link leads to."""
        near = self.one if key == self.other else self.other
        reason = f"{self.seen}; joined to '{near}'"
        return NameGroup(key, target, self.tier.value, self.score, reason)


class _Sets:
    """Groups of names that grow by links, and never hold two names that are kept apart."""

    def __init__(self, names: Mapping[str, Name], known: Known) -> None:
        self._names, self._known = names, known
        self._top = {key: key for key in names}
        self._size = dict.fromkeys(names, 1)
        self._foes: dict[str, set[str]] = {}
        self._links: dict[str, list[_Link]] = defaultdict(list)
        self._declared = {key: self._declared_of(key) for key in names}
        for one, other in sorted(known.apart):
            self.keep_apart(one, other)

    def _declared_of(self, key: str) -> tuple[str | None, str | None]:
        return self._known.concepts.get(key), self._known.types.get(key)

    def keep_apart(self, one: str, other: str) -> None:
        """Note that two names are two things, unless they are one by now."""
        if one in self._top and other in self._top:
            one, other = self.top(one), self.top(other)
            if one != other:
                self._foes.setdefault(one, set()).add(other)
                self._foes.setdefault(other, set()).add(one)

    def top(self, key: str) -> str:
        """Return the name that stands for the group of a name while groups grow."""
        while self._top[key] != key:
            self._top[key] = key = self._top[self._top[key]]
        return key

    def first_names(self) -> dict[str, str]:
        """Return the first name, in alphabetical order, of each group by what stands for it."""
        first: dict[str, str] = {}
        for key in sorted(self._top):
            first.setdefault(self.top(key), key)
        return first

    def are_apart(self, one: str, other: str) -> bool:
        """Return whether something keeps the groups of two names apart."""
        return self._are_apart(self.top(one), self.top(other))

    def join(self, link: _Link) -> bool:
        """Make two groups one, unless something keeps them apart or a name is unknown.

        Return whether that was done.
        """
        if link.one not in self._top or link.other not in self._top:
            return False
        more, less = self.top(link.one), self.top(link.other)
        if more == less or self._are_apart(more, less):
            return False
        if self._size[more] < self._size[less]:
            more, less = less, more
        self._top[less] = more
        self._size[more] += self._size[less]
        foes = self._foes.pop(less, set()) | self._foes.pop(more, set())
        if foes:
            self._foes[more] = foes
        one, other = self._declared[more], self._declared[less]
        self._declared[more] = (one[0] or other[0], one[1] or other[1])
        for end in (link.one, link.other):
            self._links[end].append(link)
        return True

    def _are_apart(self, one: str, other: str) -> bool:
        declared = zip(self._declared[one], self._declared[other], strict=True)
        if any(said and against and said != against for said, against in declared):
            return True
        foes, against = self._foes.get(one, set()), other
        if len(self._foes.get(other, ())) < len(foes):
            foes, against = self._foes.get(other, set()), one
        return any(self.top(foe) == against for foe in foes)

    def rows(self) -> list[NameGroup]:
        """Return a row for each name of a group but its first, and but what seeds declare."""
        members = defaultdict[str, list[str]](list)
        for key in self._links:
            members[self.top(key)].append(key)
        return sorted(
            (row for group in members.values() for row in self._rows_of(group)),
            key=lambda row: row.name_key,
        )

    def _rows_of(self, group: Sequence[str]) -> Iterator[NameGroup]:
        target = min(group, key=self._named_first)
        seen, near = {target}, [target]
        for key in near:
            for link in self._links[key]:
                far = link.other if link.one == key else link.one
                if far not in seen:
                    seen.add(far)
                    near.append(far)
                    if self._known.concepts.get(far) != target:
                        yield link.row(far, target)

    def _named_first(self, key: str) -> tuple[object, ...]:
        return (self._known.concepts.get(key) != key, rank(self._names[key]))
