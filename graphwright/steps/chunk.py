"""The step from parsed documents to chunks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.code_versions import Code
from graphwright.documents.chunk import chunk_document
from graphwright.ids import fingerprint
from graphwright.settings import ChunkSettings
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import parsed_by_id
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument


class ChunkStep(BucketStep):
    """Split documents at section headers, and long sections with an overlap."""

    code = Code((__name__,))
    name = "chunk"
    outputs = ("chunks",)
    inputs = ("parsed_documents",)
    unit_column = "document_id"
    batch = 64

    @classmethod
    def of(cls, given: Given) -> ChunkStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings.chunk)

    def __init__(self, settings: ChunkSettings) -> None:
        sizes = {f"chunk.{name}": value for name, value in settings.model_dump().items()}
        super().__init__(sizes, Pool(inline_units=256))
        self._settings = settings

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document that parsing knows."""
        known = self.input_state(lake, "parsed_documents", bucket).units
        return [
            Unit(document, fingerprint([self.version, document, content]), "")
            for document, (content, _) in sorted(known.items())
        ]

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (document or None where it was rejected, settings) for each unit."""
        documents = parsed_by_id(lake, bucket, [unit.id for unit in units])
        return [(documents.get(unit.id), self._settings) for unit in units]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that chunks a batch of documents."""
        return _chunk_batch


def _chunk_batch(
    payloads: list[tuple[ParsedDocument | None, ChunkSettings]],
) -> list[UnitResult]:
    return [
        UnitResult({"chunks": chunk_document(document, settings) if document else []})
        for document, settings in payloads
    ]
