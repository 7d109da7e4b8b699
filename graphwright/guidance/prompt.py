"""A part of the graph as text for a language model: states, edges, the question.

Lemon Learning, section 2: the textualised subgraph stands before the question, edges as (source,
target, action). Each line is JSON, so whatever a page says stays inside its quotation marks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.asked import FoundPart, Question
from graphwright.guidance.steps import writes
from graphwright.guidance.views import GuidancePrompt
from graphwright.llm.prompts.tokens import CHARACTERS_A_TOKEN

TOKENS = 2_000
"""Tokens of a prompt at most, where no number is given."""

LEAST_TOKENS = 50
_FIELDS, _NAME, _HELD = 12, 120, 500


def numbered_edges(graph: ApplicationGraph, part: FoundPart) -> list[int]:
    """Return the actions of a part as a prompt numbers them: those that lead on, then commits.

    Of actions between the same two states the first stands for all.
    """
    first: dict[tuple[int, int], int] = {}
    for row in part.actions:
        first.setdefault((graph.sources[row], graph.targets[row]), row)
    goals = [goal.row for goal in part.goals]
    commits = [
        row
        for state in goals
        for row in graph.outgoing[state]
        if graph.targets[row] < 0 and writes(graph.actions[row]) and graph.actions[row].name
    ]
    return [*sorted(first.values(), key=lambda row: _order(graph, part, row)), *commits]


def _order(graph: ApplicationGraph, part: FoundPart, row: int) -> tuple[int, int, int]:
    places = {state: place for place, state in enumerate(state_order(part))}
    return (places[graph.targets[row]], places[graph.sources[row]], row)


def state_order(part: FoundPart) -> tuple[int, ...]:
    """Return the states of a part, those that may be meant first."""
    goals = [goal.row for goal in part.goals if goal.row in part.states]
    return tuple(dict.fromkeys([*goals, *part.states]))


def prompt_of(
    graph: ApplicationGraph, part: FoundPart, question: Question, tokens: int = TOKENS
) -> GuidancePrompt:
    """Return the prompt; what is least near is left out where it does not fit."""
    budget = max(tokens, LEAST_TOKENS) * CHARACTERS_A_TOKEN
    asked = json.dumps({"question": question.text[: budget // 2]}, ensure_ascii=False)
    room, lines, left_out = budget - len(asked) - 1, list[str](), 0
    here = {state: n for n, state in enumerate(state_order(part), 1)}
    for line in (*_states(graph, part, question, here), *_edges(graph, part, here)):
        if len(line) + 1 > room:
            left_out += 1
            continue
        lines.append(line)
        room -= len(line) + 1
    text = "\n".join([*lines, asked])
    return GuidancePrompt(text=text, tokens=-(-len(text) // CHARACTERS_A_TOKEN), left_out=left_out)


def _states(
    graph: ApplicationGraph, part: FoundPart, question: Question, here: dict[int, int]
) -> Iterator[str]:
    for row, number in here.items():
        state = graph.states[row]
        told: dict[str, object] = {"state": number, "page": _cut(state.label)}
        if state.menu_path:
            told["menu"] = _cut(" > ".join(state.menu_path))
        fields = [one.label for one in graph.fields.get(state.state_id, ()) if one.label]
        if fields:
            told["fields"] = list(map(_cut, fields[:_FIELDS]))
        if row == question.start:
            told["user_is_here"] = True
        yield json.dumps(told, ensure_ascii=False)


def _edges(graph: ApplicationGraph, part: FoundPart, here: dict[int, int]) -> Iterator[str]:
    for number, row in enumerate(numbered_edges(graph, part), 1):
        action = graph.actions[row]
        named = _cut(" > ".join((*action.menu_path, action.name)), _HELD)
        edge = [here[graph.sources[row]], here.get(graph.targets[row]), named]
        yield json.dumps({"edge": number, "source_target_action": edge}, ensure_ascii=False)


def _cut(text: str, length: int = _NAME) -> str:
    return " ".join(text.split())[:length]


def edge_numbers(rows: Sequence[int]) -> dict[int, int]:
    """Return the action that each number of a prompt stands for."""
    return dict(enumerate(rows, 1))
