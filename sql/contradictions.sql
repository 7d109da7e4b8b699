-- Relations of which one must be wrong where both are read alone: one denies the other, or a thing
-- has two objects of a predicate that has one at a time. What restrictions, modal words or versions
-- tell apart is no contradiction.
WITH stated AS (
    SELECT
        relations.*, coalesce(modality, '') AS mood, coalesce(restriction, '') AS limits
    FROM relations
    WHERE layer = 'knowledge' AND NOT superseded
),
functional AS (
    SELECT DISTINCT predicate FROM predicates WHERE functional
),
denied AS (
    SELECT
        'polarity' AS kind, claims.relation_id, denials.relation_id AS other_relation_id
    FROM stated AS claims
    JOIN stated AS denials USING (subject_id, predicate, object_id, mood, limits)
    WHERE NOT claims.negated AND denials.negated
),
doubled AS (
    SELECT 'value' AS kind, firsts.relation_id, others.relation_id AS other_relation_id
    FROM stated AS firsts
    JOIN stated AS others USING (subject_id, predicate, mood, limits)
    SEMI JOIN functional USING (predicate)
    WHERE NOT firsts.negated AND NOT others.negated
        AND firsts.object_id <> others.object_id
        AND firsts.relation_id < others.relation_id
),
pairs AS (
    SELECT * FROM denied
    UNION ALL
    SELECT * FROM doubled
),
-- The surest sentence of each of them.
best AS (
    SELECT
        relation_id,
        first(
            {'id': evidence_id, 'quote': quote, 'document': document_id}
            ORDER BY superseded, layer <> 'knowledge', confidence DESC, evidence_id
        ) AS evidence
    FROM evidence
    WHERE relation_id IN (
        SELECT relation_id FROM pairs UNION ALL SELECT other_relation_id FROM pairs
    )
    GROUP BY relation_id
)
SELECT
    pairs.relation_id,
    pairs.other_relation_id,
    pairs.kind,
    claims.subject_id,
    claims.subject,
    claims.predicate,
    claims.text,
    denials.text AS other_text,
    claim.evidence.id AS evidence_id,
    claim.evidence.document AS document_id,
    claim.evidence.quote AS quote,
    denial.evidence.id AS other_evidence_id,
    denial.evidence.document AS other_document_id,
    denial.evidence.quote AS other_quote
FROM pairs
JOIN stated AS claims ON claims.relation_id = pairs.relation_id
JOIN stated AS denials ON denials.relation_id = pairs.other_relation_id
LEFT JOIN best AS claim ON claim.relation_id = pairs.relation_id
LEFT JOIN best AS denial ON denial.relation_id = pairs.other_relation_id
ORDER BY pairs.relation_id, pairs.other_relation_id
