"""The step that asks an LLM about whole documents, where a collection has such prompts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.entities.seed_concepts import load_seeds
from graphwright.errors import ExtractorError
from graphwright.ids import fingerprint
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import chunks_of
from graphwright.steps.bucketed.unit import Rows, Stopped, Unit, UnitResult
from graphwright.steps.llm.prompt_sets import SUMMARY_CODE, PromptSets, prompts_by_collection
from graphwright.steps.llm.step import LlmBucketStep, llm_extractor, load_llm, session_of
from graphwright.steps.llm.usage import measured_usage
from graphwright.store.lake import Lake
from graphwright.tables import Chunk, LlmEntity, LlmOutline, SourceDocument, rows_of

if TYPE_CHECKING:
    from graphwright.llm.extractor import Guide, LlmExtractor
    from graphwright.llm.reading.document_summary import DocumentText, SummaryOutcome
    from graphwright.llm.reading.known_concepts import KnownConcepts

DocumentSummary = tuple[LlmOutline, list[LlmEntity]]
"""What an LLM said of a document: its row of ``llm_outlines``, and its accepted entities."""


class OutlineStep(LlmBucketStep):
    """Ask the LLM for summaries and entities of documents whose collection asks for it."""

    code = SUMMARY_CODE
    name = "llm_outlines"
    outputs = ("llm_outlines", "llm_entities")
    inputs = ("parsed_documents", "chunks")
    unit_column = "document_id"
    batch = 16

    @classmethod
    def of(cls, given: Given) -> OutlineStep:
        """Return the step for a lake and its settings."""
        settings = given.settings
        return cls(session_of(given), prompts_by_collection(settings), settings.seed_path)

    def __init__(self, session: LlmSession, prompts: Mapping[str, str], seeds: Path | None) -> None:
        self._settings = session.settings
        self._sets = PromptSets(session.settings, prompts)
        self._guided = "entities" in prompts.values()
        self._prompts = prompts
        self._seeds = load_seeds(seeds) if self._guided else []
        causes: dict[str, object] = {"prompts": "triples"}
        if self._guided:
            causes = self._sets.causes | {"seeds": fingerprint([repr(s) for s in self._seeds])[:12]}
        super().__init__(session, causes, load_llm)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document whose collection has the prompts ``entities``."""
        return [
            Unit(document, fingerprint([self._sets.versions["entities"], *_shown(text)]), "")
            for document, text in self._texts(lake, bucket).items()
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the key of the bucket's files: empty ones depend on nothing."""
        return super().bucket_key(lake, bucket) if self._guided else self.version

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents of collections with the prompts ``entities``."""
        return {s.document_id for s in sources if self._prompts.get(s.collection) == "entities"}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the text of each unit's document with the concepts near to it."""
        texts = self._texts(lake, bucket)
        return [texts[unit.id] for unit in units]

    def _texts(self, lake: Lake, bucket: int) -> dict[str, DocumentText]:
        if not self._guided:
            return {}
        from graphwright.llm.reading.known_concepts import KnownConcepts  # noqa: PLC0415

        guided = [d for d, p in self._sets.of_documents(lake, bucket).items() if p == "entities"]
        chunks, concepts = chunks_of(lake, bucket, guided), KnownConcepts(self._seeds)
        return {
            document: self._text(document, chunks.get(document, []), concepts)
            for document in sorted(guided)
        }

    def _text(self, document: str, chunks: list[Chunk], concepts: KnownConcepts) -> DocumentText:
        from graphwright.llm.reading.document_summary import (  # noqa: PLC0415  # openai is heavy
            DocumentText,
            windows_of,
        )

        windows = windows_of(chunks, self._settings.summary_characters)
        near = concepts.nearest("\n".join(windows), self._settings.known_tokens)
        return DocumentText(document, windows, near)

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        """Return the function that asks the LLM about a batch of documents."""
        return _outline_batch

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the documents without entities for a failure."""
        outlines = tables["llm_outlines"].filter(pc.field("reason").is_valid())
        return sorted(outlines["document_id"].to_pylist())

    def read_ahead(self, extractor: LlmExtractor, payload: Any) -> None:
        """Ask what will be asked about a unit."""
        _read_ahead(extractor, payload)


def _read_ahead(extractor: LlmExtractor, document: DocumentText) -> None:
    extractor.summarise(document)


def _shown(text: DocumentText) -> list[object]:
    """Return all that a model is shown of a document."""
    return [text.windows, [concept.line for concept in text.known]]


def _outline_batch(documents: list[DocumentText]) -> list[UnitResult] | Stopped:
    try:
        return [_outline_result(made) for made in llm_extractor().summarise_many(documents)]
    except ExtractorError as error:
        return Stopped(error)


def _outline_result(made: SummaryOutcome) -> UnitResult:
    rows: Rows = {"llm_outlines": [made.outline], "llm_entities": list(made.entities)}
    return UnitResult(rows, final=not made.failure_may_pass, measured=measured_usage(made.usage))


def summaries_of(lake: Lake, bucket: int) -> dict[str, DocumentSummary]:
    """Return a bucket's document summaries, with accepted entities only, by document id."""
    entities: dict[str, list[LlmEntity]] = defaultdict(list)
    for entity in rows_of(LlmEntity, lake.read("llm_entities", bucket)):
        if entity.rejection is None:
            entities[entity.document_id].append(entity)
    outlines = rows_of(LlmOutline, lake.read("llm_outlines", bucket))
    return {row.document_id: (row, entities[row.document_id]) for row in outlines}


def guide_for(summary: DocumentSummary, chunk: Chunk, tokens: int) -> Guide:
    """Return what a chunk is told of its document's entities: those that it names come first."""
    from graphwright.llm.extractor import Guide  # noqa: PLC0415  # openai is heavy
    from graphwright.llm.reading.known_concepts import within  # noqa: PLC0415

    row, entities = summary
    if row.reason is not None:
        return Guide((), row.stage or "", row.reason, row.detail or "")
    text = chunk.text.casefold()
    ordered = sorted(entities, key=lambda e: (e.name.casefold() not in text, e.index))
    return Guide(within([f"{e.name} ({e.type})" for e in ordered], tokens))
