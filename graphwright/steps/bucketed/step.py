"""A step that is split by document bucket: its units of work, and what makes one's result new.

What of a bucket is new is found in ``plan``; how that is worked on and written is in ``runner``.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.errors import LakeError
from graphwright.execution.workers import TaskFailure
from graphwright.ids import fingerprint
from graphwright.steps.base.step import Step, StepReport, Work
from graphwright.steps.bucketed.measures import Measures
from graphwright.steps.bucketed.runner import run_buckets
from graphwright.steps.bucketed.unit import Pool, Rows, Stopped, Unit, UnitResult
from graphwright.store.footer import FileState
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SourceDocument


def declarations(tables: Iterable[str]) -> str:
    """Return the fingerprint of what is declared of some tables, but for what it says to people."""
    declared = (TABLES[table] for table in tables)
    return fingerprint(
        [
            [table.name, table.key, [[c.name, str(c.type), c.nullable] for c in table.columns]]
            for table in declared
        ]
    )


class BucketStep(Step):
    """A step of the pipeline that is split by document bucket.

    A step of this kind says what its units are (``units``), what a worker needs of each
    (``payloads``) and which function works on a batch of them (``work``); the rest is done alike.
    """

    bucketed = True
    code: ClassVar[Code]
    """The code that shapes the rows: a change of it makes the step stale."""
    unit_column: ClassVar[str]
    """The column of the outputs that names the unit which a row is of."""
    batch: int = 16
    renames: ClassVar[bool] = False
    """Whether rows of equal content are kept under other names: see ``rename``."""
    warms_up: ClassVar[bool] = False
    """Whether it uses workers, but for a small change, and they need slow modules."""
    measures: ClassVar[Measures | None] = None
    """What is kept of each unit's ``UnitResult.measured``."""

    def __init__(self, causes: Mapping[str, object], pool: Pool | None = None) -> None:
        """``causes`` names what shapes the result beside input and code: models and settings."""
        own = {
            f"code.{self.name}": version_of(self.code),
            f"tables.{self.name}": declarations((*self.inputs, *self.outputs)),
        }
        self.causes = {name: str(value) for name, value in sorted({**causes, **own}.items())}
        self.pool = pool or Pool()

    @property
    def unit(self) -> str:  # type: ignore[override]  # follows from the column
        """Return what the units are, in the plural."""
        return "documents" if self.unit_column == "document_id" else "chunks"

    @abc.abstractmethod
    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return the units of a bucket, in order of id."""

    @abc.abstractmethod
    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return what a worker needs for each of the units, in their order."""

    @property
    @abc.abstractmethod
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        """Return the picklable function that works on a batch of payloads."""

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the ids of the documents that the step works on, if all of them can be parsed."""
        return {source.document_id for source in sources}

    def prepare(  # most steps have nothing to prepare
        self, lake: Lake, run: str, batches: Callable[[], Iterator[list[Any]]]
    ) -> None:
        """Do what is better done for all units at once, before the work on them.

        ``run`` is the id of Dagster's run, if there is one. ``batches`` yields the payloads of the
        units to work on, as often as it is called. Not called where there are no such units.
        """

    def finish(self, lake: Lake, run: str) -> dict[str, Any]:
        """Return numbers for Dagster's page, after the work or where it was broken off."""
        return {}

    def failed(self, unit: Unit, payload: Any, failure: TaskFailure) -> UnitResult:
        """Return what stands for a unit whose worker died or ran out of time or memory.

        The default stops the step: only parsing meets input that may do this.
        """
        raise LakeError(
            f"Step {self.name} failed on {self.unit_column} {unit.id}: {failure.kind}, "
            f"{failure.message.rstrip('.')}.",
            remedy="Finished buckets are kept; correct the cause and build again.",
        )

    def rename(self, rows: Rows, unit: Unit, payload: Any, old: Unit) -> Rows:
        """Return rows of equal content under the unit's own names and place."""
        raise NotImplementedError(f"Step {self.name} does not rename rows.")

    def as_it_was(self, rows: Rows) -> Rows | None:
        """Return the rows of a unit that changes while it is read, from when it stood still.

        None where these are of no use. What they say of it must tell that they are old.
        """
        return None

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the units whose rows in the outputs say that they failed, in order.

        A retry may give such a unit other rows under the same key; what is made from them has to
        notice. None by default.
        """
        return []

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the fingerprint of everything that the bucket's files depend on."""
        digests = [self.input_state(lake, table, bucket).digest for table in self.inputs]
        return fingerprint([self.version, digests])

    def input_state(self, lake: Lake, table: str, bucket: int) -> FileState:
        """Return what an input's file says about itself. Raises ``LakeError`` if it is absent."""
        state = lake.state(lake.path(table, bucket))
        if state is None:
            raise LakeError(
                f"Step {self.name} needs bucket {bucket} of table {table}, which is not there.",
                remedy=f"Materialise {table} first, or run the whole build.",
            )
        return state

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the files of a bucket are made from its inputs as they are."""
        assert bucket is not None, f"Step {self.name} is asked about one bucket at a time."
        key = self.bucket_key(lake, bucket)
        return all(lake.is_current(table, key, bucket) for table in self.outputs)

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Bring the buckets of the run up to date; ``Pipeline.run`` drops the others."""
        return run_buckets(self, lake, work)
