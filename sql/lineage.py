"""Which columns the values of a global table's columns are made from, read from its SELECT.

DuckDB parses the SELECT; here names are resolved through subqueries, shared views and joins down to
the columns of declared tables. Every column that a value's expression names counts, those of its
conditions too; what only chooses or groups rows (joins, WHERE, GROUP BY) does not. Nothing is run.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import duckdb

from graphwright.errors import LakeError
from graphwright.tables import TABLES
from sql import READS, select, shared

Source = tuple[str, str]
"""A table and one of its columns."""

_Columns = Mapping[str, frozenset[Source]]
"""The columns of a table, view or subquery in order, each with what its values are made from."""

_Node = Mapping[str, Any]
"""A node of DuckDB's parse tree, as ``json_serialize_sql`` gives it."""


@functools.cache
def column_lineage(table: str) -> Mapping[str, tuple[Source, ...]]:
    """Return each column of a global table with the (table, column) pairs that it is made from.

    A constant, and a count of rows, is made from none. Pairs are in the order of ``READS``. Raises
    ``LakeError`` for a table that no SELECT makes.
    """
    select(table)  # refuses a name that has none
    columns = _columns_of(_trees()[table], _views())
    order = READS[table]
    return {
        name: tuple(sorted(sources, key=lambda source: (order.index(source[0]), source[1])))
        for name, sources in columns.items()
    }


@functools.cache
def _views() -> dict[str, _Columns]:
    """Return what a SELECT can read by name: declared tables, and the shared views over them."""
    views: dict[str, _Columns] = {
        name: {column.name: frozenset({(name, column.name)}) for column in table.columns}
        for name, table in TABLES.items()
    }
    views["stated_triples"] = views["resolved_triples"]
    views["resolved_triples"] = _columns_of(_trees()["judged_triples"], views)
    views["decided_triples"] = _columns_of(_trees()["decided_triples"], views)
    return views


@functools.cache
def _trees() -> dict[str, _Node]:
    """Return the parse tree of every SELECT and shared view; together it takes 0.05 s."""
    queries = {name: select(name) for name in READS}
    queries |= {name: shared(name) for name in ("judged_triples", "decided_triples")}
    with duckdb.connect() as connection:
        return {name: _parsed(connection, query) for name, query in queries.items()}


def _parsed(connection: duckdb.DuckDBPyConnection, query: str) -> _Node:
    row = connection.execute("SELECT json_serialize_sql($q::VARCHAR)", {"q": query}).fetchone()
    tree = json.loads(row[0]) if row else {}
    if "statements" not in tree:
        raise LakeError(
            f"DuckDB cannot parse a SELECT: {tree.get('error_message')}.",
            remedy="Correct the file in sql/.",
        )
    node: _Node = tree["statements"][0]["node"]
    return node


def _columns_of(
    node: _Node, named: Mapping[str, _Columns], outer: _Scope | None = None
) -> _Columns:
    """Return the columns of a query; ``named`` is what it can read, ``outer`` the query around."""
    named = dict(named)
    for cte in node["cte_map"]["map"]:
        named[cte["key"]] = _columns_of(cte["value"]["query_node"], named)
    if node["type"] == "SET_OPERATION_NODE":
        first, *others = (_columns_of(child, named, outer) for child in node["children"])
        return _united(first, others)
    scope = _Scope(dict(_read_by(node["from_table"], named)), named, outer)
    for expression in node["select_list"]:
        scope.add(expression)
    return scope.made


def _united(first: _Columns, others: Iterable[_Columns]) -> _Columns:
    """Return the columns of a UNION: names of the first query, sources of all, by position."""
    by_position = zip(*(columns.values() for columns in (first, *others)), strict=True)
    return {
        name: frozenset().union(*sources) for name, sources in zip(first, by_position, strict=True)
    }


def _read_by(node: _Node, named: Mapping[str, _Columns]) -> Iterator[tuple[str, _Columns]]:
    """Yield what a FROM clause reads: alias and columns, from left to right."""
    if node["type"] == "BASE_TABLE":
        yield node["alias"] or node["table_name"], named[node["table_name"]]
    elif node["type"] == "SUBQUERY":
        yield node["alias"], _columns_of(node["subquery"]["node"], named)
    elif node["type"] == "JOIN":
        yield from _read_by(node["left"], named)
        if node["join_type"] not in ("SEMI", "ANTI"):
            yield from _read_by(node["right"], named)


class _Scope:
    """What the expressions of one SELECT can name, and the columns that it has made so far."""

    def __init__(
        self,
        relations: Mapping[str, _Columns],
        named: Mapping[str, _Columns],
        outer: _Scope | None,
    ) -> None:
        self._relations = relations
        self._named = named
        self._outer = outer
        self.made: dict[str, frozenset[Source]] = {}

    def add(self, expression: _Node) -> None:
        """Add what one entry of the select list makes: a column, or all that a star stands for."""
        if expression["class"] == "STAR":
            self._add_all(expression)
        else:
            path = expression.get("column_names") or [f"#{len(self.made)}"]
            name = expression["alias"] or path[-1]
            self.made[name] = frozenset(self._sources(expression))

    def _add_all(self, star: _Node) -> None:
        """Add all columns, or those of one relation, but with what EXCLUDE and REPLACE say."""
        replaced = {entry["key"]: entry["value"] for entry in star["replace_list"]}
        for alias, columns in self._relations.items():
            if star["relation_name"] not in ("", alias):
                continue
            for name, sources in columns.items():
                if name in replaced:
                    self.made[name] = frozenset(self._sources(replaced[name]))
                elif name not in star["exclude_list"]:
                    self.made[name] = sources

    def _sources(self, part: Any, parameters: frozenset[str] = frozenset()) -> Iterator[Source]:
        """Yield the sources of all columns in a part of the tree; ``parameters`` are a lambda's."""
        if isinstance(part, list):
            for item in part:
                yield from self._sources(item, parameters)
        elif isinstance(part, dict):
            kind = part.get("class")
            if kind == "COLUMN_REF":
                yield from self._column(part["column_names"], parameters)
            elif kind == "LAMBDA":
                own = {part["lhs"]["column_names"][0]}
                yield from self._sources(part["expr"], parameters | own)
            elif kind == "SUBQUERY":
                yield from self._sources(part["child"], parameters)
                for sources in _columns_of(part["subquery"]["node"], self._named, self).values():
                    yield from sources
            else:
                yield from self._sources(list(part.values()), parameters)

    def _column(self, path: list[str], parameters: frozenset[str]) -> frozenset[Source]:
        """Return the sources of a column: "column", "relation.column", each with fields of it."""
        first, *rest = path
        if first in parameters:
            return frozenset()
        if rest and rest[0] in self._relations.get(first, {}):
            return self._relations[first][rest[0]]
        for columns in (*self._relations.values(), self.made):
            if first in columns:
                return columns[first]
        if self._outer is None:
            raise LakeError(
                f"A SELECT names {'.'.join(path)}, but reads no such column.",
                remedy="Correct the file in sql/, or teach sql/lineage.py what it uses.",
            )
        return self._outer._column(path, parameters)
