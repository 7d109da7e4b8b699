"""The step from parses to coreference chains."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence, Set
from typing import Any

from graphwright.code_versions import Code
from graphwright.errors import ModelError
from graphwright.extraction.extractors import needs_parses
from graphwright.ids import fingerprint
from graphwright.settings import LanguageSettings
from graphwright.steps.base.language_models import (
    FEW_CHUNKS,
    load_resolver,
    loaded_pipeline,
    loaded_resolver,
)
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import annotations_by_chunk, chunks_by_id, sentences_by_chunk
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Rows, Unit, UnitResult
from graphwright.steps.chunk_units import start_of_place
from graphwright.store.lake import Lake
from graphwright.tables import Annotation, Chunk, CoreferenceFailure, Sentence, SourceDocument


class CoreferenceStep(BucketStep):
    """Find the name that each pronoun stands for, where a triple may need it."""

    code = Code((__name__,))
    name = "coreference"
    outputs = ("coreference_chains", "coreference_failures")
    inputs = ("chunks", "sentences", "annotations")
    unit_column = "chunk_id"
    batch = 16
    renames = True
    warms_up = True
    technologies = ("spacy",)

    @classmethod
    def of(cls, given: Given) -> CoreferenceStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings.language)

    def __init__(self, settings: LanguageSettings) -> None:
        from graphwright.language.coreference import coreference_versions  # noqa: PLC0415

        self._enabled = settings.coreference
        causes = {
            "language.coreference": settings.coreference,
            **coreference_versions(settings),
        }
        super().__init__(causes, Pool(load_resolver, (settings,), inline_units=FEW_CHUNKS))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit a chunk: its parse and the filters of its sentences are the content."""
        if not self._enabled:
            return []
        known = self.input_state(lake, "annotations", bucket).units
        filters = _filters(lake, bucket)
        return [
            Unit(chunk, fingerprint([self.version, content, filters.get(chunk)]), identity)
            for chunk, (content, identity) in sorted(known.items())
        ]

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents to work on: none where the settings want none."""
        wanted = (s.document_id for s in sources if needs_parses(s.extractor))
        return frozenset(wanted) if self._enabled else frozenset()

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (annotation, chunk, sentences) for each unit."""
        wanted = {unit.id for unit in units}
        chunks = chunks_by_id(lake, bucket, wanted)
        sentences = sentences_by_chunk(lake, bucket, wanted)
        annotations = annotations_by_chunk(lake, bucket, wanted)
        return [
            (annotations[unit.id], chunks[unit.id], sentences.get(unit.id, [])) for unit in units
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that resolves a batch of chunks."""
        return _resolve_batch

    def rename(self, rows: Rows, unit: Unit, payload: Any, old: Unit) -> Rows:
        """Return the mentions of a chunk that moved, at their new offsets."""
        chunk = payload[1]
        shift = chunk.start - start_of_place(old.identity_key)
        names = {"chunk_id": chunk.chunk_id, "document_id": chunk.document_id}
        return {
            "coreference_failures": [
                dataclasses.replace(row, **names) for row in rows["coreference_failures"]
            ],
            "coreference_chains": [
                dataclasses.replace(
                    row,
                    **names,
                    mention_start=row.mention_start + shift,
                    mention_end=row.mention_end + shift,
                    name_start=row.name_start + shift,
                    name_end=row.name_end + shift,
                )
                for row in rows["coreference_chains"]
            ],
        }


def _resolve_batch(
    payloads: list[tuple[Annotation, Chunk, list[Sentence]]],
) -> list[UnitResult]:
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    nlp, resolver = loaded_pipeline(), loaded_resolver()
    results = []
    for annotation, chunk, sentences in payloads:
        with nlp.memory_zone():
            try:
                mentions = resolver.resolve(read_doc(annotation, nlp.vocab), chunk, sentences)
                results.append(UnitResult({"coreference_chains": mentions}))
            except ModelError as error:
                # Chains only add to triples, so the build goes on. The same parse would fail again:
                # the row is final, until another version of the resolver or of coreferee.
                results.append(UnitResult({"coreference_failures": [_failure(chunk, error)]}))
    return results


def _failure(chunk: Chunk, error: ModelError) -> CoreferenceFailure:
    cause = error.__cause__ or error
    detail = f"{type(cause).__name__}: {cause}"
    return CoreferenceFailure(chunk.chunk_id, chunk.document_id, detail)


def _filters(lake: Lake, bucket: int) -> dict[str, list[str | None]]:
    data = lake.read("sentences", bucket, ["chunk_id", "index", "filter"])
    filters: dict[str, list[str | None]] = {}
    for chunk, value in zip(data["chunk_id"].to_pylist(), data["filter"].to_pylist(), strict=True):
        filters.setdefault(chunk, []).append(value)
    return filters
