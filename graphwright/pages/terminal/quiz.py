"""The quiz on a terminal: how many questions there are, and how well they are answered."""

from __future__ import annotations

from typing import Any

from graphwright.display.grid import Grid, grid
from graphwright.quiz.report import QuizCounts, QuizResult
from graphwright.quiz.run import Answered
from graphwright.tables import QuizSkill


def counts_grids(counts: QuizCounts) -> list[Grid]:
    """Return the questions by skill, and those that did not pass by reason."""
    total = [("all", sum(counts.items.values()))]
    return [
        grid("Questions by skill", ("skill", "questions"), [*counts.items.items(), *total]),
        grid("Questions that did not pass", ("reason", "questions"), counts.rejected.items()),
    ]


def result_grid(result: QuizResult) -> Grid:
    """Return the accuracy of each way of answering, over all and by skill."""
    rows = [
        (
            one.context or "none needed",
            one.name,
            _share(result, one, None),
            *(_share(result, one, skill) for skill in QuizSkill),
        )
        for one in result.answered
    ]
    title = f"Right answers of {len(result.items)} questions, with 95 % intervals"
    return grid(title, ("context", "answered by", "all", *QuizSkill), rows)


def result_rows(result: QuizResult) -> list[dict[str, Any]]:
    """Return the same as plain values, for JSON."""
    found = []
    for one in result.answered:
        for skill in (None, *QuizSkill):
            made = result.accuracy(one, skill)
            low, high = made.interval
            found.append(
                {
                    "context": one.context,
                    "answered_by": one.name,
                    "skill": skill or "all",
                    "right": made.right,
                    "asked": made.asked,
                    "share": made.share,
                    "low": low,
                    "high": high,
                }
            )
    return found


def _share(result: QuizResult, one: Answered, skill: QuizSkill | None) -> str:
    made = result.accuracy(one, skill)
    low, high = made.interval
    return f"{made.share:.2f} ({low:.2f}-{high:.2f})" if made.asked else "-"
