-- Not a table but a view that stands for resolved_triples in the SELECTs after repeated_sentences:
-- a triple of a repeated sentence is rejected, unless it was before.
SELECT
    * REPLACE (
        CASE
            WHEN rejection IS NULL
                AND sentence_id IN (SELECT sentence_id FROM repeated_sentences) THEN 'boilerplate'
            ELSE rejection
        END AS rejection
    )
FROM stated_triples
