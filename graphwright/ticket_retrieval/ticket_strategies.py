"""Strategies: from what is searched for to the tickets that are nearest, each with its reasons."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphwright.graph.ticket_texts import Part, TicketTexts
from graphwright.registry import Registry
from graphwright.retrieval.fusion import reciprocal_rank_fusion
from graphwright.retrieval.ranking import DECIMALS, LIST_DEPTH, cosines_of, top
from graphwright.ticket_retrieval.probe import Probe, eligible
from graphwright.ticket_retrieval.ticket_signals import (
    WEIGHTS,
    Signal,
    Signals,
    SignalWeights,
    standardised,
    weights_by_name,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Vectors = NDArray[np.float32]
    Ranked = list[tuple[int, float]]


@dataclasses.dataclass(frozen=True, slots=True)
class TicketReason:
    """What a signal adds to a ticket's score.

    ``section_row`` is the section of the ticket that it comes from, None for a field or all words.
    """

    signal: str
    added: float
    section_row: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class FoundTicket:
    """A ticket of the answer; ``score`` is the strategy's, comparable in one answer only.

    ``cosine`` is the best one of title and body with what was searched for, comparable everywhere;
    None where the strategy does not tell it. ``sections`` has the best one of each embedded section
    with the title searched for.
    """

    row: int
    score: float
    why: tuple[TicketReason, ...] = ()
    cosine: float | None = None
    sections: Mapping[str, float] = dataclasses.field(default_factory=dict)


class TicketStrategy(Protocol):
    """A way from a probe to tickets; the same probe finds the same tickets."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return at most ``k`` tickets, best first, equal ones in the order of keys."""


class TicketStrategyParts:
    """What strategies over tickets share: texts, and signals with the days of tickets."""

    def __init__(self, texts: TicketTexts) -> None:
        """Take the opened texts of a graph of tickets."""
        self.texts, self.graph, self.signals = texts, texts.graph, Signals(texts)

    def eligible(self, probe: Probe) -> NDArray[np.bool_]:
        """Return which tickets a probe may find."""
        return eligible(self.texts, probe, self.signals.days)

    def best(self, scores: Floats, probe: Probe, k: int) -> Ranked:
        """Return the ``k`` best tickets that may be found, with rounded scores; NaN is no score."""
        allowed = self.eligible(probe) & np.isfinite(scores)
        rows = np.flatnonzero(allowed)
        return [(int(rows[place]), score) for place, score in top(scores[rows], k)]


class SectionsStrategy:
    """The paper's S(T): the sum of cosines of each value with all nodes of its section (3.2.2).

    A node of several vectors, its own or those of the sections in it, is as near as the nearest.
    """

    name = "sections"

    def __init__(self, parts: TicketStrategyParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return the tickets of the highest S(T); one without such a section has none."""
        added = dict(self._sums(probe))
        if not added:
            return ()
        whole = np.sum(list(added.values()), axis=0)
        return tuple(
            FoundTicket(
                row,
                score,
                tuple(TicketReason(name, round(float(one[row]), 6)) for name, one in added.items()),
            )
            for row, score in self._parts.best(whole, probe, k)
        )

    def _sums(self, probe: Probe) -> Iterator[tuple[str, Floats]]:
        """Yield for each section of P the sum over its nodes, ticket by ticket."""
        graph = self._parts.graph
        shown = np.ones(len(graph.vectors.rows), dtype=np.bool_)
        if probe.hidden is not None:
            shown = ~probe.hidden[graph.vectors.rows]
        for section, values in sorted(probe.vectors.items()):
            if section not in graph.section_names:
                continue
            nodes = graph.vector_nodes(section)
            places = np.flatnonzero((nodes >= 0) & shown)
            yield (
                section,
                self._sum(places[np.argsort(nodes[places], kind="stable")], nodes, values),
            )

    def _sum(self, places: NDArray[np.int64], nodes: NDArray[np.int64], values: Vectors) -> Floats:
        """Return the sum of each ticket; ``places`` are the rows of vectors in order of nodes."""
        graph, own = self._parts.graph, nodes[places]
        starts = np.flatnonzero(np.diff(own, prepend=-1))
        tickets, vectors = graph.section_tickets[own[starts]], graph.vectors.values[places]
        sums = np.zeros(len(graph))
        for value in values if len(starts) else ():
            near = np.maximum.reduceat(cosines_of(vectors, value), starts)
            sums += np.bincount(tickets, weights=near, minlength=len(graph))
        return sums


class TicketsStrategy:
    """The default: crossed sections, words of texts and comments, fields, nearness in time."""

    name = "tickets"

    def __init__(self, parts: TicketStrategyParts, weights: SignalWeights = WEIGHTS) -> None:
        """Take the shared parts, and what each signal is worth."""
        self._parts, self._weights = parts, weights_by_name(weights)

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return the tickets whose weighted signals are highest, with what each adds."""
        among = self._parts.eligible(probe)
        signals = list(self._parts.signals.of(probe))
        if not signals:
            return ()
        added = [self._weights[one.name] * standardised(one.values, among) for one in signals]
        ranked = self._parts.best(np.sum(added, axis=0), probe, k)
        return tuple(
            FoundTicket(
                row,
                score,
                self._why(row, signals, added),
                _nearest(row, signals),
                self._sections(row, probe),
            )
            for row, score in ranked
        )

    def _sections(self, row: int, probe: Probe) -> Mapping[str, float]:
        """Return the best cosine of each section of a ticket with the title searched for."""
        graph, found = self._parts.graph, dict[str, float]()
        first, last = np.searchsorted(graph.vector_tickets, [row, row + 1])
        for title in probe.title[:1]:
            cosines = cosines_of(graph.vectors.values[first:last], title)
            codes = graph.section_codes[graph.vectors.rows[first:last]]
            for code, cosine in zip(codes.tolist(), cosines.tolist(), strict=True):
                name = graph.section_names[code]
                found[name] = max(found.get(name, -1.0), round(cosine, DECIMALS))
        return found

    def _why(
        self, row: int, signals: Sequence[Signal], added: Sequence[Floats]
    ) -> tuple[TicketReason, ...]:
        """Return what helped a ticket, what helped most first."""
        reasons = [
            TicketReason(signal.name, round(float(one[row]), 6), self._section(row, signal))
            for signal, one in zip(signals, added, strict=True)
            if one[row] > 0
        ]
        return tuple(sorted(reasons, key=lambda reason: (-reason.added, reason.signal)))

    def _section(self, row: int, signal: Signal) -> int | None:
        if signal.part is None or signal.cosines is None:
            return None
        return self._parts.texts.vectors[signal.part].best_section(signal.cosines, row)


def _nearest(row: int, signals: Sequence[Signal]) -> float | None:
    """Return the best cosine of a ticket's title and body."""
    cosines = [float(one.values[row]) for one in signals if one.part is not None]
    return max((round(one, DECIMALS) for one in cosines if np.isfinite(one)), default=None)


class DenseStrategy:
    """A baseline: the best cosine of the title asked for with any section of title and body."""

    name = "dense"

    def __init__(self, parts: TicketStrategyParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return the nearest tickets."""
        if not len(probe.title):
            return ()
        vectors = self._parts.texts.vectors
        best = [
            vectors[part].best(cosines_of(vectors[part].values, probe.title[0]))
            for part in (Part.TITLE, Part.BODY)
        ]
        return _found(self._parts.best(np.fmax(*best), probe, k), self.name)


class Bm25Strategy:
    """A baseline without vectors: the words of the title asked for in title and body."""

    name = "bm25"

    def __init__(self, parts: TicketStrategyParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return the tickets of the highest BM25 score that hold a word at all."""
        scores = self._parts.texts.words.scores(probe.short or probe.long).astype(np.float64)
        scores[scores == 0] = np.nan
        return _found(self._parts.best(scores, probe, k), self.name)


class RrfStrategy:
    """A baseline: reciprocal rank fusion of ``dense`` and ``bm25``."""

    name = "rrf"

    def __init__(self, parts: TicketStrategyParts) -> None:
        """Take the shared parts."""
        self._lists = (DenseStrategy(parts), Bm25Strategy(parts))

    def rank(self, probe: Probe, k: int) -> Sequence[FoundTicket]:
        """Return the tickets that stand high in both lists."""
        depth = max(k, LIST_DEPTH)
        lists = [[one.row for one in strategy.rank(probe, depth)] for strategy in self._lists]
        return _found(reciprocal_rank_fusion(lists)[:k], self.name)


def _found(ranked: Ranked, name: str) -> tuple[FoundTicket, ...]:
    return tuple(FoundTicket(row, score, (TicketReason(name, score),)) for row, score in ranked)


MakeTicketStrategy = Callable[[TicketStrategyParts], TicketStrategy]
"""How a strategy is made; a class whose instances are strategies is one."""

TICKET_STRATEGIES: Registry[MakeTicketStrategy] = Registry("The strategy over tickets")
"""The strategies over tickets by name; ``tickets`` is the default."""

for _strategy in (TicketsStrategy, SectionsStrategy, DenseStrategy, Bm25Strategy, RrfStrategy):
    TICKET_STRATEGIES.register(_strategy.name, _strategy)
