-- Functions that the SELECTs share. Each statement ends with a semicolon.

-- graphwright.ids.content_id: the parts, each led by its length in bytes, hashed together.
-- A null part makes a null id, which no table admits: so it cannot pass unseen.
CREATE MACRO content_id(parts) AS
    left(
        sha256(
            list_reduce(
                list_transform(parts, lambda part: strlen(part) || chr(31) || part),
                lambda left_part, right_part: left_part || right_part
            )
        ),
        24
    );

CREATE MACRO entity_id(key) AS content_id(['entity', key]);

CREATE MACRO relation_id(subject_id, predicate, object_id, negated, modality, restriction) AS
    content_id(list_concat(
        [
            'relation', subject_id, predicate, object_id,
            CASE WHEN negated THEN 'not' ELSE '' END, coalesce(modality, '')
        ],
        CASE WHEN restriction IS NULL THEN [] ELSE [restriction] END
    ));

-- The numbers of a name that tell versions and codes apart: runs of digits that end a word
-- ('2021', 'v7.5', 'error 404'), not digits that spell a word ('b2b', '3gpp', '4hana').
CREATE MACRO version_numbers(key) AS
    list_sort(list_distinct(
        regexp_extract_all(key, '(\d+(?:\.\d+)*)(?:[^\pL\d]|$)', 1)
    ));

-- How many capitals a name has, to choose 'SAP' before 'Sap'.
CREATE MACRO capitals(name) AS length(regexp_replace(name, '[^\p{Lu}]', '', 'g'));

-- A sentence as its words in lower case: two forms of a page differ in quotation marks and spaces.
-- One of signs alone stays as it is.
CREATE MACRO words(text) AS
    coalesce(nullif(trim(regexp_replace(lower(text), '[^\pL\d]+', ' ', 'g')), ''), text);

-- The score of a fact that both extractors read from one sentence: noisy-or, in which the weaker
-- score counts by half. They are no independent witnesses: an unclear sentence misleads both. With
-- one extractor (the other null) it is that one's score.
CREATE MACRO agreed(rules, llm) AS
    1 - (1 - greatest(coalesce(rules, 0), coalesce(llm, 0)))
        * (1 - 0.5 * least(coalesce(rules, 0), coalesce(llm, 0)));

-- The first word of a name of several, without a comma behind it.
CREATE MACRO first_word(key) AS regexp_extract(key, '^[^ ,]+');

-- The layer of what several triples state: the first of them all.
CREATE MACRO first_layer(layers) AS
    list_filter(
        ['knowledge', 'procedure', 'context', 'navigation'],
        lambda one: list_contains(layers, one)
    )[1];
