"""Checks about the domain: nothing vanishes, every quote is verbatim, every fact has evidence.

Each rule is a query that yields the rows which break it. Rules that follow from a declaration
(keys, nulls, references) are in ``declared_checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from graphwright.graph.kinds import GRAPHS
from graphwright.quality.application_checks import APPLICATION_CHECKS
from graphwright.quality.check import Severity, SqlCheck
from graphwright.quality.verbatim_checks import VERBATIM_CHECKS
from graphwright.settings import CheckSettings
from graphwright.tables import (
    HAS_TEXT,
    ActionKind,
    ActionOutcome,
    BlockKind,
    ContradictionKind,
    CrawlStatus,
    DecisionKind,
    DisagreementKind,
    DocumentStatus,
    EntityType,
    HelpNodeRejection,
    Layer,
    LlmFailureReason,
    MentionForm,
    MergeReason,
    NameGuard,
    NameTier,
    PathProblem,
    QuizRejection,
    QuizSkill,
    SentenceFilter,
    TicketSectionRejection,
    TripleRejection,
    TypeSource,
)


def domain_checks(table: str, thresholds: CheckSettings) -> tuple[SqlCheck, ...]:
    """Return the checks about the domain that belong to a table."""
    every = (
        *_CONSERVATION,
        *VERBATIM_CHECKS,
        *APPLICATION_CHECKS,
        *_GRAPH,
        *_coverage_checks(),
        *_known_value_checks(),
        *_yield_checks(thresholds),
    )
    return tuple(check for check in every if check.table == table)


_CONSERVATION = (
    SqlCheck(
        "every_document_is_parsed_or_rejected",
        "parsed_documents",
        "Every document found at a source is parsed or rejected, exactly once.",
        ("source_documents", "parsed_documents", "rejected_documents"),
        """
        WITH counted AS (
            SELECT document_id, 1 AS found, 0 AS parsed, 0 AS rejected FROM source_documents
            UNION ALL SELECT document_id, 0, 1, 0 FROM parsed_documents
            UNION ALL SELECT document_id, 0, 0, 1 FROM rejected_documents
        )
        SELECT
            document_id, sum(found)::BIGINT AS found, sum(parsed)::BIGINT AS parsed,
            sum(rejected)::BIGINT AS rejected
        FROM counted
        GROUP BY document_id
        HAVING sum(found) <> 1 OR sum(parsed) + sum(rejected) <> 1
        """,
    ),
    SqlCheck(
        "every_triple_is_resolved",
        "resolved_triples",
        "Every extracted triple is resolved exactly once, and nothing else is.",
        ("dependency_triples", "llm_triples", "resolved_triples"),
        """
        WITH counted AS (
            SELECT triple_id, 1 AS extracted, 0 AS resolved FROM dependency_triples
            UNION ALL SELECT triple_id, 1, 0 FROM llm_triples
            UNION ALL SELECT triple_id, 0, 1 FROM resolved_triples
        )
        SELECT triple_id, sum(extracted)::BIGINT AS extracted, sum(resolved)::BIGINT AS resolved
        FROM counted
        GROUP BY triple_id
        HAVING sum(extracted) <> 1 OR sum(resolved) <> 1
        """,
    ),
    SqlCheck(
        "every_triple_is_accepted_or_rejected",
        "rejected_triples",
        "Every resolved triple is evidence of one relation or rejected, exactly once.",
        ("resolved_triples", "rejected_triples", "evidence"),
        """
        WITH counted AS (
            SELECT triple_id, 1 AS resolved, 0 AS accepted, 0 AS rejected FROM resolved_triples
            UNION ALL SELECT triple_id, 0, 1, 0 FROM evidence
            UNION ALL SELECT triple_id, 0, 0, 1 FROM rejected_triples
        )
        SELECT
            triple_id, sum(resolved)::BIGINT AS resolved, sum(accepted)::BIGINT AS accepted,
            sum(rejected)::BIGINT AS rejected
        FROM counted
        GROUP BY triple_id
        HAVING sum(resolved) <> 1 OR sum(accepted) + sum(rejected) <> 1
        """,
    ),
)

_GRAPH = (
    SqlCheck(
        "every_name_has_one_entity",
        "entity_merges",
        "No name is merged into two entities, and no entity is itself merged away.",
        ("entity_merges",),
        """
        WITH accepted AS (SELECT DISTINCT alias_key, target_key FROM entity_merges WHERE accepted)
        SELECT alias_key, target_key
        FROM accepted
        WHERE alias_key = target_key
            OR target_key IN (SELECT alias_key FROM accepted)
            OR alias_key IN (SELECT alias_key FROM accepted GROUP BY alias_key HAVING count(*) > 1)
        """,
    ),
    SqlCheck(
        "every_acronym_has_evidence",
        "entity_merges",
        "Every acronym that was merged or refused names the triple that introduces it.",
        ("entity_merges", "resolved_triples"),
        """
        SELECT alias_key, target_key, evidence_triple_id
        FROM entity_merges
        WHERE tier = 'acronym' AND (
            evidence_triple_id IS NULL
            OR evidence_triple_id NOT IN (SELECT triple_id FROM resolved_triples)
        )
        """,
    ),
    SqlCheck(
        "every_entity_has_its_name_as_alias",
        "entity_aliases",
        "The canonical name of every entity is one of its forms.",
        ("entities", "entity_aliases"),
        """
        SELECT entity_id, name FROM entities
        ANTI JOIN entity_aliases
            ON entity_aliases.entity_id = entities.entity_id
            AND entity_aliases.alias = entities.name
        """,
    ),
    SqlCheck(
        "no_orphan_entity",
        "entities",
        "Every entity is the subject or the object of a relation.",
        ("entities", "relations"),
        """
        SELECT entity_id, name FROM entities
        ANTI JOIN (
            SELECT subject_id AS entity_id FROM relations UNION SELECT object_id FROM relations
        ) USING (entity_id)
        """,
    ),
    SqlCheck(
        "every_relation_has_evidence",
        "relations",
        "Every relation has at least as many rows of evidence as sentences that support it.",
        ("relations", "evidence"),
        """
        SELECT relation_id, text, support_count, count(triple_id) AS evidence
        FROM relations
        LEFT JOIN (SELECT relation_id, triple_id FROM evidence) USING (relation_id)
        GROUP BY relation_id, text, support_count
        HAVING count(triple_id) < greatest(support_count, 1)
        """,
    ),
    SqlCheck(
        "confidence_is_a_share",
        "relations",
        "Every confidence lies between 0 and 1.",
        ("relations",),
        """
        SELECT relation_id, text, confidence FROM relations
        WHERE NOT (confidence BETWEEN 0 AND 1)
        """,
    ),
    SqlCheck(
        "every_entity_is_in_a_chunk",
        "entity_chunks",
        "Every entity is mentioned in at least one chunk.",
        ("entities", "entity_chunks"),
        """
        SELECT entity_id, name FROM entities
        ANTI JOIN (SELECT entity_id FROM entity_chunks) USING (entity_id)
        """,
    ),
)


def _coverage_checks() -> Iterable[SqlCheck]:
    """Yield a check for each table of vectors: what is embedded is all there is to embed."""
    embedded = {one.vectors: one for _, graph in GRAPHS for one in graph.embedded}
    for vectors, one in sorted(embedded.items()):
        table, column = one.table, one.key
        sought, rule = "true", f"Every row of {table} has a vector"
        if one.where is not None:
            sought = "({} = '{}')".format(*one.where)
            rule += " where {} is {}, no other has".format(*one.where)
        yield SqlCheck(
            f"every_sought_row_of_{table}_is_embedded",
            vectors,
            f"{rule}, and all vectors have one length and one model.",
            (vectors, table),
            f"""
            SELECT {column} AS id, 'no vector' AS problem FROM {table}
            ANTI JOIN {vectors} ON {vectors}.id = {table}.{column}
            WHERE {sought}
            UNION ALL
            SELECT {column}, 'a vector that nothing seeks' FROM {table}
            SEMI JOIN {vectors} ON {vectors}.id = {table}.{column}
            WHERE NOT {sought}
            UNION ALL
            SELECT id, 'another length or model than the first' FROM {vectors}
            WHERE (octet_length(vector), model) <> (
                SELECT (octet_length(vector), model) FROM {vectors} ORDER BY id LIMIT 1
            )
            """,  # noqa: S608  # the names stand in the declaration of the graph
        )


_KNOWN_VALUES: tuple[tuple[str, str, Sequence[str] | type[StrEnum]], ...] = (
    ("parsed_documents", "status", HAS_TEXT),
    ("rejected_documents", "status", [s for s in DocumentStatus if s not in HAS_TEXT]),
    ("rejected_llm_help_nodes", "reason", HelpNodeRejection),
    ("llm_help_failures", "reason", LlmFailureReason),
    ("rejected_llm_ticket_sections", "reason", TicketSectionRejection),
    ("llm_ticket_failures", "reason", LlmFailureReason),
    ("sentences", "kind", BlockKind),
    ("sentences", "filter", SentenceFilter),
    ("llm_failures", "reason", LlmFailureReason),
    ("rejected_llm_triples", "reason", TripleRejection),
    ("llm_outlines", "reason", LlmFailureReason),
    ("llm_entities", "rejection", TripleRejection),
    ("extractor_disagreements", "kind", DisagreementKind),
    ("partial_documents", "part", ("parse", "table", "rules", "llm")),
    ("partial_documents", "status", (DocumentStatus.PARTIAL,)),
    ("resolved_triples", "extractor", ("dependency", "linear", "llm")),
    ("resolved_triples", "rejection", TripleRejection),
    ("rejected_triples", "reason", TripleRejection),
    ("resolved_triples", "layer", Layer),
    ("relations", "layer", Layer),
    ("evidence", "layer", Layer),
    ("mention_forms", "form", MentionForm),
    ("entity_types", "type", EntityType),
    ("entities", "type_source", TypeSource),
    ("contradictions", "kind", ContradictionKind),
    ("applications", "status", CrawlStatus),
    ("ui_actions", "kind", ActionKind),
    ("ui_actions", "outcome", ActionOutcome),
    ("ui_merges", "reason", MergeReason),
    ("documented_paths", "problem", PathProblem),
    ("quiz_items", "skill", QuizSkill),
    ("quiz_rejected", "reason", QuizRejection),
    ("names", "kind", ("", *MentionForm)),
    ("name_pairs", "tier", NameTier),
    ("name_pairs", "guard", NameGuard),
    ("name_groups", "tier", NameTier),
    ("entity_decisions", "kind", DecisionKind),
    ("llm_name_verdicts", "verdict", ("same", "different", "unsure")),
    ("llm_name_verdicts", "failure", LlmFailureReason),
    ("review_queue", "tier", NameTier),
    ("review_queue", "guard", NameGuard),
    ("entity_merges", "tier", ("acronym", *NameTier)),
    ("entity_aliases", "tier", ("exact", "acronym", *NameTier)),
)


def _known_value_checks() -> Iterable[SqlCheck]:
    """Yield a check for each column that takes its values, reasons most of all, from a list."""
    for table, column, values in _KNOWN_VALUES:
        known = [str(value) for value in values]
        listed = ", ".join(f"'{value}'" for value in known)
        yield SqlCheck(
            f"{column}_is_known",
            table,
            f"Every {column} is one of {', '.join(known)}.",
            (table,),
            f"""
            SELECT {column}, count(*) AS rows FROM {table}
            WHERE {column} NOT IN ({listed}) GROUP BY {column}
            """,  # noqa: S608  # the names and values stand a few lines above
        )


# A share of nothing is null, and passes.
_PARSED_SHARE = """
SELECT parsed, rejected, parsed / nullif(parsed + rejected, 0) AS share
FROM (
    SELECT
        (SELECT count(*) FROM parsed_documents) AS parsed,
        (SELECT count(*) FROM rejected_documents) AS rejected
)
"""
_GIVING_SHARE = """
SELECT count(*) AS kept, count(giving.sentence_id) AS giving,
    count(giving.sentence_id) / nullif(count(*), 0) AS share
FROM (SELECT sentence_id FROM sentences WHERE filter IS NULL) AS said
LEFT JOIN (SELECT DISTINCT sentence_id FROM resolved_triples) AS giving USING (sentence_id)
"""


def _yield_checks(thresholds: CheckSettings) -> tuple[SqlCheck, ...]:
    """Return the checks that something came of the documents and of their sentences."""
    return (
        SqlCheck(
            "some_document_is_found",
            "source_documents",
            "The sources hold at least one document.",
            ("source_documents",),
            "SELECT count(*) AS documents FROM source_documents HAVING count(*) = 0",
            blocking=False,
            severity=Severity.WARN,
        ),
        SqlCheck(
            "every_group_rule_is_used",
            "unused_group_rules",
            "Every rule of who sees what speaks of some document.",
            ("unused_group_rules",),
            "SELECT place, path, reason FROM unused_group_rules",
            blocking=False,
            severity=Severity.WARN,
        ),
        SqlCheck(
            "every_decision_is_used",
            "unused_decisions",
            "Every decision of the team changes something.",
            ("unused_decisions",),
            "SELECT line, kind, name, other, reason FROM unused_decisions",
            blocking=False,
            severity=Severity.WARN,
        ),
        SqlCheck(
            "few_pairs_wait_for_review",
            "review_queue",
            f"At most {thresholds.review_queue:,} pairs of names wait for graphwright review.",
            ("review_queue",),
            f"""
            SELECT position, name, other, chance FROM review_queue
            WHERE position > {int(thresholds.review_queue)}
            """,  # noqa: S608  # a number
            blocking=False,
            severity=Severity.WARN,
        ),
        SqlCheck(
            "some_document_is_parsed",
            "parsed_documents",
            "Where there are documents, at least one of them could be parsed.",
            ("source_documents", "parsed_documents"),
            """
            SELECT count(*) AS documents, 0 AS parsed FROM source_documents
            HAVING count(*) > 0 AND NOT EXISTS (SELECT 1 FROM parsed_documents)
            """,
        ),
        SqlCheck(
            "enough_documents_are_parsed",
            "parsed_documents",
            f"At least {thresholds.parsed_share:.0%} of the documents could be parsed.",
            ("parsed_documents", "rejected_documents"),
            f"SELECT * FROM ({_PARSED_SHARE}) WHERE share < {float(thresholds.parsed_share)!r}",  # noqa: S608  # a number
            blocking=False,
            severity=Severity.WARN,
            share=f"SELECT share FROM ({_PARSED_SHARE})",  # noqa: S608  # stands above
            floor=thresholds.parsed_share,
        ),
        SqlCheck(
            "enough_sentences_give_triples",
            "resolved_triples",
            f"At least {thresholds.sentence_yield:.0%} of the kept sentences give a triple.",
            ("sentences", "resolved_triples"),
            f"SELECT * FROM ({_GIVING_SHARE}) WHERE share < {float(thresholds.sentence_yield)!r}",  # noqa: S608  # a number
            blocking=False,
            severity=Severity.WARN,
            share=f"SELECT share FROM ({_GIVING_SHARE})",  # noqa: S608  # stands above
            floor=thresholds.sentence_yield,
        ),
    )
