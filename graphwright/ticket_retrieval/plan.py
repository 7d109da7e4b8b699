"""A plan: which tickets a question is about, which links lead on from them, and what is wanted.

Rules make it of a question (``plan_rules``), a language model may, and a typed query is one
(``cypher``). It is data alone: ``plan_run`` reads tickets by it and can do nothing else. Nodes of
its path are numbered from 0; link ``i`` leads from node ``i - 1`` to node ``i``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

import pydantic

from graphwright.tables.tickets import TicketLinkKind
from graphwright.ticket_retrieval.ticket_properties import FIELDS, TIME_LITERAL, TIMES

MOST_LINKS = 3
MOST_ROWS = 1000
MOST_VALUES = 1000
LONGEST_VALUE = 2000

LINK_KIND = "link_kind"
"""What a plan returns of a link: its kind."""

Name = Annotated[str, pydantic.StringConstraints(pattern=r"^[^\x00-\x1f`]{1,80}$")]
Text = Annotated[str, pydantic.StringConstraints(max_length=LONGEST_VALUE)]
Node = Annotated[int, pydantic.Field(ge=0, le=MOST_LINKS)]


class Operator(StrEnum):
    """How a condition compares; a field with several values holds where one of them does."""

    IS = "="
    IS_NOT = "<>"
    IN = "IN"
    CONTAINS = "CONTAINS"
    STARTS_WITH = "STARTS WITH"
    BEFORE = "<"
    UNTIL = "<="
    AFTER = ">"
    SINCE = ">="
    ABSENT = "IS NULL"
    PRESENT = "IS NOT NULL"


_COMPARISONS = (Operator.BEFORE, Operator.UNTIL, Operator.AFTER, Operator.SINCE)
_WITHOUT_VALUE = (Operator.ABSENT, Operator.PRESENT)


class _Part(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class Direction(StrEnum):
    """How a link is followed: from its subject, to it, or either way."""

    OUTWARD = "outward"
    INWARD = "inward"
    EITHER = "either"


class Hop(_Part):
    """Links to follow: of these kinds (none: of all), in this direction."""

    kinds: tuple[TicketLinkKind, ...] = ()
    direction: Direction = Direction.EITHER

    @pydantic.field_validator("kinds")
    @classmethod
    def _once(cls, kinds: tuple[TicketLinkKind, ...]) -> tuple[TicketLinkKind, ...]:
        return tuple(dict.fromkeys(kinds))


class Condition(_Part):
    """What a field or section of the ticket at a node must hold.

    Times are compared as far as the value is written: "2014-05" is the whole month. ``folded``
    compares without capitals; the values are in small letters then.
    """

    node: Node = 0
    name: Name
    operator: Operator = Operator.IS
    values: Annotated[tuple[Text, ...], pydantic.Field(max_length=MOST_VALUES)] = ()
    folded: bool = False

    @pydantic.model_validator(mode="after")
    def _holds_together(self) -> Self:
        count = len(self.values)
        if self.operator in _WITHOUT_VALUE:
            _expect(count == 0, f"{self.operator} takes no value, and {count} are given")
            _expect(not self.folded, f"{self.operator} compares nothing")
        elif self.operator is Operator.IN:
            _expect(count > 0, "IN needs at least one value")
        else:
            _expect(count == 1, f"{self.operator} takes one value, and {count} are given")
        if self.operator in _COMPARISONS:
            _expect(self.name in TIMES, f"only times are compared ({', '.join(TIMES)})")
        if self.name in TIMES and self.operator not in (Operator.CONTAINS, Operator.STARTS_WITH):
            for value in self.values:
                _expect(
                    TIME_LITERAL.fullmatch(value) is not None,
                    f"{value!r} is no time; write it as 2014-05-31 or 2014-05-31T10:00",
                )
        return self


class Returned(_Part):
    """A field or section of the ticket at a node; ``link_kind``: the kind of the link to it."""

    node: Node = 0
    name: Name


class Order(_Part):
    """By what rows are ordered; a null name: by the count."""

    node: Node = 0
    name: Name | None = None
    descending: bool = False


class Plan(_Part):
    """A path over tickets with conditions, and what is returned.

    ``where`` holds where each of its groups does, and a group where one of its conditions does.
    ``search`` are words to rank tickets at node 0 by. ``count`` is a node whose different tickets
    are counted, by each value of what is returned beside it. Rows are always different.
    """

    search: Text = ""
    path: Annotated[tuple[Hop, ...], pydantic.Field(max_length=MOST_LINKS)] = ()
    where: Annotated[
        tuple[Annotated[tuple[Condition, ...], pydantic.Field(min_length=1)], ...],
        pydantic.Field(max_length=50),
    ] = ()
    returns: Annotated[tuple[Returned, ...], pydantic.Field(max_length=30)] = ()
    count: Node | None = None
    order: Annotated[tuple[Order, ...], pydantic.Field(max_length=5)] = ()
    limit: Annotated[int, pydantic.Field(ge=1, le=MOST_ROWS)] | None = None

    @property
    def last(self) -> int:
        """The number of the last node of the path."""
        return len(self.path)

    @pydantic.model_validator(mode="after")
    def _stays_on_its_path(self) -> Self:
        nodes = [one.node for one in self.returns] + [by.node for by in self.order]
        nodes += [condition.node for group in self.where for condition in group]
        nodes += [] if self.count is None else [self.count]
        for node in nodes:
            _expect(node <= self.last, f"node {node} is not on a path of {self.last} links")
        _expect(not self.search or bool(self.search.strip()), "a search has no words")
        _expect(bool(self.returns) or self.count is not None, "nothing is returned")
        for one in self.returns:
            _expect(one.name != LINK_KIND or one.node > 0, "no link leads to node 0")
        for by in self.order:
            self._check_order(by)
        return self

    def _check_order(self, by: Order) -> None:
        if by.name is None:
            _expect(self.count is not None, "rows are ordered by a count that is not returned")
            _expect(by.node == 0, "an order by the count names no node")
        elif self.count is not None:
            there = Returned(node=by.node, name=by.name) in self.returns
            _expect(there, f"counts are ordered by {by.name!r}, which is not returned")

    def names(self) -> tuple[str, ...]:
        """Return every name of a field or section in it, once each."""
        found = [one.name for one in self.returns]
        found += [by.name for by in self.order if by.name is not None]
        found += [condition.name for group in self.where for condition in group]
        return tuple(name for name in dict.fromkeys(found) if name != LINK_KIND)

    def sections(self) -> tuple[str, ...]:
        """Return the names of the sections that are wanted."""
        names = dict.fromkeys(one.name for one in self.returns)
        return tuple(name for name in names if name not in (*FIELDS, LINK_KIND))


def _expect(holds: bool, otherwise: str) -> None:
    """Raise ``ValueError``, which pydantic reports, where something does not hold."""
    if not holds:
        raise ValueError(otherwise)


PlanSource = Literal["rules", "llm", "typed"]
"""What made a plan."""
