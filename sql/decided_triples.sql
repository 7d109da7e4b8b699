-- Not a table but a view that the SELECTs after entity_merges share: every resolved triple with
-- the keys that its ends have after merging, the reason why it is no relation (null: it is one), and
-- the relation as the table of predicates reads it: "B is owned by A" as (A, own, B).
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
    coalesce(forms.predicate, triples.predicate) AS fact_predicate,
    coalesce(forms.inverse, false) AS is_inverse,
    CASE WHEN is_inverse THEN object_entity_key ELSE subject_entity_key END AS fact_subject_key,
    CASE WHEN is_inverse THEN subject_entity_key ELSE object_entity_key END AS fact_object_key,
    CASE
        WHEN triples.rejection IS NOT NULL THEN triples.rejection
        -- "The Business Roles tab": the label has the name of a thing, and what is said of the label
        -- is not so of the thing.
        WHEN triples.rule = 'designation' AND types.form IN ('noun', 'compound', 'modified')
            AND regexp_matches(triples.subject, '^\p{Lu}[^_]*\p{Ll}[^_]*$') THEN 'misnamed'
        -- The triple says that two names are one entity; entity_merges holds that.
        WHEN subject_entity_key = object_entity_key AND triples.rule = 'acronym' THEN 'merged'
        WHEN subject_entity_key = object_entity_key THEN 'self_relation'
        WHEN forms.form IS NULL AND (SELECT bool_or(closed) FROM predicates)
            THEN 'outside_vocabulary'
    END AS reason
FROM resolved_triples AS triples
LEFT JOIN merged AS subjects ON subjects.alias_key = triples.subject_key
LEFT JOIN merged AS objects ON objects.alias_key = triples.object_key
LEFT JOIN predicates AS forms ON forms.form = triples.predicate
LEFT JOIN entity_types AS types
    ON types.key = coalesce(subjects.target_key, triples.subject_key)
