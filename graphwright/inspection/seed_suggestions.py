"""Concepts that are worth a line in the seed file: frequent, connected, and not there yet.

They are read from the global tables of a lake and written as a YAML that the loader of seeds reads;
what is suggested is for people to look over.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

import yaml

from graphwright.store.lake import Lake
from graphwright.store.queries import open_views

_TABLES = ("entities", "entity_aliases", "relations", "evidence")
_QUERY = """
WITH ends AS (
    SELECT subject_id AS id, object_id AS other FROM relations WHERE layer = 'knowledge'
    UNION ALL
    SELECT object_id, subject_id FROM relations WHERE layer = 'knowledge'
),
connected AS (
    SELECT id, count(DISTINCT other) AS neighbours FROM ends GROUP BY id
),
chosen AS (
    SELECT entities.*, neighbours
    FROM entities
    JOIN connected ON connected.id = entities.entity_id
    -- One word without a capital is a word of the language before it is a name.
    WHERE concept AND NOT seed AND document_count >= 2 AND neighbours >= 3
        AND regexp_matches(name, '[\\p{Lu}\\d_ ]')
    ORDER BY document_count * neighbours DESC, name, entity_id
    LIMIT $limit
),
others AS (
    SELECT entity_id, list(alias ORDER BY mentions DESC, alias) AS aliases
    FROM (
        SELECT
            aliases.entity_id, sum(aliases.mention_count) AS mentions,
            first(alias ORDER BY aliases.mention_count DESC, alias) AS alias
        FROM entity_aliases AS aliases
        JOIN chosen USING (entity_id)
        WHERE aliases.alias_key <> chosen.key
            AND NOT regexp_matches(aliases.alias_key, '^(of|for|in|to) ')
        GROUP BY aliases.entity_id, aliases.alias_key
    )
    GROUP BY entity_id
),
-- A sentence that says what kind of thing it is, and begins with its name.
defined AS (
    SELECT
        chosen.entity_id,
        first(
            {'text': evidence.quote, 'title': evidence.title, 'uri': evidence.uri}
            ORDER BY evidence.confidence DESC, length(evidence.quote), evidence_id
        ) AS definition
    FROM chosen
    JOIN relations ON relations.subject_id = chosen.entity_id
    JOIN evidence USING (relation_id)
    WHERE relations.predicate IN ('be', 'be defined as', 'mean', 'refer to')
        AND NOT relations.negated AND relations.modality IS NULL AND relations.restriction IS NULL
        AND NOT evidence.superseded AND evidence.attribution IS NULL
        AND length(evidence.quote) BETWEEN 20 AND 300
        AND regexp_matches(
            lower(evidence.quote),
            '^(the |an? )?' || regexp_escape(lower(chosen.name))
                || '( \\([^)]*\\))? ((is|are) (an?|the|one) |means? |refers? to )'
        )
    GROUP BY chosen.entity_id
)
SELECT
    chosen.name,
    CASE WHEN chosen.type_source = 'class word' THEN chosen.type END AS type,
    coalesce(others.aliases, []) AS aliases,
    defined.definition.text,
    defined.definition.title,
    defined.definition.uri,
    chosen.mention_count, chosen.document_count, chosen.neighbours
FROM chosen
LEFT JOIN others USING (entity_id)
LEFT JOIN defined USING (entity_id)
ORDER BY chosen.document_count * chosen.neighbours DESC, chosen.name, chosen.entity_id
"""


@dataclasses.dataclass(frozen=True, slots=True)
class SeedSuggestion:
    """A concept with what the graph knows of it; ``title`` and ``uri`` cite the definition.

    ``neighbours`` are the entities that a fact joins with it.
    """

    name: str
    type: str | None
    aliases: tuple[str, ...]
    definition: str | None
    title: str | None
    uri: str | None
    mentions: int
    documents: int
    neighbours: int


def suggest_seeds(lake: Lake, limit: int) -> list[SeedSuggestion]:
    """Return the ``limit`` concepts that most facts name and join, the first first.

    Raises ``LakeError`` where the lake has not been built.
    """
    views = {name: lake.sound_paths(name) for name in _TABLES}
    with open_views(views) as connection:
        rows = connection.execute(_QUERY, {"limit": limit}).fetchall()
    return [
        SeedSuggestion(name, type_, tuple(aliases), *rest) for name, type_, aliases, *rest in rows
    ]


def suggestions_yaml(suggestions: Iterable[SeedSuggestion]) -> str:
    """Return suggestions as a seed file, with what speaks for each in comments."""
    return "".join(f"{line}\n" for line in ("concepts:", *_lines(suggestions)))


def _lines(suggestions: Iterable[SeedSuggestion]) -> Iterator[str]:
    none = True
    for one in suggestions:
        none = False
        yield (
            f"  # {one.mentions:,} mentions in {one.documents:,} documents, "
            f"{one.neighbours:,} neighbours"
        )
        yield f"  - name: {_scalar(one.name)}"
        if one.type:
            yield f"    type: {_scalar(one.type)}"
        if one.aliases:
            yield f"    aliases: [{', '.join(map(_scalar, one.aliases))}]"
        if one.definition:
            yield f"    # {_comment(one.title)}, {_comment(one.uri)}"
            yield f"    definition: {_scalar(' '.join(one.definition.split()))}"
    if none:
        yield "  []"


def _scalar(text: str) -> str:
    return yaml.safe_dump(text, default_style='"', width=float("inf"), allow_unicode=True).strip()


def _comment(text: str | None) -> str:
    """Return a text that stays in its line."""
    return "".join(sign if sign.isprintable() else " " for sign in text or "")
