"""Asking an LLM again what it failed to answer: which failures, and what marks them.

Nothing is asked here. A marked chunk or document has no result any more in the eyes of its step,
and the useless answers that were kept for it are forgotten; its row stays until the next build,
which asks again.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Set
from itertools import chain
from typing import TypeVar

from graphwright.errors import SettingsError
from graphwright.llm.answers.cache import AnswerCache
from graphwright.steps.base.llm_session import answers_folder
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.llm.help_pages import LlmHelpStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.llm.outlines import OutlineStep
from graphwright.steps.llm.tickets import LlmTicketsStep
from graphwright.steps.llm.triples import LlmStep
from graphwright.store.lake import Lake
from graphwright.tables import (
    LlmFailure,
    LlmFailureReason,
    LlmHelpFailure,
    LlmNameVerdict,
    LlmOutline,
    LlmTicketFailure,
    rows_of,
)

Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True, slots=True)
class Chosen:
    """Which failures: all where nothing is named; documents by id, path or URI."""

    reasons: frozenset[str] = frozenset()
    collections: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()


OfDocument = LlmHelpFailure | LlmTicketFailure
"""A failure to read a whole document of a kind."""


@dataclasses.dataclass(frozen=True, slots=True)
class Failed:
    """The chosen failures of one bucket: chunks, documents that failed before their chunks, help
    pages, and tickets; or, with no bucket, pairs of names.
    """

    bucket: int | None
    chunks: tuple[LlmFailure, ...]
    outlines: tuple[LlmOutline, ...]
    pages: tuple[LlmHelpFailure, ...] = ()
    names: tuple[LlmNameVerdict, ...] = ()
    tickets: tuple[LlmTicketFailure, ...] = ()

    @property
    def all(self) -> tuple[LlmFailure | OfDocument, ...]:
        """Return what failed, the documents before their chunks and pairs of names left out."""
        return (*self.chunks, *self.pages, *self.tickets)


def find_failures(lake: Lake, chosen: Chosen) -> list[Failed]:
    """Return the chosen failures by bucket; buckets without any are left out.

    Raises ``SettingsError`` for a reason that there is not.
    """
    known = {reason.value for reason in LlmFailureReason}
    if unknown := sorted(chosen.reasons - known):
        raise SettingsError(
            f"No LLM call fails for the reason {', '.join(unknown)}.",
            remedy=f"The reasons are {', '.join(sorted(known))}.",
        )
    found = [_of_bucket(lake, bucket, chosen) for bucket in lake.buckets("llm_failures")]
    found.append(Failed(None, (), (), names=_names(lake, chosen)))
    return [failed for failed in found if failed.all or failed.outlines or failed.names]


def _names(lake: Lake, chosen: Chosen) -> tuple[LlmNameVerdict, ...]:
    """Return the pairs of names without a verdict; they are of no document."""
    table = "llm_name_verdicts"
    if chosen.collections or chosen.documents or not lake.paths(table):
        return ()
    rows = rows_of(LlmNameVerdict, lake.read(table))
    failed = (row for row in rows if row.failure is not None)
    return tuple(r for r in failed if not chosen.reasons or r.failure in chosen.reasons)


def _of_bucket(lake: Lake, bucket: int, chosen: Chosen) -> Failed:
    failures = rows_of(LlmFailure, lake.read("llm_failures", bucket))
    unread = _unread(lake, bucket, "llm_help_failures", LlmHelpFailure)
    untold = _unread(lake, bucket, "llm_ticket_failures", LlmTicketFailure)
    if not failures and not unread and not untold:
        return Failed(bucket, (), ())
    documents = _documents(lake, bucket, chosen)
    chunks = [f for f in failures if f.document_id in documents and _is_reason(f, chosen)]
    pages = [f for f in unread if f.document_id in documents and _is_reason(f, chosen)]
    tickets = [f for f in untold if f.document_id in documents and _is_reason(f, chosen)]
    lost = {f.document_id for f in chunks}
    outlines = [
        row
        for row in rows_of(LlmOutline, lake.read("llm_outlines", bucket))
        if row.reason is not None and row.document_id in lost
    ]
    return Failed(bucket, tuple(chunks), tuple(outlines), tuple(pages), tickets=tuple(tickets))


def _unread(lake: Lake, bucket: int, table: str, row: type[Row]) -> list[Row]:
    """Return the documents of a kind that failed; none in a lake from before there were any."""
    if bucket not in lake.buckets(table):
        return []
    return rows_of(row, lake.read(table, bucket))


def _is_reason(failure: LlmFailure | OfDocument, chosen: Chosen) -> bool:
    return not chosen.reasons or failure.reason in chosen.reasons


def _documents(lake: Lake, bucket: int, chosen: Chosen) -> Set[str]:
    names = ("document_id", "path", "uri")
    data = lake.read("parsed_documents", bucket, [*names, "collection"])
    return {
        row["document_id"]
        for row in data.to_pylist()
        if (not chosen.collections or row["collection"] in chosen.collections)
        and (not chosen.documents or chosen.documents & {row[name] for name in names})
    }


def reasons_of(failures: Iterable[Failed]) -> dict[str, int]:
    """Return "prompt: reason" to the number of what failed so, the most frequent first."""
    failures = list(failures)
    counts = Counter(f"{row.stage}: {row.reason}" for failed in failures for row in failed.all)
    counts.update(f"names: {row.failure}" for failed in failures for row in failed.names)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def mark_for_retry(lake: Lake, failures: Iterable[Failed]) -> None:
    """Let the next build ask again about these chunks and documents, and pay for it.

    The caller holds the lake. Raises ``LakeError`` where a file cannot be read or written.
    """
    answers = AnswerCache(answers_folder(lake))
    for failed in failures:
        kept = [row.answers for row in (*failed.outlines, *failed.all, *failed.names)]
        for key in chain.from_iterable(kept):
            answers.forget(key)
        if failed.bucket is None:
            _reopen(lake, LlmNamesStep.outputs)
            continue
        _forget(lake, OutlineStep, failed.bucket, {row.document_id for row in failed.outlines})
        _forget(lake, LlmHelpStep, failed.bucket, {row.document_id for row in failed.pages})
        _forget(lake, LlmTicketsStep, failed.bucket, {row.document_id for row in failed.tickets})
        _forget(lake, LlmStep, failed.bucket, {row.chunk_id for row in failed.chunks})


def _forget(lake: Lake, step: type[BucketStep], bucket: int, units: Set[str]) -> None:
    """Take units out of what a step's files say they hold; their rows stay."""
    for table in step.outputs if units else ():
        state = lake.state(lake.path(table, bucket))
        if state is None:
            continue
        lake.write(
            table,
            lake.read(table, bucket),
            bucket=bucket,
            key=state.key,
            units={unit: keys for unit, keys in state.units.items() if unit not in units},
            causes=state.causes,
            complete=False,
        )


def _reopen(lake: Lake, tables: Iterable[str]) -> None:
    """Let whole tables count as unfinished; their rows stay."""
    for table in tables:
        state = lake.state(lake.path(table))
        if state is not None:
            data = lake.read(table)
            lake.write(table, data, key=state.key, causes=state.causes, complete=False)
