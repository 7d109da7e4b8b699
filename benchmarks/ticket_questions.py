"""Ask 60 questions of the Titanium tickets' graph: do the planned rows equal the gold rows?

    .venv/bin/python benchmarks/ticket_questions.py LAKE [--misses]

LAKE holds the tickets of titanium_dev. The questions (``data/ticket_questions.yaml``) are of ten
kinds, six each; odd ones are to develop with, even ones to confirm. Rules plan them, no language
model is asked. A question is right where its rows equal the gold rows, no more and no less; a
wanted section, where each gold ticket's is there and not empty. The baseline, in the same run,
takes the tickets that a question names and what it wants of them, and follows no link.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import yaml

from graphwright.errors import PlanError
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.store.lake import Lake
from graphwright.tables import rows_of, table_of
from graphwright.tables.tickets import Ticket, TicketCluster, TicketEdge
from graphwright.ticket_retrieval.cypher_text import cypher_of
from graphwright.ticket_retrieval.plan import Plan, Returned
from graphwright.ticket_retrieval.plan_rules import PlannedQuestion, PlanRules
from graphwright.ticket_retrieval.plan_run import PlanResult, PlanRow, PlanRunner, TicketOrKey
from graphwright.ticket_retrieval.ticket_properties import FIELDS
from graphwright.tickets.template import default_template

Row = TypeVar("Row")
QUESTIONS = Path(__file__).with_name("data") / "ticket_questions.yaml"


@dataclasses.dataclass(frozen=True)
class Scored:
    """A question with what was found, and whether that is right; the same of the baseline."""

    question: dict[str, Any]
    planned: PlannedQuestion | None
    found: Any
    right: bool
    baseline: bool


def read_questions(path: Path = QUESTIONS) -> list[dict[str, Any]]:
    """Return the questions of a file, in order."""
    questions: list[dict[str, Any]] = yaml.safe_load(path.read_text("utf-8"))["questions"]
    return questions


def score(runner: PlanRunner, rules: PlanRules, questions: list[dict[str, Any]]) -> list[Scored]:
    """Return each question with its score."""
    return [_scored(runner, rules, question) for question in questions]


def _scored(runner: PlanRunner, rules: PlanRules, question: dict[str, Any]) -> Scored:
    baseline = _found(runner, _named_alone(rules, question["question"]), question)
    try:
        planned = rules(question["question"])
        found = None if planned.plan.search else _found(runner, planned.plan, question)
    except PlanError as error:
        return Scored(question, None, str(error), False, baseline == _gold(question))
    gold = _gold(question)
    return Scored(question, planned, found, found == gold, baseline == gold)


def _named_alone(rules: PlanRules, text: str) -> Plan:
    """Return the baseline's plan: the tickets that are named, with what the words want."""
    plan = rules(text).plan
    keys = [group for group in plan.where if group[0].name == "key"][:1]
    names = dict.fromkeys(("key", *(one.name for one in plan.returns if one.name != "link_kind")))
    return Plan(where=tuple(keys), returns=tuple(Returned(name=name) for name in names))


def _gold(question: dict[str, Any]) -> Any:
    if "count" in question:
        return question["count"]
    if "tickets" in question:
        return sorted(question["tickets"])
    if "links" in question:
        return sorted(question["links"])
    if "values" in question:
        return {key: _strings(value) for key, value in question["values"].items()}
    return question.get("groups") or question.get("sections")


def _strings(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(sorted(str(one) for one in values if one))


def _found(runner: PlanRunner, plan: Plan, question: dict[str, Any]) -> Any:
    """Return what a plan finds, in the form of the question's gold."""
    result = runner.run(plan)
    if "count" in question:
        return result.count
    if "groups" in question:
        return {"".join(row.cells[0].values): row.count for row in result.rows if row.cells}
    head = plan.last
    keys = [_key(runner, row.path[head]) for row in result.rows if row.path]
    if "tickets" in question:
        return sorted(keys)
    if "links" in question:
        return sorted({kind for row in result.rows for kind in row.kinds})
    if "sections" in question:
        return _sections(result, question, keys)
    return {
        key: _values(row, plan, question["values"].get(key))
        for key, row in zip(keys, result.rows, strict=True)
    }


def _key(runner: PlanRunner, one: TicketOrKey) -> str:
    return one if isinstance(one, str) else runner.graph.tickets[one].key


def _sections(result: PlanResult, question: dict[str, Any], keys: list[str]) -> dict[str, str]:
    """Return the wanted sections that were found, by key."""
    return {
        key: one.name
        for key, row in zip(keys, result.rows, strict=True)
        for one, cell in zip(result.plan.returns, row.cells, strict=True)
        if one.name not in FIELDS and any(text.strip() for text in cell.values)
    }


def _values(row: PlanRow, plan: Plan, gold: Any) -> tuple[str, ...]:
    """Return the values of the fields beside the key; times as far as the gold is written."""
    cells = zip(plan.returns, row.cells, strict=True)
    values = [value for one, cell in cells if one.name != "key" for value in cell.values]
    is_day = isinstance(gold, str) and len(gold) == 10 and gold[4] == "-"
    return tuple(sorted(value[:10] if is_day else value for value in values))


def graph_of(lake: Lake) -> TicketGraph:
    """Return the graph of a lake's tickets."""
    return TicketGraph.of(
        _rows(lake, Ticket),
        pa.concat_tables(
            [lake.read_file("ticket_sections", path) for path in lake.paths("ticket_sections")]
        ),
        edges=_rows(lake, TicketEdge),
        clusters=_rows(lake, TicketCluster),
    )


def _rows(lake: Lake, row: type[Row]) -> list[Row]:
    """Return all rows of a table."""
    name = table_of(row).name
    tables = (lake.read_file(name, path) for path in lake.paths(name))
    return [one for table in tables for one in rows_of(row, table)]


def main() -> None:
    """Print the shares by kind and half; with --misses what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    graph = graph_of(Lake(options.lake))
    sections = list(default_template().sections.values())
    runner = PlanRunner(graph, sections=[one.name for one in sections])
    report(score(runner, PlanRules(graph, sections), read_questions()), misses=options.misses)


def report(
    scored: list[Scored], *, misses: bool, halves: tuple[str, ...] = ("develop", "confirm")
) -> None:
    """Print each kind's right answers, and one JSON object with the shares."""
    right: Counter[tuple[str, str]] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    baseline = 0
    for one in scored:
        half = "develop" if one.question["id"] % 2 else "confirm"
        place = (one.question["kind"], half)
        asked[place] += 1
        right[place] += one.right
        baseline += one.baseline
        if misses and not one.right and half in halves:
            print(f"{one.question['id']} {one.question['question']}\n  found {one.found}")
            print(f"  gold {_gold(one.question)}")
            print(cypher_of(one.planned.plan) if one.planned else "")
    for kind in dict.fromkeys(kind for kind, _ in asked):
        told = [
            f"{half} {right[kind, half]}/{asked[kind, half]}" for half in ("develop", "confirm")
        ]
        print(f"{kind:14} {'  '.join(told)}")
    sums = {
        half: sum(n for (_, h), n in right.items() if h == half) for half in ("develop", "confirm")
    }
    print(
        json.dumps({"questions": len(scored), **sums, "right": right.total(), "baseline": baseline})
    )


if __name__ == "__main__":
    main()
