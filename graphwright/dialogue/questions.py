"""Which question to ask, with which options: never one twice, never an option twice."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from graphwright.dialogue.conditions import Choice, Knowledge, Standing
from graphwright.dialogue.families import families
from graphwright.dialogue.reply import Option
from graphwright.dialogue.view import GraphView


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question: its name among those asked, its choice, its options, and whether more are left.

    ``again`` says that it goes on with values for which an earlier one had no place.
    """

    name: str
    choice: Choice
    options: tuple[Option, ...]
    others: bool
    again: bool


_NODES = ("part:", "page:", "intent:", "more:")
"""Groups whose values are nodes."""
FAMILY = "#family"
"""Ends the group of an option that stands for several values."""


def of_nodes(group: str) -> bool:
    """Return whether the values of a group are nodes, and not those of a condition."""
    return group.startswith(_NODES)


def best_choice(view: GraphView, choices: Sequence[Choice]) -> Choice:
    """Return the choice that parts what is below it best: the most bits of the nodes it leads to.

    Of equals the first of the page is taken.
    """
    return max(choices, key=lambda choice: _bits(view, choice))


def _bits(view: GraphView, choice: Choice) -> float:
    sizes = [sum(_leaves(view, row) for row in rows) for rows in choice.rows.values()]
    return -sum(size / sum(sizes) * math.log2(size / sum(sizes)) for size in sizes)


def _leaves(view: GraphView, row: int) -> int:
    return sum(_leaves(view, child) for child in view.children(row)) or 1


def question(
    choice: Choice,
    known: Knowledge,
    asked: Sequence[str],
    offered: Sequence[tuple[str, str]],
    most: int,
) -> Question | None:
    """Return the question for a choice, None where it was asked and nothing new can be offered."""
    standing = known.standing(choice)
    left = [value for value in choice.values if standing[value] == Standing.OPEN]
    again, parted = choice.group in asked, f"{choice.group}{FAMILY}" in asked
    repeats = any((choice.group, value) in offered for value in left)
    unread = parted and not again and len(left) == len(choice.values)
    if not left or unread or ((again or parted) and repeats):
        return None
    if len(left) > most and not again and not parted and not of_nodes(choice.group):
        return _of_families(choice, left, most)
    shown = left[:most]
    rounds = sum(one == choice.group or one.startswith(f"{choice.group}#") for one in asked)
    name = f"{choice.group}#{rounds + 1}" if again else choice.group
    options = tuple(Option(choice.labels[value], choice.group, value) for value in shown)
    return Question(name, choice, options, len(left) > len(shown), again)


def _of_families(choice: Choice, left: Sequence[str], most: int) -> Question:
    found = families({value: choice.labels[value] for value in left}, most)
    options = tuple(
        Option(label, choice.group, values[0])
        if len(values) == 1
        else Option(label, f"{choice.group}{FAMILY}", label)
        for label, values in found
    )
    others = len({value for _, values in found for value in values}) < len(left)
    return Question(f"{choice.group}{FAMILY}", choice, options, others, again=False)
