"""The step that asks an LLM about whole documents, for collections with the prompts ``entities``.

Also what it shares with the step that asks about chunks: which documents are asked what, and the
extractor that a process has loaded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.entities.seeds import load_seeds
from graphwright.errors import ExtractorError
from graphwright.ids import fingerprint
from graphwright.settings import LlmSettings, Settings
from graphwright.steps.language import chunks_of
from graphwright.steps.llm_session import LlmBucketStep, LlmSession
from graphwright.steps.step import Rows, Stopped, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import Chunk, LlmEntity, LlmOutline, rows_of

if TYPE_CHECKING:
    from graphwright.llm.extractor import Guide, LlmExtractor
    from graphwright.llm.known import KnownConcepts
    from graphwright.llm.outline import DocumentText, OutlineOutcome

_process: dict[str, Any] = {}
"""The extractor, where this process asks an LLM."""

Outline = tuple[LlmOutline, list[LlmEntity]]


def load_llm(session: LlmSession) -> None:
    """Open the endpoint in the process that asks it."""
    _process["llm"] = session.extractor()


def llm_extractor() -> LlmExtractor:
    """Return the extractor that ``load_llm`` made."""
    extractor: LlmExtractor = _process["llm"]
    return extractor


def prompts_by_collection(settings: Settings) -> dict[str, str]:
    """Return the prompt set of each collection that asks for an LLM."""
    return {c.name: c.prompts for c in settings.collections if c.extractor in ("llm", "both")}


class PromptSets:
    """Which prompt set the documents of a bucket are asked with, and what each set depends on."""

    def __init__(self, settings: LlmSettings, prompts: Mapping[str, str]) -> None:
        from graphwright.llm.fingerprint import llm_versions  # noqa: PLC0415

        self._prompts = prompts
        used = {name: llm_versions(settings, name) for name in {"triples", *prompts.values()}}
        self.versions = {name: fingerprint(versions) for name, versions in used.items()}
        """Prompt set to the fingerprint of all that shapes its rows beside the text."""
        self.causes: dict[str, object] = {}
        for name in sorted(used):
            self.causes |= used[name]
        guided = sorted(name for name, chosen in prompts.items() if chosen == "entities")
        # No part of a unit's key: a collection that is as it was is not asked anew.
        self.causes |= {"prompts.entities": ", ".join(guided)} if guided else {}

    def of_documents(self, lake: Lake, bucket: int) -> dict[str, str]:
        """Return document id to prompt set, for the documents that an LLM is asked about."""
        names = ["document_id", "extractor", "collection"]
        data = lake.read("parsed_documents", bucket, names).to_pylist()
        return {
            row["document_id"]: self._prompts.get(row["collection"], "triples")
            for row in data
            if row["extractor"] in ("llm", "both")
        }


class OutlineStep(LlmBucketStep):
    """Chunks to summaries and entities of whole documents; the unit is a document."""

    name = "llm_outlines"
    outputs = ("llm_outlines", "llm_entities")
    upstream = ("parsed_documents", "chunks")
    unit_column = "document_id"
    batch = 16

    def __init__(self, session: LlmSession, prompts: Mapping[str, str], seeds: Path | None) -> None:
        self._settings = session.settings
        self._sets = PromptSets(session.settings, prompts)
        self._guided = "entities" in prompts.values()
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

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the text of each unit's document with the concepts near to it."""
        texts = self._texts(lake, bucket)
        return [texts[unit.id] for unit in units]

    def _texts(self, lake: Lake, bucket: int) -> dict[str, DocumentText]:
        if not self._guided:
            return {}
        from graphwright.llm.known import KnownConcepts  # noqa: PLC0415

        guided = [d for d, p in self._sets.of_documents(lake, bucket).items() if p == "entities"]
        chunks, concepts = chunks_of(lake, bucket, guided), KnownConcepts(self._seeds)
        return {
            document: self._text(document, chunks.get(document, []), concepts)
            for document in sorted(guided)
        }

    def _text(self, document: str, chunks: list[Chunk], concepts: KnownConcepts) -> DocumentText:
        from graphwright.llm.outline import (  # noqa: PLC0415  # openai is heavy
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
    extractor.outline(document)


def _shown(text: DocumentText) -> list[object]:
    """Return all that a model is shown of a document."""
    return [text.windows, [concept.line for concept in text.known]]


def _outline_batch(documents: list[DocumentText]) -> list[UnitResult] | Stopped:
    try:
        return [_outline_result(made) for made in llm_extractor().outline_many(documents)]
    except ExtractorError as error:
        return Stopped(error)


def _outline_result(made: OutlineOutcome) -> UnitResult:
    rows: Rows = {"llm_outlines": [made.outline], "llm_entities": list(made.entities)}
    return UnitResult(rows, final=not made.failure_may_pass, usage=made.usage)


def outlines_of(lake: Lake, bucket: int) -> dict[str, Outline]:
    """Return a bucket's outlines with their accepted entities by document id."""
    entities: dict[str, list[LlmEntity]] = defaultdict(list)
    for entity in rows_of(LlmEntity, lake.read("llm_entities", bucket)):
        if entity.rejection is None:
            entities[entity.document_id].append(entity)
    outlines = rows_of(LlmOutline, lake.read("llm_outlines", bucket))
    return {row.document_id: (row, entities[row.document_id]) for row in outlines}


def guide_for(outline: Outline, chunk: Chunk, tokens: int) -> Guide:
    """Return what a chunk is told of its document's entities: those that it names come first."""
    from graphwright.llm.extractor import Guide  # noqa: PLC0415  # openai is heavy
    from graphwright.llm.known import within  # noqa: PLC0415

    row, entities = outline
    if row.reason is not None:
        return Guide((), row.stage or "", row.reason, row.detail or "")
    text = chunk.text.casefold()
    ordered = sorted(entities, key=lambda e: (e.name.casefold() not in text, e.index))
    return Guide(within([f"{e.name} ({e.type})" for e in ordered], tokens))
