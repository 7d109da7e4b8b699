-- Documents of which a part is not in the graph: not parsed, in columns of a table that are not
-- read, in sentences that a rule failed on, or not answered by the LLM.
WITH sizes AS (
    SELECT document_id, count(*) AS chunks FROM chunks GROUP BY document_id
),
parts AS (
    SELECT
        document_id, 'parse' AS part, 0::BIGINT AS failed_chunks, warnings AS reasons
    FROM parsed_documents
    WHERE status = 'partial'
    UNION ALL
    SELECT
        document_id, 'table', count(DISTINCT chunk_id),
        [filter || ': the last columns of ' || count(*) || ' piece(s) of rows are not read']
    FROM sentences
    WHERE filter = 'wide_table'
    GROUP BY document_id, filter
    UNION ALL
    SELECT
        document_id, 'rules', count(DISTINCT chunk_id), list_sort(list(DISTINCT detail))
    FROM dependency_failures
    GROUP BY document_id
    UNION ALL
    SELECT
        document_id, 'llm', count(*),
        list_sort(list(DISTINCT stage || ': ' || reason))
    FROM llm_failures
    GROUP BY document_id
)
SELECT
    parts.document_id,
    parts.part,
    documents.collection,
    documents.path,
    documents.uri,
    'partial' AS status,
    coalesce(sizes.chunks, 0) AS chunks,
    parts.failed_chunks,
    parts.reasons
FROM parts
JOIN parsed_documents AS documents USING (document_id)
LEFT JOIN sizes USING (document_id)
ORDER BY document_id, part
