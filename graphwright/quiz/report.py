"""What is told of the quiz: how many questions there are, and how well they are answered."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence

from graphwright.quiz.run import Accuracy, Answered
from graphwright.tables import QuizItem, QuizSkill, RejectedQuizItem


@dataclasses.dataclass(frozen=True, slots=True)
class QuizCounts:
    """Questions by skill, and those that did not pass by reason; ``where`` are the tables."""

    items: dict[str, int]
    rejected: dict[str, int]
    where: str

    @classmethod
    def of(
        cls, items: Sequence[QuizItem], rejected: Sequence[RejectedQuizItem], where: str
    ) -> QuizCounts:
        """Count the rows."""
        skills = Counter(str(one.skill) for one in items)
        reasons = Counter(str(one.reason) for one in rejected)
        return cls(
            {skill: skills.get(skill, 0) for skill in QuizSkill},
            dict(sorted(reasons.items(), key=lambda one: (-one[1], one[0]))),
            where,
        )


@dataclasses.dataclass(frozen=True)
class QuizResult:
    """How each way of answering did over the same questions."""

    items: tuple[QuizItem, ...]
    answered: tuple[Answered, ...]

    def accuracy(self, one: Answered, skill: QuizSkill | None = None) -> Accuracy:
        """Return the accuracy of one way, for a skill or over all."""
        return one.accuracy(self.items, skill)


OnAnswered = Callable[[Answered], None]
"""Told each way of answering as it is done."""
