"""The entities and relations around one entity: what a picture of the graph shows."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphwright.graph.topology import Graph

MAX_EDGES_PER_NODE = 4
"""Relations that are told of at most, for each entity that is."""


@dataclasses.dataclass(frozen=True, slots=True)
class Surroundings:
    """Rows of entities with their distance from the first one, and of relations among them.

    ``truncated`` says whether entities within the distance, or relations among those that are here,
    are left out.
    """

    depths: dict[int, int]
    relations: tuple[int, ...]
    truncated: bool


def surroundings(
    graph: Graph, entity: int, *, depth: int, nodes: int, navigation: bool = False
) -> Surroundings:
    """Return at most ``nodes`` entities within ``depth`` steps of one, in either direction.

    The nearest come first; of those equally near the ones that the strongest relations of the
    entities found before lead to, so the result is a function of the graph alone.
    """
    depths, truncated = {entity: 0}, False
    for other, distance in _breadth_first(graph, entity, depth, navigation=navigation):
        if len(depths) == nodes:
            truncated = True
            break
        depths[other] = distance
    among = [
        row
        for row in sorted({r for e in depths for r in _rows(graph, e, navigation=navigation)})
        if all(int(end) in depths for end in graph.relation_edges[row])
    ]
    limit = MAX_EDGES_PER_NODE * nodes
    if len(among) > limit:
        truncated = True
        order = {row: place for place, row in enumerate(_strongest(graph, depths, navigation))}
        among = sorted(sorted(among, key=order.__getitem__)[:limit])
    return Surroundings(depths, tuple(among), truncated)


def _rows(graph: Graph, entity: int, *, navigation: bool) -> list[int]:
    rows: list[int] = graph.relations_of(entity, navigation=navigation).tolist()
    return rows


def _strongest(graph: Graph, depths: dict[int, int], navigation: bool) -> list[int]:
    """Return the relations of some entities: the strongest of each first, then the second."""
    each = [_rows(graph, entity, navigation=navigation) for entity in depths]
    turns = sorted(
        (place, at, row) for at, rows in enumerate(each) for place, row in enumerate(rows)
    )
    return list(dict.fromkeys(row for _, _, row in turns))


def _breadth_first(
    graph: Graph, entity: int, depth: int, *, navigation: bool
) -> Iterator[tuple[int, int]]:
    """Yield each entity within the distance once, with it, but the first."""
    seen, frontier = {entity}, [entity]
    for distance in range(1, depth + 1):
        following: list[int] = []
        for node in frontier:
            pairs = graph.relation_edges[graph.relations_of(node, navigation=navigation)]
            for other in np.where(pairs[:, 0] == node, pairs[:, 1], pairs[:, 0]).tolist():
                if other not in seen:
                    seen.add(other)
                    following.append(other)
                    yield other, distance
        frontier = following


def places_of(graph: Graph, around: Surroundings) -> dict[int, tuple[float, float]]:
    """Return where each entity stands in a picture: from left and from above, 0 to 1.

    A function of the graph: Kamada and Kawai's layout from a circle uses no random number.
    """
    import igraph  # noqa: PLC0415  # heavy: it imports a plotting library

    number = {row: place for place, row in enumerate(around.depths)}
    pairs = graph.relation_edges[list(around.relations)].tolist()
    drawn = igraph.Graph(n=len(number), edges=[(number[a], number[b]) for a, b in pairs])
    drawn.simplify()
    layout = drawn.layout_kamada_kawai(seed=drawn.layout_circle())
    points = np.array(layout.coords).reshape(-1, 2)
    low, size = points.min(axis=0), np.ptp(points, axis=0)
    placed = np.where(size > 0, (points - low) / np.where(size > 0, size, 1), 0.5).round(4)
    return {row: (float(placed[at, 0]), float(placed[at, 1])) for row, at in number.items()}
