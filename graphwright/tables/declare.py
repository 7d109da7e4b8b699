"""How a table is declared: one frozen dataclass whose fields are the columns.

The Arrow schema, the Dagster column schema, the checks and the data dictionary are all derived
from that declaration. This module knows no table; the tables stand in the modules beside it.
"""

from __future__ import annotations

import dataclasses
import itertools
import operator
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pyarrow as pa

Row = TypeVar("Row")

_SCALARS: dict[type, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
}


@dataclasses.dataclass(frozen=True)
class Column:
    """One column: its name, Arrow type, whether it may be null, and one sentence."""

    name: str
    type: pa.DataType
    nullable: bool
    description: str


@dataclasses.dataclass(frozen=True)
class Reference:
    """A foreign key: ``column`` holds a value of ``table``'s column ``target``."""

    column: str
    table: str
    target: str


@dataclasses.dataclass(frozen=True)
class Table:
    """A declared table.

    ``key`` names the columns that identify a row; ``bucketed`` says whether the table is split
    by document bucket; ``group`` is its step in the pipeline; rows are kept in order of ``key``.
    """

    name: str
    description: str
    group: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    bucketed: bool
    references: tuple[Reference, ...]

    @property
    def schema(self) -> pa.Schema:
        """Return the Arrow schema, with each column's sentence as field metadata."""
        return pa.schema(
            [
                pa.field(c.name, c.type, c.nullable, {"description": c.description})
                for c in self.columns
            ]
        )

    def from_rows(self, rows: Iterable[object]) -> pa.Table:
        """Return the rows (instances of the declaring dataclass) as Arrow, in key order."""
        key = [operator.attrgetter(name) for name in self.key]
        ordered = sorted(rows, key=lambda row: tuple(part(row) for part in key))
        schema = self.schema
        columns = [_column(_values(ordered, field.name), field.type) for field in schema]
        return pa.Table.from_arrays(columns, schema=schema)

    def empty(self) -> pa.Table:
        """Return the table without rows."""
        return self.schema.empty_table()


def col(description: str, **options: Any) -> Any:
    """Declare a column: a dataclass field with one sentence about it."""
    return dataclasses.field(metadata={"description": description}, **options)


def _values(rows: Sequence[object], name: str) -> list[Any]:
    return list(map(operator.attrgetter(name), rows))


def _column(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Return values as an array, nested dataclasses and tuples of them column by column.

    A dictionary for each of them, as Arrow's own way from Python needs, takes several times as
    long and as much memory: a parsed table may have a million cells.
    """
    if not pa.types.is_nested(kind):
        return pa.array(values, kind)
    absent = [value is None for value in values]
    mask = pa.array(absent) if any(absent) else None
    if pa.types.is_struct(kind):
        if mask is not None:
            return pa.array([value and to_record(value) for value in values], kind)
        parts = [_column(_values(values, field.name), field.type) for field in kind]
        return pa.StructArray.from_arrays(parts, fields=list(kind))
    lists = [() if value is None else value for value in values]
    ends = pa.array(itertools.accumulate(map(len, lists), initial=0), pa.int32())
    items = _column(list(itertools.chain.from_iterable(lists)), kind.value_type)
    return pa.ListArray.from_arrays(ends, items, type=kind, mask=mask)


def to_record(row: object) -> dict[str, Any]:
    """Return a row as a dictionary in field order, nested dataclasses included."""
    return {name: _plain(getattr(row, name)) for name in _field_names(type(row))}


def _plain(value: Any) -> Any:
    if type(value) in _SCALARS:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return to_record(value)
    return value


def from_record(cls: type[Row], record: dict[str, Any]) -> Row:
    """Return an instance of the declaring dataclass from a dictionary (nested ones included)."""
    restore: Callable[[dict[str, Any]], Row] = _restorer(cls)
    return restore(record)


def rows_of(cls: type[Row], table: pa.Table) -> list[Row]:
    """Return a table's rows as instances of the declaring dataclass, in the table's order."""
    restore: Callable[[dict[str, Any]], Row] = _restorer(cls)
    return [restore(record) for record in table.to_pylist()]


_FIELD_NAMES: dict[type, tuple[str, ...]] = {}
_RESTORERS: dict[type, Callable[[dict[str, Any]], Any]] = {}
"""Both are read from a class once, not once a row: that took most of a step's time."""


def _field_names(cls: type) -> tuple[str, ...]:
    if cls not in _FIELD_NAMES:
        _FIELD_NAMES[cls] = tuple(field.name for field in dataclasses.fields(cls))
    return _FIELD_NAMES[cls]


def _restorer(cls: type) -> Callable[[dict[str, Any]], Any]:
    if cls not in _RESTORERS:
        _RESTORERS[cls] = _make_restorer(cls)
    return _RESTORERS[cls]


def _make_restorer(cls: type) -> Callable[[dict[str, Any]], Any]:
    hints = typing.get_type_hints(cls)
    special = {name: make for name, hint in hints.items() if (make := _value_restorer(hint))}

    def restore(record: dict[str, Any]) -> Any:
        for name, make in special.items():
            if (value := record[name]) is not None:
                record[name] = make(value)
        return cls(**record)

    return restore


def _value_restorer(hint: Any) -> Callable[[Any], Any] | None:
    """Return what restores a nested value, or None where Arrow's own value is right."""
    inner, _ = _unwrap_optional(hint)
    if dataclasses.is_dataclass(inner):
        return _restorer(typing.cast(type, inner))
    if typing.get_origin(inner) in (list, tuple):
        item = _value_restorer(typing.get_args(inner)[0])
        return tuple if item is None else lambda values: tuple(map(item, values))
    return None


def _unwrap_optional(hint: Any) -> tuple[Any, bool]:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        inner = [a for a in typing.get_args(hint) if a is not type(None)]
        return inner[0], True
    return hint, False


def arrow_type(hint: Any) -> pa.DataType:
    """Return the Arrow type of a type hint: scalars, ``tuple[X, ...]`` and nested dataclasses."""
    inner, _ = _unwrap_optional(hint)
    if inner in _SCALARS:
        return _SCALARS[inner]
    if typing.get_origin(inner) in (list, tuple):
        return pa.list_(arrow_type(typing.get_args(inner)[0]))
    if dataclasses.is_dataclass(inner):
        hints = typing.get_type_hints(inner)
        return pa.struct([(f.name, arrow_type(hints[f.name])) for f in dataclasses.fields(inner)])
    raise TypeError(f"No Arrow type stands for the hint {hint!r}.")


_REGISTRY: dict[type, Table] = {}


def table(
    name: str,
    *,
    group: str,
    key: Sequence[str],
    bucketed: bool,
    references: Sequence[Reference] = (),
) -> Callable[[type[Row]], type[Row]]:
    """Register the decorated dataclass as the declaration of the table ``name``."""

    def register(cls: type[Row]) -> type[Row]:
        hints = typing.get_type_hints(cls)
        columns = tuple(
            Column(
                f.name,
                arrow_type(hints[f.name]),
                _unwrap_optional(hints[f.name])[1],
                f.metadata["description"],
            )
            for f in dataclasses.fields(cls)  # type: ignore[arg-type]  # any dataclass
        )
        description = " ".join((cls.__doc__ or "").split())
        _REGISTRY[cls] = Table(
            name, description, group, columns, tuple(key), bucketed, tuple(references)
        )
        return cls

    return register


def table_of(cls: type) -> Table:
    """Return the table that a dataclass declares."""
    return _REGISTRY[cls]
