"""Where nodes and labels stand in a picture, so that no two of them overlap. Draws nothing.

All sizes are pixels with the origin at the lower left. The positions are a function of the graph:
the layout starts from a circle, and overlaps are removed in a fixed order.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

import igraph

from graphwright.inspection.core_subgraph import Subgraph

_ROUNDS = 400
_GAP = 10.0
_NEAR = 0.01
"""Less of a pixel is no overlap: what rounding leaves would be pushed to and fro for ever."""
_MARGIN = 14.0


@dataclasses.dataclass(slots=True)
class Box:
    """A rectangle by its centre."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """Return the left edge."""
        return self.x - self.width / 2

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y - self.height / 2

    def overlap(self, other: Box, gap: float = 0.0) -> tuple[float, float]:
        """Return how deep two boxes reach into each other, across and up; both > 0: they touch."""
        return (
            (self.width + other.width) / 2 + gap - abs(self.x - other.x),
            (self.height + other.height) / 2 + gap - abs(self.y - other.y),
        )

    def touches(self, other: Box, gap: float = 0.0) -> bool:
        """Return whether two boxes share a point or come nearer than ``gap``."""
        across, up = self.overlap(other, gap)
        return across > 0 and up > 0

    def border_towards(self, x: float, y: float) -> tuple[float, float]:
        """Return where the line from the centre to a point outside leaves the box."""
        across, up = x - self.x, y - self.y
        reach = max(abs(across) / (self.width / 2), abs(up) / (self.height / 2), 1.0)
        return self.x + across / reach, self.y + up / reach


def place_nodes(
    core: Subgraph, sizes: Sequence[tuple[float, float]], canvas: tuple[float, float]
) -> list[Box]:
    """Return a box for each node: near its neighbours, inside the canvas, apart from the others."""
    points = _stretch(_positions(core), canvas)
    boxes = [Box(x, y, *size) for (x, y), size in zip(points, sizes, strict=True)]
    for _ in range(_ROUNDS):
        moved = _push_apart(boxes)
        _keep_inside(boxes, canvas)
        if not moved:
            break
    return boxes


def place_edge_labels(
    wanted: Iterable[tuple[int, int, str, tuple[float, float]]], nodes: Sequence[Box], limit: int
) -> list[tuple[str, Box]]:
    """Return up to ``limit`` (text, box) of the wanted (first, second, text, size), in their order.

    A label stands on its line, in the middle or nearer to an end; one without room is left out.
    """
    placed: list[tuple[str, Box]] = []
    for first, second, text, size in wanted:
        if len(placed) == limit:
            break
        taken = [*nodes, *(box for _, box in placed)]
        for box in _along(nodes[first], nodes[second], size):
            if not any(box.touches(other, 2.0) for other in taken):
                placed.append((text, box))
                break
    return placed


def _positions(core: Subgraph) -> list[tuple[float, float]]:
    graph = igraph.Graph(
        n=len(core.names), edges=[(first, second) for first, second, _, _ in core.edges]
    )
    # Kamada-Kawai started from a circle uses no random number.
    layout = graph.layout_kamada_kawai(seed=graph.layout_circle())
    return [(float(x), float(y)) for x, y in layout.coords]


def _stretch(
    points: Sequence[tuple[float, float]], canvas: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return the points spread over the canvas by rank and by distance, half and half.

    Rank alone would lose the shape, distance alone leaves the middle crowded and the rim empty.
    """
    across = _spread([x for x, _ in points], canvas[0])
    up = _spread([y for _, y in points], canvas[1])
    return list(zip(across, up, strict=True))


def _spread(values: Sequence[float], length: float) -> list[float]:
    low, high = min(values), max(values)
    order = sorted(range(len(values)), key=lambda number: (values[number], number))
    rank = {number: place for place, number in enumerate(order)}
    inner, last = length * 0.86, max(len(values) - 1, 1)
    shares = [
        0.5 * (value - low) / ((high - low) or 1.0) + 0.5 * rank[number] / last
        for number, value in enumerate(values)
    ]
    return [length * 0.07 + inner * share for share in shares]


def _push_apart(boxes: Sequence[Box]) -> bool:
    moved = False
    for number, box in enumerate(boxes):
        for other in boxes[number + 1 :]:
            across, up = box.overlap(other, _GAP)
            if across <= _NEAR or up <= _NEAR:
                continue
            moved = True
            if up <= across:
                step = up / 2 if box.y >= other.y else -up / 2
                box.y, other.y = box.y + step, other.y - step
            else:
                step = across / 2 if box.x >= other.x else -across / 2
                box.x, other.x = box.x + step, other.x - step
    return moved


def _keep_inside(boxes: Iterable[Box], canvas: tuple[float, float]) -> None:
    for box in boxes:
        half_width, half_height = box.width / 2 + _MARGIN, box.height / 2 + _MARGIN
        box.x = min(max(box.x, half_width), canvas[0] - half_width)
        box.y = min(max(box.y, half_height), canvas[1] - half_height)


def _along(first: Box, second: Box, size: tuple[float, float]) -> Iterator[Box]:
    for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73):
        yield Box(
            first.x + (second.x - first.x) * share, first.y + (second.y - first.y) * share, *size
        )
