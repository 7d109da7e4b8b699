"""What else the page says that is talked of: the part that a user names, and all that is left."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from graphwright.dialogue.conditions import Knowledge, Standing, choice_of
from graphwright.dialogue.view import GraphView, naming_words
from graphwright.tables import ConditionKind

_KNOWN_BY_USER = frozenset(
    (ConditionKind.PLATFORM, ConditionKind.PRODUCT, ConditionKind.ROLE, ConditionKind.VERSION)
)
"""Kinds of conditions of which a user knows which one holds; a state they may judge wrongly."""
_LEAST_OF_A_LINE = 2
"""Words that name something which a line has at least that is called a name."""


def named_part(
    view: GraphView, row: int, text: str, told: Collection[int], least: int = 1
) -> int | None:
    """Return the node of a node's page that a text names, the one with the most words named.

    A node is named by all words of its title, of which ``least`` at least name something, else by
    those of a line of its resolution, as a heading within it is; of what only leads elsewhere, as a
    table of contents does, lines are no headings. Nodes that were ``told`` and the page itself are
    none.
    """
    said = naming_words(text)
    found = []
    for one in _below(view, view.root(row)):
        if one in told:
            continue
        title, *lines = map(naming_words, _names(view, one))
        named = [line for line in lines if len(line) >= _LEAST_OF_A_LINE and line <= said]
        if len(title) >= least and title <= said:
            found.append((0, -len(title), one))
        elif named:
            found.append((1, -max(map(len, named)), one))
    return min(found)[-1] if found else None


def _names(view: GraphView, row: int) -> Iterator[str]:
    """Yield a node's title, then the lines of a resolution that does alone."""
    yield view.title(row)
    for span in view.node(row).resolution_spans if view.node(row).actionable else ():
        yield view.graph.words(row, span)


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


def cases_not_taken(
    view: GraphView, known: Knowledge, row: int, told: Collection[int]
) -> tuple[int, ...]:
    """Return the cases of a node's page that a user neither took nor refused, as they took another.

    Those that were ``told``, or below which something was, are left out.
    """
    waiting, found = list(view.children(view.root(row))), list[int]()
    while waiting:
        one = waiting.pop(0)
        if not _is_other_case(view, known, one):
            waiting += view.children(one)
        elif not _is_told(view, one, told):
            found.append(one)
    return tuple(sorted(found))


def _is_told(view: GraphView, row: int, told: Collection[int]) -> bool:
    """Return whether a node, or one below it, was told."""
    return row in told or any(_is_told(view, child, told) for child in view.children(row))


def _is_other_case(view: GraphView, known: Knowledge, row: int) -> bool:
    other, refused = _case(view, known, row)
    return other and not refused


def _below(view: GraphView, row: int, known: Knowledge | None = None) -> Iterator[int]:
    """Yield the rows below a node in order of the page, but for cases that are known not to be."""
    for child in view.children(row):
        if known is None or not _is_unmet(view, known, child):
            yield child
            yield from _below(view, child, known)


def _is_unmet(view: GraphView, known: Knowledge, row: int) -> bool:
    other, refused = _case(view, known, row)
    return other if view.node(row).condition_kind in _KNOWN_BY_USER else refused


def _case(view: GraphView, known: Knowledge, row: int) -> tuple[bool, bool]:
    """Return whether a node is a case that does not hold, and whether the user refused it."""
    choice = choice_of(view, row)
    if choice is None:
        return False, False
    standing, facts = known.standing(choice), known.facts(choice)
    values = [value for value, rows in choice.rows.items() if row in rows]
    other = all(standing[value] == Standing.UNMET for value in values)
    return other, any(facts[value].met is False for value in values if value in facts)
