"""What a table holds as numbers with fixed names, so that a page can plot them build by build.

A reason that does not occur is 0, not absent: its line would break otherwise. Counts with their
words, for reading, are in ``breakdowns``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from enum import StrEnum

from graphwright.store.queries import Views, open_views
from graphwright.tables import (
    HAS_TEXT,
    DisagreementKind,
    DocumentStatus,
    Layer,
    LlmFailureReason,
    SentenceFilter,
    TripleRejection,
)
from graphwright.tables.tickets import (
    CommentRole,
    SectionOrigin,
    TicketLinkKind,
    TicketLinkOrigin,
    TicketPartRejection,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Metric:
    """A query over some tables that yields one row: a number a column, named by the column."""

    reads: tuple[str, ...]
    sql: str


def _by_reason(table: str, column: str, prefix: str, reasons: Iterable[StrEnum]) -> Metric:
    """Return the number of rows for each reason."""
    columns = ", ".join(
        f"count(*) FILTER (WHERE {column} = '{reason}') AS {prefix}_{reason}" for reason in reasons
    )
    return Metric((table,), f"SELECT {columns} FROM {table}")  # noqa: S608  # names of ours


_WITHOUT_TEXT = [status for status in DocumentStatus if status not in HAS_TEXT]
_MERGES = """
SELECT
    count(*) FILTER (WHERE tier = 'seed' AND accepted) AS merged_by_seed,
    count(*) FILTER (WHERE tier = 'acronym' AND accepted) AS merged_by_acronym,
    count(*) FILTER (WHERE tier = 'decision' AND accepted) AS merged_by_decision,
    count(*) FILTER (WHERE tier NOT IN ('seed', 'acronym', 'decision') AND accepted)
        AS merged_by_spelling,
    count(*) FILTER (WHERE NOT accepted) AS merges_refused
FROM entity_merges
"""
_ENTITIES = """
SELECT count(*) FILTER (WHERE seed) AS seed_entities,
    count(*) FILTER (WHERE concept) AS concepts,
    coalesce(round(avg(concept::INTEGER), 4), 0) AS concept_share,
    coalesce(round(avg(mention_count) FILTER (WHERE mention_count > 0), 3), 0) AS mean_mentions,
    count(*) FILTER (WHERE mention_count = 0) AS entities_without_knowledge
FROM entities
"""
_RELATIONS = """
SELECT
    coalesce(round(avg(confidence), 4), 0) AS mean_confidence,
    coalesce(round(avg(support_count), 4), 0) AS mean_support,
    count(*) FILTER (WHERE negated) AS negated_relations
FROM relations
"""
_EVIDENCE = """
SELECT
    count(DISTINCT sentence_id) AS sentences_with_a_fact,
    count(DISTINCT document_id) AS documents_with_a_fact
FROM evidence
WHERE layer = 'knowledge'
"""
_DOCUMENTS = """
SELECT coalesce(sum(length(text)), 0)::BIGINT AS characters,
    count(*) FILTER (WHERE status = 'partial') AS partial_documents
FROM parsed_documents
"""
_STEPS = """
SELECT count(DISTINCT (document_id, task_start)) AS tasks,
    count(parent_id) AS nested_steps,
    count(condition) AS steps_with_a_condition,
    count(result) AS steps_with_a_result
FROM procedure_steps
"""
_SENTENCES = "SELECT count(*) FILTER (WHERE filter IS NULL) AS sentences_kept FROM sentences"

METRICS: dict[str, tuple[Metric, ...]] = {
    "parsed_documents": (Metric(("parsed_documents",), _DOCUMENTS),),
    "rejected_documents": (_by_reason("rejected_documents", "status", "rejected", _WITHOUT_TEXT),),
    "sentences": (
        Metric(("sentences",), _SENTENCES),
        _by_reason("sentences", "filter", "filtered", SentenceFilter),
    ),
    "ticket_sections": (
        _by_reason("ticket_sections", "origin", "sections_by", SectionOrigin),
        _by_reason("ticket_sections", "comment_role", "comments", CommentRole),
    ),
    "ticket_links": (
        _by_reason("ticket_links", "kind", "links", TicketLinkKind),
        _by_reason("ticket_links", "origin", "links_by", TicketLinkOrigin),
    ),
    "ticket_edges": (_by_reason("ticket_edges", "kind", "edges", TicketLinkKind),),
    "rejected_ticket_parts": (
        _by_reason("rejected_ticket_parts", "reason", "rejected", TicketPartRejection),
    ),
    "procedure_steps": (Metric(("procedure_steps",), _STEPS),),
    "llm_failures": (_by_reason("llm_failures", "reason", "failed", LlmFailureReason),),
    "llm_entities": (_by_reason("llm_entities", "rejection", "rejected", TripleRejection),),
    "rejected_llm_triples": (
        _by_reason("rejected_llm_triples", "reason", "rejected", TripleRejection),
    ),
    "rejected_triples": (_by_reason("rejected_triples", "reason", "rejected", TripleRejection),),
    "entity_merges": (Metric(("entity_merges",), _MERGES),),
    "name_pairs": (
        Metric(("name_pairs",), "SELECT count(guard) AS stopped_by_guards FROM name_pairs"),
    ),
    "unused_decisions": (
        Metric(("unused_decisions",), "SELECT count(*) AS unused FROM unused_decisions"),
    ),
    "entities": (Metric(("entities",), _ENTITIES),),
    "relations": (Metric(("relations",), _RELATIONS),),
    "evidence": (
        Metric(("evidence",), _EVIDENCE),
        _by_reason("evidence", "layer", "evidence", Layer),
    ),
    "extractor_disagreements": (
        _by_reason("extractor_disagreements", "kind", "facts", DisagreementKind),
    ),
}
"""The measures of a table; a table without any has its row count only."""


def table_metrics(table: str, views: Views) -> dict[str, int | float]:
    """Return a table's numbers by name; the same names whatever it holds.

    Raises ``LakeError`` for unreadable files.
    """
    found: dict[str, int | float] = {}
    for measure in METRICS.get(table, ()):
        with open_views({name: views[name] for name in measure.reads}) as connection:
            made = connection.execute(measure.sql)
            names = [column[0] for column in made.description or ()]
            found |= dict(zip(names, made.fetchall()[0], strict=True))
    return found
