"""The queries that find and explain the differences of two snapshots; run by ``compare``.

They read views ``old_*`` and ``new_*`` (documents, entities, relations, evidence, merges) and the
parameters that ``compare`` names. Each makes a table that later ones read; the order is ``STEPS``.
"""

from __future__ import annotations

# A document under another id with the same bytes was moved; pairs are made in order of label.
_DOCUMENTS = """
CREATE TEMP TABLE document_changes AS
WITH known AS (
    SELECT
        coalesce(o.document_id, n.document_id) AS id, o.label AS old_label, n.label AS new_label,
        coalesce(o.status = $parsed, false) AS was, coalesce(n.status = $parsed, false) AS is_now,
        o.sha256 AS old_sha, n.sha256 AS new_sha, o.document_id IS NULL AS unknown,
        n.document_id IS NULL AS gone, concat_ws(': ', n.status, n.detail) AS problem,
        (o.uri, o.title) IS DISTINCT FROM (n.uri, n.title) AS renamed
    FROM old_documents AS o FULL JOIN new_documents AS n ON o.document_id = n.document_id
),
gone AS (
    SELECT id, old_label, old_sha AS sha,
        row_number() OVER (PARTITION BY old_sha ORDER BY old_label) AS number
    FROM known WHERE was AND gone AND old_sha <> ''
),
come AS (
    SELECT id, new_label, new_sha AS sha,
        row_number() OVER (PARTITION BY new_sha ORDER BY new_label) AS number
    FROM known WHERE is_now AND unknown AND new_sha <> ''
),
moved AS (
    SELECT gone.id AS old_id, come.id AS new_id, old_label, new_label
    FROM gone JOIN come USING (sha, number)
)
SELECT new_id AS id, old_id, 'moved' AS change, 'document_moved' AS reason,
    new_label AS label, NULL::VARCHAR AS cause, old_label AS "before", new_label AS "after"
FROM moved
UNION ALL
SELECT id, id, 'edited', CASE WHEN old_sha <> new_sha THEN 'document_edited'
        ELSE 'title_changed' END, new_label, NULL, NULL, NULL
FROM known WHERE was AND is_now AND (old_sha <> new_sha OR renamed)
UNION ALL
SELECT id, id, 'removed', CASE WHEN gone THEN 'document_deleted' ELSE 'document_rejected' END,
    old_label, CASE WHEN NOT gone THEN problem END, NULL, NULL
FROM known WHERE was AND NOT is_now AND id NOT IN (SELECT old_id FROM moved)
UNION ALL
SELECT id, id, 'added', CASE WHEN unknown THEN 'document_added' ELSE 'document_accepted' END,
    new_label, NULL, NULL, NULL
FROM known WHERE is_now AND NOT was AND id NOT IN (SELECT new_id FROM moved)
"""

# What happened to a document, under the id that evidence knew or knows it by; a move explains
# nothing, because its text is the same.
_AFFECTED = """
CREATE TEMP TABLE affected AS
SELECT id AS document_id, reason, label, CASE reason
        WHEN 'document_deleted' THEN 1 WHEN 'document_rejected' THEN 2
        WHEN 'document_added' THEN 3 WHEN 'document_accepted' THEN 4 ELSE 5 END AS rank
FROM document_changes
WHERE reason NOT IN ('document_moved', 'title_changed')
"""

_MERGES = """
CREATE TEMP TABLE merge_changes AS
WITH o AS (SELECT * FROM old_merges WHERE accepted), n AS (SELECT * FROM new_merges WHERE accepted)
SELECT alias_key, target_key, 'entity_merged' AS reason,
    format('"{}" is "{}" ({}: {})', alias_key, target_key, tier, reason) AS cause
FROM n ANTI JOIN o USING (alias_key, target_key)
UNION ALL
SELECT alias_key, target_key, 'merge_undone',
    format('"{}" is no longer "{}" ({}, it was: {})', alias_key, target_key, tier, reason)
FROM o ANTI JOIN n USING (alias_key, target_key)
"""

_RELATIONS = """
CREATE TEMP TABLE changed_relations AS
SELECT
    coalesce(o.relation_id, n.relation_id) AS id,
    CASE WHEN o.relation_id IS NULL THEN 'added' WHEN n.relation_id IS NULL THEN 'removed'
        ELSE 'edited' END AS change,
    coalesce(n.text, o.text) AS name,
    coalesce(n.subject_id, o.subject_id) AS subject_id,
    coalesce(n.object_id, o.object_id) AS object_id,
    o.text <> n.text AS renamed, o.text AS old_text,
    (o.support_count, o.document_count, o.confidence)
        IS NOT DISTINCT FROM (n.support_count, n.document_count, n.confidence) AS same_support,
    CASE WHEN o.relation_id IS NOT NULL THEN format(
        'support {}, documents {}, confidence {:.2f}',
        o.support_count, o.document_count, o.confidence) END AS "before",
    CASE WHEN n.relation_id IS NOT NULL THEN format(
        'support {}, documents {}, confidence {:.2f}',
        n.support_count, n.document_count, n.confidence) END AS "after"
FROM old_relations AS o FULL JOIN new_relations AS n ON o.relation_id = n.relation_id
WHERE (o.text, o.support_count, o.document_count, o.confidence)
    IS DISTINCT FROM (n.text, n.support_count, n.document_count, n.confidence)
"""

# The documents whose evidence for a changed relation came, went or became more or less. One that
# was moved goes by its new id, so that it counts only where its own evidence differs.
_TOUCHED = """
CREATE TEMP TABLE touched AS
WITH moved AS (
    SELECT old_id AS document_id, id AS new_id FROM document_changes WHERE change = 'moved'
),
o AS (
    SELECT relation_id, coalesce(new_id, document_id) AS document_id, count(*) AS sentences
    FROM old_evidence LEFT JOIN moved USING (document_id)
    WHERE relation_id IN (SELECT id FROM changed_relations) GROUP BY ALL
),
n AS (
    SELECT relation_id, document_id, count(*) AS sentences FROM new_evidence
    WHERE relation_id IN (SELECT id FROM changed_relations) GROUP BY ALL
)
SELECT coalesce(o.relation_id, n.relation_id) AS id,
    coalesce(o.document_id, n.document_id) AS document_id
FROM o FULL JOIN n ON o.relation_id = n.relation_id AND o.document_id = n.document_id
WHERE o.sentences IS DISTINCT FROM n.sentences
"""

# A relation is explained by documents only where something happened to each that was touched.
_BY_DOCUMENT = """
CREATE TEMP TABLE by_document AS
WITH judged AS (
    SELECT touched.id, bool_and(affected.document_id IS NOT NULL) AS all_affected,
        min(affected.rank) AS rank
    FROM touched LEFT JOIN affected USING (document_id) GROUP BY touched.id
)
SELECT judged.id, min(affected.reason) AS reason,
    array_to_string(list_sort(list(affected.label))[:3], ', ')
        || CASE WHEN count(*) > 3 THEN format(' and {} more', count(*) - 3) ELSE '' END AS cause
FROM judged
JOIN touched ON touched.id = judged.id
JOIN affected ON affected.document_id = touched.document_id AND affected.rank = judged.rank
WHERE judged.all_affected
GROUP BY judged.id
"""

# certain: an end of the relation is a name that was merged away, or is one again.
_BY_MERGE = """
CREATE TEMP TABLE by_merge AS
WITH keys AS (
    SELECT entity_id, key FROM old_entities UNION SELECT entity_id, key FROM new_entities
),
ends AS (
    SELECT id, change, key FROM changed_relations JOIN keys ON entity_id = subject_id
    UNION SELECT id, change, key FROM changed_relations JOIN keys ON entity_id = object_id
),
met AS (
    SELECT id, reason, cause, (change, reason) IN
            (('removed', 'entity_merged'), ('added', 'merge_undone')) AS certain
    FROM ends JOIN merge_changes ON alias_key = key
    UNION ALL
    SELECT id, reason, cause, false FROM ends JOIN merge_changes ON target_key = key
)
SELECT id, first({'reason': reason, 'cause': cause, 'certain': certain}
    ORDER BY certain DESC, reason, cause) AS found
FROM met GROUP BY id
"""

_RELATION_CHANGES = """
CREATE TEMP TABLE relation_changes AS
SELECT
    r.id, r.change, r.name, r.subject_id, r.object_id,
    CASE WHEN m.found.certain THEN m.found.reason
        WHEN r.same_support AND r.renamed THEN 'name_changed'
        ELSE coalesce(d.reason, m.found.reason, $else_reason) END AS reason,
    CASE WHEN m.found.certain THEN m.found.cause
        WHEN r.same_support AND r.renamed THEN format('it was "{}"', r.old_text)
        ELSE coalesce(d.cause, m.found.cause, $else_cause) END AS cause,
    r."before", r."after"
FROM changed_relations AS r
LEFT JOIN by_document AS d ON d.id = r.id
LEFT JOIN by_merge AS m ON m.id = r.id
"""

# An entity stands only while a relation does: it comes and goes for its relations' reason.
_ENTITIES = """
CREATE TEMP TABLE entity_changes AS
WITH differing AS (
    SELECT coalesce(o.entity_id, n.entity_id) AS id, coalesce(n.name, o.name) AS name,
        coalesce(n.key, o.key) AS key,
        CASE WHEN o.entity_id IS NULL THEN 'added' WHEN n.entity_id IS NULL THEN 'removed'
            ELSE 'edited' END AS change,
        (o.seed, o.definition) IS DISTINCT FROM (n.seed, n.definition)
            OR ((o.seed OR n.seed) AND o.type <> n.type) AS declared,
        o.type <> n.type AS retyped,
        concat_ws('; ', o.name, o.type, o.definition) AS "before",
        concat_ws('; ', n.name, n.type, n.definition) AS "after"
    FROM old_entities AS o FULL JOIN new_entities AS n ON o.entity_id = n.entity_id
    WHERE (o.name, o.seed, o.type, o.definition)
        IS DISTINCT FROM (n.name, n.seed, n.type, n.definition)
),
ends AS (
    SELECT subject_id AS entity_id, change, id, reason, cause FROM relation_changes
    UNION ALL SELECT object_id, change, id, reason, cause FROM relation_changes
),
by_relation AS (
    SELECT entity_id, change,
        first({'reason': reason, 'cause': cause} ORDER BY reason, cause, id) AS found
    FROM ends WHERE change <> 'edited' GROUP BY entity_id, change
),
by_name AS (
    SELECT alias_key, reason, first(cause ORDER BY cause) AS cause
    FROM merge_changes GROUP BY alias_key, reason
)
SELECT
    d.id, d.change, d.name,
    CASE WHEN d.change = 'edited' THEN
            CASE WHEN d.declared THEN 'seed_changed' WHEN d.retyped THEN 'type_changed'
                ELSE 'name_changed' END
        ELSE coalesce(m.reason, r.found.reason, $else_reason) END AS reason,
    CASE WHEN d.change <> 'edited' THEN coalesce(m.cause, r.found.cause, $else_cause) END AS cause,
    CASE WHEN d.change = 'edited' THEN d."before" END AS "before",
    CASE WHEN d.change = 'edited' THEN d."after" END AS "after"
FROM differing AS d
LEFT JOIN by_relation AS r ON r.entity_id = d.id AND r.change = d.change
LEFT JOIN by_name AS m ON m.alias_key = d.key AND m.reason
    = CASE d.change WHEN 'removed' THEN 'entity_merged' WHEN 'added' THEN 'merge_undone' END
"""

STEPS = (
    _DOCUMENTS,
    _AFFECTED,
    _MERGES,
    _RELATIONS,
    _TOUCHED,
    _BY_DOCUMENT,
    _BY_MERGE,
    _RELATION_CHANGES,
    _ENTITIES,
)
"""In the order in which they are run."""

CHANGES = """
SELECT 'document' AS thing, change, id, label AS name, reason, cause, "before", "after"
FROM document_changes
UNION ALL
SELECT 'entity', change, id, name, reason, cause, "before", "after" FROM entity_changes
UNION ALL
SELECT 'relation', change, id, name, reason, cause, "before", "after" FROM relation_changes
ORDER BY thing, change, reason, name, id
"""
"""All differences as rows, in order."""
