"""Signals that a state is what a question asks for, each from 0 to 1, state by state.

A state is known by its own text and name, by what calls it (the actions that lead to it), by the
fields that it shows, and by what can be done there (its commits): "create a queue" is told by a
link ``Create`` under ``Queues``, "change my password" by a field and a button.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.asked import GuidanceParts, Question
from graphwright.guidance.name_index import NameIndex
from graphwright.tables.applications import UiAction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_DEEP = 10
"""Depth from which a state counts as deep as any."""


@dataclasses.dataclass(frozen=True, slots=True)
class SignalWeights:
    """What each signal is worth; chosen by ``benchmarks/guidance.py`` on halves of questions."""

    text: float = 1.0
    words: float = 1.0
    name: float = 1.0
    called: float = 0.5
    called_near: float = 0.5
    fields: float = 0.3
    done: float = 0.3
    shallow: float = 0.05


WEIGHTS = SignalWeights()


class GoalSignals:
    """The signals over one graph; what does not depend on a question is made once."""

    def __init__(self, parts: GuidanceParts) -> None:
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
        terms = question.terms
        fields, done = self._fields.overlap(terms)[0], self._done.match(terms)
        return {
            "text": self._parts.state_cosines(question),
            "words": self._parts.files.state_words.shares(question.text),
            "name": np.maximum(self._names.match(terms), self._paths.match(terms)),
            "called": self._into(self._links.match(terms)),
            "called_near": self._into(self._parts.action_cosines(question)),
            "fields": fields,
            "done": self._out_of(done),
            "shallow": self._shallow,
        }

    @cached_property
    def _names(self) -> NameIndex:
        return NameIndex([state.label] for state in self._graph.states)

    @cached_property
    def _paths(self) -> NameIndex:
        return NameIndex([state.label, *state.menu_path[-2:]] for state in self._graph.states)

    @cached_property
    def _fields(self) -> NameIndex:
        shown = self._graph.fields
        return NameIndex(
            [field.label for field in shown.get(state.state_id, ())] for state in self._graph.states
        )

    @cached_property
    def _links(self) -> NameIndex:
        """The names of actions, each with the menus above it or the state that offers it."""
        return NameIndex(map(self._called, range(len(self._graph.actions))))

    def _called(self, row: int) -> Sequence[str]:
        action = self._graph.actions[row]
        above = action.menu_path[-2:] or (self._graph.states[self._graph.sources[row]].label,)
        return (action.name, *above)

    @cached_property
    def _done(self) -> NameIndex:
        """The names of actions that lead nowhere else, each with the state that offers it."""
        return NameIndex(
            (action.name, self._graph.states[self._graph.sources[row]].label)
            if _stays(self._graph, row, action)
            else ()
            for row, action in enumerate(self._graph.actions)
        )

    def _into(self, values: Floats) -> Floats:
        """Return the best of the actions that lead to each state."""
        return self._best(values, self._target_rows)

    def _out_of(self, values: Floats) -> Floats:
        """Return the best of the actions that each state offers."""
        return self._best(values, np.array(self._graph.sources, dtype=np.int64))

    def _best(self, values: Floats, ends: NDArray[np.int64]) -> Floats:
        best = np.zeros(len(self._graph.states))
        led = ends >= 0
        np.maximum.at(best, ends[led], values[led])
        return best

    @cached_property
    def _target_rows(self) -> NDArray[np.int64]:
        pairs = zip(self._graph.sources, self._graph.targets, strict=True)
        return np.array([-1 if s == t else t for s, t in pairs], dtype=np.int64)

    @cached_property
    def _shallow(self) -> Floats:
        depths = np.array([state.depth for state in self._graph.states], dtype=np.float64)
        return 1 - np.minimum(depths, _DEEP) / _DEEP


def _stays(graph: ApplicationGraph, row: int, action: UiAction) -> bool:
    return bool(action.name) and graph.targets[row] in (-1, graph.sources[row])
