-- Which names are one entity. Two tiers, and no chain: a target is never merged away, because
-- expansions are replaced by their seed concept first and an acronym of an acronym is refused.
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
introduced AS (
    SELECT
        triples.object_key AS acronym_key,
        coalesce(seeded.target_key, triples.subject_key) AS expansion_key,
        triples.confidence,
        triples.triple_id
    FROM resolved_triples AS triples
    LEFT JOIN seeded ON seeded.name_key = triples.subject_key
    WHERE triples.rejection IS NULL AND triples.rule = 'acronym' AND NOT triples.negated
),
introductions AS (
    SELECT
        acronym_key AS alias_key,
        expansion_key AS target_key,
        max(confidence) AS score,
        first(triple_id ORDER BY confidence DESC, triple_id) AS evidence_triple_id
    FROM introduced
    WHERE acronym_key <> expansion_key
    GROUP BY acronym_key, expansion_key
),
judged AS (
    SELECT
        introductions.*,
        count(*) OVER (PARTITION BY introductions.alias_key) AS expansions,
        CASE
            WHEN seeded.target_key = introductions.target_key THEN 'agrees_with_seed'
            WHEN seeded.name_key IS NOT NULL THEN 'seed_decides'
            WHEN expansions > 1 THEN 'ambiguous'
            WHEN version_numbers(introductions.alias_key)
                <> version_numbers(introductions.target_key) THEN 'numbers_differ'
            WHEN introductions.target_key NOT IN (SELECT key FROM concepts)
                AND introductions.target_key IN (SELECT alias_key FROM introductions)
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
            WHEN 'agrees_with_seed' THEN 'agrees with a seed concept'
            WHEN 'seed_decides' THEN 'the seed concepts decide this name'
            WHEN 'ambiguous' THEN 'ambiguous: the documents give ' || expansions || ' expansions'
            WHEN 'numbers_differ' THEN 'the numbers differ'
            WHEN 'expansion_is_acronym' THEN 'the expansion is itself an acronym'
            WHEN 'only_expansion' THEN 'the only expansion that the documents give'
        END AS reason,
        evidence_triple_id
    FROM judged
)
SELECT alias_key, target_key, tier, accepted, score, reason, evidence_triple_id
FROM (SELECT * FROM seed_merges UNION ALL SELECT * FROM acronym_merges)
ORDER BY alias_key, tier, target_key
