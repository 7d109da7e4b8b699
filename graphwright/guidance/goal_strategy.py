"""Ours: states that may be meant by several signals, joined by directed ways from the user's state.

PCST sees no direction and may prune where the user stands. Here the part is rooted there, each
state comes with the shortest way that leads to it, and states are taken while they are few: those
that cost the fewest new states for what they are probably worth go first.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.guidance.asked import FoundPart, Goal, GuidanceParts, Question
from graphwright.guidance.goal_signals import WEIGHTS, GoalSignals, SignalWeights
from graphwright.guidance.ways import Union, edges_within
from graphwright.retrieval.ranking import top

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclasses.dataclass(frozen=True, slots=True)
class Budget:
    """How large the part may be.

    ``states`` at most, the start among them, unless the best one's way alone is longer;
    ``candidates`` are looked at; ``sharpness`` says how quickly a state is less probable as its
    score falls behind the best one's; of states whose texts are as near as ``alike`` one is taken.
    """

    states: int = 8
    candidates: int = 60
    sharpness: float = 30.0
    alike: float = 0.95


BUDGET = Budget()


class GuideStrategy:
    """Candidates by weighted signals, taken with their ways while the budget lasts."""

    name = "guide"

    def __init__(
        self,
        parts: GuidanceParts,
        weights: SignalWeights = WEIGHTS,
        budget: Budget = BUDGET,
    ) -> None:
        """Take the shared parts, what each signal is worth, and how large the part may be."""
        self._parts, self._weights, self._budget = parts, weights, budget
        self._signals = GoalSignals(parts)

    def find(self, question: Question) -> FoundPart:
        """Return the part; its goals are the states that were taken in for themselves."""
        ranked = self.rank(question)
        if not ranked:
            return FoundPart((), (), ())
        union = Union(self._parts.graph, self._root(question, ranked[0]))
        taken = _Growth(union, ranked, self._budget).taken()
        states = tuple(sorted({*union.states, *(goal.row for goal in taken)}))
        return FoundPart(taken, states, edges_within(self._parts.graph, states))

    def rank(self, question: Question) -> tuple[Goal, ...]:
        """Return the best candidates, of states that are alike the best one."""
        scores = np.where(question.among, self._signals.scores(question, self._weights), -np.inf)
        ranked = top(scores, self._budget.candidates)
        found = (Goal(row, score) for row, score in ranked if np.isfinite(score))
        return self._distinct(goal for goal in found if goal.row != question.start)

    def _distinct(self, ranked: Iterable[Goal]) -> tuple[Goal, ...]:
        vectors, kept = self._parts.files.state_vectors, list[Goal]()
        names: set[tuple[str, str]] = set()
        for goal in ranked:
            state = self._parts.graph.states[goal.row]
            name = (state.template.partition("?")[0], state.label)
            near = vectors[[one.row for one in kept]] @ vectors[goal.row]
            if name not in names and not (near > self._budget.alike).any():
                names.add(name)
                kept.append(goal)
        return tuple(kept)

    def _root(self, question: Question, best: Goal) -> int:
        if question.start is not None:
            return question.start
        application = self._parts.graph.states[best.row].application
        return self._parts.graph.homes.get(application, best.row)


class _Growth:
    """Takes candidates into a part while there is room: the best one first, then what is cheap."""

    def __init__(self, union: Union, ranked: Sequence[Goal], budget: Budget) -> None:
        self._union, self._ranked, self._budget = union, ranked, budget
        self._ways = {goal.row: union.way_to(goal.row) for goal in ranked}
        best = ranked[0].score
        self._likely: Mapping[int, float] = {
            goal.row: float(np.exp(budget.sharpness * (goal.score - best))) for goal in ranked
        }
        self._alone = 0

    def taken(self) -> tuple[Goal, ...]:
        """Return what was taken, best first; one that no way leads to stands alone."""
        left, taken = list(self._ranked[1:]), [self._take(self._ranked[0])]
        while fitting := [goal for goal in left if self._cost(goal) <= self._room]:
            chosen = max(fitting, key=self._worth)
            left.remove(chosen)
            taken.append(self._take(chosen))
        return tuple(sorted(taken, key=lambda goal: (-goal.score, goal.row)))

    @property
    def _room(self) -> int:
        return self._budget.states - len(self._union.states) - self._alone

    def _worth(self, goal: Goal) -> tuple[float, int]:
        """Return what orders candidates: their probability for each new state."""
        return (self._likely[goal.row] / (self._cost(goal) + 0.5), -goal.row)

    def _cost(self, goal: Goal) -> int:
        way = self._ways[goal.row]
        return 1 if way is None else self._union.added_by(way)

    def _take(self, goal: Goal) -> Goal:
        way = self._ways[goal.row]
        if way is None:
            self._alone += 1
        else:
            self._union.add(way)
        return goal
