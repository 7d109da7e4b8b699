"""Which conditions of a node are met by what the user said, and which are open."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from graphwright.dialogue.facts import Said, group_facts
from graphwright.dialogue.reply import Fact
from graphwright.dialogue.view import GraphView


class Standing(StrEnum):
    """What is known of a value of a group."""

    MET = "met"
    UNMET = "unmet"
    OPEN = "open"


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """Values that exclude each other, and the rows that hold under each, in order of the pages.

    ``labels`` are the values as written; ``question`` is what asks for them, None where nothing
    but a template does; ``above`` is the row whose parts they tell apart, None for pages.
    """

    group: str
    rows: Mapping[str, tuple[int, ...]]
    labels: Mapping[str, str]
    question: str | None
    above: int | None

    @property
    def values(self) -> tuple[str, ...]:
        """Return the values in order."""
        return tuple(self.rows)


@dataclasses.dataclass(frozen=True, slots=True)
class Knowledge:
    """What the user said: options that they chose, and texts."""

    answers: Sequence[Fact]
    said: Sequence[Said]

    def facts(self, choice: Choice) -> dict[str, Fact]:
        """Return the last word on each value of a choice."""
        return group_facts(choice.group, choice.values, self.answers, self.said)

    def standing(self, choice: Choice) -> dict[str, Standing]:
        """Return what is known of each value; the only one that is left is met."""
        facts = self.facts(choice)
        met = [value for value, fact in facts.items() if fact.met]
        out = [value for value, fact in facts.items() if fact.met is False]
        left = [value for value in choice.values if value not in out]
        if not met and len(left) == 1:
            met = left
        if met:
            return {v: Standing.MET if v in met else Standing.UNMET for v in choice.values}
        return {v: Standing.UNMET if v in out else Standing.OPEN for v in choice.values}


def choices_below(view: GraphView, row: int) -> list[Choice]:
    """Return the groups of at least two values among a node's children, in order of the page."""
    groups: dict[str, dict[str, list[int]]] = {}
    for child in view.children(row):
        node = view.node(child)
        if node.condition_group and node.condition_value:
            groups.setdefault(node.condition_group, {}).setdefault(node.condition_value, []).append(
                child
            )
    return [_choice(view, name, values, row) for name, values in groups.items() if len(values) > 1]


def _choice(view: GraphView, name: str, values: Mapping[str, list[int]], row: int) -> Choice:
    firsts = {value: view.node(rows[0]) for value, rows in values.items()}
    asked = [node.group_question for node in firsts.values() if node.group_question]
    labels = {value: node.condition or value for value, node in firsts.items()}
    often = Counter(labels.values())
    for value, rows in values.items():
        if often[labels[value]] > 1:  # "Windows" and "Windows (Microsoft Store)"
            labels[value] = view.title(rows[0])
    return Choice(
        name,
        {value: tuple(rows) for value, rows in values.items()},
        labels,
        asked[0] if asked else None,
        row,
    )


def choice_of(view: GraphView, row: int) -> Choice | None:
    """Return the group that a node's own condition is in, None where it has none to choose from."""
    group, above = view.node(row).condition_group, view.graph.parent(row)
    if group is None or above is None:
        return None
    return next((one for one in choices_below(view, above) if one.group == group), None)


def product_choice(view: GraphView, row: int) -> Choice | None:
    """Return the products among whose pages a node's page is, None where it is in no group."""
    group = view.product_group(row)
    if group is None:
        return None
    rows: dict[str, list[int]] = {}
    for root in sorted(view.product_pages(group), key=lambda one: view.product(one).casefold()):
        rows.setdefault(view.product(root), []).append(root)
    if len(rows) < 2:
        return None
    by_product = {product: tuple(found) for product, found in rows.items()}
    page = view.graph.pages[view.node(row).document_id]
    return Choice(group, by_product, {one: one for one in rows}, page.group_question, None)
