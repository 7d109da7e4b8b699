"""The steps from chunks to parses, sentences and coreference chains; the unit is a chunk."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from typing import Any

from graphwright.errors import ModelError
from graphwright.ids import fingerprint
from graphwright.settings import LanguageSettings
from graphwright.steps.bucket_rows import bucket_rows
from graphwright.steps.documents import parsed_by_id
from graphwright.steps.parse_units import parse_units
from graphwright.steps.step import BucketStep, Pool, Rows, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import Annotation, Chunk, CoreferenceFailure, Sentence

_process: dict[str, Any] = {}
"""What this process has loaded once: the pipeline, and the resolver where it is needed."""

_FEW_CHUNKS = 96
"""So many chunks take less than the two models in each worker process of two steps."""


def load_language(settings: LanguageSettings) -> None:
    """Load the spaCy pipeline in the process that works, unless it has it."""
    from graphwright.language.pipeline import load_pipeline  # noqa: PLC0415  # heavy

    if _process.get("settings") != settings:
        _process.clear()
        _process.update(settings=settings, nlp=load_pipeline(settings))


def load_resolver(settings: LanguageSettings) -> None:
    """Load the spaCy pipeline and coreferee in the process that works, unless it has them."""
    from graphwright.language.coreference import CoreferenceResolver  # noqa: PLC0415

    load_language(settings)
    if "resolver" not in _process:
        _process["resolver"] = CoreferenceResolver(_process["nlp"])


def chunks_of(
    lake: Lake, bucket: int, documents: Collection[str] | None = None
) -> dict[str, list[Chunk]]:
    """Return a bucket's chunks, or those of some documents, by document id in document order."""
    grouped: dict[str, list[Chunk]] = {}
    for chunk in bucket_rows(lake, Chunk, bucket, "document_id", documents):
        grouped.setdefault(chunk.document_id, []).append(chunk)
    return grouped


def chunks_by_id(lake: Lake, bucket: int, wanted: Collection[str]) -> dict[str, Chunk]:
    """Return the wanted chunks of a bucket by id."""
    return {row.chunk_id: row for row in bucket_rows(lake, Chunk, bucket, "chunk_id", wanted)}


class AnnotateStep(BucketStep):
    """Chunks to annotations and sentences; the unit is a chunk."""

    name = "annotate"
    outputs = ("annotations", "sentences")
    upstream = ("parsed_documents", "chunks")
    unit_column = "chunk_id"
    batch = 24
    renames = True

    def __init__(self, settings: LanguageSettings) -> None:
        from graphwright.language.annotate import ANNOTATOR_VERSION  # noqa: PLC0415
        from graphwright.language.pipeline import pipeline_versions  # noqa: PLC0415

        causes = {"annotator": ANNOTATOR_VERSION, **pipeline_versions(settings)}
        super().__init__(causes, Pool(load_language, (settings,), inline_units=_FEW_CHUNKS))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit a chunk: its text and block layout are the content."""
        return parse_units(lake, bucket, self.version)

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
        for annotation, sentences in annotate(_process["nlp"], entries)
    ]


class CoreferenceStep(BucketStep):
    """Annotations to coreference chains; the unit is a chunk."""

    name = "coreference"
    outputs = ("coreference_chains", "coreference_failures")
    upstream = ("chunks", "sentences", "annotations")
    unit_column = "chunk_id"
    batch = 16
    renames = True

    def __init__(self, settings: LanguageSettings) -> None:
        from graphwright.language.coreference import coreference_versions  # noqa: PLC0415

        self._enabled = settings.coreference
        causes = {
            "language.coreference": settings.coreference,
            **coreference_versions(settings),
        }
        super().__init__(causes, Pool(load_resolver, (settings,), inline_units=_FEW_CHUNKS))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit a chunk: its parse and the filters of its sentences are the content."""
        if not self._enabled:
            return []
        known = self.upstream_state(lake, "annotations", bucket).units
        filters = _filters(lake, bucket)
        return [
            Unit(chunk, fingerprint([self.version, content, filters.get(chunk)]), identity)
            for chunk, (content, identity) in sorted(known.items())
        ]

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
        shift = chunk.start - int(old.identity_key.split(":")[1])
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

    nlp, resolver = _process["nlp"], _process["resolver"]
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


def sentences_by_chunk(
    lake: Lake, bucket: int, wanted: Collection[str] | None = None
) -> dict[str, list[Sentence]]:
    """Return the sentences of a bucket's chunks, or of the wanted ones, by chunk id, in order."""
    grouped: dict[str, list[Sentence]] = {}
    for sentence in bucket_rows(lake, Sentence, bucket, "chunk_id", wanted):
        grouped.setdefault(sentence.chunk_id, []).append(sentence)
    return grouped


def annotations_by_chunk(lake: Lake, bucket: int, wanted: Collection[str]) -> dict[str, Annotation]:
    """Return the wanted annotations of a bucket by chunk id."""
    rows = bucket_rows(lake, Annotation, bucket, "chunk_id", wanted)
    return {row.chunk_id: row for row in rows}
