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
    from collections.abc import Sequence


@dataclasses.dataclass(frozen=True, slots=True)
class Budget:
    """How large the part may be.

    ``states`` at most, the start among them; ``candidates`` are looked at; ``sharpness`` says how
    quickly a state is less probable as its score falls behind the best one's.
    """

    states: int = 8
    candidates: int = 40
    sharpness: float = 6.0


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
        taken = self._grow(union, ranked)
        states = tuple(sorted({*union.states, *(goal.row for goal in taken)}))
        return FoundPart(taken, states, edges_within(self._parts.graph, states))

    def rank(self, question: Question) -> tuple[Goal, ...]:
        """Return the best candidates."""
        scores = np.where(question.among, self._signals.scores(question, self._weights), -np.inf)
        ranked = top(scores, self._budget.candidates)
        return tuple(Goal(row, score) for row, score in ranked if np.isfinite(score))

    def _root(self, question: Question, best: Goal) -> int:
        if question.start is not None:
            return question.start
        application = self._parts.graph.states[best.row].application
        return self._parts.graph.homes.get(application, best.row)

    def _grow(self, union: Union, ranked: Sequence[Goal]) -> tuple[Goal, ...]:
        """Take candidates in while there is room, and return them, best first."""
        ways = {goal.row: union.way_to(goal.row) for goal in ranked}
        best = ranked[0].score
        likely = {
            goal.row: float(np.exp(self._budget.sharpness * (goal.score - best))) for goal in ranked
        }
        left, taken, alone = list(ranked), list[Goal](), 0
        while left:
            costs = {
                goal.row: 1 if (way := ways[goal.row]) is None else union.added_by(way)
                for goal in left
            }
            room = self._budget.states - len(union.states) - alone
            fitting = [goal for goal in left if costs[goal.row] <= room or not taken]
            if not fitting:
                break
            chosen = (
                max(
                    fitting,
                    key=lambda goal: (likely[goal.row] / (costs[goal.row] + 0.5), -goal.row),
                )
                if taken
                else fitting[0]
            )
            left.remove(chosen)
            taken.append(chosen)
            if (way := ways[chosen.row]) is None:
                alone += 1
            else:
                union.add(way)
        return tuple(sorted(taken, key=lambda goal: (-goal.score, goal.row)))
