"""What a build would do, step by step: how many documents, chunks and texts, why, and how long.

Exact for documents. What follows from the text of a document that was never parsed is told from
the lake's averages, and as "at most": equal chunks and texts are taken over when the build finds
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
from graphwright.planning.costs import Cost, read_costs
from graphwright.planning.staleness import SNAPSHOT, find_stale
from graphwright.planning.tokens import LlmForecast, LlmWork, forecast_llm
from graphwright.settings import Settings
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.step import BucketStep
from graphwright.steps.vectors import EMBEDDED, embedding_causes
from graphwright.steps.whole import sql_causes
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument
from graphwright.vectors.embedder import embedder_fingerprint
from sql import READS


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
    """What a build would do; ``seconds`` is None where no earlier build tells it."""

    changes: DocumentChanges
    steps: tuple[StepForecast, ...]
    llm: LlmForecast | None
    publishes: bool
    seconds: float | None

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
    sources = discover(settings)
    return _Forecast(lake, settings, sources).run()


class _Forecast:
    def __init__(self, lake: Lake, settings: Settings, sources: Sequence[SourceDocument]) -> None:
        self._lake = lake
        self._settings = settings
        self._steps = [make_step(name, lake, settings, sources) for name in STEP_NAMES]
        self._stale = find_stale(lake, settings, sources)
        self._costs = read_costs(lake)
        self._changes = document_changes(lake, self._steps[0], sources, settings.buckets)
        chunking = next(step for step in self._steps if step.name == "chunk")
        self._amounts = Amounts(lake, settings, sources, self._changes, chunking)
        self._whole: tuple[str, ...] = ()

    def run(self) -> BuildForecast:
        steps = [self._bucketed(step) for step in self._steps]
        chunks = next(step for step in steps if step.name == "annotate")
        steps += [self._queried(table) for table in READS]
        steps += [self._embedded(table, chunks.units) for table in EMBEDDED]
        asked = self._asked(steps)
        return BuildForecast(
            self._changes,
            tuple(steps),
            forecast_llm(self._lake, self._settings.llm, asked),
            SNAPSHOT in self._stale.reasons,
            self._total(steps),
        )

    def _asked(self, steps: Sequence[StepForecast]) -> dict[str, LlmWork]:
        """Return what an LLM would be asked about, by prompt set."""
        of = {step.name: step for step in steps}
        chunks, outlines = of["llm_triples"], of["llm_outlines"]
        if not chunks.units:
            return {}
        asking = next(step for step in self._steps if step.name == chunks.name)
        among, amounts = self._amounts.guided, self._amounts
        guided = amounts.new(asking, among) + amounts.left(asking, among)
        if chunks.units == chunks.of:
            guided = amounts.of(asking, among)
        return {
            "triples": LlmWork(0, chunks.units - guided),
            "entities": LlmWork(outlines.units, guided),
        }

    def _bucketed(self, step: BucketStep) -> StepForecast:
        reasons = _differences(self._recorded(step.outputs[0]), step.causes)
        self._whole = (*self._whole, *(r for r in reasons if r not in self._whole))
        unit = "documents" if step.unit_column == "document_id" else "chunks"
        of = self._amounts.of(step)
        if not any(table in self._stale.reasons for table in step.outputs):
            return self._step(step.name, unit, 0, of, ())
        if self._whole:
            return self._step(step.name, unit, of, of, self._whole)
        new, left = self._amounts.new(step), self._amounts.left(step)
        why = [_content(self._changes)] if new else []
        why += [f"{left:,} {unit} have no result yet"] if left else []
        why = why or [self._stale.reasons[step.outputs[0]]]
        return self._step(step.name, unit, new + left, of, tuple(why))

    def _queried(self, table: str) -> StepForecast:
        reason = self._stale.reasons.get(table)
        rows = self._lake.row_count(table)
        if reason is None:
            return self._step(table, "rows", 0, rows, ())
        changed = _differences(self._recorded(table), sql_causes(table, self._settings))
        return self._step(table, "rows", rows, rows, changed or (reason,))

    def _embedded(self, table: str, chunks: int) -> StepForecast:
        of = self._lake.row_count(EMBEDDED[table])
        reason = self._stale.reasons.get(table)
        if reason is None:
            return self._step(table, "texts", 0, of, ())
        model = embedder_fingerprint(self._settings.embedding)
        changed = _differences(self._recorded(table), embedding_causes(model))
        if changed or not of:
            return self._step(table, "texts", of, of, changed or (reason,))
        known = max(self._lake.row_count("chunks"), 1)
        return self._step(table, "texts", min(of, -(-of * chunks // known)), of, (reason,))

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
        self, name: str, unit: str, units: int, of: int, why: tuple[str, ...]
    ) -> StepForecast:
        cost = self._costs.get(name)
        return StepForecast(name, unit, units, of, why, _seconds(cost, units, why))

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
