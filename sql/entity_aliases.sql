-- Every form in which an entity is written, or which its seed concept or the team declares, and the
-- name of its group where no accepted fact writes it.
WITH written AS (
    SELECT
        subject_entity_key AS key, subject_name AS alias, subject_key AS alias_key,
        (reason IS NULL)::BIGINT AS mentions
    FROM decided_triples
    -- A triple that introduces an acronym shows both forms, though it is no relation.
    WHERE reason IS NULL OR reason = 'merged'
    UNION ALL
    SELECT object_entity_key, object_name, object_key, (reason IS NULL)::BIGINT
    FROM decided_triples
    WHERE reason IS NULL OR reason = 'merged'
),
tiers AS (
    SELECT
        alias_key, min(target_key) AS key,
        first(tier ORDER BY tier <> 'seed', tier) AS tier
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
),
declared AS (
    SELECT seeds.key, seeds.alias, seeds.alias_key, 0::BIGINT AS mentions
    FROM seed_concepts AS seeds
    LEFT JOIN tiers USING (alias_key)
    WHERE seeds.alias_key = seeds.key OR tiers.key = seeds.key
    UNION ALL
    -- The new name of what the team renamed.
    SELECT coalesce(tiers.key, decisions.other_key), decisions.other, decisions.other_key, 0::BIGINT
    FROM entity_decisions AS decisions
    LEFT JOIN tiers ON tiers.alias_key = decisions.other_key
    WHERE decisions.kind = 'rename'
),
present AS (
    SELECT DISTINCT key FROM written WHERE mentions > 0
),
-- The facts of a name that others are merged into may all be rejected: what its group keeps is
-- still called by it.
unwritten AS (
    SELECT key, form AS alias, key AS alias_key, 0::BIGINT AS mentions
    FROM names
    SEMI JOIN tiers USING (key)
    ANTI JOIN written ON written.alias_key = names.key
),
forms AS (
    SELECT key, alias, min(alias_key) AS alias_key, sum(mentions)::BIGINT AS mention_count
    FROM (
        SELECT * FROM written
        UNION ALL SELECT * FROM declared
        UNION ALL SELECT * FROM unwritten
    )
    SEMI JOIN present USING (key)
    GROUP BY key, alias
)
SELECT
    entity_id(forms.key) AS entity_id,
    forms.alias,
    forms.alias_key,
    CASE WHEN forms.alias_key = forms.key THEN 'exact' ELSE tiers.tier END AS tier,
    forms.mention_count
FROM forms
LEFT JOIN tiers ON tiers.alias_key = forms.alias_key
ORDER BY entity_id, alias
