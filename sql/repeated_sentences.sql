-- Sentences that a collection repeats word for word in at least ten documents and in a fifth of
-- all: notices, disclaimers and instructions that say nothing of the document they stand in.
WITH sizes AS (
    SELECT collection, count(*) AS collection_documents
    FROM parsed_documents
    GROUP BY collection
),
said AS (
    SELECT sentences.sentence_id, sentences.document_id, parsed_documents.collection, sentences.text
    FROM sentences
    JOIN parsed_documents USING (document_id)
    WHERE sentences.filter IS NULL
),
repeated AS (
    SELECT collection, text, count(DISTINCT document_id) AS documents
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
