"""Measure how well strategies of guidance find what questions ask for, over a published graph.

    .venv/bin/python benchmarks/guidance.py LAKE QUESTIONS... [--application NAME] [--misses]

QUESTIONS are files such as ``data/applications/request_tracker_questions.yaml``. Printed are for
each strategy, all in one run: in how many questions a directed way leads from the user's state to
the goal inside the states that were found (``path``), in how many the goal is among them at all
(``target``), how many states these are on average, the same for both halves (by a hash of the
question's id: numbers were chosen on ``develop``), and the time of a question with its embedding.
Intervals are of a paired bootstrap over questions, ``guide`` less each other. Questions whose start
or goal the graph does not have are listed and not asked. Last stand the shares of these questions
and of foreign ones (``data/applications/foreign_questions.yaml``) that are answered at all, above
the bound of ``graphwright/guidance/known.yaml``, in halves. The last line is JSON.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from guidance_goals import AskedQuestion, read_questions
from retrieval import paired_interval

from graphwright.guidance.asked import FoundPart
from graphwright.guidance.opened_applications import OpenedApplications
from graphwright.guidance.standing import Place, Standing
from graphwright.guidance.strategies import GUIDANCE_STRATEGIES
from graphwright.guidance.ways import edges_within, way_within
from graphwright.project import open_project

OURS = "guide"
HALVES = ("develop", "confirm")
FOREIGN = Path(__file__).with_name("data") / "applications" / "foreign_questions.yaml"


@dataclasses.dataclass(frozen=True)
class Asked:
    """What a strategy found for a question."""

    question: AskedQuestion
    part: FoundPart
    path: bool
    target: bool
    milliseconds: float


def ask(
    opened: OpenedApplications, application: str, name: str, questions: Sequence[AskedQuestion]
) -> list[Asked]:
    """Return what a strategy finds for each question."""
    strategy = opened.strategy(name)
    if questions:  # what is made once is not the first question's to pay
        strategy.find(opened.question("a page", _place(application, questions[0])))
    found = []
    for one in questions:
        began = time.perf_counter()
        part = strategy.find(opened.question(one.text, _place(application, one)))
        took = 1000 * (time.perf_counter() - began)
        found.append(
            Asked(one, part, leads(opened, part, one), bool(one.goals & set(part.states)), took)
        )
    return found


def _place(application: str, question: AskedQuestion) -> Place:
    return Place(question.start, Standing.STATE, application)


def leads(opened: OpenedApplications, part: FoundPart, question: AskedQuestion) -> bool:
    """Return whether a directed way joins start and goal inside the states that were found."""
    if question.start not in part.states:
        return False
    actions = edges_within(opened.graph, part.states)
    goals = question.goals & set(part.states)
    return any(way_within(opened.graph, actions, question.start, one) is not None for one in goals)


def figures(found: Sequence[Asked]) -> dict[str, Any]:
    """Return the figures of a strategy."""
    halves = {
        half: _share([one.path for one in found if one.question.half == half]) for half in HALVES
    }
    return {
        "path": _share([one.path for one in found]),
        "target": _share([one.target for one in found]),
        "states": round(statistics.mean(len(one.part.states) for one in found), 2),
        **halves,
        "away": _share([one.path for one in found if one.question.away]),
        "p50_ms": round(statistics.median(one.milliseconds for one in found), 1),
    }


def _share(held: Sequence[bool]) -> float | None:
    return round(statistics.mean(held), 4) if held else None


def answered(
    opened: OpenedApplications, application: str, found: Sequence[Asked]
) -> dict[str, dict[str, float | None]]:
    """Return the shares of questions that are answered at all: own ones and foreign ones."""
    place = Place(opened.graph.homes.get(application), Standing.HOME, application)
    asked = {one.question.id: opened.question(one.question.text, place) for one in found}
    own = [(one.question.half, opened.is_known(asked[one.question.id], one.part)) for one in found]
    foreign = []
    for number, text in enumerate(yaml.safe_load(FOREIGN.read_text("utf-8"))):
        question = opened.question(text, place)
        part = opened.strategy(OURS).find(question)
        foreign.append(("confirm" if number % 2 else "develop", opened.is_known(question, part)))
    return {
        name: {half: _share([known for h, known in rows if h == half]) for half in HALVES}
        for name, rows in (("own", own), ("foreign", foreign))
    }


def compare(found: dict[str, list[Asked]]) -> dict[str, list[float]]:
    """Return the intervals of the difference of paths, ours less each other strategy."""
    paths = {name: np.array([one.path for one in rows], float) for name, rows in found.items()}
    return {
        name: [round(end, 4) for end in paired_interval(paths[OURS], other)]
        for name, other in paths.items()
        if name != OURS
    }


def measure(
    opened: OpenedApplications, application: str, path: Path, *, misses: bool
) -> dict[str, Any]:
    """Ask the questions of a file by all strategies, and print what came of it."""
    questions, left_out = read_questions(path, opened, application)
    print(f"{path.name}: {len(questions)} questions to {application}, {len(left_out)} left out")
    for line in left_out:
        print(f"  {line}")
    found = {name: ask(opened, application, name, questions) for name in GUIDANCE_STRATEGIES.names}
    told = {name: figures(rows) for name, rows in found.items()}
    for name, row in told.items():
        print(f"  {name}: {row}")
    intervals = compare(found)
    print(f"  guide less each other, 95 %: {intervals}")
    known = answered(opened, application, found[OURS])
    print(f"  answered at all: {known}")
    for one in found[OURS] if misses else ():
        if not one.path:
            asked = one.question
            goals = sorted({opened.graph.states[row].label for row in asked.goals})
            got = [opened.graph.states[goal.row].label for goal in one.part.goals]
            print(f"  missed ({asked.half}) {asked.id} {asked.text!r}: {goals[:3]}; found {got}")
    return {
        "questions": len(questions),
        "left_out": len(left_out),
        "strategies": told,
        "guide_less_each": intervals,
        "answered": known,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--application", help="Where the lake has several.")
    parser.add_argument("--misses", action="store_true", help="Print what 'guide' missed.")
    given = parser.parse_args()
    opened = open_project(given.lake).guidance()
    application = given.application or min(opened.graph.applications)
    told = {
        path.name: measure(opened, application, path, misses=given.misses)
        for path in given.questions
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
