"""Strategies: from a question and the user's state to the part of the graph that answers.

``paper`` is Lemon Learning's (section 2), with G-Retriever's numbers where the paper names none;
``guide`` is ours and the default (``goal_strategy``); the others are baselines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphwright.graph.lexical_index import LexicalIndex
from graphwright.guidance.asked import FoundPart, Goal, GuidanceParts, Question
from graphwright.guidance.goal_strategy import GuideStrategy
from graphwright.guidance.paper_strategy import PaperStrategy
from graphwright.guidance.ways import Union, edges_within
from graphwright.registry import Registry
from graphwright.retrieval.ranking import cosines_of, top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]

FOUND = 5
"""States that a baseline finds."""


class GuidanceStrategy(Protocol):
    """A way from a question to states and actions; the same question finds the same."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    def find(self, question: Question) -> FoundPart:
        """Return the part of the graph; empty where nothing may be found."""


def best_states(scores: Floats, question: Question, count: int) -> tuple[Goal, ...]:
    """Return the best states that a question may find, equal ones in the order of rows."""
    allowed = np.where(question.among, scores, -np.inf)
    return tuple(Goal(row, score) for row, score in top(allowed, count) if np.isfinite(score))


def _alone(parts: GuidanceParts, question: Question, goals: Sequence[Goal]) -> FoundPart:
    """Return states without the ways between them, but with the actions that join them."""
    begun = () if question.start is None else (question.start,)
    states = tuple(sorted({*begun, *(goal.row for goal in goals)}))
    return FoundPart(tuple(goals), states, edges_within(parts.graph, states))


class DenseStates:
    """A baseline: the states whose text is nearest."""

    name = "dense_states"

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def find(self, question: Question) -> FoundPart:
        """Return the nearest states."""
        goals = best_states(self._parts.state_cosines(question), question, FOUND)
        return _alone(self._parts, question, goals)


class DensePages:
    """A baseline: the states whose page is nearest, as a search of pages without a graph."""

    name = "dense_pages"

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def find(self, question: Question) -> FoundPart:
        """Return the states of the nearest pages; the first call embeds all pages."""
        scores = cosines_of(self._parts.page_vectors, question.vector)
        return _alone(self._parts, question, best_states(scores, question, FOUND))


class Bm25Pages:
    """A baseline: the words of the question in the texts of pages."""

    name = "bm25"

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    @cached_property
    def _index(self) -> LexicalIndex:
        return LexicalIndex.of(self._parts.page_texts)

    def find(self, question: Question) -> FoundPart:
        """Return the states of the highest BM25 score that hold a word at all."""
        scores = self._index.scores(question.text)
        held = np.where(scores > 0, scores, -np.inf)
        return _alone(self._parts, question, best_states(held, question, FOUND))


class StatesAndWays:
    """A baseline: the nearest states, with the shortest directed way to each."""

    name = "states_ways"

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts = parts

    def find(self, question: Question) -> FoundPart:
        """Return the nearest states with ways from where the user is, else from home."""
        goals = best_states(self._parts.state_cosines(question), question, FOUND)
        return joined(self._parts, question, goals)


def joined(parts: GuidanceParts, question: Question, goals: Sequence[Goal]) -> FoundPart:
    """Return goals with the shortest way to each; one that no way leads to stands alone."""
    graph, root = parts.graph, root_of(parts, question, goals)
    if root is None:
        return FoundPart((), (), ())
    union, alone = Union(graph, root), set[int]()
    for goal in goals:
        way = union.way_to(goal.row)
        if way is None:
            alone.add(goal.row)
        else:
            union.add(way)
    states = tuple(sorted({*union.states, *alone}))
    return FoundPart(tuple(goals), states, edges_within(graph, states))


def root_of(parts: GuidanceParts, question: Question, goals: Iterable[Goal]) -> int | None:
    """Return the state from which ways begin: the user's, else home, else the best goal."""
    if question.start is not None:
        return question.start
    for goal in goals:
        application = parts.graph.states[goal.row].application
        return parts.graph.homes.get(application, goal.row)
    return None


MakeGuidanceStrategy = Callable[[GuidanceParts], GuidanceStrategy]
"""How a strategy is made; a class whose instances are strategies is one."""

GUIDANCE_STRATEGIES: Registry[MakeGuidanceStrategy] = Registry("The strategy of guidance")
"""The strategies by name; ``guide`` is the default."""

for _strategy in (GuideStrategy, PaperStrategy, DenseStates, StatesAndWays, DensePages, Bm25Pages):
    GUIDANCE_STRATEGIES.register(_strategy.name, _strategy)
