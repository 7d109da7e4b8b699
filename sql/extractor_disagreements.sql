-- Facts of a chunk that only one of two extractors states, or that they state differently. A triple
-- below the threshold counts as stated, so that a fact is "only" one's where the other is silent.
WITH asked AS (
    SELECT document_id, collection FROM parsed_documents WHERE extractor = 'both'
),
stated AS (
    SELECT
        triples.chunk_id, triples.document_id, asked.collection,
        triples.subject_entity_key AS subject, triples.predicate,
        triples.object_entity_key AS object,
        CASE WHEN triples.extractor = 'llm' THEN 'llm' ELSE 'rules' END AS side,
        triples.negated, coalesce(triples.modality, '') AS modality,
        triples.confidence, triples.triple_id, triples.reason IS NULL AS accepted
    FROM decided_triples AS triples
    JOIN asked USING (document_id)
    -- A chunk that the LLM did not answer says nothing about agreement.
    ANTI JOIN llm_failures USING (chunk_id)
    WHERE triples.reason IS NULL OR triples.reason = 'low_confidence'
),
-- Of several statements of a side the surest, an accepted one first.
sides AS (
    SELECT
        chunk_id, subject, predicate, object,
        min(document_id) AS document_id,
        min(collection) AS collection,
        bool_or(accepted) AS accepted,
        list(DISTINCT {'negated': negated, 'modality': modality})
            FILTER (side = 'rules') AS rules_flags,
        list(DISTINCT {'negated': negated, 'modality': modality})
            FILTER (side = 'llm') AS llm_flags,
        first(triple_id ORDER BY accepted DESC, confidence DESC, triple_id)
            FILTER (side = 'rules') AS rules_triple_id,
        first(triple_id ORDER BY accepted DESC, confidence DESC, triple_id)
            FILTER (side = 'llm') AS llm_triple_id
    FROM stated
    GROUP BY chunk_id, subject, predicate, object
),
compared AS (
    SELECT
        *,
        CASE
            WHEN llm_flags IS NULL THEN 'only_rules'
            WHEN rules_flags IS NULL THEN 'only_llm'
            WHEN list_has_any(rules_flags, llm_flags) THEN NULL
            WHEN list_has_any(
                list_transform(rules_flags, lambda flag: flag.negated),
                list_transform(llm_flags, lambda flag: flag.negated)
            ) THEN 'modality'
            ELSE 'polarity'
        END AS kind
    FROM sides
    WHERE accepted
)
SELECT
    content_id([
        'fact', compared.chunk_id, compared.subject, compared.predicate, compared.object
    ]) AS fact_id,
    compared.chunk_id,
    compared.document_id,
    compared.collection,
    compared.kind,
    coalesce(rules.subject_name, llm.subject_name) AS subject,
    compared.predicate,
    coalesce(rules.object_name, llm.object_name) AS object,
    compared.rules_triple_id,
    rules.negated AS rules_negated,
    rules.modality AS rules_modality,
    rules.confidence AS rules_confidence,
    compared.llm_triple_id,
    llm.negated AS llm_negated,
    llm.modality AS llm_modality,
    llm.confidence AS llm_confidence
FROM compared
LEFT JOIN decided_triples AS rules ON rules.triple_id = compared.rules_triple_id
LEFT JOIN decided_triples AS llm ON llm.triple_id = compared.llm_triple_id
WHERE compared.kind IS NOT NULL
ORDER BY fact_id
