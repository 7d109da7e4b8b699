-- Decisions of the team that change nothing, and why.
WITH merged AS (
    SELECT alias_key, min(target_key) AS target_key
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
),
known AS (
    SELECT key FROM names
    UNION
    SELECT alias_key FROM seed_concepts
),
judged AS (
    SELECT
        decisions.*,
        decisions.name_key IN (SELECT key FROM known) AS has_name,
        decisions.other_key IN (SELECT key FROM known) AS has_other,
        coalesce(firsts.target_key, decisions.name_key)
            = coalesce(others.target_key, decisions.other_key) AS is_one
    FROM entity_decisions AS decisions
    LEFT JOIN merged AS firsts ON firsts.alias_key = decisions.name_key
    LEFT JOIN merged AS others ON others.alias_key = decisions.other_key
)
SELECT
    line, kind, name, name_key, other, other_key,
    CASE
        WHEN NOT has_name THEN 'no document and no seed concept has ''' || name || ''''
        WHEN kind IN ('must_link', 'cannot_link') AND NOT has_other
            THEN 'no document and no seed concept has ''' || other || ''''
        WHEN kind = 'cannot_link' THEN 'the seed concepts declare both to be one'
        ELSE 'the seed concepts, or another decision, keep both apart'
    END AS reason
FROM judged
WHERE NOT has_name
    OR (kind IN ('must_link', 'cannot_link') AND NOT has_other)
    OR (kind = 'cannot_link' AND is_one)
    OR (kind IN ('must_link', 'rename') AND NOT is_one)
ORDER BY line, name_key, other_key
