"""Where the states of an answer stand in its picture, and which arrows are drawn between them.

Columns are actions from where the user is, so the picture reads from left to right; a state that no
way leads to stands in the last one. Drawn are the arrows to the next column: menus lead from every
page to every other, which nobody could read. The table beside the picture has all of them.
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections import defaultdict
from collections.abc import Mapping, Sequence

from graphwright.display.printable import prose
from graphwright.guidance.views import Guidance, PartEdge

WIDTH, HEIGHT = 168, 46
"""Size of the box of a state, in pixels."""
_COLUMN, _ROW, _EDGE = 240, 62, 8
_LINE, _LINES = 22, 2
_LINE_HEIGHT = 16


@dataclasses.dataclass(frozen=True, slots=True)
class Box:
    """A state: its upper left corner, its label in lines with their heights, and its part.

    ``part`` is start, goal, step or other.
    """

    x: int
    y: int
    lines: tuple[tuple[int, str], ...]
    label: str
    part: str


@dataclasses.dataclass(frozen=True, slots=True)
class Arrow:
    """The actions from one state to another: both ends, what they do, and if a step is one."""

    x1: int
    y1: int
    x2: int
    y2: int
    text: str
    step: bool


@dataclasses.dataclass(frozen=True, slots=True)
class PartPicture:
    """The picture of the part of a graph, in pixels; ``box`` is the size of each state's."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    box: tuple[int, int] = (WIDTH, HEIGHT)


def part_picture(guidance: Guidance) -> PartPicture | None:
    """Return the picture of the part that was found; None where there is none."""
    if not guidance.states:
        return None
    columns = _columns(guidance)
    places = {
        state: (_EDGE + column * _COLUMN, _EDGE + row * _ROW)
        for column, states in enumerate(columns)
        for row, state in enumerate(states)
    }
    parts, stepped = _parts(guidance), _stepped(guidance)
    labels = {one.state_id: prose(one.label) for one in guidance.states}
    boxes = (
        Box(*places[state], _lines(labels[state]), labels[state], parts.get(state, "other"))
        for states in columns
        for state in states
    )
    return PartPicture(
        2 * _EDGE + (len(columns) - 1) * _COLUMN + WIDTH,
        2 * _EDGE + (max(map(len, columns)) - 1) * _ROW + HEIGHT,
        tuple(boxes),
        _arrows(guidance.edges, columns, places, stepped),
    )


def _columns(guidance: Guidance) -> list[list[str]]:
    """Return the ids of states by their actions from the user, in the order of the answer."""
    order = [one.state_id for one in guidance.states]
    targets: defaultdict[str, set[str]] = defaultdict(set)
    for edge in guidance.edges:
        targets[edge.source_id].add(edge.target_id)
    root = _root(guidance, order)
    columns, placed = [[root]], {root}
    while following := [
        one
        for one in order
        if one not in placed and any(one in targets[state] for state in columns[-1])
    ]:
        columns.append(following)
        placed.update(following)
    alone = [one for one in order if one not in placed]
    return [*columns, alone] if alone else columns


def _root(guidance: Guidance, order: Sequence[str]) -> str:
    """Return the state that ways begin at: the user's, else that of the first step."""
    start = guidance.start.state
    pages = [step.page.state_id for step in guidance.steps]
    asked = ([start.state_id] if start else []) + pages + list(order)
    return next(one for one in asked if one in set(order))


def _parts(guidance: Guidance) -> dict[str, str]:
    """Return what a state is to the answer, where it is something."""
    found = {step.page.state_id: "step" for step in guidance.steps}
    if guidance.goal is not None:
        found[guidance.goal.state.state_id] = "goal"
    if guidance.start.state is not None:
        found[guidance.start.state.state_id] = "start"
    return found


def _stepped(guidance: Guidance) -> set[tuple[str, str]]:
    """Return the pairs of states that steps go between."""
    return {
        (step.page.state_id, step.target.state_id)
        for step in guidance.steps
        if step.target is not None
    }


def _arrows(
    edges: Sequence[PartEdge],
    columns: Sequence[Sequence[str]],
    places: Mapping[str, tuple[int, int]],
    stepped: set[tuple[str, str]],
) -> tuple[Arrow, ...]:
    column = {state: number for number, states in enumerate(columns) for state in states}
    texts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for edge in edges:
        if column[edge.target_id] == column[edge.source_id] + 1:
            texts[edge.source_id, edge.target_id].append(prose(edge.text))
    arrows = []
    for (source, target), said in texts.items():
        (x1, y1), (x2, y2) = places[source], places[target]
        middle = HEIGHT // 2
        text = "; ".join(dict.fromkeys(said))
        step = (source, target) in stepped
        arrows.append(Arrow(x1 + WIDTH, y1 + middle, x2, y2 + middle, text, step))
    return tuple(sorted(arrows, key=lambda one: one.step))  # steps are drawn over the others


def _lines(label: str) -> tuple[tuple[int, str], ...]:
    """Return the lines of a label, each with its height from the top of the box."""
    lines = textwrap.wrap(label, _LINE, max_lines=_LINES, placeholder=" ...") or ["?"]
    first = HEIGHT // 2 + 5 - _LINE_HEIGHT * (len(lines) - 1) // 2
    return tuple((first + _LINE_HEIGHT * number, line) for number, line in enumerate(lines))
