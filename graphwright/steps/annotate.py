"""The step from chunks to their parses and sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence, Set
from typing import Any

from graphwright.code_versions import Code
from graphwright.extraction.extractors import needs_parses
from graphwright.settings import LanguageSettings
from graphwright.steps.base.language_models import FEW_CHUNKS, load_language, loaded_pipeline
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import (
    chunks_by_id,
    chunks_of,
    extractors_by_document,
    parsed_by_id,
)
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Rows, Unit, UnitResult
from graphwright.steps.chunk_units import parse_units
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument


class AnnotateStep(BucketStep):
    """Parse each new chunk once and keep the parse: every rule reads it from there."""

    code = Code((__name__,))
    name = "annotate"
    outputs = ("annotations", "sentences")
    inputs = ("parsed_documents", "chunks")
    unit_column = "chunk_id"
    batch = 24
    renames = True
    warms_up = True
    technologies = ("spacy",)

    @classmethod
    def of(cls, given: Given) -> AnnotateStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings.language)

    def __init__(self, settings: LanguageSettings) -> None:
        from graphwright.language.pipeline import pipeline_versions  # noqa: PLC0415

        pool = Pool(load_language, (settings,), inline_units=FEW_CHUNKS)
        super().__init__(pipeline_versions(settings), pool)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit a chunk: its text and block layout are the content.

        Chunks of collections that ask for no triples are not parsed: nothing would read it.
        """
        found = extractors_by_document(lake, bucket).items()
        wanted = {document for document, extractor in found if needs_parses(extractor)}
        return parse_units(lake, bucket, self.version, wanted)

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents of collections that ask for triples."""
        return {s.document_id for s in sources if needs_parses(s.extractor)}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the chunk input of each unit."""
        wanted = [unit.id for unit in units]
        documents = {c.document_id for c in chunks_by_id(lake, bucket, wanted).values()}
        inputs = self._inputs(lake, bucket, documents)
        return [inputs[unit.id] for unit in units]

    def _inputs(self, lake: Lake, bucket: int, documents: Collection[str]) -> dict[str, Any]:
        from graphwright.language.annotate import chunk_inputs  # noqa: PLC0415

        parsed = parsed_by_id(lake, bucket, documents)
        return {
            entry.chunk.chunk_id: entry
            for document, chunks in chunks_of(lake, bucket, documents).items()
            for entry in chunk_inputs(parsed[document], chunks)
        }

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that annotates a batch of chunks."""
        return _annotate_batch

    def rename(self, rows: Rows, unit: Unit, payload: Any, old: Unit) -> Rows:
        """Return a parse under another chunk id, with its sentences in their new place."""
        from spacy.vocab import Vocab  # noqa: PLC0415

        from graphwright.language.annotate import read_doc  # noqa: PLC0415
        from graphwright.language.sentences import sentences_of  # noqa: PLC0415

        annotation = dataclasses.replace(
            rows["annotations"][0], chunk_id=unit.id, document_id=payload.chunk.document_id
        )
        doc = read_doc(annotation, Vocab())
        return {"annotations": [annotation], "sentences": sentences_of(doc, payload)}


def _annotate_batch(entries: list[Any]) -> list[UnitResult]:
    from graphwright.language.annotate import annotate  # noqa: PLC0415

    return [
        UnitResult({"annotations": [annotation], "sentences": sentences})
        for annotation, sentences in annotate(loaded_pipeline(), entries)
    ]
