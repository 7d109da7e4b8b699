"""What a build would do, step by step: how many documents, chunks and texts, why, and how long.

Exact for documents. What follows from the text of a document that was never parsed is told from
the lake's averages, and as "at most": equal chunks and texts are taken over when the build finds
them. Nothing is written, and no model is loaded.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.documents.sources import discover
from graphwright.errors import LakeError
from graphwright.lake import Lake
from graphwright.planning.changes import DocumentChanges, document_changes
from graphwright.planning.costs import Cost, read_costs
from graphwright.planning.staleness import SNAPSHOT, find_stale
from graphwright.planning.tokens import LlmForecast, LlmWork, forecast_llm
from graphwright.settings import Settings
from graphwright.steps.outlines import prompts_by_collection
from graphwright.steps.pipeline import STEP_NAMES, make_step
from graphwright.steps.step import BucketStep
from graphwright.steps.vectors import EMBEDDED, embedding_causes
from graphwright.tables import SourceDocument
from graphwright.vectors.embedder import embedder_fingerprint
from sql import READS

_CHARACTERS_A_CHUNK = 1000
"""For the first build, when there is nothing to take an average from."""


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
        self._documents = _Documents(lake, settings, sources, self._changes)
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
        whole = chunks.units == chunks.of
        guided = self._documents.guided_chunks(whole=whole)
        return {
            "triples": LlmWork(0, max(0, chunks.units - guided)),
            "entities": LlmWork(outlines.units, min(guided, chunks.units)),
        }

    def _bucketed(self, step: BucketStep) -> StepForecast:
        reasons = _differences(self._recorded(step.outputs[0]), step.causes)
        self._whole = (*self._whole, *(r for r in reasons if r not in self._whole))
        unit = "documents" if step.unit_column == "document_id" else "chunks"
        of = self._documents.count(unit, step)
        units = of if self._whole else self._documents.count_new(unit, step)
        why = self._whole or ((_content(self._changes),) if units else ())
        if not any(table in self._stale.reasons for table in step.outputs):
            units, why = 0, ()
        elif not why:
            why = (self._stale.reasons[step.outputs[0]],)
        return self._step(step.name, unit, units, of, why)

    def _queried(self, table: str) -> StepForecast:
        reason = self._stale.reasons.get(table)
        rows = self._lake.row_count(table)
        return self._step(table, "rows", rows if reason else 0, rows, (reason,) if reason else ())

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


class _Documents:
    """How many documents and chunks there are, and how many are new; estimated where unseen."""

    def __init__(
        self,
        lake: Lake,
        settings: Settings,
        sources: Sequence[SourceDocument],
        changes: DocumentChanges,
    ) -> None:
        self._work = changes.work
        self._renamed = changes.renamed
        self._extractors = {s.document_id: s.extractor for s in sources}
        prompts = prompts_by_collection(settings)
        self._guided = {s.document_id for s in sources if prompts.get(s.collection) == "entities"}
        self._coreference = settings.language.coreference
        self._chunks = _chunks_by_document(lake)
        sizes = {s.document_id: s.size for s in sources}
        seen = sum(sizes.get(document, 0) for document in self._chunks)
        chunks = sum(self._chunks[d] for d in self._chunks if d in sizes)
        a_byte = chunks / seen if seen else 1 / _CHARACTERS_A_CHUNK
        for document, size in sizes.items():
            if document in self._work:
                guess = max(1, round(size * a_byte))
                self._chunks[document] = max(guess, self._chunks.get(document, 0))

    def count(self, unit: str, step: BucketStep) -> int:
        """Return the documents or chunks that a step is for."""
        return self._size(unit, self._asked(step))

    def count_new(self, unit: str, step: BucketStep) -> int:
        """Return those of them that it has to work on."""
        new = self._work if step.renames else self._work | self._renamed
        return self._size(unit, self._asked(step) & new)

    def guided_chunks(self, *, whole: bool) -> int:
        """Return the chunks, or the new ones, that are asked with the prompts ``entities``."""
        new = self._guided if whole else self._guided & (self._work | self._renamed)
        return self._size("chunks", new)

    def _asked(self, step: BucketStep) -> set[str]:
        if step.name == "coreference" and not self._coreference:
            return set()
        if step.name == "llm_outlines":
            return self._guided
        wanted = {"llm_triples": "llm", "dependency_triples": "dependency"}.get(step.name)
        return {d for d, e in self._extractors.items() if wanted is None or e in (wanted, "both")}

    def _size(self, unit: str, documents: set[str]) -> int:
        if unit == "documents":
            return len(documents)
        return sum(self._chunks[document] for document in documents)


def _chunks_by_document(lake: Lake) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in lake.paths("chunks"):
        try:
            rows = lake.read_file("chunks", path, ["document_id"])
        except LakeError:
            continue  # damaged: the build makes it again
        counts.update(rows["document_id"].to_pylist())
    return counts
