"""What the tables hold, counted: rows, and every reason for which something was left out."""

from __future__ import annotations

import dataclasses

from graphwright.display.grid import Grid, grid
from graphwright.store.queries import Views, open_views, row_count
from graphwright.tables import TABLES


@dataclasses.dataclass(frozen=True, slots=True)
class Breakdown:
    """A count by some columns: a title, the table that it reads and its query."""

    title: str
    table: str
    sql: str


BREAKDOWNS: tuple[Breakdown, ...] = (
    Breakdown(
        "Documents by format",
        "parsed_documents",
        """
        SELECT format, count(*) AS documents, sum(length(text))::BIGINT AS characters,
            count(*) FILTER (WHERE status = 'partial') AS partial
        FROM parsed_documents GROUP BY format ORDER BY documents DESC, format
        """,
    ),
    Breakdown(
        "Left out of the text",
        "parsed_documents",
        """
        SELECT item.what, count(*) AS documents, sum(item.count)::BIGINT AS times
        FROM (SELECT unnest(left_out) AS item FROM parsed_documents)
        GROUP BY item.what ORDER BY times DESC, item.what
        """,
    ),
    Breakdown(
        "Documents read with a warning",
        "parsed_documents",
        """
        SELECT collection || '/' || path AS document, status,
            array_to_string(warnings, '; ') AS warnings
        FROM parsed_documents WHERE status = 'partial' OR len(warnings) > 0
        ORDER BY status = 'partial' DESC, document LIMIT 20
        """,
    ),
    Breakdown(
        "Longest documents",
        "parsed_documents",
        """
        SELECT path, collection, length(text) AS characters, len(blocks) AS blocks, pages
        FROM parsed_documents ORDER BY characters DESC, collection, path LIMIT 10
        """,
    ),
    Breakdown(
        "Rejected documents by status",
        "rejected_documents",
        """
        SELECT status, format, count(*) AS documents FROM rejected_documents
        GROUP BY status, format ORDER BY documents DESC, status, format
        """,
    ),
    Breakdown(
        "Failed documents",
        "rejected_documents",
        """
        SELECT collection || '/' || path AS document, status, reason, remedy
        FROM rejected_documents ORDER BY status, document LIMIT 20
        """,
    ),
    Breakdown(
        "Superseded documents",
        "document_versions",
        """
        SELECT old.collection || '/' || old.path AS document, new.path AS superseded_by,
            old.valid_to, old.said_by, old.reason
        FROM document_versions AS old
        LEFT JOIN document_versions AS new ON new.document_id = old.newest
        WHERE old.superseded ORDER BY document LIMIT 20
        """,
    ),
    Breakdown(
        "Documents that count as one",
        "document_versions",
        """
        SELECT one.collection || '/' || one.path AS document, count(*) AS copies_and_versions,
            count(*) FILTER (WHERE all_.superseded) AS superseded
        FROM document_versions AS all_
        JOIN document_versions AS one ON one.document_id = all_.same_as
        GROUP BY document ORDER BY copies_and_versions DESC, document LIMIT 20
        """,
    ),
    Breakdown(
        "What is said of versions and cannot be followed",
        "rejected_versions",
        """
        SELECT place, said_by, statement, reason, remedy FROM rejected_versions
        ORDER BY place, statement LIMIT 20
        """,
    ),
    Breakdown(
        "Sections of tickets by what says so",
        "ticket_sections",
        """
        SELECT origin, count(*) AS sections, count(DISTINCT document_id) AS tickets,
            round(avg(confidence), 3) AS mean_confidence
        FROM ticket_sections GROUP BY origin ORDER BY sections DESC, origin
        """,
    ),
    Breakdown(
        "What of the template tickets have",
        "ticket_sections",
        """
        SELECT section, count(DISTINCT document_id) AS tickets, count(*) AS sections,
            round(100.0 * count(DISTINCT document_id)
                / (SELECT count(DISTINCT document_id) FROM ticket_sections), 1) AS percent,
            count(*) FILTER (WHERE origin = 'rule') AS by_rule
        FROM ticket_sections GROUP BY section ORDER BY tickets DESC, section
        """,
    ),
    Breakdown(
        "Comments of tickets by role",
        "ticket_sections",
        """
        SELECT comment_role, author_role, count(*) AS comments FROM ticket_sections
        WHERE comment_role IS NOT NULL
        GROUP BY comment_role, author_role ORDER BY comments DESC, comment_role, author_role
        """,
    ),
    Breakdown(
        "Links that tickets state, by kind",
        "ticket_links",
        """
        SELECT kind, origin, count(*) AS links, count(DISTINCT document_id) AS tickets
        FROM ticket_links GROUP BY kind, origin ORDER BY links DESC, kind, origin
        """,
    ),
    Breakdown(
        "Links between tickets by kind",
        "ticket_edges",
        """
        SELECT kind, count(*) AS links, count(*) FILTER (WHERE status = 'resolved') AS resolved,
            count(*) FILTER (WHERE status = 'absent') AS absent,
            count(*) FILTER (WHERE len(stated_by) = 2) AS stated_by_both
        FROM ticket_edges GROUP BY kind ORDER BY links DESC, kind
        """,
    ),
    Breakdown(
        "Parts of tickets in no section, by reason",
        "rejected_ticket_parts",
        """
        SELECT reason, name, count(*) AS parts, count(DISTINCT document_id) AS tickets
        FROM rejected_ticket_parts GROUP BY reason, name ORDER BY parts DESC, reason, name LIMIT 20
        """,
    ),
    Breakdown(
        "Nodes of help pages by what says so",
        "help_nodes",
        """
        SELECT origin, count(*) AS nodes, count(DISTINCT document_id) AS pages,
            count(condition) AS conditions, count(*) FILTER (WHERE actionable) AS actionable
        FROM help_nodes GROUP BY origin ORDER BY nodes DESC, origin
        """,
    ),
    Breakdown(
        "Nodes of help pages that do not do alone, by reason",
        "help_nodes",
        """
        SELECT why_not, count(*) AS nodes, count(DISTINCT document_id) AS pages FROM help_nodes
        WHERE NOT actionable GROUP BY why_not ORDER BY nodes DESC, why_not
        """,
    ),
    Breakdown(
        "Parts of help pages that are no node, by reason",
        "rejected_help_nodes",
        """
        SELECT reason, count(*) AS parts, count(DISTINCT document_id) AS pages
        FROM rejected_help_nodes GROUP BY reason ORDER BY parts DESC, reason
        """,
    ),
    Breakdown(
        "What the team says of help pages and no page has",
        "unused_help_overrides",
        """
        SELECT line, page, problem, reason FROM unused_help_overrides ORDER BY line LIMIT 20
        """,
    ),
    Breakdown(
        "Edges between nodes of help pages by kind",
        "help_edges",
        """
        SELECT kind, count(*) AS edges, count(DISTINCT source_id) AS sources FROM help_edges
        GROUP BY kind ORDER BY edges DESC, kind
        """,
    ),
    Breakdown(
        "Findings for writers of help pages by kind",
        "help_findings",
        """
        SELECT kind, count(*) AS findings, count(DISTINCT path) AS pages, min(found) AS example
        FROM help_findings GROUP BY kind ORDER BY findings DESC, kind
        """,
    ),
    Breakdown(
        "Sentences that a collection repeats",
        "repeated_sentences",
        """
        SELECT collection, text, any_value(documents) AS documents FROM repeated_sentences
        GROUP BY collection, text ORDER BY documents DESC, collection, text LIMIT 10
        """,
    ),
    Breakdown(
        "Sentences by filter",
        "sentences",
        """
        SELECT coalesce(filter, '(kept)') AS filter, kind, count(*) AS sentences FROM sentences
        GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
        """,
    ),
    Breakdown(
        "Chunks without coreference chains by what failed",
        "coreference_failures",
        """
        SELECT detail, count(*) AS chunks FROM coreference_failures
        GROUP BY detail ORDER BY chunks DESC, detail
        """,
    ),
    Breakdown(
        "Sentences that rules failed on by what failed",
        "dependency_failures",
        """
        SELECT detail, count(*) AS sentences FROM dependency_failures
        GROUP BY detail ORDER BY sentences DESC, detail
        """,
    ),
    Breakdown(
        "Chunks without an LLM answer by reason",
        "llm_failures",
        """
        SELECT stage, reason, count(*) AS chunks FROM llm_failures
        GROUP BY stage, reason ORDER BY chunks DESC, stage, reason
        """,
    ),
    Breakdown(
        "Help pages without an LLM answer by what failed",
        "llm_help_failures",
        """
        SELECT stage, reason, count(*) AS pages FROM llm_help_failures
        GROUP BY stage, reason ORDER BY pages DESC, stage, reason
        """,
    ),
    Breakdown(
        "Pairs of names that an LLM was asked about",
        "llm_name_verdicts",
        """
        SELECT coalesce(verdict, '(' || failure || ')') AS verdict, count(*) AS pairs
        FROM llm_name_verdicts GROUP BY 1 ORDER BY 2 DESC, 1
        """,
    ),
    Breakdown(
        "Tickets without an LLM answer by what failed",
        "llm_ticket_failures",
        """
        SELECT stage, reason, count(*) AS tickets FROM llm_ticket_failures
        GROUP BY stage, reason ORDER BY tickets DESC, stage, reason
        """,
    ),
    Breakdown(
        "Sections of tickets from the LLM that are none, by reason",
        "rejected_llm_ticket_sections",
        """
        SELECT reason, count(*) AS sections, count(DISTINCT document_id) AS tickets
        FROM rejected_llm_ticket_sections GROUP BY reason ORDER BY sections DESC, reason
        """,
    ),
    Breakdown(
        "Documents without entities from the LLM by what failed",
        "llm_outlines",
        """
        SELECT stage, reason, count(*) AS documents FROM llm_outlines
        WHERE reason IS NOT NULL GROUP BY stage, reason ORDER BY documents DESC, stage, reason
        """,
    ),
    Breakdown(
        "Entities from the LLM",
        "llm_entities",
        """
        SELECT coalesce(rejection, '(kept)') AS rejection, count(*) AS entities,
            count(concept) AS of_seed_concepts
        FROM llm_entities GROUP BY 1 ORDER BY 2 DESC, 1
        """,
    ),
    Breakdown(
        "LLM triples that the text does not bear out by reason",
        "rejected_llm_triples",
        """
        SELECT reason, rule, count(*) AS triples FROM rejected_llm_triples
        GROUP BY reason, rule ORDER BY triples DESC, reason, rule
        """,
    ),
    Breakdown(
        "Triples by rule",
        "resolved_triples",
        """
        SELECT extractor, rule, count(*) AS triples,
            count(*) FILTER (WHERE rejection IS NULL) AS kept,
            round(avg(confidence), 3) AS mean_confidence
        FROM resolved_triples GROUP BY extractor, rule ORDER BY triples DESC, extractor, rule
        """,
    ),
    Breakdown(
        "Tasks with the most steps",
        "procedure_steps",
        """
        SELECT task, any_value(document_id) AS document, count(*) AS steps,
            count(condition) AS with_condition, count(result) AS with_result
        FROM procedure_steps GROUP BY document_id, task, task_start
        ORDER BY steps DESC, task, document LIMIT 10
        """,
    ),
    Breakdown(
        "Pairs of names by guard",
        "name_pairs",
        """
        SELECT tier, coalesce(guard, 'joined') AS guard, count(*) AS pairs,
            min(name_key || ' | ' || other_key) AS example
        FROM name_pairs GROUP BY ALL ORDER BY tier, pairs DESC, guard
        """,
    ),
    Breakdown(
        "Decisions that change nothing",
        "unused_decisions",
        """
        SELECT line, kind, name, other, reason FROM unused_decisions
        ORDER BY line, name, other LIMIT 20
        """,
    ),
    Breakdown(
        "Merges by tier",
        "entity_merges",
        """
        SELECT tier, accepted,
            -- What two names have in common is another reason for each.
            CASE WHEN tier IN ('seed', 'acronym') THEN reason ELSE 'joined' END AS reason,
            count(*) AS names
        FROM entity_merges
        GROUP BY ALL ORDER BY tier, accepted DESC, names DESC, reason
        """,
    ),
    Breakdown(
        "Evidence by layer",
        "evidence",
        """
        SELECT layer, count(*) AS evidence, count(DISTINCT relation_id) AS relations,
            round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent
        FROM evidence GROUP BY layer ORDER BY evidence DESC, layer
        """,
    ),
    Breakdown(
        "Entities by type",
        "entities",
        """
        SELECT type, type_source AS by, concept, count(*) AS entities,
            round(count(*) / sum(count(*)) OVER (), 3) AS share,
            sum(mention_count)::BIGINT AS mentions
        FROM entities GROUP BY type, type_source, concept
        ORDER BY concept DESC, entities DESC, type, type_source
        """,
    ),
    Breakdown(
        "Best-connected concepts",
        "entities",
        """
        SELECT name, type, seed, mention_count, document_count FROM entities
        WHERE concept ORDER BY mention_count DESC, name LIMIT 10
        """,
    ),
    Breakdown(
        "Broader concepts of the seed file",
        "entity_broader",
        """
        SELECT broader, count(*) AS entities, count(broader_id) > 0 AS is_in_documents
        FROM entity_broader GROUP BY broader_key, broader ORDER BY entities DESC, broader LIMIT 20
        """,
    ),
    Breakdown(
        "Predicates read as another",
        "evidence",
        """
        SELECT stated_predicate AS stated, count(*) AS evidence, min(quote) AS example
        FROM evidence WHERE stated_predicate IS NOT NULL
        GROUP BY stated_predicate ORDER BY evidence DESC, stated LIMIT 20
        """,
    ),
    Breakdown(
        "Facts that contradict each other",
        "contradictions",
        """
        SELECT kind, text, other_text, quote, other_quote FROM contradictions
        ORDER BY kind DESC, relation_id, other_relation_id LIMIT 20
        """,
    ),
    Breakdown(
        "Most frequent predicates",
        "relations",
        """
        SELECT predicate, count(*) AS relations, sum(support_count)::BIGINT AS sentences
        FROM relations WHERE layer = 'knowledge'
        GROUP BY predicate ORDER BY relations DESC, predicate LIMIT 10
        """,
    ),
    Breakdown(
        "Facts on which the two extractors differ",
        "extractor_disagreements",
        """
        SELECT kind, collection, count(*) AS facts FROM extractor_disagreements
        GROUP BY kind, collection ORDER BY facts DESC, kind, collection
        """,
    ),
    Breakdown(
        "Partial documents",
        "partial_documents",
        """
        SELECT collection || '/' || path AS document, status, part, failed_chunks, chunks, reasons
        FROM partial_documents ORDER BY document, part LIMIT 20
        """,
    ),
    Breakdown(
        "Applications and their last crawl",
        "applications",
        """
        SELECT name, home, status FROM applications ORDER BY name
        """,
    ),
    Breakdown(
        "States by application",
        "ui_states",
        """
        SELECT application, count(*) AS states, max(depth) AS deepest,
            count(*) FILTER (WHERE len(replay) > 0) AS by_actions_alone
        FROM ui_states GROUP BY application ORDER BY application
        """,
    ),
    Breakdown(
        "States of applications by address",
        "ui_states",
        """
        SELECT application, template, count(*) AS states, min(label) AS example FROM ui_states
        GROUP BY application, template ORDER BY states DESC, application, template LIMIT 20
        """,
    ),
    Breakdown(
        "Actions by outcome and kind",
        "ui_actions",
        """
        SELECT application, outcome, kind, count(*) AS actions, min(name) AS example
        FROM ui_actions GROUP BY application, outcome, kind
        ORDER BY application, actions DESC, outcome, kind
        """,
    ),
    Breakdown(
        "Actions that failed or were left, by what was met",
        "ui_actions",
        """
        SELECT application, outcome, coalesce(detail, '(not said)') AS detail, count(*) AS actions
        FROM ui_actions WHERE outcome IN ('failed', 'not_tried', 'denied')
        GROUP BY 1, 2, 3 ORDER BY actions DESC, application, outcome, detail LIMIT 20
        """,
    ),
    Breakdown(
        "Fields of applications by type",
        "ui_fields",
        """
        SELECT type, count(*) AS fields, count(*) FILTER (WHERE required) AS required,
            count(DISTINCT state_id) AS states
        FROM ui_fields GROUP BY type ORDER BY fields DESC, type
        """,
    ),
    Breakdown(
        "Near states that are one or two, by reason",
        "ui_merges",
        """
        SELECT reason, merged, count(*) AS pairs, round(min(score), 3) AS least_score
        FROM ui_merges GROUP BY reason, merged ORDER BY pairs DESC, reason, merged
        """,
    ),
    Breakdown(
        "What the team says of states and decides nothing",
        "unused_state_decisions",
        """
        SELECT application, state, other, reason FROM unused_state_decisions
        ORDER BY application, state, other LIMIT 20
        """,
    ),
    Breakdown(
        "Menu paths of documents by where they lead",
        "documented_paths",
        """
        SELECT application, coalesce(problem, 'leads to a state') AS outcome, count(*) AS paths,
            count(DISTINCT document_id) AS documents
        FROM documented_paths GROUP BY 1, 2 ORDER BY application, paths DESC, outcome
        """,
    ),
    Breakdown(
        "Menu paths of documents that lead nowhere",
        "documented_paths",
        """
        SELECT application, array_to_string(path, ' > ') AS path, problem, min(detail) AS detail,
            count(*) AS times
        FROM documented_paths WHERE state_id IS NULL
        GROUP BY 1, 2, 3 ORDER BY application, times DESC, path, problem LIMIT 40
        """,
    ),
    Breakdown(
        "States that the manual does not name",
        "undocumented_states",
        """
        SELECT application, coalesce(menu_path[1], '(no menu)') AS menu, count(*) AS states,
            min(label) AS example
        FROM undocumented_states GROUP BY 1, 2 ORDER BY application, states DESC, menu LIMIT 40
        """,
    ),
    Breakdown(
        "Quiz questions by skill",
        "quiz_items",
        """
        SELECT application, skill, count(*) AS questions, min(question) AS example
        FROM quiz_items GROUP BY application, skill ORDER BY application, skill
        """,
    ),
    Breakdown(
        "Quiz questions that did not pass, by reason",
        "quiz_rejected",
        """
        SELECT application, reason, count(*) AS questions, min(question) AS example
        FROM quiz_rejected GROUP BY application, reason ORDER BY application, questions DESC, reason
        """,
    ),
    Breakdown(
        "Rejected triples by reason",
        "rejected_triples",
        """
        SELECT reason, extractor, count(*) AS triples FROM rejected_triples
        GROUP BY reason, extractor ORDER BY triples DESC, reason, extractor
        """,
    ),
)

LEFT_OUT = (
    "rejected_documents",
    "document_versions",
    "rejected_versions",
    "rejected_ticket_parts",
    "llm_ticket_failures",
    "rejected_llm_ticket_sections",
    "llm_help_failures",
    "rejected_help_nodes",
    "unused_help_overrides",
    "sentences",
    "repeated_sentences",
    "coreference_failures",
    "dependency_failures",
    "llm_outlines",
    "llm_entities",
    "llm_failures",
    "rejected_llm_triples",
    "rejected_triples",
    "llm_name_verdicts",
    "entity_merges",
    "unused_decisions",
    "extractor_disagreements",
    "partial_documents",
    "unused_state_decisions",
)
"""The tables that say, by reason, what did not become part of the graph."""

OF_APPLICATIONS = (
    *("applications", "ui_states", "ui_actions", "ui_fields", "ui_merges"),
    *("documented_paths", "undocumented_states", "quiz_items", "quiz_rejected"),
)
"""The tables that say what crawls of applications came to."""


def row_counts(views: Views) -> dict[str, int]:
    """Return the number of rows of each table in ``views``, in pipeline order."""
    with open_views(views) as connection:
        return {name: row_count(connection, name) for name in TABLES if name in views}


def breakdowns(views: Views) -> list[Grid]:
    """Return every breakdown whose table is in ``views`` and not empty."""
    made = []
    with open_views(views) as connection:
        for breakdown in BREAKDOWNS:
            if breakdown.table not in views:
                continue
            result = connection.execute(breakdown.sql)
            columns = [column[0].replace("_", " ") for column in result.description or ()]
            if rows := result.fetchall():
                made.append(grid(breakdown.title, columns, rows))
    return made
