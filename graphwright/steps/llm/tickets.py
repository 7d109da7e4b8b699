"""The step that asks an LLM about tickets, where a collection says ``ticket_reader: llm``."""

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
from graphwright.steps.bucketed.rows import bucket_rows, parsed_by_id
from graphwright.steps.bucketed.unit import Rows, Stopped, Unit, UnitResult
from graphwright.steps.llm.prompt_sets import ENDPOINT
from graphwright.steps.llm.step import LlmBucketStep, llm_extractor, load_llm, session_of
from graphwright.steps.llm.usage import measured_usage
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument, TicketRecord
from graphwright.tickets.template import Template, default_template, templates_of

if TYPE_CHECKING:
    from graphwright.llm.extractor import LlmExtractor
    from graphwright.llm.reading.ticket_sections import TicketReading, TicketToRead


def llm_read_trackers(settings: Settings) -> frozenset[str]:
    """Return the names of the collections whose tickets an LLM reads too."""
    return frozenset(one.name for one in settings.collections if one.ticket_reader == "llm")


class LlmTicketsStep(LlmBucketStep):
    """Ask the LLM about the tickets of collections that ask for it; none does by default."""

    code = Code((__name__, "graphwright.llm.reading.ticket_sections"), ENDPOINT)
    name = "llm_ticket_sections"
    outputs = ("llm_ticket_sections", "rejected_llm_ticket_sections", "llm_ticket_failures")
    inputs = ("parsed_documents", "ticket_records")
    unit_column = "document_id"

    @classmethod
    def of(cls, given: Given) -> LlmTicketsStep:
        """Return the step for a lake and its settings. Raises ``SettingsError`` for a template."""
        settings = given.settings
        return cls(session_of(given), llm_read_trackers(settings), templates_of(settings))

    def __init__(
        self, session: LlmSession, collections: Set[str], templates: Mapping[str, Template]
    ) -> None:
        self._collections, self._templates = collections, templates
        causes: dict[str, object] = {"ticket_reader": "rules"}
        if collections:
            from graphwright.llm.versions import llm_versions  # noqa: PLC0415  # as PromptSets

            causes = {**llm_versions(session.settings, "tickets")}
        # The collections that ask are no cause: those that asked before are not asked anew.
        self._asked_with = fingerprint([causes, version_of(self.code)])
        super().__init__(session, causes, load_llm)

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each ticket that an LLM is asked about."""
        known = self.input_state(lake, "parsed_documents", bucket).units
        return [
            Unit(
                document,
                fingerprint(
                    [self._asked_with, document, known[document], self._of(collection).digest]
                ),
                "",
            )
            for document, collection in self._tickets(lake, bucket)
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the key of the bucket's files: empty ones depend on nothing."""
        return super().bucket_key(lake, bucket) if self._tickets(lake, bucket) else self.version

    def _of(self, collection: str) -> Template:
        return self._templates.get(collection, default_template())

    def _tickets(self, lake: Lake, bucket: int) -> list[tuple[str, str]]:
        """Return document and collection of the tickets that are asked about."""
        if not self._collections:
            return []
        records = lake.read("ticket_records", bucket, ["document_id"])["document_id"].to_pylist()
        wanted = frozenset(records)
        data = lake.read("parsed_documents", bucket, ["document_id", "collection"]).to_pylist()
        return sorted(
            (row["document_id"], row["collection"])
            for row in data
            if row["document_id"] in wanted and row["collection"] in self._collections
        )

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the tickets that an LLM is asked about."""
        return {s.document_id for s in sources if s.collection in self._collections}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the ticket of each unit."""
        from graphwright.llm.reading.ticket_sections import TicketToRead  # noqa: PLC0415

        wanted = [unit.id for unit in units]
        documents = parsed_by_id(lake, bucket, wanted)
        records = bucket_rows(lake, TicketRecord, bucket, "document_id", wanted)
        of = {record.document_id: record for record in records}
        return [
            TicketToRead(documents[one], of[one], self._of(documents[one].collection))
            for one in wanted
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        """Return the function that asks the LLM about a batch of tickets."""
        return _read_batch

    def failed_units(self, tables: Mapping[str, pa.Table]) -> list[str]:
        """Return the tickets without an answer."""
        return sorted(tables["llm_ticket_failures"]["document_id"].to_pylist())

    def read_ahead(self, extractor: LlmExtractor, payload: Any) -> None:
        """Ask what will be asked about a ticket."""
        from graphwright.llm.reading.ticket_sections import read_ticket_sections  # noqa: PLC0415

        extractor.read(read_ticket_sections, payload)


def _read_batch(tickets: list[TicketToRead]) -> list[UnitResult] | Stopped:
    from graphwright.llm.reading.ticket_sections import read_ticket_sections  # noqa: PLC0415

    try:
        read = llm_extractor().read_many(read_ticket_sections, tickets)
        return [_result(made) for made in read]
    except ExtractorError as error:
        return Stopped(error)


def _result(made: TicketReading) -> UnitResult:
    rows: Rows = {
        "llm_ticket_sections": list(made.sections),
        "rejected_llm_ticket_sections": list(made.rejected),
        "llm_ticket_failures": [] if made.failure is None else [made.failure],
    }
    return UnitResult(rows, final=not made.failure_may_pass, measured=measured_usage(made.usage))
