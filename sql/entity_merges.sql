-- Which names are one entity: by seeds, by groups of names (letters, words, the team's word), and
-- by acronyms. No chain: a target is never merged away, because expansions are replaced by their
-- seed concept and the name of their group first, an acronym of an acronym is refused, and what a
-- group is named by is followed to the expansion.
WITH concepts AS (
    SELECT DISTINCT key FROM seed_concepts
),
declared AS (
    SELECT
        alias_key,
        key AS target_key,
        count(*) OVER (PARTITION BY alias_key) AS targets,
        alias_key IN (SELECT key FROM concepts) AS is_concept
    FROM (SELECT DISTINCT alias_key, key FROM seed_concepts WHERE alias_key <> key)
),
seed_merges AS (
    SELECT
        alias_key,
        target_key,
        'seed' AS tier,
        targets = 1 AND NOT is_concept AS accepted,
        1.0::DOUBLE AS score,
        CASE
            WHEN is_concept THEN 'the alias is itself a seed concept'
            WHEN targets > 1 THEN 'the alias stands under ' || targets || ' seed concepts'
            ELSE 'declared by a seed concept'
        END AS reason,
        NULL::VARCHAR AS evidence_triple_id
    FROM declared
),
-- Every name that the seeds decide; one that they leave open has no target.
seeded AS (
    SELECT key AS name_key, key AS target_key FROM concepts
    UNION ALL
    SELECT alias_key, CASE WHEN max(targets) = 1 THEN min(target_key) END
    FROM declared
    WHERE NOT is_concept
    GROUP BY alias_key
),
-- Groups of names, with those that an LLM joins.
grouped AS (
    SELECT
        name_groups.name_key,
        coalesce(joined.target_key, name_groups.target_key) AS target_key,
        name_groups.tier, name_groups.score, name_groups.reason
    FROM name_groups
    LEFT JOIN llm_name_groups AS joined ON joined.name_key = name_groups.target_key
    UNION ALL
    SELECT name_key, target_key, tier, score, reason FROM llm_name_groups
),
-- What each name is, before acronyms are merged.
named AS (
    SELECT name_key, target_key FROM seeded WHERE target_key IS NOT NULL
    UNION ALL
    SELECT name_key, target_key FROM grouped ANTI JOIN seeded USING (name_key)
),
introduced AS (
    SELECT
        coalesce(groups.target_key, triples.object_key) AS acronym_key,
        coalesce(named.target_key, triples.subject_key) AS expansion_key,
        triples.confidence,
        triples.triple_id
    FROM resolved_triples AS triples
    LEFT JOIN named ON named.name_key = triples.subject_key
    LEFT JOIN grouped AS groups ON groups.name_key = triples.object_key
    WHERE triples.rejection IS NULL AND triples.rule = 'acronym' AND NOT triples.negated
),
introductions AS (
    SELECT
        acronym_key AS alias_key,
        expansion_key AS target_key,
        max(confidence) AS score,
        first(triple_id ORDER BY confidence DESC, triple_id) AS evidence_triple_id
    FROM introduced
    GROUP BY acronym_key, expansion_key
),
-- What must stay apart, by what each name is.
apart AS (
    SELECT
        coalesce(firsts.target_key, decisions.name_key) AS key,
        coalesce(others.target_key, decisions.other_key) AS other_key
    FROM entity_decisions AS decisions
    LEFT JOIN named AS firsts ON firsts.name_key = decisions.name_key
    LEFT JOIN named AS others ON others.name_key = decisions.other_key
    WHERE decisions.kind = 'cannot_link'
),
both_ways AS (
    SELECT key, other_key FROM apart
    UNION
    SELECT other_key, key FROM apart
),
-- An acronym must stay apart from its expansion, or from another acronym of it.
kept_apart AS (
    SELECT introductions.alias_key, introductions.target_key
    FROM introductions
    SEMI JOIN both_ways
        ON both_ways.key = introductions.alias_key
        AND both_ways.other_key = introductions.target_key
    UNION
    SELECT introductions.alias_key, introductions.target_key
    FROM introductions
    JOIN introductions AS siblings USING (target_key)
    SEMI JOIN both_ways
        ON both_ways.key = introductions.alias_key
        AND both_ways.other_key = siblings.alias_key
),
judged AS (
    SELECT
        introductions.*,
        count(*) OVER (PARTITION BY introductions.alias_key) AS expansions,
        CASE
            WHEN (introductions.alias_key, introductions.target_key) IN (
                SELECT (alias_key, target_key) FROM kept_apart
            ) THEN 'kept_apart'
            WHEN seeded.target_key = introductions.target_key THEN 'agrees_with_seed'
            WHEN seeded.name_key IS NOT NULL THEN 'seed_decides'
            WHEN expansions > 1 THEN 'ambiguous'
            WHEN version_numbers(introductions.alias_key)
                <> version_numbers(introductions.target_key) THEN 'numbers_differ'
            WHEN introductions.target_key NOT IN (SELECT key FROM concepts)
                AND introductions.target_key IN (
                    SELECT alias_key FROM introductions WHERE alias_key <> target_key
                )
                THEN 'expansion_is_acronym'
            ELSE 'only_expansion'
        END AS verdict
    FROM introductions
    LEFT JOIN seeded ON seeded.name_key = introductions.alias_key
),
acronym_merges AS (
    SELECT
        alias_key,
        target_key,
        'acronym' AS tier,
        verdict IN ('agrees_with_seed', 'only_expansion') AS accepted,
        score,
        CASE verdict
            WHEN 'kept_apart' THEN 'the team keeps them apart'
            WHEN 'agrees_with_seed' THEN 'agrees with a seed concept'
            WHEN 'seed_decides' THEN 'the seed concepts decide this name'
            WHEN 'ambiguous' THEN 'ambiguous: the documents give ' || expansions || ' expansions'
            WHEN 'numbers_differ' THEN 'the numbers differ'
            WHEN 'expansion_is_acronym' THEN 'the expansion is itself an acronym'
            WHEN 'only_expansion' THEN 'the only expansion that the documents give'
        END AS reason,
        evidence_triple_id
    FROM judged
    WHERE alias_key <> target_key
),
group_merges AS (
    SELECT
        grouped.name_key AS alias_key,
        coalesce(acronyms.target_key, grouped.target_key) AS target_key,
        grouped.tier,
        true AS accepted,
        grouped.score,
        grouped.reason,
        NULL::VARCHAR AS evidence_triple_id
    FROM grouped
    LEFT JOIN acronym_merges AS acronyms
        ON acronyms.alias_key = grouped.target_key AND acronyms.accepted
    ANTI JOIN declared ON declared.alias_key = grouped.name_key
)
SELECT alias_key, target_key, tier, accepted, score, reason, evidence_triple_id
FROM (
    SELECT * FROM seed_merges
    UNION ALL
    SELECT * FROM acronym_merges
    UNION ALL
    SELECT * FROM group_merges
)
ORDER BY alias_key, tier, target_key
