"""What a decision would do, told before the build: which names become one or two, and with what.

The groups of names are made again, as the step ``name_groups`` makes them, over the names that the
two hang together with by pairs, seeds and decisions: once with the decisions file as it is now and
once with one decision more. Facts are those of the last build.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from graphwright.entities.decisions import Decision, decision_rows
from graphwright.entities.name_groups import Known, group_names, in_order
from graphwright.entities.name_pairs import Pair
from graphwright.entities.name_words import Name
from graphwright.store.queries import open_views
from graphwright.tables import (
    DecisionKind,
    EntityDecision,
    NameGuard,
    NamePair,
    NameTier,
    SeedAlias,
    rows_of,
)

if TYPE_CHECKING:
    from graphwright.store.lake import Lake

_OF_GROUPING = frozenset((NameGuard.GROUP, NameGuard.DECISION, NameGuard.SEEDS, NameGuard.TYPE))
"""Guards that grouping finds itself, of what is decided and declared."""


@dataclasses.dataclass(frozen=True, slots=True)
class Joined:
    """Names that would be one thing, and how many distinct facts, and sentences, it would have.

    ``facts_before`` are those of the parts, counted apart; ``inner`` of them have both ends in the
    thing and would go.
    """

    names: tuple[str, ...]
    facts_before: int
    facts: int
    inner: int
    sentences: int


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """What changes: things that names become, groups that fall apart, decisions that it meets."""

    joined: tuple[Joined, ...]
    parted: tuple[tuple[str, ...], ...]
    meets: tuple[str, ...]

    @property
    def is_none(self) -> bool:
        """Whether no name changes its thing."""
        return not self.joined and not self.parted


class Trial:
    """The names and pairs of a build, for the effects of many decisions."""

    def __init__(self, lake: Lake) -> None:
        """Raise ``LakeError`` where a table is absent or damaged."""
        self._lake = lake
        self._names = {row["key"]: Name(**row) for row in lake.read("names").to_pylist()}
        self._seeds = rows_of(SeedAlias, lake.read("seed_concepts"))
        self._pairs: dict[str, list[NamePair]] = defaultdict(list)
        target = {
            row["name_key"]: row["target_key"] for row in lake.read("name_groups").to_pylist()
        }
        for pair in rows_of(NamePair, lake.read("name_pairs")):
            if _only_likely(pair, target):
                continue
            self._pairs[pair.name_key].append(pair)
            self._pairs[pair.other_key].append(pair)
        merges = lake.read("entity_merges").to_pylist()
        self._acronyms = {
            row["alias_key"]: row["target_key"]
            for row in merges
            if row["accepted"] and row["tier"] == "acronym"
        }

    def effect(self, decisions: Sequence[Decision], more: Decision) -> Effect:
        """Return what ``more`` would do beside the decisions that there are."""
        before, after = decision_rows(decisions), decision_rows([*decisions, more])
        keys = self._component(more.keys, after)
        groups, wanted = (self._grouped(keys, rows) for rows in (before, after))
        became = [group for group in wanted if len({_of(groups, key) for key in group}) > 1]
        parted = [group for group in groups if len({_of(wanted, key) for key in group}) > 1]
        return Effect(
            tuple(self._joined(group, groups) for group in became),
            tuple(tuple(map(self._form, sorted(group))) for group in parted),
            tuple(_meeting(decisions, more, frozenset().union(*became, *parted, more.keys))),
        )

    def _form(self, key: str) -> str:
        return self._names[key].form if key in self._names else key

    def _component(self, keys: Iterable[str], decided: Iterable[EntityDecision]) -> set[str]:
        """Return the names that could come to one thing with the keys."""
        links: dict[str, set[str]] = defaultdict(set)
        seeds = [(seed.key, seed.alias_key) for seed in self._seeds]
        said = [(one.name_key, one.other_key) for one in decided if one.other_key]
        acronyms = self._acronyms.items()
        for one, other in (*seeds, *said, *acronyms):
            links[one].add(other)
            links[other].add(one)
        found, near = set(keys), list(keys)
        for key in near:
            pairs = [pair for pair in self._pairs.get(key, ()) if _may_join(pair)]
            others = {other for pair in pairs for other in (pair.name_key, pair.other_key)}
            for other in (others | links.get(key, set())) - found:
                found.add(other)
                near.append(other)
        return found

    def _grouped(self, keys: set[str], decided: Sequence[EntityDecision]) -> list[frozenset[str]]:
        """Return the names in groups, each alone that is one with no other."""
        pairs = {
            (pair.name_key, pair.other_key): pair
            for key in keys
            for pair in self._pairs.get(key, ())
            if pair.name_key in keys and pair.other_key in keys
        }
        known = _known(self._seeds, decided)
        names = [self._names.get(key) or Name(key, key) for key in sorted(keys)]
        grouped = group_names(names, [_pair(pair) for _, pair in sorted(pairs.items())], known)
        target = {row.name_key: row.target_key for row in grouped.groups}
        target |= {alias: concept for alias, concept in known.concepts.items() if alias in keys}
        for alias, expansion in self._acronyms.items():
            apart = in_order(alias, expansion) in known.apart
            if alias in keys and target.get(alias, alias) == alias and not apart:
                target[alias] = target.get(expansion, expansion)
        groups: dict[str, set[str]] = defaultdict(set)
        for key in sorted(keys):
            groups[target.get(key, key)].add(key)
        return [frozenset(group) for _, group in sorted(groups.items())]

    def _joined(self, group: frozenset[str], before: Sequence[frozenset[str]]) -> Joined:
        parts = [part for part in before if part & group]
        placed = {key: str(number) for number, part in enumerate(parts) for key in part}
        views = {name: self._lake.sound_paths(name) for name in _READS}
        with open_views(views) as connection:
            connection.execute("CREATE TEMP TABLE placed (key VARCHAR, part VARCHAR)")
            connection.executemany("INSERT INTO placed VALUES (?, ?)", sorted(placed.items()))
            row = connection.execute(_FACTS).fetchone()
        apart, together, inner, sentences = row or (0, 0, 0, 0)
        forms = sorted(group, key=lambda key: (-self._mentions(key), key))
        return Joined(tuple(map(self._form, forms)), apart, together, inner, sentences)

    def _mentions(self, key: str) -> int:
        return self._names[key].mentions if key in self._names else 0


_READS = ("resolved_triples", "evidence", "relations")

_FACTS = """
WITH said AS (
    SELECT evidence.relation_id, triples.sentence_id, subjects.part AS subject_part,
        objects.part AS object_part, relations.*
    FROM resolved_triples AS triples
    LEFT JOIN placed AS subjects ON subjects.key = triples.subject_key
    LEFT JOIN placed AS objects ON objects.key = triples.object_key
    JOIN evidence USING (triple_id)
    JOIN relations ON relations.relation_id = evidence.relation_id
    WHERE subjects.part IS NOT NULL OR objects.part IS NOT NULL
),
ends AS (
    SELECT
        CASE WHEN subject_part IS NULL THEN subject_id ELSE '' END AS subject,
        CASE WHEN object_part IS NULL THEN object_id ELSE '' END AS object,
        predicate, negated, modality, restriction, relation_id, sentence_id,
        subject_part IS NOT NULL AND object_part IS NOT NULL AS is_inner
    FROM said
)
SELECT
    count(DISTINCT relation_id),
    count(DISTINCT (subject, predicate, object, negated, modality, restriction))
        FILTER (WHERE NOT is_inner),
    count(DISTINCT relation_id) FILTER (WHERE is_inner),
    count(DISTINCT sentence_id) FILTER (WHERE NOT is_inner)
FROM ends
"""


def _of(groups: Iterable[frozenset[str]], key: str) -> frozenset[str]:
    return next((group for group in groups if key in group), frozenset((key,)))


def _only_likely(pair: NamePair, target: Mapping[str, str]) -> bool:
    """Return whether a chance of two names has not joined them: it joins none in a trial either."""
    return (
        pair.tier == NameTier.SCORED
        and (pair.guard is None or pair.guard in _OF_GROUPING)
        and target.get(pair.name_key, pair.name_key) != target.get(pair.other_key, pair.other_key)
    )


def _may_join(pair: NamePair) -> bool:
    return pair.tier != NameTier.FRAME and (pair.guard is None or pair.guard in _OF_GROUPING)


def _pair(row: NamePair) -> Pair:
    guard = None if row.guard is None or row.guard in _OF_GROUPING else NameGuard(row.guard)
    return Pair(row.name_key, row.other_key, NameTier(row.tier), row.score, guard, row.seen)


def _known(seeds: Iterable[SeedAlias], decided: Sequence[EntityDecision]) -> Known:
    """Return what seeds and decisions say; what the documents say stands in the pairs' guards."""

    def linked(*kinds: DecisionKind) -> frozenset[tuple[str, str]]:
        return frozenset(
            in_order(one.name_key, one.other_key)
            for one in decided
            if one.kind in kinds and one.name_key != one.other_key
        )

    types = {one.name_key: one.other for one in decided if one.kind == DecisionKind.TYPE}
    seeds = list(seeds)
    return Known(
        concepts={seed.alias_key: seed.key for seed in seeds},
        types=types | {seed.key: seed.type for seed in seeds},
        together=linked(DecisionKind.MUST_LINK, DecisionKind.RENAME),
        apart=linked(DecisionKind.CANNOT_LINK),
    )


def _meeting(decisions: Iterable[Decision], more: Decision, keys: frozenset[str]) -> Iterator[str]:
    """Yield the other decisions about names that change their thing."""
    for one in decisions:
        if keys & set(one.keys) and one.keys != more.keys:
            to = f" is {one.to}" if one.kind is DecisionKind.TYPE else ""
            yield f"line {one.line}: {one.kind} {' and '.join(one.names)}{to}"
