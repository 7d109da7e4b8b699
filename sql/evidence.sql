-- Every accepted triple with the place that states it, down to page, box and characters, and with
-- what its clause says beside the fact.
WITH facts AS (
    SELECT
        relation_id(
            entity_id(fact_subject_key), fact_predicate, entity_id(fact_object_key),
            negated, modality, restriction
        ) AS relation_id,
        triple_id, document_id, chunk_id, sentence_id,
        CASE WHEN is_inverse THEN object_start ELSE subject_start END AS subject_start,
        CASE WHEN is_inverse THEN object_end ELSE subject_end END AS subject_end,
        CASE WHEN is_inverse THEN subject_start ELSE object_start END AS object_start,
        CASE WHEN is_inverse THEN subject_end ELSE object_end END AS object_end,
        CASE WHEN fact_predicate <> predicate THEN predicate END AS stated_predicate,
        extractor, rule, version, confidence, condition, attribution, qualifiers,
        layer
    FROM decided_triples
    WHERE reason IS NULL
),
blocks AS (
    SELECT document_id, unnest(blocks, recursive := false) AS block FROM parsed_documents
),
-- Blocks of no length hold no sentence, and one block alone may start at an offset. A block that a
-- column's or page's end parts starts again where it goes on.
starts AS (
    SELECT
        document_id, block.start AS block_start, block."end" AS block_end, block.page,
        block.box, block.box_unit, block.heading_path
    FROM blocks
    WHERE block."end" > block.start
    QUALIFY row_number() OVER (PARTITION BY document_id, block.start ORDER BY block.index) = 1
    UNION ALL
    SELECT
        document_id, place.start, block_end, place.page, place.box, box_unit, heading_path
    FROM (
        SELECT
            document_id, block."end" AS block_end, block.box_unit, block.heading_path,
            unnest(block.places, recursive := false) AS place
        FROM blocks
        WHERE len(block.places) > 0
    )
),
placed AS (
    SELECT
        said.sentence_id, said.start, said."end", said.text,
        holder.block_start IS NOT NULL AND said.start < holder.block_end AS inside,
        holder.page, holder.box, holder.box_unit, holder.heading_path
    FROM (SELECT * FROM sentences SEMI JOIN facts USING (sentence_id)) AS said
    ASOF LEFT JOIN starts AS holder
        ON holder.document_id = said.document_id AND said.start >= holder.block_start
)
SELECT
    content_id(['evidence', facts.relation_id, facts.triple_id]) AS evidence_id,
    facts.relation_id,
    facts.triple_id,
    facts.document_id,
    documents.collection,
    documents.title,
    documents.uri,
    CASE WHEN placed.inside THEN placed.page ELSE chunks.page END AS page,
    CASE WHEN placed.inside THEN placed.box END AS box,
    CASE WHEN placed.inside THEN placed.box_unit END AS box_unit,
    CASE WHEN placed.inside THEN placed.heading_path ELSE chunks.heading_path END AS heading_path,
    facts.chunk_id,
    facts.sentence_id,
    placed.start,
    placed."end",
    placed.text AS quote,
    facts.subject_start,
    facts.subject_end,
    facts.object_start,
    facts.object_end,
    facts.extractor,
    facts.rule,
    facts.version,
    facts.confidence,
    facts.condition,
    facts.attribution,
    facts.qualifiers,
    coalesce(versions.superseded, false) AS superseded,
    facts.layer,
    facts.stated_predicate
FROM facts
LEFT JOIN document_versions AS versions ON versions.document_id = facts.document_id
LEFT JOIN placed USING (sentence_id)
LEFT JOIN (SELECT document_id, collection, title, uri FROM parsed_documents) AS documents
    ON documents.document_id = facts.document_id
LEFT JOIN (SELECT chunk_id, heading_path, page FROM chunks) AS chunks
    ON chunks.chunk_id = facts.chunk_id
ORDER BY relation_id, triple_id
