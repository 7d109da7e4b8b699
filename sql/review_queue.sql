-- Pairs of names that a person should look at, what most depends on comes first: pairs whose score
-- neither joins them nor tells them apart, and pairs that were stopped by little.
-- What the team, two seed concepts or an LLM say of a pair, or of their groups, is said already.
WITH merged AS (
    SELECT alias_key, min(target_key) AS target_key
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
),
open_pairs AS (
    SELECT
        pairs.*,
        coalesce(firsts.target_key, pairs.name_key) AS entity_key,
        coalesce(others.target_key, pairs.other_key) AS other_entity_key,
        -- Of the scored pairs in texts that the model held for sure about half were one, and what
        -- other tiers score is no chance: of 200 stopped pairs that were read, 29 were one.
        CASE WHEN pairs.tier = 'scored' THEN least(pairs.score, 0.5) ELSE 29 / 200 END AS chance
    FROM name_pairs AS pairs
    LEFT JOIN merged AS firsts ON firsts.alias_key = pairs.name_key
    LEFT JOIN merged AS others ON others.alias_key = pairs.other_key
    WHERE entity_key <> other_entity_key
        AND CASE
            WHEN pairs.guard IS NULL THEN true
            WHEN pairs.tier IN ('scored', 'same frame') THEN pairs.guard = 'group'
            ELSE pairs.guard IN ('group', 'identifier', 'signs', 'several things')
        END
),
decided AS (
    SELECT
        coalesce(firsts.target_key, decisions.name_key) AS key,
        coalesce(others.target_key, decisions.other_key) AS other_key
    FROM entity_decisions AS decisions
    LEFT JOIN merged AS firsts ON firsts.alias_key = decisions.name_key
    LEFT JOIN merged AS others ON others.alias_key = decisions.other_key
    WHERE decisions.kind IN ('must_link', 'cannot_link')
    UNION ALL
    SELECT
        coalesce(firsts.target_key, verdicts.name_key),
        coalesce(others.target_key, verdicts.other_key)
    FROM llm_name_verdicts AS verdicts
    LEFT JOIN merged AS firsts ON firsts.alias_key = verdicts.name_key
    LEFT JOIN merged AS others ON others.alias_key = verdicts.other_key
    WHERE verdicts.verdict = 'different'
),
decided_both_ways AS (
    SELECT key, other_key FROM decided
    UNION
    SELECT other_key, key FROM decided
),
undecided AS (
    SELECT
        open_pairs.*,
        1 - abs(2 * open_pairs.chance - 1) AS uncertainty,
        firsts.form AS name,
        others.form AS other,
        firsts.mentions AS mentions,
        others.mentions AS other_mentions
    FROM open_pairs
    JOIN names AS firsts ON firsts.key = open_pairs.name_key
    JOIN names AS others ON others.key = open_pairs.other_key
    ANTI JOIN decided_both_ways AS decided
        ON decided.key = open_pairs.entity_key
        AND decided.other_key = open_pairs.other_entity_key
    WHERE NOT (
        entity_key IN (SELECT key FROM seed_concepts)
        AND other_entity_key IN (SELECT key FROM seed_concepts)
    )
),
-- Of pairs of the same two entities one is enough: it decides the others too.
asked AS (
    SELECT *, uncertainty * (mentions + other_mentions) AS weight
    FROM undecided
    QUALIFY row_number() OVER (
        PARTITION BY
            least(entity_key, other_entity_key), greatest(entity_key, other_entity_key)
        ORDER BY weight DESC, name_key, other_key
    ) = 1
),
near AS (
    SELECT subject_id AS id, object_id AS near_id FROM relations
    UNION
    SELECT object_id, subject_id FROM relations
),
shared AS (
    SELECT asked.name_key, asked.other_key, count(*) AS neighbours
    FROM asked
    JOIN near AS firsts ON firsts.id = entity_id(asked.entity_key)
    JOIN near AS others
        ON others.id = entity_id(asked.other_entity_key) AND others.near_id = firsts.near_id
    GROUP BY asked.name_key, asked.other_key
)
SELECT
    row_number() OVER (ORDER BY asked.weight DESC, asked.name_key, asked.other_key) AS position,
    asked.name_key,
    asked.other_key,
    asked.name,
    asked.other,
    asked.tier,
    asked.score,
    asked.guard,
    asked.seen,
    round(asked.chance::DOUBLE, 4) AS chance,
    asked.mentions,
    asked.other_mentions,
    types.type,
    other_types.type AS other_type,
    coalesce(shared.neighbours, 0)::BIGINT AS shared_neighbours,
    asked.evidence_triple_id
FROM asked
LEFT JOIN entities AS types ON types.key = asked.entity_key
LEFT JOIN entities AS other_types ON other_types.key = asked.other_entity_key
LEFT JOIN shared ON shared.name_key = asked.name_key AND shared.other_key = asked.other_key
ORDER BY position
