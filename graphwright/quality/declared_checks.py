"""Checks that follow from a table's declaration alone: schema, key, nulls and references."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from string import Template

import duckdb
import pyarrow as pa

from graphwright.display.markdown import markdown_table
from graphwright.quality.check import Check, CheckResult, Severity, SqlCheck, outcome
from graphwright.store.footer import schema_of
from graphwright.store.queries import Views
from graphwright.tables import Reference, Table

# Names come from the declarations and are quoted; no value is ever put into a query.
_KEY = Template("SELECT $key, count(*) AS copies FROM $table GROUP BY $key HAVING count(*) > 1")
_NULLS = Template("SELECT $key FROM $table WHERE $condition")
_REFERENCE = Template(
    "SELECT $key, rows_.$column AS missing FROM $table AS rows_ "
    "ANTI JOIN $target AS others ON rows_.$column = others.$target_column "
    "WHERE rows_.$column IS NOT NULL"
)


@dataclasses.dataclass(frozen=True, slots=True)
class SchemaCheck:
    """Every file of a table has the declared columns, in order, with type and nullability."""

    declared: Table
    name: str = "schema_is_declared"
    description: str = "Every file has exactly the declared columns, types and nullability."
    blocking: bool = True
    severity: Severity = Severity.ERROR

    @property
    def table(self) -> str:
        """Return the table that the rule is about."""
        return self.declared.name

    @property
    def reads(self) -> tuple[str, ...]:
        """Return the tables that the check needs: its own."""
        return (self.declared.name,)

    def run(self, connection: duckdb.DuckDBPyConnection, views: Views) -> CheckResult:
        """Return the outcome; the files' own schemas are compared, ``connection`` is not used."""
        wrong = [
            row for path in views[self.table] for row in _differences(path, self.declared.schema)
        ]
        sample = markdown_table(("file", "column", "found", "declared"), wrong) if wrong else ""
        return outcome(self, len(wrong), sample, "")


@dataclasses.dataclass(frozen=True, slots=True)
class FilledCheck(SqlCheck):
    """No required column is null; files that have no place for a null are not searched for any."""

    required: tuple[str, ...] = ()

    def run(self, connection: duckdb.DuckDBPyConnection, views: Views) -> CheckResult:
        """Return the outcome; only a file whose own schema allows nulls has to be read."""
        if any(_allows_nulls(path, self.required) for path in views[self.table]):
            return SqlCheck.run(self, connection, views)
        return outcome(self, 0, "", self.sql)


def declared_checks(table: Table) -> tuple[Check, ...]:
    """Return the checks that a declaration implies."""
    return (
        SchemaCheck(table),
        SqlCheck(
            "key_is_unique",
            table.name,
            f"No two rows have the same {', '.join(table.key)}.",
            (table.name,),
            _KEY.substitute(key=_columns(table.key), table=_quoted(table.name)),
        ),
        FilledCheck(
            "required_columns_are_filled",
            table.name,
            "No column that is never null is null.",
            (table.name,),
            _nulls_sql(table),
            required=tuple(_required(table)),
        ),
        *(_reference_check(table, reference) for reference in table.references),
    )


def _nulls_sql(table: Table) -> str:
    return _NULLS.substitute(
        key=_columns(table.key),
        table=_quoted(table.name),
        condition=" OR ".join(f"{_quoted(name)} IS NULL" for name in _required(table)),
    )


def _required(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.nullable]


def _reference_check(table: Table, reference: Reference) -> SqlCheck:
    return SqlCheck(
        f"{reference.column}_is_in_{reference.table}",
        table.name,
        f"Every {reference.column} is a {reference.target} of {reference.table}.",
        (table.name, reference.table),
        _REFERENCE.substitute(
            key=_columns(table.key, "rows_."),
            column=_quoted(reference.column),
            table=_quoted(table.name),
            target=_quoted(reference.table),
            target_column=_quoted(reference.target),
        ),
    )


def _differences(path: Path, declared: pa.Schema) -> Iterable[tuple[str, str, str, str]]:
    found = schema_of(path)
    if found.names != declared.names:
        yield (path.name, "(all)", ", ".join(found.names), ", ".join(declared.names))
        return
    for have, want in zip(found, declared, strict=True):
        if (have.type, have.nullable) != (want.type, want.nullable):
            yield (
                path.name,
                have.name,
                _type(have.type, have.nullable),
                _type(want.type, want.nullable),
            )


def _allows_nulls(path: Path, columns: Iterable[str]) -> bool:
    found = schema_of(path)
    return any(name not in found.names or found.field(name).nullable for name in columns)


def _type(type_: pa.DataType, nullable: bool) -> str:
    return f"{type_}{'' if nullable else ' not null'}"


def _columns(names: Iterable[str], prefix: str = "") -> str:
    return ", ".join(prefix + _quoted(name) for name in names)


def _quoted(name: str) -> str:
    return f'"{name}"'
