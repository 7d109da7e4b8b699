"""What a build would do, step by step: how many documents, chunks and texts, why, and how long.

Exact for documents. What follows from the text of a document that was never parsed is told from
the lake's averages, and as "at most": equal chunks and texts are kept when the build finds
them. Nothing is written, and no model is loaded.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.documents.sources.discover import discover
from graphwright.errors import LakeError
from graphwright.planning.amounts import Amounts
from graphwright.planning.changes import DocumentChanges, document_changes
from graphwright.planning.staleness import find_stale
from graphwright.planning.tokens import LlmForecast, LlmWork, forecast_llm
from graphwright.quality.shrinkage import Shrunken, readable_documents, shrunken
from graphwright.settings import Settings
from graphwright.steps.annotate import AnnotateStep
from graphwright.steps.base.step import Given, Step
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.costs import Cost, read_costs
from graphwright.steps.embedding import EmbedStep, sought_count
from graphwright.steps.llm.help_pages import LlmHelpStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.llm.outlines import OutlineStep
from graphwright.steps.llm.step import LlmBucketStep
from graphwright.steps.llm.tickets import LlmTicketsStep
from graphwright.steps.llm.triples import LlmStep
from graphwright.steps.parse import ParseStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.publishing import SNAPSHOT
from graphwright.steps.sql_table import SqlStep
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument


@dataclasses.dataclass(frozen=True, slots=True)
class StepForecast:
    """One step: ``units`` of its ``unit`` to work on, of how many, why, and the seconds if known.

    ``why`` is empty where the step has nothing to do.
    """

    name: str
    unit: str
    units: int
    of: int
    why: tuple[str, ...]
    seconds: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class BuildForecast:
    """What a build would do; ``seconds`` is None where no earlier build tells it.

    ``shrunken`` are the collections for whose sake it would do nothing unless it was told to.
    """

    changes: DocumentChanges
    steps: tuple[StepForecast, ...]
    llm: LlmForecast | None
    publishes: bool
    seconds: float | None
    shrunken: tuple[Shrunken, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the forecast as JSON-serialisable values, without ids of documents."""
        record = dataclasses.asdict(self)
        if self.llm is not None:
            record["llm"]["budget"] = self.llm.budget.model_dump()
        del record["changes"]["work"], record["changes"]["renamed"]
        return record


def forecast_build(lake: Lake, settings: Settings) -> BuildForecast:
    """Return what a build of these settings would do now.

    Raises ``SourceError`` for a missing folder, and what the steps raise for a wrong setting.
    """
    sources = discover(settings, lake.places, lake=lake)
    return _Forecast(Pipeline(Given(lake, settings, sources)), sources).run()


class _Forecast:
    """Goes through the pipeline; a step is asked about after all that stand before it."""

    def __init__(self, pipeline: Pipeline, sources: Sequence[SourceDocument]) -> None:
        self._lake, self._settings = pipeline.given.lake, pipeline.given.settings
        self._pipeline, self._sources = pipeline, sources
        self._stale = find_stale(pipeline)
        self._costs = read_costs(self._lake)
        of = {step.name: step for step in pipeline.bucketed}
        parse, chunk = of[ParseStep.name], of[ChunkStep.name]
        self._changes = document_changes(self._lake, parse, sources, self._settings.buckets)
        self._amounts = Amounts(self._lake, sources, self._changes, chunk)
        self._reasons_for_all: tuple[str, ...] = ()
        self._made: dict[str, StepForecast] = {}

    def run(self) -> BuildForecast:
        for step in self._pipeline:
            if isinstance(step, BucketStep):
                self._made[step.name] = self._bucketed(step)
            elif isinstance(step, SqlStep):
                self._made[step.name] = self._queried(step)
            elif isinstance(step, EmbedStep):
                self._made[step.name] = self._embedded(step)
            elif isinstance(step, LlmNamesStep) and step.asks:
                self._made[step.name] = self._of_names(step)
        steps = tuple(self._made.values())
        return BuildForecast(
            self._changes,
            steps,
            forecast_llm(self._lake, self._settings.llm, self._asked()),
            SNAPSHOT in self._stale.reasons,
            self._total(steps),
            shrunken(self._lake.root, readable_documents(self._sources), self._settings),
        )

    def _asked(self) -> dict[str, LlmWork]:
        """Return what an LLM would be asked about, by prompt set."""
        asked = self._asked_about_chunks() | self._asked_about_names()
        asked |= self._asked_about_documents("tickets", LlmTicketsStep)
        return asked | self._asked_about_documents("help", LlmHelpStep)

    def _asked_about_names(self) -> dict[str, LlmWork]:
        pairs = self._made[LlmNamesStep.name].units if LlmNamesStep.name in self._made else 0
        return {"names": LlmWork(0, pairs)} if pairs else {}

    def _asked_about_documents(self, prompts: str, step: type[LlmBucketStep]) -> dict[str, LlmWork]:
        asked = self._made[step.name]
        if not asked.units:
            return {}
        of = {one.name: one for one in self._pipeline.bucketed}
        among = of[step.name].documents(self._sources)
        return {prompts: LlmWork(asked.units, self._amounts.of(of[AnnotateStep.name], among))}

    def _asked_about_chunks(self) -> dict[str, LlmWork]:
        chunks, outlines = self._made[LlmStep.name], self._made[OutlineStep.name]
        if not chunks.units:
            return {}
        of = {step.name: step for step in self._pipeline.bucketed}
        asking, among = of[LlmStep.name], of[OutlineStep.name].documents(self._sources)
        guided = self._amounts.new(asking, among) + self._amounts.left(asking, among)
        if chunks.units == chunks.of:
            guided = self._amounts.of(asking, among)
        return {
            "triples": LlmWork(0, chunks.units - guided),
            "entities": LlmWork(outlines.units, guided),
        }

    def _bucketed(self, step: BucketStep) -> StepForecast:
        reasons = _differences(self._recorded(step.outputs[0]), step.causes)
        self._reasons_for_all = (
            *self._reasons_for_all,
            *(r for r in reasons if r not in self._reasons_for_all),
        )
        of = self._amounts.of(step)
        if not any(table in self._stale.reasons for table in step.outputs):
            return self._step(step, 0, of, ())
        if self._reasons_for_all:
            read = self._amounts.of(step, self._amounts.read)
            return self._step(step, of, of, self._reasons_for_all, read)
        new, left = self._amounts.new(step), self._amounts.left(step)
        why = [_content(self._changes)] if new else []
        why += [f"{left:,} {step.unit} have no result yet"] if left else []
        why = why or [self._stale.reasons[step.outputs[0]]]
        among = self._amounts.read
        read = self._amounts.new(step, among) + self._amounts.left(step, among)
        return self._step(step, new + left, of, tuple(why), read)

    def _of_names(self, step: LlmNamesStep) -> StepForecast:
        """Count the pairs that are open now: what new documents open is not known before."""
        try:
            pairs = step.open_pairs(self._lake)
        except LakeError:
            pairs = []  # nothing was built yet
        reason = self._stale.reasons.get(step.name)
        if reason is None:
            return self._step(step, 0, len(pairs), ())
        changed = _differences(self._recorded(step.name), step.causes)
        asked = [] if changed else step.answered(self._lake)
        new = [pair for pair in pairs if (pair.name_key, pair.other_key) not in asked]
        return self._step(step, len(new), len(pairs), changed or (reason,))

    def _queried(self, step: SqlStep) -> StepForecast:
        reason = self._stale.reasons.get(step.name)
        rows = self._rows(step.name)
        if reason is None:
            return self._step(step, 0, rows, ())
        changed = _differences(self._recorded(step.name), step.causes)
        return self._step(step, rows, rows, changed or (reason,))

    def _embedded(self, step: EmbedStep) -> StepForecast:
        of = self._sought(step.name)
        reason = self._stale.reasons.get(step.name)
        if reason is None:
            return self._step(step, 0, of, ())
        changed = _differences(self._recorded(step.name), step.causes)
        if changed or not of:
            return self._step(step, of, of, changed or (reason,))
        known = max(self._rows("chunks"), 1)
        chunks = self._made[AnnotateStep.name].units
        return self._step(step, min(of, -(-of * chunks // known)), of, (reason,))

    def _sought(self, vectors: str) -> int:
        try:
            return sought_count(self._lake, vectors)
        except LakeError:
            return 0

    def _rows(self, table: str) -> int:
        try:
            return self._lake.row_count(table)
        except LakeError:
            return 0  # damaged: the build makes it again

    def _recorded(self, table: str) -> Mapping[str, str]:
        for path in self._lake.paths(table):
            try:
                state = self._lake.state(path)
            except LakeError:
                continue
            if state is not None:
                return state.causes
        return {}

    def _step(
        self, step: Step, units: int, of: int, why: tuple[str, ...], costly: int | None = None
    ) -> StepForecast:
        """Return the forecast of a step; ``costly`` are the units that take time, by default all.

        A document that no reader looks into is a unit of parsing too, and takes none.
        """
        cost = self._costs.get(step.name)
        seconds = _seconds(cost, units if costly is None else costly, why)
        return StepForecast(step.name, step.unit, units, of, why, seconds)

    def _total(self, steps: Sequence[StepForecast]) -> float | None:
        """Return the seconds of all steps, with what every run takes besides."""
        if not self._stale:
            return 0.0
        parts = [step.seconds for step in steps if step.why]
        besides = self._costs.get("besides")
        if besides is None or any(part is None for part in parts):
            return None
        return besides.of(1) + sum(part for part in parts if part is not None)


def _seconds(cost: Cost | None, units: int, why: tuple[str, ...]) -> float | None:
    if not why or units == 0:
        return 0.0
    return None if cost is None else cost.of(units)


def _differences(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Return "name: before -> now" for each cause that differs; nothing for a first build."""
    if not before:
        return ()
    names = sorted(n for n in {*before, *now} if before.get(n) != now.get(n))
    return tuple(f"{n}: {before.get(n, 'none')} -> {now.get(n, 'none')}" for n in names)


def _content(changes: DocumentChanges) -> str:
    kinds = {
        "new": changes.new,
        "edited": changes.edited,
        "moved": changes.moved,
        "to try again": changes.again,
    }
    parts = [f"{len(found)} {kind}" for kind, found in kinds.items() if found]
    return f"content: {', '.join(parts)}"
