"""Which tables a build has to make again, so that it runs these and no others.

A table is stale where its own key, or a table that it is made from, would differ. The answer errs
on one side: a stale table may come out as it was, one that is not stale would. Each step compares
keys once more when it runs, and keeps what it can.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from graphwright.errors import LakeError
from graphwright.quality.catalogue import checks_at
from graphwright.quality.check import tables_of
from graphwright.quality.run import known_results_at
from graphwright.quality.shrinkage import COUNTED, STATES, documents_in, shrunken
from graphwright.steps.base.step import Step
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.publishing import SNAPSHOT
from graphwright.tables import TABLES


@dataclasses.dataclass(frozen=True, slots=True)
class Staleness:
    """Stale tables with the reason of each, and the buckets that their bucketed ones need.

    ``reasons`` is in pipeline order; the snapshot is the last, under its asset's name.
    """

    reasons: Mapping[str, str]
    buckets: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.reasons)


def find_stale(pipeline: Pipeline) -> Staleness:
    """Return what a build of the pipeline's settings and documents has to make again.

    Raises what the steps raise for a setting that cannot be met, such as a model not installed.
    """
    search = _Search(pipeline)
    *steps, publishing = pipeline
    for step in steps:
        search.made(step)
    for step in steps:
        for table in step.outputs:
            search.checked(step, table)
    search.made(publishing)
    return search.result()


class _Search:
    """Collects stale tables; a table is asked about after all that it is made from."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._lake = pipeline.given.lake
        self._settings = pipeline.given.settings
        self._reasons: dict[str, str] = {}
        self._buckets: set[int] = set()

    def result(self) -> Staleness:
        names = [name for name in (*TABLES, SNAPSHOT) if name in self._reasons]
        reasons = {name: self._reasons[name] for name in names}
        return Staleness(reasons, frozenset(self._buckets))

    def made(self, step: Step) -> None:
        """Count a step's tables in where they are not what a run of it would make."""
        reason = self._follows(step.follows)
        if step.bucketed:
            stale = self._stale_buckets(step)
            self._buckets |= stale
            reason = reason or (f"{len(stale)} buckets changed" if stale else None)
        elif reason is None:
            reason = self._why_stale(step)
        if reason:
            self._reasons |= dict.fromkeys(step.outputs, reason)

    def checked(self, step: Step, table: str) -> None:
        """Count a table in whose checks have not passed over the files that are there."""
        checks = checks_at(table, self._settings.checks)
        if table in self._reasons or not checks:
            return
        if (reason := self._follows(tables_of(checks))) is None:
            known = known_results_at(self._lake, table, self._settings)
            if known is None or any(r.blocking and not r.passed for r in known):
                reason = "its checks have not passed"
            elif self._has_lost_documents(table):
                reason = "states were lost" if table == STATES else "documents were lost"
        if reason:
            self._reasons |= dict.fromkeys(step.outputs, reason)
            if step.bucketed:
                self._buckets |= set(range(self._settings.buckets))

    def _has_lost_documents(self, table: str) -> bool:
        """Whether a check that is no query, and keeps no result, would not pass."""
        if table not in COUNTED:
            return False
        try:
            counts = documents_in(self._lake, table)
        except LakeError:
            return False  # damaged: who reads more of it says so, or makes it again
        return bool(shrunken(self._lake.root, counts, self._settings, table))

    def _follows(self, tables: Iterable[str]) -> str | None:
        stale = [table for table in tables if table in self._reasons]
        # The last made is the nearest: it stands for those before it.
        return f"follows {stale[-1]}" if stale else None

    def _why_stale(self, step: Step) -> str | None:
        try:
            return None if step.is_current(self._lake) else step.stale_reason
        except LakeError:
            return "what it is made from is not there"

    def _stale_buckets(self, step: Step) -> set[int]:
        """Return the buckets whose files would change; all where one is there that should not."""
        lake, wanted = self._lake, range(self._settings.buckets)
        if any(bucket not in wanted for table in step.outputs for bucket in lake.buckets(table)):
            return set(wanted)
        return {bucket for bucket in wanted if not self._is_current(step, bucket)}

    def _is_current(self, step: Step, bucket: int) -> bool:
        try:
            return step.is_current(self._lake, bucket)
        except LakeError:
            return False  # what it is made from is not there yet
