"""What a check is: a query that yields the rows which break a rule. Knows no rule itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

import duckdb

from graphwright.display.markdown import markdown_table, plain_line
from graphwright.store.queries import Views, row_count

SAMPLE_ROWS = 5
"""Failing rows that a result shows."""


class Severity(StrEnum):
    """How bad a failed check is."""

    WARN = "warn"
    ERROR = "error"


@dataclasses.dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of one check: how many rows break its rule, and some of them as Markdown.

    ``share`` is what a check about a yield measured and ``floor`` what it must reach, from 0 to 1.
    """

    name: str
    table: str
    passed: bool
    blocking: bool
    severity: Severity
    failed_rows: int
    sample: str
    sql: str
    share: float | None = None
    floor: float | None = None


class Check(Protocol):
    """A rule about a table that can be checked from Parquet files.

    ``reads`` names the tables that it needs; ``blocking`` says whether what follows must stop.
    """

    @property
    def name(self) -> str:
        """Name, distinct among the checks of its table; letters, digits and underscores."""

    @property
    def table(self) -> str:
        """Table that the rule is about."""

    @property
    def description(self) -> str:
        """The rule as one sentence."""

    @property
    def blocking(self) -> bool:
        """Whether what follows must stop when the rule is broken."""

    @property
    def severity(self) -> Severity:
        """How bad a broken rule is."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Tables that the check needs."""

    def run(self, connection: duckdb.DuckDBPyConnection, views: Views) -> CheckResult:
        """Return the outcome over an open database and the files behind its views."""


@dataclasses.dataclass(frozen=True, slots=True)
class SqlCheck:
    """A check whose ``sql`` yields the rows that break the rule: none means passed.

    A check about a yield has a ``share``, which yields the one number that is held to ``floor``.
    """

    name: str
    table: str
    description: str
    reads: tuple[str, ...]
    sql: str
    blocking: bool = True
    severity: Severity = Severity.ERROR
    share: str | None = None
    floor: float | None = None

    def run(self, connection: duckdb.DuckDBPyConnection, views: Views) -> CheckResult:
        """Return the outcome; a query that cannot run on the files is a failure that says why."""
        share = None
        try:
            failed, sample = _failing_rows(connection, self.sql)
            share = _number(connection, self.share) if self.share else None
        except duckdb.Error as error:
            failed, sample = 1, f"The check could not run: {plain_line(str(error))}"
        result = outcome(self, failed, sample, self.sql)
        return dataclasses.replace(result, share=share, floor=self.floor)


def outcome(check: Check, failed_rows: int, sample: str, sql: str) -> CheckResult:
    """Return the result of a check that found ``failed_rows`` rows that break its rule."""
    return CheckResult(
        name=check.name,
        table=check.table,
        passed=failed_rows == 0,
        blocking=check.blocking,
        severity=check.severity,
        failed_rows=failed_rows,
        sample=sample,
        sql=sql,
    )


def tables_of(checks: Iterable[Check]) -> list[str]:
    """Return every table that the checks are about or read, in order."""
    return sorted({table for check in checks for table in (check.table, *check.reads)})


def _number(connection: duckdb.DuckDBPyConnection, sql: str) -> float | None:
    """Return the one number that a query yields; null where there is nothing to measure."""
    row = connection.execute(sql).fetchone()
    return None if row is None or row[0] is None else float(row[0])


def _failing_rows(connection: duckdb.DuckDBPyConnection, sql: str) -> tuple[int, str]:
    # Nearly every check passes, and to keep and count no rows takes as long as to find none.
    if connection.execute(sql).fetchone() is None:
        return 0, ""
    connection.execute("CREATE OR REPLACE TEMP TABLE failing AS " + sql)
    failed = row_count(connection, "failing")
    shown = connection.execute(
        "SELECT * FROM failing ORDER BY ALL LIMIT $rows", {"rows": SAMPLE_ROWS}
    )
    columns = [column[0] for column in shown.description or ()]
    return failed, markdown_table(columns, shown.fetchall())
