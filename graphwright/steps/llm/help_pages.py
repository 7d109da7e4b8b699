"""The step that asks an LLM about help pages, where a collection says ``help_reader: llm``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.errors import ExtractorError
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import parsed_by_id
from graphwright.steps.bucketed.unit import Rows, Stopped, Unit, UnitResult
from graphwright.steps.llm.prompt_sets import ENDPOINT
from graphwright.steps.llm.step import LlmBucketStep, llm_extractor, load_llm, session_of
from graphwright.steps.llm.usage import measured_usage
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, SourceDocument

if TYPE_CHECKING:
    from graphwright.llm.extractor import LlmExtractor
    from graphwright.llm.reading.help_page import HelpReading


def llm_read_collections(settings: Settings) -> frozenset[str]:
    """Return the names of the collections whose help pages an LLM reads too."""
    return frozenset(one.name for one in settings.collections if one.help_reader == "llm")


class LlmHelpStep(LlmBucketStep):
    """Ask the LLM about the help pages of collections that ask for it; none does by default."""

    code = Code((__name__, "graphwright.llm.reading.help_page"), ENDPOINT)
    name = "llm_help_nodes"
    outputs = (
        *("llm_help_nodes", "llm_help_intents"),
        *("rejected_llm_help_nodes", "llm_help_failures"),
    )
    inputs = ("parsed_documents",)
    unit_column = "document_id"

    @classmethod
    def of(cls, given: Given) -> LlmHelpStep:
        """Return the step for a lake and its settings."""
        return cls(session_of(given), llm_read_collections(given.settings))

    def __init__(self, session: LlmSession, collections: Set[str]) -> None:
        self._collections = collections
        causes: dict[str, object] = {"help_reader": "rules"}
        if collections:
            from graphwright.llm.versions import llm_versions  # noqa: PLC0415  # as PromptSets

            causes = {**llm_versions(session.settings, "help")}
        # The collections that ask are no cause: those that asked before are not asked anew.
        self._asked_with = fingerprint([causes, version_of(self.code)])
        super().__init__(session, causes, load_llm)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each page that an LLM is asked about."""
        known = self.input_state(lake, "parsed_documents", bucket).units
        return [
            Unit(document, fingerprint([self._asked_with, document, known[document]]), "")
            for document in self._pages(lake, bucket)
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the key of the bucket's files: empty ones depend on nothing."""
        return super().bucket_key(lake, bucket) if self._pages(lake, bucket) else self.version

    def _pages(self, lake: Lake, bucket: int) -> list[str]:
        if not self._collections:
            return []
        data = lake.read("parsed_documents", bucket, ["document_id", "collection"]).to_pylist()
        return sorted(r["document_id"] for r in data if r["collection"] in self._collections)

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the help pages that an LLM is asked about."""
        return {s.document_id for s in sources if s.collection in self._collections}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the page of each unit."""
        documents = parsed_by_id(lake, bucket, [unit.id for unit in units])
        return [documents[unit.id] for unit in units]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        """Return the function that asks the LLM about a batch of pages."""
        return _read_batch

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the pages without an answer."""
        return sorted(tables["llm_help_failures"]["document_id"].to_pylist())

    def read_ahead(self, extractor: LlmExtractor, payload: Any) -> None:
        """Ask what will be asked about a page."""
        from graphwright.llm.reading.help_page import read_help_page  # noqa: PLC0415

        extractor.read(read_help_page, payload)


def _read_batch(documents: list[ParsedDocument]) -> list[UnitResult] | Stopped:
    from graphwright.llm.reading.help_page import read_help_page  # noqa: PLC0415

    try:
        return [_result(made) for made in llm_extractor().read_many(read_help_page, documents)]
    except ExtractorError as error:
        return Stopped(error)


def _result(made: HelpReading) -> UnitResult:
    rows: Rows = {
        "llm_help_nodes": list(made.nodes),
        "llm_help_intents": list(made.intents),
        "rejected_llm_help_nodes": list(made.rejected),
        "llm_help_failures": [] if made.failure is None else [made.failure],
    }
    return UnitResult(rows, final=not made.failure_may_pass, measured=measured_usage(made.usage))
