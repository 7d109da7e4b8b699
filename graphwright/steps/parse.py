"""The step from source documents to parsed and rejected ones, their links and tickets' records."""

from __future__ import annotations

import dataclasses
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.code_versions import Code
from graphwright.documents.canonical.links import resolve_link
from graphwright.documents.parse import (
    LIBRARIES,
    Parsed,
    ParseTask,
    as_it_was,
    load_parser,
    name_of,
    parse_task,
    rejected_from_failure,
)
from graphwright.documents.pdf.reader import pdf_versions
from graphwright.documents.sources.formats import find_format
from graphwright.documents.sources.pages import Pages
from graphwright.execution.workers import TaskFailure
from graphwright.ids import bucket_of, fingerprint
from graphwright.settings import ParseSettings
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.timings import TIMINGS
from graphwright.steps.bucketed.unit import Pool, Rows, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import DocumentLink, DocumentStatus, ParsedDocument, SourceDocument, rows_of


class ParseStep(BucketStep):
    """Parse documents to canonical text, in worker processes that are killed when they hang."""

    code = Code((__name__,), leaves_out=("graphwright.documents.sources",))
    name = "parse"
    outputs = ("parsed_documents", "rejected_documents", "document_links", "ticket_records")
    inputs = ("source_documents",)
    unit_column = "document_id"
    batch = 1  # each document has its own time limit, and no other pays for its end
    renames = True
    warms_up = True
    technologies = ("docling",)
    measures = TIMINGS

    @classmethod
    def of(cls, given: Given) -> ParseStep:
        """Return the step over the documents that are given, else over those last observed."""
        settings, documents = given.settings, given.documents
        if documents is None:
            documents = rows_of(SourceDocument, given.lake.read("source_documents"))
        return cls(documents, settings.parse, settings.buckets)

    def __init__(
        self, sources: Sequence[SourceDocument], settings: ParseSettings, buckets: int
    ) -> None:
        pool = Pool(
            load_parser,
            (settings.pdf,),
            timeout_seconds=settings.timeout_seconds,
            memory_mb=settings.memory_mb,
            max_tasks=200,
        )
        clean = settings.clean.model_dump(exclude={"boilerplate"})
        causes = {
            "parser_libraries": LIBRARIES,
            "parse.max_bytes": settings.max_bytes,
            **{f"parse.clean.{name}": value for name, value in clean.items()},
            **pdf_versions(settings.pdf),
        }
        super().__init__(causes, pool)
        self._settings = settings
        self._by_bucket: dict[int, dict[str, SourceDocument]] = defaultdict(dict)
        for source in sorted(sources, key=lambda s: s.document_id):
            bucket = bucket_of(source.document_id, buckets)
            self._by_bucket[bucket][source.document_id] = source

    @property
    def follows(self) -> tuple[str, ...]:
        """Return nothing: units are made from the documents that there are now."""
        return ()

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document of the bucket: bytes and format are its content.

        The format counts, since a file's suffix or a web server states it beside the bytes; which
        of a format's suffixes it is does not.
        """
        return [
            Unit(
                source.document_id,
                fingerprint([self.version, *_content(source)]),
                fingerprint(list(_names(source).values())),
            )
            for source in self._by_bucket[bucket].values()
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the fingerprint of the version and of every document in the bucket."""
        sources = self._by_bucket[bucket].values()
        # One for all: units, each with two of its own, take four times as long.
        said = [[one.document_id, *_content(one), *_names(one).values()] for one in sources]
        return fingerprint([self.version, said])

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[ParseTask]:
        """Return a parse task for each unit."""
        sources = self._by_bucket[bucket]
        pages = Pages.of(lake)
        return [ParseTask(sources[unit.id], self._settings, pages) for unit in units]

    @property
    def work(self) -> Callable[[list[ParseTask]], list[UnitResult]]:
        """Return the function that parses a batch of documents."""
        return _parse_batch

    def failed(self, unit: Unit, payload: ParseTask, failure: TaskFailure) -> UnitResult:
        """Return the row that stands for a document whose parsing was ended by force."""
        rejected = rejected_from_failure(payload.document, failure)
        # Time and memory limits are no part of the key: the next build tries again.
        return UnitResult({"rejected_documents": [rejected]}, final=False)

    def as_it_was(self, rows: Rows) -> Rows | None:
        """Return a document's rows of the build before, if it had text, with a note."""
        parsed = [as_it_was(row) for row in rows["parsed_documents"]]
        return {**rows, "parsed_documents": parsed} if parsed else None

    def rename(self, rows: Rows, unit: Unit, payload: ParseTask, old: Unit) -> Rows:
        """Return a document's rows under another collection, path, suffix, URI or extractor."""
        source = payload.document
        names = {"document_id": source.document_id, **_names(source)}
        extractor = names.pop("extractor")
        return {
            "parsed_documents": [
                dataclasses.replace(row, **names, extractor=extractor, title=_title(row, source))
                for row in rows["parsed_documents"]
            ],
            "rejected_documents": [
                dataclasses.replace(row, **names) for row in rows["rejected_documents"]
            ],
            "document_links": [_relink(row, source) for row in rows["document_links"]],
            "ticket_records": [
                dataclasses.replace(row, document_id=source.document_id)
                for row in rows["ticket_records"]
            ],
        }


def _content(source: SourceDocument) -> list[str | None]:
    known = find_format(source.format)
    # An unknown suffix is named in the reason why its document is rejected.
    read_as = source.format if known is None else known.suffixes[0]
    return [source.sha256, source.problem, read_as]


def _names(source: SourceDocument) -> dict[str, Any]:
    return {
        "collection": source.collection,
        "path": source.path,
        "uri": source.uri,
        "format": source.format,
        "extractor": source.extractor,
    }


def _title(row: ParsedDocument, source: SourceDocument) -> str:
    return name_of(source) if row.named_by_file else row.title


def _relink(link: DocumentLink, source: SourceDocument) -> DocumentLink:
    uri, target = resolve_link(link.href, source)
    return dataclasses.replace(
        link, document_id=source.document_id, target_uri=uri, target_document_id=target
    )


def _parse_batch(tasks: list[ParseTask]) -> list[UnitResult]:
    return [_timed(task) for task in tasks]


def _timed(task: ParseTask) -> UnitResult:
    started = time.perf_counter()
    result = _result(parse_task(task))
    return dataclasses.replace(result, measured=(round(time.perf_counter() - started, 4),))


def _result(parsed: Parsed) -> UnitResult:
    if isinstance(parsed.row, ParsedDocument):
        rows: Rows = {"parsed_documents": [parsed.row], "document_links": list(parsed.links)}
        if parsed.ticket is not None:
            rows["ticket_records"] = [parsed.ticket]
        return UnitResult(rows)
    final = parsed.row.status != DocumentStatus.UNREADABLE
    return UnitResult({"rejected_documents": [parsed.row]}, final, changing=parsed.changing)
