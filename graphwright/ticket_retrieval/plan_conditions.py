"""Which tickets a condition of a plan holds for: of fields in Python, of sections in Arrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.ticket_retrieval.plan import Condition, Operator
from graphwright.ticket_retrieval.ticket_properties import FIELDS, TIMES, values_of

if TYPE_CHECKING:
    from graphwright.graph.ticket_graph import TicketGraph

TicketOrKey = int | str
"""A ticket by its row, or the key of one that is in no collection."""

Holds = Callable[[TicketOrKey], bool]

_COMPARED: dict[Operator, Callable[[str, str], bool]] = {
    Operator.IS: str.__eq__,
    Operator.CONTAINS: str.__contains__,
    Operator.STARTS_WITH: str.startswith,
    Operator.BEFORE: lambda value, wanted: value[: len(wanted)] < wanted,
    Operator.UNTIL: lambda value, wanted: value[: len(wanted)] <= wanted,
    Operator.AFTER: lambda value, wanted: value[: len(wanted)] > wanted,
    Operator.SINCE: lambda value, wanted: value[: len(wanted)] >= wanted,
}


def test_of(graph: TicketGraph, condition: Condition) -> Holds:
    """Return what tells whether a condition holds for a ticket, whatever its node is."""
    if condition.name == "key" and condition.operator in (Operator.IS, Operator.IN):
        return _test_of_keys(graph, condition.values)
    if condition.name in FIELDS:
        return _test_of_field(graph, condition)
    return _rows_with_section(graph, condition).__contains__


def _test_of_keys(graph: TicketGraph, keys: tuple[str, ...]) -> Holds:
    there = {row for key in keys for row in graph.rows_of_key(key)}
    absent = {key.casefold() for key in keys}
    return lambda one: one in there if isinstance(one, int) else one.casefold() in absent


def _test_of_field(graph: TicketGraph, condition: Condition) -> Holds:
    known: dict[tuple[str, ...], bool] = {}

    def test(one: TicketOrKey) -> bool:
        values = field_values(graph, one, condition.name)
        if values not in known:  # most tickets share their values with others
            known[values] = _holds(values, condition)
        return known[values]

    return test


def field_values(graph: TicketGraph, one: TicketOrKey, field: str) -> tuple[str, ...]:
    """Return the values of a field; of an absent ticket only the key is known."""
    if isinstance(one, str):
        return (one,) if field == "key" else ()
    return values_of(graph.tickets[one], field)


def _holds(values: tuple[str, ...], condition: Condition) -> bool:
    """Return whether one of the values is as wanted; a denial wants values and none of them."""
    operator = condition.operator
    if operator in (Operator.ABSENT, Operator.PRESENT):
        return bool(values) == (operator is Operator.PRESENT)
    if condition.folded:
        values = tuple(value.lower() for value in values)
    wanted = condition.values
    if condition.name in TIMES and operator in (Operator.IS, Operator.IS_NOT, Operator.IN):
        among = any(value.startswith(one) for value in values for one in wanted)
    elif operator in (Operator.IN, Operator.IS_NOT):
        among = any(value in wanted for value in values)
    else:
        return any(_COMPARED[operator](value, wanted[0]) for value in values)
    return bool(values) and among == (operator is not Operator.IS_NOT)


def _rows_with_section(graph: TicketGraph, condition: Condition) -> frozenset[int]:
    """Return the tickets with a section for which a condition holds, or without such a section."""
    rows = _named_rows(graph, condition.name)
    having = frozenset(graph.section_tickets[rows].tolist())
    if condition.operator is Operator.PRESENT:
        return having
    if condition.operator is Operator.ABSENT:
        return frozenset(range(len(graph))) - having
    texts = graph.section_table["text"].take(pa.array(rows))
    texts = pc.utf8_lower(texts) if condition.folded else texts
    found = frozenset(graph.section_tickets[rows[_matches(texts, condition)]].tolist())
    return having - found if condition.operator is Operator.IS_NOT else found


def _named_rows(graph: TicketGraph, name: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the section rows of the sections of a name."""
    if name not in graph.section_names:
        return np.zeros(0, dtype=np.int64)
    code = graph.section_names.index(name)
    return np.flatnonzero(graph.section_codes == code)


def _matches(
    texts: pa.ChunkedArray, condition: Condition
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which of the texts hold what a condition wants."""
    wanted = condition.values
    if condition.operator is Operator.CONTAINS:
        found = pc.match_substring(texts, wanted[0])
    elif condition.operator is Operator.STARTS_WITH:
        found = pc.starts_with(texts, wanted[0])
    else:
        found = pc.is_in(texts, value_set=pa.array(wanted, pa.string()))
    matches: np.ndarray[tuple[int], np.dtype[np.bool_]] = found.to_numpy().astype(bool)
    return matches
