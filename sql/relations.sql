-- Equal facts of several sentences as one relation, with its support and confidence.
WITH facts AS (
    SELECT
        entity_id(fact_subject_key) AS subject_id, fact_predicate AS predicate,
        entity_id(fact_object_key) AS object_id, negated, modality, restriction,
        relation_id(
            subject_id, fact_predicate, object_id, negated, modality, restriction
        ) AS relation_id,
        headings, sentence_id, triples.document_id, extractor, confidence, layer,
        coalesce(versions.same_as, triples.document_id) AS original,
        coalesce(versions.superseded, false) AS superseded
    FROM decided_triples AS triples
    LEFT JOIN document_versions AS versions USING (document_id)
    WHERE triples.reason IS NULL
),
texts AS (
    SELECT sentence_id, md5(words(text)) AS text_hash FROM sentences
),
grouped AS (
    SELECT
        relation_id, subject_id, predicate, object_id, negated, modality, restriction,
        count(DISTINCT original) AS document_count,
        bool_and(superseded) AS superseded,
        -- What is left of the restriction behind the headings that it starts with.
        nullif(
            ltrim(substr(restriction, coalesce(length(min(headings)), 0) + 1), '; '), ''
        ) AS told,
        first_layer(list(layer)) AS layer
    FROM facts
    GROUP BY relation_id, subject_id, predicate, object_id, negated, modality, restriction
),
-- What is repeated word for word, as in a copy, supports a fact once, and an old version of a
-- document supports nothing that another document states.
stated AS (
    SELECT
        facts.relation_id,
        texts.text_hash,
        agreed(
            max(facts.confidence) FILTER (facts.extractor <> 'llm'),
            max(facts.confidence) FILTER (facts.extractor = 'llm')
        ) AS best
    FROM facts
    JOIN grouped USING (relation_id)
    LEFT JOIN texts USING (sentence_id)
    WHERE facts.superseded = grouped.superseded
    GROUP BY facts.relation_id, texts.text_hash
),
supported AS (
    SELECT
        relation_id,
        count(*) AS support_count,
        -- Sorted first, because a product of floats depends on the order of its factors.
        round(1 - list_product(list_sort(list(1 - best))), 6) AS confidence
    FROM stated
    GROUP BY relation_id
)
SELECT
    grouped.relation_id,
    grouped.subject_id,
    subjects.name AS subject,
    grouped.predicate,
    grouped.object_id,
    objects.name AS object,
    grouped.negated,
    grouped.modality,
    concat_ws(
        ' ', subjects.name, grouped.modality, CASE WHEN grouped.negated THEN 'not' END,
        grouped.predicate, objects.name, '(' || grouped.told || ')'
    ) AS text,
    supported.support_count,
    grouped.document_count,
    supported.confidence,
    grouped.superseded,
    grouped.restriction,
    grouped.layer
FROM grouped
JOIN supported USING (relation_id)
LEFT JOIN entities AS subjects ON subjects.entity_id = grouped.subject_id
LEFT JOIN entities AS objects ON objects.entity_id = grouped.object_id
ORDER BY relation_id
