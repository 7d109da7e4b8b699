-- What each name stands for, as all its mentions vote, and what the vote rests on. Other spellings
-- of a name ("type of event" for "event type") do not vote: they say the same in another form.
WITH merged AS (
    SELECT
        alias_key, min(target_key) AS target_key,
        bool_or(tier IN ('seed', 'acronym', 'decision')) AS votes
    FROM entity_merges
    WHERE accepted
    GROUP BY alias_key
),
forms AS (
    SELECT
        coalesce(merged.target_key, counts.key) AS key, counts.form,
        sum(counts.mentions)::BIGINT AS mentions,
        sum(counts.titled)::BIGINT AS titled,
        sum(counts.sentence_cased)::BIGINT AS sentence_cased,
        count(DISTINCT coalesce(versions.same_as, counts.document_id)) AS documents
    FROM mention_forms AS counts
    LEFT JOIN merged ON merged.alias_key = counts.key
    LEFT JOIN document_versions AS versions USING (document_id)
    WHERE coalesce(merged.votes, true)
    GROUP BY ALL
),
typed AS (
    SELECT
        *,
        CASE
            WHEN form IN (
                'name', 'compound', 'noun', 'identifier', 'modified', 'participial', 'complemented'
            ) THEN 'Concept'
            WHEN form = 'title' OR (form IN ('action', 'clause') AND 2 * titled >= mentions)
                THEN 'Title'
            WHEN form = 'label' THEN 'Interface label'
            WHEN form = 'clause' THEN 'Statement'
            WHEN form = 'list' THEN 'Description'
            ELSE upper(form[1]) || form[2:]
        END AS type
    FROM forms
),
votes AS (
    SELECT
        key, type, sum(mentions) AS mentions, sum(titled) AS titled,
        sum(sentence_cased) AS sentence_cased,
        first(form ORDER BY mentions DESC, form) AS form, max(documents) AS documents
    FROM typed
    GROUP BY key, type
),
-- Of equal votes the concept wins: what is withheld has more evidence against it.
winners AS (
    SELECT
        key,
        first(type ORDER BY mentions DESC, type <> 'Concept', type) AS type,
        first(form ORDER BY mentions DESC, type <> 'Concept', type) AS form,
        first(documents ORDER BY mentions DESC, type <> 'Concept', type) AS documents,
        max(mentions) AS mentions_of_it,
        sum(titled)::BIGINT AS titled,
        sum(sentence_cased)::BIGINT AS sentence_cased,
        sum(mentions)::BIGINT AS mentions
    FROM votes
    GROUP BY key
),
-- Adjectives and participles: how many things each stands before, and how often it is said of one.
modifiers AS (
    SELECT first_word(key) AS word, count(*) AS things
    FROM winners
    WHERE form IN ('modified', 'participial')
    GROUP BY word
),
qualities AS (
    SELECT key AS word, sum(mentions)::BIGINT AS times_said
    FROM forms
    WHERE form = 'quality'
    GROUP BY key
),
-- First words of tasks ("filter the logs") and of kinds of things ("filter object").
first_words AS (
    SELECT
        first_word(key) AS word,
        count(*) FILTER (WHERE form = 'action') AS tasks,
        count(*) FILTER (WHERE form = 'compound') AS compounds
    FROM winners
    WHERE contains(key, ' ')
    GROUP BY word
),
-- A noun's kinds: "new values", "value of the field".
kinds_of AS (
    SELECT word, sum(kinds)::BIGINT AS kinds
    FROM (
        SELECT regexp_extract(key, '[^ ]+$') AS word, count(*) AS kinds
        FROM winners
        WHERE contains(key, ' ')
            AND form IN ('name', 'compound', 'modified', 'participial', 'description', 'label')
        GROUP BY word
        UNION ALL
        SELECT first_word(key), count(*)
        FROM winners
        WHERE form IN ('description', 'complemented')
            AND regexp_matches(key, '^[^ ]+ (of|for|to|in|on|from|with|by|at) ')
        GROUP BY 1
    )
    GROUP BY word
),
counted AS (
    SELECT
        winners.*,
        contains(winners.key, ' ') AS has_words,
        coalesce(modifiers.things, 0) AS things,
        coalesce(qualities.times_said, 0) AS times_said,
        coalesce(first_words.tasks, 0) AS tasks,
        coalesce(first_words.compounds, 0) AS compounds,
        coalesce(kinds_of.kinds, 0) AS kinds
    FROM winners
    LEFT JOIN modifiers ON modifiers.word = first_word(winners.key)
    LEFT JOIN qualities ON qualities.word = first_word(winners.key)
    LEFT JOIN first_words ON first_words.word = first_word(winners.key)
    LEFT JOIN kinds_of ON kinds_of.word = winners.key
),
judged AS (
    SELECT
        *,
        -- "Maintain Roles" over a page, "Delete instance" in a list of what can be done.
        type = 'Concept' AND form IN ('name', 'compound') AND has_words
            AND ((form = 'name' AND titled > 0) OR 2 * sentence_cased >= mentions)
            AND tasks >= 2 AND tasks > compounds AS is_task,
        -- A modifier of many things, or one that is said of them, describes rather than names,
        -- unless documents keep saying it; a participle does so anyway.
        type = 'Concept' AND CASE form
            WHEN 'modified' THEN documents < 3 AND (things >= 2 OR times_said >= 3)
            WHEN 'participial' THEN documents < 3 OR times_said >= 3
            WHEN 'complemented' THEN documents < 2
            ELSE false
        END AS is_passing,
        -- Many kinds of it are told apart, and by itself it stands alike in every document, or
        -- hardly ever tells kinds of another thing: it needs its modifiers to name anything.
        type = 'Concept' AND form = 'noun' AND documents >= 20 AND kinds >= 20
            AND 5 * kinds >= 2 * documents
            AND (
                (mentions < 2 * documents AND 4 * compounds <= kinds)
                OR (mentions < 3 * documents AND kinds >= documents AND 8 * compounds <= kinds)
            ) AS is_generic
    FROM counted
)
SELECT
    key,
    CASE
        WHEN is_generic THEN 'Generic noun'
        WHEN is_passing THEN 'Description'
        WHEN is_task THEN CASE WHEN titled > 0 THEN 'Title' ELSE 'Action' END
        ELSE type
    END AS type,
    CASE
        WHEN is_generic
            THEN documents || ' documents, ' || kinds || ' kinds of it, tells kinds of ' || compounds
        WHEN is_passing
            THEN form || ' in ' || documents || ' document(s); its first word stands before '
                || things || ' things and is said ' || times_said || ' times'
        WHEN is_task THEN 'written like a task, and its first word starts ' || tasks || ' of them'
        ELSE mentions_of_it || ' of ' || mentions || ' mention(s), most often ' || form
    END AS reason,
    mentions,
    documents,
    form
FROM judged
ORDER BY key
