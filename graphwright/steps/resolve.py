"""The step from triples and coreference chains to resolved triples."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.code_versions import Code
from graphwright.extraction.extractors import DEPENDENCY, EXTRACTORS, LLM
from graphwright.extraction.resolve import resolve_triples
from graphwright.ids import fingerprint
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import (
    bucket_rows,
    chunk_keys_by_document,
    extractors_by_document,
)
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import CoreferenceMention, Triple


class ResolveStep(BucketStep):
    """Replace pronouns by names, normalise names, and decide which triples are accepted."""

    code = Code((__name__,))
    name = "resolved_triples"
    outputs = ("resolved_triples",)
    inputs = (
        *("chunks", "coreference_chains"),
        *(extractor.table for _, extractor in EXTRACTORS),
        "llm_failures",
    )
    unit_column = "document_id"
    batch = 64

    @classmethod
    def of(cls, given: Given) -> ResolveStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings.confidence_threshold)

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        causes = {
            "confidence_threshold": threshold,
        }
        super().__init__(causes, Pool(inline_units=256))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document: its triples and chains are the content."""
        keys = chunk_keys_by_document(lake, bucket, ["coreference_chains", LLM.table])
        # A chunk that failed and was answered after a retry has the key that it had.
        for row in lake.read("llm_failures", bucket, ["document_id", "chunk_id"]).to_pylist():
            keys[row["document_id"]].append(row["chunk_id"])
        rules = self.input_state(lake, DEPENDENCY.table, bucket).units
        return [
            Unit(document, fingerprint([self.version, rules.get(document), keys[document]]), "")
            for document in extractors_by_document(lake, bucket)
        ]

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (triples, mentions, threshold) for each unit."""
        wanted = [unit.id for unit in units]
        triples: dict[str, list[Triple]] = defaultdict(list)
        for _, extractor in EXTRACTORS:
            for triple in bucket_rows(lake, extractor.row, bucket, "document_id", wanted):
                triples[triple.document_id].append(triple)
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
