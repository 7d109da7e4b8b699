"""What a bucketed step is: its tables, its units of work, and what makes a unit's result new.

How steps are planned and run is in ``plan`` and ``runner``; each step is in a module of its own.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow as pa

from graphwright.errors import GraphwrightError, LakeError
from graphwright.execution.workers import TaskFailure
from graphwright.ids import fingerprint
from graphwright.llm.outcome import Usage
from graphwright.store.lake import FileState, Lake

Rows = dict[str, list[Any]]
"""Table name to rows (instances of the declaring dataclasses)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Unit:
    """A unit of work: a document or a chunk.

    ``content_key`` stands for everything that shapes its result but its names and place;
    ``identity_key`` for these. Rows are taken over unchanged where both are known, and renamed
    where only the content is.
    """

    id: str
    content_key: str
    identity_key: str


@dataclasses.dataclass(frozen=True, slots=True)
class UnitResult:
    """The rows of one unit; ``final`` is false where the next build should try again.

    ``seconds`` is how long it took, where the step measures that (see ``timings``); ``usage`` what
    it cost, where an LLM was asked.
    """

    rows: Rows
    final: bool = True
    seconds: float | None = None
    usage: Usage | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Stopped:
    """A batch's answer when going on makes no sense, such as an endpoint that is not there."""

    error: GraphwrightError


@dataclasses.dataclass(frozen=True, slots=True)
class Pool:
    """How a step's worker processes are set up and bounded.

    Up to ``inline_units`` units are worked on in the calling process, where a process of their
    own would cost more than the work; a step with a timeout or a memory limit has none.
    """

    initializer: Callable[..., None] | None = None
    initargs: tuple[Any, ...] = ()
    timeout_seconds: float | None = None
    memory_mb: int | None = None
    max_tasks: int = 0
    inline_units: int = 0


class BucketStep(abc.ABC):
    """A step of the pipeline that is split by document bucket."""

    name: ClassVar[str]
    outputs: ClassVar[tuple[str, ...]]
    upstream: ClassVar[tuple[str, ...]]
    unit_column: ClassVar[str]
    batch: int = 16
    renames: ClassVar[bool] = False

    def __init__(self, causes: Mapping[str, object], pool: Pool | None = None) -> None:
        """``causes`` names what shapes the result beside its input: versions, models, settings."""
        self.causes = {name: str(value) for name, value in sorted(causes.items())}
        self.version = fingerprint(self.causes)
        self.pool = pool or Pool()

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

    def prepare(  # noqa: B027  # most steps have nothing to prepare
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

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the units whose rows in the outputs say that they failed, in order.

        A retry may give such a unit other rows under the same key; what is made from them has to
        notice. None by default.
        """
        return []

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the fingerprint of everything that the bucket's files depend on."""
        digests = [self.upstream_state(lake, table, bucket).digest for table in self.upstream]
        return fingerprint([self.version, digests])

    def upstream_state(self, lake: Lake, table: str, bucket: int) -> FileState:
        """Return what an upstream file says about itself. Raises ``LakeError`` if it is absent."""
        state = lake.state(lake.path(table, bucket))
        if state is None:
            raise LakeError(
                f"Step {self.name} needs bucket {bucket} of table {table}, which is not there.",
                remedy=f"Materialise {table} first, or run the whole build.",
            )
        return state
