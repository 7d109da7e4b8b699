"""The steps from parses to resolved triples; the unit is a document, for the LLM a chunk."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from graphwright.entities.normalise import NORMALISER_VERSION
from graphwright.errors import ExtractorError
from graphwright.extraction.resolve import RESOLVER_VERSION, resolve_triples
from graphwright.ids import fingerprint
from graphwright.llm.outcome import ExtractionOutcome
from graphwright.steps.bucket_rows import bucket_rows
from graphwright.steps.documents import parsed_by_id
from graphwright.steps.language import (
    annotations_by_chunk,
    chunks_by_id,
    chunks_of,
    sentences_by_chunk,
)
from graphwright.steps.llm_session import LlmBucketStep, LlmSession
from graphwright.steps.outlines import (
    Outline,
    PromptSets,
    guide_for,
    llm_extractor,
    load_llm,
    outlines_of,
)
from graphwright.steps.step import BucketStep, Pool, Rows, Stopped, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import (
    Annotation,
    Chunk,
    CoreferenceMention,
    DependencyTriple,
    LlmTriple,
    ParsedDocument,
    Sentence,
    Triple,
)

if TYPE_CHECKING:
    from graphwright.llm.extractor import Guide, LlmExtractor

_process: dict[str, Any] = {}


def _documents(lake: Lake, bucket: int) -> dict[str, str]:
    """Return document id to the extractor that its collection asks for."""
    data = lake.read("parsed_documents", bucket, ["document_id", "extractor"])
    ids, extractors = data["document_id"].to_pylist(), data["extractor"].to_pylist()
    return dict(sorted(zip(ids, extractors, strict=True)))


def _chunk_keys(lake: Lake, bucket: int, tables: Sequence[str]) -> dict[str, list[object]]:
    """Return document id to the keys of its chunks in tables whose unit is a chunk."""
    data = lake.read("chunks", bucket, ["document_id", "index", "chunk_id"])
    units = []
    for table in tables:
        state = lake.state(lake.path(table, bucket))
        units.append(state.units if state else {})
    keys: dict[str, list[object]] = defaultdict(list)
    pairs = zip(data["document_id"].to_pylist(), data["chunk_id"].to_pylist(), strict=True)
    for document, chunk in pairs:
        keys[document].append([known.get(chunk) for known in units])
    return keys


class DependencyStep(BucketStep):
    """Annotations to dependency and linear triples; the unit is a document."""

    name = "dependency_triples"
    outputs = ("dependency_triples",)
    upstream = ("parsed_documents", "chunks", "sentences", "annotations")
    unit_column = "document_id"
    batch = 8

    def __init__(self) -> None:
        from graphwright.extraction.extract import RULES_VERSION  # noqa: PLC0415

        super().__init__({"rules": RULES_VERSION}, Pool(_load_vocab, inline_units=64))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document whose collection asks for dependency triples."""
        keys = _chunk_keys(lake, bucket, ["annotations", "sentences"])
        parsed = self.upstream_state(lake, "parsed_documents", bucket).units
        return [
            Unit(document, fingerprint([self.version, parsed[document], keys[document]]), "")
            for document, extractor in _documents(lake, bucket).items()
            if extractor in ("dependency", "both")
        ]

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (document, [(annotation, chunk, sentences)]) for each unit."""
        documents = [unit.id for unit in units]
        parsed = parsed_by_id(lake, bucket, documents)
        chunks = chunks_of(lake, bucket, documents)
        wanted = {c.chunk_id for found in chunks.values() for c in found}
        annotations = annotations_by_chunk(lake, bucket, wanted)
        sentences = sentences_by_chunk(lake, bucket, wanted)
        return [
            (
                parsed[unit.id],
                [
                    (annotations[c.chunk_id], c, sentences.get(c.chunk_id, []))
                    for c in chunks.get(unit.id, [])
                ],
            )
            for unit in units
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that applies the rules to a batch of documents."""
        return _extract_batch


def _load_vocab() -> None:
    """Make an English vocabulary in a worker: the rules read parses and need no model."""
    import spacy  # noqa: PLC0415  # only in workers

    _process["nlp"] = spacy.blank("en")


def _extract_batch(
    payloads: list[tuple[ParsedDocument, list[tuple[Annotation, Chunk, list[Sentence]]]]],
) -> list[UnitResult]:
    from graphwright.extraction.extract import extract_triples  # noqa: PLC0415
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    nlp = _process["nlp"]
    results = []
    for parsed, parts in payloads:
        triples: list[DependencyTriple] = []
        for annotation, chunk, sentences in parts:
            with nlp.memory_zone():
                doc = read_doc(annotation, nlp.vocab)
                triples += extract_triples(doc, chunk, sentences, parsed)
        results.append(UnitResult({"dependency_triples": triples}))
    return results


class LlmStep(LlmBucketStep):
    """Chunks to LLM triples, rejected ones and failures; the unit is a chunk.

    ``prompts`` says which prompt set each collection has; chunks of those with ``entities`` are
    guided by the outlines of their documents.
    """

    name = "llm_triples"
    outputs = ("llm_triples", "rejected_llm_triples", "llm_failures")
    upstream = (
        *("parsed_documents", "chunks", "sentences", "annotations"),
        *("llm_outlines", "llm_entities"),
    )
    unit_column = "chunk_id"
    batch = 32

    def __init__(self, session: LlmSession, prompts: Mapping[str, str]) -> None:
        self._sets = PromptSets(session.settings, prompts)
        self._known_tokens = session.settings.known_tokens
        super().__init__(session, self._sets.causes, _load_llm)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each chunk of a document whose collection asks for LLM triples."""
        asked, outlines = self._sets.of_documents(lake, bucket), outlines_of(lake, bucket)
        known = self.upstream_state(lake, "sentences", bucket).units
        made = []
        for document, chunks in chunks_of(lake, bucket, asked).items():
            for c in chunks:
                # The parse knows the headings by the chunk's id, but not a table's header above it.
                parts = [self._sets.versions[asked[document]], known[c.chunk_id], c.table_header]
                if (guide := self._guide(asked[document], outlines.get(document), c)) is not None:
                    parts.append(dataclasses.astuple(guide))
                made.append(Unit(c.chunk_id, fingerprint(parts), c.chunk_id))
        return sorted(made, key=lambda unit: unit.id)

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the key of the bucket's files: empty ones depend on nothing."""
        asked = self._sets.of_documents(lake, bucket)
        return super().bucket_key(lake, bucket) if asked else self.version

    def _guide(self, prompts: str, outline: Outline | None, chunk: Chunk) -> Guide | None:
        if prompts != "entities" or outline is None:
            return None
        return guide_for(outline, chunk, self._known_tokens)

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (chunk, sentences, annotation, guide or None) for each unit."""
        wanted = [unit.id for unit in units]
        chunks = chunks_by_id(lake, bucket, wanted)
        sentences = sentences_by_chunk(lake, bucket, wanted)
        annotations = annotations_by_chunk(lake, bucket, wanted)
        asked, outlines = self._sets.of_documents(lake, bucket), outlines_of(lake, bucket)

        def guide(chunk: Chunk) -> Guide | None:
            document = chunk.document_id
            return self._guide(asked[document], outlines.get(document), chunk)

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
    _load_vocab()
    load_llm(session)


def _read_ahead(extractor: LlmExtractor, payload: LlmPayload) -> None:
    """Ask what will be asked about a chunk; the rows are made later, with its parse."""
    chunk, sentences, _, guide = payload
    extractor.extract(chunk, sentences, None, guide)


def _ask_batch(
    payloads: list[LlmPayload],
) -> list[UnitResult] | Stopped:
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    vocab = _process["nlp"].vocab
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
    return UnitResult(rows, final=not outcome.failure_may_pass, usage=outcome.usage)


class ResolveStep(BucketStep):
    """Triples and coreference chains to resolved triples; the unit is a document."""

    name = "resolved_triples"
    outputs = ("resolved_triples",)
    upstream = (
        *("chunks", "coreference_chains"),
        *("dependency_triples", "llm_triples", "llm_failures"),
    )
    unit_column = "document_id"
    batch = 64

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        causes = {
            "resolver": RESOLVER_VERSION,
            "normaliser": NORMALISER_VERSION,
            "confidence_threshold": threshold,
        }
        super().__init__(causes, Pool(inline_units=256))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document: its triples and chains are the content."""
        keys = _chunk_keys(lake, bucket, ["coreference_chains", "llm_triples"])
        # A chunk that failed and was answered after a retry has the key that it had.
        for row in lake.read("llm_failures", bucket, ["document_id", "chunk_id"]).to_pylist():
            keys[row["document_id"]].append(row["chunk_id"])
        rules = self.upstream_state(lake, "dependency_triples", bucket).units
        return [
            Unit(document, fingerprint([self.version, rules.get(document), keys[document]]), "")
            for document in _documents(lake, bucket)
        ]

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (triples, mentions, threshold) for each unit."""
        wanted = [unit.id for unit in units]
        triples: dict[str, list[Triple]] = defaultdict(list)
        for row in bucket_rows(lake, DependencyTriple, bucket, "document_id", wanted):
            triples[row.document_id].append(row)
        for answer in bucket_rows(lake, LlmTriple, bucket, "document_id", wanted):
            triples[answer.document_id].append(answer)
        mentions: dict[str, list[CoreferenceMention]] = defaultdict(list)
        for mention in bucket_rows(lake, CoreferenceMention, bucket, "document_id", wanted):
            mentions[mention.document_id].append(mention)
        return [(triples[unit.id], mentions[unit.id], self._threshold) for unit in units]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that resolves a batch of documents."""
        return _resolve_batch


def _resolve_batch(
    payloads: list[tuple[list[Triple], list[CoreferenceMention], float]],
) -> list[UnitResult]:
    return [
        UnitResult({"resolved_triples": resolve_triples(triples, mentions, threshold)})
        for triples, mentions, threshold in payloads
    ]
