"""The quiz of a lake: counts, baselines and accuracy by skill for each context, in one run.

    python benchmarks/quiz.py LAKE [--llm] [--orders N] [--most N]

Intervals are Wilson's, 95 %. ``--llm`` asks the LLM that the lake's settings name; with
``tests/real_model.py`` as a server that is the small packaged one. The verdicts are of 50 questions
of Request Tracker, read by hand (``quiz_verdicts.yaml``).
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import yaml

from graphwright.project import open_project
from graphwright.quiz.report import QuizResult
from graphwright.quiz.run import Accuracy, Answered
from graphwright.tables import QuizSkill

VERDICTS = Path(__file__).with_name("data") / "applications" / "quiz_verdicts.yaml"


def main() -> None:
    """Print counts, accuracies and verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=Path)
    parser.add_argument("--llm", action="store_true")
    parser.add_argument("--orders", type=int, default=4)
    parser.add_argument("--most", type=int)
    given = parser.parse_args()
    project = open_project(given.lake)
    counts = project.quiz_build()
    print(f"{sum(counts.items.values())} questions: {counts.items}; rejected: {counts.rejected}")
    result = project.quiz_run(
        llm=given.llm, orders=given.orders, most=given.most, told=lambda one: print(_named(one))
    )
    for one in result.answered:
        print(f"{_named(one):36} {_shares(result, one)}")
    print(_verdicts())


def _named(one: Answered) -> str:
    return f"{one.context or '-'} / {one.name}"


def _shares(result: QuizResult, one: Answered) -> str:
    skills = [(str(skill), result.accuracy(one, skill)) for skill in QuizSkill]
    return "  ".join(
        f"{name} {_told(made)}" for name, made in [("all", result.accuracy(one)), *skills]
    )


def _verdicts() -> str:
    read = yaml.safe_load(VERDICTS.read_text("utf-8"))["questions"]
    sound = Accuracy(sum(one["verdict"] == "sound" for one in read), len(read))
    causes = Counter(one["cause"] for one in read if one["verdict"] != "sound")
    return f"read by hand: {_told(sound)} sound; others: {dict(causes)}"


def _told(one: Accuracy) -> str:
    low, high = one.interval
    return f"{one.share:.3f} ({low:.3f}-{high:.3f}, n={one.asked})"


if __name__ == "__main__":
    main()
