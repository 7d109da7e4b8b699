"""The steps that one SELECT defines: global tables over all buckets, made again as a whole."""

from __future__ import annotations

import dataclasses
import operator

import pyarrow as pa

from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Step, StepReport, Work, refresh, table_digest
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from sql import READS, run_select, version


@dataclasses.dataclass(frozen=True)
class SqlTable:
    """A line of the pipeline: the table that the SELECT of this name in ``sql/`` makes.

    ``wanted_by`` is the dotted name of a setting without which the table is empty, if there is one.
    """

    name: str
    wanted_by: str | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return the tables that the SELECT reads."""
        return READS[self.name]

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the table itself."""
        return (self.name,)

    def of(self, given: Given) -> SqlStep:
        """Return the step for a lake and its settings."""
        return SqlStep(self, given.settings)


class SqlStep(Step):
    """A global table that one SELECT makes."""

    stale_reason = "it is not there, or of older input"
    technologies = ("duckdb", "sql")

    def __init__(self, declared: SqlTable, settings: Settings) -> None:
        self.name, self.inputs, self.outputs = declared.name, declared.inputs, declared.outputs
        self.causes = {"sql": version(declared.name)[:12]}
        self._settings, self._wanted = settings, True
        if declared.wanted_by:
            self._wanted = operator.attrgetter(declared.wanted_by)(settings)
            self.causes[declared.wanted_by] = str(self._wanted)

    def key(self, lake: Lake) -> str:
        """Return the key of the table. ``LakeError`` where what it reads is absent."""
        digests = [table_digest(lake, name, self._settings.buckets) for name in self.inputs]
        return fingerprint([self.causes, digests])

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the table is of its inputs as they are."""
        return lake.is_current(self.name, self.key(lake))

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Run the SELECT, unless the table is current."""
        report = refresh(lake, self.name, self.key(lake), lambda: self._made(lake), self.causes)
        report.worked = report.total(self.name) if report.made else 0
        return report

    def _made(self, lake: Lake) -> pa.Table:
        if not self._wanted:
            return TABLES[self.name].empty()
        views = {name: lake.sound_paths(name) for name in self.inputs}
        return run_select(self.name, views, threads=self._settings.worker_count)
