"""The step from chunks to the triples that an LLM reads, rejected ones and failures."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from graphwright.errors import ExtractorError
from graphwright.extraction.extractors import LLM
from graphwright.ids import fingerprint
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.steps.base.language_models import blank_pipeline, load_vocabulary
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    chunks_by_id,
    chunks_of,
    sentences_by_chunk,
)
from graphwright.steps.bucketed.unit import Rows, Stopped, Unit, UnitResult
from graphwright.steps.llm.outlines import DocumentSummary, guide_for, summaries_of
from graphwright.steps.llm.prompt_sets import TRIPLES_CODE, PromptSets, prompts_by_collection
from graphwright.steps.llm.step import LlmBucketStep, llm_extractor, load_llm, session_of
from graphwright.steps.llm.usage import measured_usage
from graphwright.store.lake import Lake
from graphwright.tables import Annotation, Chunk, Sentence, SourceDocument

if TYPE_CHECKING:
    from graphwright.llm.extractor import Guide, LlmExtractor


class LlmStep(LlmBucketStep):
    """Ask the LLM for the triples of chunks whose collection asks for it; none does by default.

    ``prompts`` says which prompt set each collection has; chunks of those with ``entities`` are
    guided by the summaries of their documents.
    """

    code = TRIPLES_CODE
    name = "llm_triples"
    outputs = ("llm_triples", "rejected_llm_triples", "llm_failures")
    inputs = (
        *("parsed_documents", "chunks", "sentences", "annotations"),
        *("llm_outlines", "llm_entities"),
    )
    unit_column = "chunk_id"
    batch = 32

    @classmethod
    def of(cls, given: Given) -> LlmStep:
        """Return the step for a lake and its settings."""
        return cls(session_of(given), prompts_by_collection(given.settings))

    def __init__(self, session: LlmSession, prompts: Mapping[str, str]) -> None:
        self._sets = PromptSets(session.settings, prompts)
        self._known_tokens = session.settings.known_tokens
        super().__init__(session, self._sets.causes, _load_llm)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each chunk of a document whose collection asks for LLM triples."""
        asked, summaries = self._sets.of_documents(lake, bucket), summaries_of(lake, bucket)
        known = self.input_state(lake, "sentences", bucket).units
        made = []
        for document, chunks in chunks_of(lake, bucket, asked).items():
            for c in chunks:
                # The parse knows the headings by the chunk's id, but not what a table has above it.
                above = [c.table_header, c.row_name]
                parts = [self._sets.versions[asked[document]], known[c.chunk_id], *above]
                if (guide := self._guide(asked[document], summaries.get(document), c)) is not None:
                    parts.append(dataclasses.astuple(guide))
                made.append(Unit(c.chunk_id, fingerprint(parts), c.chunk_id))
        return sorted(made, key=lambda unit: unit.id)

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the key of the bucket's files: empty ones depend on nothing."""
        asked = self._sets.of_documents(lake, bucket)
        return super().bucket_key(lake, bucket) if asked else self.version

    def _guide(self, prompts: str, summary: DocumentSummary | None, chunk: Chunk) -> Guide | None:
        if prompts != "entities" or summary is None:
            return None
        return guide_for(summary, chunk, self._known_tokens)

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents of collections that ask for LLM triples."""
        return {s.document_id for s in sources if LLM.is_asked(s.extractor)}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (chunk, sentences, annotation, guide or None) for each unit."""
        wanted = [unit.id for unit in units]
        chunks = chunks_by_id(lake, bucket, wanted)
        sentences = sentences_by_chunk(lake, bucket, wanted)
        annotations = annotations_by_chunk(lake, bucket, wanted)
        asked, summaries = self._sets.of_documents(lake, bucket), summaries_of(lake, bucket)

        def guide(chunk: Chunk) -> Guide | None:
            document = chunk.document_id
            return self._guide(asked[document], summaries.get(document), chunk)

        return [
            (
                chunks[unit.id],
                sentences.get(unit.id, []),
                annotations[unit.id],
                guide(chunks[unit.id]),
            )
            for unit in units
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        """Return the function that asks the LLM about a batch of chunks."""
        return _ask_batch

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the chunks without an answer."""
        return sorted(tables["llm_failures"]["chunk_id"].to_pylist())

    def read_ahead(self, extractor: LlmExtractor, payload: Any) -> None:
        """Ask what will be asked about a unit."""
        _read_ahead(extractor, payload)


LlmPayload = tuple[Chunk, list[Sentence], Annotation, "Guide | None"]


def _load_llm(session: LlmSession) -> None:
    load_vocabulary()
    load_llm(session)


def _read_ahead(extractor: LlmExtractor, payload: LlmPayload) -> None:
    """Ask what will be asked about a chunk; the rows are made later, with its parse."""
    chunk, sentences, _, guide = payload
    extractor.extract(chunk, sentences, None, guide)


def _ask_batch(
    payloads: list[LlmPayload],
) -> list[UnitResult] | Stopped:
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    vocab = blank_pipeline().vocab
    items = (
        (chunk, sentences, read_doc(parse, vocab), guide)
        for chunk, sentences, parse, guide in payloads
    )
    try:
        return [_llm_result(outcome) for outcome in llm_extractor().extract_many(items)]
    except ExtractorError as error:
        return Stopped(error)


def _llm_result(outcome: ExtractionOutcome) -> UnitResult:
    rows: Rows = {
        "llm_triples": list(outcome.triples),
        "rejected_llm_triples": list(outcome.rejected),
        "llm_failures": [] if outcome.failure is None else [outcome.failure],
    }
    return UnitResult(
        rows, final=not outcome.failure_may_pass, measured=measured_usage(outcome.usage)
    )
