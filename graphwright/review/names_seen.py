"""What a reviewer sees of two names: what each is, how it is used, and what stands around it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from graphwright.errors import LakeError
from graphwright.store.queries import open_views

if TYPE_CHECKING:
    import duckdb

    from graphwright.store.lake import Lake

QUOTES = 3
"""Sentences that are shown of a name."""

NEIGHBOURS = 12
"""Neighbours that are named, of those that both names have and of those that one has."""

_READS = (
    "parsed_documents", "sentences", "resolved_triples", "names", "entity_merges", "entities",
    "relations",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class NameQuote:
    """A sentence with the name, from ``name_start`` to ``name_end``; all are offsets into the
    document's text, ``start`` of the sentence."""

    text: str
    start: int
    name_start: int
    name_end: int
    document_id: str
    title: str


@dataclasses.dataclass(frozen=True, slots=True)
class NameSeen:
    """A name: how it is written, what it is, how often it is used and with what.

    ``entity`` is the name of its entity and ``with_it`` are other names of that. ``alone`` are
    neighbours that the other name of the pair has not.
    """

    key: str
    name: str
    entity: str
    type: str | None
    mentions: int
    documents: int
    with_it: tuple[str, ...]
    quotes: tuple[NameQuote, ...]
    alone: tuple[str, ...]
    alone_count: int


@dataclasses.dataclass(frozen=True, slots=True)
class BothSeen:
    """Two names, and the neighbours that both have."""

    first: NameSeen
    other: NameSeen
    shared: tuple[str, ...]
    shared_count: int


def see_names(lake: Lake, one: str, other: str) -> BothSeen:
    """Return what there is to see of two names of the last build, by key.

    Raises ``LakeError`` where a table is absent or damaged.
    """
    views = {name: lake.sound_paths(name) for name in _READS}
    with open_views(views) as connection:
        near, others = (_neighbours(connection, key) for key in (one, other))
        both = set(near) & set(others)
        shared = [name for name in near if name in both]
        return BothSeen(
            _seen(connection, one, [name for name in near if name not in both]),
            _seen(connection, other, [name for name in others if name not in both]),
            tuple(shared[:NEIGHBOURS]),
            len(shared),
        )


def _seen(connection: duckdb.DuckDBPyConnection, key: str, alone: list[str]) -> NameSeen:
    rows = _rows(connection, _NAME, key=key)
    if not rows:
        raise LakeError(
            f"No document names {key!r} any more.",
            remedy="A build is under way, or has ended just now: ask again when it has.",
            transient=True,
        )
    name, mentions, entity, kind = rows[0]
    [(documents,)] = _rows(connection, _DOCUMENTS, key=key)
    with_it = [form for (form,) in _rows(connection, _WITH_IT, key=key)]
    quotes = [NameQuote(*row) for row in _rows(connection, _QUOTES, key=key, most=QUOTES)]
    return NameSeen(
        key,
        name,
        entity,
        kind,
        mentions,
        documents,
        tuple(with_it[:NEIGHBOURS]),
        tuple(quotes),
        tuple(alone[:NEIGHBOURS]),
        len(alone),
    )


def _neighbours(connection: duckdb.DuckDBPyConnection, key: str) -> list[str]:
    return [name for (name,) in _rows(connection, _NEIGHBOURS, key=key)]


def _rows(connection: duckdb.DuckDBPyConnection, query: str, **values: Any) -> list[Any]:
    return connection.execute(query, values).fetchall()


_ENTITY = """
    coalesce(
        (SELECT min(target_key) FROM entity_merges WHERE accepted AND alias_key = $key), $key
    )
"""

_NAME = f"""
SELECT names.form, names.mentions, coalesce(entities.name, names.form), entities.type
FROM names
LEFT JOIN entities ON entities.key = {_ENTITY}
WHERE names.key = $key
"""  # noqa: S608  # a part of the query that stands above

_DOCUMENTS = """
SELECT count(DISTINCT document_id) FROM resolved_triples
WHERE rejection IS NULL AND (subject_key = $key OR object_key = $key)
"""

_WITH_IT = f"""
SELECT coalesce(names.form, merged.key)
FROM (
    SELECT alias_key AS key FROM entity_merges WHERE accepted AND target_key = {_ENTITY}
    UNION SELECT {_ENTITY}
) AS merged
LEFT JOIN names ON names.key = merged.key
WHERE merged.key <> $key
ORDER BY names.mentions DESC NULLS LAST, merged.key
"""  # noqa: S608  # a part of the query that stands above

# The surest sentence of each document first, so that three quotes come of three documents.
_QUOTES = """
WITH said AS (
    SELECT sentence_id, document_id, confidence, subject_start AS name_start,
        subject_end AS name_end
    FROM resolved_triples WHERE rejection IS NULL AND subject_key = $key
    UNION ALL
    SELECT sentence_id, document_id, confidence, object_start, object_end
    FROM resolved_triples WHERE rejection IS NULL AND object_key = $key
),
best AS (
    SELECT *, row_number() OVER (
        PARTITION BY document_id ORDER BY confidence DESC, sentence_id, name_start
    ) AS place
    FROM said
    QUALIFY row_number() OVER (
        PARTITION BY sentence_id ORDER BY confidence DESC, name_start
    ) = 1
)
SELECT sentences.text, sentences.start, best.name_start, best.name_end, best.document_id,
    parsed_documents.title
FROM best
JOIN sentences USING (sentence_id)
JOIN parsed_documents ON parsed_documents.document_id = best.document_id
ORDER BY best.place, best.confidence DESC, best.sentence_id
LIMIT $most
"""

_NEIGHBOURS = f"""
WITH entity AS (SELECT entity_id FROM entities WHERE key = {_ENTITY}),
near AS (
    SELECT object AS name FROM relations WHERE subject_id IN (SELECT entity_id FROM entity)
    UNION ALL
    SELECT subject FROM relations WHERE object_id IN (SELECT entity_id FROM entity)
)
SELECT name FROM near GROUP BY name ORDER BY count(*) DESC, name
"""  # noqa: S608  # a part of the query that stands above
