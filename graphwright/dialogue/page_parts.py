"""What else the page says that is talked of: the part that a user names, and all that is left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from graphwright.dialogue.conditions import Knowledge, Standing, choice_of
from graphwright.dialogue.view import GraphView, naming_words
from graphwright.tables import ConditionKind

_KNOWN_BY_USER = frozenset(
    (ConditionKind.PLATFORM, ConditionKind.PRODUCT, ConditionKind.ROLE, ConditionKind.VERSION)
)
"""Kinds of conditions of which a user knows which one holds; a state they may judge wrongly."""


def named_part(view: GraphView, row: int, text: str, told: Collection[int]) -> int | None:
    """Return the node of a node's page all of whose words a text names, the one with the most.

    Nodes that were ``told`` and the page itself are none.
    """
    said = naming_words(text)
    found = []
    for one in _below(view, view.root(row)):
        words = naming_words(view.title(one))
        if words and words <= said and one not in told:
            found.append((-len(words), one))
    return min(found)[1] if found else None


def rest_of_page(
    view: GraphView, known: Knowledge, row: int, told: Collection[int], most: int
) -> tuple[int, ...]:
    """Return what a node's page says beside what was told, in its order, up to ``most`` characters.

    What holds under a condition that is not met is left out, but for states of which the user took
    another and refused none: that one may not be theirs. Nothing is returned where none of it does
    alone.
    """
    left: list[int] = []
    length = 0
    for one in (view.root(row), *_below(view, view.root(row), known)):
        spans = view.node(one).resolution_spans
        length += sum(span.end - span.start for span in spans) if one not in told else 0
        if length > most:
            break
        if spans and one not in told:
            left.append(one)
    return tuple(left) if any(view.node(one).actionable for one in left) else ()


def _below(view: GraphView, row: int, known: Knowledge | None = None) -> Iterator[int]:
    """Yield the rows below a node in order of the page, but for cases that are known not to be."""
    for child in view.children(row):
        if known is None or not _is_unmet(view, known, child):
            yield child
            yield from _below(view, child, known)


def _is_unmet(view: GraphView, known: Knowledge, row: int) -> bool:
    choice = choice_of(view, row)
    if choice is None:
        return False
    standing, facts = known.standing(choice), known.facts(choice)
    values: Sequence[str] = [value for value, rows in choice.rows.items() if row in rows]
    if view.node(row).condition_kind not in _KNOWN_BY_USER:
        return any(facts[value].met is False for value in values if value in facts)
    return all(standing[value] == Standing.UNMET for value in values)
