"""The edges of a snapshot's graph: which meet at a node, and what one hop from it reaches.

Vertices are entities by row, then chunks by row; edges are relations by row, then mentions by
row, so no attribute has to be stored and nothing is pickled. One hop, which every question needs,
is read from an incidence list that is made when the snapshot is; the igraph graph, for whatever
looks further, is built from the same edges when it is first asked for.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from graphwright.tables import Layer

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    from graphwright.graph.kinds import EdgeKind
    from graphwright.tables import MentionReason

    Rows = NDArray[np.int64]
    Pairs = NDArray[np.int32]

Number = TypeVar("Number", np.int32, np.int64)


@dataclasses.dataclass(frozen=True, slots=True)
class Incidence:
    """The edges at each node of the first kind; at i they are ``edges[starts[i] : starts[i + 1]]``.

    The kinds of edges come in the order of the graph's declaration, and in each kind the strongest
    first.
    """

    edges: NDArray[np.int32]
    starts: Rows


@dataclasses.dataclass(frozen=True, slots=True)
class RankedEdges:
    """Edges of one kind as pairs of rows, and their positions from the strongest to the weakest.

    ``both_ends`` says whether both ends are nodes of the first kind, else only the first one is.
    """

    pairs: Pairs
    strongest_first: Rows
    both_ends: bool


def rank_edges(kind: EdgeKind, pairs: Pairs, rows: pa.Table, *, both_ends: bool) -> RankedEdges:
    """Return a kind's edges, which are the rows of its table, ranked as it declares."""
    ties = pairs[:, 1] if kind.tie == "target" else np.arange(len(pairs))
    weights = [-rows[column].to_numpy() for column in reversed(kind.weights)]
    return RankedEdges(pairs, np.lexsort((ties, *weights)), both_ends)


def make_incidence(nodes: int, kinds: Sequence[RankedEdges]) -> Incidence:
    """Return the incidence list of the ``nodes`` nodes of the first kind."""
    firsts = np.cumsum([0, *(len(kind.pairs) for kind in kinds)]).tolist()
    rank = np.empty(firsts[-1], dtype=np.int32)
    ends, edges = [], []
    for first, kind in zip(firsts, kinds, strict=False):
        numbers = np.arange(first, first + len(kind.pairs), dtype=np.int32)
        rank[first + kind.strongest_first] = numbers
        sources, targets = kind.pairs[:, 0], kind.pairs[:, 1]
        ends.append(sources)
        edges.append(numbers)
        if kind.both_ends:
            # An edge from a node to itself stands there once.
            others = sources != targets
            ends.append(targets[others])
            edges.append(numbers[others])
    at, edge = np.concatenate(ends), np.concatenate(edges)
    starts = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=nodes))])
    # No edge stands at a node twice: one number has its whole place in the order.
    order = np.argsort(at.astype(np.int64) * len(rank) + rank[edge])
    return Incidence(edge[order].astype("<i4"), starts.astype("<i8"))


@dataclasses.dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What one hop from an entity reaches: rows of relations and of chunks, strongest first."""

    relations: Rows
    chunks: Rows


def layer_codes(layers: Sequence[str]) -> NDArray[np.int8]:
    """Return the number of each layer, from 0 for knowledge, in the order of ``Layer``."""
    numbers = {layer.value: number for number, layer in enumerate(Layer)}
    return np.array([numbers[layer] for layer in layers], dtype=np.int8)


class Graph:
    """The opened graph over mapped arrays; making it costs nothing."""

    def __init__(
        self,
        *,
        entities: int,
        chunks: int,
        relation_edges: Pairs,
        chunk_edges: Pairs,
        name_edges: Mapping[MentionReason, Pairs],
        incidence: Incidence,
        relation_layers: NDArray[np.int8] | None = None,
    ) -> None:
        """Take the numbers of vertices, the edges as pairs of rows, and their incidence list.

        ``name_edges`` join entities and chunks that only name them; one hop does not follow them.
        ``relation_layers`` are those of the relations as ``layer_codes``; without, all are of the
        layer knowledge.
        """
        self.entities = entities
        self.chunks = chunks
        self.relation_edges = relation_edges
        self.chunk_edges = chunk_edges
        self.name_edges = name_edges
        self._incidence = incidence
        self._layers = relation_layers

    def in_layer(self, layer: Layer) -> NDArray[np.bool_]:
        """Return which relations are of a layer, by row."""
        code = list(Layer).index(layer)
        if self._layers is None:
            return np.full(len(self.relation_edges), code == 0)
        return np.equal(self._layers, code)

    def knowledge_of(self, relations: NDArray[Number]) -> NDArray[Number]:
        """Return those of some relation rows that are of the layer knowledge."""
        return self.of_layer(relations, Layer.KNOWLEDGE)

    def of_layer(self, relations: NDArray[Number], layer: Layer) -> NDArray[Number]:
        """Return those of some relation rows that are of a layer."""
        code = list(Layer).index(layer)
        if self._layers is None:
            return relations if code == 0 else relations[:0]
        kept: NDArray[Number] = relations[self._layers[relations] == code]
        return kept

    @cached_property
    def igraph(self) -> Any:
        """The directed igraph graph, built on first use (seconds for a million edges)."""
        import igraph  # noqa: PLC0415  # heavy: it imports a plotting library

        to_chunks = self.chunk_edges + np.array([0, self.entities], dtype=np.int32)
        edges = np.concatenate([self.relation_edges, to_chunks])
        return igraph.Graph(n=self.entities + self.chunks, edges=edges, directed=True)

    def relations_of(self, entity: int, *, navigation: bool = False) -> Rows:
        """Return the rows of an entity's relations, strongest first; ``neighbourhood`` says which.

        One from the entity to itself is there once.
        """
        relations, _ = self._edges_at(entity)
        return (relations if navigation else self.knowledge_of(relations)).astype(np.int64)

    def neighbourhood(self, entity: int, limit: int, *, navigation: bool = False) -> Neighbourhood:
        """Return at most ``limit`` relations and chunks one hop from an entity (SAP, 3.2.2).

        Relations are those of knowledge, with ``navigation`` those of every layer.

        Where there are more, both kinds keep their share of the limit, as in a random sample,
        but the strongest stay: so the result is a function of the graph alone.
        """
        relations, mentions = self._edges_at(entity)
        relations = relations if navigation else self.knowledge_of(relations)
        share = _share(len(relations), len(mentions), limit)
        chunks = self.chunk_edges[mentions[: limit - share] - len(self.relation_edges), 1]
        return Neighbourhood(relations[:share].astype(np.int64), chunks.astype(np.int64))

    def _edges_at(self, entity: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the numbers of an entity's relations, and of its mentions, strongest first.

        Nothing is copied: a hub has more edges than a question takes of it.
        """
        start, end = self._incidence.starts[entity : entity + 2]
        edges, count = self._incidence.edges[start:end], len(self.relation_edges)
        first = bisect.bisect_left(edges, 1, key=lambda edge: int(edge >= count))
        return edges[:first], edges[first:]


def _share(relations: int, chunks: int, limit: int) -> int:
    """Return how many of ``limit`` neighbours are relations, in proportion to their number."""
    total = relations + chunks
    if total <= limit:
        return relations
    share = round(limit * relations / total)
    return min(max(share, limit - chunks, min(relations, 1)), relations)
