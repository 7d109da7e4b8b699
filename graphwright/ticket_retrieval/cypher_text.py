"""A plan as Cypher text: what is shown of it, and what ``cypher`` reads back as the same plan."""

from __future__ import annotations

import re

from graphwright.ticket_retrieval.plan import (
    LINK_KIND,
    Condition,
    Direction,
    Hop,
    Operator,
    Order,
    Plan,
    Returned,
)
from graphwright.ticket_retrieval.ticket_properties import LISTS

PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def cypher_of(plan: Plan) -> str:
    """Return a plan as Cypher, a line for each clause."""
    lines = [f"MATCH {_path(plan)}"]
    beside = len(plan.where) + bool(plan.search) > 1
    groups = [_group(group, beside) for group in plan.where]
    if plan.search:
        groups.insert(0, f"search(t0, {_quoted(plan.search)})")
    if groups:
        lines.append("WHERE " + "\n  AND ".join(groups))
    items = [_returned(one) for one in plan.returns]
    if plan.count is not None:
        items.append(_count(plan.count))
    lines.append("RETURN DISTINCT " + ", ".join(items))
    if plan.order:
        lines.append("ORDER BY " + ", ".join(_order(by, plan) for by in plan.order))
    if plan.limit is not None:
        lines.append(f"LIMIT {plan.limit}")
    return "\n".join(lines)


def _path(plan: Plan) -> str:
    nodes = [f"(t{node}:Ticket)" for node in range(plan.last + 1)]
    links = [_link(number, hop) for number, hop in enumerate(plan.path, 1)]
    return nodes[0] + "".join(link + node for link, node in zip(links, nodes[1:], strict=True))


def _link(number: int, hop: Hop) -> str:
    kinds = "|".join(kind.value.upper() for kind in hop.kinds)
    inside = f"[r{number}:{kinds}]" if kinds else f"[r{number}]"
    left = "<-" if hop.direction is Direction.INWARD else "-"
    right = "->" if hop.direction is Direction.OUTWARD else "-"
    return f"{left}{inside}{right}"


def _group(group: tuple[Condition, ...], beside_others: bool) -> str:
    told = " OR ".join(map(_condition, group))
    return f"({told})" if len(group) > 1 and beside_others else told


def _condition(condition: Condition) -> str:
    operator, values = condition.operator, [_quoted(value) for value in condition.values]
    place = _property(condition.node, condition.name)
    if condition.name in LISTS and not condition.folded:
        if operator is Operator.IS:
            return f"{values[0]} IN {place}"
        if operator is Operator.IS_NOT:
            return f"NOT {values[0]} IN {place}"
    place = f"toLower({place})" if condition.folded else place
    if operator is Operator.IN:
        return f"{place} IN [{', '.join(values)}]"
    return " ".join([place, operator.value, *values])


def _returned(one: Returned) -> str:
    return f"type(r{one.node})" if one.name == LINK_KIND else _property(one.node, one.name)


def _order(by: Order, plan: Plan) -> str:
    if by.name is None:
        told = _count(plan.count or 0)
    else:
        told = _returned(Returned(node=by.node, name=by.name))
    return f"{told} DESC" if by.descending else told


def _count(node: int) -> str:
    return f"count(DISTINCT t{node})"


def _property(node: int, name: str) -> str:
    return f"t{node}.{name}" if PLAIN_NAME.fullmatch(name) else f"t{node}.`{name}`"


def _quoted(value: str) -> str:
    """Return a value between single quotes, on one line and without control characters."""
    return "'" + "".join(_escaped(letter) for letter in value) + "'"


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
