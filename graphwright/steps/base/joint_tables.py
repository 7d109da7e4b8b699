"""Steps that make several whole tables at once, all from the same key."""

from __future__ import annotations

import functools
from abc import abstractmethod

import pyarrow as pa

from graphwright.steps.base.step import StepReport, Work, refresh
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.store.lake import Lake


class JointTablesStep(WholeTablesStep):
    """A step whose tables are made together, or not at all where all are current.

    ``worked`` of its report counts the rows of the table that bears the step's name.
    """

    @abstractmethod
    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return each table of ``outputs`` by its name."""

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Make the tables, unless they are current. Raises what ``key`` and ``made`` raise."""
        key = self.key(lake)
        made = {} if self.is_current(lake) else self.made(lake)
        report = StepReport(made=bool(made))
        for table in self.outputs:
            part = refresh(
                lake, table, key, functools.partial(made.__getitem__, table), self.causes
            )
            report.count(table, None, part.total(table))
        report.worked = report.total(self.name) if made else 0
        return report
