"""The quiz alone, brought up to date outside a build: the steps of paths and of questions."""

from __future__ import annotations

from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.documented_paths import DocumentedPathsStep
from graphwright.steps.quiz import QuizStep
from graphwright.store.lake import Lake
from graphwright.tables import QuizItem, RejectedQuizItem, rows_of


def make_quiz(lake: Lake, settings: Settings) -> tuple[list[QuizItem], list[RejectedQuizItem]]:
    """Return the questions and those that did not pass, made anew where their tables are old.

    Raises ``LakeError`` where the tables that they are made from are absent, or a build goes on.
    """
    given = Given(lake, settings)
    with lake.exclusive():
        for step in (DocumentedPathsStep.of(given), QuizStep.of(given)):
            step.run(lake, Work())
    return (
        rows_of(QuizItem, lake.read("quiz_items")),
        rows_of(RejectedQuizItem, lake.read("quiz_rejected")),
    )
