-- Not a table but a view that the SELECTs after entity_merges share: every resolved triple with
-- the keys that its ends have after merging, and the reason why it is no relation (null: it is one).
WITH merged AS (
    SELECT alias_key, min(target_key) AS target_key
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
)
SELECT
    triples.* EXCLUDE (modality),
    nullif(lower(triples.modality), '') AS modality,
    coalesce(subjects.target_key, triples.subject_key) AS subject_entity_key,
    coalesce(objects.target_key, triples.object_key) AS object_entity_key,
    CASE
        WHEN triples.rejection IS NOT NULL THEN triples.rejection
        -- "The Business Roles tab": the label has the name of a thing, and what is said of the label
        -- is not so of the thing.
        WHEN triples.rule = 'designation' AND types.form IN ('noun', 'compound', 'modified')
            AND regexp_matches(triples.subject, '^\p{Lu}[^_]*\p{Ll}[^_]*$') THEN 'misnamed'
        WHEN subject_entity_key <> object_entity_key THEN NULL
        -- The triple says that two names are one entity; entity_merges holds that.
        WHEN triples.rule = 'acronym' THEN 'merged'
        ELSE 'self_relation'
    END AS reason
FROM resolved_triples AS triples
LEFT JOIN merged AS subjects ON subjects.alias_key = triples.subject_key
LEFT JOIN merged AS objects ON objects.alias_key = triples.object_key
LEFT JOIN entity_types AS types
    ON types.key = coalesce(subjects.target_key, triples.subject_key)
