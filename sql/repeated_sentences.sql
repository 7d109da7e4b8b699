-- Sentences that a collection repeats word for word in at least ten different documents and in a
-- fifth of all: notices, disclaimers and instructions that say nothing of the document they stand
-- in. Copies and versions of one document are not different: what they share is what it says.
WITH originals AS (
    SELECT
        documents.document_id,
        documents.collection,
        coalesce(versions.same_as, documents.document_id) AS original
    FROM parsed_documents AS documents
    LEFT JOIN document_versions AS versions USING (document_id)
),
sizes AS (
    SELECT collection, count(DISTINCT original) AS collection_documents
    FROM originals
    GROUP BY collection
),
said AS (
    SELECT
        sentences.sentence_id, sentences.document_id, originals.collection, originals.original,
        sentences.text
    FROM sentences
    JOIN originals USING (document_id)
    WHERE sentences.filter IS NULL
),
repeated AS (
    SELECT collection, text, count(DISTINCT original) AS documents
    FROM said
    GROUP BY collection, text
)
SELECT
    said.sentence_id,
    said.document_id,
    said.collection,
    said.text,
    repeated.documents,
    sizes.collection_documents
FROM said
JOIN repeated USING (collection, text)
JOIN sizes USING (collection)
WHERE repeated.documents >= 10 AND repeated.documents * 5 >= sizes.collection_documents
ORDER BY said.sentence_id
