"""A plan run on the graph of tickets: it reads, within bounds, and can do nothing else."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphwright.errors import PlanError
from graphwright.graph.ticket_graph import TicketGraph, TicketHop
from graphwright.ticket_retrieval.plan import (
    LINK_KIND,
    MOST_ROWS,
    Condition,
    Direction,
    Hop,
    Operator,
    Order,
    Plan,
    Returned,
)
from graphwright.ticket_retrieval.plan_conditions import (
    Holds,
    TicketOrKey,
    field_values,
    test_of,
)
from graphwright.ticket_retrieval.ticket_properties import FIELDS, LISTS, check_name

if TYPE_CHECKING:
    from graphwright.tables.tickets import TicketSection

MOST_STEPS = 1_000_000
"""Links that a plan may follow before it is given up."""


class RankedTicket(Protocol):
    """A ticket that a search found."""

    @property
    def row(self) -> int:
        """Its row in the graph."""

    @property
    def score(self) -> float:
        """What it was ranked by: more is better."""

    @property
    def cosine(self) -> float | None:
        """How near its own text is to what was searched for; None: not told by vectors."""

    @property
    def sections(self) -> Mapping[str, float]:
        """How near each of its sections is that has vectors."""


Search = Callable[[str], Sequence[RankedTicket]]
"""What ranks tickets by words, the best first."""

_NUMBER = re.compile(r"(\d+)")


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """What a row has in a column: values of a field, or sections and their texts as values."""

    values: tuple[str, ...]
    sections: tuple[TicketSection, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class PlanRow:
    """A row of a result: its cells in the order of the columns, or a count beside them.

    ``path`` are the tickets that it was found by, and ``kinds`` those of the links between them.
    """

    path: tuple[TicketOrKey, ...]
    kinds: tuple[str, ...]
    cells: tuple[Cell, ...]
    count: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class PlanResult:
    """What a plan found; ``total`` counts all rows, also those beyond the limit."""

    plan: Plan
    rows: tuple[PlanRow, ...]
    total: int

    @property
    def count(self) -> int | None:
        """The number that was asked for, where one number was."""
        if self.plan.count is None or self.plan.returns:
            return None
        return self.rows[0].count


@dataclasses.dataclass(frozen=True, slots=True)
class _Path:
    """Tickets in the order of a path, and the links between them."""

    nodes: tuple[TicketOrKey, ...]
    links: tuple[TicketHop, ...] = ()


class PlanRunner:
    """Runs plans on one graph; safe for many threads. ``search`` ranks tickets for words."""

    def __init__(
        self,
        graph: TicketGraph,
        *,
        sections: Iterable[str] = (),
        search: Search | None = None,
        most_steps: int = MOST_STEPS,
    ) -> None:
        """Take the graph; ``sections`` are those of the template beside those that occur."""
        self.graph = graph
        self.sections = tuple(sorted({*graph.section_names, *sections}))
        self.search, self._most_steps = search, most_steps

    def run(self, plan: Plan) -> PlanResult:
        """Return what a plan finds, in an order that is its own.

        Raises ``PlanError`` for a name that is none and a plan that follows too many links.
        """
        for name in plan.names():
            check_name(name, self.sections)
        paths = list(self._paths(plan))
        rows = self._counted(plan, paths) if plan.count is not None else self._plain(plan, paths)
        limit = MOST_ROWS if plan.limit is None else plan.limit
        return PlanResult(plan, tuple(rows[:limit]), len(rows))

    def _paths(self, plan: Plan) -> Iterator[_Path]:
        """Yield the paths for which every condition holds."""
        tests = [self._tests(plan, node) for node in range(plan.last + 1)]
        paths: Iterator[_Path] = (
            _Path((one,)) for one in self._starts(plan) if _passes(one, tests[0])
        )
        steps = itertools.count(1)
        for hop, wanted in zip(plan.path, tests[1:], strict=True):
            paths = self._followed(paths, hop, wanted, steps)
        return paths

    def _tests(self, plan: Plan, node: int) -> list[list[Holds]]:
        """Return the tests that a ticket at a node is to pass: one of each list."""
        groups = [group for group in plan.where if max(one.node for one in group) == node]
        across = [group for group in groups if any(one.node != node for one in group)]
        if across:
            raise PlanError(
                "Alternatives between different nodes of a path are not compared.",
                remedy="Write OR between conditions of one node.",
            )
        return [[test_of(self.graph, one) for one in group] for group in groups]

    def _starts(self, plan: Plan) -> Iterable[TicketOrKey]:
        """Return the tickets that a path may begin at: those that are named, found, or all."""
        if plan.search:
            if self.search is None:
                raise PlanError("Tickets cannot be searched here.", remedy="Name them by key.")
            return [found.row for found in self.search(plan.search)]
        for group in plan.where:
            if len(group) == 1 and group[0].node == 0 and _names_tickets(group[0]):
                return self._named(group[0].values)
        return range(len(self.graph))

    def _named(self, keys: Iterable[str]) -> list[TicketOrKey]:
        """Return the tickets of keys, also those that are only linked to."""
        found: dict[TicketOrKey, None] = {}
        for key in keys:
            rows = self.graph.rows_of_key(key)
            found.update(dict.fromkeys(rows))
            if not rows and key.casefold() in self._absent:
                found[self._absent[key.casefold()][0]] = None
        return list(found)

    @cached_property
    def _absent(self) -> dict[str, tuple[str, tuple[TicketHop, ...]]]:
        """By key in small letters: the key of an absent ticket, and its links seen from it."""
        found: defaultdict[str, list[TicketHop]] = defaultdict(list)
        written: dict[str, str] = {}
        for row, ticket in enumerate(self.graph.tickets):
            for hop in self.graph.edges(row):
                if hop.row is None:
                    written.setdefault(hop.key.casefold(), hop.key)
                    seen = TicketHop(hop.kind, not hop.outward, row, ticket.key)
                    found[hop.key.casefold()].append(seen)
        return {key: (written[key], tuple(hops)) for key, hops in found.items()}

    def _followed(
        self, paths: Iterable[_Path], hop: Hop, wanted: list[list[Holds]], steps: Iterator[int]
    ) -> Iterator[_Path]:
        for path in paths:
            for link in self._links(path.nodes[-1]):
                if next(steps) > self._most_steps:
                    raise PlanError(
                        f"The plan follows more than {self._most_steps:,} links.",
                        remedy="Name a ticket at its beginning, or add a condition there.",
                    )
                other: TicketOrKey = link.key if link.row is None else link.row
                if _fits(link, hop) and _passes(other, wanted) and not _is_used(path, link, other):
                    yield _Path((*path.nodes, other), (*path.links, link))

    def _links(self, one: TicketOrKey) -> Sequence[TicketHop]:
        if isinstance(one, int):
            return self.graph.edges(one)
        return self._absent[one.casefold()][1]

    def _plain(self, plan: Plan, paths: list[_Path]) -> list[PlanRow]:
        """Return a row for each different set of cells."""
        if not plan.search or plan.order:
            paths.sort(key=lambda path: tuple(map(self._place, path.nodes)))
        for by in reversed(plan.order):
            paths = self._sorted(paths, by)
        rows: dict[tuple[Cell, ...], PlanRow] = {}
        for path in paths:
            cells = tuple(self._cell(path, one) for one in plan.returns)
            rows.setdefault(cells, PlanRow(path.nodes, _kinds(path), cells))
        return list(rows.values())

    def _sorted(self, paths: list[_Path], by: Order) -> list[_Path]:
        """Return paths in an order; those without the value come last, whatever the order is."""
        assert by.name is not None
        wanted = Returned(node=by.node, name=by.name)
        known = [(self._cell(path, wanted).values, path) for path in paths]
        having = [one for one in known if one[0]]
        having.sort(key=lambda one: tuple(map(_natural, one[0])), reverse=by.descending)
        return [path for _, path in having] + [path for values, path in known if not values]

    def _counted(self, plan: Plan, paths: list[_Path]) -> list[PlanRow]:
        """Return the counts, one for each value of what is returned beside them."""
        assert plan.count is not None
        groups: defaultdict[tuple[Cell, ...], dict[TicketOrKey, None]] = defaultdict(dict)
        for path in paths:
            if not plan.returns:
                groups[()][path.nodes[plan.count]] = None
                continue
            each = [self._single(self._cell(path, one), one.name) for one in plan.returns]
            for cells in itertools.product(*each):
                groups[cells][path.nodes[plan.count]] = None
        if not plan.returns:
            return [PlanRow((), (), (), len(groups[()]))]
        rows = [PlanRow((), (), cells, len(found)) for cells, found in groups.items()]
        rows.sort(key=lambda row: tuple(_natural(v) for cell in row.cells for v in cell.values))
        orders = plan.order or (Order(descending=True),)
        for by in reversed(orders):
            rows.sort(key=_order_of_count(plan, by), reverse=by.descending)
        return rows

    def _single(self, cell: Cell, name: str) -> list[Cell]:
        """Return a cell for each value of a field with several, which counts once under each."""
        if name in LISTS and cell.values:
            return [Cell((value,)) for value in cell.values]
        return [cell]

    def _cell(self, path: _Path, one: Returned) -> Cell:
        ticket = path.nodes[one.node]
        if one.name == LINK_KIND:
            return Cell((path.links[one.node - 1].kind,))
        if one.name in FIELDS:
            return Cell(field_values(self.graph, ticket, one.name))
        if isinstance(ticket, str):
            return Cell(())
        sections = sections_named(self.graph, ticket, one.name)
        return Cell(tuple(section.text for section in sections), sections)

    def _place(self, one: TicketOrKey) -> tuple[int, str]:
        """Return what orders tickets: those that are there by key as people do, then the others."""
        return (len(self._places), one) if isinstance(one, str) else (self._places[one], "")

    @cached_property
    def _places(self) -> list[int]:
        """The place of each ticket in the order of keys."""
        rows = range(len(self.graph))
        order = sorted(rows, key=lambda row: _natural(self.graph.tickets[row].key))
        places = [0] * len(order)
        for place, row in enumerate(order):
            places[row] = place
        return places


def sections_named(graph: TicketGraph, row: int, name: str) -> tuple[TicketSection, ...]:
    """Return the sections of a ticket that have a name and say something."""
    if name not in graph.section_names:
        return ()
    code = graph.section_names.index(name)
    first, last = graph.section_rows(row)
    rows = (one for one in range(first, last) if graph.section_codes[one] == code)
    return tuple(section for section in map(graph.section, rows) if section.text.strip())


def _names_tickets(condition: Condition) -> bool:
    return condition.name == "key" and condition.operator in (Operator.IS, Operator.IN)


def _passes(one: TicketOrKey, wanted: list[list[Holds]]) -> bool:
    return all(any(holds(one) for holds in group) for group in wanted)


def _fits(link: TicketHop, hop: Hop) -> bool:
    if hop.kinds and link.kind not in hop.kinds:
        return False
    if hop.direction is Direction.EITHER:
        return True
    return link.outward == (hop.direction is Direction.OUTWARD)


def _is_used(path: _Path, link: TicketHop, other: TicketOrKey) -> bool:
    """Return whether a path came by this link already: a link is followed once in a path."""
    here = path.nodes[-1]
    new = (here, other) if link.outward else (other, here)
    for start, old, end in zip(path.nodes, path.links, path.nodes[1:], strict=False):
        ends = (start, end) if old.outward else (end, start)
        if old.kind == link.kind and ends == new:
            return True
    return False


def _kinds(path: _Path) -> tuple[str, ...]:
    return tuple(link.kind for link in path.links)


def _natural(value: str) -> tuple[tuple[str, int, str], ...]:
    """Return what orders values as people do: ABC-9 before ABC-10."""
    parts = _NUMBER.split(value)
    pairs = itertools.zip_longest(parts[::2], parts[1::2], fillvalue="")
    return tuple((text, int(number[:18] or 0), number) for text, number in pairs)


def _order_of_count(
    plan: Plan, by: Order
) -> Callable[[PlanRow], tuple[tuple[tuple[str, int, str], ...], ...] | int]:
    """Return what orders rows with a count."""
    if by.name is None:
        return lambda row: row.count or 0
    place = plan.returns.index(Returned(node=by.node, name=by.name))
    return lambda row: tuple(map(_natural, row.cells[place].values))
