"""Which part of a large graph is worth a picture: a connected core around the best-connected."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphwright.store.queries import open_views

_CANDIDATES = 400
"""Entities among which the core is chosen, so that its choice costs the same at any size."""

_MAX_NAME = 34

_DEGREES = """
WITH ends AS (
    SELECT subject_id AS entity_id FROM relations WHERE layer = 'knowledge'
    UNION ALL SELECT object_id FROM relations WHERE layer = 'knowledge'
)
SELECT entity_id, count(*) AS degree FROM ends
SEMI JOIN (SELECT entity_id FROM entities WHERE concept) AS concepts USING (entity_id)
GROUP BY entity_id ORDER BY degree DESC, entity_id LIMIT $candidates
"""

# One line for each pair of candidates: its best-supported relation, and the support of all.
_LINES = """
WITH lines AS (
    SELECT
        sum(support_count)::BIGINT AS weight,
        first(
            {
                'subject_id': subject_id,
                'object_id': object_id,
                'predicate': concat_ws(' ', modality, CASE WHEN negated THEN 'not' END, predicate)
            }
            ORDER BY support_count DESC, confidence DESC, relation_id
        ) AS best
    FROM relations
    WHERE layer = 'knowledge'
        AND subject_id IN (SELECT unnest($candidates)) AND object_id IN (SELECT unnest($candidates))
    GROUP BY least(subject_id, object_id), greatest(subject_id, object_id)
)
SELECT best.subject_id, best.object_id, weight, best.predicate
FROM lines ORDER BY best.subject_id, best.object_id
"""

_NAMES = """
SELECT entity_id, name FROM entities WHERE entity_id IN (SELECT unnest($chosen))
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Subgraph:
    """Names and degrees of the entities chosen, and (subject, object, weight, predicate) lines.

    All of it is of the layer knowledge.
    Subject and object are positions in ``names``; a degree counts relations in the whole graph; a
    weight counts the sentences that state any relation of the pair.
    """

    names: tuple[str, ...]
    degrees: tuple[int, ...]
    edges: tuple[tuple[int, int, int, str], ...]


def core_of(entities: Sequence[Path], relations: Sequence[Path], limit: int) -> Subgraph:
    """Return at most ``limit`` concepts around the best-connected one, with their relations.

    The core grows from the best-connected entity by the neighbour with most lines into the core,
    then of the highest degree; where that ends, the next best-connected begins another part.
    """
    with open_views({"entities": entities, "relations": relations}) as connection:
        ranked = connection.execute(_DEGREES, {"candidates": _CANDIDATES}).fetchall()
        degrees = {str(entity): int(degree) for entity, degree in ranked}
        lines = connection.execute(_LINES, {"candidates": list(degrees)}).fetchall()
        chosen = _grow(degrees, _neighbours(lines), limit)
        names = dict(connection.execute(_NAMES, {"chosen": chosen}).fetchall())
    position = {entity: number for number, entity in enumerate(chosen)}
    return Subgraph(
        names=tuple(_shortened(names[entity]) for entity in chosen),
        degrees=tuple(degrees[entity] for entity in chosen),
        edges=tuple(
            (position[subject], position[object_], int(weight), str(predicate))
            for subject, object_, weight, predicate in lines
            if subject in position and object_ in position
        ),
    )


def _neighbours(lines: Iterable[tuple[str, str, int, str]]) -> dict[str, set[str]]:
    neighbours: dict[str, set[str]] = defaultdict(set)
    for subject, object_, _, _ in lines:
        neighbours[subject].add(object_)
        neighbours[object_].add(subject)
    return neighbours


def _grow(degrees: Mapping[str, int], neighbours: Mapping[str, set[str]], limit: int) -> list[str]:
    chosen: list[str] = []
    links: dict[str, int] = defaultdict(int)
    while len(chosen) < min(limit, len(neighbours)):
        seen = set(chosen)
        open_ones = [entity for entity in links if entity not in seen]
        pool = open_ones or [entity for entity in neighbours if entity not in seen]
        # More than two lines into the core earn nothing, else only one dense knot is shown.
        best = min(pool, key=lambda entity: (-min(links[entity], 2), -degrees[entity], entity))
        chosen.append(best)
        for neighbour in neighbours[best]:
            links[neighbour] += 1
    among = set(chosen)
    return [entity for entity in chosen if neighbours[entity] & among]


def _shortened(name: str) -> str:
    single = " ".join(name.split())
    return single if len(single) <= _MAX_NAME else single[: _MAX_NAME - 1].rstrip() + "…"
