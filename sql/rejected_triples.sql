-- Every triple that is no relation, and why: rejected when it was resolved, or by merging.
SELECT
    triple_id,
    document_id,
    sentence_id,
    extractor,
    rule,
    subject_name AS subject,
    predicate,
    object_name AS object,
    confidence,
    reason
FROM decided_triples
WHERE reason IS NOT NULL
ORDER BY triple_id
