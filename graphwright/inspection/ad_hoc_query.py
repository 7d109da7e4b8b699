"""SQL that a person types, over all tables of a lake: read only, and nothing else can be reached.

One SELECT (also DESCRIBE, SHOW and SUMMARIZE, which are SELECTs to DuckDB) is run over views named
like the tables; a table of many buckets is one view. DuckDB itself may open no file and no address:
a SELECT of DuckDB 2 can hold a COPY that writes (``WITH x AS (COPY ...)``), and a path that is open
for reading is open for that too. So Arrow reads the files, and DuckDB sees rows only.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from graphwright.display.printable import json_text
from graphwright.errors import LakeError
from graphwright.store.lake import Lake
from graphwright.store.queries import Views, open_database, raise_damage
from graphwright.tables import TABLES

_FORMULA = re.compile(r"[\s\ufeff\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]+)*([eE][-+]?[0-9]+)?%?")
_PARTS = re.compile(r"[,;\t\r\n\"']")
"""What ends a field, a line or a quotation in a program that reads CSV, by its country."""
_SEE = "The tables are: {}; graphwright sql 'DESCRIBE relations' shows the columns of one."


def run_sql(lake: Lake, query: str, *, threads: int = 1) -> pa.Table:
    """Return what one SELECT yields over the lake's tables.

    A column of the result may be of any type. Raises ``LakeError`` for anything but one SELECT,
    for a query that DuckDB refuses, and where the lake holds no table.
    """
    views = {table: lake.paths(table) for table in TABLES}
    if not any(views.values()):
        raise LakeError(
            f"There is no table in the lake at {lake.root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    with open_database(threads=threads) as connection, _clear_errors(views):
        for table, paths in views.items():
            connection.register(table, _rows(table, paths))
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        made = connection.sql(_one_select(connection, query)).to_arrow_table()
        return made.rename_columns(_distinct(made.column_names))


def _distinct(names: Sequence[str]) -> list[str]:
    """Return names with a number at those that repeat an earlier one, for rows become records."""
    found: list[str] = []
    for name in names:
        forms = (f"{name}_{number}" if number else name for number in itertools.count())
        found.append(next(form for form in forms if form not in found))
    return found


def _rows(table: str, paths: Sequence[Path]) -> pa.Table | ds.Dataset:
    """Return a table's files as one thing that is read where a query asks for it."""
    if not paths:
        return TABLES[table].empty()
    return ds.dataset([str(path) for path in paths], format="parquet")


def _one_select(connection: duckdb.DuckDBPyConnection, query: str) -> duckdb.Statement:
    statements = connection.extract_statements(query)
    kinds = [statement.type for statement in statements]
    if kinds != [duckdb.StatementType.SELECT]:
        found = ", ".join(kind.name for kind in kinds) or "nothing"
        raise LakeError(
            f"One SELECT was expected, found {found}.",
            remedy="This command only reads: write a query that begins with SELECT or WITH.",
        )
    return statements[0]


@contextlib.contextmanager
def _clear_errors(views: Views) -> Iterator[None]:
    try:
        yield
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        raise_damage(views, error)
        raise LakeError(
            f"DuckDB refused the query: {error}.", remedy=_SEE.format(", ".join(TABLES))
        ) from None


def as_json(table: pa.Table) -> str:
    """Return the rows as a JSON list of objects; bytes are written in hexadecimal."""
    return json_text(table.to_pylist(), default=_plain)


def as_csv(table: pa.Table, *, formulas: bool = False) -> str:
    """Return the rows as CSV with a header; nested values are written as JSON.

    A spreadsheet program takes a text that begins with =, +, -, @, a tab or a line break for a
    formula and computes it, so an apostrophe stands before such a text, unless ``formulas`` is
    set. Numbers stay as they are, and so does a text that is one.
    """
    rows = [table.column_names, *(row.values() for row in table.to_pylist())]
    return "".join(_csv_line([_csv_text(v, formulas=formulas) for v in row]) for row in rows)


def _csv_line(texts: Sequence[str]) -> str:
    """Return fields as a line; in quotes is what a program might take for more than one field."""
    quoted = ['"{}"'.format(t.replace('"', '""')) if _PARTS.search(t) else t for t in texts]
    return (",".join(quoted) or '""') + "\n"


def _csv_text(value: object, *, formulas: bool) -> str:
    if isinstance(value, str):
        harmless = formulas or _FORMULA.match(value) is None or _NUMBER.fullmatch(value)
        return value if harmless else f"'{value}"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=_plain)
    return "" if value is None else _plain(value)


def _plain(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
