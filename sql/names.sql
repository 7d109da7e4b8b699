-- Every name of a triple that is not rejected, before names are merged: its usual form and use.
WITH written AS (
    SELECT subject_key AS key, subject_name AS form FROM resolved_triples WHERE rejection IS NULL
    UNION ALL
    SELECT object_key, object_name FROM resolved_triples WHERE rejection IS NULL
),
forms AS (
    SELECT key, form, count(*) AS mentions FROM written GROUP BY key, form
),
kinds AS (
    SELECT key, form AS kind, sum(mentions) AS mentions FROM mention_forms GROUP BY key, form
),
usual_kinds AS (
    SELECT key, first(kind ORDER BY mentions DESC, kind) AS kind FROM kinds GROUP BY key
)
SELECT
    forms.key,
    first(forms.form ORDER BY forms.mentions DESC, capitals(forms.form) DESC, forms.form) AS form,
    sum(forms.mentions)::BIGINT AS mentions,
    coalesce(any_value(usual_kinds.kind), '') AS kind
FROM forms
LEFT JOIN usual_kinds USING (key)
GROUP BY forms.key
ORDER BY forms.key
