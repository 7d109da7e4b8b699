-- Everything that stands in an accepted fact, of whatever layer: concepts, and what is kept for
-- evidence only.
WITH facts AS (
    SELECT
        triples.subject_entity_key, triples.object_entity_key, triples.layer,
        coalesce(versions.same_as, triples.document_id) AS original
    FROM decided_triples AS triples
    LEFT JOIN document_versions AS versions USING (document_id)
    WHERE triples.reason IS NULL
),
mentions AS (
    SELECT subject_entity_key AS key, layer, original FROM facts
    UNION ALL
    SELECT object_entity_key, layer, original FROM facts
),
counted AS (
    SELECT
        entity_id(key) AS entity_id, key,
        count(*) FILTER (WHERE layer = 'knowledge') AS mention_count,
        count(DISTINCT original) FILTER (WHERE layer = 'knowledge') AS document_count,
        count(*) FILTER (WHERE layer = 'procedure') AS procedure_count,
        count(*) FILTER (WHERE layer IN ('context', 'navigation')) AS navigation_count
    FROM mentions
    GROUP BY key
),
-- Forms that are merged in (an acronym, say) count for the entity but do not name it.
written AS (
    SELECT
        entity_id,
        first(alias ORDER BY mention_count DESC, length(alias), capitals(alias) DESC, alias) AS name
    FROM entity_aliases
    WHERE tier = 'exact'
    GROUP BY entity_id
),
seeds AS (
    SELECT key, min(name) AS name, min(type) AS type, min(definition) AS definition
    FROM seed_concepts
    GROUP BY key
)
SELECT
    counted.entity_id,
    coalesce(seeds.name, written.name) AS name,
    counted.key,
    coalesce(seeds.type, types.type, 'Concept') AS type,
    seeds.definition,
    seeds.key IS NOT NULL AS seed,
    counted.mention_count,
    counted.document_count,
    -- What references alone name is a title, not a thing that anything is known of.
    seeds.key IS NOT NULL OR (
        coalesce(types.type, 'Concept') = 'Concept'
        AND counted.mention_count + counted.procedure_count > 0
    ) AS concept,
    CASE WHEN seeds.key IS NOT NULL THEN 'a seed concept'
        ELSE coalesce(types.reason, 'no mention of it is written out') END AS type_reason,
    counted.procedure_count,
    counted.navigation_count
FROM counted
LEFT JOIN written USING (entity_id)
LEFT JOIN seeds ON seeds.key = counted.key
LEFT JOIN entity_types AS types ON types.key = counted.key
ORDER BY entity_id
