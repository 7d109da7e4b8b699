-- What the seed file puts above the entities of its concepts. The broader concept may be in no
-- document: then it has a name and no entity.
SELECT
    entities.entity_id,
    entities.name AS entity,
    broader.entity_id AS broader_id,
    coalesce(broader.name, seeds.broader) AS broader,
    seeds.broader_key,
    seeds.source,
    seeds.place
FROM seed_broader AS seeds
JOIN entities ON entities.key = seeds.key
LEFT JOIN entities AS broader ON broader.key = seeds.broader_key
ORDER BY entities.entity_id, seeds.broader_key
