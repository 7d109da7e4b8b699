"""What a step of the pipeline is: from tables to tables, and what makes its outputs new.

A step says which tables it reads and makes (``inputs``, ``outputs``), what else shapes them
(``causes``), whether they are current, and how they are made (``run``). Everything that is told
of a pipeline (what is stale, what a build would cost, versions, Dagster's assets) is a loop over
such steps; the list of them is in ``pipeline``. How each kind of step works stands beside it:
``listed``, ``bucketed``, ``document_versions``, ``sql_table``, ``embedding`` and ``publishing``.
"""

from __future__ import annotations

import abc
import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import pyarrow as pa

from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.store.footer import row_count
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SourceDocument

if TYPE_CHECKING:
    from graphwright.steps.base.llm_session import LlmSession
    from graphwright.vectors.embedder import Embedder
    from graphwright.vectors.vector_store import VectorStore


@dataclasses.dataclass(frozen=True, slots=True)
class Given:
    """What the steps of a pipeline are made from: a lake, its settings and its connections.

    ``documents`` are what the sources hold, where that is known already; else a step that needs
    them looks for itself. A connection that is None is the one that the settings name.
    ``view_of`` is the lake that this one is a view of, if it is one: its vectors are read before
    any is made, and a view may hold no document.
    """

    lake: Lake
    settings: Settings
    documents: Sequence[SourceDocument] | None = None
    open_llm: Callable[[], LlmSession] | None = None
    open_embedder: Callable[[], Embedder] | None = None
    open_vectors: Callable[[], VectorStore] | None = None
    view_of: Lake | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Work:
    """What a run tells a step: which buckets, with how many worker processes, for which run.

    ``on_start`` is told the number of units to work on, ``on_progress`` each finished number.
    ``run`` is the id of the run of Dagster that this is a part of, if it is one.
    ``allow_shrinking`` says that lost documents are meant to be.
    """

    buckets: Sequence[int] = ()
    workers: int = 1
    run: str = ""
    allow_shrinking: bool = False
    on_start: Callable[[int], None] = lambda total: None
    on_progress: Callable[[int], None] = lambda done: None


@dataclasses.dataclass(slots=True)
class StepReport:
    """What a run of a step did.

    ``rows`` are by table and bucket (None for a whole table). Units are documents, chunks, texts
    or rows: ``worked`` on, ``kept`` as they were, ``renamed``, or ``not_final``, which the next
    build tries again. ``numbers`` are the step's own, for Dagster's page.
    """

    rows: dict[str, dict[int | None, int]] = dataclasses.field(default_factory=dict)
    worked: int = 0
    kept: int = 0
    renamed: int = 0
    not_final: int = 0
    made: bool = False
    numbers: dict[str, Any] = dataclasses.field(default_factory=dict)

    def count(self, table: str, bucket: int | None, rows: int) -> None:
        """Note the rows of one file."""
        self.rows.setdefault(table, {})[bucket] = rows

    def total(self, table: str) -> int:
        """Return the rows of a table over the buckets that the step was run for."""
        return sum(self.rows.get(table, {}).values())


class Step(abc.ABC):
    """A step of the pipeline, made for a lake and its settings."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    causes: Mapping[str, str]
    """What shapes the outputs beside the inputs: versions, models and settings."""
    unit: str = "rows"
    """What ``StepReport.worked`` counts, in the plural."""
    bucketed: ClassVar[bool] = False
    stale_reason: ClassVar[str]
    """Why outputs are stale that are not current, where nothing before them is."""
    technologies: tuple[str, ...] = ()
    """What makes the outputs, as Dagster's page shows it."""

    @property
    def title(self) -> str:
        """Return what the step is called where its progress is shown."""
        return self.name

    @functools.cached_property
    def version(self) -> str:
        """Return the fingerprint of the causes."""
        return fingerprint(self.causes)

    @property
    def group(self) -> str:
        """Return the part of the pipeline that the step belongs to."""
        return TABLES[self.outputs[0]].group

    @property
    def follows(self) -> tuple[str, ...]:
        """Return the inputs whose staleness makes the outputs stale."""
        return self.inputs

    @abc.abstractmethod
    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the outputs, or those of one bucket, are made from the inputs as they are.

        Raises ``LakeError`` where an input is absent.
        """

    @abc.abstractmethod
    def run(self, lake: Lake, work: Work) -> StepReport:
        """Bring the outputs up to date. Raises ``GraphwrightError`` for what stops that."""

    def data_version(self, lake: Lake, table: str, bucket: int | None = None) -> str:
        """Return what later steps depend on in an output: the digest of its file."""
        state = lake.state(lake.path(table, bucket))
        return "absent" if state is None else state.digest


class DeclaredStep(Protocol):
    """A line of the pipeline: what is known of a step before there is a lake, and its maker."""

    @property
    def name(self) -> str:
        """Return the step's name."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return the tables that it reads."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the tables that it makes."""

    def of(self, given: Given) -> Step:
        """Return the step for a lake and its settings."""


def table_digest(lake: Lake, table: str, buckets: int) -> str:
    """Return what a whole step depends on in a table: the digests of all its files.

    Raises ``LakeError`` where a file is missing.
    """
    numbers: Sequence[int | None] = range(buckets) if TABLES[table].bucketed else [None]
    digests = []
    for number in numbers:
        path = lake.path(table, number)
        state = lake.state(path)
        if state is None:
            raise LakeError(
                f"Table {table} has no file {path.name} in {path.parent}.",
                remedy=f"Materialise {table} first, or run the whole build.",
            )
        digests.append(state.digest)
    return fingerprint(digests)


def refresh(
    lake: Lake,
    table: str,
    key: str,
    make: Callable[[], pa.Table],
    causes: Mapping[str, str] | None = None,
) -> StepReport:
    """Write a whole table from ``make()`` unless its file was made from just this key."""
    report = StepReport()
    if not lake.is_current(table, key):
        lake.write(table, make(), key=key, causes=causes)
        report.made = True
    report.count(table, None, row_count(lake.path(table)))
    return report
