"""How a table is declared: one frozen dataclass whose fields are the columns.

The Arrow schema, the Dagster column schema, the checks and the data dictionary are all derived
from that declaration. This module knows no table; the tables stand in the modules beside it.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

Row = TypeVar("Row")

_SCALARS: dict[type, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
}


class NoDefault(Enum):
    """That a column has no default; its ``repr`` is the same in every process."""

    NONE = "none"


@dataclasses.dataclass(frozen=True)
class Column:
    """One column: its name, Arrow type, whether it may be null, and one sentence.

    ``default`` is the plain value that rows have which were written before there was the column; a
    column that was there from the beginning has none (``NoDefault.NONE``).
    """

    name: str
    type: pa.DataType
    nullable: bool
    description: str
    default: Any


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
    by document bucket; ``group`` is the part of the pipeline that it belongs to: the name of the
    module that declares it. ``headline`` says whether a build's summary shows its rows. Rows are
    kept in order of ``key``.
    """

    name: str
    description: str
    group: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    bucketed: bool
    headline: bool
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
    """Return values as an array, nested dataclasses and tuples column by column.

    A dictionary for each of them, as Arrow's own way from Python needs, takes several times as
    long and as much memory: a parsed table may have a million cells.
    """
    if not pa.types.is_nested(kind):
        return pa.array(values, kind)
    absent = [value is None for value in values]
    mask = pa.array(absent) if any(absent) else None
    if pa.types.is_struct(kind):
        parts = [_column(_parts(values, field.name), field.type) for field in kind]
        return pa.StructArray.from_arrays(parts, fields=list(kind), mask=mask)
    lists = [() if value is None else value for value in values]
    ends = pa.array(itertools.accumulate(map(len, lists), initial=0), pa.int32())
    items = _column(list(itertools.chain.from_iterable(lists)), kind.value_type)
    return pa.ListArray.from_arrays(ends, items, type=kind, mask=mask)


def _parts(values: Sequence[object], name: str) -> list[Any]:
    """Return a field of nested dataclasses; of one that is absent, nothing."""
    return [None if value is None else getattr(value, name) for value in values]


def to_record(row: object) -> dict[str, Any]:
    """Return a row as a dictionary in field order, nested dataclasses included."""
    return {name: _plain(getattr(row, name)) for name in _hints(type(row))}


def _plain(value: Any) -> Any:
    if type(value) in _SCALARS:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return to_record(value)
    return value


def rows_of(cls: type[Row], table: pa.Table) -> list[Row]:
    """Return a table's rows as instances of the declaring dataclass, in the table's order.

    A column that the table lacks, because it was written before there was one, has its default.
    """
    made: list[Row] = []
    for batch in table.to_batches():
        made.extend(_instances(cls, dict(zip(batch.schema.names, batch.columns, strict=True))))
    return made


def _instances(cls: type[Row], columns: Mapping[str, pa.Array]) -> Iterator[Row]:
    fields = dataclasses.fields(typing.cast(Any, cls))
    hints = {name: hint for name, hint in _hints(cls).items() if name in columns}
    names = tuple(hints)
    values = [_restored(columns[name], hint) for name, hint in hints.items()]
    if len(names) < len(fields) or any(field.kw_only for field in fields):
        return (cls(**dict(zip(names, row, strict=True))) for row in zip(*values, strict=True))
    return map(cls, *values)


def _restored(array: pa.Array, hint: Any) -> list[Any]:
    """Return an array's values, column by column as ``_column`` made it."""
    nested, item = _parts_of(hint)
    if nested is not None:
        parts = dict(zip((field.name for field in array.type), array.flatten(), strict=True))
        made: list[Any] = list(_instances(nested, parts))
        if not array.null_count:
            return made
        return [one if there else None for one, there in zip(made, array.is_valid(), strict=True)]
    if item is not None:
        items = iter(_restored(array.flatten(), item))
        lengths = pc.list_value_length(array).to_pylist()
        return [None if n is None else tuple(itertools.islice(items, n)) for n in lengths]
    values: list[Any] = array.to_pylist()
    return values


@functools.cache
def _parts_of(hint: Any) -> tuple[type | None, Any]:
    """Return the dataclass that a hint names and the hint of a list's items, each None if none."""
    inner, _ = _unwrap_optional(hint)
    if dataclasses.is_dataclass(inner):
        return typing.cast(type, inner), None
    is_list = typing.get_origin(inner) in (list, tuple)
    return None, typing.get_args(inner)[0] if is_list else None


_HINTS: dict[type, dict[str, Any]] = {}
"""Read from a class once, not once a row: that took most of a step's time."""


def _hints(cls: type) -> dict[str, Any]:
    """Return the type hints of a dataclass's fields, in order."""
    if cls not in _HINTS:
        hints = typing.get_type_hints(cls)
        _HINTS[cls] = {field.name: hints[field.name] for field in dataclasses.fields(cls)}
    return _HINTS[cls]


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


def columns_of(cls: type) -> tuple[Column, ...]:
    """Return the columns that the fields of a dataclass declare, of a table or inside a column."""
    hints = typing.get_type_hints(cls)
    return tuple(
        Column(
            field.name,
            arrow_type(hints[field.name]),
            _unwrap_optional(hints[field.name])[1],
            field.metadata["description"],
            _plain(NoDefault.NONE if field.default is dataclasses.MISSING else field.default),
        )
        for field in dataclasses.fields(cls)
    )


_REGISTRY: dict[type, Table] = {}


def table(
    name: str,
    *,
    key: Sequence[str],
    bucketed: bool,
    headline: bool = False,
    references: Sequence[Reference] = (),
) -> Callable[[type[Row]], type[Row]]:
    """Register the decorated dataclass as the declaration of the table ``name``.

    Its group is the name of the module that declares it.
    """

    def register(cls: type[Row]) -> type[Row]:
        columns = columns_of(cls)
        description = " ".join((cls.__doc__ or "").split())
        group = cls.__module__.rpartition(".")[2]
        _REGISTRY[cls] = Table(
            name, description, group, columns, tuple(key), bucketed, headline, tuple(references)
        )
        return cls

    return register


def declared_tables() -> Mapping[type, Table]:
    """Return every declared table by its dataclass, in the order of declaration."""
    return _REGISTRY


def table_of(cls: type) -> Table:
    """Return the table that a dataclass declares."""
    return _REGISTRY[cls]
