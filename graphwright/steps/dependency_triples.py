"""The step from parses to what rules read from them: triples, and the steps of tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from graphwright.code_versions import Code, version_of
from graphwright.extraction.extractors import DEPENDENCY
from graphwright.ids import fingerprint
from graphwright.steps.base.language_models import blank_pipeline, load_vocabulary
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    chunk_keys_by_document,
    chunks_of,
    extractors_by_document,
    parsed_by_id,
    sentences_by_chunk,
)
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Rows, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import (
    Annotation,
    Chunk,
    DependencyFailure,
    DependencyTriple,
    ParsedDocument,
    ProcedureStep,
    Sentence,
    SourceDocument,
)


class DependencyStep(BucketStep):
    """Read triples, and the steps of tasks, from the parses that are kept, by the rules."""

    code = Code((__name__,))
    name = "dependency_triples"
    outputs = ("dependency_triples", "procedure_steps", "dependency_failures")
    inputs = ("parsed_documents", "chunks", "sentences", "annotations")
    unit_column = "document_id"
    batch = 8

    @classmethod
    def of(cls, given: Given) -> DependencyStep:
        """Return the step; no setting shapes it."""
        return cls()

    def __init__(self) -> None:
        self._rules = version_of(self.code)
        super().__init__({}, Pool(load_vocabulary, inline_units=64))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document whose collection asks for dependency triples."""
        keys = chunk_keys_by_document(lake, bucket, ["annotations", "sentences"])
        parsed = self.input_state(lake, "parsed_documents", bucket).units
        return [
            Unit(document, fingerprint([self.version, parsed[document], keys[document]]), "")
            for document, extractor in extractors_by_document(lake, bucket).items()
            if DEPENDENCY.is_asked(extractor)
        ]

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents of collections that ask for dependency triples."""
        return {s.document_id for s in sources if DEPENDENCY.is_asked(s.extractor)}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (version, document, [(annotation, chunk, sentences)]) for each unit."""
        documents = [unit.id for unit in units]
        parsed = parsed_by_id(lake, bucket, documents)
        chunks = chunks_of(lake, bucket, documents)
        wanted = {c.chunk_id for found in chunks.values() for c in found}
        annotations = annotations_by_chunk(lake, bucket, wanted)
        sentences = sentences_by_chunk(lake, bucket, wanted)
        return [
            (
                self._rules,
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


_Parts = list[tuple[Annotation, Chunk, list[Sentence]]]


def _extract_batch(payloads: list[tuple[str, ParsedDocument, _Parts]]) -> list[UnitResult]:
    return [UnitResult(_read_document(*payload)) for payload in payloads]


def _read_document(version: str, parsed: ParsedDocument, parts: _Parts) -> Rows:
    """Return what the rules read in a document, and a row for each sentence that they fail on."""
    from graphwright.extraction.chunk_parse import unfiltered  # noqa: PLC0415
    from graphwright.extraction.extract import read_chunk  # noqa: PLC0415
    from graphwright.extraction.failures import failing_alone  # noqa: PLC0415
    from graphwright.extraction.procedures import ToldSentence, procedure_steps  # noqa: PLC0415
    from graphwright.extraction.reading.document import DocumentReading  # noqa: PLC0415
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    unread = [sentence for *_, found in parts for sentence in unfiltered(found)]
    if not unread:
        return {}
    nlp = blank_pipeline()
    triples: list[DependencyTriple] = []
    steps: list[ProcedureStep] = []
    told: list[ToldSentence] = []
    failures: list[DependencyFailure] = []
    with failing_alone(unread, failures):
        document = DocumentReading(parsed)
    for annotation, chunk, sentences in parts if not failures else ():
        with nlp.memory_zone():
            doc = read_doc(annotation, nlp.vocab)
            read = read_chunk(doc, chunk, sentences, document, version)
        triples += read.triples
        told += read.told
        failures += read.failures
    with failing_alone([one.sentence for one in told], failures):
        steps = procedure_steps(document, told) if told else []
    return {
        "dependency_triples": triples,
        "procedure_steps": steps,
        "dependency_failures": failures,
    }
