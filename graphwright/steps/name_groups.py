"""The step from names to groups of names that are one, and to the pairs that were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.code_versions import Code, version_of
from graphwright.entities.name_contrasts import contrasts_in, expansions_of
from graphwright.entities.name_groups import Known, group_names, in_order
from graphwright.entities.name_pairs import compared_pairs, groups_of_candidates
from graphwright.entities.name_words import Name
from graphwright.settings import Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given
from graphwright.store.lake import Lake
from graphwright.tables import (
    DecisionKind,
    EntityDecision,
    LikelyPair,
    NameGroup,
    NamePair,
    SeedAlias,
    rows_of,
    table_of,
)

_TRIPLE = ("triple_id", "sentence_id", "predicate_start", "rule", "negated", "rejection",
           "subject_key", "object_key")  # fmt: skip


class NameGroupsStep(JointTablesStep):
    """Find the names that are one by their letters, their words or the team's word.

    Names are compared by key and not with each other; all of it is done again where a name, a
    seed, a decision or a triple changed.
    """

    code = Code((__name__,))
    name = "name_groups"
    inputs = ("names", "likely_pairs", "resolved_triples", "seed_concepts", "entity_decisions")
    outputs = ("name_pairs", "name_groups")
    stale_reason = "it is not there, or of older input"

    @classmethod
    def of(cls, given: Given) -> NameGroupsStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._buckets = settings.buckets
        self.causes = {f"code.{self.name}": version_of(self.code)}

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        written = [Name(**row) for row in lake.read("names").to_pylist()]
        seeds = rows_of(SeedAlias, lake.read("seed_concepts"))
        decisions = rows_of(EntityDecision, lake.read("entity_decisions"))
        names = [*written, *_declared(written, seeds, decisions)]
        triples = self._triples(lake, groups_of_candidates(names))
        known = _known(names, seeds, decisions, triples)
        pairs = compared_pairs(names, _expansions(triples, known))
        likely = rows_of(LikelyPair, lake.read("likely_pairs"))
        found = group_names(names, pairs, known, likely)
        return {
            "name_pairs": table_of(NamePair).from_rows(found.pairs),
            "name_groups": table_of(NameGroup).from_rows(found.groups),
        }

    def _triples(self, lake: Lake, candidates: Mapping[str, int]) -> _Triples:
        parts = [lake.read("resolved_triples", b, _TRIPLE) for b in range(self._buckets)]
        found = pa.concat_tables(parts)
        return _Triples(found.filter(pc.is_null(found["rejection"])), candidates)


class _Triples:
    """The triples that are not rejected, and which names could be one."""

    def __init__(self, triples: pa.Table, candidates: Mapping[str, int]) -> None:
        self.triples, self.candidates = triples, candidates


def _expansions(triples: _Triples, known: Known) -> dict[str, str]:
    return {
        acronym: expansion
        for acronym, expansion in expansions_of(triples.triples).items()
        if acronym not in known.concepts and in_order(acronym, expansion) not in known.apart
    }


def _known(
    names: Iterable[Name],
    seeds: Iterable[SeedAlias],
    decisions: Iterable[EntityDecision],
    triples: _Triples,
) -> Known:
    keys = {name.key for name in names}
    seeds = [seed for seed in seeds if seed.key in keys]
    linked = {
        kind: frozenset(
            in_order(one.name_key, one.other_key)
            for one in decisions
            if one.kind in kinds and one.name_key != one.other_key
        )
        for kind, kinds in (
            ("together", (DecisionKind.MUST_LINK, DecisionKind.RENAME)),
            ("apart", (DecisionKind.CANNOT_LINK,)),
        )
    }
    decided = {one.name_key: one.other for one in decisions if one.kind == DecisionKind.TYPE}
    return Known(
        concepts={seed.alias_key: seed.key for seed in seeds},
        types=decided | {seed.key: seed.type for seed in seeds},
        together=linked["together"],
        apart=linked["apart"],
        contrasts=contrasts_in(triples.triples, triples.candidates),
    )


def _declared(
    written: Iterable[Name], seeds: Iterable[SeedAlias], decisions: Iterable[EntityDecision]
) -> Iterator[Name]:
    """Yield the names that no document has: of seed concepts that one names, and new names."""
    known = {name.key for name in written}
    named = {seed.key for seed in seeds if seed.alias_key in known}
    for seed in seeds:
        if seed.key in named and seed.alias_key not in known:
            known.add(seed.alias_key)
            yield Name(seed.alias_key, seed.alias)
    for one in decisions:
        if one.kind == DecisionKind.RENAME and one.name_key in known and one.other_key not in known:
            known.add(one.other_key)
            yield Name(one.other_key, one.other)
