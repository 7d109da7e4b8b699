-- What a writer of help pages should look at.
WITH pages AS (
    SELECT pages.*, documents.path, documents.text
    FROM help_pages AS pages
    JOIN parsed_documents AS documents USING (document_id)
),
nodes AS (
    SELECT nodes.*, pages.collection, pages.path, pages.page_key,
        coalesce(pages.product, '') AS product,
        nodes.parent_id IS NULL AS is_root,
        -- Offsets are of characters, from 0.
        array_to_string(
            list_transform(
                nodes.resolution_spans,
                lambda span: trim(substring(pages.text, span.start + 1, span."end" - span.start))
            ),
            ' '
        ) AS resolution
    FROM help_nodes AS nodes
    JOIN pages USING (document_id)
),
linked AS (
    SELECT DISTINCT edges.target_id AS node_id
    FROM help_edges AS edges
    JOIN help_nodes AS sources ON sources.node_id = edges.source_id
    JOIN help_nodes AS targets ON targets.node_id = edges.target_id
    WHERE edges.kind = 'reference' AND sources.document_id <> targets.document_id
),
findings AS (
    SELECT
        'dangling_link' AS kind, nodes.document_id, nodes.path, nodes.node_id,
        NULL AS other_node_id, nodes.problem, edges.href AS found
    FROM help_edges AS edges
    JOIN nodes ON nodes.node_id = edges.source_id
    WHERE edges.kind = 'dangling'
    UNION ALL
    -- Siblings of one page, or pages of one collection and product.
    SELECT
        'contradiction', first.document_id, first.path, first.node_id,
        second.node_id AS other_node_id, first.problem, 'two resolutions: ' || first.path || ', ' || second.path
    FROM nodes AS first
    JOIN nodes AS second
        ON first.problem_phrase = second.problem_phrase
        AND first.condition_value IS NOT DISTINCT FROM second.condition_value
        AND first.collection = second.collection
        AND first.product = second.product
        AND first.node_id < second.node_id
        AND (first.parent_id = second.parent_id OR (first.is_root AND second.is_root))
    WHERE first.problem_phrase <> ''
        AND first.resolution <> '' AND second.resolution <> ''
        AND lower(first.resolution) <> lower(second.resolution)
    UNION ALL
    SELECT
        'never_actionable', roots.document_id, roots.path, roots.node_id, NULL, roots.problem,
        'no part of the page does alone: ' || coalesce(roots.why_not, 'no_resolution')
    FROM nodes AS roots
    WHERE roots.is_root AND NOT EXISTS (
        FROM help_nodes AS own WHERE own.document_id = roots.document_id AND own.actionable
    )
    UNION ALL
    -- Only where pages refer to one another: else there is nothing to be reached by.
    SELECT
        'unreached_page', roots.document_id, roots.path, roots.node_id, NULL, roots.problem,
        'no other page leads to it'
    FROM nodes AS roots
    ANTI JOIN linked USING (node_id)
    WHERE roots.is_root AND roots.collection IN (
        SELECT reached.collection FROM nodes AS reached SEMI JOIN linked USING (node_id)
    )
    UNION ALL
    SELECT
        'duplicate_id', second.document_id, second.path, second.root_id, first.root_id AS other_node_id,
        second.title, second.page_key || ' is the id of ' || first.path || ' too'
    FROM pages AS second
    JOIN pages AS first USING (collection, page_key)
    WHERE first.path < second.path AND NOT EXISTS (
        FROM pages AS lower
        WHERE lower.collection = second.collection AND lower.page_key = second.page_key
            AND lower.path < first.path
    )
    UNION ALL
    SELECT
        'unused_override', NULL, page, NULL, NULL, coalesce(problem, ''),
        'line ' || line || ': ' || reason
    FROM unused_help_overrides
)
SELECT
    content_id([
        'help finding', kind, coalesce(document_id, ''), path, coalesce(node_id, ''),
        coalesce(other_node_id, ''), found
    ]) AS finding_id,
    kind,
    document_id,
    path,
    node_id,
    other_node_id,
    problem,
    found
FROM findings
ORDER BY finding_id
