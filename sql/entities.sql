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
-- What an entity that is no concept can be.
withheld_types AS (
    SELECT unnest([
        'Interface label', 'Title', 'Action', 'Statement', 'Quality', 'Quantity', 'Date', 'Value',
        'Pronoun', 'Generic noun', 'Description', 'Fragment'
    ]) AS type
),
seeds AS (
    SELECT key, min(name) AS name, min(type) AS type, min(definition) AS definition
    FROM seed_concepts
    GROUP BY key
),
-- What the team says of each entity, by any of its names; the first line that says it counts. A
-- new name is one only where nothing keeps it apart.
merged AS (
    SELECT alias_key, min(target_key) AS target_key
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
),
decisions AS (
    SELECT
        line, kind, other,
        coalesce(firsts.target_key, decisions.name_key) AS key,
        coalesce(others.target_key, decisions.other_key) AS other_key
    FROM entity_decisions AS decisions
    LEFT JOIN merged AS firsts ON firsts.alias_key = decisions.name_key
    LEFT JOIN merged AS others ON others.alias_key = decisions.other_key
),
decided AS (
    SELECT
        key,
        first(other ORDER BY line) FILTER (WHERE kind = 'rename' AND key = other_key) AS name,
        first(other ORDER BY line) FILTER (WHERE kind = 'type') AS type,
        bool_or(kind = 'drop') AS dropped
    FROM decisions
    WHERE kind IN ('rename', 'type', 'drop')
    GROUP BY key
),
-- Words that say what a thing is, as the last word of its name, or before a word of code.
class_words AS (
    SELECT
        word,
        CASE word
            WHEN 'app' THEN 'Application'
            WHEN 'microservice' THEN 'Service'
            WHEN 'api' THEN 'API'
            ELSE upper(word[1]) || word[2:]
        END AS type
    FROM (
        SELECT unnest([
            'app', 'application', 'service', 'microservice', 'system', 'server', 'database',
            'platform', 'module', 'component', 'library', 'package', 'tool', 'cluster',
            'environment', 'api', 'endpoint', 'method', 'function', 'command', 'parameter',
            'property', 'attribute', 'field', 'column', 'table', 'file', 'folder', 'role', 'team',
            'certificate', 'token', 'policy', 'protocol', 'event', 'transaction', 'report',
            'dashboard'
        ]) AS word
    )
),
classed AS (
    SELECT
        counted.key,
        coalesce(lasts.word, firsts.word) AS word,
        coalesce(lasts.type, firsts.type) AS type
    FROM counted
    LEFT JOIN written USING (entity_id)
    LEFT JOIN class_words AS lasts
        ON lasts.word = regexp_extract(counted.key, ' ([^ ]+)$', 1)
        -- Not the end of a word of code ("istio-system"), nor of what a title is about.
        AND regexp_matches(written.name, ' [^ _-]+$')
        AND NOT regexp_matches(counted.key, ' (of|for|in|to|on|with|from|by|at|app) ')
    LEFT JOIN class_words AS firsts
        ON firsts.word = regexp_extract(counted.key, '^([^ ]+) [^ ]+$', 1)
        AND firsts.word IN (
            'method', 'function', 'parameter', 'property', 'attribute', 'field', 'column', 'table',
            'transaction', 'event'
        )
        -- The other word is one of code: capitals, a sign in it, or camel case; a "field ID" is an ID.
        AND regexp_matches(written.name, ' (\p{Lu}{3,}|\p{Ll}+\p{Lu}|[^ ]+[_/.\d])[^ ]*$')
        AND NOT regexp_matches(written.name, ' (URLs?|URIs?|UUIDs?|APIs?|GUIDs?)$')
    WHERE coalesce(lasts.word, firsts.word) IS NOT NULL
),
-- By what the type of each is known.
sourced AS (
    SELECT
        counted.key,
        CASE
            WHEN seeds.type <> 'Concept' THEN 'seed'
            -- A seed is served whatever it is called.
            WHEN decided.type IS NOT NULL
                AND (seeds.key IS NULL OR decided.type NOT IN (SELECT type FROM withheld_types))
                THEN 'decision'
            WHEN seeds.key IS NULL AND types.type <> 'Concept' THEN 'form'
            WHEN classed.type IS NOT NULL THEN 'class word'
            WHEN seeds.key IS NOT NULL THEN 'seed'
            ELSE 'form'
        END AS type_source
    FROM counted
    LEFT JOIN seeds ON seeds.key = counted.key
    LEFT JOIN entity_types AS types ON types.key = counted.key
    LEFT JOIN decided ON decided.key = counted.key
    LEFT JOIN classed ON classed.key = counted.key
)
SELECT
    counted.entity_id,
    coalesce(decided.name, seeds.name, written.name) AS name,
    counted.key,
    CASE sourced.type_source
        WHEN 'seed' THEN seeds.type
        WHEN 'decision' THEN decided.type
        WHEN 'class word' THEN classed.type
        WHEN 'form' THEN coalesce(types.type, 'Concept')
    END AS type,
    seeds.definition,
    seeds.key IS NOT NULL AS seed,
    counted.mention_count,
    counted.document_count,
    -- What references alone name is a title, not a thing that anything is known of.
    NOT coalesce(decided.dropped, false) AND (
        seeds.key IS NOT NULL
        OR (decided.type IS NOT NULL AND decided.type NOT IN (SELECT type FROM withheld_types))
        OR (
            decided.type IS NULL
            AND coalesce(types.type, 'Concept') = 'Concept'
            AND counted.mention_count + counted.procedure_count > 0
        )
    ) AS concept,
    CASE
        WHEN decided.dropped THEN 'the team drops it'
        WHEN seeds.key IS NOT NULL THEN 'a seed concept'
        WHEN decided.type IS NOT NULL THEN 'the team says so'
        WHEN coalesce(types.type, 'Concept') = 'Concept' AND classed.type IS NOT NULL
            THEN '"' || classed.word || '" in its name; ' || coalesce(types.reason, 'no votes')
        ELSE coalesce(types.reason, 'no mention of it is written out')
    END AS type_reason,
    counted.procedure_count,
    counted.navigation_count,
    sourced.type_source
FROM counted
LEFT JOIN written USING (entity_id)
LEFT JOIN seeds ON seeds.key = counted.key
LEFT JOIN entity_types AS types ON types.key = counted.key
LEFT JOIN decided ON decided.key = counted.key
LEFT JOIN classed ON classed.key = counted.key
JOIN sourced ON sourced.key = counted.key
ORDER BY entity_id
