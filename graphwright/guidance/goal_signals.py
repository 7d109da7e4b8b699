"""Signals that a state is what a question asks for, state by state, each about from 0 to 1.

A state is known by its own text and names, by the best of the actions that it offers, and by where
the user is: who asks from within an order means that order, so what only its page leads to is near,
and what every page leads to is not.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.asked import GuidanceParts, Question
from graphwright.guidance.name_index import NameIndex
from graphwright.tables.applications import NOT_OF_A_PAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_POINTING = re.compile(r"\b(?:this|that|these|those|here|it|its|them)\b", re.IGNORECASE)
_EVERYWHERE = 0.5
"""Share of an application's states that lead to a state, from which it is the shell's."""

_LOCAL = 3
"""Actions from the user's state within which a state is near."""


@dataclasses.dataclass(frozen=True, slots=True)
class SignalWeights:
    """What each signal is worth; chosen on one half of the questions of ``benchmarks/guidance.py``.

    ``text`` is the cosine of the state's text, ``offers`` the best one of the actions in its page,
    ``words`` BM25 as a share, ``name`` the overlap with label and menu path, ``near`` how few
    actions away it is by ways that not every page offers, ``pointed`` the same where the question
    points at what the user sees ("this", "here").
    """

    text: float = 1.0
    offers: float = 0.25
    words: float = 0.1
    name: float = 0.05
    near: float = 0.12
    pointed: float = 0.03


WEIGHTS = SignalWeights()


class GoalSignals:
    """The signals over one graph; what does not depend on a question is made once."""

    def __init__(self, parts: GuidanceParts) -> None:
        """Take the shared parts."""
        self._parts, self._graph = parts, parts.graph

    def scores(self, question: Question, weights: SignalWeights = WEIGHTS) -> Floats:
        """Return the weighted sum of the signals of each state."""
        worth = dataclasses.asdict(weights)
        scores = np.zeros(len(self._graph.states))
        for name, values in self.of(question).items():
            scores += worth[name] * values
        return scores

    def of(self, question: Question) -> Mapping[str, Floats]:
        """Return each signal by its name."""
        near = self._near(question.start)
        points = _POINTING.search(question.text) is not None
        return {
            "text": self._parts.state_cosines(question),
            "offers": self._offers(self._parts.action_cosines(question)),
            "words": self._parts.files.state_words.shares(question.text),
            "name": self._names.match(question.terms),
            "near": near,
            "pointed": near if points else np.zeros(len(near)),
        }

    @cached_property
    def _names(self) -> NameIndex:
        return NameIndex([state.label, *state.menu_path[-2:]] for state in self._graph.states)

    @cached_property
    def _own(self) -> NDArray[np.int64]:
        """The rows of the actions in pages themselves, not in the shell around all of them."""
        actions = enumerate(self._graph.actions)
        own = [row for row, one in actions if one.region not in NOT_OF_A_PAGE]
        return np.array(own, dtype=np.int64)

    @cached_property
    def _own_states(self) -> NDArray[np.int64]:
        """The states that offer these."""
        return np.array(self._graph.sources, dtype=np.int64)[self._own]

    def _offers(self, cosines: Floats) -> Floats:
        """Return the best of the actions in each page; where there is none, the least of all."""
        best = np.full(len(self._graph.states), -np.inf)
        np.maximum.at(best, self._own_states, cosines[self._own])
        known = np.isfinite(best)
        return np.where(known, best, best[known].min() if known.any() else 0.0)

    def _near(self, start: int | None) -> Floats:
        """Return one over the actions to each state near the user; nothing from a home page.

        What a home page leads to is no nearer to what is asked than anything else.
        """
        near = np.zeros(len(self._graph.states))
        if start is None or start in self._graph.homes.values():
            return near
        steps, queue = {start: 0}, [start]
        for state in queue:
            if steps[state] == _LOCAL:
                break
            for action in self._graph.outgoing[state]:
                target = self._graph.targets[action]
                if target >= 0 and target not in steps and target not in self._everywhere:
                    steps[target] = steps[state] + 1
                    queue.append(target)
        for state, count in steps.items():
            if count:
                near[state] = 1 / count
        return near

    @cached_property
    def _everywhere(self) -> frozenset[int]:
        """The states that most states of their application lead to."""
        return states_everywhere(self._graph)


def states_everywhere(graph: ApplicationGraph) -> frozenset[int]:
    """Return the rows of states that most states of their application lead to."""
    counts: dict[str, int] = {}
    for state in graph.states:
        counts[state.application] = counts.get(state.application, 0) + 1
    found = set()
    for row, actions in enumerate(graph.incoming):
        sources = {graph.sources[action] for action in actions} - {row}
        if len(sources) > _EVERYWHERE * counts[graph.states[row].application]:
            found.add(row)
    return frozenset(found)
