"""The walk between chunks and the entities that they mention: personalised PageRank, both ways.

From a chunk a step goes to the entities that it mentions or names, the rarer the likelier; from an
entity to its chunks. Relations between entities are no steps: they add nothing to what is found.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.parameters import WalkParameters
from graphwright.tables import MentionReason

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from numpy.typing import NDArray

    from graphwright.graph.topology import Graph

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]
    _Entries = tuple[Rows, Floats]


@dataclasses.dataclass(frozen=True, slots=True)
class Weighted:
    """Rows with a weight each, distinct and ascending; every other row has none."""

    rows: Rows
    weights: Floats

    @property
    def total(self) -> float:
        """Return the sum of the weights."""
        return float(self.weights.sum())

    def weight(self, row: int) -> float:
        """Return the weight of one row."""
        return float(self.weights_of(np.array([row]))[0])

    def weights_of(self, rows: Rows) -> Floats:
        """Return the weight of each of some rows."""
        if not len(self.rows):
            return np.zeros(len(rows))
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        return np.where(self.rows[places] == rows, self.weights[places], 0.0)

    def scaled(self, factor: float) -> Weighted:
        """Return the same rows with weights times a factor."""
        return Weighted(self.rows, self.weights * factor)

    def above(self, least: float) -> Weighted:
        """Return the rows whose weight is at least so much."""
        kept = self.weights >= least
        return Weighted(self.rows[kept], self.weights[kept])


@dataclasses.dataclass(frozen=True, slots=True)
class Visits:
    """Weights of chunks and entities: where a walk starts, or how often it is there."""

    chunks: Weighted
    entities: Weighted


NOTHING = Weighted(np.zeros(0, np.int64), np.zeros(0, np.float64))


def weighted(rows: Rows, weights: Floats) -> Weighted:
    """Return rows in any order, those that come more than once with the sum of their weights."""
    return _Adder(int(rows.max(initial=-1)) + 1).sums(rows, weights)


class _Adder:
    """Adds up weights of the same rows, without sorting what is added.

    It has a place for each of ``count`` rows, of which only those that are used are ever touched.
    """

    def __init__(self, count: int) -> None:
        self._place = np.empty(count, dtype=np.intp)

    def sums(self, rows: Rows, weights: Floats) -> Weighted:
        """Return rows in any order, those that come more than once with their weights added."""
        place, numbers = self._place, np.arange(len(rows))
        place[rows] = numbers
        distinct = np.sort(rows[place[rows] == numbers])  # each where it comes last
        place[distinct] = numbers[: len(distinct)]
        added = np.bincount(place[rows], weights, minlength=len(distinct))
        return Weighted(distinct, added.astype(np.float64, copy=False))

    def join(self, *parts: _Entries) -> Weighted:
        """Return the sum of several, each rows with their weights."""
        rows = np.concatenate([rows for rows, _ in parts])
        return self.sums(rows, np.concatenate([weights for _, weights in parts]))


class _Steps:
    """A sparse matrix of shares: from each row, to others, in all 1 or nothing."""

    def __init__(self, count: int, source: Rows, target: Rows, weights: Floats) -> None:
        """Take the entries in order of ``source`` (rows of ``count``)."""
        sums = np.bincount(source, weights, minlength=count)
        self._targets = target.astype(np.int32)
        self._shares = (weights / np.maximum(sums[source], np.finfo(float).tiny)).astype("f4")
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(source, minlength=count))])

    def leads_on(self, rows: Rows) -> NDArray[np.bool_]:
        """Return for each row whether a step leads from it."""
        return self._starts[rows + 1] > self._starts[rows]

    def of(self, row: int) -> Weighted:
        """Return where a step from one row leads, with the share of each."""
        entries = slice(self._starts[row], self._starts[row + 1])
        return Weighted(self._targets[entries].astype(np.int64), self._shares[entries])

    def flow(self, rows: Rows, weights: Floats) -> _Entries:
        """Return where a step from these rows leads, with what share of their weights.

        What is reached from several rows stands there for each of them.
        """
        entries, owners = self._entries(rows)
        return self._targets[entries].astype(np.int64), self._shares[entries] * weights[owners]

    def shares_to(self, target: int, rows: Rows) -> Floats:
        """Return the share of a step from each of some rows that leads to one place."""
        entries, owners = self._entries(rows)
        there = self._targets[entries] == target
        shares = self._shares[entries[there]]
        return np.bincount(owners[there], shares, minlength=len(rows)).astype(np.float64)

    def _entries(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the entries of rows, and of which of the rows, by place, each is one."""
        first = self._starts[rows]
        count = self._starts[rows + 1] - first
        before = np.cumsum(count) - count
        owners = np.repeat(np.arange(len(rows)), count)
        return (first - before)[owners] + np.arange(len(owners)), owners


class MentionWalk:
    """The walk over the mentions of a graph."""

    def __init__(self, graph: Graph, parameters: WalkParameters) -> None:
        """Lay the mentions out: 8 bytes for each, in both directions."""
        self._parameters = parameters
        self._chunks = graph.chunks
        entities, chunks, there, back = _mentions(graph, parameters)
        mentioned = np.bincount(entities, minlength=graph.entities)
        self.chunks_of = mentioned
        leads = (mentioned > 1) & (mentioned <= parameters.most_chunks)
        kept = leads[entities]
        entities, chunks, there, back = entities[kept], chunks[kept], there[kept], back[kept]
        self._to_chunks = _Steps(graph.entities, entities, chunks, back)
        rarer = there / np.maximum(mentioned[entities], 1)
        order = np.argsort(chunks, kind="stable")
        self._to_entities = _Steps(graph.chunks, chunks[order], entities[order], rarer[order])
        self._to_sections = _sections(graph, leads)

    def ranks(self, start: Visits) -> Visits:
        """Return how often the walk is where, given the shares of its starts (in all 1).

        Where no step leads on, it starts again.
        """
        p = self._parameters
        chunks, entities = _Adder(self._chunks), _Adder(len(self.chunks_of))
        at_chunks, at_entities = start.chunks, start.entities
        for _ in range(p.steps):
            at_chunks, at_entities = at_chunks.above(p.least_rank), at_entities.above(p.least_rank)
            goes = np.where(self._to_entities.leads_on(at_chunks.rows), 1 - p.stay, 0)
            leaving = at_chunks.weights * goes * p.damping
            to_entities = self._to_entities.flow(at_chunks.rows, leaving)
            arriving = self._to_chunks.flow(at_entities.rows, at_entities.weights * p.damping)
            staying = at_chunks.rows, at_chunks.weights * (p.stay * p.damping)
            # Added up once a step, with where it starts again: that is most of the work.
            again = 1 - sum(float(weights.sum()) for _, weights in (to_entities, arriving, staying))
            back = start.chunks.scaled(again), start.entities.scaled(again)
            at_chunks = chunks.join(arriving, staying, (back[0].rows, back[0].weights))
            at_entities = entities.join(to_entities, (back[1].rows, back[1].weights))
        return Visits(at_chunks, at_entities)

    def sections_named(self, ranked: Rows, same: Mapping[int, Hashable]) -> Weighted:
        """Return the sections about what chunks mention, given the rows of the chunks, best first.

        The weight is 1 / the rank of the chunk, shared by all sections about the same, and the
        highest of several. A chunk leads neither to itself nor to its copies: ``same`` is equal
        for rows of equal text, and has no others.
        """
        found: list[_Entries] = [(NOTHING.rows, NOTHING.weights)]
        for rank, chunk in enumerate(ranked.tolist(), start=1):
            entities = self._to_entities.of(chunk).rows
            rows, shares = self._to_sections.flow(entities, np.full(len(entities), 1 / rank))
            text = same.get(chunk, chunk)
            others = np.array([same.get(row, row) != text for row in rows.tolist()], dtype=bool)
            found.append((rows[others], shares[others]))
        rows = np.concatenate([rows for rows, _ in found])
        distinct, places = np.unique(rows, return_inverse=True)
        weights = np.zeros(len(distinct))
        np.maximum.at(weights, places, np.concatenate([shares for _, shares in found]))
        return Weighted(distinct, weights)

    def way_to(self, chunk: int, start: Visits, visits: Visits) -> tuple[int | None, int] | None:
        """Return the last steps to a chunk: the chunk that they came from, and the entity between.

        The entity is the one that leads there most; the chunk, of those that lead to the entity,
        the one that the walk is at most, None where the entity itself is a start. None where the
        chunk is a start more than anything leads to it, and where nothing does.
        """
        entities = self._to_entities.of(chunk).rows
        came = visits.entities.weights_of(entities) * self._to_chunks.shares_to(chunk, entities)
        if came.max(initial=0) <= start.chunks.weight(chunk) * (1 - self._parameters.damping):
            return None
        entity = int(entities[int(np.argmax(came))])
        if start.entities.weight(entity) > 0:
            return None, entity
        others = self._to_chunks.of(entity).rows
        others = others[others != chunk]
        best = int(np.argmax(visits.chunks.weights_of(others))) if len(others) else None
        return None if best is None else int(others[best]), entity


def _sections(graph: Graph, leads: NDArray[np.bool_]) -> _Steps:
    """Return the steps from the entities that lead on to the sections about them, all alike."""
    pairs = graph.name_edges.get(MentionReason.SECTION, np.zeros((0, 2), np.int32))
    pairs = pairs[leads[pairs[:, 0]]].astype(np.int64)
    entities, chunks = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].T
    return _Steps(graph.entities, entities, chunks, np.ones(len(entities)))


def _mentions(graph: Graph, p: WalkParameters) -> tuple[Rows, Rows, Floats, Floats]:
    """Return each (entity, chunk) that is a mention, in order, with its weight there and back.

    Of several reasons for one mention the strongest counts.
    """
    kinds = [
        (graph.chunk_edges, p.fact, p.fact),
        (graph.name_edges.get(MentionReason.SECTION), p.heading, p.section),
        (graph.name_edges.get(MentionReason.HEADING), p.heading, p.heading),
        (graph.name_edges.get(MentionReason.TEXT), p.text, p.text),
    ]
    found = [(pairs, there, back) for pairs, there, back in kinds if pairs is not None]
    pairs = np.concatenate([pairs for pairs, _, _ in found]).astype(np.int64)
    there = np.repeat([w for _, w, _ in found], [len(pairs) for pairs, _, _ in found])
    back = np.repeat([w for _, _, w in found], [len(pairs) for pairs, _, _ in found])
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pairs, there, back = pairs[order], there[order], back[order]
    new = np.ones(len(pairs), dtype=bool)
    new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    firsts = np.flatnonzero(new)
    if not len(firsts):
        return pairs[:, 0], pairs[:, 1], there, back
    there, back = np.maximum.reduceat(there, firsts), np.maximum.reduceat(back, firsts)
    return pairs[firsts, 0], pairs[firsts, 1], there, back
