-- Which chunks mention an entity in an accepted fact.
WITH mentions AS (
    SELECT subject_entity_key AS key, chunk_id, document_id
    FROM decided_triples
    WHERE reason IS NULL
    UNION ALL
    SELECT object_entity_key, chunk_id, document_id
    FROM decided_triples
    WHERE reason IS NULL
)
SELECT
    entity_id(key) AS entity_id,
    chunk_id,
    min(document_id) AS document_id,
    count(*) AS mention_count
FROM mentions
GROUP BY key, chunk_id
ORDER BY entity_id, chunk_id
